//! The dialog that gives products of the review a category, or their folder one.

use std::borrow::Cow;

use eframe::egui::Ui;

use super::after::After;
use crate::ui::screens::Cx;
use crate::ui::screens::category::{Picked, Picker};
use crate::ui::theme;
use crate::ui::widgets::select;
use vitrine_model::{Action, Import, ImportAction, ReviewAction};
use vitrine_text::Text;

/// The dialog's own state.
pub struct ChooseDialog {
    products: Vec<usize>,
    /// The plan to which the products belong.
    pub plan: u64,
    picker: Picker,
    /// The folders that contain all of the products, from the outside in.
    folders: Vec<String>,
    /// How many of them name the folder that gets the category; 0: only the products get it.
    scope: usize,
    /// Whether the properties follow.
    then_details: bool,
}

impl ChooseDialog {
    pub fn new(products: Vec<usize>, for_folder: bool, import: &Import) -> Self {
        let folders = common_folders(&products, import);
        let scope = if for_folder { folders.len() } else { 0 };
        Self { products, plan: import.review.plan_revision, picker: Picker::default(), folders, scope, then_details: false }
    }

    /// Shows the properties of the products afterwards.
    pub fn then_details(mut self) -> Self {
        self.then_details = true;
        self
    }

    /// Draws the dialog. Returns what is open then.
    pub fn show(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> After {
        let title = cx.format("category-choose-for", crate::args!["count" => self.products.len()]).into_owned();
        let chosen = cx.model.import.review.common_category(&self.products, &cx.model.rules());
        let Self { picker, folders, scope, products, .. } = self;
        let picked = picker.show(ui, cx, &title, chosen, |ui, cx| choose_scope(ui, cx, folders, scope, products.len()));
        match picked {
            None => return After::Same,
            Some(Picked::Category(category)) => self.apply(category, cx),
            Some(Picked::Nothing) => {}
        }
        if self.then_details { After::Details(std::mem::take(&mut self.products)) } else { After::Nothing }
    }

    fn apply(&self, category: i64, cx: &mut Cx<'_>) {
        if self.scope == 0 {
            return cx.act(Action::Import(ImportAction::Review(ReviewAction::categorise(&self.products, Some(category)))));
        }
        let folder = self.folders[..self.scope].join("/");
        cx.act(Action::Import(ImportAction::Review(ReviewAction::CategoriseFolder { folder, category, products: self.products.clone() })));
    }
}

/// Whether the category is for the products only, or for one of their folders.
fn choose_scope(ui: &mut Ui, cx: &Cx<'_>, folders: &[String], scope: &mut usize, count: usize) {
    if folders.is_empty() {
        return;
    }
    let products = cx.format("category-scope-products", crate::args!["count" => count]);
    let folder = |length: usize| (length, cx.format("category-scope-folder", crate::args!["folder" => folders[length - 1].as_str()]));
    let options: Vec<(usize, Cow<'_, str>)> = std::iter::once((0, products)).chain((1..=folders.len()).rev().map(folder)).collect();
    let name = cx.t("category-scope");
    ui.horizontal_wrapped(|ui| {
        ui.add(Text::new(name.as_ref()).color(theme::palette(ui).ink).extend());
        if let Some(chosen) = select(ui, &name, *scope, &options) {
            *scope = chosen;
        }
    });
}

fn common_folders(products: &[usize], import: &Import) -> Vec<String> {
    let mut all = products.iter().map(|&product| import.review.shared_folders(product));
    let mut common = all.next().unwrap_or_default();
    for folders in all {
        let equal = common.iter().zip(&folders).take_while(|(a, b)| a == b).count();
        common.truncate(equal);
    }
    common
}
