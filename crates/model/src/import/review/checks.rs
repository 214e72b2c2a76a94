//! Counts what keeps planned products from being sent. Only products that changed are checked again.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::{Compared, Findings};
use super::known_categories::Gap;
use vitrine_domain::{Draft, Field, FieldError};

/// The fields that buyers decide by; the screen counts the products that lack them.
pub const SALE_FIELDS: [Field; 2] = [Field::PrimaryPrice, Field::Stock];

/// So many changed products are checked in a frame. The screens show the others as they were for some frames
/// more.
const BATCH: usize = 500;

/// The check results of all planned products, by index.
#[derive(Debug, Default)]
pub struct Checks {
    checked: Vec<Checked>,
    incomplete: Vec<usize>,
    reasons: BTreeMap<Reason, usize>,
    empty: [usize; SALE_FIELDS.len()],
    skipped: usize,
    typed_in_vain: usize,
    nameless: BTreeSet<usize>,
    gaps: BTreeMap<Gap, BTreeSet<usize>>,
    findings: Findings,
    stale: Stale,
    /// Increases whenever products were checked.
    revision: u64,
    /// How many checks were made so far.
    #[cfg(test)]
    pub(in crate::import) made: usize,
}

/// Why a product cannot be sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The field is missing or wrong.
    Field(Field),
    /// The file of a photo is damaged.
    DamagedPhoto,
}

impl Reason {
    const fn of(field: Field, error: &FieldError) -> Self {
        if matches!(error, FieldError::UnusablePhoto { is_damaged: true }) {
            Self::DamagedPhoto
        } else {
            Self::Field(field)
        }
    }
}

/// The check result of one product.
#[derive(Debug, Default)]
pub(super) struct Checked {
    wrong: Vec<Reason>,
    empty: [bool; SALE_FIELDS.len()],
    /// Whether Start would skip it, because it is in the shop.
    pub(super) skipped: bool,
    /// Whether it would be skipped although something was typed into it.
    pub(super) typed_in_vain: bool,
    /// Whether its name says nothing about it.
    nameless: bool,
    /// Whether the name in the plan says nothing, as long as it does not change.
    planned_name_says_nothing: Option<bool>,
    gap: Option<Gap>,
    compared: Compared,
}

/// Which products have to be checked again.
#[derive(Debug, PartialEq)]
pub(super) enum Stale {
    Places(BTreeSet<usize>),
    All,
}

impl Default for Stale {
    fn default() -> Self {
        Self::Places(BTreeSet::new())
    }
}

impl Checked {
    /// The result for a draft with these errors.
    pub(super) fn of(draft: &Draft, errors: &BTreeMap<Field, FieldError>) -> Self {
        let empty = SALE_FIELDS.map(|field| draft.lacks(field) && !errors.contains_key(&field));
        Self {
            wrong: errors.iter().map(|(field, error)| Reason::of(*field, error)).collect(),
            empty,
            compared: Compared::of(draft),
            ..Self::default()
        }
    }

    /// Says whether the name in the plan says nothing about the product, and whether that is the product's
    /// name.
    pub(super) fn with_nameless(mut self, says_nothing: bool, is_the_name: bool) -> Self {
        self.planned_name_says_nothing = Some(says_nothing);
        self.nameless = says_nothing && is_the_name;
        self
    }

    /// Says what its category lacks.
    pub(super) fn with_gap(mut self, gap: Option<Gap>) -> Self {
        self.gap = gap;
        self
    }

    /// The result for a product that Start would skip. Nothing is required of it.
    pub(super) fn skipped(typed_into: bool) -> Self {
        Self { skipped: true, typed_in_vain: typed_into, ..Self::default() }
    }
}

impl Checks {
    /// The indices of the products that cannot be sent yet, in order.
    pub fn incomplete(&self) -> &[usize] {
        &self.incomplete
    }

    /// Why products cannot be sent yet, each reason once.
    pub fn reasons(&self) -> impl Iterator<Item = Reason> {
        self.reasons.keys().copied()
    }

    /// The number of products in which each field of [`SALE_FIELDS`] is empty.
    pub const fn empty(&self) -> [usize; SALE_FIELDS.len()] {
        self.empty
    }

    /// The number of products that Start would skip, because they are in the shop.
    pub const fn skipped(&self) -> usize {
        self.skipped
    }

    /// The number of those into which something was typed, which is not sent.
    pub const fn typed_in_vain(&self) -> usize {
        self.typed_in_vain
    }

    /// The indices of the products whose names say nothing about them.
    pub const fn nameless(&self) -> &BTreeSet<usize> {
        &self.nameless
    }

    /// Whether the name of a product in the plan says nothing, if the product was checked since it was
    /// planned.
    pub(super) fn planned_name_says_nothing(&self, index: usize) -> Option<bool> {
        self.checked.get(index)?.planned_name_says_nothing
    }

    /// The products without a category, or without a value that their category requires.
    pub const fn gaps(&self) -> &BTreeMap<Gap, BTreeSet<usize>> {
        &self.gaps
    }

    /// What looks like a slip, though it keeps nothing from being sent.
    pub const fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Whether every product was checked since it changed.
    pub fn are_complete(&self) -> bool {
        self.stale == Stale::default()
    }

    /// Increases whenever products were checked.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether so many products changed that checking them takes longer than a frame may.
    pub(super) fn are_too_many(&self) -> bool {
        matches!(&self.stale, Stale::Places(indices) if indices.len() > BATCH)
    }

    /// Marks a product as changed.
    pub(super) fn touch(&mut self, index: usize) {
        if let Stale::Places(indices) = &mut self.stale {
            indices.insert(index);
        }
    }

    /// Marks all products as changed.
    pub(super) fn touch_all(&mut self) {
        self.stale = Stale::All;
    }

    /// Takes a list of products to check again, of many changed ones the first; the caller checks them with
    /// [`Checks::set`] and [`Checks::finish`], or with [`Checks::set_all`].
    pub(super) fn take_stale(&mut self) -> Stale {
        let mut taken = std::mem::take(&mut self.stale);
        if let Stale::Places(indices) = &mut taken
            && let Some(&next) = indices.iter().nth(BATCH)
        {
            self.stale = Stale::Places(indices.split_off(&next));
        }
        taken
    }

    /// Draws the conclusions from the products that were set.
    pub(super) fn finish(&mut self) {
        self.findings.update();
        self.revision += 1;
    }

    /// Replaces the results of all products.
    pub(super) fn set_all(&mut self, checked: Vec<Checked>) {
        *self = Self {
            #[cfg(test)]
            made: self.made + checked.len(),
            checked,
            revision: self.revision + 1,
            ..Self::default()
        };
        self.add_all();
    }

    fn add_all(&mut self) {
        for index in 0..self.checked.len() {
            self.add(index);
        }
        self.findings.update();
    }

    /// Replaces the result of one product.
    pub(super) fn set(&mut self, index: usize, checked: Checked) {
        if index >= self.checked.len() {
            return;
        }
        self.subtract(index);
        self.checked[index] = checked;
        self.add(index);
        #[cfg(test)]
        {
            self.made += 1;
        }
    }

    /// Removes the products at these indices; the others move up.
    pub(super) fn remove(&mut self, indices: &BTreeSet<usize>) {
        if self.stale != Stale::default() {
            return self.touch_all();
        }
        let kept = std::mem::take(&mut self.checked)
            .into_iter()
            .enumerate()
            .filter(|(index, _)| !indices.contains(index));
        let kept: Vec<Checked> = kept.map(|(_, checked)| checked).collect();
        *self = Self {
            #[cfg(test)]
            made: self.made,
            checked: kept,
            revision: self.revision + 1,
            ..Self::default()
        };
        self.add_all();
    }

    fn add(&mut self, index: usize) {
        let Checked { wrong, empty, skipped, typed_in_vain, nameless, gap, compared, .. } =
            &self.checked[index];
        if *nameless {
            self.nameless.insert(index);
        }
        if let Some(gap) = gap {
            self.gaps.entry(gap.clone()).or_default().insert(index);
        }
        self.findings.add(index, compared);
        self.skipped += usize::from(*skipped);
        self.typed_in_vain += usize::from(*typed_in_vain);
        for (count, empty) in self.empty.iter_mut().zip(empty) {
            *count += usize::from(*empty);
        }
        for &reason in wrong {
            *self.reasons.entry(reason).or_default() += 1;
        }
        if !wrong.is_empty()
            && let Err(at) = self.incomplete.binary_search(&index)
        {
            self.incomplete.insert(at, index);
        }
    }

    fn subtract(&mut self, index: usize) {
        let Checked { wrong, empty, skipped, typed_in_vain, nameless, gap, compared, .. } =
            &self.checked[index];
        if *nameless {
            self.nameless.remove(&index);
        }
        if let Some((gap, products)) = gap.as_ref().and_then(|gap| Some((gap, self.gaps.get_mut(gap)?))) {
            products.remove(&index);
            if products.is_empty() {
                self.gaps.remove(gap);
            }
        }
        self.findings.subtract(index, compared);
        self.skipped -= usize::from(*skipped);
        self.typed_in_vain -= usize::from(*typed_in_vain);
        for (count, empty) in self.empty.iter_mut().zip(empty) {
            *count -= usize::from(*empty);
        }
        for reason in wrong {
            if let Some(count) = self.reasons.get_mut(reason) {
                *count -= 1;
                if *count == 0 {
                    self.reasons.remove(reason);
                }
            }
        }
        if let Ok(at) = self.incomplete.binary_search(&index) {
            self.incomplete.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(wrong: &[Field], price: bool) -> Checked {
        Checked {
            wrong: wrong.iter().copied().map(Reason::Field).collect(),
            empty: [!price, false],
            ..Checked::default()
        }
    }

    fn counted(checks: &Checks) -> (Vec<usize>, Vec<Field>, usize) {
        let field = |reason| if let Reason::Field(field) = reason { field } else { unreachable!("no photo") };
        (checks.incomplete().to_vec(), checks.reasons().map(field).collect(), checks.empty()[0])
    }

    #[test]
    fn counts_follow_each_change() {
        let mut checks = Checks::default();
        checks.set_all(vec![
            checked(&[Field::Name], true),
            checked(&[], false),
            checked(&[Field::Name, Field::Weight], false),
        ]);
        assert_eq!(counted(&checks), (vec![0, 2], vec![Field::Name, Field::Weight], 2));
        checks.set(2, checked(&[Field::Name], true));
        checks.set(1, checked(&[Field::Stock], true));
        assert_eq!(counted(&checks), (vec![0, 1, 2], vec![Field::Name, Field::Stock], 0));
        checks.remove(&BTreeSet::from([0]));
        assert_eq!(counted(&checks), (vec![0, 1], vec![Field::Name, Field::Stock], 0));
        checks.set(0, checked(&[], true));
        assert_eq!(counted(&checks), (vec![1], vec![Field::Name], 0));
    }

    #[test]
    fn removing_before_the_check_requires_checking_everything() {
        let mut checks = Checks::default();
        checks.touch(3);
        checks.remove(&BTreeSet::from([0]));
        assert_eq!(checks.take_stale(), Stale::All);
        assert_eq!(checks.take_stale(), Stale::default());
    }
}
