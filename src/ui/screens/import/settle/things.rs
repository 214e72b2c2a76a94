//! What there is to settle in the review.

use super::super::summary::Summary;
use super::super::{categories, findings, known};
use super::{grouping, naming};
use crate::ui::screens::Cx;
use vitrine_core::import::sheet::SheetOverview;

/// A kind of thing to settle, most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// What an earlier import left.
    Unfinished,
    /// How the photos of a folder become products.
    Grouping,
    /// What a spreadsheet means: the unit of its prices, or which of two counts.
    SheetQuestion,
    /// Products that cannot be sent yet.
    Incomplete,
    /// Categories, or what they ask for.
    Categories,
    /// Names that say nothing.
    Names,
    /// Rows and products that found no partner, and spreadsheets that are offered.
    Sheet,
    /// Files and rows that cannot be used.
    Unusable,
    /// Equal names, unlikely prices, and photos that can be taken out.
    Findings,
    /// Values that buyers decide by and that are empty.
    Empty,
}

/// What there is to settle now.
pub fn things(
    grouping: &grouping::View,
    naming: &naming::View,
    summary: &Summary,
    cx: &Cx<'_>,
) -> Vec<Thing> {
    let import = &cx.model.import;
    let checks = import.review.checks();
    let sheets = import.review.sheet().overviews();
    let asks = |sheet: &SheetOverview| {
        sheet.has_column_question()
            || import.review.sheet().open_unit_question(sheet).is_some()
            || sheet.has_open_conflicts()
    };
    let has_question = sheets.iter().any(asks);
    let has_rest = summary.sheets.iter().any(|rest| !rest.is_empty());
    let is_offered = sheets.is_empty() && !import.review.sheet().others().is_empty();
    let all = [
        (Thing::Unfinished, import.run.unfinished.is_some()),
        (Thing::Grouping, grouping.is_asking()),
        (Thing::SheetQuestion, has_question),
        (Thing::Incomplete, !checks.incomplete().is_empty()),
        (Thing::Categories, categories::has_gaps(cx)),
        (Thing::Names, naming.is_offered(cx, grouping.is_asking())),
        (Thing::Sheet, has_rest || is_offered),
        (Thing::Unusable, !import.review.problems().is_empty() || !summary.unusable.is_empty()),
        (
            Thing::Findings,
            known::has_fixes(&summary.findings, &summary.like_sent, cx) || findings::contact_count(cx) > 0,
        ),
        (Thing::Empty, checks.empty().iter().any(|count| *count > 0)),
    ];
    all.into_iter().filter(|(_, is_open)| *is_open).map(|(thing, _)| thing).collect()
}

impl Thing {
    /// What is to be settled, in a few words.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unfinished => "settle-unfinished",
            Self::Grouping => "settle-grouping",
            Self::SheetQuestion => "settle-sheet-question",
            Self::Incomplete => "settle-incomplete",
            Self::Categories => "settle-categories",
            Self::Names => "settle-names",
            Self::Sheet => "settle-sheet",
            Self::Unusable => "settle-unusable",
            Self::Findings => "settle-findings",
            Self::Empty => "settle-empty",
        }
    }
}
