//! The columns of the review's table, and the dialog in which the person chooses them.

use std::borrow::Cow;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use crate::ui::screens::import::row::{is_unit_asked, label};
use crate::worker::TableColumns;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{CreateRules, Draft, Field};
use vitrine_model::{Action, ReviewColumn};
use vitrine_text::Text;
use vitrine_widgets::{Answer, Button, Column, Dialog, check};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftsColumn {
    /// The check box that selects the row.
    Select,
    /// The cover.
    Photo,
    /// The editor of a field.
    Field(Field),
    /// The number of photos.
    Photos,
    /// The folder or file.
    Source,
    /// Its state in words, with what is to be said about the product.
    State,
    /// The button that removes the product.
    Remove,
}

/// Those that are shown as long as the person has chosen none.
const USUAL: [DraftsColumn; 4] = [
    DraftsColumn::Field(Field::CategoryId),
    DraftsColumn::Field(Field::PrimaryPrice),
    DraftsColumn::Field(Field::Stock),
    DraftsColumn::Photos,
];

/// The columns that stay in sight when the others are scrolled: box, photo, and name.
pub const PINNED: usize = 3;

/// In a table narrower than this, in points, stocks have room for stocks only, and states give way, too.
const NARROW: f32 = 760.0;
/// In a table narrower than this, in points, states have two lines rather than room.
const WIDE: f32 = 900.0;

impl DraftsColumn {
    /// The column's name in the settings; empty if its width is fixed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select | Self::Photo | Self::State | Self::Remove => "",
            Self::Field(field) => field.name(),
            Self::Photos => "photos",
            Self::Source => "source",
        }
    }

    /// The width in a table of this width, unless the person chose another.
    pub fn width(self, table: f32) -> Column {
        match self {
            Self::Select | Self::Remove => Column::Exact(44.0),
            Self::Photo => Column::Exact(60.0),
            Self::State if table < NARROW => Column::Exact(124.0),
            // Its few words are not cut where other columns give way.
            Self::State => Column::Whole(if table < WIDE { 124.0 } else { 148.0 }),
            Self::Photos => Column::Exact(64.0),
            Self::Field(Field::PrimaryPrice) => Column::Whole(132.0),
            // Room for a price, too, that was typed there by mistake, as long as no other column goes.
            Self::Field(Field::Stock) if table < NARROW => Column::Whole(64.0),
            Self::Field(Field::Stock) => Column::Whole(if table < WIDE { 84.0 } else { 100.0 }),
            Self::Field(Field::CategoryId) => Column::Exact(160.0),
            Self::Field(Field::Name) => Column::Free(if table < NARROW { 150.0 } else { 140.0 }),
            Self::Field(Field::Brief | Field::Description | Field::ProductAttribute | Field::Variants)
            | Self::Source => Column::Rest(1.0),
            Self::Field(Field::Status | Field::UnitType | Field::Keywords | Field::Attributes) => {
                Column::Exact(148.0)
            }
            Self::Field(_) => Column::Exact(112.0),
        }
    }

    /// What the column is sorted by.
    pub const fn sorted_by(self) -> Option<ReviewColumn> {
        match self {
            Self::Select | Self::Photo | Self::State | Self::Remove => None,
            Self::Field(field) => Some(ReviewColumn::Field(field)),
            Self::Photos => Some(ReviewColumn::Photos),
            Self::Source => Some(ReviewColumn::Source),
        }
    }

    /// The heading.
    pub fn heading<'a>(self, cx: &Cx<'a>) -> Cow<'a, str> {
        match self {
            Self::Select | Self::Remove => "".into(),
            Self::State => cx.t("column-state"),
            Self::Photo => cx.t("column-photo"),
            Self::Field(Field::Name) => cx.t("column-title"),
            Self::Field(field) => label(cx, field),
            Self::Photos => cx.t("column-photos"),
            Self::Source => cx.t("column-source"),
        }
    }
}

/// A price in toman, to be shown beside it. A number whose unit is asked about is none yet.
pub fn toman_beside(cx: &Cx<'_>, field: Field, draft: &Draft) -> Option<String> {
    cx.toman_equivalent(field, &draft.text(field)).filter(|_| !is_unit_asked(cx))
}

/// The columns that can be chosen at this marketplace.
fn choices(rules: &CreateRules) -> impl Iterator<Item = DraftsColumn> {
    let fields = Field::placed(|spec| spec.column).into_iter().filter(|field| rules.takes(*field));
    fields.map(DraftsColumn::Field).chain([DraftsColumn::Photos, DraftsColumn::Source])
}

/// The columns to show. The name is always shown,
/// the category where it is required, the variants where products have some, and those that are `wanted`.
pub fn shown(
    columns: &TableColumns,
    rules: &CreateRules,
    planned: &[PlannedDraft],
    wanted: &[Field],
) -> Vec<DraftsColumn> {
    let has_variants = || planned.iter().any(|planned| !planned.draft.variants.is_empty());
    let is_needed = |part: &DraftsColumn| {
        matches!(part, DraftsColumn::Field(field) if wanted.contains(field)
            || *field == Field::CategoryId && rules.required.contains(field))
    };
    let is_shown = |part: &DraftsColumn| match &columns.shown {
        Some(names) => is_needed(part) || names.iter().any(|name| name == part.name()),
        None => {
            is_needed(part)
                || USUAL.contains(part)
                || (*part == DraftsColumn::Field(Field::Variants) && has_variants())
        }
    };
    let chosen = choices(rules).skip(1).filter(is_shown);
    // The state stands beside the name, where it is in sight in a narrow window, too.
    let first =
        [DraftsColumn::Select, DraftsColumn::Photo, DraftsColumn::Field(Field::Name), DraftsColumn::State];
    first.into_iter().chain(chosen).chain([DraftsColumn::Remove]).collect()
}

/// Draws the dialog in which the columns are chosen. `open` says whether it is open.
pub fn dialog(ui: &Ui, open: &mut bool, cx: &mut Cx<'_>) {
    if !*open {
        return;
    }
    let columns = cx.model.review_columns();
    let rules = cx.model.rules();
    let now = shown(columns, &rules, cx.model.import.review.drafts(), &[]);
    let mut changed = None;
    let dialog = Dialog::new("review columns", cx.t("review-columns-title"), cx.t("close")).focus_contents();
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("review-columns-help")).wrap());
        // Each product needs its name.
        for part in choices(&rules).skip(1) {
            let is_shown = now.contains(&part);
            if check(ui, is_shown, part.heading(cx)).clicked() {
                let names = choices(&rules)
                    .filter(|choice| now.contains(choice) != (*choice == part))
                    .map(|part| part.name().to_owned());
                changed = Some(TableColumns { shown: Some(names.collect()), ..columns.clone() });
            }
        }
        if *columns != TableColumns::default()
            && ui.add(Button::quiet(cx.t("review-columns-usual")).small()).clicked()
        {
            changed = Some(TableColumns::default());
        }
    });
    if let Some(columns) = changed {
        cx.act(Action::ReviewColumns(columns));
    }
    if matches!(answer, Some(Answer::Confirmed | Answer::Cancelled)) {
        *open = false;
    }
}
