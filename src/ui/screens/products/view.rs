//! What the products screen remembers from frame to frame.

use super::selection::Selection;
use super::{details, edits, filters, overview, sheet};
use vitrine_core::catalog::{Arrangement, Facets, Finder, Unfolded};
use vitrine_domain::ProductId;
use vitrine_widgets::ChosenWidths;

/// The screen's own state, which begins anew for another shop.
///
/// It is large because it has a field for each part of the screen.
#[derive(Default)]
pub struct ProductsView {
    pub(super) arrangement: Arrangement,
    /// The arrangement of the rows that the table showed last.
    pub(super) shown: Arrangement,
    /// Computes the rows to show.
    pub(super) finder: Finder,
    /// The products whose variants are shown below them.
    pub(super) unfolded: Unfolded,
    pub(super) facets: Facets,
    pub(super) filters: filters::FiltersView,
    pub(super) overview: overview::OverviewView,
    pub(super) selection: Selection,
    /// The product whose details are shown.
    pub(super) opened: Option<ProductId>,
    /// The details were closed, and the focus goes back to the row.
    pub(super) returns_to_row: bool,
    pub(super) details: details::DetailsView,
    pub(super) edits: edits::EditsView,
    pub(super) choosing_columns: bool,
    /// The cells into which prices and stocks are typed.
    pub(super) sheet: sheet::SheetView,
    pub(super) wanted: WantedRow,
    /// The table is to be saved as a spreadsheet as soon as all of it is known.
    pub(super) awaits_export: bool,
    /// The height of what is said below the table, in points.
    pub(super) notices_height: f32,
    /// The widths while an edge is dragged.
    pub(super) dragged: Option<ChosenWidths>,
}

/// The row of a product that was asked for from elsewhere.
#[derive(Default)]
pub struct WantedRow {
    /// The number of the last request that was met.
    pub(super) met: u64,
    /// For how many frames the row was asked to take the focus.
    pub(super) frames: u8,
}
