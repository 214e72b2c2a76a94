//! The keys of the review's table in the editors of the table of failed products: moving, ranges, copying and
//! pasting, filling down.

use std::ops::RangeInclusive;

use eframe::egui::{Event, FocusDirection, Id, Key, Popup, Rect, Response, Ui};

use crate::ui::screens::Cx;
use crate::ui::screens::grid::cell_range::CellRange;
use crate::ui::screens::grid::keys::{Act, act};
use vitrine_core::import::DraftId;
use vitrine_domain::Field;
use vitrine_model::{Action, ImportAction, cells_as_text, cells_from_text};
use vitrine_text as text;
use vitrine_widgets::focus;

/// The identity of a row's editor.
pub fn identity(id: DraftId, field: Field) -> (&'static str, Option<DraftId>, Field) {
    ("failed product", Some(id), field)
}

/// Around an editor that is scrolled into view, in points.
const FOCUS_MARGIN: f32 = 18.0;

/// The editors, of which each product has one: the one with the focus, and the selected range.
#[derive(Default)]
pub struct Cells {
    range: CellRange<DraftId>,
    /// The product whose editor gets the focus when it is drawn.
    wanted: Option<DraftId>,
    drawn: Vec<(DraftId, Id, Rect)>,
}

impl Cells {
    /// The row that must be drawn although it may be out of sight.
    pub fn row_to_draw(&self, failed: &[DraftId]) -> Option<usize> {
        row(failed, self.wanted.or(self.range.cursor)?)
    }

    /// The rows of the selected range, if it has several cells.
    pub fn range(&self, failed: &[DraftId]) -> Option<RangeInclusive<usize>> {
        self.selected(failed).filter(|_| self.range.is_selected())
    }

    /// The rows of the selected range, or the one with the cursor.
    fn selected(&self, failed: &[DraftId]) -> Option<RangeInclusive<usize>> {
        let (one, other) = self.range.corners()?;
        let (one, other) = (row(failed, one)?, row(failed, other)?);
        Some(one.min(other)..=one.max(other))
    }

    /// Records an editor that was drawn, and gives it the focus if the cursor is to go there.
    pub fn draws(&mut self, ui: &Ui, product: DraftId, editor: &Response) {
        self.drawn.push((product, editor.id, editor.rect));
        if self.wanted == Some(product) {
            self.wanted = None;
            self.range.cursor = Some(product);
            text::focus_and_select(ui.ctx(), editor.id);
            ui.scroll_to_rect(editor.rect.expand(FOCUS_MARGIN), None);
        }
    }

    /// Follows the focus and the mouse. Call it after the table.
    pub fn update(&mut self, ui: &Ui, failed: &[DraftId]) {
        let drawn = std::mem::take(&mut self.drawn);
        let focused = ui.memory(|memory| memory.focused());
        let cursor = drawn.iter().find(|(_, id, _)| Some(*id) == focused).map(|(product, ..)| *product);
        self.wanted = None;
        if cursor.is_none() && (ui.input(|input| input.pointer.any_down()) || Popup::is_any_open(ui.ctx())) {
            return;
        }
        if cursor != self.range.cursor {
            let is_inside = cursor
                .and_then(|product| row(failed, product))
                .zip(self.range(failed))
                .is_some_and(|(row, range)| range.contains(&row));
            self.range.follow(ui, cursor, is_inside);
            ui.ctx().request_repaint();
        }
        let product_at = |at| {
            drawn
                .iter()
                .find(|(.., rect)| rect.contains(at) && ui.clip_rect().contains(at))
                .map(|(product, ..)| *product)
        };
        if let Some(to) = self.range.drag(ui, product_at) {
            self.go(to, true);
            ui.ctx().request_repaint();
        }
    }

    /// Takes the keys that belong to the table. Call it before the table is drawn.
    pub fn handle_keys(&mut self, ui: &Ui, failed: &[DraftId], field: Field, cx: &mut Cx<'_>) {
        let has_focus =
            |product: &DraftId| focus::is_held(ui.ctx(), text::edit_id(identity(*product, field)));
        let Some(at) = self
            .range
            .cursor
            .filter(has_focus)
            .and_then(|product| row(failed, product))
            .filter(|_| ui.is_enabled())
        else {
            return;
        };
        let menu = text::is_menu_open(ui.ctx()) || Popup::is_any_open(ui.ctx());
        let mut acts = Vec::new();
        ui.input_mut(|input| {
            input.events.retain(|event| {
                let has_range = self.range.is_selected();
                // There is one column: the arrows to its sides, and what begins with F2, belong to the text.
                let taken = act(event, true, has_range, false).filter(|act| match act {
                    Act::Escape => has_range,
                    Act::MergeUp | Act::Edit | Act::Columns { .. } | Act::Select(_) => false,
                    _ => true,
                });
                let Some(act) = taken.filter(|act| !menu || matches!(act, Act::Paste(_))) else {
                    if types(event) && !menu {
                        self.range.give_up();
                    }
                    return true;
                };
                acts.push(act);
                false
            });
        });
        if !acts.is_empty() {
            // egui has seen the key as well.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        for act in acts {
            self.perform(act, at, ui, failed, field, cx);
        }
    }

    fn perform(&mut self, act: Act, at: usize, ui: &Ui, failed: &[DraftId], field: Field, cx: &mut Cx<'_>) {
        let last = failed.len() - 1;
        let range = self.selected(failed).unwrap_or(at..=at);
        match act {
            Act::Rows { by, extend } => self.go(failed[at.saturating_add_signed(by).min(last)], extend),
            Act::Ends { last: to_last, extend } => self.go(failed[if to_last { last } else { 0 }], extend),
            Act::Tab { back } => {
                let to = if back { at.checked_sub(1) } else { Some(at + 1).filter(|to| *to <= last) };
                match to {
                    Some(to) => self.go(failed[to], false),
                    // From the first and the last row it leaves the table.
                    None => {
                        let direction = if back { FocusDirection::Previous } else { FocusDirection::Next };
                        ui.memory_mut(|memory| memory.move_focus(direction));
                    }
                }
            }
            Act::Copy => copy(ui, &failed[range], field, cx),
            Act::Cut => {
                copy(ui, &failed[range.clone()], field, cx);
                set_all(&failed[range], field, "", cx);
            }
            Act::Clear => set_all(&failed[range], field, "", cx),
            Act::Paste(text) => paste(&text, failed, range, field, cx),
            Act::FillDown => {
                // Without a range, over all rows below.
                let to = if self.range.is_selected() { *range.end() } else { last };
                let text = plain_text(cx, failed[*range.start()], field);
                set_all(&failed[range.start() + 1..=to], field, &text, cx);
            }
            Act::Escape => drop(self.range.give_up()),
            Act::MergeUp | Act::Edit | Act::Columns { .. } | Act::Select(_) => {}
        }
    }

    fn go(&mut self, to: DraftId, extend: bool) {
        self.range.leave(extend);
        self.wanted = Some(to);
    }
}

/// Whether an event changes the text of an editor.
fn types(event: &Event) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Ime(_)
            | Event::Paste(_)
            | Event::Key { key: Key::Backspace | Key::Delete, pressed: true, .. }
    )
}

fn row(failed: &[DraftId], product: DraftId) -> Option<usize> {
    failed.iter().position(|id| *id == product)
}

/// What is in an editor, with Latin digits.
fn plain_text(cx: &Cx<'_>, product: DraftId, field: Field) -> String {
    let kept = cx.model.import.run.edited_text(product, field, ToString::to_string);
    cx.typed(field, &kept).into_owned()
}

fn copy(ui: &Ui, products: &[DraftId], field: Field, cx: &mut Cx<'_>) {
    let cells: Vec<Vec<String>> =
        products.iter().map(|product| vec![plain_text(cx, *product, field)]).collect();
    ui.copy_text(cells_as_text(&cells));
    cx.act(Action::CopiedCells(cells.len()));
}

fn set_all(products: &[DraftId], field: Field, text: &str, cx: &mut Cx<'_>) {
    let kept = cx.kept(field, text);
    let texts = products.iter().map(|product| (*product, kept.clone())).collect();
    cx.act(Action::Import(ImportAction::FixEach(texts, field)));
}

/// One value goes into all selected cells; several go into the cells from the first selected one on, of each
/// line the first.
fn paste(text: &str, failed: &[DraftId], range: RangeInclusive<usize>, field: Field, cx: &mut Cx<'_>) {
    let mut values: Vec<String> =
        cells_from_text(text).into_iter().map(|line| line.into_iter().next().unwrap_or_default()).collect();
    if let [value] = values.as_slice() {
        return set_all(&failed[range], field, value, cx);
    }
    let room = failed.len() - range.start();
    let left_out = values.len().saturating_sub(room);
    values.truncate(room);
    let products = failed[*range.start()..].iter().copied();
    let texts = products.zip(values).map(|(product, value)| (product, cx.kept(field, &value))).collect();
    cx.act(Action::Import(ImportAction::FixEach(texts, field)));
    if left_out > 0 {
        cx.act(Action::PastedTooMuch(left_out));
    }
}
