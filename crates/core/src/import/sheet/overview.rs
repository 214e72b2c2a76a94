//! What the review shows of a sheet.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::column_use::ColumnUse;
use super::columns::{ColumnMapping, SheetColumn, compared};
use super::formats::encoding::TextEncoding;
use super::headings::normalized;
use super::headless::letters;
use super::pictures::PictureCounts;
use super::prices::is_amount;
use super::row_kinds::{LeftOut, RowKind};
use super::rows::{Sheet, Understanding};
use vitrine_domain::{Field, FieldKind};
use vitrine_domain::{PriceUnit, PriceUnits};

/// So many columns are named in a question. Nobody reads more; each can be chosen among all columns.
const MOST_ASKED: usize = 30;

/// A sheet that was merged with the dropped photos.
///
/// It is large because it has a field for each thing that a person is told of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetOverview {
    pub path: PathBuf,
    /// The worksheet, if its file has several.
    pub worksheet: Option<String>,
    /// With the first of a file: its worksheets that are not read.
    pub unread: Vec<String>,
    /// What became of the pictures in the sheet itself.
    pub pictures: PictureCounts,
    /// Whether it was found in a dropped folder, not dropped by itself.
    pub from_folder: bool,
    /// The encoding of a text file.
    pub encoding: Option<TextEncoding>,
    /// The row of the headings, from 0.
    pub header: usize,
    pub columns: Vec<SheetColumn>,
    /// The unit of the prices that the sheet names.
    pub named_unit: Option<PriceUnit>,
    /// The unit of the prices that a person chose.
    pub price_unit: Option<PriceUnit>,
    pub rows: Vec<SheetRow>,
    /// The names of products made from photos that no row describes.
    pub without_row: Vec<String>,
    /// Whether a person chose what its columns are used for, now or earlier for the same headings.
    pub is_chosen: bool,
    /// Whether places of the sheet name different units, and nobody said which is true.
    pub is_unit_disputed: bool,
    pub understood: Understanding,
    /// The cells that an earlier sheet has filled with other values.
    pub conflicts: Vec<CellConflict>,
    /// Whose values count there; `None` while nobody was asked: then the earlier ones stay.
    pub precedence: Option<Precedence>,
}

/// A cell that two sheets fill with different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellConflict {
    /// The name of the product.
    pub name: String,
    pub field: Field,
    /// What the earlier sheet says, as a person would type it.
    pub earlier: String,
    pub later: String,
}

/// A column by its heading, or by its letters in spreadsheet programs, and what it is used for.
pub type NamedColumn = (String, Option<ColumnUse>);

/// Which of two sheets counts where both fill the same cells with different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precedence {
    Earlier,
    Later,
}

/// A row of a sheet, and the product that it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// Its number as a spreadsheet program shows it.
    pub row: usize,
    /// The row's name, else its SKU.
    pub name: String,
    /// The planned product's `source` and `source_name`; `None` for a row that cannot be used.
    pub product: Option<(PathBuf, String)>,
    /// Whether photos were found for it.
    pub has_photos: bool,
}

/// A sheet whose rows were imported, kept so that what became of them can be written into a copy of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedSheet {
    pub path: PathBuf,
    /// The worksheet, if its file has several.
    #[serde(default)]
    pub worksheet: Option<String>,
    /// The row of the headings, from 0.
    pub header: usize,
    /// The numbers of its rows, from 1, with the `source` and `source_name` of their products.
    pub rows: Vec<(usize, (PathBuf, String))>,
    /// The numbers of rows that say once more what an earlier one says.
    #[serde(default)]
    pub repeated: Vec<usize>,
    /// The further worksheets of its file.
    #[serde(default)]
    pub more: Vec<Self>,
}

impl ImportedSheet {
    /// The first of these sheets, with the others that are worksheets of the same file.
    pub fn of<'a>(overviews: impl IntoIterator<Item = &'a SheetOverview>) -> Option<Self> {
        let mut overviews = overviews.into_iter();
        let first = overviews.next()?;
        let more = overviews.filter(|other| other.path == first.path).map(SheetOverview::imported).collect();
        Some(Self { more, ..first.imported() })
    }
}

impl SheetOverview {
    /// How a sheet was understood, whatever becomes of its rows.
    pub fn of(sheet: Sheet, path: &Path) -> Self {
        let Sheet {
            header, columns, named_unit, price_unit, is_chosen, is_unit_disputed, understood, ..
        } = sheet;
        let path = path.to_owned();
        Self {
            path,
            header,
            columns,
            named_unit,
            price_unit,
            is_chosen,
            is_unit_disputed,
            understood,
            ..Self::default()
        }
    }

    /// What is kept of it alone when the import starts.
    pub fn imported(&self) -> ImportedSheet {
        let mut rows: Vec<_> =
            self.rows.iter().filter_map(|row| Some((row.row, row.product.clone()?))).collect();
        let left_out = &self.understood.left_out;
        rows.extend(left_out.iter().filter_map(|row| Some((row.row, self.product_of_variant(row)?.clone()))));
        let repeated = left_out.iter().filter(|row| row.kind == RowKind::Repeated);
        ImportedSheet {
            path: self.path.clone(),
            worksheet: self.worksheet.clone(),
            header: self.header,
            rows,
            repeated: repeated.map(|row| row.row).collect(),
            more: Vec::new(),
        }
    }

    /// The product of which a row is a further size and the like: the row is called by its name and the size.
    fn product_of_variant(&self, row: &LeftOut) -> Option<&(PathBuf, String)> {
        let is_of = |product: &&SheetRow| {
            let behind = row.text.strip_prefix(product.name.as_str());
            !product.name.is_empty() && behind.is_some_and(|behind| behind.starts_with(" – "))
        };
        let products = self.rows.iter().filter(|_| row.kind == RowKind::Joined).filter(is_of);
        products.max_by_key(|product| product.name.len())?.product.as_ref()
    }

    /// The rows for which no photos were found.
    pub fn without_photos(&self) -> impl Iterator<Item = &SheetRow> {
        self.rows.iter().filter(|row| row.product.is_some() && !row.has_photos)
    }

    /// The `source` and `source_name` of each product that a row describes.
    pub fn products(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.rows
            .iter()
            .filter_map(|row| row.product.as_ref())
            .map(|(source, name)| (source.as_path(), name.as_str()))
    }

    /// The number of columns that are used, and of those that are not.
    pub fn column_counts(&self) -> (usize, usize) {
        let unused = self.unused().count();
        (self.columns.len() - unused, unused)
    }

    /// The unit that the sheet names for its prices, if it is another one than the marketplace's and the
    /// person has not said yet what the numbers are. Where its places differ, it is asked whatever the
    /// marketplace's is. Where people use another unit than requests and the sheet names none, it is theirs
    /// that is asked about.
    pub fn open_unit_question(&self, shop_units: Option<PriceUnits>) -> Option<PriceUnit> {
        let units = shop_units.filter(|_| self.price_unit.is_none())?;
        let mut named = self.understood.units.iter().map(|(unit, _)| *unit).chain(self.named_unit);
        let Some(first) = named.clone().next() else {
            return Some(units.people).filter(|_| units.differ() && self.price_columns().0.is_some());
        };
        if units.is_plain(first) && named.clone().all(|unit| unit == first) {
            return None;
        }
        named.find(|unit| units.wire != *unit)
    }

    /// Whether no place of the sheet says the unit of its prices.
    pub fn names_no_unit(&self) -> bool {
        self.named_unit.is_none() && self.understood.units.is_empty()
    }

    /// A column of numbers that could be the names of photos, while nobody said whether they are.
    pub fn may_name_photos(&self) -> Option<&SheetColumn> {
        let index = self.understood.doubts.may_name_photos?;
        self.columns.iter().find(|column| column.index == index)
    }

    /// The columns that are not used.
    pub fn unused(&self) -> impl Iterator<Item = &SheetColumn> {
        let is_size = |column: &SheetColumn| self.understood.variants.sizes.columns.contains(&column.index);
        self.columns.iter().filter(move |column| column.used_for.is_none() && !is_size(column))
    }

    /// The column of the prices, if there is one, and further ones that could have them.
    pub fn price_columns(&self) -> (Option<&SheetColumn>, Vec<&SheetColumn>) {
        let prices =
            self.columns.iter().find(|column| column.used_for == Some(ColumnUse::Field(Field::PrimaryPrice)));
        let is_other = |column: &&SheetColumn| {
            self.understood.doubts.other_prices.contains(&column.index) && column.used_for.is_none()
        };
        (prices, self.columns.iter().filter(is_other).collect())
    }

    /// The heading over a column.
    pub fn heading(&self, index: usize) -> &str {
        self.columns.iter().find(|column| column.index == index).map_or("", |column| column.heading.as_str())
    }

    /// The column with this heading, if only one has it, else the one of these letters in spreadsheet
    /// programs.
    pub fn column_named(&self, name: &str) -> Option<&SheetColumn> {
        let mut headed = self.columns.iter().filter(|column| normalized(&column.heading) == normalized(name));
        let only = headed.next().filter(|_| headed.next().is_none());
        only.or_else(|| self.columns.iter().find(|column| letters(column.index).eq_ignore_ascii_case(name)))
    }

    /// The current use of its columns with what is said of some of them, by their headings or letters; `None`
    /// if it has none of those.
    pub fn answered(&self, said: &[NamedColumn]) -> Option<ColumnMapping> {
        let mut mapping = self.mapping();
        let known =
            said.iter().filter_map(|(name, used_for)| Some((self.column_named(name)?.index, *used_for)));
        let assigned = known.map(|(index, used_for)| mapping.assign(index, used_for)).count();
        (assigned > 0).then_some(mapping)
    }

    /// Of what is said, the names that no column has.
    pub fn unknown_names<'a>(&self, said: &'a [NamedColumn]) -> impl Iterator<Item = &'a str> {
        said.iter().map(|(name, _)| name.as_str()).filter(|name| self.column_named(name).is_none())
    }

    /// The name by which [`column_named`](Self::column_named) finds a column.
    pub fn name_of(&self, column: &SheetColumn) -> String {
        let is_it = self.column_named(&column.heading).is_some_and(|found| found.index == column.index);
        if is_it { column.heading.clone() } else { letters(column.index) }
    }

    /// The columns of which one has the prices, while nobody said which: first the one that is used, if there
    /// is one.
    pub fn price_question(&self) -> Vec<&SheetColumn> {
        let (used, others) = self.price_columns();
        if others.is_empty() || self.is_chosen {
            Vec::new()
        } else {
            used.into_iter().chain(others).take(MOST_ASKED).collect()
        }
    }

    /// The columns of which one has the stock, while nobody said which: first the one that is used.
    pub fn stock_question(&self) -> Vec<&SheetColumn> {
        let others = &self.understood.doubts.other_stocks;
        let is_asked = |column: &&SheetColumn| {
            others.contains(&column.index) || column.used_for == Some(ColumnUse::Field(Field::Stock))
        };
        let mut asked: Vec<_> = self.columns.iter().filter(|_| !others.is_empty()).filter(is_asked).collect();
        asked.sort_by_key(|column| column.used_for.is_none());
        asked.truncate(MOST_ASKED);
        asked
    }

    /// The column of an amount that may be the price of one piece, or of all pieces of a row.
    pub fn may_be_total(&self) -> Option<&SheetColumn> {
        match self.price_question().as_slice() {
            [only] if is_amount(&only.heading) => Some(only),
            _ => None,
        }
    }

    /// Whether there are no headings, and nobody said what the columns are.
    pub const fn has_headings_question(&self) -> bool {
        self.understood.is_headless && !self.is_chosen
    }

    /// Whether somebody has to say what the columns are used for before anything is sent.
    pub fn has_column_question(&self) -> bool {
        let of_values =
            || [self.price_question(), self.stock_question()].iter().any(|asked| !asked.is_empty());
        self.has_headings_question() || of_values()
    }

    /// The columns by which its rows find their photos: those that name some, else the name and the code.
    pub fn photo_columns(&self) -> Vec<&SheetColumn> {
        let of = |is: fn(ColumnUse) -> bool| {
            self.columns.iter().filter(|column| column.used_for.is_some_and(is)).collect::<Vec<_>>()
        };
        let named = of(|used_for| match used_for {
            ColumnUse::PhotoName => true,
            ColumnUse::Field(field) => field.kind() == FieldKind::Photos,
            _ => false,
        });
        // A column of pictures names none.
        let named: Vec<&SheetColumn> =
            named.into_iter().filter(|column| !column.examples.is_empty()).collect();
        if named.is_empty() {
            of(|used_for| matches!(used_for, ColumnUse::Field(Field::Name | Field::Sku)))
        } else {
            named
        }
    }

    /// Whether a person has yet to say whose values count.
    pub const fn has_open_conflicts(&self) -> bool {
        !self.conflicts.is_empty() && self.precedence.is_none()
    }

    /// The current use of its columns as a choice.
    pub fn mapping(&self) -> ColumnMapping {
        let width = self.columns.last().map_or(0, |column| column.index + 1);
        let mut row = vec![String::new(); width];
        let mut columns = vec![String::new(); width];
        for column in &self.columns {
            row[column.index].clone_from(&column.heading);
            columns[column.index] = column.used_for.map_or("", |used_for| used_for.name()).to_owned();
        }
        ColumnMapping {
            headings: compared(&row),
            columns,
            price_unit: self.price_unit,
            point: self.understood.point,
            weight_unit: self.understood.weight_unit,
            other_stocks: self.understood.doubts.other_stocks.clone(),
        }
    }
}
