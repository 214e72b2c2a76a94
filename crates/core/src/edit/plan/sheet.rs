//! The rows of a spreadsheet → what is wanted of which product.

use std::path::PathBuf;

use super::RequestedChange;
use super::sheet_rows::{KeyColumns, plain_id, property_columns};
use crate::import::sheet::{
    ColumnMapping, ColumnUse, Columns, Known, NamedColumn, RowKind, SheetCells, SheetOverview, drafts,
    normalized,
};
use vitrine_domain::{Change, Field, PriceUnit, PriceUnits, Problem, ProblemKind};

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
    /// Whether the marketplace changes variants; else the pieces of all sizes in a row are those of its
    /// product.
    pub has_variants: bool,
}

/// Headings of a column with the marketplace's own numbers of variants.
const VARIANT_ID_HEADINGS: [&str; 4] = ["variant id", "variant_id", "شناسهٔ تنوع", "شناسه تنوع"];

/// Headings of a column with the marketplace's own numbers.
const ID_HEADINGS: [&str; 5] = ["id", "product id", "شناسه", "شناسهٔ محصول", "شناسه محصول"];

/// Headings of the column in which the results of an import say what is wrong.
const PROBLEM_HEADINGS: [&str; 2] = ["problem", "مشکل"];

/// Reads a sheet. Its rows name products by id or SKU; where a row has both, the id counts. Where columns
/// tell variants apart, such as by their size, a row without either names its product by its name, or
/// continues the row above.
///
/// # Errors
/// `NoKeyColumn` if it names no products.
pub fn requested_changes(cells: &SheetCells, known: &KnownOfChanges) -> Result<RequestedChanges, Problem> {
    let KnownOfChanges { path, columns: said, price_unit, shop_units, has_variants, .. } = known;
    // A variant is a product of the shop, whatever its row is in an export.
    let kept = &[RowKind::Variant, RowKind::Parent];
    let read = |chosen: &[ColumnMapping]| {
        let known = Known {
            chosen,
            stated: *price_unit,
            shop_units: *shop_units,
            kept,
            market_fields: if *has_variants { &[Field::Variants] } else { &[] },
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
    let mut sheet = read(&chosen);
    let skus = columns.position(ColumnUse::Field(Field::Sku));
    let ids = id_column(&columns.headings, &ID_HEADINGS)
        .filter(|ids| !skus.is_some_and(|skus| numbers_rows(cells, &columns, (*ids, skus))));
    let sizes = sheet.understood.variants.sizes.clone();
    let properties = property_columns(&columns, &sizes);
    // Beside what tells its variants apart, the name of a product says which one is meant.
    let has_variants = sizes.are_variants
        || !properties.is_empty()
        || known.has_variants && columns.position(ColumnUse::Field(Field::Variants)).is_some();
    let is_named = has_variants && columns.position(ColumnUse::Field(Field::Name)).is_some();
    if ids.is_none() && skus.is_none() && !is_named {
        return Err(Problem::new(ProblemKind::NoKeyColumn));
    }
    // In the results of an import, the column tells what became of each row.
    let is_results = ids.is_some() && id_column(&columns.headings, &PROBLEM_HEADINGS).is_some();
    let statuses = columns.position(ColumnUse::Field(Field::Status)).filter(|_| !is_results);
    let variant_ids = id_column(&columns.headings, &VARIANT_ID_HEADINGS);
    let keys = KeyColumns {
        cells,
        columns: &columns,
        sizes: &sizes,
        ids,
        variant_ids,
        statuses,
        properties,
        is_named,
    };
    let (mut requested, mut above) = (Vec::new(), None);
    for row in std::mem::take(&mut sheet.drafts) {
        match keys.requests(row, &mut above) {
            Ok(requests) => requested.extend(requests),
            Err(keyless) => sheet.understood.left_out.push(keyless),
        }
    }
    // Lists do not show these, so each product has to be read alone: not for an empty column.
    let is_said =
        |field: Field| requested.iter().any(|request| request.values.iter().any(|value| value.0 == field));
    let is_listed = |field: Field| !field.is_clearable() && field != Field::Name;
    let has_column = |field: &Field| {
        is_said(*field) || (is_listed(*field) && columns.position(ColumnUse::Field(*field)).is_some())
    };
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

fn id_column(headings: &[String], known: &[&str]) -> Option<usize> {
    headings.iter().position(|heading| known.iter().any(|known| normalized(known) == normalized(heading)))
}
