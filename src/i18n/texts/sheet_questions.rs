//! What there is to ask about the columns of a sheet, and what is said beside it.

use std::collections::BTreeMap;

use crate::args;
use crate::i18n::Messages;
use vitrine_core::import::sheet::{ColumnUse, Property, RowKind, SheetColumn, SheetOverview};

/// Rows that a sentence names.
pub(super) const MAX_ROWS: usize = 10;
/// Numbers with fewer digits are no prices.
const MIN_DIGITS: usize = 4;

/// Questions about a sheet in words.
pub struct SheetQuestions<'a> {
    pub(super) words: &'a Messages,
    pub(super) overview: &'a SheetOverview,
}

impl SheetQuestions<'_> {
    /// What the columns are, where somebody has to say it.
    pub fn columns(&self) -> Option<String> {
        if self.overview.has_headings_question() {
            let used = self.overview.columns.iter().filter_map(|column| self.used_column(column));
            let used = self.words.list(&used.collect::<Vec<_>>());
            return Some(self.words.format("sheet-no-headings", args!["columns" => used]).into_owned());
        }
        if let Some(amount) = self.overview.may_be_total() {
            return Some(
                self.words
                    .format("sheet-price-or-total", args!["column" => self.column(amount)])
                    .into_owned(),
            );
        }
        let which = |key, columns: Vec<&SheetColumn>| {
            let columns: Vec<String> = columns.into_iter().map(|column| self.column(column)).collect();
            let question =
                || self.words.format(key, args!["columns" => self.words.list(&columns)]).into_owned();
            (!columns.is_empty()).then(question)
        };
        which("sheet-which-prices", self.overview.price_question())
            .or_else(|| which("sheet-which-stock", self.overview.stock_question()))
    }

    /// Codes and names that several rows have, each of which becomes a product of its own.
    pub fn repeated(&self) -> impl Iterator<Item = String> {
        let one = |(text, rows): &(String, Vec<usize>)| self.text_of_rows(text, rows);
        let repeated = &self.overview.understood.repeated;
        [("code", &repeated.codes), ("name", &repeated.names)].into_iter().filter_map(move |(what, repeated)| {
            let texts: Vec<String> = repeated.iter().map(one).collect();
            let counts =
                args!["what" => what, "count" => texts.len(), "texts" => self.words.first_of(&texts, MAX_ROWS)];
            (!texts.is_empty()).then(|| self.words.format("sheet-repeated", counts).into_owned())
        })
    }

    /// Rows with a size, a color and the like that are no variants, so that it is not sent.
    pub fn no_variants(&self) -> Vec<String> {
        let understood = &self.overview.understood;
        let row = |(row, text): &(usize, String)| format!("{row} ({text})");
        let line = |key, rows: &[(usize, String)]| {
            let rows: Vec<String> = rows.iter().map(row).collect();
            let counts = args!["count" => rows.len(), "rows" => self.words.first_of(&rows, MAX_ROWS)];
            (!rows.is_empty()).then(|| self.words.format(key, counts).into_owned())
        };
        let lines = [
            line("sheet-contradicting", &understood.variants.contradicting),
            line("sheet-alone", &understood.variants.alone),
            line("sheet-without-price", &understood.variants.without_price),
            line("sheet-other-of-variants", &understood.variants.with_other_values),
        ];
        lines.into_iter().flatten().collect()
    }

    /// Columns that have the stock of one size or color each, and the rows whose total is another one.
    fn sizes(&self) -> impl Iterator<Item = String> {
        let sizes = &self.overview.understood.variants.sizes;
        let key = match sizes.are_variants {
            _ if sizes.have_prices => "sheet-sizes-prices",
            true => "sheet-sizes-variants",
            false => "sheet-sizes-sum",
        };
        let headings: Vec<&str> = sizes.columns.iter().map(|place| self.overview.heading(*place)).collect();
        let columns = self.words.list(&headings);
        let property = match sizes.property {
            Property::Size => "size",
            Property::Color => "color",
        };
        let said = args!["columns" => columns, "property" => property];
        let said = (!headings.is_empty()).then(|| self.words.format(key, said).into_owned());
        let rows: Vec<String> = sizes.other_totals.iter().map(ToString::to_string).collect();
        let counts = args!["count" => rows.len(), "rows" => self.words.first_of(&rows, MAX_ROWS)];
        let totals = (!rows.is_empty()).then(|| self.words.format("sheet-other-totals", counts).into_owned());
        said.into_iter().chain(totals)
    }

    /// A column with an example.
    pub fn column(&self, column: &SheetColumn) -> String {
        let example = column.examples.first().cloned().unwrap_or_default();
        let (mut heading, name) = (self.words.sheet_heading(column), self.overview.name_of(column));
        if name != column.heading {
            // Several columns have this heading.
            heading = format!("{heading} ({name})");
        }
        self.words
            .format("sheet-column-example", args!["field" => heading, "example" => example])
            .into_owned()
    }

    /// What a column is used for, with an example.
    fn used_column(&self, column: &SheetColumn) -> Option<String> {
        let ColumnUse::Field(field) = column.used_for? else { return None };
        let example = column.examples.first().cloned().unwrap_or_default();
        Some(
            self.words
                .format(
                    "sheet-column-example",
                    args!["field" => self.words.field(field), "example" => example],
                )
                .into_owned(),
        )
    }

    /// Tables that stand beside each other, columns with the same prices, and those of sizes.
    pub fn tables(&self) -> Vec<String> {
        let (words, understood) = (self.words, &self.overview.understood);
        let several = (understood.tables > 1)
            .then(|| words.format("sheet-tables", args!["count" => understood.tables]).into_owned());
        let same = understood.doubts.same_prices.as_ref().map(|same| {
            let rows: Vec<String> = same.differing.iter().map(ToString::to_string).collect();
            let heading = self.overview.heading(same.column);
            let counts =
                args!["column" => heading, "count" => rows.len(), "rows" => words.first_of(&rows, MAX_ROWS)];
            words
                .format(if rows.is_empty() { "sheet-same-prices" } else { "sheet-prices-differ" }, counts)
                .into_owned()
        });
        several.into_iter().chain(same).chain(self.sizes()).collect()
    }

    /// What of a sheet changes no product: worksheets and rows that are left out, and rows that may be
    /// incomplete.
    pub fn of_changes(&self) -> Vec<String> {
        let names = self.words.list(&self.overview.unread);
        let unread = (!names.is_empty())
            .then(|| self.words.format("sheet-unread-of-changes", args!["names" => names]).into_owned());
        let left_out =
            RowKind::ALL.into_iter().filter_map(|kind| self.words.sheet_left_out(self.overview, kind));
        unread
            .into_iter()
            .chain(left_out)
            .chain(self.words.stray_quotes(&self.overview.understood.stray_quotes))
            .chain(self.words.sheet_unused(self.overview))
            .chain(self.no_prices())
            .collect()
    }

    /// That no price changes, though a column that is not used may have prices: a saved list has what buyers
    /// pay, which is not the price of the owner.
    fn no_prices(&self) -> Option<String> {
        let may_be_price =
            |text: &String| text.chars().filter(|char| char.is_numeric()).count() >= MIN_DIGITS;
        let column = self.overview.unused().find(|column| column.examples.iter().any(may_be_price))?;
        self.overview.price_columns().0.is_none().then(|| {
            let column = self.words.sheet_heading(column);
            self.words.format("sheet-no-prices", args!["column" => column]).into_owned()
        })
    }

    /// Weights of which nobody says whether they are in grams or in kilograms.
    pub fn weight(&self) -> Option<String> {
        let weight = self.overview.understood.unclear_weight.as_deref()?;
        Some(self.words.format("sheet-unclear-weight", args!["weight" => weight]).into_owned())
    }

    fn text_of_rows(&self, text: &str, rows: &[usize]) -> String {
        let numbers: Vec<String> = rows.iter().map(ToString::to_string).collect();
        let numbers = self.words.first_of(&numbers, MAX_ROWS);
        let counts = args!["count" => rows.len(), "text" => text, "rows" => numbers];
        self.words.format("sheet-repeated-rows", counts).into_owned()
    }

    /// Names of photos that several photos have, each with its rows.
    pub fn unclear_photos(&self) -> Option<String> {
        let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (row, name) in &self.overview.understood.open_photos.unclear {
            names.entry(name).or_default().push(*row);
        }
        let texts: Vec<String> = names.iter().map(|(name, rows)| self.text_of_rows(name, rows)).collect();
        let counts = args!["count" => texts.len(), "texts" => self.words.first_of(&texts, MAX_ROWS)];
        (!texts.is_empty()).then(|| self.words.format("sheet-unclear-photos", counts).into_owned())
    }

    /// Photos whose name is that of one row and the code of another.
    pub fn crossed_names(&self) -> Option<String> {
        let names = &self.overview.understood.open_photos.crossed_names;
        let counts = args!["count" => names.len(), "names" => self.words.first_of(names, MAX_ROWS)];
        (!names.is_empty()).then(|| self.words.format("sheet-crossed-names", counts).into_owned())
    }
}
