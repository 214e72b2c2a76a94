//! The dialog that gives products of the review a category, or their folder one.

use std::borrow::Cow;

use eframe::egui::Ui;

use super::after::After;
use crate::ui::screens::Cx;
use crate::ui::screens::category::{Picked, Picker};
use vitrine_model::{Action, Import, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::{check, select, theme};

/// The dialog's own state.
pub struct ChooseDialog {
    products: Vec<usize>,
    /// The plan to which the products belong.
    pub plan: u64,
    picker: Picker,
    /// The folders that contain all of the products, from the outside in.
    folders: Vec<String>,
    /// How many products get the category if it is given to so many of these folders.
    reached: Vec<usize>,
    /// How many of them name the folder that gets the category; 0: only the products get it.
    scope: usize,
    /// Whether the properties follow.
    then_details: bool,
}

impl ChooseDialog {
    pub fn new(products: Vec<usize>, for_folder: bool, import: &Import) -> Self {
        let folders = common_folders(&products, import);
        let reached = |length: usize| import.review.reached_by_folder(&folders[..length], &products);
        let reached: Vec<usize> =
            std::iter::once(products.len()).chain((1..=folders.len()).map(reached)).collect();
        // Products in sub-folders were not asked about: they are included on request only.
        let is_exact = reached.last() == Some(&products.len());
        let scope = if for_folder && is_exact { folders.len() } else { 0 };
        Self {
            products,
            plan: import.review.plan_revision(),
            picker: Picker::default(),
            folders,
            reached,
            scope,
            then_details: false,
        }
    }

    /// Shows the properties of the products afterwards.
    pub fn then_details(mut self) -> Self {
        self.then_details = true;
        self
    }

    /// Draws the dialog. Returns what is open then.
    pub fn show(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> After {
        let title =
            cx.format("category-choose-for", crate::args!["count" => self.reached[self.scope]]).into_owned();
        let chosen = cx.model.import.review.common_category(&self.products, &cx.model.rules());
        let Self { picker, folders, reached, scope, .. } = self;
        let picked =
            picker.show(ui, cx, &title, chosen, |ui, cx| choose_scope(ui, cx, folders, reached, scope));
        match picked {
            None => return After::Same,
            Some(Picked::Category(category)) => self.apply(category, cx),
            Some(Picked::Nothing) => {}
        }
        if self.then_details { After::Details(std::mem::take(&mut self.products)) } else { After::Nothing }
    }

    fn apply(&self, category: i64, cx: &mut Cx<'_>) {
        if self.scope == 0 {
            return cx.act(Action::Import(ImportAction::Review(ReviewAction::categorise(
                &self.products,
                Some(category),
            ))));
        }
        let folder = self.folders[..self.scope].join("/");
        cx.act(Action::Import(ImportAction::Review(ReviewAction::CategoriseFolder {
            folder,
            category,
            products: self.products.clone(),
        })));
    }
}

/// Whether the category is for the products only, or for one of their folders, and for how many products that
/// is.
fn choose_scope(ui: &mut Ui, cx: &Cx<'_>, folders: &[String], reached: &[usize], scope: &mut usize) {
    if folders.is_empty() {
        return;
    }
    let products = cx.format("category-scope-products", crate::args!["count" => reached[0]]);
    let folder = |length: usize| {
        let folder = crate::args!["folder" => folders[length - 1].as_str(), "count" => reached[length]];
        (length, cx.format("category-scope-folder", folder))
    };
    let options: Vec<(usize, Cow<'_, str>)> =
        std::iter::once((0, products)).chain((1..=folders.len()).rev().map(folder)).collect();
    let name = cx.t("category-scope");
    ui.horizontal_wrapped(|ui| {
        ui.add(Text::new(name.as_ref()).color(theme::palette(ui).ink).extend());
        if let Some(chosen) = select(ui, &name, *scope, &options) {
            *scope = chosen;
        }
    });
    let (innermost, more) = (folders.len(), reached[folders.len()] - reached[0]);
    if more > 0 && (*scope == 0 || *scope == innermost) {
        let is_with = *scope == innermost;
        let label = cx.format(
            "category-scope-inside",
            crate::args!["count" => more, "folder" => folders[innermost - 1].as_str()],
        );
        if check(ui, is_with, label).clicked() {
            *scope = if is_with { 0 } else { innermost };
        }
    }
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
