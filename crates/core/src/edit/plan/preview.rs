//! Wishes, compared with the shop: old and new value of each field, and why some are not sent.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::rule::BulkRule;
use super::status::StatusNames;
use super::{RequestedChange, Target};
use crate::edit::change::{FieldChange, RowState, StoredRow};
use vitrine_domain::text::folded;
use vitrine_domain::{
    Change, Code, CreateRules, Draft, Field, FieldError, FieldProblem, FieldValue, MarketCategories, Problem, ProductId, ProductState,
    Quantity, TypedProduct,
};

/// What a run would change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    pub rows: Vec<PreviewRow>,
    pub counts: PreviewCounts,
}

/// One product of a preview.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewRow {
    /// The row of the sheet.
    pub row: Option<usize>,
    /// What the sheet calls the product: its id or SKU.
    pub key: String,
    pub product: Option<ProductId>,
    pub name: String,
    /// The fields that change.
    pub changes: Vec<FieldChange>,
    /// The same from what the shop has now, where that is not what they are based on.
    pub from_shop: Vec<FieldChange>,
    pub outcome: PreviewOutcome,
}

/// What would happen to a product.
#[derive(Clone, Debug, PartialEq)]
pub enum PreviewOutcome {
    Change,
    /// It has these values already, or nothing is wanted of it.
    Equal,
    /// A check found that the marketplace would refuse it, or it is unclear which product is meant.
    Refused(Problem),
    NotFound,
    /// The shop no longer has the value that the change is based on: it waits for a person.
    Moved,
}

/// How many products of a preview there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviewCounts {
    pub to_change: usize,
    pub equal: usize,
    pub refused: usize,
    pub not_found: usize,
    pub moved: usize,
    /// Of those to change: prices that become five times as high or low, or more.
    pub unusual_prices: usize,
}

/// What a person left out of a preview: the place of a row, and the field that is not changed.
pub type LeftOut = BTreeSet<(usize, Field)>;

impl Preview {
    fn add(&mut self, row: PreviewRow) {
        let counts = &mut self.counts;
        match row.outcome {
            PreviewOutcome::Change => counts.to_change += 1,
            PreviewOutcome::Equal => counts.equal += 1,
            PreviewOutcome::Refused(_) => counts.refused += 1,
            PreviewOutcome::NotFound => counts.not_found += 1,
            PreviewOutcome::Moved => counts.moved += 1,
        }
        counts.unusual_prices +=
            usize::from(row.outcome == PreviewOutcome::Change && row.changes.iter().any(FieldChange::is_unusual_price));
        self.rows.push(row);
    }

    /// The rows of the run that this preview starts, without what was left out of it.
    pub fn to_send(&self, left_out: &LeftOut) -> Vec<StoredRow> {
        let rows = self.rows.iter().enumerate().filter(|(_, row)| row.is_sent());
        rows.filter_map(|(place, row)| {
            let is_kept = |change: &&FieldChange| !left_out.contains(&(place, change.field));
            let changes: Vec<FieldChange> = row.changes.iter().filter(is_kept).cloned().collect();
            Some(StoredRow {
                product: row.product.clone().filter(|_| !changes.is_empty())?,
                name: row.name.clone(),
                changes,
                state: RowState::Waiting,
                sent: false,
                now: Vec::new(),
                problem: None,
            })
        })
        .collect()
    }
}

impl FromIterator<PreviewRow> for Preview {
    fn from_iter<T: IntoIterator<Item = PreviewRow>>(rows: T) -> Self {
        let mut preview = Self::default();
        rows.into_iter().for_each(|row| preview.add(row));
        preview
    }
}

impl PreviewRow {
    /// The changes as a person sees them: from what the shop has now.
    pub fn as_shown(&self) -> &[FieldChange] {
        if self.from_shop.is_empty() { &self.changes } else { &self.from_shop }
    }

    /// Whether its changes are sent, unless they are left out.
    pub const fn is_sent(&self) -> bool {
        matches!(self.outcome, PreviewOutcome::Change | PreviewOutcome::Moved)
    }
}

/// The products of a shop by id and by SKU.
#[derive(Debug, Default)]
pub struct Shop<'a> {
    by_id: HashMap<&'a ProductId, &'a ProductState>,
    by_sku: HashMap<String, Vec<&'a ProductState>>,
    /// Products that are there and cannot be read, each with its problem. SKUs are folded.
    unread_ids: HashMap<ProductId, Problem>,
    unread_skus: HashMap<String, Problem>,
}

impl<'a> Shop<'a> {
    /// An index of these products.
    pub fn new(products: impl IntoIterator<Item = &'a ProductState>) -> Self {
        let mut shop = Self::default();
        for state in products {
            if shop.by_id.insert(&state.product.id, state).is_none()
                && let Some(sku) = &state.product.sku
            {
                shop.by_sku.entry(folded(sku)).or_default().push(state);
            }
        }
        shop
    }

    /// The shop with a product that is meant and cannot be read.
    #[must_use]
    pub fn with_unread(mut self, target: Target, problem: Problem) -> Self {
        match target {
            Target::Id(id) => self.unread_ids.insert(id, problem),
            Target::Sku(sku) => self.unread_skus.insert(folded(&sku), problem),
        };
        self
    }

    /// The product that is meant, if it is known.
    ///
    /// # Errors
    /// `SeveralProducts` if an SKU belongs to several, and why a product cannot be read.
    pub fn find(&self, target: &Target) -> Result<Option<&'a ProductState>, Problem> {
        let sku = match target {
            Target::Id(id) => return self.unread_ids.get(id).cloned().map_or_else(|| Ok(self.by_id.get(id).copied()), Err),
            Target::Sku(sku) => sku.trim(),
        };
        if let Some(problem) = self.unread_skus.get(&folded(sku)) {
            return Err(problem.clone());
        }
        let Some(found) = self.by_sku.get(&folded(sku)) else { return Ok(None) };
        let exact: Vec<&ProductState> =
            found.iter().copied().filter(|state| state.product.sku.as_deref().map(str::trim) == Some(sku)).collect();
        match if exact.is_empty() { found.as_slice() } else { exact.as_slice() } {
            [only] => Ok(Some(only)),
            _ => Err(Problem::new(Code::SeveralProducts).with_subject(sku)),
        }
    }
}

/// Compares what is wanted with the shop. `rules` apply to every product, in the place of its cells for the same fields.
pub fn preview(
    requested: &[RequestedChange],
    rules: &[BulkRule],
    shop: &Shop<'_>,
    create: &CreateRules,
    statuses: &StatusNames,
) -> Preview {
    let (mut preview, mut seen) = (Preview::default(), HashSet::new());
    for request in requested {
        let key = match &request.target {
            Target::Id(id) => id.to_string(),
            Target::Sku(sku) => sku.clone(),
        };
        let mut row = PreviewRow {
            row: request.row,
            key,
            product: None,
            name: String::new(),
            changes: Vec::new(),
            from_shop: Vec::new(),
            outcome: PreviewOutcome::NotFound,
        };
        match shop.find(&request.target) {
            Err(problem) => row.outcome = PreviewOutcome::Refused(problem),
            Ok(None) => {}
            Ok(Some(state)) => {
                (row.product, row.name) = (Some(state.product.id.clone()), state.product.title.clone());
                row.outcome = if seen.insert(&state.product.id) {
                    let judged = changes(request, rules, state, create, statuses);
                    judged.map_or_else(PreviewOutcome::Refused, |changes| {
                        let has_moved = changes.iter().any(|change| has_moved(change, state));
                        row.changes = changes;
                        if has_moved {
                            row.from_shop = from_shop(&row.changes, state);
                        }
                        match () {
                            () if row.changes.is_empty() => PreviewOutcome::Equal,
                            () if has_moved => PreviewOutcome::Moved,
                            () => PreviewOutcome::Change,
                        }
                    })
                } else {
                    PreviewOutcome::Refused(Problem::new(Code::RepeatedRow).with_subject(row.key.clone()))
                };
            }
        }
        preview.add(row);
    }
    preview
}

/// A product's values in the form in which fields are checked.
fn draft_of(state: &ProductState) -> Draft {
    let number = |field| match state.value(field) {
        Some(FieldValue::Number(number)) => Some(number),
        _ => None,
    };
    let text = |field| match state.value(field) {
        Some(FieldValue::Text(text)) => Some(text),
        _ => None,
    };
    Draft {
        name: state.product.title.clone(),
        brief: text(Field::Brief),
        description: text(Field::Description),
        sku: text(Field::Sku),
        is_wholesale: state.product.is_wholesale,
        weight: match state.value(Field::Weight) {
            Some(FieldValue::Decimal(weight)) => Some(weight),
            _ => number(Field::Weight).map(Quantity::from),
        },
        package_weight: number(Field::PackageWeight),
        primary_price: number(Field::PrimaryPrice),
        stock: number(Field::Stock),
        preparation_days: number(Field::PreparationDays),
        status: number(Field::Status),
        ..Draft::default()
    }
}

fn changes(
    request: &RequestedChange,
    rules: &[BulkRule],
    state: &ProductState,
    create: &CreateRules,
    statuses: &StatusNames,
) -> Result<Vec<FieldChange>, Problem> {
    let old = draft_of(state);
    let by_rule = |field: Field| rules.iter().any(|rule| rule.field == field);
    let is_replaced = |problem: &&Problem| rules.iter().any(|rule| problem.field.as_deref() == Some(rule.field.name()));
    if let Some(problem) = request.problems.iter().find(|problem| !is_replaced(problem)) {
        return Err(problem.clone());
    }
    let mut wanted: Vec<(Field, String)> = request.values.iter().filter(|(field, _)| !by_rule(*field)).cloned().collect();
    for rule in rules {
        // What buyers pay may be lower than the price that is changed.
        if rule.field == Field::PrimaryPrice && rule.is_relative() && state.primary_price.is_none() {
            return Err(Problem::new(Code::OwnPriceUnknown).with_field(Field::PrimaryPrice.name()));
        }
        let invalid = |error| Problem::from(FieldProblem { field: rule.field, error });
        wanted.extend(rule.apply(&old).map_err(invalid)?.map(|text| (rule.field, text)));
    }
    let mut new = old.clone();
    if let Some((field, _)) = wanted.iter().find(|(field, _)| !field.changes(Change::One)) {
        return Err(FieldProblem { field: *field, error: FieldError::NotTaken }.into());
    }
    for (field, text) in &wanted {
        let set = match field {
            Field::Status => statuses.read(text, state).map(|id| new.status = Some(id)),
            field => new.set(*field, text),
        };
        set.map_err(|error| FieldProblem { field: *field, error })?;
    }
    // What is empty is not always shown.
    let empty = FieldValue::Text(String::new());
    let album = request.album.clone().map(|photos| (Field::Photos, FieldValue::Album(photos)));
    if album.is_some() && state.album.is_none() {
        return Err(FieldProblem { field: Field::Photos, error: FieldError::NotTaken }.into());
    }
    let changed: Vec<FieldChange> = wanted
        .iter()
        .filter_map(|(field, _)| Some((*field, value(&new, *field)?)))
        .chain(album)
        .filter(|(field, new)| state.value(*field).as_ref().unwrap_or(&empty) != new)
        .map(|(field, new)| FieldChange { field, base: base(request, field).or_else(|| state.value(field)), new })
        .collect();
    check(&changed, &new, state, create)?;
    Ok(changed)
}

fn base(request: &RequestedChange, field: Field) -> Option<FieldValue> {
    request.base.iter().find(|(of, _)| *of == field).map(|(_, value)| value.clone())
}

/// Whether the shop has neither the value on which a change is based, nor the new one.
fn has_moved(change: &FieldChange, state: &ProductState) -> bool {
    state.value(change.field).is_some_and(|now| now != change.new && Some(&now) != change.base.as_ref())
}

/// The changes from what the shop has now.
fn from_shop(changes: &[FieldChange], state: &ProductState) -> Vec<FieldChange> {
    let now = |change: &FieldChange| FieldChange { base: state.value(change.field).or_else(|| change.base.clone()), ..change.clone() };
    changes.iter().map(now).collect()
}

/// The new value of a field; an empty text empties it, where that means something.
fn value(draft: &Draft, field: Field) -> Option<FieldValue> {
    let emptied = || (field == Field::Name || field.is_clearable()).then(|| FieldValue::Text(String::new()));
    draft.value(field).or_else(emptied)
}

/// What would certainly be refused.
fn check(changed: &[FieldChange], new: &Draft, state: &ProductState, create: &CreateRules) -> Result<(), Problem> {
    let changes = |field: Field| changed.iter().any(|change| change.field == field);
    if state.has_variants && (changes(Field::PrimaryPrice) || changes(Field::Stock)) {
        return Err(Problem::new(Code::HasVariants));
    }
    let album = changed.iter().find_map(|change| if let FieldValue::Album(photos) = &change.new { Some(photos.len()) } else { None });
    let photos = album.unwrap_or(usize::from(state.product.photo.is_some()));
    let found = TypedProduct::from(new.clone()).evaluate(photos, create, &MarketCategories::default()).errors;
    let needs_photo_now = create.needs_photo(new.status) && !create.needs_photo(draft_of(state).status);
    let needs_photo_now = needs_photo_now || album.is_some();
    let concerned = |(field, _): &(Field, FieldError)| changes(*field) || (*field == Field::Photo && needs_photo_now);
    found.into_iter().find(concerned).map_or(Ok(()), |(field, error)| Err(FieldProblem { field, error }.into()))
}

/// The old values of what a run changed. The base of each is what the run wrote. Of a product of which it was not known that it
/// changed, the shop tells.
pub fn undo_preview(run: &[StoredRow], shop: &Shop<'_>) -> Preview {
    let mut preview = Preview::default();
    for done in run.iter().filter(|row| row.may_have_changed()) {
        let state = shop.by_id.get(&done.product);
        let now = |change: &FieldChange| state.and_then(|state| state.value(change.field));
        let back = |(place, change): (usize, &FieldChange)| {
            let written = done.spelled(place).unwrap_or(&change.new);
            Some(FieldChange { field: change.field, base: Some(written.clone()), new: change.base.clone()? })
        };
        let mut changes: Vec<FieldChange> =
            done.changes.iter().enumerate().filter(|(_, change)| can_be_undone(change)).filter_map(back).collect();
        // What was there before it was sent stays. Of what is not known to have changed, only what is there is ours.
        changes.retain(|change| change.base.as_ref() != Some(&change.new));
        if done.state != RowState::Changed {
            changes.retain(|change| now(change) == change.base);
        }
        let is_back = changes.iter().all(|change| now(change).as_ref() == Some(&change.new));
        let has_moved = state.is_some_and(|state| changes.iter().any(|change| has_moved(change, state)));
        let outcome = match state {
            None => shop.unread_ids.get(&done.product).cloned().map_or(PreviewOutcome::NotFound, PreviewOutcome::Refused),
            Some(_) if is_back => PreviewOutcome::Equal,
            Some(_) if has_moved => PreviewOutcome::Moved,
            Some(_) => PreviewOutcome::Change,
        };
        if done.state != RowState::Changed && (outcome != PreviewOutcome::Change || changes.is_empty()) {
            continue;
        }
        let name = state.map_or_else(|| done.name.clone(), |state| state.product.title.clone());
        let row = |changes: Vec<FieldChange>, outcome| PreviewRow {
            row: None,
            key: done.product.to_string(),
            product: Some(done.product.clone()),
            name: name.clone(),
            from_shop: state.filter(|_| has_moved).map(|state| from_shop(&changes, state)).unwrap_or_default(),
            changes,
            outcome,
        };
        if !changes.is_empty() || state.is_none() {
            preview.add(row(changes, outcome));
        }
        if let (Some(first), Some(_)) = (done.changes.iter().find(|change| !can_be_undone(change)), state) {
            let problem = Problem::new(Code::NoOldValue).with_field(first.field.name());
            preview.add(row(Vec::new(), PreviewOutcome::Refused(problem)));
        }
    }
    preview
}

/// Whether a product had a value before that it can be given again. A first SKU can only be replaced, not removed.
fn can_be_undone(change: &FieldChange) -> bool {
    let is_empty = |base: &FieldValue| matches!(base, FieldValue::Text(text) if text.is_empty());
    change.base.as_ref().is_some_and(|base| !is_empty(base) || change.field.is_clearable())
}
