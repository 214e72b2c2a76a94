//! The rows of a sheet → drafts.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::category_folders::category_folders;
use super::cells::PHOTO_SEPARATOR;
use super::column_use::ColumnUse;
use super::columns::{ColumnDoubts, ColumnMapping, Columns, SheetColumn, WeightUnit};
use super::export::Export;
use super::export_rows::settle;
use super::formats::html::plain_text;
use super::formats::sheet_cells::{SheetCells, Unseen};
use super::headings::{code_and_name, price_unit, says_code_and_name};
use super::matching::photo_keys;
use super::part_units::PartUnits;
use super::pictures::give;
use super::prices::is_in_other_currency;
use super::row_kinds::{LeftOut, RowKind, kinds, unpublished};
use super::said_above::SaidOfPrices;
use super::shared_stock::shared_stocks;
use super::sheet_draft::SheetDraft;
use super::sizes::{Sizes, pieces_by_size};
use super::stock_columns::{is_available, says_available};
use super::stock_places::{is_not_kept, join_places};
use super::tables::{Table, tables};
use super::tidy::{self, Tidied, in_one_line, without_marks};
use super::unit_columns::UnitColumns;
use super::unit_place::UnitPlace;
use super::variants::{JoinedRows, VariantFindings, join_variants, settle_parents};
use crate::import::PlannedDraft;
use crate::import::file_name::has_photo_name;
use vitrine_domain::category::Unit;
use vitrine_domain::text::folded;
use vitrine_domain::{
    DraftVariant, Field, FieldError, FieldKind, FieldUnit, Finding, ONE, Point, Price, PriceUnit, PriceUnits,
    Problem, Quantity, Signs, StatusChoice, has_magnitude, is_approximate, is_in_short, is_phone_or_card,
    none_in_stock, parse_amount, parse_integer, parse_whole,
};

/// The parsed sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    pub drafts: Vec<SheetDraft>,
    /// The row of the headings, from 0.
    pub header: usize,
    pub columns: Vec<SheetColumn>,
    /// The unit of the prices that the sheet names.
    pub named_unit: Option<PriceUnit>,
    /// The unit of the prices that a person chose.
    pub price_unit: Option<PriceUnit>,
    /// Whether a person chose what the columns are used for.
    pub is_chosen: bool,
    /// Whether the cells name another unit than a person once chose for these headings, or places of the
    /// sheet name different ones.
    pub is_unit_disputed: bool,
    /// How many pictures lie beside the products.
    pub pictures_beside: usize,
    /// The names and codes of rows that are left out although they are products.
    pub names_left_out: Vec<String>,
    pub understood: Understanding,
}

/// How a sheet was understood, besides its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Understanding {
    /// The shop system whose export it is.
    pub export: Option<Export>,
    /// Where the unit of the prices is said, in the order in which it counts.
    pub units: Vec<(PriceUnit, UnitPlace)>,
    /// The rows that are no products.
    pub left_out: Vec<LeftOut>,
    pub noted: NotedRows,
    pub repeated: Repeated,
    pub variants: VariantFindings,
    pub open_photos: OpenPhotos,
    pub doubts: ColumnDoubts,
    /// Whether there are no headings.
    pub is_headless: bool,
    /// How many tables stand beside each other.
    pub tables: usize,
    /// What a point before three digits is, as a person said.
    pub point: Option<Point>,
    /// The unit of weights without one, as a person said.
    pub weight_unit: Option<WeightUnit>,
    /// A weight without a unit that may be in grams or in kilograms.
    pub unclear_weight: Option<String>,
    /// A number that can be read in two ways, such as `12.000`.
    pub unclear_number: Option<String>,
    /// The rows, from 1, with a quotation mark that nothing closes.
    pub stray_quotes: Vec<usize>,
    pub tidied: Tidied,
}

/// Rows of products of which something is said, by their numbers from 1, and what is said of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotedRows {
    /// Those of products that are not shown in the shop from which the sheet comes.
    pub unpublished: Vec<usize>,
    /// Those whose unit of sale is none that is known.
    pub unknown_units: Vec<usize>,
    /// Those with several codes in the cell of one.
    pub several_codes: Vec<usize>,
    /// What titles and notes say of all rows: tax, a discount, or what their colors mean. It changes nothing.
    pub said: Vec<String>,
    /// The title, note or name for which no price is used: another currency, or prices of several pieces.
    pub other_prices: Option<String>,
}

/// Names of photos that nothing gives to one row, or to one photo, and photos of rows that are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenPhotos {
    /// The name of one row and the code of another.
    pub crossed_names: Vec<String>,
    /// Rows that name a photo or folder of which there are several, while nothing tells which is meant.
    pub unclear: Vec<(usize, String)>,
    /// How many photos are of rows that are left out, and so in no product.
    pub set_aside: usize,
}

/// What several rows have, each with their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repeated {
    pub codes: Vec<(String, Vec<usize>)>,
    /// Of products without a code.
    pub names: Vec<(String, Vec<usize>)>,
}

/// What is known beside the cells when a sheet is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Earlier choices of columns, by headings.
    pub chosen: &'a [ColumnMapping],
    /// The unit of the prices that somebody says now. It counts more than the cells, and the cells count more
    /// than what was once chosen for these headings.
    pub stated: Option<PriceUnit>,
    /// The units of the marketplace's prices.
    pub shop_units: Option<PriceUnits>,
    pub planned: &'a [PlannedDraft],
    /// The name of the file, without its extension.
    pub file_name: Option<&'a str>,
    /// The fields outside the contract that the marketplace takes; columns for others are not used.
    pub market_fields: &'a [Field],
    /// The statuses in which products can be created there, as far as they are known.
    pub statuses: &'a [StatusChoice],
    /// The kinds of rows that a person wants as products all the same.
    pub kept: &'a [RowKind],
    /// Whether the rows change products that a column names: then all cells are one table, and a description
    /// is none of a name.
    pub is_of_changes: bool,
    /// Whether the worksheet is set aside for what is no longer sold, or for examples.
    pub is_set_aside: bool,
}

/// Turns each row below the headings that is a product into a draft. A column whose heading says nothing is
/// recognised by the names of the planned photos in it.
///
/// Prices stay as they are written unless their unit is known to be another one than the marketplace's
/// because a person said so: then they are converted.
pub fn drafts(cells: &SheetCells, known: &Known<'_>) -> Sheet {
    let tables = if known.is_of_changes { Vec::new() } else { tables(cells) };
    if tables.len() < 2 {
        return drafts_of_table(cells, &(0..usize::MAX), known);
    }
    let narrowed = |table: &Table| {
        known.chosen.iter().filter_map(|mapping| table.narrow(mapping, &tables)).collect::<Vec<_>>()
    };
    let read = |table: &Table, stated: Option<PriceUnit>| {
        let chosen = narrowed(table);
        drafts_of_table(&table.cells, &table.columns, &Known { chosen: &chosen, stated, ..*known })
    };
    let sheets: Vec<Sheet> = tables.iter().map(|table| read(table, known.stated)).collect();
    // One answer is not true of tables that name different units: each is in its own.
    let differ = name_different_units(sheets.iter().map(|sheet| sheet.named_unit));
    let own = |(sheet, table): (Sheet, &Table)| match sheet.named_unit {
        Some(_) if differ && sheet.price_unit.is_some() => read(table, sheet.named_unit),
        _ => sheet,
    };
    sheets.into_iter().zip(&tables).map(own).reduce(beside).unwrap_or_default()
}

/// Whether tables or worksheets name different units for their prices, so that one answer cannot be true of
/// all of them.
pub fn name_different_units(named: impl Iterator<Item = Option<PriceUnit>>) -> bool {
    let mut named = named.flatten();
    let first = named.next();
    named.any(|unit| Some(unit) != first)
}

/// What two tables beside each other have together, in the order of their rows.
fn beside(mut one: Sheet, mut other: Sheet) -> Sheet {
    one.drafts.append(&mut other.drafts);
    one.drafts.sort_by_key(|draft| draft.row);
    one.columns.append(&mut other.columns);
    one.named_unit = one.named_unit.or(other.named_unit);
    one.price_unit = one.price_unit.or(other.price_unit);
    one.is_unit_disputed |= other.is_unit_disputed
        || one.understood.units.iter().zip(&other.understood.units).any(|(one, other)| one.0 != other.0);
    one.pictures_beside += other.pictures_beside;
    one.names_left_out.append(&mut other.names_left_out);
    one.is_chosen &= other.is_chosen;
    let (known, more) = (&mut one.understood, other.understood);
    known.left_out.extend(more.left_out);
    known.left_out.sort_by_key(|row| row.row);
    known.left_out.dedup();
    for unit in more.units {
        if !known.units.contains(&unit) {
            known.units.push(unit);
        }
    }
    known.noted.unpublished.extend(more.noted.unpublished);
    known.noted.unknown_units.extend(more.noted.unknown_units);
    known.noted.several_codes.extend(more.noted.several_codes);
    known.noted.said.extend(more.noted.said);
    known.noted.said.dedup();
    known.noted.other_prices = known.noted.other_prices.take().or(more.noted.other_prices);
    let (doubts, others) = (&mut known.doubts, more.doubts);
    doubts.other_prices.extend(others.other_prices);
    doubts.other_stocks.extend(others.other_stocks);
    doubts.may_name_photos = doubts.may_name_photos.or(others.may_name_photos);
    doubts.same_prices = doubts.same_prices.take().or(others.same_prices);
    known.repeated.codes.extend(more.repeated.codes);
    known.repeated.names.extend(more.repeated.names);
    known.variants.alone.extend(more.variants.alone);
    known.variants.contradicting.extend(more.variants.contradicting);
    known.variants.without_price.extend(more.variants.without_price);
    known.variants.with_other_values.extend(more.variants.with_other_values);
    if known.variants.sizes.columns.is_empty() {
        known.variants.sizes = more.variants.sizes;
    }
    known.unclear_weight = known.unclear_weight.take().or(more.unclear_weight);
    known.unclear_number = known.unclear_number.take().or(more.unclear_number);
    known.tables += more.tables;
    one
}

/// The columns, without the uses that the marketplace does not take.
fn columns_of(cells: &SheetCells, known: &Known<'_>) -> Option<Columns> {
    let mut columns = Columns::find(cells, known.chosen)?;
    let has_variants = known.is_of_changes || known.market_fields.contains(&Field::Variants);
    if has_variants {
        columns.find_properties();
    }
    let is_taken = |used_for: &ColumnUse| match used_for {
        ColumnUse::Property => has_variants,
        ColumnUse::Field(field) => field.is_of_contract() || known.market_fields.contains(field),
        _ => true,
    };
    columns.uses.iter_mut().for_each(|used_for| *used_for = used_for.take().filter(is_taken));
    Some(columns)
}

/// Whether rows and the sizes of a row may become variants of one product.
fn joins_variants(known: &Known<'_>) -> bool {
    known.market_fields.contains(&Field::Variants) && !known.kept.contains(&RowKind::Joined)
}

/// The products of rows that belong together.
fn join(
    read: Vec<(SheetDraft, &[String])>,
    columns: &Columns,
    sizes: &Sizes,
    known: &Known<'_>,
) -> JoinedRows {
    let has_variants = joins_variants(known) && !known.is_of_changes;
    match columns.export {
        Some(export) => {
            let (drafts, left_out) = settle(export, read, &columns.headings, known.kept, has_variants);
            JoinedRows { drafts, left_out, ..JoinedRows::default() }
        }
        None if has_variants => join_variants(read, columns, sizes, known.kept),
        None if !known.is_of_changes => settle_parents(read, columns, known.kept),
        None => {
            let drafts = read.into_iter().map(|(draft, _)| draft).collect();
            JoinedRows { drafts, ..JoinedRows::default() }
        }
    }
}

/// The rows from this one on in which something is written, with their places.
fn filled_rows(cells: &SheetCells, from: usize) -> Vec<(usize, &[String])> {
    let is_empty = |row: &[String]| row.iter().all(|cell| cell.trim().is_empty());
    let below = cells.rows.iter().enumerate().skip(from).map(|(index, row)| (index, row.as_slice()));
    below.filter(|(_, row)| !is_empty(row)).collect()
}

impl Columns {
    /// Uses columns for the name of products that have none of their own. Rows that change products name
    /// them otherwise.
    fn find_name(&mut self, known: &Known<'_>) {
        if !known.is_of_changes {
            self.name_by_description();
            self.name_by_parts();
        }
    }
}

/// The columns of sizes and colors.
fn sizes_of(
    cells: &SheetCells,
    columns: &mut Columns,
    rows: &[(usize, &[String])],
    known: &Known<'_>,
) -> Sizes {
    let are_prices = has_titled_prices(cells, columns);
    let sizes = Sizes::find(columns, rows, joins_variants(known), are_prices);
    if !known.is_of_changes {
        columns.name_by_parts();
    }
    sizes
}

fn drafts_of_table(cells: &SheetCells, of: &Range<usize>, known: &Known<'_>) -> Sheet {
    let Some(mut columns) = columns_of(cells, known) else { return Sheet::default() };
    let filled = filled_rows(cells, columns.first_row);
    let names = photo_keys(known.planned);
    columns.find_photo_names(filled.iter().map(|(_, row)| *row), &names);
    columns.find_name(known);
    let (rows, mut left_out) = products(&filled, cells, &columns, &names, known);
    let sizes = sizes_of(cells, &mut columns, &rows, known);
    columns.settle_prices(&rows, known.shop_units.map(|units| units.wire));
    columns.settle_stocks(&rows);
    let unit_columns = UnitColumns::of(&columns, &rows);
    let part_units = PartUnits::of(cells, &columns, &left_out);
    let in_rows = units_of_rows(&columns, unit_columns, &part_units, &rows);
    let said_in_rows = said_of_all(&in_rows, known.shop_units, &columns, &rows);
    let units = units(cells, &columns, said_in_rows, &left_out, known.file_name);
    let named_unit = units.first().map(|(unit, _)| *unit);
    let is_unit_said = !units.is_empty() || known.stated.is_some();
    let said_of_prices = SaidOfPrices::of(cells, &columns, &left_out, known.file_name, is_unit_said);
    let in_cells = in_rows.first().map(|(unit, _)| *unit);
    let is_disputed =
        |unit: &PriceUnit| known.stated.is_none() && in_cells.is_some_and(|cells| cells != *unit);
    let is_choice_disputed = columns.price_unit.as_ref().is_some_and(is_disputed);
    columns.price_unit = known.stated.or(columns.price_unit).filter(|_| !is_choice_disputed);
    let places_differ = units.iter().any(|(unit, _)| Some(*unit) != named_unit);
    if columns.price_unit.is_none() && !is_choice_disputed && !places_differ {
        columns.price_unit =
            named_unit.filter(|unit| known.shop_units.is_some_and(|shop| shop.is_plain(*unit)));
    }
    let signs = signs(&rows, &columns);
    let unclear_weights = unclear_weights(&rows, &columns, unit_columns, &signs);
    let shared_stocks = shared_stocks(cells, &columns, &sizes, &rows, known.kept);
    let reader = RowReader {
        columns: &columns,
        cells,
        unclear_weights: &unclear_weights,
        named_unit: in_cells.or(named_unit),
        is_mixed: places_differ || said_in_rows.len() < in_rows.len(),
        has_several_units: part_units.differ() || in_rows.iter().any(|(unit, _)| Some(*unit) != in_cells),
        mixed_weights: mixed_weights(&rows, &columns, &signs),
        of_cells: signs.into_iter().enumerate().map(|signs| OfCells::of(signs, &columns)).collect(),
        prefix: columns.prefix(),
        unit_columns,
        part_units: &part_units,
        said_of_prices: &said_of_prices,
        decimal_codes: decimal_codes(&rows, &columns),
        width: width_of_text(cells, &columns),
        order: columns.in_order_of_photos(),
        known,
    };
    let titles = titles(&left_out);
    let read = |(index, row): &(usize, &'_ [String])| {
        let mut draft = reader.read(*index, row);
        draft.beside = reader.words_beside(*index, row, &titles);
        sizes.add_up(&mut draft, row);
        reader.set_size_prices(&mut draft, row, &sizes);
        if let Some(text) = shared_stocks.get(index).filter(|_| draft.draft.stock != Some(0)) {
            draft.refuse_text(Field::Stock, text, FieldError::SharedStock);
        }
        draft.refuse_pieces_of_variants(reader.is_written_here());
        draft
    };
    let (read, elsewhere) = join_places(rows.iter().map(|row| (read(row), row.1)).collect(), &columns);
    left_out.extend(elsewhere);
    let JoinedRows { mut drafts, left_out: joined, found: variants } = join(read, &columns, &sizes, known);
    left_out.extend(joined);
    let unclear_number = drafts.iter().flat_map(|draft| &draft.problems).find_map(unclear_number);
    let pictures_beside = give(cells, columns.first_row.saturating_sub(1), of, &mut drafts);
    if !known.is_of_changes && !known.kept.contains(&RowKind::Repeated) {
        leave_out_repeated(cells, &columns, &mut drafts, &mut left_out);
    }
    let repeated = if known.is_of_changes { Repeated::default() } else { Repeated::of(&drafts) };
    left_out.sort_by_key(|row| row.row);
    Sheet {
        drafts,
        pictures_beside,
        names_left_out: names_left_out(cells, &columns, &left_out),
        header: columns.header,
        columns: columns.describe(&rows),
        named_unit,
        price_unit: columns.price_unit,
        is_chosen: columns.is_chosen,
        is_unit_disputed: is_choice_disputed || (places_differ && columns.price_unit.is_none()),
        understood: Understanding {
            export: columns.export,
            units,
            left_out,
            noted: NotedRows::of(&rows, &columns, said_of_prices),
            doubts: columns.doubts.clone(),
            repeated,
            variants: VariantFindings { sizes, ..variants },
            point: columns.point,
            unclear_number,
            weight_unit: columns.weight_unit,
            unclear_weight: unclear_weights.into_values().next(),
            stray_quotes: cells.stray_quotes.clone(),
            open_photos: OpenPhotos::default(),
            is_headless: columns.is_headless,
            tables: 1,
            tidied: cells.tidied.clone(),
        },
    }
}

/// What the rows are called that are products, and left out as hidden, struck out or of the past.
fn names_left_out(cells: &SheetCells, columns: &Columns, left_out: &[LeftOut]) -> Vec<String> {
    let is_product =
        |row: &&LeftOut| matches!(row.kind, RowKind::Hidden | RowKind::StruckOut | RowKind::Archived);
    let is_name = |used_for: &Option<ColumnUse>| {
        matches!(
            used_for,
            Some(
                ColumnUse::PhotoName
                    | ColumnUse::Field(
                        Field::Name | Field::Sku | Field::Barcode | Field::Photo | Field::Photos
                    )
            )
        )
    };
    let cells_of = |row: &LeftOut| {
        let row = cells.rows.get(row.row - 1).map_or(&[][..], Vec::as_slice);
        row.iter().zip(&columns.uses).filter(|(_, used_for)| is_name(used_for)).map(|(cell, _)| cell)
    };
    let named = |cell: &String| {
        let path = Path::new(cell.trim());
        let stem = path.file_stem().and_then(OsStr::to_str).filter(|_| has_photo_name(path));
        stem.unwrap_or(cell).trim().to_owned()
    };
    let names = left_out.iter().filter(is_product).flat_map(cells_of).map(named);
    names.filter(|name| !name.is_empty()).collect()
}

/// Leaves out the rows that say in all cells what an earlier one says: twice in a shop, they would be the
/// same product. The numbers of rows say nothing, and a picture of its own tells a row from another.
fn leave_out_repeated(
    cells: &SheetCells,
    columns: &Columns,
    drafts: &mut Vec<SheetDraft>,
    left_out: &mut Vec<LeftOut>,
) {
    let said = columns.sayings();
    let mut seen: HashSet<(Vec<&str>, Vec<usize>)> = HashSet::with_capacity(drafts.len());
    drafts.retain(|draft| {
        let row = cells.rows.get(draft.row - 1).map_or(&[][..], Vec::as_slice);
        let is_same = !draft.draft.name.is_empty()
            && draft.draft.variants.is_empty()
            && !seen.insert((said(row), draft.pictures.clone()));
        if is_same {
            let text = draft.draft.name.clone();
            left_out.push(LeftOut { row: draft.row, kind: RowKind::Repeated, text });
        }
        !is_same
    });
}

impl NotedRows {
    fn of(rows: &[(usize, &[String])], columns: &Columns, prices: SaidOfPrices) -> Self {
        Self {
            unpublished: unpublished(rows, columns),
            unknown_units: unknown_units(rows, columns),
            several_codes: several_codes(rows, columns),
            said: prices.changes,
            other_prices: prices.of_all,
        }
    }
}

impl Repeated {
    fn of(drafts: &[SheetDraft]) -> Self {
        let code = |draft: &SheetDraft| draft.draft.sku.clone();
        let name = |draft: &SheetDraft| {
            let name = draft.draft.name.trim();
            (draft.draft.sku.is_none() && !name.is_empty()).then(|| name.to_owned())
        };
        Self { codes: repeated(drafts, code), names: repeated(drafts, name) }
    }
}

/// The texts that several products have, in the order of their first rows.
fn repeated(
    drafts: &[SheetDraft],
    text: impl Fn(&SheetDraft) -> Option<String>,
) -> Vec<(String, Vec<usize>)> {
    let mut texts: HashMap<String, Vec<usize>> = HashMap::new();
    for (text, row) in drafts.iter().filter_map(|draft| Some((text(draft)?, draft.row))) {
        texts.entry(text).or_default().push(row);
    }
    let mut repeated: Vec<_> = texts.into_iter().filter(|(_, rows)| rows.len() > 1).collect();
    repeated.sort_by_key(|(_, rows)| rows[0]);
    repeated
}

/// The text of a cell whose number can be read in two ways.
fn unclear_number(problem: &Problem) -> Option<String> {
    let Some(Finding::CellValue { text }) = problem.diagnostic.as_ref().map(|diagnostic| &diagnostic.finding)
    else {
        return None;
    };
    (problem.detail == Some(FieldError::Ambiguous)).then(|| text.clone())
}

/// The rows that are products, and the others.
fn products<'a>(
    filled: &[(usize, &'a [String])],
    cells: &SheetCells,
    columns: &Columns,
    names: &HashSet<String>,
    known: &Known<'_>,
) -> (Vec<(usize, &'a [String])>, Vec<LeftOut>) {
    let kinds = kinds(filled, columns, (names, &category_folders(known.planned, filled, columns)));
    let name = columns.position(ColumnUse::Field(Field::Name));
    let mut left_out = Vec::new();
    let mut rows = Vec::with_capacity(filled.len());
    for ((index, row), kind) in filled.iter().zip(kinds) {
        // A long printed table repeats what is above it on each page.
        let above = cells.rows.get(..=columns.header).filter(|_| !columns.is_headless).unwrap_or_default();
        let repeats = above.iter().any(|line| is_same_line(line, row)).then_some(RowKind::Headings);
        // A cell with an error is empty, but its row is no title and no note for that.
        let kind =
            kind.filter(|kind| !matches!(kind, RowKind::Title | RowKind::Note) || !has_error(cells, *index));
        let kind = repeats.or(kind).or_else(|| cells.hidden_rows.contains(index).then_some(RowKind::Hidden));
        let is_struck = || name.is_some_and(|name| cells.struck.contains(&(*index, name)));
        let kind = kind.or_else(|| is_struck().then_some(RowKind::StruckOut));
        let kind = kind.or_else(|| known.is_set_aside.then_some(RowKind::Archived));
        match kind {
            Some(kind) if !known.kept.contains(&kind) => {
                let text =
                    row.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()).unwrap_or_default();
                left_out.push(LeftOut { row: index + 1, kind, text: text.to_owned() });
            }
            _ => rows.push((*index, *row)),
        }
    }
    (rows, left_out)
}

/// Whether two lines say the same, but for numbers such as those of their pages.
fn is_same_line(one: &[String], other: &[String]) -> bool {
    fn letters(row: &[String]) -> impl Iterator<Item = (usize, char)> {
        row.iter()
            .enumerate()
            .flat_map(|(at, cell)| cell.trim().chars().filter(|c| !c.is_numeric()).map(move |c| (at, c)))
    }
    letters(one).eq(letters(other)) && letters(one).any(|(_, c)| c.is_alphabetic())
}

/// Whether a cell of the row has an error, a formula without a stored value, or one that is not shown.
fn has_error(cells: &SheetCells, row: usize) -> bool {
    let width = cells.rows.get(row).map_or(0, Vec::len);
    let mut places = (0..width).map(|column| (row, column));
    places.any(|place| cells.errors.contains_key(&place) || cells.unseen.contains_key(&place))
}

/// The units of rows that say something of all prices. Cells that say theirs say nothing of those that do
/// not: where these could be in either of two units, the sheet says none.
fn said_of_all<'a>(
    in_rows: &'a [(PriceUnit, UnitPlace)],
    shop_units: Option<PriceUnits>,
    columns: &Columns,
    rows: &[(usize, &[String])],
) -> &'a [(PriceUnit, UnitPlace)] {
    let prices = columns.position(ColumnUse::Field(Field::PrimaryPrice));
    let has_price = |(_, row): &&(usize, &[String])| {
        prices.and_then(|prices| row.get(prices)).is_some_and(|cell| cell.chars().any(char::is_numeric))
    };
    let is_open = |(unit, place): &(PriceUnit, UnitPlace)| {
        *place != UnitPlace::Heading && shop_units.is_some_and(|shop| shop.is_plain(*unit))
    };
    let is_partial = in_rows.len() < rows.iter().filter(has_price).count();
    if is_partial && in_rows.iter().all(is_open) { &[] } else { in_rows }
}

/// The units of the rows that name one for their price.
fn units_of_rows(
    columns: &Columns,
    unit_columns: UnitColumns,
    part_units: &PartUnits,
    rows: &[(usize, &[String])],
) -> Vec<(PriceUnit, UnitPlace)> {
    let Some(prices) = columns.position(ColumnUse::Field(Field::PrimaryPrice)) else { return Vec::new() };
    let unit = |(index, row): &(usize, &[String])| {
        let price = row.get(prices).filter(|cell| cell.chars().any(char::is_numeric))?;
        let of_cell = PriceUnit::split(price).1.map(|unit| (unit, UnitPlace::Cells));
        of_cell
            .or_else(|| unit_columns.price(row).ok().flatten().map(|unit| (unit, UnitPlace::Column)))
            .or_else(|| part_units.price(*index).map(|unit| (unit, UnitPlace::Heading)))
    };
    rows.iter().filter_map(unit).collect()
}

/// Whether a title says the unit of prices, and no column has a heading for them.
fn has_titled_prices(cells: &SheetCells, columns: &Columns) -> bool {
    columns.position(ColumnUse::Field(Field::PrimaryPrice)).is_none()
        && columns.doubts.other_prices.is_empty()
        && cells
            .rows
            .iter()
            .take(columns.header)
            .flatten()
            .any(|title| !PriceUnit::in_title(title).is_empty() || PriceUnit::is_other_in_title(title))
}

/// The units that the sheet names for its prices, and where: the heading counts most.
fn units(
    cells: &SheetCells,
    columns: &Columns,
    in_rows: &[(PriceUnit, UnitPlace)],
    left_out: &[LeftOut],
    file_name: Option<&str>,
) -> Vec<(PriceUnit, UnitPlace)> {
    if columns.position(ColumnUse::Field(Field::PrimaryPrice)).is_none() {
        return Vec::new();
    }
    let mut units: Vec<(PriceUnit, UnitPlace)> =
        columns.named_unit.map(|unit| (unit, UnitPlace::Heading)).into_iter().collect();
    let of_rows = in_rows.first().copied().filter(|unit| !units.contains(unit));
    units.extend(of_rows);
    let above = cells.rows.iter().take(columns.header).flatten().map(String::as_str);
    let is_of_all = |(row, _): &&(Option<usize>, String)| row.is_none_or(|row| row <= columns.header);
    let remarks = cells.pictures.remarks.iter().filter(is_of_all).map(|(_, text)| text.as_str());
    let notes = left_out
        .iter()
        .filter(|row| matches!(row.kind, RowKind::Note | RowKind::Title))
        .map(|row| row.text.as_str());
    let places = [
        (UnitPlace::Title, above.chain(remarks).collect::<Vec<_>>()),
        (UnitPlace::Note, notes.collect()),
        (UnitPlace::Worksheet, cells.worksheet.as_deref().into_iter().collect()),
        (UnitPlace::File, file_name.into_iter().collect()),
    ];
    for (place, sentences) in places {
        let said: fn(&str) -> Vec<PriceUnit> = match place {
            UnitPlace::Worksheet | UnitPlace::File => PriceUnit::in_name,
            _ => PriceUnit::in_title,
        };
        for unit in sentences.into_iter().flat_map(said) {
            if !units.contains(&(unit, place)) {
                units.push((unit, place));
            }
        }
    }
    if units.is_empty() { units_beside(cells, columns) } else { units }
}

/// The units that other columns, texts beside the products and instructions name, where nothing else
/// says one.
fn units_beside(cells: &SheetCells, columns: &Columns) -> Vec<(PriceUnit, UnitPlace)> {
    let prices = columns.position(ColumnUse::Field(Field::PrimaryPrice));
    let names_other = |place: usize| is_in_other_currency(&columns.headings[place]);
    if columns.is_headless || prices.is_some_and(names_other) {
        return Vec::new();
    }
    let of_headings = columns.headings.iter().filter_map(|heading| price_unit(heading));
    let is_text =
        |place: &usize| matches!(columns.uses[*place], None | Some(ColumnUse::Field(Field::Description)));
    let places: Vec<usize> = (0..columns.headings.len()).filter(is_text).collect();
    let texts = cells.rows.iter().skip(columns.first_row).flat_map(|row| {
        let beyond = row.iter().skip(columns.headings.len());
        places.iter().filter_map(|place| row.get(*place)).chain(beyond)
    });
    let may_say =
        |text: &&String| SENTENCE_BYTES.contains(&text.len()) && !text.chars().any(char::is_numeric);
    let comments = cells.pictures.remarks.iter().filter(|(row, _)| row.is_some()).map(|(_, text)| text);
    let of_texts = texts.chain(comments).filter(may_say).flat_map(|text| PriceUnit::in_title(text));
    let of_instructions = cells.pictures.instructions.iter().flat_map(|text| PriceUnit::in_title(text));
    let all = of_headings
        .map(|unit| (unit, UnitPlace::OtherColumn))
        .chain(of_texts.map(|unit| (unit, UnitPlace::Note)))
        .chain(of_instructions.map(|unit| (unit, UnitPlace::Instructions)));
    let mut units = Vec::new();
    for unit in all {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

/// How long a text below the headings is that may say the unit of prices. One with a number is none: “free
/// delivery above 500 thousand toman” says nothing of prices.
const SENTENCE_BYTES: Range<usize> = 8..240;

/// The number of headings of a text file.
fn width_of_text(cells: &SheetCells, columns: &Columns) -> Option<usize> {
    cells
        .encoding
        .filter(|_| !columns.is_headless)
        .and_then(|_| cells.rows.get(columns.header..columns.first_row)?.iter().map(Vec::len).max())
}

/// What the numbers of each column say about their signs.
fn signs(rows: &[(usize, &[String])], columns: &Columns) -> Vec<Signs> {
    let is_number = |used_for: &&Option<ColumnUse>| matches!(used_for, Some(ColumnUse::Field(field)) if field.kind() == FieldKind::Integer);
    // One program wrote all columns: a decimal comma in one of them is one in all.
    let numbers = rows.iter().flat_map(|(_, row)| row.iter().zip(&columns.uses));
    let of_all =
        Signs::of(numbers.filter(|(_, used_for)| is_number(used_for)).map(|(cell, _)| cell.as_str()));
    let of_column = |(place, used_for): (usize, &Option<ColumnUse>)| match used_for {
        Some(ColumnUse::Field(field)) if field.kind() == FieldKind::Integer => {
            let written = Signs::of(rows.iter().filter_map(|(_, row)| row.get(place)).map(String::as_str));
            // Three digits of kilograms are grams; those of any other number may be thousands.
            let is_scaled = field.spec().unit == Some(FieldUnit::Grams) && columns.factor(place, *field) != 1;
            let momayez_is_decimal = field.spec().has_decimals && is_scaled;
            let cells = || rows.iter().filter_map(|(_, row)| row.get(place));
            // The reader writes a point in the place of these commas.
            let point = (is_scaled && cells().any(|cell| has_decimal_comma(cell))).then_some(Point::Decimal);
            let commas_are_decimal = written.commas_are_decimal || of_all.commas_are_decimal;
            let point = point.or(written.point);
            // Where commas are decimal signs, points separate thousands, and the answer is about commas.
            let point =
                if commas_are_decimal { point.or(Some(Point::Thousands)) } else { columns.point.or(point) };
            Signs { point, commas_are_decimal, comma: columns.point, momayez_is_decimal }
        }
        _ => Signs::default(),
    };
    columns.uses.iter().enumerate().map(of_column).collect()
}

/// Whether a comma in a number can only be a decimal sign: `0,800`, `1,5`.
fn has_decimal_comma(cell: &str) -> bool {
    cell.trim().split_once([',', '،']).is_some_and(|(whole, decimals)| {
        let is_number = |text: &str| !text.is_empty() && text.chars().all(char::is_numeric);
        is_number(whole)
            && is_number(decimals)
            && (matches!(whole, "0" | "۰" | "٠") || decimals.chars().count() != 3)
    })
}

/// Goods that weigh more than so many grams are rarer than grams below a heading in kilograms.
const HEAVY: i128 = 500_000;

/// Goods that weigh less than so many grams are rarer than weights in kilograms.
const LIGHT: i128 = 100;

/// The columns of weights whose unit nobody says and whose numbers are so small that they may be kilograms,
/// each with an example.
fn unclear_weights(
    rows: &[(usize, &[String])],
    columns: &Columns,
    unit_columns: UnitColumns,
    signs: &[Signs],
) -> BTreeMap<usize, String> {
    let example = |(place, used_for): (usize, &Option<ColumnUse>)| {
        let Some(ColumnUse::Field(field)) = used_for else { return None };
        if columns.weight_unit.is_some() || !columns.names_no_weight_unit(place, *field) {
            return None;
        }
        let weight = |text: &String| parse_amount(text, &[], signs[place]).ok().filter(|weight| *weight > 0);
        let unnamed = || rows.iter().filter(|(_, row)| unit_columns.weight(row) == Ok(None));
        let weights =
            || unnamed().filter_map(|(_, row)| row.get(place)).filter_map(|text| Some((text, weight(text)?)));
        let are_light = weights().all(|(_, weight)| weight < LIGHT * 1000);
        weights().next().filter(|_| are_light).map(|(text, _)| (place, text.trim().to_owned()))
    };
    columns.uses.iter().enumerate().filter_map(example).collect()
}

/// The columns in which some weights are less than one and others are a hundred and more: nobody gives both
/// in the same unit.
fn mixed_weights(rows: &[(usize, &[String])], columns: &Columns, signs: &[Signs]) -> Vec<usize> {
    let is_mixed = |place: &usize| {
        let weights = || {
            let cells = rows.iter().filter_map(|(_, row)| row.get(*place));
            cells.filter_map(|cell| parse_amount(cell, &[], signs[*place]).ok())
        };
        weights().any(|weight| (1..ONE).contains(&weight)) && weights().any(|weight| weight >= LIGHT * ONE)
    };
    let is_weight = |place: &usize| match columns.uses[*place] {
        Some(ColumnUse::Field(field)) => field.spec().unit == Some(FieldUnit::Grams),
        _ => false,
    };
    let is_written_here = columns.position(ColumnUse::Source).is_some();
    (0..columns.uses.len()).filter(|place| !is_written_here && is_weight(place) && is_mixed(place)).collect()
}

/// The columns of codes that end with `.0`, all of them: nobody gives such codes.
fn decimal_codes(rows: &[(usize, &[String])], columns: &Columns) -> Vec<usize> {
    let is_decimal = |cell: &str| {
        cell.strip_suffix(".0")
            .is_some_and(|code| !code.is_empty() && code.bytes().all(|c| c.is_ascii_digit()))
    };
    let are_decimal = |place: &usize| {
        let cells = rows.iter().filter_map(|(_, row)| row.get(*place)).map(|cell| cell.trim());
        let mut filled = cells.filter(|cell| !cell.is_empty()).peekable();
        filled.peek().is_some() && filled.all(is_decimal)
    };
    let codes = [Field::Sku, Field::Barcode].map(ColumnUse::Field);
    codes.into_iter().filter_map(|of| columns.position(of)).filter(are_decimal).collect()
}

/// What holds of all cells of a column.
struct OfCells {
    signs: Signs,
    /// What its numbers are multiplied by.
    factor: i64,
    names_no_weight_unit: bool,
    /// Whether they have the code before the name.
    have_code: bool,
}

impl OfCells {
    fn of((column, signs): (usize, Signs), columns: &Columns) -> Self {
        let field = match columns.uses[column] {
            Some(ColumnUse::Field(field)) => Some(field),
            _ => None,
        };
        Self {
            signs,
            factor: field.map_or(1, |field| columns.factor(column, field)),
            names_no_weight_unit: field.is_some_and(|field| columns.names_no_weight_unit(column, field)),
            have_code: columns.headings.get(column).is_some_and(|heading| says_code_and_name(heading)),
        }
    }
}

struct RowReader<'a> {
    columns: &'a Columns,
    cells: &'a SheetCells,
    /// Of each column.
    of_cells: Vec<OfCells>,
    /// The column that says whether a price is added to another one.
    prefix: Option<usize>,
    /// Columns of weights whose unit is not known, with an example.
    unclear_weights: &'a BTreeMap<usize, String>,
    /// The unit of prices that carry none.
    named_unit: Option<PriceUnit>,
    /// Whether places of the sheet name different units: then a price with a unit has that one.
    is_mixed: bool,
    /// Whether rows name different units: then a price without one is refused.
    has_several_units: bool,
    /// Columns of weights in which some may be in grams and some in kilograms.
    mixed_weights: Vec<usize>,
    unit_columns: UnitColumns,
    part_units: &'a PartUnits,
    said_of_prices: &'a SaidOfPrices,
    /// Columns of codes that a program wrote as numbers with a decimal: `6260001234567.0`.
    decimal_codes: Vec<usize>,
    /// The number of headings of a text file: a row with more cells was torn by a separator inside of a
    /// value.
    width: Option<usize>,
    /// The columns in the order in which they are read.
    order: Vec<usize>,
    known: &'a Known<'a>,
}

/// The titles of groups with their rows, from 1.
fn titles(left_out: &[LeftOut]) -> Vec<(usize, String)> {
    let titles = left_out.iter().filter(|row| row.kind == RowKind::Title);
    titles.map(|row| (row.row, row.text.clone())).collect()
}

/// More words beside the values of a row are not kept, and no longer ones, in bytes.
const MAX_BESIDE: usize = 6;
const MAX_BESIDE_BYTES: usize = 80;

impl RowReader<'_> {
    /// The words of a row that are no values, its category, the title of its group and the name of its
    /// worksheet.
    fn words_beside(&self, index: usize, row: &[String], titles: &[(usize, String)]) -> Vec<String> {
        let title = titles.iter().rfind(|(title, _)| *title <= index).map(|(_, title)| title);
        let is_beside = |used_for: &Option<ColumnUse>| {
            matches!(used_for, None | Some(ColumnUse::Field(Field::CategoryId)))
        };
        let cells = self.columns.uses.iter().zip(row).filter(|(used_for, _)| is_beside(used_for));
        let words = cells
            .map(|(_, cell)| cell)
            .filter(|cell| cell.len() <= MAX_BESIDE_BYTES && cell.chars().any(char::is_alphabetic));
        title.into_iter().chain(&self.cells.worksheet).chain(words.take(MAX_BESIDE)).cloned().collect()
    }

    fn read(&self, index: usize, row: &[String]) -> SheetDraft {
        let mut draft = SheetDraft { row: index + 1, ..SheetDraft::default() };
        let behind = self.width.and_then(|width| row.get(width..)).unwrap_or_default();
        let is_shifted = behind.iter().any(|cell| !cell.trim().is_empty());
        let is_garbled = self.cells.tidied.garbled.binary_search(&(index + 1)).is_ok();
        for (column, used_for, text) in
            self.order.iter().filter_map(|&at| Some((at, self.columns.uses.get(at)?, row.get(at)?)))
        {
            let text = self.without_footnote(text, *used_for);
            match used_for {
                Some(ColumnUse::Field(field)) if self.cells.unseen.contains_key(&(index, column)) => {
                    match &self.cells.unseen[&(index, column)] {
                        Unseen::Uncomputed => {
                            draft.refuse(*field, Finding::FormulaWithoutValue, FieldError::NotComputed);
                        }
                        Unseen::Hidden(text) => draft.refuse_text(*field, text, FieldError::HiddenValue),
                    }
                }
                Some(ColumnUse::Field(field)) if self.cells.errors.contains_key(&(index, column)) => {
                    let text = self.cells.errors[&(index, column)].clone();
                    draft.refuse(*field, Finding::ErrorValue { text }, FieldError::ErrorValue);
                }
                Some(ColumnUse::Field(field))
                    if is_shifted && field.kind() == FieldKind::Integer && !text.trim().is_empty() =>
                {
                    draft.refuse_text(*field, text, FieldError::Shifted);
                }
                Some(ColumnUse::Field(field)) if is_garbled && tidy::is_garbled(text) => {
                    draft.refuse_text(*field, text, FieldError::Garbled);
                }
                // The spreadsheet shows a word instead of the number.
                Some(ColumnUse::Field(field))
                    if field.kind() == FieldKind::Integer && self.is_word(index, column) =>
                {
                    draft.refuse_text(*field, self.cells.shown(index, column), FieldError::HiddenValue);
                }
                Some(ColumnUse::Field(field @ (Field::PrimaryPrice | Field::Stock)))
                    if !self.is_written_here() && is_phone_or_card(text) =>
                {
                    draft.refuse_text(*field, text, FieldError::PhoneNumber);
                }
                Some(ColumnUse::Field(field @ (Field::PrimaryPrice | Field::Stock))) if is_added(text) => {
                    draft.refuse_text(*field, text, FieldError::Added);
                }
                Some(ColumnUse::Field(Field::PrimaryPrice)) => self.set_price(&mut draft, row, column),
                // A code is what is seen, a number what it is.
                Some(ColumnUse::Field(field)) if field.kind() == FieldKind::Line => {
                    let shown = self.without_footnote(self.cells.shown(index, column), *used_for);
                    self.set(&mut draft, *field, shown, (row, column));
                }
                Some(ColumnUse::Field(field)) if field.kind() == FieldKind::Photos => {
                    // A word such as “photo” leads to it.
                    let link = self.cells.links.get(&(index, column));
                    let link = link.filter(|_| !has_photo_name(Path::new(text)) && !text.trim().is_empty());
                    self.set(&mut draft, *field, link.map_or(text, String::as_str), (row, column));
                }
                Some(ColumnUse::Field(field)) => self.set(&mut draft, *field, text, (row, column)),
                Some(ColumnUse::Source) => draft.origin.get_or_insert_default().source = PathBuf::from(text),
                Some(ColumnUse::SourceName) => {
                    text.clone_into(&mut draft.origin.get_or_insert_default().name);
                }
                Some(ColumnUse::PhotoName) => {
                    draft.photo_name = Some(text.trim().to_owned()).filter(|name| !name.is_empty());
                }
                Some(ColumnUse::PhotoEdits) => draft.set_edits(text),
                Some(ColumnUse::Property | ColumnUse::Problem) | None => {}
            }
        }
        if is_shifted && draft.problems.is_empty() {
            let name = draft.draft.name.clone();
            draft.refuse_text(Field::Name, &name, FieldError::Shifted);
        }
        // Who writes the unit alone has the price of one.
        if draft.has_unit_word
            && draft.draft.unit_quantity.is_none()
            && self.known.market_fields.contains(&Field::UnitQuantity)
        {
            draft.set_or_refuse(Field::UnitQuantity, "1", Signs::default());
        }
        // An incomplete origin would identify another draft.
        draft.origin = draft
            .origin
            .filter(|origin| !origin.source.as_os_str().is_empty() && !origin.name.trim().is_empty());
        draft
    }

    /// Whether this program wrote the sheet: then its values are as they are.
    /// The status of the marketplace with this name.
    fn status_called(&self, text: &str) -> Option<i64> {
        self.known.statuses.iter().find(|status| status.is_called(text)).map(|status| status.id)
    }

    fn signs(&self, column: usize) -> Signs {
        self.of_cells.get(column).map(|of| of.signs).unwrap_or_default()
    }

    fn is_written_here(&self) -> bool {
        self.columns.position(ColumnUse::Source).is_some()
    }

    /// A number or a code without the raised number of a footnote behind it.
    fn without_footnote<'t>(&self, text: &'t str, used_for: Option<ColumnUse>) -> &'t str {
        let is_marked = match used_for {
            // A sheet that this program wrote has codes as they are.
            Some(ColumnUse::Field(Field::Sku | Field::Barcode)) => !self.is_written_here(),
            Some(ColumnUse::Field(field)) => field.kind() == FieldKind::Integer,
            _ => false,
        };
        let plain = text.trim_end_matches(|c: char| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹'));
        if is_marked && !plain.trim().is_empty() { plain } else { text }
    }

    /// Whether the spreadsheet shows a word in the place of a number other than 0.
    fn is_word(&self, row: usize, column: usize) -> bool {
        let shown = self.cells.shown.get(&(row, column));
        let is_zero = || self.cells.rows[row][column].trim() == "0";
        shown.is_some_and(|shown| shown.contains(char::is_alphabetic) && !shown.contains(char::is_numeric))
            && !is_zero()
    }

    fn set(&self, draft: &mut SheetDraft, field: Field, text: &str, (row, column): (&[String], usize)) {
        let is_export = self.columns.export.is_some();
        match field.kind() {
            FieldKind::Photos if is_answer(text) || is_dash(text) => {}
            FieldKind::Photos => add_photos(&mut draft.photos, field, text, is_export),
            FieldKind::Paragraph if !self.is_written_here() && (is_filler(text) || text.trim() == "0") => {}
            FieldKind::Paragraph if self.columns.export.is_some_and(Export::escapes_lines) => {
                drop(draft.draft.set(field, &plain_text(&text.replace("\\n", "\n"))));
            }
            FieldKind::Paragraph => drop(draft.draft.set(field, &plain_text(text))),
            FieldKind::Line if !self.is_written_here() && is_filler(text) => {}
            FieldKind::Line if field == Field::Sku && !self.is_written_here() && are_several_codes(text) => {}
            FieldKind::Line => {
                let text = plain_text(text);
                let text = if field == Field::Name && !self.is_written_here() {
                    self.name_of(draft, column, &text)
                } else {
                    text
                };
                // Shop systems mark digits that are text, and people do so for spreadsheet programs.
                // A sheet that this program wrote has codes as they are.
                let is_code = matches!(field, Field::Sku | Field::Barcode) && !self.is_written_here();
                let is_marked = (is_export || is_code)
                    && text.starts_with('\'')
                    && text[1..].starts_with(|c: char| c.is_ascii_digit());
                let text = if is_marked { &text[1..] } else { &*text };
                let is_decimal = is_code && self.decimal_codes.contains(&column);
                let text = text.strip_suffix(".0").filter(|_| is_decimal).unwrap_or(text);
                if is_in_short(text) && matches!(field, Field::Sku | Field::Barcode) {
                    return draft.refuse_text(field, text, FieldError::DigitsLost);
                }
                draft.set_or_refuse(field, &in_one_line(text), Signs::default());
            }
            FieldKind::Integer if is_dash(text) || (field == Field::Stock && is_not_kept(text)) => {}
            // It is there, but nobody says how many.
            FieldKind::Integer
                if field == Field::Stock
                    && is_available(text)
                    && (is_export
                        || self.columns.headings.get(column).is_some_and(|of| says_available(of))) => {}
            // A variation of WooCommerce whose pieces are among those of its product.
            FieldKind::Integer if is_export && field == Field::Stock && text.trim() == "parent" => {}
            FieldKind::Integer
                if field == Field::Stock
                    && self.unit_columns.counts_others(row)
                    && parse_whole(text, &[], Signs::default()).is_ok_and(|pieces| pieces != 0) =>
            {
                draft.refuse_text(field, text, FieldError::OtherUnit);
            }
            FieldKind::Integer if field == Field::Stock && self.set_pieces_by_size(draft, text) => {}
            FieldKind::Integer if field == Field::Stock && is_approximate(text) => {
                draft.refuse_text(field, text, FieldError::Approximate);
            }
            FieldKind::Integer => self.set_number(draft, field, text, (row, column)),
            _ if field == Field::Status && self.status_called(text).is_some() => {
                draft.draft.status = self.status_called(text);
            }
            _ if field == Field::Status && !self.is_written_here() && says_whether_there(text) => {
                let has_stock = self.columns.position(ColumnUse::Field(Field::Stock)).is_some();
                if !has_stock && !is_active(text) {
                    draft.draft.stock = Some(0);
                }
            }
            _ if field == Field::UnitType && !is_unit(text) => {}
            _ if field == Field::UnitType => {
                draft.set_or_refuse(field, text, Signs::default());
                draft.has_unit_word = Unit::from_word(text).is_some();
            }
            _ if field == Field::Variants => self.set_variants(draft, text, (row, column)),
            _ => draft.set_or_refuse(field, text, Signs::default()),
        }
    }

    /// The name that a cell says. The code before it is the product's own; the name of a photo is one without
    /// its ending; and of several columns with a part of it each, it is all of them.
    fn name_of<'t>(&self, draft: &mut SheetDraft, column: usize, text: &'t str) -> Cow<'t, str> {
        let have_code = self.of_cells.get(column).is_some_and(|of| of.have_code);
        let text = match Some(text).filter(|_| have_code).and_then(code_and_name) {
            Some((code, name)) => {
                if draft.draft.sku.is_none() {
                    draft.set_or_refuse(Field::Sku, code, Signs::default());
                }
                name
            }
            None => text,
        };
        let text = without_marks(text);
        let path = Path::new(text.trim());
        let stem = path.file_stem().and_then(OsStr::to_str);
        let text = stem.filter(|_| has_photo_name(path) && !text.contains(['/', '\\'])).unwrap_or(text);
        match draft.draft.name.trim() {
            "" => text.into(),
            before => format!("{before} {}", text.trim()).trim_end().to_owned().into(),
        }
    }

    fn set_number(
        &self,
        draft: &mut SheetDraft,
        field: Field,
        text: &str,
        (row, column): (&[String], usize),
    ) {
        let is_export = self.columns.export.is_some();
        let Some(&OfCells { signs, factor, names_no_weight_unit, .. }) = self.of_cells.get(column) else {
            return;
        };
        let is_of_weight = field.spec().unit == Some(FieldUnit::Grams) && factor != 1;
        let is_decimal = is_of_weight && signs.point == Some(Point::Decimal);
        let text: Cow<'_, str> = if is_decimal { text.replace([',', '،'], ".").into() } else { text.into() };
        let text = text.as_ref();
        let of_part = self.part_units.weight(draft.row - 1, column);
        let is_unclear = of_part.is_none()
            && self.unclear_weights.contains_key(&column)
            && self.unit_columns.weight(row) == Ok(None);
        if is_unclear && parse_amount(text, &[], signs).is_ok() {
            return draft.refuse_text(field, text, FieldError::WeightUnit);
        }
        let of_row = if of_part.is_some() {
            Ok(of_part)
        } else if names_no_weight_unit {
            self.unit_columns.weight(row)
        } else {
            Ok(None)
        };
        let factor = match of_row {
            Ok(of_row) => of_row.unwrap_or(factor),
            Err(error) if parse_amount(text, &[], signs).is_ok() => {
                return draft.refuse_text(field, text, error);
            }
            Err(_) => 1,
        };
        // More was sold than was there.
        let is_oversold =
            is_export && field == Field::Stock && parse_whole(text, &[], signs).is_ok_and(|stock| stock < 0);
        let is_other_weight = |amount: i128| match factor {
            1 => amount % ONE != 0 && amount < 10 * ONE,
            _ => amount >= LIGHT * ONE,
        };
        match parse_amount(text, &[], signs) {
            Ok(amount) if self.mixed_weights.contains(&column) && is_other_weight(amount) => {
                draft.refuse_text(field, text, FieldError::WeightUnit);
            }
            _ if is_oversold => draft.set_or_refuse(field, "0", signs),
            Ok(amount) if factor != 1 && amount * i128::from(factor) > HEAVY * 1000 => {
                draft.refuse_text(field, text, FieldError::WeightUnit);
            }
            Ok(amount) if factor != 1 => match Quantity::from_thousandths(amount * i128::from(factor)) {
                Some(amount) => draft.set_or_refuse(field, &amount.to_string(), signs),
                None => draft.refuse_text(field, text, FieldError::TooLarge),
            },
            _ => draft.set_or_refuse(field, text, signs),
        }
    }

    /// Reads the pieces of each size in one cell. Where there are no variants, the product has all of them.
    fn set_pieces_by_size(&self, draft: &mut SheetDraft, text: &str) -> bool {
        let found = pieces_by_size(text, &self.columns.headings).filter(|_| !self.is_written_here());
        let Some(variants) = found.filter(|_| draft.draft.variants.is_empty()) else { return false };
        if self.known.market_fields.contains(&Field::Variants) {
            draft.draft.variants = variants;
        } else {
            draft.draft.stock = Some(variants.iter().filter_map(|variant| variant.stock).sum());
        }
        true
    }

    /// Variants in one cell: their prices are in the unit of the product's.
    fn set_variants(&self, draft: &mut SheetDraft, text: &str, (row, column): (&[String], usize)) {
        if self.set_pieces_by_size(draft, text) {
            return;
        }
        let refused = RefCell::new(Vec::new());
        let on_wire = |price: &str| {
            let mut of_variant = SheetDraft { row: draft.row, ..SheetDraft::default() };
            self.read_price(&mut of_variant, price, (row, column));
            refused.borrow_mut().append(&mut of_variant.problems);
            let price = of_variant.draft.primary_price;
            price.map(|price| price.wire().to_string()).unwrap_or_default()
        };
        let converted = DraftVariant::map_prices(text, on_wire);
        match refused.into_inner().into_iter().find_map(|problem: Problem| problem.detail) {
            Some(error) => draft.refuse_text(Field::Variants, text, error),
            None => draft.set_or_refuse(Field::Variants, &converted, Signs::default()),
        }
    }

    fn set_price(&self, draft: &mut SheetDraft, row: &[String], column: usize) {
        let text = self.without_footnote(&row[column], self.columns.uses[column]);
        self.read_price(draft, text, (row, column));
    }

    fn read_price(&self, draft: &mut SheetDraft, text: &str, (row, column): (&[String], usize)) {
        if text.trim().is_empty() || is_dash(text) {
            return;
        }
        if self.prefix.and_then(|at| row.get(at)).is_some_and(|sign| sign.trim() == "+") {
            return draft.refuse_text(Field::PrimaryPrice, text, FieldError::Added);
        }
        if is_approximate(text) {
            return draft.refuse_text(Field::PrimaryPrice, text, FieldError::Approximate);
        }
        if self.unit_columns.is_of_several(row) {
            return draft.refuse_text(Field::PrimaryPrice, text, FieldError::OfSeveral);
        }
        let (number, of_cell) = PriceUnit::split(text);
        let unit = match of_cell.map_or_else(|| self.unit_columns.price(row), |unit| Ok(Some(unit))) {
            Ok(unit) => unit.or_else(|| self.part_units.price(draft.row - 1)),
            Err(error) => return draft.refuse_text(Field::PrimaryPrice, text, error),
        };
        let is_own = of_cell.is_some() || unit.is_some() && !self.part_units.differ();
        if !is_own && self.said_of_prices.holds(draft.row - 1) {
            return draft.refuse_text(Field::PrimaryPrice, text, FieldError::OtherUnit);
        }
        // Until somebody says the unit, all prices are in the one that is named first.
        let own = unit.filter(|_| self.has_several_units);
        let wire = self.known.shop_units.map(|units| units.wire);
        // `250 هزار` below “thousand toman” says the thousand a second time.
        let once = |of: PriceUnit| if has_magnitude(number) { of.base() } else { of };
        let (from, to) = match (self.columns.price_unit, self.named_unit) {
            (Some(said), _) => {
                (Some(own.or(unit.filter(|_| self.is_mixed)).unwrap_or_else(|| once(said))), wire)
            }
            (None, Some(named)) => (own.or(Some(once(named)).filter(|unit| *unit != named)), Some(named)),
            (None, None) => (self.known.shop_units.map(|units| units.people), wire),
        };
        // A part of a toman is a whole number of rials.
        if let (Some(from), Some(to)) = (from, to)
            && let Some(price) = self.price_of_part(number, column, from, to)
        {
            draft.draft.primary_price = Some(price);
            return;
        }
        // Where people use another unit than requests, a number is shown as it stands in the sheet.
        let is_asked = self.columns.price_unit.is_none() && self.named_unit.is_some();
        let seen = self.known.shop_units.filter(|units| is_asked && units.differ());
        let exact = self
            .known
            .shop_units
            .filter(|units| units.differ() && from == Some(units.people) && to == Some(units.wire));
        let kept = exact.map_or_else(|| number.to_owned(), |units| units.kept(number));
        draft.set_or_refuse(Field::PrimaryPrice, &kept, self.signs(column));
        let is_said = self.part_units.differ() && self.columns.price_unit.is_some();
        if unit.is_none() && self.has_several_units && !is_said && draft.draft.primary_price.is_some() {
            return draft.refuse_text(Field::PrimaryPrice, text, FieldError::NoUnit);
        }
        if let (Some(price), Some(from), Some(to), None) = (draft.draft.primary_price, from, to, exact) {
            draft.draft.primary_price = from.convert(price.wire(), to).map(Price::on_wire);
            if draft.draft.primary_price.is_none() {
                draft.refuse_text(Field::PrimaryPrice, text, FieldError::NotAWholeNumber);
            }
        }
        if let (Some(price), Some(units)) = (draft.draft.primary_price, seen) {
            draft.draft.primary_price = units.people.convert(price.wire(), units.wire).map(Price::on_wire);
        }
    }
}

impl RowReader<'_> {
    /// Reads the prices of a row's sizes, which are then those of its variants.
    fn set_size_prices(&self, draft: &mut SheetDraft, row: &[String], sizes: &Sizes) {
        let columns = sizes.of_price();
        if columns.is_empty() {
            return;
        }
        draft.problems.retain(|problem| problem.field.as_deref() != Some(Field::PrimaryPrice.name()));
        for column in columns.iter().copied().filter(|column| *column < row.len()) {
            let mut of_size = SheetDraft { row: draft.row, ..SheetDraft::default() };
            self.set_price(&mut of_size, row, column);
            draft.problems.append(&mut of_size.problems);
            if let Some(price) = of_size.draft.primary_price {
                draft.size_prices.push((column, price));
            }
        }
        draft.draft.primary_price = None;
    }

    /// A price that is a part of its unit, such as 12.5 thousand toman, if it is whole in that of requests.
    fn price_of_part(&self, number: &str, column: usize, from: PriceUnit, to: PriceUnit) -> Option<Price> {
        let amount = parse_amount(number, &[], self.signs(column)).ok()?;
        (amount % ONE != 0).then(|| from.convert_part(amount, to)).flatten().map(Price::on_wire)
    }
}

/// Whether a cell below “status” says that there are pieces, and nothing of what is shown in the shop.
fn is_active(text: &str) -> bool {
    is_available(text) || matches!(folded(text).as_str(), "active" | "فعال")
}

/// Whether a cell below “status” says whether there are pieces, and nothing of what is shown in the shop.
fn says_whether_there(text: &str) -> bool {
    is_active(text)
        || none_in_stock(text).is_some()
        || matches!(folded(text).as_str(), "فروخته شد" | "فروخته شده" | "فروش رفت" | "sold")
}

/// Whether a text is a unit of sale, or the number of one.
fn is_unit(text: &str) -> bool {
    text.trim().is_empty() || parse_integer(text).is_ok() || Unit::from_word(text).is_some()
}

/// Whether a cell has several codes: `M-S, M-M, M-L`.
fn are_several_codes(text: &str) -> bool {
    let is_code = |part: &str| {
        part.chars().count() > 1
            && !part.contains(char::is_whitespace)
            && part.contains(|c: char| c.is_numeric() || matches!(c, '-' | '_'))
            && part.contains(char::is_alphanumeric)
    };
    let parts: Vec<&str> = text.split([',', '،', ';', '؛', '|', '\n']).map(str::trim).collect();
    parts.len() > 1 && parts.iter().all(|part| is_code(part))
}

/// The rows, from 1, with several codes in the cell of one.
fn several_codes(rows: &[(usize, &[String])], columns: &Columns) -> Vec<usize> {
    let is_written_here = columns.position(ColumnUse::Source).is_some();
    let code = columns.position(ColumnUse::Field(Field::Sku)).filter(|_| !is_written_here);
    let Some(place) = code else { return Vec::new() };
    let has_several =
        |(_, row): &&(usize, &[String])| row.get(place).is_some_and(|cell| are_several_codes(cell));
    rows.iter().filter(has_several).map(|(index, _)| index + 1).collect()
}

/// The rows, from 1, whose unit of sale is none that is known: it is left out.
fn unknown_units(rows: &[(usize, &[String])], columns: &Columns) -> Vec<usize> {
    let Some(place) = columns.position(ColumnUse::Field(Field::UnitType)) else { return Vec::new() };
    let is_unknown = |(_, row): &&(usize, &[String])| row.get(place).is_some_and(|cell| !is_unit(cell));
    rows.iter().filter(is_unknown).map(|(index, _)| index + 1).collect()
}

/// Whether a number is added to another one: `+50000` below the price of the smallest size.
fn is_added(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['\u{200e}', '\u{200f}']);
    text.strip_prefix(['+', '＋']).is_some_and(|rest| rest.contains(char::is_numeric))
}

/// Whether a cell below “photo” says whether there is one, or that it comes later.
fn is_answer(text: &str) -> bool {
    #[rustfmt::skip]
    const ANSWERS: [&str; 36] = [
        "yes", "no", "true", "false", "✓", "✔", "✗", "✘", "دارد", "ندارد", "بله", "خیر", "هست", "نیست", "tbd", "tba",
        "n/a", "na", "none", "no photo", "no image", "later", "soon", "coming soon", "pending", "?", "؟", "بعدا",
        "بعداً", "بدون عکس", "عکس ندارد", "بزودی", "به زودی", "به\u{200c}زودی", "فعلا ندارد", "فعلاً ندارد",
    ];
    ANSWERS.contains(&folded(text).trim())
}

/// Whether a cell has a dash alone, as people fill cells without a value.
fn is_dash(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| matches!(c, '-' | '–' | '—' | '−' | 'ـ'))
}

/// Whether a cell has what people write where there is no name or code.
fn is_filler(text: &str) -> bool {
    let is_dotted = |c: char| matches!(c, '.' | '…' | '-' | '–' | '—' | '−' | 'ـ' | '_' | ' ');
    let said = text.trim();
    !said.is_empty()
        && (said.chars().all(is_dotted)
            || matches!(said, "ندارد" | "خالی" | "بدون نام" | "بدون کد" | "n/a" | "N/A"))
}

/// A `photo` column names the cover, wherever it stands; a `photos` column names the rest, with or without
/// the cover.
///
/// An export separates addresses by commas.
fn add_photos(photos: &mut Vec<PathBuf>, field: Field, text: &str, is_export: bool) {
    // Some programs write a list as JSON has it.
    let list: Vec<String> =
        if text.starts_with('[') { serde_json::from_str(text).ok() } else { None }.unwrap_or_default();
    let names = match list.as_slice() {
        [] if is_export && text.contains("://") => addresses(text),
        [] => photo_names(text),
        list => list.iter().map(String::as_str).collect(),
    };
    // A path from the root is one of the shop's own folders.
    let plain = |name: &'_ str| match name.rsplit_once('/') {
        Some((_, last)) if is_export && name.starts_with('/') => PathBuf::from(last),
        _ => PathBuf::from(name),
    };
    let named = names.into_iter().map(plain);
    if field == Field::Photo {
        let others = std::mem::replace(photos, named.collect());
        photos.extend(others);
        let mut known = HashSet::new();
        return photos.retain(|photo| known.insert(photo.clone()));
    }
    let mut known: HashSet<PathBuf> = photos.iter().cloned().collect();
    photos.extend(named.filter(|photo| known.insert(photo.clone())));
}

/// The addresses of a cell, which have commas between them, and may have some inside.
fn addresses(text: &str) -> Vec<&str> {
    let begins: Vec<usize> = text
        .match_indices("http")
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || text[..*at].ends_with([',', ' ', '|', '\n', ';']))
        .collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins
        .iter()
        .zip(ends)
        .map(|(from, to)| text[*from..to].trim_end_matches([',', ' ', '|', '\n', ';']))
        .collect()
}

/// The photos that a cell names. A file name may contain a semicolon or a comma, so these separate photos
/// only if the usual separator is not used, and a comma only if each part is named like a photo.
fn photo_names(text: &str) -> Vec<&str> {
    let split = |text, separators: &[char]| {
        let parts: Vec<&str> =
            str::split(text, separators).map(str::trim).filter(|name| !name.is_empty()).collect();
        parts
    };
    if text.contains(PHOTO_SEPARATOR) {
        return split(text, &[PHOTO_SEPARATOR, '\n']);
    }
    let mut names = Vec::new();
    for part in split(text, &[';', '؛', '\n']) {
        let part_words = || part.split(" و ").flat_map(|part| part.split(" and "));
        let parts = part_words().flat_map(|part| split(part, &[',', '،'])).collect::<Vec<_>>();
        if parts.iter().all(|name| has_photo_name(Path::new(name))) {
            names.extend(parts);
        } else {
            names.push(part);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::cells::photos_cell;
    use super::super::read::read;
    use super::super::sheet_draft::Origin;
    use super::*;
    use crate::import::sheet::SheetOverview;
    use vitrine_domain::ProblemKind;

    fn sheet(text: &str) -> Sheet {
        drafts(&read(Path::new("sheet.csv"), text.as_bytes()).unwrap(), &Known::default())
    }

    /// A sheet in a shop where people use toman, and requests rial.
    fn in_toman(text: &str) -> (Vec<Option<i64>>, Option<PriceUnit>) {
        let shop_units = Some(PriceUnits { wire: PriceUnit::Rial, people: PriceUnit::Toman });
        let cells = read(Path::new("sheet.csv"), text.as_bytes()).unwrap();
        let sheet = drafts(&cells, &Known { shop_units, ..Known::default() });
        let prices = prices(&sheet);
        (prices, SheetOverview::of(sheet, Path::new("sheet.csv")).open_unit_question(shop_units))
    }

    #[test]
    fn where_people_use_toman_a_sheet_is_read_as_it_says_and_a_silent_one_is_asked_about() {
        assert_eq!(
            in_toman("name,price (toman)\nRug,25000\nBowl,250.5\n"),
            (vec![Some(250_000), Some(2505)], None)
        );
        assert_eq!(
            in_toman("name,price (rial)\nRug,25000\nBowl,2505\n"),
            (vec![Some(25_000), Some(2505)], None)
        );
        assert_eq!(
            in_toman("نام,قیمت\nگلیم,۲۵٬۰۰۰ تومان\nکاسه,۳۰۰۰ ریال\n"),
            (vec![Some(250_000), Some(3000)], None)
        );
        let (shown, question) = in_toman("name,price\nRug,25000\n");
        assert_eq!(
            (shown, question),
            (vec![Some(250_000)], Some(PriceUnit::Toman)),
            "as an owner expects it"
        );
        let thousands = in_toman("name,price (thousand toman)\nRug,25\n").1;
        assert_eq!(thousands, Some(PriceUnit::ThousandToman), "asked as ever");
        let (_, disputed) = in_toman("All prices are in rial,\nname,price (toman)\nRug,25000\n");
        assert_eq!(disputed, Some(PriceUnit::Toman));
        assert_eq!(in_toman("name,stock\nRug,3\n").1, None, "there is no price");
    }

    fn prices(sheet: &Sheet) -> Vec<Option<i64>> {
        sheet.drafts.iter().map(|row| row.draft.primary_price.map(Price::wire)).collect()
    }

    #[test]
    fn all_common_csv_variants_are_read() {
        for text in [
            "name,price\nRug,12000\n",
            "\u{feff}name;price\r\nRug;۱۲٬۰۰۰\r\n",
            "Title\tPrice\nRug\t\"12,000\"\n",
            "نام,قیمت\nRug,12000",
        ] {
            let sheet = sheet(text);
            assert_eq!(sheet.drafts.len(), 1, "{text}");
            assert_eq!(
                (sheet.drafts[0].draft.name.as_str(), sheet.drafts[0].draft.primary_price),
                ("Rug", Some(Price::on_wire(12_000))),
                "{text}"
            );
            assert_eq!(sheet.drafts[0].problems, [], "{text}");
            assert!(sheet.columns.iter().all(|column| column.used_for.is_some()), "{text}");
        }
    }

    #[test]
    fn titles_blank_rows_and_repeated_headings_are_no_products() {
        let sheet =
            sheet("فهرست قیمت بهار,,\n,,\nنام,قیمت,رنگ\nگلیم,12000,قرمز\n,,\nنام,قیمت,رنگ\nکاسه,5000,آبی\n");
        let rows: Vec<(usize, &str)> =
            sheet.drafts.iter().map(|row| (row.row, row.draft.name.as_str())).collect();
        assert_eq!(rows, [(4, "گلیم"), (7, "کاسه")]);
        let unused: Vec<&str> = sheet
            .columns
            .iter()
            .filter(|column| column.used_for.is_none())
            .map(|column| column.heading.as_str())
            .collect();
        assert_eq!(unused, ["رنگ"]);
    }

    #[test]
    fn the_cover_is_the_first_photo() {
        let row = &sheet("name;photos;photo\nRug;a.jpg|b.jpg;b.jpg\n").drafts[0];
        assert_eq!(row.photos, [PathBuf::from("b.jpg"), PathBuf::from("a.jpg")]);
    }

    #[test]
    fn a_status_is_called_as_the_marketplace_or_a_person_calls_it() {
        let status = |id, name: &str| StatusChoice { id, name: name.to_owned(), photo: false };
        let statuses = [status(2976, "published"), status(3790, "hidden")];
        let text =
            "name;status\nBox;Published\nTray;hidden\nCup;منتشر\u{200c}شده\nJug;مخفی\nMug;3790\nPot;lost\n";
        let cells = read(Path::new("sheet.csv"), text.as_bytes()).unwrap();
        let sheet = drafts(
            &cells,
            &Known { statuses: &statuses, market_fields: &[Field::Status], ..Known::default() },
        );
        let read: Vec<Option<i64>> = sheet.drafts.iter().map(|draft| draft.draft.status).collect();
        assert_eq!(read, [Some(2976), Some(3790), Some(2976), Some(3790), Some(3790), None]);
        assert_eq!(sheet.drafts[5].problems.len(), 1, "nobody knows it");
    }

    #[test]
    fn a_number_with_two_meanings_is_asked_about_once_and_read_as_answered() {
        let cells = read(Path::new("sheet.csv"), b"name;price;stock\nRug;12.000;4\nBowl;8.500;1\n").unwrap();
        let asked = drafts(&cells, &Known::default());
        assert_eq!(asked.understood.unclear_number.as_deref(), Some("12.000"));
        let headings = ["name", "price", "stock"].map(str::to_owned).to_vec();
        let columns = ["name", "primary_price", "stock"].map(str::to_owned).to_vec();
        for (point, prices) in
            [(Point::Thousands, [Some(12_000), Some(8_500)]), (Point::Decimal, [Some(12), None])]
        {
            let answer = ColumnMapping {
                headings: headings.clone(),
                columns: columns.clone(),
                point: Some(point),
                ..ColumnMapping::default()
            };
            let answered = drafts(&cells, &Known { chosen: &[answer], ..Known::default() });
            let read: Vec<Option<i64>> =
                answered.drafts.iter().map(|draft| draft.draft.primary_price.map(Price::wire)).collect();
            assert_eq!((read, answered.understood.unclear_number), (prices.to_vec(), None), "{point:?}");
        }
        let commas = b"name;price;stock\nRug;2500000,00;5,000\nBowl;900000,00;12,00\n";
        let cells = read(Path::new("sheet.csv"), commas).unwrap();
        let asked = drafts(&cells, &Known::default());
        assert_eq!(
            asked.understood.unclear_number.as_deref(),
            Some("5,000"),
            "the prices have decimal commas"
        );
        let answer =
            ColumnMapping { headings, columns, point: Some(Point::Decimal), ..ColumnMapping::default() };
        let answered = drafts(&cells, &Known { chosen: &[answer], ..Known::default() });
        let stocks: Vec<Option<i64>> = answered.drafts.iter().map(|draft| draft.draft.stock).collect();
        assert_eq!(stocks, [Some(5), Some(12)]);
        let clear =
            read(Path::new("sheet.csv"), "name;price\nRug;12.000\nBowl;1.250.000\n".as_bytes()).unwrap();
        assert_eq!(drafts(&clear, &Known::default()).understood.unclear_number, None, "the column says it");
    }

    #[test]
    fn photos_in_several_columns_or_behind_commas_are_all_read() {
        let row = &sheet("name;عکس ۱;عکس ۲\nRug;a.jpg;b.jpg, c.png\n").drafts[0];
        assert_eq!(row.photos, ["a.jpg", "b.jpg", "c.png"].map(PathBuf::from));
        assert_eq!(
            sheet("name;photos\nRug;red, blue.jpg\n").drafts[0].photos,
            [PathBuf::from("red, blue.jpg")]
        );
    }

    #[test]
    fn an_unusable_cell_is_reported_with_row_and_column() {
        let sheet = sheet("name,price,colour\nRug,cheap,red\n\nBowl,5000,blue\n");
        let problem = &sheet.drafts[0].problems[0];
        assert_eq!(
            (problem.field.as_deref(), problem.quotation.as_deref()),
            (Some("primary_price"), Some("row 2: cheap"))
        );
        assert_eq!((sheet.drafts[1].row, sheet.drafts[1].problems.len()), (4, 0));
    }

    #[test]
    fn a_photo_name_may_contain_a_semicolon() {
        let row = &sheet("name,photos\nRug,/a;b.jpg|\nBowl,c.jpg;d.jpg\n");
        assert_eq!(row.drafts[0].photos, [PathBuf::from("/a;b.jpg")]);
        assert_eq!(photos_cell(&row.drafts[0].photos), "/a;b.jpg|");
        assert_eq!(row.drafts[1].photos, [PathBuf::from("c.jpg"), PathBuf::from("d.jpg")]);
    }

    #[test]
    fn a_row_of_a_failed_product_carries_its_origin_and_its_problem_is_ignored() {
        let sheet =
            sheet("name,problem,source,source_name\nMended,too long,/photos/Rug,Rug\nOther,,/photos/Bowl,\n");
        assert_eq!(
            sheet.drafts[0].origin,
            Some(Origin { source: PathBuf::from("/photos/Rug"), name: "Rug".to_owned() })
        );
        assert_eq!(sheet.drafts[1].origin, None, "a source without its name is none");
        assert!(sheet.columns.iter().all(|column| column.used_for.is_some()));
    }

    #[test]
    fn prices_are_converted_only_when_a_person_said_their_unit() {
        let cells = read(Path::new("x"), "نام,قیمت (تومان)\nگلیم,25000\n".as_bytes()).unwrap();
        let unasked = drafts(
            &cells,
            &Known { shop_units: Some(PriceUnits::alike(PriceUnit::Rial)), ..Known::default() },
        );
        assert_eq!(
            (prices(&unasked), unasked.named_unit),
            (vec![Some(25_000)], Some(PriceUnit::Toman)),
            "as written"
        );
        let columns = vec!["name".to_owned(), "primary_price".to_owned()];
        let headings = super::super::columns::compared(&cells.rows[0]);
        for (unit, price) in [(PriceUnit::Toman, 250_000), (PriceUnit::Rial, 25_000)] {
            let chosen = ColumnMapping {
                headings: headings.clone(),
                columns: columns.clone(),
                price_unit: Some(unit),
                ..ColumnMapping::default()
            };
            assert_eq!(
                prices(&drafts(
                    &cells,
                    &Known {
                        chosen: &[chosen],
                        shop_units: Some(PriceUnits::alike(PriceUnit::Rial)),
                        ..Known::default()
                    }
                )),
                [Some(price)],
                "{unit:?}"
            );
        }
    }

    #[test]
    fn a_unit_in_a_cell_counts_for_it_and_among_different_ones_a_price_without_one_is_refused() {
        for csv in [
            "name,price\nRug,\"25,000 تومان\"\nBowl,5000 ریال\nVase,700\n",
            "name,price,currency\nRug,25000,toman\nBowl,5000,IRR\nVase,700,\n",
        ] {
            let cells = read(Path::new("sheet.csv"), csv.as_bytes()).unwrap();
            let read = drafts(&cells, &Known::default());
            assert_eq!(
                (read.named_unit, prices(&read)),
                (Some(PriceUnit::Toman), vec![Some(25_000), Some(500), None]),
                "{csv}"
            );
            assert_eq!(read.drafts[2].problems[0].detail, Some(FieldError::NoUnit));
            let known = Known {
                stated: Some(PriceUnit::Toman),
                shop_units: Some(PriceUnits::alike(PriceUnit::Rial)),
                ..Known::default()
            };
            assert_eq!(prices(&drafts(&cells, &known)), [Some(250_000), Some(5000), None], "{csv}");
        }
    }

    #[test]
    fn where_two_units_are_usual_a_price_that_says_its_unit_leaves_the_others_open() {
        let units = PriceUnits { wire: PriceUnit::Rial, people: PriceUnit::Toman };
        let known = Known { shop_units: Some(units), ..Known::default() };
        for (csv, named) in [
            ("name,price\nRug,95000\nBowl,850000 rial\n", None),
            ("name,price\nRug,95000 rial\nBowl,850000 rial\nMug,\n", Some(PriceUnit::Rial)),
            ("name,price (rial)\nRug,95000\nBowl,850000 rial\n", Some(PriceUnit::Rial)),
        ] {
            let read = drafts(&read(Path::new("sheet.csv"), csv.as_bytes()).unwrap(), &known);
            assert_eq!((read.named_unit, read.price_unit), (named, named), "{csv}");
        }
        let cells =
            read(Path::new("sheet.csv"), b"name,price\nRug,95000\nBowl,850000 rial\n".as_slice()).unwrap();
        let answered = drafts(&cells, &Known { stated: Some(PriceUnit::Toman), ..known });
        assert_eq!(prices(&answered), [Some(950_000), Some(850_000)]);
    }

    #[test]
    fn a_formula_that_was_never_computed_is_reported() {
        let mut cells = read(Path::new("x"), b"name,price\nRug,\n").unwrap();
        cells.unseen.insert((1, 1), Unseen::Uncomputed);
        let problem = drafts(&cells, &Known::default()).drafts.remove(0).problems.remove(0);
        assert_eq!(
            (problem.field.as_deref(), problem.kind),
            (Some("primary_price"), ProblemKind::InvalidField)
        );
    }

    proptest! {
        #[test]
        fn prices_in_any_digits_and_separators_are_read(price in 1..1_000_000_000_i64, style in 0..4) {
            let grouped = |separator: &str| {
                let digits = price.to_string();
                let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
                groups.join(separator)
            };
            let in_script = |zero: char, text: String| {
                text.chars().map(|c| c.to_digit(10).and_then(|d| char::from_u32(zero as u32 + d)).unwrap_or(c)).collect::<String>()
            };
            let written = match style {
                0 => price.to_string(),
                1 => grouped(","),
                2 => in_script('۰', grouped("٬")),
                _ => in_script('٠', grouped("٬")),
            };
            prop_assert_eq!(prices(&sheet(&format!("نام;قیمت\nگلیم;{written}\n"))), [Some(price)]);
        }
    }
}
