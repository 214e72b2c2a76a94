//! The open questions of the review.

use super::super::summary::Summary;
use super::super::{categories, findings, known};
use super::{grouping, naming};
use crate::ui::screens::Cx;
use vitrine_core::import::sheet::SheetOverview;

/// A kind of open question, most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OpenQuestion {
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
    /// Rows and products that found no partner, photos of rows that are left out, and spreadsheets that are
    /// offered.
    Sheet,
    /// Files and rows that cannot be used.
    Unusable,
    /// Equal names, unlikely prices, and photos that can be taken out.
    Findings,
    /// Values that buyers decide by and that are empty.
    Empty,
}

/// What is open now.
pub fn open_questions(
    grouping: &grouping::GroupingView,
    naming: &naming::NamingView,
    summary: &Summary,
    cx: &Cx<'_>,
) -> Vec<OpenQuestion> {
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
    let has_photos_aside = sheets.iter().any(|sheet| sheet.understood.open_photos.set_aside > 0);
    let is_offered = sheets.is_empty() && !import.review.sheet().others().is_empty();
    let all = [
        (OpenQuestion::Unfinished, import.run.unfinished.is_some()),
        (OpenQuestion::Grouping, grouping.is_asking()),
        (OpenQuestion::SheetQuestion, has_question),
        (OpenQuestion::Incomplete, !checks.incomplete().is_empty()),
        (OpenQuestion::Categories, categories::has_gaps(cx)),
        (OpenQuestion::Names, naming.is_offered(cx, grouping.is_asking())),
        (OpenQuestion::Sheet, has_rest || has_photos_aside || is_offered),
        (OpenQuestion::Unusable, !import.review.problems().is_empty() || !summary.unusable.is_empty()),
        (
            OpenQuestion::Findings,
            known::has_fixes(&summary.findings, &summary.like_sent, cx) || findings::contact_count(cx) > 0,
        ),
        (OpenQuestion::Empty, checks.empty().iter().any(|count| *count > 0)),
    ];
    all.into_iter().filter(|(_, is_open)| *is_open).map(|(question, _)| question).collect()
}

impl OpenQuestion {
    /// The question in a few words, by which its card in the panel is known, too.
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
