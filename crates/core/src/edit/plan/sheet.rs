//! The rows of a spreadsheet → what is wanted of which product.

use std::path::PathBuf;

use super::{RequestedChange, Target};
use crate::import::sheet::{
    ColumnMapping, ColumnUse, Columns, Known, LeftOut, NamedColumn, RowKind, SheetCells, SheetDraft,
    SheetOverview, drafts, normalized, properties_in,
};
use vitrine_domain::text::with_latin_digits;
use vitrine_domain::{
    Change, Draft, Field, PriceUnit, PriceUnits, Problem, ProblemKind, ProductId, ProductOrVariant, Signs,
    VariantId, parse_whole,
};

/// What a sheet wants.
#[derive(Debug, Default)]
pub struct RequestedChanges {
    pub requested: Vec<RequestedChange>,
    /// The changeable fields that have a column.
    pub fields: Vec<Field>,
    /// How the sheet was understood, with the rows that change nothing.
    pub sheet: SheetOverview,
    /// The worksheets that were read, if the file has several.
    pub worksheets: Vec<String>,
    /// Names of columns of which something is said, and which are not there.
    pub unknown_columns: Vec<String>,
}

impl RequestedChanges {
    /// With what a further worksheet of the file wants. The overview stays that of the first one, unless only
    /// the further one has something to ask.
    #[must_use]
    pub fn and(mut self, mut other: Self, shop_units: Option<PriceUnits>) -> Self {
        self.requested.append(&mut other.requested);
        self.fields
            .extend(other.fields.iter().filter(|field| !self.fields.contains(field)).collect::<Vec<_>>());
        self.worksheets.append(&mut other.worksheets);
        self.unknown_columns.retain(|name| other.unknown_columns.contains(name));
        let asks = |sheet: &SheetOverview| {
            sheet.has_column_question()
                || sheet.is_unit_disputed
                || sheet.open_unit_question(shop_units).is_some()
        };
        if asks(&other.sheet) && !asks(&self.sheet) {
            std::mem::swap(&mut self.sheet, &mut other.sheet);
        }
        let (known, more) = (&mut self.sheet.understood, other.sheet.understood);
        known.left_out.extend(more.left_out);
        known.stray_quotes.extend(more.stray_quotes);
        self
    }

    /// As those of one worksheet among several: rows are listed with its name.
    #[must_use]
    pub fn of_worksheet(mut self, name: &str) -> Self {
        for row in &mut self.sheet.understood.left_out {
            row.text = format!("{name}: {}", row.text);
        }
        self.sheet.worksheet = Some(name.to_owned());
        self.worksheets = vec![name.to_owned()];
        self
    }
}

/// What is known of a sheet beside its cells.
#[derive(Clone, Debug, Default)]
pub struct KnownOfChanges {
    pub path: PathBuf,
    /// Earlier choices of columns.
    pub chosen: Vec<ColumnMapping>,
    /// What somebody says now of some columns.
    pub columns: Vec<NamedColumn>,
    /// The unit of the prices that somebody says now. They are converted to the unit of requests, if both are
    /// known.
    pub price_unit: Option<PriceUnit>,
    pub shop_units: Option<PriceUnits>,
}

/// Headings of a column with the marketplace's own numbers of variants.
const VARIANT_ID_HEADINGS: [&str; 4] = ["variant id", "variant_id", "شناسهٔ تنوع", "شناسه تنوع"];

/// Headings of a column with the marketplace's own numbers.
const ID_HEADINGS: [&str; 5] = ["id", "product id", "شناسه", "شناسهٔ محصول", "شناسه محصول"];

/// Headings of the column in which the results of an import say what is wrong.
const PROBLEM_HEADINGS: [&str; 2] = ["problem", "مشکل"];

/// Reads a sheet. Its rows name products by id or SKU; where a row has both, the id counts. Where columns
/// tell variants apart, such as by their size, a row without either names its product by its name.
///
/// # Errors
/// `NoKeyColumn` if it names no products.
pub fn requested_changes(cells: &SheetCells, known: &KnownOfChanges) -> Result<RequestedChanges, Problem> {
    let KnownOfChanges { path, columns: said, price_unit, shop_units, .. } = known;
    // A variant is a product of the shop, whatever its row is in an export.
    let kept = &[RowKind::Variant, RowKind::Parent];
    let read = |chosen: &[ColumnMapping]| {
        let known = Known {
            chosen,
            stated: *price_unit,
            shop_units: *shop_units,
            kept,
            is_of_changes: true,
            ..Known::default()
        };
        drafts(cells, &known)
    };
    let (mut chosen, mut unknown_columns) = (known.chosen.clone(), Vec::new());
    if !said.is_empty() {
        let understood = SheetOverview::of(read(&chosen), path);
        unknown_columns.extend(understood.unknown_names(said).map(str::to_owned));
        chosen.splice(..0, understood.answered(said));
    }
    let Some(mut columns) = Columns::find(cells, &chosen) else {
        return Err(Problem::new(ProblemKind::NoKeyColumn));
    };
    columns.find_properties();
    let has_skus = columns.position(ColumnUse::Field(Field::Sku));
    let ids = id_column(&columns.headings, &ID_HEADINGS)
        .filter(|ids| !has_skus.is_some_and(|skus| numbers_rows(cells, &columns, (*ids, skus))));
    let variant_ids = id_column(&columns.headings, &VARIANT_ID_HEADINGS);
    let skus = columns.position(ColumnUse::Field(Field::Sku));
    let is_property = |place: &usize| columns.uses.get(*place) == Some(&Some(ColumnUse::Property));
    let property_columns: Vec<usize> = (0..columns.headings.len()).filter(is_property).collect();
    // Beside what tells its variants apart, the name of a product says which one is meant.
    let is_named = !property_columns.is_empty() && columns.position(ColumnUse::Field(Field::Name)).is_some();
    if ids.is_none() && skus.is_none() && !is_named {
        return Err(Problem::new(ProblemKind::NoKeyColumn));
    }
    // A status has names that only the marketplace knows, so its cells are read later.
    // In the results of an import, the column tells what became of each row.
    let is_results = ids.is_some() && id_column(&columns.headings, &PROBLEM_HEADINGS).is_some();
    let statuses = columns.position(ColumnUse::Field(Field::Status)).filter(|_| !is_results);
    let cell = |draft: &SheetDraft, column: Option<usize>| {
        let text = cells.rows.get(draft.row - 1)?.get(column?)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let mut sheet = read(&chosen);
    let mut keyless = Vec::new();
    let mut request = |row: SheetDraft| {
        let variant = cell(&row, variant_ids).and_then(|id| VariantId::new(plain_id(&id)));
        let id = cell(&row, ids).and_then(|id| ProductId::new(plain_id(&id)));
        let id = id.map(|product| ProductOrVariant { product, variant }.into());
        let key = id.or_else(|| row.draft.sku.clone().map(Target::Sku));
        let name = (is_named && key.is_none() && !row.draft.name.is_empty())
            .then(|| Target::Name(row.draft.name.clone()));
        let by_name = name.is_some();
        let sku = row.draft.sku.clone();
        let Some(target) = key.or(name) else {
            keyless.push(LeftOut { row: row.row, kind: RowKind::WithoutKey, text: row.draft.name });
            return None;
        };
        let property =
            |place: &usize| Some(properties_in(&columns.headings[*place], &cell(&row, Some(*place))?));
        let properties: Vec<(String, String)> =
            property_columns.iter().filter_map(property).flatten().collect();
        // A row of a variant names its product, and renames nothing.
        let is_value = |(field, _): &(Field, String)| {
            *field != Field::Name || !(by_name || (is_named && !properties.is_empty()))
        };
        let mut values: Vec<(Field, String)> = texts(&row.draft).filter(is_value).collect();
        values.extend(cell(&row, statuses).map(|text| (Field::Status, text)));
        let is_changeable = |problem: &Problem| {
            Field::changeable(Change::Sheet)
                .iter()
                .any(|field| problem.field.as_deref() == Some(field.name()))
        };
        let problems = row.problems.into_iter().filter(is_changeable).collect();
        let (row, base) = (Some(row.row), Vec::new());
        Some(RequestedChange {
            row,
            target,
            sku,
            properties,
            values,
            album: None,
            discount: None,
            base,
            problems,
        })
    };
    let requested: Vec<RequestedChange> =
        std::mem::take(&mut sheet.drafts).into_iter().filter_map(&mut request).collect();
    sheet.understood.left_out.append(&mut keyless);
    // Lists do not show these, so each product has to be read alone: not for an empty column.
    let is_wanted = |field: Field| {
        !(field.is_clearable() || field == Field::Name)
            || requested.iter().any(|request| request.values.iter().any(|value| value.0 == field))
    };
    let has_column =
        |field: &Field| columns.position(ColumnUse::Field(*field)).is_some() && is_wanted(*field);
    let fields = Field::changeable(Change::Sheet).into_iter().filter(has_column).collect();
    // These are not listed as columns that nobody uses.
    let read_here = [ids, variant_ids, statuses];
    sheet.columns.retain(|column| !read_here.contains(&Some(column.index)));
    let sheet = SheetOverview::of(sheet, path);
    Ok(RequestedChanges { requested, fields, sheet, worksheets: Vec::new(), unknown_columns })
}

/// Whether a column of ids only counts the rows from 1, all of which have a code beside that.
fn numbers_rows(cells: &SheetCells, columns: &Columns, (ids, skus): (usize, usize)) -> bool {
    let text = |row: &[String], column: usize| row.get(column).map_or("", |cell| cell.trim()).to_owned();
    let rows = cells.rows.iter().skip(columns.first_row);
    let filled = rows.map(|row| (text(row, ids), text(row, skus))).filter(|(id, _)| !id.is_empty());
    let mut count = 0;
    for (id, sku) in filled {
        count += 1;
        if plain_id(&id) != count.to_string() || sku.is_empty() {
            return false;
        }
    }
    count > 0
}

/// An id as other programs write it: `3001.0`, `3,001`.
fn plain_id(cell: &str) -> String {
    parse_whole(cell, &[], Signs::default()).map_or_else(|_| with_latin_digits(cell), |id| id.to_string())
}

fn id_column(headings: &[String], known: &[&str]) -> Option<usize> {
    headings.iter().position(|heading| known.iter().any(|known| normalized(known) == normalized(heading)))
}

fn texts(draft: &Draft) -> impl Iterator<Item = (Field, String)> + '_ {
    let read = [Field::Name, Field::PrimaryPrice, Field::Stock, Field::PreparationDays].into_iter();
    let read = read.chain(Field::ALL.into_iter().filter(|field| field.is_clearable()));
    read.filter_map(|field| Some((field, draft.value(field)?.to_string())))
}
