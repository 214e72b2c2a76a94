//! What is under review: the planned products, and what the person typed and changed. Nothing of it was sent.

mod action;
mod arrangement;
mod base_plan;
mod bulk;
mod categories;
mod change;
mod checks;
mod clipboard;
mod comparison;
mod content;
mod content_changes;
mod defaults;
mod draft_key;
mod finder;
mod findings;
mod follow_up;
mod grouping;
mod history;
mod known;
mod known_categories;
mod like_sent;
mod naming;
mod new_plan;
mod photo_changes;
mod photo_findings;
mod review_sheet;
mod saved;
mod sending;
mod sheet;
mod sheet_rest;
mod template;
mod undo;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::reading::PlannedFrom;
use crate::messages::{PictureKey, Settings};
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::text::folded;
use vitrine_domain::{CreateRules, Field, PhotoEdit, Problem, ProblemKind};

pub use action::{ReviewAction, Unpriced, UnpricedQuestion};
pub use arrangement::PhotoAction;
pub use bulk::{bulk_fields, is_number};
pub use categories::attribute_texts;
pub use checks::{Checks, Reason, SALE_FIELDS};
pub use clipboard::{cells_as_text, cells_from_text};
pub use draft_key::DraftKey;
pub use finder::{ReviewArrangement, ReviewColumn, ReviewFilter, ReviewFinder};
pub use findings::{Compared, Findings, PriceTypo};
pub use known_categories::Gap;
pub use naming::{named_by, to_name};
pub use photo_findings::{PhotoFindings, count_photos};
pub use review_sheet::{ReviewSheet, SheetAction};
pub use sheet_rest::SheetRest;
pub use template::TemplatePreview;

use base_plan::BasePlan;
use checks::{Checked, Stale};
use content::{Content, ReadContent, Touched};
use defaults::{Defaults, PreviousDefaults};
use draft_key::key;
pub(super) use follow_up::{FollowUp, NextPhase};
use history::{History, Typing};
use known::{KnownProducts, PhotoLooks};
use known_categories::KnownCategories;

/// The planned products with the person's changes.
///
/// It is large because most of what is shown of a product follows from several of its owners: the plan, the
/// content, the sheets, what is known of earlier imports. What follows from one of them is a method of that
/// one.
#[derive(Debug, Default)]
pub struct Review {
    /// What a person made of what was dropped.
    content: ReadContent,
    /// What the worker planned.
    pub(super) plan: BasePlan,
    pub(super) sheet: ReviewSheet,
    derived: Derived,
    history: History,
    revisions: Revisions,
    pub(super) categories: KnownCategories,
    known: KnownProducts,
    pub(crate) looks: PhotoLooks,
    /// The defaults of the previous import, offered but not used until the user accepts them.
    previous_defaults: PreviousDefaults,
    /// The question that is open, if any.
    pub question: Option<UnpricedQuestion>,
    /// The photo for which the system's dialog asks for another file, and its product.
    replacing: Option<(DraftKey, PathBuf)>,
}

/// What follows from the plan and from the person's changes.
#[derive(Debug, Default)]
struct Derived {
    /// The planned products with the person's changes.
    drafts: Vec<PlannedDraft>,
    /// The files that cannot be used, and why.
    problems: Vec<Problem>,
    checks: Checks,
}

/// Which state of the review is which.
#[derive(Clone, Copy, Debug, Default)]
struct Revisions {
    /// Increases with each change.
    now: u64,
    /// Increases with each change of the planned products or photos, but not with typing.
    plan: u64,
    /// Counts the plans taken over from the worker.
    plans: u64,
    /// The revision that was last saved.
    saved: Option<u64>,
    /// The revision in which what was dropped was last kept, while nobody was signed in.
    kept: Option<u64>,
}

impl Review {
    /// The planned products.
    pub fn drafts(&self) -> &[PlannedDraft] {
        &self.derived.drafts
    }

    /// Increases with each change, so that derived values can be cached.
    pub const fn revision(&self) -> u64 {
        self.revisions.now
    }

    /// Increases with each change of the planned products or photos, but not with typing.
    pub const fn plan_revision(&self) -> u64 {
        self.revisions.plan
    }

    /// How photos are grouped into products.
    pub fn grouping(&self) -> Grouping {
        self.content.grouping
    }

    /// All paths dropped for the current plan.
    pub(super) fn dropped(&self) -> &[PathBuf] {
        &self.content.dropped
    }

    /// The files that cannot be used, and why.
    pub fn problems(&self) -> &[Problem] {
        &self.derived.problems
    }

    /// Whether there were products, and the person took all of them out.
    pub fn is_emptied(&self) -> bool {
        self.derived.drafts.is_empty() && !self.plan.drafts.is_empty()
    }

    /// What identifies a planned product, by index.
    pub fn draft_key(&self, index: usize) -> Option<DraftKey> {
        self.derived.drafts.get(index).map(|draft| key(draft).owned())
    }

    /// The user's edit of a planned photo.
    pub fn edit(&self, photo: &Path) -> PhotoEdit {
        self.content.edits.get(photo).copied().unwrap_or_default()
    }

    /// A planned photo with its edit.
    pub fn picture(&self, photo: &Path) -> PictureKey {
        PictureKey::File(photo.to_path_buf()).edited(self.edit(photo))
    }

    /// Sets the edits of photos; an empty edit removes the entry.
    pub(crate) fn set_edits(&mut self, edits: impl IntoIterator<Item = (PathBuf, PhotoEdit)>) {
        let edits = edits.into_iter().map(|(photo, edit)| (photo, Some(edit))).collect();
        let step = self.change(|content, _| content.replace_edits(edits));
        self.history.record(step, None);
    }

    /// Nothing is planned any more. What is known of the marketplace's categories and of earlier imports
    /// stays.
    pub(super) fn clear(&mut self) {
        self.sheet.take();
        self.take_content();
        // A notification that undoes a change of this review undoes none of the next one.
        let history = History { changes: self.history.changes, ..History::default() };
        *self = Self {
            history,
            sheet: std::mem::take(&mut self.sheet),
            content: std::mem::take(&mut self.content),
            previous_defaults: std::mem::take(&mut self.previous_defaults),
            categories: std::mem::take(&mut self.categories),
            revisions: Revisions { plan: self.revisions.plan + 1, saved: None, kept: None, ..self.revisions },
            looks: PhotoLooks {
                unusable: std::mem::take(&mut self.looks.unusable),
                covers_revision: self.looks.covers_revision,
                ..PhotoLooks::default()
            },
            ..Self::default()
        };
    }

    /// Takes the content away, but for how photos are grouped. Returns it, to be brought back.
    fn take_content(&mut self) -> Content {
        self.change(|content, _| {
            let empty = Content { grouping: content.grouping, ..Content::default() };
            (std::mem::replace(content, empty), Touched::NextPlan)
        })
    }

    /// The default values for all products.
    pub fn defaults(&self) -> &Defaults {
        &self.content.defaults
    }

    /// How the photos look: beside each other, and beside those in the shop.
    pub const fn looks(&self) -> &PhotoLooks {
        &self.looks
    }

    /// The defaults of an earlier import, if this one has none yet, and has new products.
    pub fn previous_defaults_on_offer(&self, rules: &CreateRules) -> impl Iterator<Item = (Field, &str)> {
        let none = self.defaults().filled().next().is_none()
            && self.derived.checks.skipped() < self.derived.drafts.len();
        self.previous_defaults
            .texts
            .filled()
            .filter(move |(field, text)| none && self.categories.is_usable(*field, text, rules))
    }

    /// The text in a planned product's cell: what was typed, else what its sheet said where that means
    /// nothing. `None` if there is neither.
    pub fn typed(&self, index: usize, field: Field) -> Option<&str> {
        let draft = self.derived.drafts.get(index)?;
        let typed =
            self.content.typed.get(&key(draft)).and_then(|typed| typed.get(&field)).map(String::as_str);
        typed.or_else(|| draft.unusable_cells().find(|(of, ..)| *of == field).map(|(_, text, _)| text))
    }

    /// A cell's own text, without a default.
    pub fn own_text(&self, index: usize, field: Field) -> String {
        let planned = || self.derived.drafts.get(index).map(|planned| planned.draft.text(field));
        self.typed(index, field).map(str::to_owned).or_else(planned).unwrap_or_default()
    }

    /// How many of these cells hold something else already.
    pub fn count_replaced(&self, cells: &[(usize, Field, String)]) -> usize {
        let before = |index, field| {
            if field == Field::CategoryId { self.category_text(index) } else { self.own_text(index, field) }
        };
        let replaces = |before: &str, text: &str| !before.trim().is_empty() && before.trim() != text.trim();
        cells.iter().filter(|(index, field, text)| replaces(&before(*index, *field), text)).count()
    }

    /// The indices of the products that cannot be sent yet, computed from scratch. Screens use
    /// [`Review::checks`] instead.
    pub fn incomplete(&self, rules: &CreateRules) -> Vec<usize> {
        (0..self.derived.drafts.len()).filter(|&index| !self.evaluated(index, rules).1.is_empty()).collect()
    }

    /// The check results of the planned products, current after [`Review::check`].
    pub const fn checks(&self) -> &Checks {
        &self.derived.checks
    }

    /// The picture of a planned photo was made, or could not be made, for this reason.
    pub(crate) fn picture_made(&mut self, photo: &Path, reason: Option<ProblemKind>) {
        let before = match reason {
            Some(code) => self.looks.unusable.insert(photo.to_owned(), code),
            None => self.looks.unusable.remove(photo),
        };
        if before != reason {
            let has_it = |draft: &PlannedDraft| draft.photos.iter().any(|held| held == photo);
            let products = self.derived.drafts.iter().enumerate().filter(|(_, draft)| has_it(draft));
            products.for_each(|(index, _)| self.derived.checks.touch(index));
        }
    }

    /// The marketplace's rules have changed.
    pub(crate) fn rules_changed(&mut self) {
        self.derived.checks.touch_all();
    }

    /// Checks the products that changed since the last call, unless they are so many that this is left to
    /// [`Review::check_part`]. Returns the categories of those that were checked.
    pub(crate) fn check(&mut self, rules: &CreateRules) -> BTreeSet<i64> {
        if self.derived.checks.are_too_many() { BTreeSet::new() } else { self.check_part(rules) }
    }

    /// Checks products that changed, as many as fit into a frame. Returns their categories.
    pub(crate) fn check_part(&mut self, rules: &CreateRules) -> BTreeSet<i64> {
        let mut used = BTreeSet::new();
        let mut check = |review: &Self, index, says_nothing: Option<bool>| {
            if review.is_skipped(index) {
                return Checked::skipped(review.is_typed_into(index));
            }
            let (draft, errors) = review.evaluated(index, rules);
            used.extend(draft.category_id);
            let says_nothing = says_nothing.unwrap_or_else(|| review.planned_name_says_nothing(index));
            let checked = Checked::of(&draft, &errors)
                .with_nameless(says_nothing, review.typed(index, Field::Name).is_none());
            checked.with_gap(review.gap(index, &draft, &errors))
        };
        match self.derived.checks.take_stale() {
            Stale::Places(indices) => {
                if indices.is_empty() {
                    return used;
                }
                for index in indices {
                    let checked = check(self, index, self.derived.checks.planned_name_says_nothing(index));
                    self.derived.checks.set(index, checked);
                }
                self.derived.checks.finish();
            }
            Stale::All => {
                let checked = (0..self.derived.drafts.len()).map(|index| check(self, index, None)).collect();
                self.derived.checks.set_all(checked);
            }
        }
        used
    }

    /// Names with a number for all but the first of the products that share one. A name that a product has
    /// already is left out.
    pub fn numbered_names(&self) -> Vec<(usize, Field, String)> {
        let findings = self.derived.checks.findings();
        let mut taken = BTreeSet::new();
        let mut cells = Vec::new();
        for same in findings.groups_of_equal_names() {
            let mut number = 1;
            for &index in same.iter().skip(1) {
                let name = self.with_defaults(index).name;
                let numbered = loop {
                    number += 1;
                    let numbered = format!("{name} {}", digits_of(&name, number));
                    if !findings.has_name(&numbered) && taken.insert(folded(&numbered)) {
                        break numbered;
                    }
                };
                cells.push((index, Field::Name, numbered));
            }
        }
        cells.sort_by_key(|(index, ..)| *index);
        cells
    }

    /// Performs an action. Returns what follows, and the settings if they change.
    pub(super) fn perform(
        &mut self,
        action: ReviewAction,
        rules: &CreateRules,
        settings: &Settings,
    ) -> (FollowUp, Option<Settings>) {
        let follow_up = match action {
            ReviewAction::Sheet(action) => return self.act_on_sheet(action, settings),
            ReviewAction::Grouping(grouping) => self.group_all(grouping),
            ReviewAction::GroupFolders(answers) => self.group_folders(answers),
            ReviewAction::CategoriseFolder { folder, category, products } => {
                self.categorise_folder(&folder, category, &products).into()
            }
            ReviewAction::Photos(action) => self.change_photos(&action).into(),
            ReviewAction::RemovePhotos(photos) => {
                self.remove_photos(photos);
                FollowUp::default()
            }
            ReviewAction::Again(again) => {
                self.create_again(again);
                FollowUp::default()
            }
            ReviewAction::EditPhotos(edits) => {
                self.set_edits(edits);
                FollowUp::default()
            }
            ReviewAction::Type(index, ..) if self.is_skipped(index) => FollowUp::default(),
            ReviewAction::Type(index, field, text) => {
                let typing = self.draft_key(index).map(|draft| Typing::Cell(draft, field));
                if typing.is_some() {
                    self.type_texts(vec![(index, field, text)], typing)
                } else {
                    FollowUp::default()
                }
            }
            ReviewAction::SetCells(mut cells) => {
                cells.retain(|(index, ..)| !self.is_skipped(*index));
                if cells.is_empty() { FollowUp::default() } else { self.type_texts(cells, None) }
            }
            ReviewAction::TypeDefault(field, text) => {
                self.set_defaults(self.defaults().with([(field, text)]), Some(Typing::Default(field)))
            }
            ReviewAction::UseLastDefaults => {
                let usable = self
                    .previous_defaults
                    .texts
                    .filled()
                    .filter(|(field, text)| self.categories.is_usable(*field, text, rules));
                let usable = usable.map(|(field, text)| (field, text.to_owned())).collect();
                self.set_defaults(usable, None)
            }
            ReviewAction::Remove(index) => self.leave_out(&BTreeSet::from([index])),
            ReviewAction::RemoveAll(indices) => self.leave_out(&indices.into_iter().collect()),
        };
        (follow_up, None)
    }

    fn type_texts(&mut self, texts: Vec<(usize, Field, String)>, typing: Option<Typing>) -> FollowUp {
        let step = self.change(|content, drafts| content.type_texts(drafts, texts));
        self.history.record(step, typing);
        FollowUp::default()
    }

    fn set_defaults(&mut self, defaults: Defaults, typing: Option<Typing>) -> FollowUp {
        let before = self.change(|content, _| content.replace_defaults(defaults));
        self.history.record(before, typing);
        FollowUp::default()
    }

    /// Takes products out, as one change.
    pub(super) fn leave_out(&mut self, products: &BTreeSet<usize>) -> FollowUp {
        let step = self.take_out(products);
        self.history.record(step, None);
        FollowUp::default()
    }

    /// What the next plan is made from.
    pub(super) fn planned_from(&self) -> PlannedFrom {
        PlannedFrom {
            paths: self.content.dropped.clone(),
            grouping: self.content.grouping,
            sheet: self.sheet.choice.clone(),
            changes: self.history.changes,
        }
    }

    /// Gives up what was changed since a plan was made.
    pub(super) fn go_back_to(&mut self, planned: PlannedFrom) {
        let PlannedFrom { paths, grouping, sheet, changes } = planned;
        self.change(|content, _| {
            (content.dropped, content.grouping) = (paths, grouping);
            ((), Touched::NextPlan)
        });
        self.sheet.replace_choice(sheet);
        self.history.give_up_after(changes);
    }

    /// Adds what was dropped.
    pub(super) fn add_dropped(&mut self, paths: Vec<PathBuf>) {
        self.change(|content, _| (content.dropped.extend(paths), Touched::NextPlan));
    }

    /// Groups photos in this way from the next plan on.
    pub(super) fn set_grouping(&mut self, grouping: Grouping) -> Grouping {
        self.change(|content, _| (std::mem::replace(&mut content.grouping, grouping), Touched::NextPlan))
    }

    /// Something else changed that is saved with it.
    pub(super) const fn mark_changed(&mut self) {
        self.revisions.now += 1;
    }
}

/// A number in the digits of a name: Persian ones after Persian letters.
fn digits_of(name: &str, number: usize) -> String {
    let is_persian = name.chars().any(|letter| ('\u{600}'..='\u{6ff}').contains(&letter));
    let persian =
        |digit: char| digit.to_digit(10).and_then(|value| char::from_u32(0x6f0 + value)).unwrap_or(digit);
    number.to_string().chars().map(|digit| if is_persian { persian(digit) } else { digit }).collect()
}
