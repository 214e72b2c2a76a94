//! The products selected in the review, and the bar with what can be done to all of them.

use std::collections::HashSet;

use eframe::egui::Ui;

use super::bulk;
use crate::ui::screens::Cx;
use crate::ui::screens::grid::Rows;
use crate::ui::screens::import::categories;
use crate::ui::screens::row_range::RowRange;
use vitrine_domain::PhotoEdit;
use vitrine_model::{Action, DraftKey, Import, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Button, theme};

/// The selected products. They stay selected when the table is filtered or sorted.
#[derive(Default)]
pub struct Selection {
    keys: HashSet<DraftKey>,
    range: RowRange<DraftKey, HashSet<DraftKey>>,
    /// The indices of the selected products, and the plan for which they were computed.
    indices: (u64, Vec<usize>),
}

impl Selection {
    /// The indices of the selected products, in the order of the plan.
    pub fn indices(&self) -> &[usize] {
        &self.indices.1
    }

    /// Whether a product is selected.
    pub fn contains(&self, import: &Import, product: usize) -> bool {
        !self.keys.is_empty() && import.review.draft_key(product).is_some_and(|key| self.keys.contains(&key))
    }

    /// Finds the selected products in a plan that changed. Call it before drawing.
    pub fn update(&mut self, import: &Import) {
        if self.indices.0 != import.review.plan_revision() {
            self.find(import);
        }
    }

    fn find(&mut self, import: &Import) {
        let all = 0..if self.keys.is_empty() { 0 } else { import.review.drafts().len() };
        self.indices =
            (import.review.plan_revision(), all.filter(|&product| self.contains(import, product)).collect());
    }

    /// Selects a product, or no longer.
    pub fn toggle(&mut self, import: &Import, product: usize) {
        let Some(key) = import.review.draft_key(product) else { return };
        if !self.keys.remove(&key) {
            self.keys.insert(key.clone());
        }
        self.range.end();
        self.range.click(Some(key));
        self.find(import);
    }

    /// Selects the rows from the one whose box was pressed last to this one.
    pub fn extend(&mut self, import: &Import, rows: &impl Rows, product: usize) {
        let Some(to) = rows.row(product) else { return };
        let review = &import.review;
        let key = |row| review.draft_key(rows.product(row)?);
        let row_of = |key: &DraftKey| {
            let is_it = |&product: &usize| review.draft_key(product).as_ref() == Some(key);
            rows.row((0..review.drafts().len()).find(is_it)?)
        };
        self.range.extend_by_click(&mut self.keys, to, key, row_of);
        self.find(import);
    }

    /// Adds products to the selection.
    pub fn select(&mut self, import: &Import, products: impl Iterator<Item = usize>) {
        self.range.end();
        self.keys.extend(products.filter_map(|product| import.review.draft_key(product)));
        self.find(import);
    }

    /// Takes products out of the selection.
    pub fn deselect(&mut self, import: &Import, products: impl Iterator<Item = usize>) {
        self.range.end();
        for key in products.filter_map(|product| import.review.draft_key(product)) {
            self.keys.remove(&key);
        }
        self.find(import);
    }

    fn clear(&mut self) {
        *self = Self::default();
    }
}

/// The bar: how many products are selected, and what can be done to them.
pub fn bar(
    ui: &mut Ui,
    selection: &mut Selection,
    rows: &impl Rows,
    bulk: &mut bulk::BulkView,
    categories: &mut categories::CategoriesView,
    cx: &mut Cx<'_>,
) {
    let products = selection.indices().to_vec();
    if products.is_empty() {
        return;
    }
    let import = &cx.model.import;
    {
        let hidden = products.iter().filter(|product| rows.row(**product).is_none()).count();
        let count = cx.words.selected(products.len(), hidden);
        ui.add(Text::new(count).strong().color(theme::palette(ui).ink).extend());
        ui.add_space(theme::space::XS);
        if ui.add(Button::secondary(cx.t("review-bulk-open")).with_icon(Icon::Edit).small()).clicked() {
            bulk.open();
        }
        categories::selection_buttons(ui, categories, &products, cx);
        if ui.add(Button::secondary(cx.t("review-white-background")).small()).clicked() {
            let edits = edited(import, &products, |edit| PhotoEdit { white: true, ..edit });
            cx.act(Action::Import(ImportAction::Review(ReviewAction::EditPhotos(edits))));
        }
        if ui.add(Button::icon(Icon::TurnRight, cx.t("review-turn-right")).small()).clicked() {
            let edits = edited(import, &products, PhotoEdit::rotated_right);
            cx.act(Action::Import(ImportAction::Review(ReviewAction::EditPhotos(edits))));
        }
        if ui.add(Button::secondary(cx.t("review-remove-selected")).with_icon(Icon::Trash).small()).clicked()
        {
            cx.act(Action::Import(ImportAction::Review(ReviewAction::RemoveAll(products.clone()))));
        }
        if ui.add(Button::quiet(cx.t("review-select-none")).small()).clicked() {
            selection.clear();
            focus::go_into(ui.ctx(), Region::Table);
        }
    }
}

/// The photos of these products, each with its edit changed.
fn edited(
    import: &Import,
    products: &[usize],
    change: impl Fn(PhotoEdit) -> PhotoEdit,
) -> Vec<(std::path::PathBuf, PhotoEdit)> {
    let photos: HashSet<_> = products
        .iter()
        .filter_map(|&product| import.review.drafts().get(product))
        .flat_map(|planned| &planned.photos)
        .collect();
    photos.into_iter().map(|photo| (photo.clone(), change(import.review.edit(photo)))).collect()
}
