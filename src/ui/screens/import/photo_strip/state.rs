//! Which product's photos are shown, and which of them are selected.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use eframe::egui::{Id, Pos2, Ui};

use super::move_dialog::MoveDialog;
use crate::ui::screens::grid::Rows;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::Problem;
use vitrine_model::Import;

/// The strip's own state.
#[derive(Default)]
pub struct PhotoStripView {
    pub(super) open: Option<Open>,
    /// The products above and below the open one in the table.
    pub(super) neighbours: [Option<usize>; 2],
    pub(super) moving: Option<MoveDialog>,
}

/// The product whose photos are shown.
pub struct Open {
    identity: (PathBuf, String),
    /// Its index in the plan.
    pub index: usize,
    /// The plan for which the rest is current.
    plan: u64,
    /// Its photos, in order.
    pub photos: Vec<PathBuf>,
    /// Why some of them cannot be used, as far as the plan knows.
    pub problems: HashMap<PathBuf, Problem>,
    pub selected: BTreeSet<usize>,
    /// The photo that has the keyboard focus, or gets it.
    pub current: usize,
    /// The other end of a selected range.
    pub anchor: usize,
    /// Whether the current photo had the focus in the last frame.
    pub had_focus: bool,
    /// Whether a button above the photos had the focus in the last frame.
    pub has_focused_button: bool,
    /// Whether the current photo is to get the focus.
    pub wants_focus: bool,
    /// Whether the keyboard asked for the context menu of the current photo.
    pub menu_requested: bool,
    /// The photo whose context menu is open, and where the menu is if the keyboard opened it.
    pub menu: Option<(Id, Option<Pos2>)>,
}

/// Photos that are being dragged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dragged {
    pub product: usize,
    pub photos: BTreeSet<usize>,
    /// The plan to which the indices belong.
    pub plan: u64,
}

impl PhotoStripView {
    /// Whether the photos of this product are shown.
    pub fn is_open(&self, draft: &PlannedDraft) -> bool {
        self.open.as_ref().is_some_and(|open| open.is(draft))
    }

    /// Shows the photos of a product, or none if they are shown already.
    pub fn toggle(&mut self, index: usize, import: &Import) {
        let Some(draft) = import.review.drafts().get(index) else { return };
        if self.is_open(draft) {
            self.open = None;
            return;
        }
        let mut open = Open {
            identity: (draft.source.clone(), draft.source_name.clone()),
            index,
            plan: 0,
            photos: Vec::new(),
            problems: HashMap::new(),
            selected: BTreeSet::new(),
            current: 0,
            anchor: 0,
            had_focus: false,
            has_focused_button: false,
            wants_focus: true,
            menu_requested: false,
            menu: None,
        };
        open.read(draft, import);
        self.open = Some(open);
    }

    /// Notes the products above and below the open one in the table.
    pub fn place(&mut self, rows: &impl Rows) {
        let row = self.open.as_ref().and_then(|open| rows.row(open.index));
        self.neighbours = row.map_or([None, None], |row| {
            [row.checked_sub(1).and_then(|above| rows.product(above)), rows.product(row + 1)]
        });
    }

    /// Follows the changes of the plan. A product that has lost all photos makes way for the one that has
    /// them now.
    pub(super) fn update(&mut self, ui: &Ui, import: &Import) {
        let Some(open) = &mut self.open else { return };
        if open.plan == import.review.plan_revision() {
            return;
        }
        self.moving = None;
        let drafts = import.review.drafts();
        let same = drafts.get(open.index).filter(|draft| open.is(draft)).map(|_| open.index);
        let same = same.or_else(|| drafts.iter().position(|draft| open.is(draft)));
        let holder = |photo: &PathBuf| drafts.iter().position(|draft| draft.photos.contains(photo));
        let Some(index) = same.or_else(|| open.photos.get(open.current).and_then(holder)) else {
            // The row that took its place gets the focus.
            if let Some(next) =
                drafts.get(open.index.min(drafts.len().saturating_sub(1))).filter(|_| open.had_focus)
            {
                ui.memory_mut(|memory| memory.request_focus(button_id(next)));
            }
            self.open = None;
            return;
        };
        open.index = index;
        open.identity = (drafts[index].source.clone(), drafts[index].source_name.clone());
        open.read(&drafts[index], import);
    }
}

impl Open {
    fn is(&self, draft: &PlannedDraft) -> bool {
        (&self.identity.0, &self.identity.1) == (&draft.source, &draft.source_name)
    }

    /// Takes the product's photos. The selection and the focus stay with their photos.
    fn read(&mut self, draft: &PlannedDraft, import: &Import) {
        let place =
            |index: &usize| draft.photos.iter().position(|photo| self.photos.get(*index) == Some(photo));
        let selected = self.selected.iter().filter_map(place).collect();
        let last = draft.photos.len().saturating_sub(1);
        // The next one takes the place of a photo that is gone.
        let (current, anchor) = (place(&self.current).unwrap_or(self.current.min(last)), place(&self.anchor));
        (self.selected, self.current, self.anchor) = (selected, current, anchor.unwrap_or(current));
        self.wants_focus |= self.had_focus;
        self.photos.clone_from(&draft.photos);
        self.plan = import.review.plan_revision();
        let own = |file: &str| self.photos.iter().find(|photo| photo.as_path() == Path::new(file)).cloned();
        let own_problem = |problem: &Problem| Some((own(problem.subject.as_deref()?)?, problem.clone()));
        self.problems = import.review.problems().iter().filter_map(own_problem).collect();
    }

    /// The selected photos, else the one that has the focus.
    pub fn targets(&self) -> BTreeSet<usize> {
        if self.selected.is_empty() && self.had_focus {
            BTreeSet::from([self.current])
        } else {
            self.selected.clone()
        }
    }

    /// Selects a photo alone; `extend` selects up to it, and `toggle` adds it or takes it away.
    pub fn select(&mut self, photo: usize, extend: bool, toggle: bool) {
        if extend {
            self.selected = (self.anchor.min(photo)..=self.anchor.max(photo)).collect();
        } else if toggle {
            if !self.selected.remove(&photo) {
                self.selected.insert(photo);
            }
            self.anchor = photo;
        } else {
            self.selected = BTreeSet::from([photo]);
            self.anchor = photo;
        }
        self.current = photo;
    }

    pub fn dragged(&self) -> Dragged {
        Dragged { product: self.index, photos: self.selected.clone(), plan: self.plan }
    }

    /// The widget ids of the photos. They belong to the files, so that the focus stays with a photo that
    /// moves.
    pub fn ids(&self) -> Vec<Id> {
        let mut seen: HashMap<&Path, usize> = HashMap::new();
        let id = |photo| {
            let times = seen.entry(photo).or_default();
            *times += 1;
            Id::unique(("photo of a planned product", photo, *times))
        };
        self.photos.iter().map(PathBuf::as_path).map(id).collect()
    }
}

/// The widget id of the button that shows a product's photos.
pub fn button_id(draft: &PlannedDraft) -> Id {
    Id::unique(("photos of a planned product", &draft.source, &draft.source_name))
}
