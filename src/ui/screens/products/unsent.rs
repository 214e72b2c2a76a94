//! The bar with the changes that were typed into the table and are not sent yet.

use eframe::egui::Ui;

use super::view::ProductsView;
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use vitrine_model::{Action, CellAction};
use vitrine_text::Text;
use vitrine_widgets::Button;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::sides;
use vitrine_widgets::theme::{self, height};

/// The button that discards, and the one that brings it back in its place: the focus stays there.
const DISCARDING: &str = "discarding";

/// Draws the bar. Below the table, it moves none of its rows.
pub fn bar(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    let cells = &cx.model.products.cells;
    match cells.discarded() {
        _ if !cells.is_empty() => typed(ui, view, cx),
        Some(count) => discarded(ui, count, cx),
        None => {}
    }
}

fn typed(ui: &mut Ui, view: &mut ProductsView, cx: &mut Cx<'_>) {
    let model = cx.model;
    let cells = &model.products.cells;
    let (changes, wrong) = (cells.changes(), cells.wrong());
    let words = cx.words;
    let said = |ui: &mut Ui| {
        let p = theme::palette(ui);
        if changes > 0 {
            let count = words.format("cells-unsent", crate::args!["count" => changes]);
            ui.add(Text::new(count).strong().color(p.ink).truncate());
        }
        if wrong > 0 {
            let count = words.format("cells-wrong", crate::args!["count" => wrong]);
            ui.add(Text::new(count).color(p.bad.ink).truncate());
        }
    };
    let mut pressed = None;
    sides(ui, height::CONTROL, said, |ui| {
        let can_send = changes > 0 && model.product_edits.is_available;
        let review = Button::primary(words.text("edits-preview")).enabled(can_send).small();
        if ui.add(review).clicked() {
            pressed = Some(Pressed::Review);
        }
        if wrong > 0 && ui.add(Button::secondary(words.text("cells-wrong-show")).small()).clicked() {
            pressed = Some(Pressed::Wrong);
        }
        let discard = Button::quiet(words.text("edits-discard")).with_icon(Icon::Trash);
        let discard = discard.identity(DISCARDING).small();
        if ui.add(discard).clicked() {
            pressed = Some(Pressed::Discard);
        }
    });
    match pressed {
        Some(Pressed::Review) => view.edits.open_cells(cells.wanted(), cx),
        Some(Pressed::Wrong) => cells.first_wrong().into_iter().for_each(|cell| view.sheet.go_to(cell)),
        Some(Pressed::Discard) => cx.act(Action::Cells(CellAction::Discard)),
        None => {}
    }
}

enum Pressed {
    Review,
    Wrong,
    Discard,
}

fn discarded(ui: &mut Ui, count: usize, cx: &mut Cx<'_>) {
    let words = cx.words;
    let said = |ui: &mut Ui| {
        let said = words.format("cells-discarded", crate::args!["count" => count]);
        ui.add(Text::new(said).color(theme::palette(ui).ink).truncate().announced(false));
    };
    let mut action = None;
    sides(ui, height::CONTROL, said, |ui| {
        if ui.add(UiCommand::Undo.secondary(words).identity(DISCARDING).small()).clicked() {
            action = Some(CellAction::Undo);
        }
        if ui.add(Button::icon(Icon::Close, words.text("close")).small()).clicked() {
            action = Some(CellAction::Dismiss);
        }
    });
    action.into_iter().for_each(|action| cx.act(Action::Cells(action)));
}
