//! The review: the planned products, the texts typed into them, and starting the import.

use std::collections::{BTreeMap, BTreeSet};

use super::base_plan::BasePlan;
use super::checks::{Checked, Stale};
use super::history::{Step, Typing};
use super::{Checks, Import, ImportAction, Phase, Unpriced, UnpricedQuestion, key, typed};
use crate::domain::text::folded;
use crate::domain::{CreateRules, Draft, Edit, Field, FieldError, Problem, parse_integer};
use crate::import::PlannedDraft;
use crate::import::categories::keep_category_open;
use crate::import::plan::FolderPlan;
use crate::import::sheet::SheetOverview;
use crate::worker::{Command, ImportCommand, PlatformCommand, Settings};

impl Import {
    /// The text of a default value as typed.
    pub fn default_text(&self, field: Field) -> &str {
        self.defaults.get(&field).map_or("", String::as_str)
    }

    /// What is wrong with a default value.
    pub fn default_error(&self, field: Field) -> Option<FieldError> {
        Draft::default().set(field, self.default_text(field)).err()
    }

    /// The default values that are filled in, as typed.
    pub fn filled_defaults(&self) -> impl Iterator<Item = (Field, &str)> {
        filled(&self.defaults)
    }

    /// The defaults of the previous import, if this one has none yet.
    pub fn previous_defaults_on_offer(&self, rules: &CreateRules) -> impl Iterator<Item = (Field, &str)> {
        let none = self.filled_defaults().next().is_none();
        filled(&self.previous_defaults).filter(move |(field, text)| none && self.is_usable(*field, text, rules))
    }

    /// Whether a value means something at this marketplace. It may come from another one.
    fn is_usable(&self, field: Field, text: &str, rules: &CreateRules) -> bool {
        match field {
            Field::CategoryId => {
                let tree = self.categories.market_categories.tree.as_ref();
                rules.categories.is_some() && parse_integer(text).is_ok_and(|id| tree.is_some_and(|tree| tree.get(id).is_some()))
            }
            Field::Status => rules.status(text).is_some(),
            field => rules.takes(field),
        }
    }

    /// The text in a planned product's cell: what was typed, else what its sheet said where that means nothing. `None` if there is
    /// neither.
    pub fn typed(&self, index: usize, field: Field) -> Option<&str> {
        let draft = self.drafts.get(index)?;
        let typed = self.typed.get(&key(draft)).and_then(|typed| typed.get(&field)).map(String::as_str);
        typed.or_else(|| draft.unusable_cells().find(|(of, ..)| *of == field).map(|(_, text, _)| text))
    }

    /// A planned product with what was typed and the defaults, as far as they are valid.
    pub fn with_defaults(&self, index: usize) -> Draft {
        self.filled(index).map(|(draft, _)| draft).unwrap_or_default()
    }

    /// A planned product as it would be sent, and what is wrong with it. Nothing is wrong with one that Start would skip.
    pub fn effective(&self, index: usize, rules: &CreateRules) -> (Draft, BTreeMap<Field, FieldError>) {
        let Some(planned) = self.drafts.get(index) else { return Default::default() };
        let Some((mut draft, mut errors)) = self.filled(index) else { return Default::default() };
        if self.is_skipped(index) {
            return (draft, BTreeMap::new());
        }
        self.categories.market_categories.complete(&mut draft, rules);
        for problem in self.categories.market_categories.check(&draft, planned.photos.len(), rules) {
            errors.entry(problem.field).or_insert(problem.error);
        }
        if self.categories.market_categories.lacks_attributes(&draft, rules) {
            errors.entry(Field::ProductAttribute).or_insert(FieldError::AttributesUnknown);
        }
        (draft, errors)
    }

    /// A planned product with what was typed and the defaults, and which of them are invalid.
    fn filled(&self, index: usize) -> Option<(Draft, BTreeMap<Field, FieldError>)> {
        let planned = self.drafts.get(index)?;
        let mut draft = planned.draft.clone();
        let mut errors = BTreeMap::new();
        errors.extend(planned.unusable_cells().filter_map(|(field, _, error)| Some((field, error?.clone()))));
        let typed = self.typed.get(&key(planned));
        for (&field, text) in typed.into_iter().flatten() {
            errors.remove(&field);
            if let Err(error) = draft.set(field, text) {
                errors.insert(field, error);
            }
        }
        if draft.category_id.is_none() && draft.category.is_none() {
            draft.category_id = self.categories.of_folder(key(planned));
        }
        for (&field, text) in &self.defaults {
            let open = draft.integer(field).is_none() && draft.line(field).is_none_or(str::is_empty) && draft.list(field).is_none();
            let flag_open = field != Field::IsWholesale || draft.is_wholesale.is_none();
            if open && flag_open && !errors.contains_key(&field) {
                // An invalid default is reported at its own field.
                if Draft::default().set(field, text).is_ok() {
                    let _ = draft.set(field, text);
                }
            }
        }
        Some((draft, errors))
    }

    /// The indices of the products that cannot be sent yet, computed from scratch. Screens use [`Import::checks`] instead.
    pub fn incomplete(&self, rules: &CreateRules) -> Vec<usize> {
        (0..self.drafts.len()).filter(|&index| !self.effective(index, rules).1.is_empty()).collect()
    }

    /// The check results of the planned products, current after [`Import::check`].
    pub const fn checks(&self) -> &Checks {
        &self.checks
    }

    /// The marketplace's rules have changed.
    pub(in crate::ui::model) fn rules_changed(&mut self) {
        self.checks.touch_all();
    }

    /// All products have to be checked again, one after the other.
    pub(super) fn touch_each(&mut self) {
        (0..self.drafts.len()).for_each(|index| self.checks.touch(index));
    }

    /// Checks the products that changed since the last call, unless they are so many that this is left to
    /// [`Import::check_some`]. Returns the categories of those that were checked.
    pub(in crate::ui::model) fn check(&mut self, rules: &CreateRules) -> BTreeSet<i64> {
        if self.checks.take_long() { BTreeSet::new() } else { self.check_some(rules) }
    }

    /// Checks products that changed, as many as fit into a frame. Returns their categories.
    pub(in crate::ui::model) fn check_some(&mut self, rules: &CreateRules) -> BTreeSet<i64> {
        let mut used = BTreeSet::new();
        let mut check = |import: &Self, index, says_nothing: Option<bool>| {
            if import.is_skipped(index) {
                return Checked::skipped(import.is_typed_into(index));
            }
            let (draft, errors) = import.effective(index, rules);
            used.extend(draft.category_id);
            let says_nothing = says_nothing.unwrap_or_else(|| import.planned_name_says_nothing(index));
            let checked = Checked::of(&draft, &errors).with_nameless(says_nothing, import.typed(index, Field::Name).is_none());
            checked.with_gap(import.gap(index, &draft, &errors))
        };
        match self.checks.take_stale() {
            Stale::Places(indices) => {
                if indices.is_empty() {
                    return used;
                }
                for index in indices {
                    let checked = check(self, index, self.checks.planned_name_says_nothing(index));
                    self.checks.set(index, checked);
                }
                self.checks.finish();
            }
            Stale::All => {
                let checked = (0..self.drafts.len()).map(|index| check(self, index, None)).collect();
                self.checks.set_all(checked);
            }
        }
        used
    }

    /// Names with a number for all but the first of the products that share one. A name that a product has already is left
    /// out.
    pub fn numbered_names(&self) -> Vec<(usize, Field, String)> {
        let findings = self.checks.findings();
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

    /// Performs an action that changes the plan or a failed product.
    pub(super) fn change(&mut self, action: ImportAction, rules: &CreateRules) {
        self.revision += 1;
        match action {
            ImportAction::Type(index, field, text) => {
                let Some(draft) = self.drafts.get(index).map(|draft| key(draft).owned()) else { return };
                let step = self.type_texts([(index, field, text)]);
                self.history.record(step, Some(Typing::Cell(draft, field)));
            }
            ImportAction::SetCells(cells) => {
                let step = self.type_texts(cells);
                self.history.record(step, None);
            }
            ImportAction::TypeDefault(field, text) => {
                let before = self.defaults.clone();
                self.defaults.insert(field, text);
                self.touch_each();
                self.history.record(Step::Defaults(before), Some(Typing::Default(field)));
            }
            ImportAction::UseLastDefaults => {
                let usable = filled(&self.previous_defaults).filter(|(field, text)| self.is_usable(*field, text, rules));
                let usable = usable.map(|(field, text)| (field, text.to_owned())).collect();
                let before = std::mem::replace(&mut self.defaults, usable);
                self.touch_each();
                self.history.record(Step::Defaults(before), None);
            }
            ImportAction::Remove(index) => self.remove_and_record(&BTreeSet::from([index])),
            ImportAction::RemoveAll(indices) => self.remove_and_record(&indices.into_iter().collect()),
            ImportAction::EditPhotos(edits) => self.set_edits(edits),
            ImportAction::RemoveIncomplete => self.remove_and_record(&self.incomplete(rules).into_iter().collect()),
            ImportAction::Fix(id, field, text) => self.run.set_fix(id, field, text),
            ImportAction::FixAll(ids, field, text) => self.run.set_fix_all(&ids, field, &text),
            _ => {}
        }
    }

    /// Takes the worker's plan.
    pub(in crate::ui::model) fn planned(
        &mut self,
        drafts: Vec<PlannedDraft>,
        problems: Vec<Problem>,
        ignored: usize,
        folders: Vec<FolderPlan>,
    ) {
        if !matches!(self.phase, Phase::Planning | Phase::Review) {
            return;
        }
        self.plans += 1;
        self.reading.is_restored = false;
        self.note_planned();
        for draft in drafts.iter().filter(|draft| !self.removed.contains(&key(draft))) {
            // A sheet of failed products contains edits; those made here take precedence.
            for (index, photo) in draft.photos.iter().enumerate().filter(|(index, _)| !draft.edit(*index).is_identity()) {
                self.edits.entry(photo.clone()).or_insert(draft.edit(index));
            }
        }
        self.base = BasePlan { drafts, problems };
        self.rebuild_drafts();
        self.ignored = ignored;
        self.folders = folders;
        self.phase = Phase::Review;
        self.revision += 1;
    }

    fn remove_and_record(&mut self, indices: &BTreeSet<usize>) {
        let step = self.take_out(indices);
        self.history.record(step, None);
    }

    pub(super) fn remove(&mut self, indices: &BTreeSet<usize>) {
        let mut index = 0;
        let removed = &mut self.removed;
        self.drafts.retain(|draft| {
            let is_removed = indices.contains(&index);
            index += 1;
            if is_removed {
                removed.insert(key(draft).owned());
            }
            !is_removed
        });
        self.checks.remove(indices);
        self.plan_revision += 1;
    }

    /// Starts the import. Products without a price are created only with the user's consent.
    pub(super) fn start(
        &mut self,
        again: bool,
        unpriced: Unpriced,
        rules: &CreateRules,
        settings: &Settings,
    ) -> (Vec<Command>, Option<Settings>) {
        self.question = None;
        let without = |import: &Self, field| -> BTreeSet<usize> {
            let sent = (0..import.drafts.len()).filter(|&index| !import.is_skipped(index));
            sent.filter(|&index| import.effective(index, rules).0.integer(field).is_none()).collect()
        };
        let without_price = without(self, Field::PrimaryPrice);
        if unpriced == Unpriced::LeaveOut {
            self.remove_and_record(&without_price);
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
        let draft = |index: usize| {
            let planned: PlannedDraft = self.drafts[index].clone();
            let edits: Vec<Edit> = planned.photos.iter().map(|photo| self.edit(photo)).collect();
            let typed = self.typed.get(&key(&planned));
            let is_typed = |name: &str| Field::from_name(name).is_some_and(|field| typed.is_some_and(|typed| typed.contains_key(&field)));
            let mut planned = PlannedDraft { draft: self.effective(index, rules).0, ..planned }.edited(edits);
            // What was typed into a cell, even if it is nothing, takes the place of what the sheet said.
            planned.unusable.retain(|problem| !problem.field.as_deref().is_some_and(is_typed));
            if rules.categories.is_some() && self.categories.market_categories.tree.is_none() {
                keep_category_open(&mut planned, &self.dropped, &[], None);
            }
            planned
        };
        let drafts: Vec<PlannedDraft> = (0..self.drafts.len()).map(draft).collect();
        let total = drafts.len();
        let mut defaults = Draft::default();
        for (&field, text) in &self.defaults {
            // Only valid defaults are saved for the next import.
            let _ = defaults.set(field, text);
        }
        if defaults == Draft::default() {
            defaults.clone_from(&settings.defaults);
        }
        self.previous_defaults = typed::as_typed(&defaults);
        let settings = Settings { grouping: self.grouping, defaults, ..settings.clone() };
        let skips_expected = self.checks.skipped();
        self.run.discard_rows();
        self.enter_run();
        self.run.skips_expected = skips_expected;
        self.run.progress.counts.waiting = total;
        let generate_skus = settings.generate_skus && rules.sku_unique;
        let start = Command::Import(ImportCommand::Start { drafts, allow_duplicates: again, generate_skus, from_review: true });
        self.run.sheet = self.sheet().overviews().first().map(SheetOverview::imported);
        let sheet = Command::Import(ImportCommand::KeepSheet(self.run.sheet.clone().map(Box::new)));
        let commands = vec![Command::Platform(PlatformCommand::SaveSettings(Box::new(settings.clone()))), sheet, start];
        (commands, Some(settings))
    }
}

fn filled(texts: &BTreeMap<Field, String>) -> impl Iterator<Item = (Field, &str)> {
    texts.iter().map(|(&field, text)| (field, text.trim())).filter(|(_, text)| !text.is_empty())
}

/// A number in the digits of a name: Persian ones after Persian letters.
fn digits_of(name: &str, number: usize) -> String {
    let is_persian = name.chars().any(|letter| ('\u{600}'..='\u{6ff}').contains(&letter));
    let persian = |digit: char| digit.to_digit(10).and_then(|value| char::from_u32(0x6f0 + value)).unwrap_or(digit);
    number.to_string().chars().map(|digit| if is_persian { persian(digit) } else { digit }).collect()
}
