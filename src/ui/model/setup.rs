//! Setting up a marketplace: what is typed, and what came of trying it.

use std::path::PathBuf;

use crate::domain::Problem;
use crate::market::{Layout, MarketDraft, MarketKey, NotReached, Tested};
use crate::worker::{AccountCommand, Command, Event};

#[derive(Clone, Debug)]
pub enum SetupAction {
    /// An empty form.
    New,
    /// A market file to be changed.
    Open(PathBuf),
    Type(MarketKey, String),
    Layout(Layout),
    Pkce(bool),
    Test,
    Save,
    Close,
}

/// What came of trying the addresses.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Trial {
    #[default]
    Untried,
    Trying,
    Tried(Result<Vec<Tested>, Problem>),
}

#[derive(Debug, Default)]
pub struct Setup {
    pub draft: MarketDraft,
    /// The file it was read from.
    pub file: Option<PathBuf>,
    /// As it was read.
    before: MarketDraft,
    pub trial: Trial,
    /// Entries that were typed into: only those say what is missing.
    touched: Vec<MarketKey>,
    pub saving: bool,
    pub problem: Option<Problem>,
}

impl Setup {
    pub fn opened(draft: MarketDraft, file: PathBuf) -> Self {
        Self { before: draft.clone(), draft, file: Some(file), ..Self::default() }
    }

    pub fn is_touched(&self, key: MarketKey) -> bool {
        self.touched.contains(&key)
    }

    /// Why the last trial did not reach the address that stands in this entry.
    pub fn not_reached(&self, key: MarketKey) -> Option<&NotReached> {
        let Trial::Tried(Ok(tested)) = &self.trial else { return None };
        tested.iter().find(|tested| tested.key == key)?.result.as_ref().err()
    }

    /// Saving this signs the marketplace's accounts out: their tokens are not for other addresses.
    pub fn moves(&self) -> bool {
        self.file.is_some() && self.draft.moves_from(&self.before)
    }
}

/// Does what a person asked for on the form that is open, if one is.
pub(super) fn act(setup: &mut Option<Setup>, action: SetupAction) -> Vec<Command> {
    match action {
        SetupAction::New => *setup = Some(Setup::default()),
        SetupAction::Close => *setup = None,
        SetupAction::Open(file) => return vec![Command::Account(AccountCommand::MarketOpen(file))],
        action => {
            if let Some(setup) = setup {
                return setup.act(action);
            }
        }
    }
    Vec::new()
}

impl Setup {
    fn act(&mut self, action: SetupAction) -> Vec<Command> {
        match action {
            SetupAction::Type(key, text) => {
                *self.draft.text_mut(key) = text;
                if !self.touched.contains(&key) {
                    self.touched.push(key);
                }
                self.changed();
            }
            SetupAction::Layout(layout) => {
                self.draft.layout = layout;
                self.changed();
            }
            SetupAction::Pkce(pkce) => self.draft.pkce = pkce,
            SetupAction::Test if self.draft.first_error().is_none() => {
                self.trial = Trial::Trying;
                return vec![Command::Account(AccountCommand::MarketTest(Box::new(self.draft.clone())))];
            }
            SetupAction::Save if self.draft.first_error().is_none() => {
                (self.saving, self.problem) = (true, None);
                return vec![Command::Account(AccountCommand::MarketSave { draft: Box::new(self.draft.clone()), file: self.file.clone() })];
            }
            _ => self.touched = MarketKey::ALL.to_vec(),
        }
        Vec::new()
    }

    /// What was tried is no longer what stands there.
    fn changed(&mut self) {
        self.trial = Trial::Untried;
        self.problem = None;
    }

    /// A problem of the market file. False when it is somebody else's.
    pub(super) fn apply(&mut self, event: Event) {
        match event {
            // The answer about addresses that were changed meanwhile says nothing.
            Event::MarketTested(tested) if self.trial == Trial::Trying => self.trial = Trial::Tried(tested),
            Event::MarketFailed(problem) => (self.saving, self.problem) = (false, Some(problem)),
            _ => {}
        }
    }
}
