//! Categories in the review: what is missing, the cells of the table, and the dialogs in which products get a category and the
//! values that it asks for.

mod after;
mod cells;
mod choose;
mod details;
mod gaps;

use std::collections::HashMap;

use eframe::egui::Ui;

use crate::import::categories::Suggestion;
use crate::ui::model::Import;
use crate::ui::screens::Cx;
use crate::ui::widgets::Button;

pub use self::cells::{category, is_choice, properties, status};
pub use self::gaps::show as notice;

use self::after::After;
use self::choose::ChooseDialog;
use self::details::DetailsDialog;

/// The state of this part.
#[derive(Default)]
pub struct View {
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

/// The suggestions for names, computed once.
#[derive(Default)]
struct Suggestions {
    /// The number of earlier products from which they were made.
    made_from: Option<(usize, Option<String>)>,
    of_names: HashMap<String, Option<Suggestion>>,
}

impl View {
    /// Opens the picker for these products; `for_folder` offers their folder first.
    fn choose(&mut self, products: Vec<usize>, for_folder: bool, import: &Import) {
        self.open = Open::Choose(Box::new(ChooseDialog::new(products, for_folder, import)));
    }

    /// Opens the properties of these products.
    fn details(&mut self, products: Vec<usize>, import: &Import) {
        self.open = Open::Details(Box::new(DetailsDialog::new(products, import)));
    }

    /// The category of an earlier product with a similar name.
    fn suggestion(&mut self, cx: &Cx<'_>, name: &str) -> Option<Suggestion> {
        let choices = &cx.model.categories.choices;
        let from = Some((choices.products.len(), choices.products.first().map(|(name, _)| name.clone())));
        if self.suggestions.made_from != from {
            self.suggestions = Suggestions { made_from: from, of_names: HashMap::new() };
        }
        let known = self.suggestions.of_names.entry(name.to_owned()).or_insert_with(|| choices.suggest(name));
        known.clone().filter(|suggestion| title(cx, suggestion.category).is_some())
    }
}

/// The buttons for the selected products.
pub fn selection_buttons(ui: &mut Ui, view: &mut View, products: &[usize], cx: &Cx<'_>) {
    let rules = cx.model.rules();
    let Some(of_market) = &rules.categories else { return };
    if ui.add(Button::secondary(cx.t("category-selected")).small()).clicked() {
        view.choose(products.to_vec(), false, &cx.model.import);
    }
    if of_market.has_attributes && ui.add(Button::secondary(cx.t("category-properties-selected")).small()).clicked() {
        view.details(products.to_vec(), &cx.model.import);
    }
}

/// Draws the dialog that is open.
pub fn dialogs(ui: &Ui, view: &mut View, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let plan = import.plan_revision;
    let after = match &mut view.open {
        Open::Choose(dialog) if dialog.plan == plan => dialog.show(ui, cx),
        Open::Details(dialog) if dialog.plan == plan => dialog.show(ui, cx),
        // The products are others now.
        _ => After::Nothing,
    };
    match after {
        After::Same => {}
        After::Nothing => view.open = Open::None,
        After::Choose(products) => view.open = Open::Choose(Box::new(ChooseDialog::new(products, false, import).then_details())),
        After::Details(products) => view.details(products, import),
    }
}

fn title(cx: &Cx<'_>, category: i64) -> Option<String> {
    Some(cx.model.categories.catalogue.tree.as_ref()?.get(category)?.title.clone())
}
