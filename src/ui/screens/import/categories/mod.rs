//! Categories in the review: what is missing, the cells of the table, and the dialogs in which products get a
//! category and the values that it asks for.

mod after;
mod cells;
mod choose;
mod details;
mod gaps;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use crate::ui::screens::category::Suggestions;
use vitrine_model::Import;
use vitrine_widgets::Button;

pub use self::cells::{category, choice_button, choice_cell, choice_of_list, properties};
pub use self::gaps::{any as has_gaps, show as gaps_card};

use self::after::After;
use self::choose::ChooseDialog;
use self::details::DetailsDialog;

/// The state of this part.
#[derive(Default)]
pub struct CategoriesView {
    open: Open,
    suggestions: Suggestions,
}

/// The dialog that is open.
#[derive(Default)]
enum Open {
    #[default]
    None,
    Choose(Box<ChooseDialog>),
    Details(Box<DetailsDialog>),
}

impl CategoriesView {
    /// Opens the picker for these products; `for_folder` offers their folder first.
    fn choose(&mut self, products: Vec<usize>, for_folder: bool, import: &Import) {
        self.open = Open::Choose(Box::new(ChooseDialog::new(products, for_folder, import)));
    }

    /// Opens the properties of these products.
    fn details(&mut self, products: Vec<usize>, import: &Import) {
        self.open = Open::Details(Box::new(DetailsDialog::new(products, import)));
    }

    /// Whether a dialog is open.
    pub const fn is_open(&self) -> bool {
        !matches!(self.open, Open::None)
    }
}

/// The buttons for the selected products.
pub fn selection_buttons(ui: &mut Ui, view: &mut CategoriesView, products: &[usize], cx: &Cx<'_>) {
    let rules = cx.model.rules();
    let Some(of_market) = &rules.categories else { return };
    if ui.add(Button::secondary(cx.t("category-selected")).small()).clicked() {
        view.choose(products.to_vec(), false, &cx.model.import);
    }
    if of_market.has_attributes
        && ui.add(Button::secondary(cx.t("category-properties-selected")).small()).clicked()
    {
        view.details(products.to_vec(), &cx.model.import);
    }
}

/// Draws the dialog that is open.
pub fn dialogs(ui: &Ui, view: &mut CategoriesView, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let plan = import.review.plan_revision();
    let after = match &mut view.open {
        Open::Choose(dialog) if dialog.plan == plan => dialog.show(ui, cx),
        Open::Details(dialog) if dialog.plan == plan => dialog.show(ui, cx),
        // The products are others now.
        _ => After::Nothing,
    };
    match after {
        After::Same => {}
        After::Nothing => view.open = Open::None,
        After::Choose(products) => {
            view.open = Open::Choose(Box::new(ChooseDialog::new(products, false, import).then_details()));
        }
        After::Details(products) => view.details(products, import),
    }
}

fn title(cx: &Cx<'_>, category: i64) -> Option<String> {
    Some(cx.model.categories.market_categories.tree.as_ref()?.get(category)?.title.clone())
}
