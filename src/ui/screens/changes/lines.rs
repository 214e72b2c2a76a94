//! The lines of a preview's table, in words and as they are drawn.

use std::sync::Arc;

use eframe::egui::Ui;

use super::values;
use crate::i18n::{changed_field, paid_price, without_direction_marks};
use crate::ui::screens::Cx;
use crate::ui::screens::rows::at_right;
use crate::worker::PictureKey;
use vitrine_core::edit::FieldChange;
use vitrine_core::edit::plan::{LeftOut, Preview, PreviewOutcome, PreviewRow};
use vitrine_domain::{Field, FieldValue};
use vitrine_model::{PreviewColumn, PreviewLine, PreviewPurpose, Warning, warning};
use vitrine_text::Text;
use vitrine_widgets::{Column, RowWords, theme};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangesColumn {
    /// The check box of what is sent.
    Keep,
    Photo,
    Name,
    Field,
    Now,
    New,
    Difference,
    Warning,
}

impl ChangesColumn {
    /// The width. `names_variants`: the names of fields are followed by those of variants.
    pub const fn width(self, names_variants: bool, is_narrow: bool) -> Column {
        match self {
            Self::Keep => Column::Exact(44.0),
            Self::Photo => Column::Exact(60.0),
            Self::Name => Column::Free(if is_narrow { 100.0 } else { 140.0 }),
            Self::Field if names_variants => Column::Exact(180.0),
            Self::Field => Column::Exact(if is_narrow { 100.0 } else { 152.0 }),
            Self::Now | Self::New => Column::Whole(136.0),
            Self::Difference => Column::Whole(172.0),
            Self::Warning => Column::Rest(1.0),
        }
    }

    /// The key of the heading, and what the column is sorted by.
    pub const fn heading(self) -> Option<(&'static str, Option<PreviewColumn>)> {
        Some(match self {
            Self::Keep => return None,
            Self::Photo => ("column-photo", None),
            Self::Name => ("column-title", Some(PreviewColumn::Name)),
            Self::Field => ("edits-column-field", Some(PreviewColumn::Field)),
            Self::Now => ("edits-column-now", Some(PreviewColumn::Now)),
            Self::New => ("edits-column-new", Some(PreviewColumn::New)),
            Self::Difference => ("edits-column-difference", Some(PreviewColumn::Difference)),
            Self::Warning => ("edits-column-warning", Some(PreviewColumn::Warning)),
        })
    }
}

/// Which products the rows of a preview are.
#[derive(Clone, Copy)]
pub enum Products<'a> {
    /// Those of the shop.
    Shop,
    /// Those of the review with these places in the plan.
    Review(&'a [usize]),
}

/// A preview that is shown.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub preview: &'a Arc<Preview>,
    pub of: Products<'a>,
    pub left_out: &'a LeftOut,
    /// Grows with each change of what is left out.
    pub revision: u64,
    pub purpose: PreviewPurpose,
}

impl Shown<'_> {
    /// A line's row.
    pub fn row(&self, line: PreviewLine) -> Option<&PreviewRow> {
        line.row(self.preview)
    }

    /// What is to be said about a line.
    pub fn warning(&self, line: PreviewLine) -> Option<Warning> {
        warning(self.preview, line, self.purpose)
    }

    /// Whether a line is sent; `None` if it cannot be.
    pub fn is_kept(&self, line: PreviewLine) -> Option<bool> {
        Some(!self.left_out.contains(&line.key(self.preview)?))
    }
}

/// By how much a number changes; of a price, its share as well.
pub fn difference(cx: &Cx<'_>, field: Field, (old, new): (i64, i64)) -> String {
    let by = difference_in_words(cx, field, new.saturating_sub(old));
    if field != Field::PrimaryPrice || old <= 0 {
        return by;
    }
    cx.format("edits-difference", crate::args!["by" => by, "share" => share(cx, (old, new))]).into_owned()
}

/// A difference with its sign: of prices in the unit of people.
pub fn difference_in_words(cx: &Cx<'_>, field: Field, by: i64) -> String {
    match FieldValue::of_number(field, by) {
        FieldValue::Price(by) => cx.words.price_difference(by, cx.model.currency()),
        _ => cx.words.difference(by),
    }
}

/// By what share of itself a number changes, up or down.
pub fn share(cx: &Cx<'_>, (old, new): (i64, i64)) -> String {
    cx.words.percent((new as f64 - old as f64).abs() / old as f64)
}

/// By how much a value changes, where that can be said.
fn difference_of(cx: &Cx<'_>, change: &FieldChange) -> Option<String> {
    match (&change.base, &change.new) {
        (Some(FieldValue::Album(old)), FieldValue::Album(new)) if old.len() != new.len() => {
            Some(cx.words.difference(new.len() as i64 - old.len() as i64))
        }
        _ if change.field == Field::Status => None,
        _ => change.numbers().map(|numbers| difference(cx, change.field, numbers)),
    }
}

/// Puts the lines into words.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub shown: Shown<'a>,
    pub cx: &'a Cx<'a>,
}

impl Reader<'_> {
    fn name(self, line: PreviewLine) -> String {
        self.shown.row(line).map(PreviewRow::called).unwrap_or_default()
    }

    /// A cell as it is shown.
    pub fn cell(self, line: PreviewLine, part: ChangesColumn) -> String {
        let cx = self.cx;
        let change = line.change(self.shown.preview);
        match (part, change) {
            (ChangesColumn::Name, _) => self.name(line),
            (ChangesColumn::Field, Some(paid)) if line.paid.is_some() => {
                paid_price(cx.words, paid).into_owned()
            }
            (ChangesColumn::Field, Some(change)) => changed_field(cx.words, change).into_owned(),
            (ChangesColumn::Now, Some(change)) => values::value(cx, change.field, change.base.as_ref()),
            (ChangesColumn::New, Some(change)) => values::new_value(cx, change),
            (ChangesColumn::Difference, Some(change)) => difference_of(cx, change).unwrap_or_default(),
            (ChangesColumn::Warning, _) => self.warning(line).map(|(title, _)| title).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// A cell as it is copied: numbers as plain digits.
    pub fn copied(self, line: PreviewLine, part: ChangesColumn) -> String {
        let cx = self.cx;
        let number = |value: Option<&FieldValue>| value.and_then(FieldValue::integer);
        let change = line.change(self.shown.preview).filter(|change| change.field != Field::Status);
        let plain = change.and_then(|change| match part {
            ChangesColumn::Now => number(change.base.as_ref()),
            ChangesColumn::New => number(Some(&change.new)),
            ChangesColumn::Difference => change.numbers().map(|(old, new)| new.saturating_sub(old)),
            _ => None,
        });
        let written =
            plain.zip(change).map(|(number, change)| match FieldValue::of_number(change.field, number) {
                FieldValue::Price(price) => cx.model.currency().written(price),
                _ => number.to_string(),
            });
        written.unwrap_or_else(|| without_direction_marks(&self.cell(line, part)).into_owned())
    }

    /// What is to be said about a line: in a few words, and what to do.
    fn warning(self, line: PreviewLine) -> Option<(String, String)> {
        let cx = self.cx;
        let said = |title, help| Some((cx.t(title).into_owned(), cx.t(help).into_owned()));
        match self.shown.warning(line)? {
            Warning::UnusualPrice => said("edits-row-unusual", "edits-row-unusual-help"),
            Warning::UnusualStock => said("edits-row-unusual-stock", "edits-row-unusual-stock-help"),
            Warning::Stays => said("edits-row-stays", "edits-row-stays-help"),
            Warning::Moved => said("edits-row-moved", "edits-row-moved-help"),
            Warning::NotFound => said("edits-row-not-found", "edits-row-not-found-help"),
            Warning::Refused => match &self.shown.row(line)?.outcome {
                PreviewOutcome::Refused(problem) => {
                    let words = cx.words.product_problem(problem);
                    Some((words.title, format!("{}\n{}", words.cause, words.remedy)))
                }
                _ => None,
            },
        }
    }

    /// The line as a screen reader reads it.
    pub fn row(self, line: PreviewLine) -> RowWords {
        let cx = self.cx;
        let change = line.change(self.shown.preview);
        let change = change.map(|change| match line.paid {
            Some(_) => values::paid(cx, change).into_owned(),
            None => values::planned(cx, change).into_owned(),
        });
        let by = Some(self.cell(line, ChangesColumn::Difference)).filter(|by| !by.is_empty());
        let warning = self.warning(line);
        let title = warning.as_ref().map(|(title, _)| title.clone());
        let parts: Vec<String> = [Some(self.name(line)), change, by, title].into_iter().flatten().collect();
        RowWords {
            name: crate::i18n::said(cx.words, &parts),
            details: warning.map(|(title, help)| format!("{title}\n{help}")).unwrap_or_default(),
            is_selected: self.shown.is_kept(line),
            ..RowWords::default()
        }
    }

    /// A cell as a screen reader reads it: its heading, its product, and what is in it.
    pub fn cell_in_words(self, line: PreviewLine, part: ChangesColumn) -> String {
        let cx = self.cx;
        let text = match part {
            ChangesColumn::Keep => self
                .shown
                .is_kept(line)
                .map(|kept| cx.t(if kept { "edits-included" } else { "edits-filter-left-out" }).into_owned()),
            ChangesColumn::Name | ChangesColumn::Photo => None,
            part => Some(self.cell(line, part)).filter(|text| !text.is_empty()),
        };
        let heading = part.heading().map(|(key, _)| cx.t(key).into_owned());
        let parts: Vec<String> = [heading, Some(self.name(line)), text].into_iter().flatten().collect();
        crate::i18n::said(cx.words, &parts)
    }

    /// The product's photo.
    fn picture(self, line: PreviewLine) -> Option<PictureKey> {
        let model = self.cx.model;
        match self.shown.of {
            Products::Shop => {
                let product = model.products.list().get(self.shown.row(line)?.product.as_ref()?)?;
                model.products.picture(&product)
            }
            Products::Review(places) => {
                let cover = model.import.review.drafts().get(*places.get(line.row)?)?.photos.first()?;
                Some(model.import.review.picture(cover))
            }
        }
    }

    pub fn drawn(self, line: PreviewLine) -> Drawn {
        let cx = self.cx;
        let change = line.change(self.shown.preview);
        let beside = |value: Option<&FieldValue>| match (change.map(|change| change.field), value) {
            (Some(Field::PrimaryPrice), Some(FieldValue::Price(price))) => {
                cx.words.toman_equivalent(*price, cx.model.currency())
            }
            _ => None,
        };
        let name = self.name(line);
        let field = self.cell(line, ChangesColumn::Field);
        Drawn {
            is_kept: self.shown.is_kept(line),
            has_box: line.paid.is_none(),
            include: cx
                .format(
                    "edits-include",
                    crate::args!["field" => without_direction_marks(&field), "name" => name.as_str()],
                )
                .into_owned(),
            picture: self.picture(line),
            field,
            now: (
                self.cell(line, ChangesColumn::Now),
                beside(change.and_then(|change| change.base.as_ref())),
            ),
            new: (self.cell(line, ChangesColumn::New), beside(change.map(|change| &change.new))),
            difference: self.cell(line, ChangesColumn::Difference),
            is_number: change.is_some_and(|change| change.is_of_number() && change.field != Field::Status),
            warning: self.warning(line),
            is_refused: change.is_none(),
            name,
        }
    }
}

/// What is drawn of a line.
pub struct Drawn {
    pub is_kept: Option<bool>,
    /// Whether it has a check box of its own: what buyers pay goes with its discount.
    pub has_box: bool,
    /// The name of its check box.
    pub include: String,
    pub picture: Option<PictureKey>,
    pub name: String,
    field: String,
    /// The values, with those in toman.
    now: (String, Option<String>),
    new: (String, Option<String>),
    difference: String,
    is_number: bool,
    warning: Option<(String, String)>,
    /// Whether it is not sent because of what the warning says.
    is_refused: bool,
}

impl Drawn {
    pub fn cell(&self, ui: &mut Ui, part: ChangesColumn) {
        let p = theme::palette(ui);
        let is_out = self.is_kept != Some(true);
        let ink = if is_out { p.ink_soft } else { p.ink };
        let value = |ui: &mut Ui, (text, beside): &(String, Option<String>), ink| {
            if self.is_number {
                at_right(ui, Text::new(text.as_str()).color(ink), beside.clone());
            } else {
                vitrine_text::tooltip(ui.add(Text::new(text.as_str()).color(ink).truncate()), text.as_str());
            }
        };
        match part {
            ChangesColumn::Keep | ChangesColumn::Photo => {}
            ChangesColumn::Name => drop(ui.add(Text::new(self.name.as_str()).color(ink).truncate())),
            ChangesColumn::Field => {
                let line = ui.add(Text::new(self.field.as_str()).color(ink).truncate());
                vitrine_text::tooltip(line, self.field.as_str());
            }
            ChangesColumn::Now => value(ui, &self.now, p.ink_soft),
            ChangesColumn::New if is_out => value(ui, &self.new, ink),
            ChangesColumn::New if self.is_number => {
                at_right(ui, Text::new(self.new.0.as_str()).strong().color(ink), self.new.1.clone());
            }
            ChangesColumn::New => value(ui, &self.new, ink),
            ChangesColumn::Difference => at_right(ui, Text::new(self.difference.as_str()).color(ink), None),
            ChangesColumn::Warning => {
                if let Some((title, help)) = &self.warning {
                    let ink = if self.is_refused { p.bad.ink } else { p.warn.ink };
                    let line = ui.add(Text::new(title.as_str()).color(ink).truncate());
                    vitrine_text::tooltip(line, format!("{title}\n{help}"));
                }
            }
        }
    }
}
