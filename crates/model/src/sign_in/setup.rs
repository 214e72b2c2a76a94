//! The marketplace form: its entries, and the result of testing them.

use std::path::PathBuf;

use crate::messages::{AccountCommand, Command, MarketFileEvent};
use vitrine_core::market::{AddressCheck, AddressFailure, Layout, MarketDraft, MarketKey};
use vitrine_domain::Problem;

/// What the user did in the marketplace form.
#[derive(Clone, Debug)]
pub enum SetupAction {
    /// Opens an empty form.
    New,
    /// Opens a market file for editing.
    Open(PathBuf),
    /// Types into an entry.
    Type(MarketKey, String),
    /// Chooses the layout of the addresses.
    Layout(Layout),
    /// Turns PKCE on or off.
    Pkce(bool),
    /// Tests the addresses.
    Test,
    /// Saves the market file.
    Save,
    /// Closes the form.
    Close,
}

/// The state of testing the addresses.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TestState {
    /// Not tested since the last change.
    #[default]
    NotTested,
    /// The test is running.
    Running,
    /// The result for each address, or why the test could not run.
    Finished(Result<Vec<AddressCheck>, Problem>),
}

/// The marketplace form.
#[derive(Debug, Default)]
pub struct Setup {
    /// The entries as typed.
    pub draft: MarketDraft,
    /// The file that is being edited; `None` for a new one.
    pub file: Option<PathBuf>,
    /// The entries as they were read from the file.
    before: MarketDraft,
    /// The state of testing.
    pub test_state: TestState,
    /// The entries that were typed into; only those show what is missing.
    touched: Vec<MarketKey>,
    /// Whether the file is being saved.
    pub saving: bool,
    /// Why it could not be saved.
    pub problem: Option<Problem>,
}

impl Setup {
    /// A form for an existing market file.
    pub fn opened(draft: MarketDraft, file: PathBuf) -> Self {
        Self { before: draft.clone(), draft, file: Some(file), ..Self::default() }
    }

    /// Whether the user typed into an entry or tried to save.
    pub fn is_touched(&self, key: MarketKey) -> bool {
        self.touched.contains(&key)
    }

    /// Why the last test did not reach the address of an entry.
    pub fn not_reached(&self, key: MarketKey) -> Option<&AddressFailure> {
        let TestState::Finished(Ok(tested)) = &self.test_state else { return None };
        tested.iter().find(|tested| tested.key == key)?.result.as_ref().err()
    }

    /// Whether saving signs the marketplace's accounts out because the addresses changed: tokens belong to
    /// their addresses.
    pub fn changes_addresses(&self) -> bool {
        self.file.is_some() && self.draft.changes_addresses(&self.before)
    }
}

/// Performs an action on the form.
pub(crate) fn act(setup: &mut Option<Setup>, action: SetupAction) -> Vec<Command> {
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
                self.test_state = TestState::Running;
                return vec![Command::Account(AccountCommand::MarketTest(Box::new(self.draft.clone())))];
            }
            SetupAction::Save if self.draft.first_error().is_none() => {
                (self.saving, self.problem) = (true, None);
                return vec![Command::Account(AccountCommand::MarketSave {
                    draft: Box::new(self.draft.clone()),
                    file: self.file.clone(),
                })];
            }
            _ => self.touched = MarketKey::ALL.to_vec(),
        }
        Vec::new()
    }

    /// Discards the test result after a change.
    fn changed(&mut self) {
        self.test_state = TestState::NotTested;
        self.problem = None;
    }

    /// Takes the result of a test or of saving.
    pub(crate) fn apply(&mut self, event: MarketFileEvent) {
        match event {
            MarketFileEvent::Opened { draft, file } => *self = Self::opened(*draft, file),
            // A result for addresses that were changed meanwhile is ignored.
            MarketFileEvent::Tested(tested) => {
                if self.test_state == TestState::Running {
                    self.test_state = TestState::Finished(tested);
                }
            }
            MarketFileEvent::Failed(problem) => (self.saving, self.problem) = (false, Some(problem)),
        }
    }
}
