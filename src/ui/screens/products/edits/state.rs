//! What the dialogs remember from frame to frame.

use std::path::PathBuf;

use super::running_discounts::Running;
use super::typed::{DiscountPage, OneProduct, Typed};
use crate::ui::screens::changes::values::status_names;
use crate::ui::screens::{Cx, changes};
use crate::worker::{ListId, Wanted, WantedCells};
use vitrine_core::edit::EditRunId;
use vitrine_core::edit::follow::ListedSales;
use vitrine_core::import::sheet::NamedColumn;
use vitrine_domain::{PriceUnit, ProductOrVariant};
use vitrine_model::{Action, ProductEditAction};
use vitrine_widgets::VirtualList;

/// The dialogs' own state.
#[derive(Default)]
pub struct EditsView {
    pub(super) page: Option<Page>,
    /// What was typed for several products.
    pub(super) typed: Typed,
    /// The number of the choice of photos that was last taken over.
    pub(super) photos_taken: u64,
    /// The table of the preview.
    pub(super) changes: changes::ChangesView,
    /// Whether the focus is in the notice about the run.
    pub(super) in_bar: BarFocus,
    /// Whether it is asked if what was typed for one product may be lost.
    pub(super) asks_to_discard: bool,
    /// The heights of the lines of the activity.
    pub(super) activity: VirtualList,
    /// The discounts that run.
    pub(super) running: Running,
    /// The preview of a sheet or of an undo was asked for in this frame.
    pub(super) asked: bool,
}

/// Whether the focus is in the notice about the run, whose buttons are others when the run begins or ends.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum BarFocus {
    #[default]
    Elsewhere,
    Inside,
    /// It is to go there as soon as the run is shown.
    Entering,
}

/// The dialog that is open.
pub(super) enum Page {
    One(OneProduct),
    Many(Vec<ProductOrVariant>),
    Sheet(SheetPage),
    /// How a spreadsheet is to be followed.
    Follow(FollowPage),
    /// What was typed into the table.
    Cells,
    /// What a list of this name that is followed would change.
    Followed(String),
    /// A discount that is given, or ended.
    Discount(DiscountPage),
    /// The discounts that run.
    Discounts,
    /// What ending some of these would change.
    EndDiscounts,
    Undo,
    /// What changes products by a spreadsheet.
    Sheets,
    /// The rows of the run on the screen that need attention.
    Details,
}

/// A spreadsheet that changes products, and what the user said of it.
#[derive(Clone, Default)]
pub(super) struct SheetPage {
    pub path: PathBuf,
    pub columns: Vec<NamedColumn>,
    pub price_unit: Option<PriceUnit>,
}

/// A spreadsheet that is to be followed, and how.
#[derive(Default)]
pub(super) struct FollowPage {
    pub sheet: SheetPage,
    /// The pieces that are kept back, as typed.
    pub reserve: String,
    pub sales: ListedSales,
    pub sends_stock: bool,
}

impl EditsView {
    /// Asks for a preview of what is wanted.
    pub(super) fn ask(&mut self, wanted: Wanted, cx: &mut Cx<'_>) {
        self.changes = changes::ChangesView::default();
        self.asked = true;
        cx.act(Action::EditProducts(ProductEditAction::Preview { wanted, status_names: status_names(cx) }));
    }

    /// Asks what a spreadsheet would change.
    pub(super) fn open_sheet(&mut self, sheet: SheetPage, cx: &mut Cx<'_>) {
        let SheetPage { path, columns, price_unit } = sheet.clone();
        self.page = Some(Page::Sheet(sheet));
        let shop_units = cx.model.currency().units();
        self.ask(Wanted::Sheet { path, rules: Vec::new(), columns, price_unit, shop_units }, cx);
    }

    /// Asks what was typed into the table would change.
    pub fn open_cells(&mut self, cells: Vec<WantedCells>, cx: &mut Cx<'_>) {
        self.page = Some(Page::Cells);
        self.ask(Wanted::Cells(cells), cx);
    }

    /// Asks what a list that is followed would change.
    pub(super) fn open_list(&mut self, list: ListId, name: String, cx: &mut Cx<'_>) {
        self.page = Some(Page::Followed(name));
        self.ask(Wanted::Followed(list), cx);
    }

    /// Asks what bringing back the old values of a run would change.
    pub(super) fn undo(&mut self, run: EditRunId, cx: &mut Cx<'_>) {
        self.page = Some(Page::Undo);
        self.ask(Wanted::Undo(run), cx);
    }
}
