//! Changing products: what is wanted ([`form`]), what it would change ([`preview`]), and what became of it
//! ([`run`]).

pub mod activity;
mod attention;
mod form;
mod photos;
mod preview;
mod run;
mod sheets;
mod state;
mod typed;

use eframe::egui::Ui;

pub use self::run::bar;
pub use self::state::View;
use self::state::{Page, SheetPage};
use crate::ui::screens::Cx;
use vitrine_domain::{Product, ProductId};
use vitrine_model::{Action, PreviewState, ProductEditAction};

impl View {
    /// Opens the form for these products.
    pub fn change(&mut self, products: &[Product], cx: &mut Cx<'_>) {
        cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
        self.page = match products {
            [] => None,
            [only] => {
                cx.act(Action::EditProducts(ProductEditAction::Read(only.id.clone())));
                self.photos_taken = cx.model.product_edits.picked.0;
                Some(Page::One(typed::OneProduct::of(only, cx.model.rules().changes_variants)))
            }
            several => {
                Some(Page::Many(several.iter().map(|product| product.id.clone()).collect::<Vec<ProductId>>()))
            }
        };
    }

    /// Opens the dialog in which a spreadsheet is chosen.
    pub fn open_sheets(&mut self) {
        self.page = Some(Page::Sheets);
    }
}

/// Draws the dialog that is open.
pub fn dialogs(ui: &Ui, view: &mut View, cx: &mut Cx<'_>) {
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
        Some(Page::Details) => attention::show(ui, view, cx),
        Some(_) if !matches!(cx.model.product_edits.preview, PreviewState::None) => {
            preview::show(ui, view, cx);
        }
        Some(Page::One(_) | Page::Many(_)) => form::show(ui, view, cx),
        // Its preview was asked for in this frame, or given up with the account.
        Some(Page::Sheet(_) | Page::Undo) if view.asked => view.asked = false,
        Some(Page::Sheet(_) | Page::Undo) => view.page = None,
    }
}
