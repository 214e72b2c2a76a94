//! The rows of a spreadsheet → what is wanted of which product.

use super::{RequestedChange, Target};
use crate::import::sheet::{ColumnMapping, ColumnUse, Columns, Known, PriceUnit, RowKind, SheetCells, SheetDraft, drafts, normalized};
use vitrine_domain::text::with_latin_digits;
use vitrine_domain::{Change, Code, Draft, Field, Problem, ProductId};

/// What a sheet wants.
#[derive(Debug, Default)]
pub struct RequestedChanges {
    pub requested: Vec<RequestedChange>,
    /// The changeable fields that have a column.
    pub fields: Vec<Field>,
    /// The unit that the sheet names for its prices, unless somebody said which one they have.
    pub named_unit: Option<PriceUnit>,
    /// Whether its cells name another unit than somebody once said for these headings. Then nobody said it.
    pub is_unit_disputed: bool,
    /// The rows, from 1, with a quotation mark that nothing closes.
    pub stray_quotes: Vec<usize>,
}

/// Headings of a column with the marketplace's own numbers.
const ID_HEADINGS: [&str; 5] = ["id", "product id", "شناسه", "شناسهٔ محصول", "شناسه محصول"];

/// Reads a sheet. Its rows name products by id or SKU; where a row has both, the id counts. `chosen` are earlier choices of
/// columns. Prices are converted from `price_unit` to `shop_unit`, if both are known.
///
/// # Errors
/// `NoKeyColumn` if it names no products.
pub fn requested_changes(
    cells: &SheetCells,
    chosen: &[ColumnMapping],
    price_unit: Option<PriceUnit>,
    shop_unit: Option<PriceUnit>,
) -> Result<RequestedChanges, Problem> {
    let Some(columns) = Columns::find(cells, chosen) else { return Err(Problem::new(Code::NoKeyColumn)) };
    let ids = id_column(&columns.headings);
    let skus = columns.position(ColumnUse::Field(Field::Sku));
    if ids.is_none() && skus.is_none() {
        return Err(Problem::new(Code::NoKeyColumn));
    }
    // A status has names that only the marketplace knows, so its cells are read later.
    let statuses = columns.position(ColumnUse::Field(Field::Status));
    let cell = |draft: &SheetDraft, column: Option<usize>| {
        let text = cells.rows.get(draft.row - 1)?.get(column?)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    // A variant is a product of the shop, whatever its row is in an export.
    let kept = &[RowKind::Variant, RowKind::Parent];
    let sheet = drafts(cells, &Known { chosen, stated: price_unit, shop_unit, kept, is_of_changes: true, ..Known::default() });
    let request = |row: SheetDraft| {
        let id = cell(&row, ids).and_then(|id| ProductId::new(with_latin_digits(&id))).map(Target::Id);
        let target = id.or_else(|| row.draft.sku.clone().map(Target::Sku))?;
        let mut values: Vec<(Field, String)> = texts(&row.draft).collect();
        values.extend(cell(&row, statuses).map(|text| (Field::Status, text)));
        let is_changeable =
            |problem: &Problem| Field::changeable(Change::Sheet).iter().any(|field| problem.field.as_deref() == Some(field.name()));
        let problems = row.problems.into_iter().filter(is_changeable).collect();
        Some(RequestedChange { row: Some(row.row), target, values, album: None, base: Vec::new(), problems })
    };
    let named_unit = sheet.named_unit.filter(|_| sheet.price_unit.is_none());
    let requested: Vec<RequestedChange> = sheet.drafts.into_iter().filter_map(request).collect();
    // Lists do not show these, so each product has to be read alone: not for an empty column.
    let is_wanted =
        |field: Field| !field.is_clearable() || requested.iter().any(|request| request.values.iter().any(|value| value.0 == field));
    let has_column = |field: &Field| columns.position(ColumnUse::Field(*field)).is_some() && is_wanted(*field);
    let fields = Field::changeable(Change::Sheet).into_iter().filter(has_column).collect();
    Ok(RequestedChanges {
        named_unit,
        is_unit_disputed: sheet.is_unit_disputed,
        stray_quotes: cells.stray_quotes.clone(),
        requested,
        fields,
    })
}

fn id_column(headings: &[String]) -> Option<usize> {
    headings.iter().position(|heading| ID_HEADINGS.iter().any(|known| normalized(known) == normalized(heading)))
}

fn texts(draft: &Draft) -> impl Iterator<Item = (Field, String)> + '_ {
    let read = [Field::Name, Field::PrimaryPrice, Field::Stock, Field::PreparationDays].into_iter();
    let read = read.chain(Field::ALL.into_iter().filter(|field| field.is_clearable()));
    read.filter_map(|field| Some((field, draft.value(field)?.to_string())))
}
