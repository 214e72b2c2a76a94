//! The lists with which the shop is kept in step: their files, which are [watched](watching), what each and
//! the shop agreed on, which is [saved], and what was [sent] for them.

mod saved;
mod sent;
mod watching;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

pub use saved::{SavedList, load};
pub use watching::{ListFile, Seen, watch};

use super::preview::ListRows;
use vitrine_core::edit::follow::{FileState, TakenBy};
use vitrine_core::edit::plan::RequestedChanges;
use vitrine_domain::{PriceUnit, Problem, ProblemKind};
use vitrine_model::messages::{FollowedList, ListId, ListState};

/// The lists of the account.
#[derive(Default)]
pub struct Following {
    pub lists: Vec<List>,
    /// Those that were followed before, and are not now.
    pub earlier: Vec<SavedList>,
}

/// A list that is followed.
pub struct List {
    pub saved: SavedList,
    pub state: ListState,
    /// The file as it was read last, and its rows.
    pub read: Option<(FileState, Arc<RequestedChanges>)>,
    /// Whether its rows were not compared since they were read.
    pub is_news: bool,
}

impl List {
    /// A list that was not read yet.
    pub fn of(saved: SavedList) -> Self {
        Self { saved, state: ListState::Waiting, read: None, is_news: false }
    }

    /// Takes what was seen of its file.
    pub fn see(&mut self, seen: Seen) {
        self.state = match seen {
            Seen::Away(true) => ListState::Missing,
            Seen::Away(false) => ListState::Waiting,
            Seen::Failed(problem) => {
                self.read = None;
                ListState::Failed(problem)
            }
            Seen::Read(_, rows) if self.names_another_unit(rows.sheet.named_unit) => {
                self.read = None;
                ListState::Failed(Problem::new(ProblemKind::PriceUnit).with_subject(self.name()))
            }
            Seen::Read(file, rows) => {
                self.is_news = self.saved.file != Some(file);
                self.read = Some((file, Arc::new(*rows)));
                ListState::Waiting
            }
        };
    }

    /// Whether the file names another unit than when somebody said which one its prices have.
    fn names_another_unit(&mut self, named: Option<PriceUnit>) -> bool {
        let before = *self.saved.named_unit.get_or_insert(named);
        self.saved.price_unit.is_some_and(|said| named != Some(said)) && before != named
    }

    /// Whether its last comparison is not the last word.
    pub fn is_open(&self) -> bool {
        let is_compared = matches!(self.state, ListState::Compared { .. } | ListState::Missing);
        self.is_news || !self.saved.pending.is_empty() || self.shown().differing() > 0 || !is_compared
    }

    /// Whether its file is older than that of its last step: a copy of last week took its place.
    pub fn is_older(&self) -> bool {
        let changed = |file: Option<FileState>| file.and_then(|file| file.changed);
        changed(self.file()).zip(changed(self.saved.file)).is_some_and(|(file, last)| file < last)
    }

    /// How many products wait for a decision, while nothing is sent.
    pub fn undecided(&self) -> usize {
        self.saved.pending.keys().map(|key| &key.product).collect::<BTreeSet<_>>().len()
    }

    /// Its file as it was read last.
    pub fn file(&self) -> Option<FileState> {
        self.read.as_ref().map(|(file, _)| *file)
    }

    /// As the screens show it.
    pub fn shown(&self) -> FollowedList {
        FollowedList {
            id: self.saved.id,
            path: self.saved.path.clone(),
            options: self.saved.options,
            state: self.state.clone(),
        }
    }

    fn name(&self) -> String {
        self.saved.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Following {
    /// A list that is followed.
    pub fn list(&mut self, id: ListId) -> Option<&mut List> {
        self.lists.iter_mut().find(|list| list.saved.id == id)
    }

    /// The list of this file, followed now or before; else a new one.
    pub fn saved(&mut self, path: &Path) -> SavedList {
        let is_it = |saved: &SavedList| saved.path == path;
        if let Some(at) = self.lists.iter().position(|list| is_it(&list.saved)) {
            return self.lists.remove(at).saved;
        }
        if let Some(at) = self.earlier.iter().position(is_it) {
            return self.earlier.remove(at);
        }
        let ids = self.lists.iter().map(|list| &list.saved).chain(&self.earlier).map(|saved| saved.id.0);
        SavedList::new(ListId(ids.max().map_or(1, |last| last + 1)), path.to_owned())
    }

    /// Follows a list no more. What it and the shop agreed on is kept.
    pub fn stop(&mut self, id: ListId) {
        let Some(at) = self.lists.iter().position(|list| list.saved.id == id) else { return };
        let List { mut saved, .. } = self.lists.remove(at);
        saved.is_on = false;
        self.earlier.insert(0, saved);
    }

    /// What a list says and what is known of it, unless it was not read yet.
    pub fn rows_of(&self, id: ListId) -> Option<ListRows> {
        let list = self.lists.iter().find(|list| list.saved.id == id)?;
        let (_, rows) = list.read.as_ref()?;
        let mut others = TakenBy::new();
        for other in self.lists.iter().filter(|other| other.saved.id != id) {
            let keys = other.saved.agreed.keys().chain(other.saved.pending.keys());
            others.extend(keys.map(|key| (key.clone(), other.name())));
        }
        Some(ListRows {
            rows: Arc::clone(rows),
            agreed: list.saved.agreed.clone(),
            pending: list.saved.pending.clone(),
            others,
            rules: list.saved.options.rules,
        })
    }

    /// All lists, also those that are not followed now.
    fn all(&mut self) -> impl Iterator<Item = &mut SavedList> {
        self.lists.iter_mut().map(|list| &mut list.saved).chain(&mut self.earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::edit::plan::{KnownOfChanges, requested_changes};
    use vitrine_core::import::sheet;

    /// What a list with this heading above its prices says.
    fn seen(heading: &str, price_unit: Option<PriceUnit>) -> Seen {
        let csv = format!("sku,{heading}\nA1,600000\nA2,700000\n");
        let cells = sheet::read(Path::new("list.csv"), csv.as_bytes()).expect("a list");
        let known = KnownOfChanges { price_unit, ..KnownOfChanges::default() };
        let rows = requested_changes(&cells, &known).expect("its rows");
        Seen::Read(FileState { bytes: 1, changed: None }, Box::new(rows))
    }

    #[test]
    fn an_answer_about_the_unit_holds_until_the_list_names_another_one() {
        let toman = Some(PriceUnit::Toman);
        let mut list = List::of(SavedList::new(ListId(1), "list.csv".into()));
        list.saved.price_unit = toman;
        for heading in ["price", "price"] {
            list.see(seen(heading, toman));
            assert!(list.read.is_some(), "{heading}: {:?}", list.state);
        }
        list.see(seen("price (rial)", toman));
        let asks = |list: &List| matches!(&list.state, ListState::Failed(problem) if problem.kind == ProblemKind::PriceUnit);
        assert!(asks(&list) && list.read.is_none(), "{:?}", list.state);
        list.see(seen("price (toman)", toman));
        assert!(list.read.is_some(), "it says what was said: {:?}", list.state);
        // Somebody said that rials are tomans here, and saw the heading.
        list.saved.named_unit = None;
        list.see(seen("price (rial)", toman));
        list.see(seen("price (rial)", toman));
        assert!(list.read.is_some(), "{:?}", list.state);
    }
}
