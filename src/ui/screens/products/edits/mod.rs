//! Changing products: what is wanted ([`form`]), what it would change ([`preview`]), and what became of it
//! ([`run`]).

pub mod activity;
mod attention;
mod discounts;
mod follow;
mod form;
mod photos;
mod preview;
mod run;
mod running_discounts;
mod sheets;
mod state;
mod typed;

use eframe::egui::Ui;

pub use self::run::bar;
pub use self::state::EditsView;
use self::state::{Page, SheetPage};
use self::typed::{DiscountPage, OneProduct};
use super::selection::SelectedRow;
use crate::i18n::field_of_variant;
use crate::ui::screens::Cx;
use vitrine_domain::ProductId;
use vitrine_model::{Action, PreviewState, ProductEditAction};

impl EditsView {
    /// Opens the form for these products and variants.
    pub fn change(&mut self, rows: &[SelectedRow], cx: &mut Cx<'_>) {
        cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
        self.page = match rows {
            [] => None,
            [only] => {
                let SelectedRow { product, variant } = only;
                cx.act(Action::EditProducts(ProductEditAction::Read(product.id.clone())));
                self.photos_taken = cx.model.product_edits.picked.0;
                let changes_variants = cx.model.rules().changes_variants;
                let variant = variant.and_then(|place| product.variants.get(place));
                Some(Page::One(match variant.filter(|_| changes_variants) {
                    Some(variant) => {
                        let name = field_of_variant(cx.words, &product.title, variant.called());
                        OneProduct::of_variant(product, variant, name)
                    }
                    None => OneProduct::of(product, changes_variants),
                }))
            }
            several => Some(Page::Many(several.iter().filter_map(SelectedRow::key).collect())),
        };
    }

    /// Opens the dialog in which a discount of these products is given or ended.
    pub fn discount(&mut self, rows: &[SelectedRow], cx: &mut Cx<'_>) {
        cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
        let mut products: Vec<ProductId> = Vec::new();
        for row in rows {
            // The variants of a product follow each other.
            if products.last() != Some(&row.product.id) {
                products.push(row.product.id.clone());
            }
        }
        let is_by_variants = rows.iter().any(|row| row.variant.is_some());
        self.page = (!products.is_empty())
            .then(|| Page::Discount(DiscountPage { products, is_by_variants, ..DiscountPage::default() }));
    }

    /// Opens the list of discounts that run.
    pub fn open_discounts(&mut self) {
        self.page = Some(Page::Discounts);
    }

    /// Opens the dialog in which a spreadsheet is chosen.
    pub fn open_sheets(&mut self) {
        self.page = Some(Page::Sheets);
    }
}

/// Draws the dialog that is open.
pub fn dialogs(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    if let Some(sheet) = &cx.model.product_edits.sheet {
        view.open_sheet(SheetPage { path: sheet.clone(), ..SheetPage::default() }, cx);
    }
    if let Some(run) = cx.model.product_edits.to_undo {
        view.undo(run, cx);
    }
    if cx.model.activity.open {
        view.page = None;
        return;
    }
    match &view.page {
        None => {}
        Some(Page::Sheets) => sheets::show(ui, view, cx),
        Some(Page::Discounts) => discounts::running(ui, view, cx),
        Some(Page::Details) => attention::show(ui, view, cx),
        Some(Page::Follow(_)) => follow::dialog(ui, view, cx),
        Some(_) if !matches!(cx.model.product_edits.preview, PreviewState::None) => {
            preview::show(ui, view, cx);
        }
        Some(Page::One(_) | Page::Many(_)) => form::show(ui, view, cx),
        Some(Page::Discount(_)) => discounts::give(ui, view, cx),
        // Its preview was asked for in this frame, or given up with the account.
        Some(Page::Sheet(_) | Page::Cells | Page::Followed(_) | Page::EndDiscounts | Page::Undo)
            if view.asked =>
        {
            view.asked = false;
        }
        Some(Page::Sheet(_) | Page::Cells | Page::Followed(_) | Page::EndDiscounts | Page::Undo) => {
            view.page = None;
        }
    }
}
