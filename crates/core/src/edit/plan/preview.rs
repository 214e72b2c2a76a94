//! Wishes, compared with the shop: old and new value of each field, and why some are not sent.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::discount;
use super::rule::BulkRule;
use super::status::StatusNames;
use super::{RequestedChange, Target};
use crate::edit::change::{FieldChange, RowState, StoredRow};
use crate::import::sheet::{SheetOverview, is_read_as};
use vitrine_domain::text::{folded, with_latin_digits};
use vitrine_domain::{
    Change, CreateRules, Draft, Field, FieldError, FieldKind, FieldProblem, FieldValue, MarketCategories,
    Price, Problem, ProblemKind, ProductId, ProductState, Quantity, TypedProduct, Variant, VariantId,
};

/// What a run would change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    pub rows: Vec<PreviewRow>,
    pub counts: PreviewCounts,
    /// How the sheet was understood that wants it.
    pub sheet: Option<Box<SheetOverview>>,
}

/// One product of a preview with its variants, or the variant that a row of the sheet names.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewRow {
    /// The row of the sheet.
    pub row: Option<usize>,
    /// What the sheet calls the product: its id or SKU.
    pub key: String,
    pub product: Option<ProductId>,
    /// The product's name; that in the sheet's row where the shop has no such product.
    pub name: String,
    /// The fields that change.
    pub changes: Vec<FieldChange>,
    /// The same from what the shop has now, where that is not what they are based on.
    pub from_shop: Vec<FieldChange>,
    /// What buyers will pay because of a discount, for the product or each of its variants.
    pub paid: Vec<FieldChange>,
    pub outcome: PreviewOutcome,
}

impl PreviewRow {
    /// What it is called beside others: the product's name, or what the sheet says where the shop has none.
    pub fn called(&self) -> String {
        match (&self.product, self.name.as_str()) {
            (_, "") => self.key.clone(),
            (None, name) if name != self.key => format!("{} ({name})", self.key),
            (_, name) => name.to_owned(),
        }
    }
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

/// How many products of a preview there are of each kind. A product of which several rows change is one, and
/// it is equal if all of its rows are; refused are rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviewCounts {
    pub to_change: usize,
    pub equal: usize,
    pub refused: usize,
    pub not_found: usize,
    pub moved: usize,
    /// Of those to change: prices that become five times as high or low, or more, and stocks that may be
    /// prices.
    pub unusual: usize,
}

/// What a person left out of a preview: the places of a row, and of a change of it.
pub type LeftOut = BTreeSet<(usize, usize)>;

impl Preview {
    /// Whether any of the values that would be sent can be given back again.
    pub fn can_be_undone(&self) -> bool {
        let sent = self.rows.iter().filter(|row| row.is_sent());
        sent.flat_map(|row| &row.changes).any(FieldChange::can_be_undone)
    }

    /// The rows of the run that this preview starts, without what was left out of it. A product and its
    /// variants are one row.
    pub fn to_send(&self, left_out: &LeftOut) -> Vec<StoredRow> {
        let (mut sent, mut places): (Vec<StoredRow>, HashMap<&ProductId, usize>) =
            (Vec::new(), HashMap::new());
        for (place, row) in self.rows.iter().enumerate().filter(|(_, row)| row.is_sent()) {
            let is_kept = |(change, _): &(usize, &FieldChange)| !left_out.contains(&(place, *change));
            let changes: Vec<FieldChange> =
                row.changes.iter().enumerate().filter(is_kept).map(|(_, change)| change.clone()).collect();
            let Some(product) = row.product.as_ref().filter(|_| !changes.is_empty()) else { continue };
            let at = *places.entry(product).or_insert_with(|| {
                sent.push(StoredRow {
                    product: product.clone(),
                    name: row.name.clone(),
                    changes: Vec::new(),
                    state: RowState::Waiting,
                    sent: false,
                    now: Vec::new(),
                    problem: None,
                });
                sent.len() - 1
            });
            sent[at].changes.extend(changes);
        }
        sent
    }
}

impl FromIterator<PreviewRow> for Preview {
    fn from_iter<T: IntoIterator<Item = PreviewRow>>(rows: T) -> Self {
        let rows: Vec<PreviewRow> = rows.into_iter().collect();
        Self { counts: PreviewCounts::of(&rows), rows, sheet: None }
    }
}

impl PreviewCounts {
    fn of(rows: &[PreviewRow]) -> Self {
        let (mut counts, mut seen) = (Self::default(), HashSet::new());
        let differing = rows.iter().filter(|row| row.outcome != PreviewOutcome::Equal);
        let differing: HashSet<&ProductId> = differing.filter_map(|row| row.product.as_ref()).collect();
        let is_equal = |row: &PreviewRow| row.product.as_ref().is_none_or(|id| !differing.contains(id));
        for row in rows {
            let is_new = row
                .product
                .as_ref()
                .is_none_or(|product| seen.insert((product, std::mem::discriminant(&row.outcome))));
            match row.outcome {
                PreviewOutcome::Refused(_) => counts.refused += 1,
                PreviewOutcome::NotFound => counts.not_found += 1,
                _ if !is_new => {}
                PreviewOutcome::Change => counts.to_change += 1,
                PreviewOutcome::Equal => counts.equal += usize::from(is_equal(row)),
                PreviewOutcome::Moved => counts.moved += 1,
            }
            let is_unusual = row.outcome == PreviewOutcome::Change
                && row.changes.iter().any(|change| change.is_unusual_price() || change.is_unusual_stock());
            counts.unusual += usize::from(is_unusual);
        }
        counts
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

/// A product, or one of its variants.
#[derive(Clone, Copy, Debug)]
pub struct Meant<'a> {
    pub state: &'a ProductState,
    pub variant: Option<&'a Variant>,
}

impl<'a> Meant<'a> {
    fn key(self) -> (&'a ProductId, Option<&'a VariantId>) {
        (&self.state.product.id, self.variant.map(|variant| &variant.id))
    }

    fn sku(self) -> Option<&'a str> {
        self.variant.map_or(&self.state.product.sku, |variant| &variant.sku).as_deref()
    }

    /// What it is called where none of its values is shown.
    fn name(self) -> String {
        let title = &self.state.product.title;
        self.variant.map_or_else(|| title.clone(), |variant| format!("{title} ({})", variant.called()))
    }

    /// Its value of a field. What a variant does not have for itself is its product's.
    pub fn value(self, field: Field) -> Option<FieldValue> {
        match self.variant {
            Some(variant) if Variant::FIELDS.contains(&field) => variant.value(field),
            _ => self.state.value(field),
        }
    }

    /// The price that the owner set; what buyers pay may be lower.
    fn own_price(self) -> Option<Price> {
        self.variant.map_or(self.state.primary_price, |variant| variant.primary_price)
    }

    /// Whether a change of this field can be one of this.
    fn has(self, field: Field) -> bool {
        self.variant.is_none() || Variant::FIELDS.contains(&field)
    }
}

/// The products of a shop by id and by SKU.
#[derive(Debug, Default)]
pub struct Shop<'a> {
    by_id: HashMap<&'a ProductId, &'a ProductState>,
    by_sku: HashMap<String, Vec<Meant<'a>>>,
    by_name: HashMap<String, Vec<Meant<'a>>>,
    /// Products that are there and cannot be read, each with its problem. SKUs and names are folded.
    unread_ids: HashMap<ProductId, Problem>,
    unread_skus: HashMap<String, Problem>,
    unread_names: HashMap<String, Problem>,
}

impl<'a> Shop<'a> {
    /// An index of these products.
    pub fn new(products: impl IntoIterator<Item = &'a ProductState>) -> Self {
        let mut shop = Self::default();
        for state in products {
            if shop.by_id.insert(&state.product.id, state).is_some() {
                continue;
            }
            let of_name = shop.by_name.entry(folded(&state.product.title)).or_default();
            of_name.push(Meant { state, variant: None });
            let variants =
                state.product.variants.iter().map(|variant| Meant { state, variant: Some(variant) });
            for meant in variants.chain([Meant { state, variant: None }]) {
                let Some(sku) = meant.sku().map(folded) else { continue };
                let same = shop.by_sku.entry(sku).or_default();
                // A product may show the code of one of its variants as its own.
                if meant.variant.is_some()
                    || same.iter().all(|other| other.state.product.id != state.product.id)
                {
                    same.push(meant);
                }
            }
        }
        shop
    }

    /// The shop with a product that is meant and cannot be read.
    #[must_use]
    pub fn with_unread(mut self, target: Target, problem: Problem) -> Self {
        match target {
            Target::Id(id) | Target::Variant(id, _) => self.unread_ids.insert(id, problem),
            Target::Sku(sku) => self.unread_skus.insert(folded(&sku), problem),
            Target::Name(name) => self.unread_names.insert(folded(&name), problem),
        };
        self
    }

    fn product(&self, id: &ProductId) -> Result<Option<Meant<'a>>, Problem> {
        let found = self.by_id.get(id).map(|state| Meant { state, variant: None });
        self.unread_ids.get(id).cloned().map_or(Ok(found), Err)
    }

    /// The product or the variant that is meant, if it is known.
    ///
    /// # Errors
    /// `SeveralProducts` if an SKU belongs to several, `SeveralNames` if a name does, `VariantGone`, and why
    /// a product cannot be read.
    pub fn find(&self, target: &Target) -> Result<Option<Meant<'a>>, Problem> {
        let sku = match target {
            Target::Id(id) => return self.product(id),
            Target::Variant(id, variant) => {
                let Some(Meant { state, .. }) = self.product(id)? else { return Ok(None) };
                let gone = || Problem::new(ProblemKind::VariantGone).with_subject(variant.as_str());
                return Ok(Some(Meant { state, variant: Some(state.variant(variant).ok_or_else(gone)?) }));
            }
            Target::Name(name) => return self.called(name),
            Target::Sku(sku) => sku.trim(),
        };
        if let Some(problem) = self.unread_skus.get(&folded(sku)) {
            return Err(problem.clone());
        }
        let Some(found) = self.by_sku.get(&folded(sku)) else { return Ok(None) };
        let exact: Vec<Meant<'a>> =
            found.iter().copied().filter(|meant| meant.sku().map(str::trim) == Some(sku)).collect();
        match if exact.is_empty() { found.as_slice() } else { exact.as_slice() } {
            [only] => Ok(Some(*only)),
            _ => Err(Problem::new(ProblemKind::SeveralProducts).with_subject(sku)),
        }
    }
}

impl<'a> Shop<'a> {
    /// The product of this name.
    fn called(&self, name: &str) -> Result<Option<Meant<'a>>, Problem> {
        let key = folded(name);
        if let Some(problem) = self.unread_names.get(&key) {
            return Err(problem.clone());
        }
        match self.by_name.get(&key).map_or(&[][..], Vec::as_slice) {
            [] => Ok(None),
            [only] => Ok(Some(*only)),
            _ => Err(Problem::new(ProblemKind::SeveralNames).with_subject(name)),
        }
    }

    /// Whether an SKU is that of other products alone.
    fn is_of_others(&self, sku: &str, meant: Meant<'_>) -> bool {
        let found = self.by_sku.get(&folded(sku)).map_or(&[][..], Vec::as_slice);
        !found.is_empty() && found.iter().all(|other| other.state.product.id != meant.state.product.id)
    }

    /// The product or the variant that a request means.
    ///
    /// # Errors
    /// As [`Shop::find`]; `IdAndSku` if the row names two products, `VariantNotFound` if the product has no
    /// variant with the properties that the request names, `WhichVariant` if it has several.
    pub fn meant(&self, request: &RequestedChange) -> Result<Option<Meant<'a>>, Problem> {
        let Some(meant) = self.find(&request.target)? else { return Ok(None) };
        if let Some(sku) = request.sku.as_deref().filter(|sku| self.is_of_others(sku, meant)) {
            return Err(Problem::new(ProblemKind::IdAndSku).with_subject(sku));
        }
        // Of a product that is not sold in variants, they only say more.
        if request.properties.is_empty() || !meant.state.has_variants {
            return Ok(Some(meant));
        }
        let variants = &meant.state.product.variants;
        let names: HashSet<String> = variants
            .iter()
            .flat_map(|variant| &variant.properties)
            .map(|(name, _)| folded(name))
            .filter(|name| !name.is_empty())
            .collect();
        let is_meant = |variant: &&Variant| {
            meant.variant.is_none_or(|named| named.id == variant.id)
                && variant.has_properties(&request.properties, &names)
        };
        let found: Vec<&Variant> = variants.iter().filter(is_meant).collect();
        match found.as_slice() {
            [only] => Ok(Some(Meant { variant: Some(*only), ..meant })),
            [] if variants.is_empty() => Ok(Some(meant)),
            [] => Err(Problem::new(ProblemKind::VariantNotFound).with_subject(request.key())),
            _ => Err(Problem::new(ProblemKind::WhichVariant)),
        }
    }
}

/// Compares what is wanted with the shop. `rules` apply to every product, in the place of its cells for the
/// same fields.
pub fn preview(
    requested: &[RequestedChange],
    rules: &[BulkRule],
    shop: &Shop<'_>,
    create: &CreateRules,
    statuses: &StatusNames,
) -> Preview {
    let (mut rows, mut seen) = (Vec::new(), HashSet::new());
    let contradicted = contradicted(requested, shop);
    let misplaced = misplaced_names(requested, shop);
    for request in requested {
        let row = PreviewRow {
            row: request.row,
            key: request.key(),
            product: None,
            name: request.name().to_owned(),
            changes: Vec::new(),
            from_shop: Vec::new(),
            paid: Vec::new(),
            outcome: PreviewOutcome::NotFound,
        };
        let is_misplaced = request.row.is_some_and(|row| misplaced.contains(&row));
        let other =
            || Problem::new(ProblemKind::IdAndSku).with_subject(request.name.clone().unwrap_or_default());
        let meant = match shop.meant(request) {
            Ok(Some(_)) if is_misplaced => Err(other()),
            meant => meant,
        };
        let meant = match meant {
            Ok(Some(meant)) => meant,
            Ok(None) => {
                rows.push(row);
                continue;
            }
            Err(problem) => {
                let product = shop.find(&request.target).ok().flatten().map(|meant| &meant.state.product);
                rows.push(PreviewRow {
                    product: product.map(|product| product.id.clone()),
                    name: product.map_or_else(|| row.name.clone(), |product| product.title.clone()),
                    outcome: PreviewOutcome::Refused(problem),
                    ..row
                });
                continue;
            }
        };
        let row = PreviewRow {
            product: Some(meant.state.product.id.clone()),
            name: meant.state.product.title.clone(),
            ..row
        };
        let (mut changed, mut refused) = (None, Vec::new());
        for wish in wishes(request, meant, rules, create) {
            let key = wish.meant.key();
            let repeated = || Err(Problem::new(ProblemKind::RepeatedRow).with_subject(row.key.clone()));
            let changes = match changes(request, &wish, create, statuses) {
                _ if !seen.insert(key) => repeated(),
                Ok(_) if contradicted.contains(&key) => repeated(),
                changes => changes,
            };
            match changes {
                Ok(more) => changed.get_or_insert_with(Vec::new).extend(more),
                Err(problem) => {
                    refused.push(PreviewRow {
                        name: wish.meant.name(),
                        outcome: PreviewOutcome::Refused(problem),
                        ..row.clone()
                    });
                }
            }
        }
        rows.extend(changed.map(|changes| compared(row, changes, meant.state)));
        rows.append(&mut refused);
    }
    rows.into_iter().collect()
}

/// The rows with a variant's code or size beside the name of another product, and those that would give a
/// product the name that another one has, if there are several: who sorts some of the columns has each name
/// and price beside the code of another product.
fn misplaced_names(requested: &[RequestedChange], shop: &Shop<'_>) -> HashSet<usize> {
    let misplaced = |request: &RequestedChange| {
        let meant = shop.meant(request).ok()??;
        let named = shop.by_name.get(&folded(request.name.as_deref()?))?;
        let are_others = named.iter().all(|other| other.state.product.id != meant.state.product.id);
        are_others.then_some((request.row?, meant.variant.is_some()))
    };
    let (of_variants, of_products): (Vec<_>, Vec<_>) =
        requested.iter().filter_map(misplaced).partition(|(_, is_of_variant)| *is_of_variant);
    let of_products = Some(of_products).filter(|rows| rows.len() > 1).into_iter().flatten();
    of_variants.into_iter().chain(of_products).map(|(row, _)| row).collect()
}

/// The products and variants of which two rows want different values: which of them holds is not guessed.
fn contradicted<'a>(
    requested: &[RequestedChange],
    shop: &Shop<'a>,
) -> HashSet<(&'a ProductId, Option<&'a VariantId>)> {
    let (mut first, mut contradicted) = (HashMap::new(), HashSet::new());
    for request in requested.iter().filter(|request| request.row.is_some()) {
        let Ok(Some(meant)) = shop.meant(request) else { continue };
        let earlier = first.entry(meant.key()).or_insert(request);
        if earlier.values != request.values {
            contradicted.insert(meant.key());
        }
    }
    contradicted
}

/// What is wanted of a product or a variant: texts of cells, and rules.
struct Wish<'a> {
    meant: Meant<'a>,
    cells: Vec<(Field, String)>,
    rules: Vec<&'a BulkRule>,
    /// A cell that cannot be read.
    problem: Option<Problem>,
}

/// A product whose rules are for prices or stocks means each of its variants, where these are changed; and
/// itself, if anything else is wanted.
fn wishes<'a>(
    request: &RequestedChange,
    meant: Meant<'a>,
    rules: &'a [BulkRule],
    create: &CreateRules,
) -> Vec<Wish<'a>> {
    let is_replaced =
        |problem: &&Problem| rules.iter().any(|rule| problem.field.as_deref() == Some(rule.field.name()));
    if let Some(problem) = request.problems.iter().find(|problem| !is_replaced(problem)) {
        return vec![Wish { meant, cells: Vec::new(), rules: Vec::new(), problem: Some(problem.clone()) }];
    }
    let is_own = |field: Field| meant.has(field) && rules.iter().all(|rule| rule.field != field);
    let cells: Vec<(Field, String)> =
        request.values.iter().filter(|(field, _)| is_own(*field)).cloned().collect();
    let variants = if meant.variant.is_none() && create.changes_variants {
        meant.state.product.variants.as_slice()
    } else {
        &[]
    };
    let is_shared = |rule: &&BulkRule| variants.is_empty() || !Variant::FIELDS.contains(&rule.field);
    let (shared, each): (Vec<&BulkRule>, Vec<&BulkRule>) =
        rules.iter().filter(|rule| meant.has(rule.field)).partition(is_shared);
    let itself = (each.is_empty() || !shared.is_empty() || !cells.is_empty()).then_some(Wish {
        meant,
        cells,
        rules: shared,
        problem: None,
    });
    let of_variant = |variant| {
        let meant = Meant { variant: Some(variant), ..meant };
        Wish { meant, cells: Vec::new(), rules: each.clone(), problem: None }
    };
    itself.into_iter().chain(variants.iter().filter(|_| !each.is_empty()).map(of_variant)).collect()
}

/// A row with its changes, compared with the shop.
fn compared(row: PreviewRow, changes: Vec<FieldChange>, state: &ProductState) -> PreviewRow {
    let has_moved = changes.iter().any(|change| has_moved(change, state));
    let outcome = match () {
        () if changes.is_empty() => PreviewOutcome::Equal,
        () if has_moved => PreviewOutcome::Moved,
        () => PreviewOutcome::Change,
    };
    let from_shop = if has_moved { from_shop(&changes, state) } else { Vec::new() };
    let paid = discount::paid(&changes, Some(state));
    PreviewRow { changes, from_shop, paid, outcome, ..row }
}

/// The values of a product or of its variant in the form in which fields are checked.
fn draft_of(meant: Meant<'_>) -> Draft {
    let state = meant.state;
    let number = |field| meant.value(field).and_then(|value| value.integer());
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
        primary_price: number(Field::PrimaryPrice).map(Price::on_wire),
        stock: number(Field::Stock),
        preparation_days: number(Field::PreparationDays),
        status: number(Field::Status),
        ..Draft::default()
    }
}

/// The texts that a wish comes to.
fn wanted(wish: &Wish<'_>, old: &Draft) -> Result<Vec<(Field, String)>, Problem> {
    let mut wanted = wish.cells.clone();
    for rule in &wish.rules {
        if rule.field == Field::PrimaryPrice && rule.is_relative() && wish.meant.own_price().is_none() {
            return Err(Problem::new(ProblemKind::OwnPriceUnknown).with_field(Field::PrimaryPrice.name()));
        }
        let invalid = |error| Problem::from(FieldProblem { field: rule.field, error });
        wanted.extend(rule.apply(old).map_err(invalid)?.map(|text| (rule.field, text)));
    }
    Ok(wanted)
}

fn changes(
    request: &RequestedChange,
    wish: &Wish<'_>,
    create: &CreateRules,
    statuses: &StatusNames,
) -> Result<Vec<FieldChange>, Problem> {
    if let Some(problem) = &wish.problem {
        return Err(problem.clone());
    }
    let (meant, old) = (wish.meant, draft_of(wish.meant));
    let wanted = wanted(wish, &old)?;
    let mut new = old.clone();
    if let Some((field, _)) = wanted.iter().find(|(field, _)| !field.changes(Change::One)) {
        return Err(FieldProblem { field: *field, error: FieldError::NotTaken }.into());
    }
    for (field, text) in &wanted {
        let set = match field {
            Field::Status => statuses.read(text, meant.state).map(|id| new.status = Some(id)),
            field => new.set(*field, text),
        };
        set.map_err(|error| FieldProblem { field: *field, error })?;
    }
    // What is empty is not always shown.
    let empty = FieldValue::Text(String::new());
    let album = request.album.clone().map(|photos| (Field::Photos, FieldValue::Album(photos)));
    if album.is_some() && meant.state.album.is_none() {
        return Err(FieldProblem { field: Field::Photos, error: FieldError::NotTaken }.into());
    }
    let discount = request.discount.map(|wanted| (Field::Discount, FieldValue::Discount(wanted)));
    request.discount.map_or(Ok(()), |wanted| discount::check(wanted, meant.state, create))?;
    let changed: Vec<FieldChange> = wanted
        .iter()
        .filter_map(|(field, _)| Some((*field, value(&new, *field)?)))
        .chain(album)
        .chain(discount)
        .filter(|(field, new)| !is_same(request, *field, meant.value(*field).as_ref().unwrap_or(&empty), new))
        .map(|(field, new)| FieldChange {
            field,
            variant: meant.variant.map(Into::into),
            base: base(request, field).or_else(|| meant.value(field)),
            new,
        })
        .collect();
    check(&changed, &old, &new, meant, create)?;
    Ok(changed)
}

/// Whether a value is what the shop has already: in a sheet, a line as reading makes it of that.
fn is_same(request: &RequestedChange, field: Field, now: &FieldValue, new: &FieldValue) -> bool {
    let is_line = request.row.is_some() && field.kind() == FieldKind::Line;
    // Accounting programs write Arabic letters.
    let in_persian = |text: &str| text.replace(['ي', 'ى'], "ی").replace('ك', "ک");
    // Spreadsheet programs make a number of a name such as `007` or `1.10`.
    let number = |text: &str| with_latin_digits(text.trim()).parse::<f64>().ok();
    let is_number_of = |now: &str, new: &str| number(now).is_some_and(|now| number(new) == Some(now));
    let is_read_so = |now: &str, new: &str| {
        is_line && (is_read_as(now, new) || is_read_as(now, &in_persian(new)) || is_number_of(now, new))
    };
    now == new || matches!((now, new), (FieldValue::Text(now), FieldValue::Text(new)) if is_read_so(now, new))
}

fn base(request: &RequestedChange, field: Field) -> Option<FieldValue> {
    request.base.iter().find(|(of, _)| *of == field).map(|(_, value)| value.clone())
}

/// Whether the shop has neither the value on which a change is based, nor the new one.
fn has_moved(change: &FieldChange, state: &ProductState) -> bool {
    state.value_of(&change.key()).is_some_and(|now| now != change.new && Some(&now) != change.base.as_ref())
}

/// The changes from what the shop has now.
fn from_shop(changes: &[FieldChange], state: &ProductState) -> Vec<FieldChange> {
    let now = |change: &FieldChange| FieldChange {
        base: state.value_of(&change.key()).or_else(|| change.base.clone()),
        ..change.clone()
    };
    changes.iter().map(now).collect()
}

/// The new value of a field; an empty text empties it, where that means something.
fn value(draft: &Draft, field: Field) -> Option<FieldValue> {
    let emptied = || (field == Field::Name || field.is_clearable()).then(|| FieldValue::Text(String::new()));
    draft.value(field).or_else(emptied)
}

/// What would certainly be refused.
fn check(
    changed: &[FieldChange],
    old: &Draft,
    new: &Draft,
    meant: Meant<'_>,
    create: &CreateRules,
) -> Result<(), Problem> {
    let state = meant.state;
    let changes = |field: Field| changed.iter().any(|change| change.field == field);
    if state.has_variants && Variant::FIELDS.into_iter().any(changes) {
        match meant.variant {
            _ if !create.changes_variants || state.product.variants.is_empty() => {
                return Err(Problem::new(ProblemKind::HasVariants));
            }
            None => return Err(Problem::new(ProblemKind::WhichVariant)),
            Some(_) => {}
        }
    }
    let album = changed.iter().find_map(|change| {
        if let FieldValue::Album(photos) = &change.new { Some(photos.len()) } else { None }
    });
    let photos = album.unwrap_or(usize::from(state.product.photo.is_some()));
    let found = TypedProduct::from(new.clone()).evaluate(photos, create, &MarketCategories::default()).errors;
    let needs_photo_now = create.needs_photo(new.status) && !create.needs_photo(old.status);
    let needs_photo_now = needs_photo_now || album.is_some();
    let concerned =
        |(field, _): &(Field, FieldError)| changes(*field) || (*field == Field::Photo && needs_photo_now);
    found
        .into_iter()
        .find(concerned)
        .map_or(Ok(()), |(field, error)| Err(FieldProblem { field, error }.into()))
}

/// The old values of what a run changed. The base of each is what the run wrote. Of a product of which it was
/// not known that it changed, the shop tells.
pub fn undo_preview(run: &[StoredRow], shop: &Shop<'_>) -> Preview {
    run.iter().filter(|row| row.may_have_changed()).flat_map(|done| undone(done, shop)).collect()
}

fn undone(done: &StoredRow, shop: &Shop<'_>) -> Vec<PreviewRow> {
    let state = shop.by_id.get(&done.product).copied();
    let now = |change: &FieldChange| state.and_then(|state| state.value_of(&change.key()));
    let back = |(place, change): (usize, &FieldChange)| {
        let written = done.spelled(place).cloned().or_else(|| shown_discount(change, now(change)));
        let written = written.unwrap_or_else(|| change.new.clone());
        Some(FieldChange { base: Some(written), new: change.base.clone()?, ..change.clone() })
    };
    let mut changes: Vec<FieldChange> = done
        .changes
        .iter()
        .enumerate()
        .filter(|(_, change)| change.can_be_undone())
        .filter_map(back)
        .collect();
    // What was there before it was sent stays. Of what is not known to have changed, only what is there is
    // ours.
    changes.retain(|change| change.base.as_ref() != Some(&change.new));
    // What waits for a review may still come.
    let mut refused: Vec<Problem> = Vec::new();
    if done.state != RowState::Changed {
        let waits = |change: &&FieldChange| now(change).as_ref() == Some(&change.new);
        let waiting = changes.iter().filter(waits).filter(|_| done.state == RowState::InReview);
        refused.extend(
            waiting.map(|change| Problem::new(ProblemKind::StillInReview).with_field(change.field.name())),
        );
        // Of a change that was accepted, a third value is somebody else's, and is asked about.
        let is_other = |change: &FieldChange| {
            done.state == RowState::InReview && now(change).is_some_and(|now| now != change.new)
        };
        changes.retain(|change| now(change) == change.base || is_other(change));
    }
    // A variant that is gone keeps none of the others from getting back what it had.
    changes.retain(|change| {
        let obstacle = state.and_then(|state| change.obstacle(state));
        let is_left = obstacle.is_none();
        refused.extend(obstacle.filter(|obstacle| !refused.contains(obstacle)));
        is_left
    });
    let is_back = changes.iter().all(|change| now(change).as_ref() == Some(&change.new));
    let has_moved = state.is_some_and(|state| changes.iter().any(|change| has_moved(change, state)));
    let outcome = match state {
        None => shop
            .unread_ids
            .get(&done.product)
            .cloned()
            .map_or(PreviewOutcome::NotFound, PreviewOutcome::Refused),
        Some(_) if is_back => PreviewOutcome::Equal,
        Some(_) if has_moved => PreviewOutcome::Moved,
        Some(_) => PreviewOutcome::Change,
    };
    let is_to_restore =
        matches!(outcome, PreviewOutcome::Change | PreviewOutcome::Moved) && !changes.is_empty();
    let is_ours = done.state == RowState::Changed || is_to_restore;
    if !is_ours {
        refused.retain(|problem| problem.kind == ProblemKind::StillInReview);
    } else if let (Some(first), Some(_)) = (done.changes.iter().find(|change| !change.can_be_undone()), state)
    {
        let kind = match first.field {
            Field::Discount => ProblemKind::DiscountEnded,
            _ => ProblemKind::NoOldValue,
        };
        refused.push(Problem::new(kind).with_field(first.field.name()));
    }
    let row = |changes: Vec<FieldChange>, outcome| PreviewRow {
        row: None,
        key: done.product.to_string(),
        product: Some(done.product.clone()),
        name: state.map_or_else(|| done.name.clone(), |state| state.product.title.clone()),
        paid: discount::paid(&changes, state),
        from_shop: state.filter(|_| has_moved).map(|state| from_shop(&changes, state)).unwrap_or_default(),
        changes,
        outcome,
    };
    let restored = (is_ours && (!changes.is_empty() || state.is_none())).then(|| row(changes, outcome));
    restored
        .into_iter()
        .chain(refused.into_iter().map(|problem| row(Vec::new(), PreviewOutcome::Refused(problem))))
        .collect()
}

/// The discount that is there, if it is the one that a change was to begin: a shop does not say for how many
/// days it was given.
fn shown_discount(change: &FieldChange, now: Option<FieldValue>) -> Option<FieldValue> {
    let (FieldValue::Discount(new), Some(FieldValue::Discount(now))) = (&change.new, now) else {
        return None;
    };
    (new.percent == now.percent).then_some(FieldValue::Discount(now))
}
