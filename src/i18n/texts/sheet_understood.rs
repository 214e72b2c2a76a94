//! How a sheet was understood, in sentences for the window and the terminal.

use std::borrow::Cow;

use super::sheet_questions::{MAX_ROWS, SheetQuestions};
use crate::args;
use crate::i18n::Messages;
use vitrine_core::import::sheet::{
    CellConflict, ColumnUse, Export, RowKind, SheetColumn, SheetOverview, TextEncoding,
};
use vitrine_domain::{Point, PriceUnit};

impl Messages {
    /// What there is to say of a sheet besides its columns: whose export it is, the unit of its prices, what
    /// names the photos, which rows are no products, and what was wrong with its text.
    pub fn sheet_understood(&self, overview: &SheetOverview) -> Vec<String> {
        let mut lines: Vec<String> = self.sheet_source(overview).into_iter().collect();
        lines.extend(self.sheet_unit(overview, false));
        let said =
            |text: &String| self.format("sheet-said-of-prices", args!["text" => text.as_str()]).into_owned();
        let noted = &overview.understood.noted;
        lines.extend(
            noted
                .other_prices
                .iter()
                .map(|text| self.format("sheet-other-prices", args!["text" => text.as_str()]).into_owned()),
        );
        lines.extend(noted.said.iter().map(said));
        let questions = self.sheet_questions(overview);
        lines.extend(questions.tables());
        lines.extend(questions.columns());
        lines.extend(self.sheet_photo_columns(overview));
        lines.extend(RowKind::ALL.into_iter().filter_map(|kind| self.sheet_left_out(overview, kind)));
        if overview.understood.open_photos.set_aside > 0 {
            let count = args!["count" => overview.understood.open_photos.set_aside];
            lines.push(self.format("sheet-photos-set-aside", count).into_owned());
        }
        lines.extend(self.sheet_may_name_photos(overview));
        lines.extend(self.sheet_unclear_number(overview));
        lines.extend(questions.weight());
        lines.extend(questions.crossed_names());
        lines.extend(questions.unclear_photos());
        lines.extend(questions.repeated());
        lines.extend(questions.no_variants());
        lines.extend(self.sheet_text_faults(overview));
        lines
    }

    /// What there is to ask about the columns of a sheet.
    pub const fn sheet_questions<'a>(&'a self, overview: &'a SheetOverview) -> SheetQuestions<'a> {
        SheetQuestions { words: self, overview }
    }

    /// Whose export the sheet seems to be.
    pub fn sheet_source(&self, overview: &SheetOverview) -> Option<String> {
        let export = overview.understood.export?;
        Some(self.format("sheet-export", args!["shop" => self.export_name(export)]).into_owned())
    }

    /// The name of a shop system in a sentence.
    fn export_name(&self, export: Export) -> String {
        match export {
            Export::Digikala => self.text("sheet-export-digikala").into_owned(),
            Export::Basalam => self.text("sheet-export-basalam").into_owned(),
            _ => export.name().to_owned(),
        }
    }

    /// The unit of the prices, and where the sheet says it. `of_earlier`: whether it was chosen for another
    /// sheet with these headings.
    pub fn sheet_unit(&self, overview: &SheetOverview, of_earlier: bool) -> Option<String> {
        let unit = |unit: PriceUnit| self.price_unit(unit);
        let place =
            |place: &str| self.format("sheet-unit-place", args!["place" => place.to_owned()]).into_owned();
        let units = &overview.understood.units;
        let is_as_said = |chosen: PriceUnit| {
            let is_plain = self.currency().units().is_some_and(|units| units.is_plain(chosen));
            is_plain && !units.is_empty() && units.iter().all(|(unit, _)| *unit == chosen)
        };
        if let Some(chosen) = overview.price_unit.filter(|chosen| !is_as_said(*chosen)) {
            let key = if of_earlier { "sheet-unit-chosen-earlier" } else { "sheet-unit-chosen" };
            return Some(self.format(key, args!["unit" => unit(chosen)]).into_owned());
        }
        let (first, _) = units.first()?;
        let said = |unit: PriceUnit| {
            let places = units.iter().filter(|(other, _)| *other == unit).map(|(_, of)| place(of.name()));
            self.list(&places.collect::<Vec<_>>())
        };
        let line = match units.iter().find(|(other, _)| other != first) {
            Some((PriceUnit::ThousandRial, of)) if units[0] == (PriceUnit::ThousandToman, *of) => {
                self.format("sheet-unit-thousands", args!["place" => place(of.name())])
            }
            Some((other, _)) => self.format(
                "sheet-unit-differs",
                args!["unit" => unit(*first), "places" => said(*first), "other" => unit(*other), "others" => said(*other)],
            ),
            None => self.format("sheet-unit-said", args!["unit" => unit(*first), "places" => said(*first)]),
        };
        Some(line.into_owned())
    }

    /// The unit of prices in words: `thousand toman`.
    pub fn price_unit(&self, unit: PriceUnit) -> Cow<'_, str> {
        self.text(match unit {
            PriceUnit::Rial => "unit-rial",
            PriceUnit::Toman => "unit-toman",
            PriceUnit::ThousandRial => "unit-thousand-rial",
            PriceUnit::ThousandToman => "unit-thousand-toman",
            PriceUnit::MillionRial => "unit-million-rial",
            PriceUnit::MillionToman => "unit-million-toman",
        })
    }

    /// What two sheets say of one cell.
    pub fn sheet_conflict(&self, conflict: &CellConflict) -> String {
        let CellConflict { name, field, earlier, later } = conflict;
        let [first, second] = [earlier, later].map(|text| self.cell_text(*field, text));
        let cells = args!["name" => name.as_str(), "field" => self.field(*field), "first" => first, "second" => second];
        self.format("sheet-conflict", cells).into_owned()
    }

    /// The columns that are not used, by their headings.
    pub fn sheet_unused(&self, overview: &SheetOverview) -> Option<String> {
        let headings: Vec<String> = overview
            .unused()
            .filter(|column| !column.heading.is_empty())
            .map(|column| column.heading.clone())
            .collect();
        (!headings.is_empty()).then(|| {
            self.format("sheet-unused", args!["columns" => self.first_of(&headings, MAX_ROWS)]).into_owned()
        })
    }

    /// The columns by which photos are found.
    pub fn sheet_photo_columns(&self, overview: &SheetOverview) -> Option<String> {
        let columns = overview.photo_columns();
        let mut headings: Vec<String> =
            columns.into_iter().map(|column| self.sheet_heading(column)).collect();
        // Tables beside each other have the same ones.
        let mut seen = std::collections::HashSet::new();
        headings.retain(|heading| seen.insert(heading.clone()));
        let columns = self.list(&headings);
        (!headings.is_empty())
            .then(|| self.format("sheet-photos-by", args!["columns" => columns]).into_owned())
    }

    /// The rows of a kind that are no products.
    pub fn sheet_left_out(&self, overview: &SheetOverview, kind: RowKind) -> Option<String> {
        let rows = overview.understood.left_out.iter().filter(|row| row.kind == kind);
        let names: Vec<String> = rows
            .map(|row| {
                self.format("sheet-row", args!["row" => row.row, "name" => row.text.as_str()]).into_owned()
            })
            .collect();
        let count =
            args!["kind" => kind.name(), "count" => names.len(), "names" => self.first_of(&names, MAX_ROWS)];
        (!names.is_empty()).then(|| self.format("sheet-left-out", count).into_owned())
    }

    /// A column of numbers that could be the names of photos.
    pub fn sheet_may_name_photos(&self, overview: &SheetOverview) -> Option<String> {
        let column = overview.may_name_photos()?;
        let example = column.examples.first().cloned().unwrap_or_default();
        Some(
            self.format(
                "sheet-may-name-photos",
                args!["column" => self.sheet_heading(column), "example" => example],
            )
            .into_owned(),
        )
    }

    /// A number that can be read in two ways, or how such numbers are read.
    pub fn sheet_unclear_number(&self, overview: &SheetOverview) -> Option<String> {
        let understood = &overview.understood;
        let question = |number: &String| {
            self.format("sheet-unclear-number", args!["number" => number.as_str()]).into_owned()
        };
        let chosen = understood.point.map(|point| match point {
            Point::Thousands => self.text("sheet-points-thousands").into_owned(),
            Point::Decimal => self.text("sheet-points-decimal").into_owned(),
        });
        chosen.or_else(|| understood.unclear_number.as_ref().map(question))
    }

    /// What was wrong with the text of the file, and what was done about it.
    pub fn sheet_text_faults(&self, overview: &SheetOverview) -> Vec<String> {
        let understood = &overview.understood;
        let assumed = match overview.encoding {
            Some(TextEncoding::Windows1256) => Some("sheet-encoding-assumed"),
            Some(TextEncoding::Windows1252) => Some("sheet-encoding-western"),
            _ => None,
        };
        let mut lines: Vec<String> = assumed.map(|key| self.text(key).into_owned()).into_iter().collect();
        let of_rows = [
            ("sheet-unpublished", &understood.noted.unpublished),
            ("sheet-unknown-units", &understood.noted.unknown_units),
            ("sheet-several-codes", &understood.noted.several_codes),
            ("sheet-restored", &understood.tidied.restored),
            ("sheet-garbled", &understood.tidied.garbled),
        ];
        for (key, rows) in of_rows.into_iter().filter(|(_, rows)| !rows.is_empty()) {
            let numbers: Vec<String> = rows.iter().map(|row| self.integer(*row as i64)).collect();
            lines.push(
                self.format(key, args!["count" => rows.len(), "rows" => self.first_of(&numbers, MAX_ROWS)])
                    .into_owned(),
            );
        }
        lines.extend(self.stray_quotes(&understood.stray_quotes));
        if understood.tidied.cleaned > 0 {
            lines
                .push(self.format("sheet-cleaned", args!["count" => understood.tidied.cleaned]).into_owned());
        }
        lines
    }

    /// Rows with a quotation mark that nothing closes.
    pub(super) fn stray_quotes(&self, rows: &[usize]) -> Option<String> {
        let numbers: Vec<String> = rows.iter().map(|row| self.integer(*row as i64)).collect();
        let counts = args!["count" => rows.len(), "rows" => self.first_of(&numbers, MAX_ROWS)];
        (!rows.is_empty()).then(|| self.format("sheet-stray-quotes", counts).into_owned())
    }

    /// Each column that is used, with its field and an example.
    pub fn sheet_columns(&self, overview: &SheetOverview) -> String {
        // A column of pictures has no values.
        let used =
            overview.columns.iter().filter_map(|column| Some((column.examples.first()?, column.used_for?)));
        let said = used.map(|(example, used_for)| {
            let field = match used_for {
                ColumnUse::Field(field) => self.field(field),
                ColumnUse::Property => self.text("sheet-property"),
                _ => self.text("sheet-photo-name"),
            };
            self.format("sheet-column-example", args!["field" => field, "example" => example.as_str()])
                .into_owned()
        });
        said.collect::<Vec<_>>().join(&self.text("sheet-column-separator"))
    }

    pub(super) fn sheet_heading(&self, column: &SheetColumn) -> String {
        if column.heading.is_empty() {
            self.text("sheet-no-heading").into_owned()
        } else {
            column.heading.clone()
        }
    }

    /// The first of these, in a list that says whether there are more.
    pub fn first_of(&self, names: &[String], at_most: usize) -> String {
        let mut shown = self.list(&names[..names.len().min(at_most)]);
        if names.len() > at_most {
            shown.push('…');
        }
        shown
    }
}
