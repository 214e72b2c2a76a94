//! The import screen: what was dropped, what is planned from it, and how the run goes.

mod kept;
mod mend;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::domain::{CreateRules, Draft, Edit, Field, FieldError, Problem};
use crate::import::{DraftId, Grouping, PlannedDraft, Row};
use crate::worker::{Command, ImportCommand, PictureKey, PlatformCommand, Progress, Settings, Unfinished};

pub use mend::FailureGroup;

/// What stays the same for a planned product when the files are planned again.
pub type DraftKey = (PathBuf, String);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Nothing dropped yet.
    #[default]
    Empty,
    /// The files are being looked through.
    Planning,
    /// Products are planned; nothing is sent.
    Review,
    Running,
    Ended,
}

#[derive(Debug)]
pub enum ImportAction {
    Grouping(Grouping),
    /// Types into a planned product, by its place.
    Type(usize, Field, String),
    TypeDefault(Field, String),
    Remove(usize),
    /// Takes every product that cannot be sent yet out of the plan.
    RemoveIncomplete,
    /// Fills the fields for all products with what the last import had in them.
    UseLastDefaults,
    /// Forgets the plan, or the results of the last run.
    Clear,
    Start {
        again: bool,
        unpriced: Unpriced,
    },
    /// Back to the review, with nothing started.
    CloseQuestion,
    Pause,
    Continue,
    Cancel,
    /// Goes on with the import an earlier run of the program left.
    Resume,
    /// Leaves it for the next start.
    Later,
    /// Types into a failed product.
    Mend(DraftId, Field, String),
    /// Types the same into several of them; nothing typed leaves each its own.
    MendAll(Vec<DraftId>, Field, String),
    Retry(Vec<DraftId>),
}

/// What Start does about products without a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// Starts nothing, and asks the person.
    Ask,
    /// Takes them out of the plan.
    LeaveOut,
    /// Creates them without: the marketplace decides what they cost.
    Create,
}

/// Asked before products without a price are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpricedQuestion {
    /// What Start was pressed with.
    pub again: bool,
    pub without_price: usize,
    pub without_stock: usize,
}

#[derive(Debug, Default)]
pub struct Import {
    pub phase: Phase,
    pub grouping: Grouping,
    /// Everything dropped for the current plan.
    dropped: Vec<PathBuf>,
    /// Dropped while a run was under way; planned when its results are cleared.
    pub queued: Vec<PathBuf>,
    drafts: Vec<PlannedDraft>,
    /// Files that cannot be used, and why.
    pub problems: Vec<Problem>,
    /// Files that are neither photos nor the sheet.
    pub ignored: usize,
    typed: HashMap<DraftKey, BTreeMap<Field, String>>,
    removed: BTreeSet<DraftKey>,
    /// By photo, so that they outlast another grouping.
    edits: HashMap<PathBuf, Edit>,
    /// Typed for all products of this import.
    defaults: BTreeMap<Field, String>,
    /// What the last import had in them: offered, and not used before a person takes it.
    last_defaults: BTreeMap<Field, String>,
    pub question: Option<UnpricedQuestion>,

    rows: Vec<Row>,
    places: HashMap<DraftId, usize>,
    sent: HashMap<DraftId, Draft>,
    covers: HashMap<DraftId, PictureKey>,
    mends: HashMap<DraftId, BTreeMap<Field, String>>,
    pub progress: Progress,
    pub cancelling: bool,
    /// Asked to run and not heard of since: where to go back to when that is refused.
    asked_from: Option<Phase>,
    pub unfinished: Option<Unfinished>,
    /// The revision in which the review was last handed over to be kept.
    kept: Option<u64>,
    /// Grows with each change of drafts or rows, so that what is derived from them can be kept.
    pub revision: u64,
}

impl Import {
    pub fn drafts(&self) -> &[PlannedDraft] {
        &self.drafts
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn row(&self, id: DraftId) -> Option<&Row> {
        self.places.get(&id).and_then(|&place| self.rows.get(place))
    }

    /// The photo a product is shown by.
    pub fn cover(&self, id: DraftId) -> Option<&PictureKey> {
        self.covers.get(&id)
    }

    /// What is to be changed about a planned photo.
    pub fn edit(&self, photo: &Path) -> Edit {
        self.edits.get(photo).copied().unwrap_or_default()
    }

    /// A planned photo as it will look.
    pub fn picture(&self, photo: &Path) -> PictureKey {
        PictureKey::File(photo.to_path_buf()).edited(self.edit(photo))
    }

    pub(super) fn set_edits(&mut self, edits: impl IntoIterator<Item = (PathBuf, Edit)>) {
        self.edits.extend(edits);
        self.edits.retain(|_, edit| !edit.is_none());
        self.revision += 1;
    }

    /// What a default field holds, as typed.
    pub fn default_text(&self, field: Field) -> &str {
        self.defaults.get(&field).map_or("", String::as_str)
    }

    pub fn default_error(&self, field: Field) -> Option<FieldError> {
        Draft::default().set(field, self.default_text(field)).err()
    }

    /// The fields for all products that are filled in, as typed.
    pub fn filled_defaults(&self) -> impl Iterator<Item = (Field, &str)> {
        filled(&self.defaults)
    }

    /// What the last import had in them, where this one has nothing yet.
    pub fn offered_defaults(&self) -> impl Iterator<Item = (Field, &str)> {
        let none = self.filled_defaults().next().is_none();
        filled(&self.last_defaults).filter(move |_| none)
    }

    /// What was typed into a planned product's field; `None` when nobody did.
    pub fn typed(&self, place: usize, field: Field) -> Option<&str> {
        let draft = self.drafts.get(place)?;
        self.typed.get(&key(draft))?.get(&field).map(String::as_str)
    }

    /// A planned product as it would be sent, and what is wrong with it.
    pub fn effective(&self, place: usize, rules: &CreateRules) -> (Draft, BTreeMap<Field, FieldError>) {
        let Some(planned) = self.drafts.get(place) else { return Default::default() };
        let mut draft = planned.draft.clone();
        let mut errors = BTreeMap::new();
        let typed = self.typed.get(&key(planned));
        for (&field, text) in typed.into_iter().flatten() {
            if let Err(error) = draft.set(field, text) {
                errors.insert(field, error);
            }
        }
        for (&field, text) in &self.defaults {
            let open = draft.integer(field).is_none() && draft.line(field).is_none_or(str::is_empty);
            let flag_open = field != Field::IsWholesale || draft.is_wholesale.is_none();
            if open && flag_open && !errors.contains_key(&field) {
                // A default that cannot be read is shown at the default's own field.
                let mut filled = draft.clone();
                if filled.set(field, text).is_ok() {
                    draft = filled;
                }
            }
        }
        for problem in draft.check(planned.photos.len(), rules) {
            errors.entry(problem.field).or_insert(problem.error);
        }
        (draft, errors)
    }

    /// The places of planned products that cannot be sent yet.
    pub fn incomplete(&self, rules: &CreateRules) -> Vec<usize> {
        (0..self.drafts.len()).filter(|&place| !self.effective(place, rules).1.is_empty()).collect()
    }

    /// Whether the results of the last run may be cleared without losing sight of anything.
    pub const fn all_done(&self) -> bool {
        let counts = &self.progress.counts;
        counts.failed == 0 && counts.waiting == 0
    }

    pub(super) fn dropped(&mut self, paths: Vec<PathBuf>) -> Vec<Command> {
        if paths.is_empty() {
            return Vec::new();
        }
        let fresh = match self.phase {
            Phase::Empty => true,
            Phase::Planning | Phase::Review => false,
            Phase::Ended if self.all_done() => true,
            Phase::Running | Phase::Ended => {
                self.queued.extend(paths);
                return Vec::new();
            }
        };
        if fresh {
            self.clear();
        }
        for path in paths {
            if !self.dropped.contains(&path) {
                self.dropped.push(path);
            }
        }
        self.plan()
    }

    pub(super) fn act(&mut self, action: ImportAction, rules: &CreateRules, settings: &Settings) -> (Vec<Command>, Option<Settings>) {
        let commands = match action {
            ImportAction::Grouping(grouping) => {
                self.grouping = grouping;
                if self.dropped.is_empty() { Vec::new() } else { self.plan() }
            }
            ImportAction::Start { again, unpriced } => return self.start(again, unpriced, rules, settings),
            ImportAction::CloseQuestion => {
                self.question = None;
                Vec::new()
            }
            ImportAction::Clear => {
                let queued = std::mem::take(&mut self.queued);
                self.clear();
                let mut commands = vec![Command::Import(ImportCommand::KeepReview(None))];
                commands.extend(self.dropped(queued));
                commands
            }
            ImportAction::Pause => vec![Command::Import(ImportCommand::Pause)],
            ImportAction::Continue => vec![Command::Import(ImportCommand::Continue)],
            ImportAction::Cancel => {
                self.cancelling = true;
                vec![Command::Import(ImportCommand::Cancel)]
            }
            ImportAction::Resume => {
                let only_failed = self.unfinished.is_some_and(|left| left.counts.waiting == 0);
                self.forget_rows();
                self.run();
                vec![if only_failed { Command::Import(ImportCommand::Reopen) } else { Command::Import(ImportCommand::Resume) }]
            }
            ImportAction::Later => {
                self.unfinished = None;
                Vec::new()
            }
            ImportAction::Retry(drafts) => self.retry(&drafts),
            edit => {
                self.change(edit, rules);
                Vec::new()
            }
        };
        (commands, None)
    }

    fn change(&mut self, action: ImportAction, rules: &CreateRules) {
        self.revision += 1;
        match action {
            ImportAction::Type(place, field, text) => {
                if let Some(draft) = self.drafts.get(place) {
                    self.typed.entry(key(draft)).or_default().insert(field, text);
                }
            }
            ImportAction::TypeDefault(field, text) => {
                self.defaults.insert(field, text);
            }
            ImportAction::UseLastDefaults => self.defaults.clone_from(&self.last_defaults),
            ImportAction::Remove(place) => self.remove(&BTreeSet::from([place])),
            ImportAction::RemoveIncomplete => self.remove(&self.incomplete(rules).into_iter().collect()),
            ImportAction::Mend(id, field, text) => self.mend(id, field, text),
            ImportAction::MendAll(ids, field, text) => self.mend_all(&ids, field, &text),
            _ => {}
        }
    }

    pub(super) fn planned(&mut self, drafts: Vec<PlannedDraft>, problems: Vec<Problem>, ignored: usize) {
        // Planned again before the first answer came, a second one follows: the last word wins.
        if !matches!(self.phase, Phase::Planning | Phase::Review) {
            return;
        }
        self.drafts = drafts;
        self.drafts.retain(|draft| !self.removed.contains(&key(draft)));
        for draft in &self.drafts {
            // A sheet of failed products says what was changed about their photos; what is changed here goes before it.
            for (place, photo) in draft.photos.iter().enumerate().filter(|(place, _)| !draft.edit(*place).is_none()) {
                self.edits.entry(photo.clone()).or_insert(draft.edit(place));
            }
        }
        self.problems = problems;
        self.ignored = ignored;
        self.phase = Phase::Review;
        self.revision += 1;
    }

    pub(super) fn take_settings(&mut self, settings: &Settings) {
        if self.phase == Phase::Empty {
            self.grouping = settings.grouping;
        }
        self.last_defaults = as_typed(&settings.defaults);
    }

    pub(super) fn take_drafts(&mut self, drafts: Vec<(DraftId, PlannedDraft)>) {
        self.heard();
        for (id, planned) in drafts {
            let edit = planned.edit(0);
            self.covers.extend(planned.photos.into_iter().next().map(|cover| (id, PictureKey::File(cover).edited(edit))));
            self.sent.insert(id, planned.draft);
        }
    }

    /// The import under way has said something: it was taken on.
    fn heard(&mut self) {
        if self.asked_from.take() == Some(Phase::Empty) {
            self.unfinished = None;
        }
    }

    /// Something went wrong. Before a run has said a word, that means it was not taken on: nothing is lost by going back.
    pub(super) fn problem_told(&mut self) {
        if let Some(phase) = self.asked_from.take() {
            self.phase = phase;
        }
    }

    /// Nobody works on the run any more: another marketplace, or signed out by choice. The journal keeps what began.
    pub(super) fn left_alone(&mut self) {
        // A review is kept for the account it was made in; one that could not be stays.
        if matches!(self.phase, Phase::Running | Phase::Ended) || self.is_kept() {
            self.clear();
        }
        self.unfinished = None;
    }

    /// What an earlier run of the program left. Nothing is under way then, whatever was shown.
    pub(super) fn take_unfinished(&mut self, unfinished: Unfinished) {
        if self.phase == Phase::Running {
            self.clear();
        }
        self.unfinished = Some(unfinished);
    }

    pub(super) fn take_rows(&mut self, rows: Vec<Row>) {
        // The last words of a run whose results were cleared.
        if !matches!(self.phase, Phase::Running | Phase::Ended) {
            return;
        }
        self.heard();
        for row in rows {
            match self.places.get(&row.id).and_then(|&place| self.rows.get_mut(place)) {
                Some(known) => *known = row,
                None => {
                    self.places.insert(row.id, self.rows.len());
                    self.rows.push(row);
                }
            }
        }
        self.revision += 1;
    }

    pub(super) fn take_progress(&mut self, progress: Progress) {
        self.heard();
        self.progress = progress;
        // A decision made after the end set things going again.
        if self.phase == Phase::Ended {
            self.phase = Phase::Running;
        }
    }

    pub(super) fn ended(&mut self, progress: Progress) {
        if !matches!(self.phase, Phase::Running | Phase::Ended) {
            return;
        }
        self.heard();
        self.progress = progress;
        self.cancelling = false;
        self.phase = Phase::Ended;
        self.revision += 1;
    }

    fn plan(&mut self) -> Vec<Command> {
        self.phase = Phase::Planning;
        self.revision += 1;
        // Of several sheets the last dropped counts.
        let sheet = self.dropped.iter().rfind(|path| is_sheet(path)).cloned();
        let paths = self.dropped.iter().filter(|path| Some(*path) != sheet.as_ref()).cloned().collect();
        vec![Command::Import(ImportCommand::Plan { paths, grouping: self.grouping, sheet })]
    }

    fn clear(&mut self) {
        *self = Self {
            grouping: self.grouping,
            last_defaults: std::mem::take(&mut self.last_defaults),
            unfinished: self.unfinished,
            revision: self.revision + 1,
            ..Self::default()
        };
    }

    fn remove(&mut self, places: &BTreeSet<usize>) {
        let mut place = 0;
        let removed = &mut self.removed;
        self.drafts.retain(|draft| {
            let gone = places.contains(&place);
            place += 1;
            if gone {
                removed.insert(key(draft));
            }
            !gone
        });
    }

    /// A product is created without a price only where a person said so.
    fn start(&mut self, again: bool, unpriced: Unpriced, rules: &CreateRules, settings: &Settings) -> (Vec<Command>, Option<Settings>) {
        self.question = None;
        let without = |import: &Self, field| -> BTreeSet<usize> {
            (0..import.drafts.len()).filter(|&place| import.effective(place, rules).0.integer(field).is_none()).collect()
        };
        let without_price = without(self, Field::PrimaryPrice);
        if unpriced == Unpriced::LeaveOut {
            self.remove(&without_price);
            self.revision += 1;
        }
        if self.phase != Phase::Review || self.drafts.is_empty() || !self.incomplete(rules).is_empty() {
            return (Vec::new(), None);
        }
        if unpriced == Unpriced::Ask && !without_price.is_empty() {
            let without_stock = without(self, Field::Stock).len();
            self.question = Some(UnpricedQuestion { again, without_price: without_price.len(), without_stock });
            return (Vec::new(), None);
        }
        let draft = |place: usize| {
            let planned: PlannedDraft = self.drafts[place].clone();
            let edits: Vec<Edit> = planned.photos.iter().map(|photo| self.edit(photo)).collect();
            PlannedDraft { draft: self.effective(place, rules).0, ..planned }.edited(edits)
        };
        let drafts: Vec<PlannedDraft> = (0..self.drafts.len()).map(draft).collect();
        let total = drafts.len();
        let mut defaults = Draft::default();
        for (&field, text) in &self.defaults {
            // Only what can be read is kept for next time.
            let _ = defaults.set(field, text);
        }
        if defaults == Draft::default() {
            defaults.clone_from(&settings.defaults);
        }
        self.last_defaults = as_typed(&defaults);
        let settings = Settings { grouping: self.grouping, defaults, ..settings.clone() };
        self.forget_rows();
        self.run();
        self.progress.counts.waiting = total;
        let start = Command::Import(ImportCommand::Start { drafts, again, from_review: true });
        let commands = vec![Command::Platform(PlatformCommand::SaveSettings(Box::new(settings.clone()))), start];
        (commands, Some(settings))
    }

    /// What the last run told.
    fn forget_rows(&mut self) {
        self.rows.clear();
        self.places.clear();
        self.sent.clear();
        self.covers.clear();
        self.mends.clear();
    }

    /// A run was asked for: what it tells replaces what the last one told.
    fn run(&mut self) {
        self.asked_from = Some(self.phase);
        self.phase = Phase::Running;
        self.progress = Progress::default();
        self.revision += 1;
    }
}

/// By its name: folders may be called anything, but nobody calls one so.
fn is_sheet(path: &Path) -> bool {
    const ENDINGS: [&str; 5] = ["csv", "tsv", "xlsx", "xls", "ods"];
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

fn filled(texts: &BTreeMap<Field, String>) -> impl Iterator<Item = (Field, &str)> {
    texts.iter().map(|(&field, text)| (field, text.trim())).filter(|(_, text)| !text.is_empty())
}

fn key(draft: &PlannedDraft) -> DraftKey {
    (draft.source.clone(), draft.source_name.clone())
}

fn as_typed(draft: &Draft) -> BTreeMap<Field, String> {
    let typed = |field: Field| {
        let text = match field {
            Field::IsWholesale => draft.is_wholesale.map(|yes| yes.to_string()),
            field => draft.integer(field).map(|number| number.to_string()).or_else(|| draft.line(field).map(str::to_owned)),
        };
        text.filter(|text| !text.is_empty()).map(|text| (field, text))
    };
    Field::ALL.into_iter().filter_map(typed).collect()
}

#[cfg(test)]
#[path = "import_tests.rs"]
mod tests;
