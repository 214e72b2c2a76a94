//! A column heading that sorts its table when it is pressed.

use eframe::egui::{Align2, Role, Sense, Ui, WidgetInfo, vec2};

use super::rows;
use crate::i18n::{Messages, without_direction_marks};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{is_rtl, split_leading};
use vitrine_widgets::theme::{self, round};
use vitrine_widgets::{focus, on_screen};

/// The width of the arrow that shows the order, with the space before it, in points.
const MARK: f32 = 17.0;
/// Between the edge of an editor in a cell and its text, in points.
const EDITOR_MARGIN: f32 = 6.0;

/// Draws the heading; `is_descending` is the order if the table is sorted by this column. Returns whether it
/// was pressed.
pub fn heading(ui: &mut Ui, label: &str, is_descending: Option<bool>, words: &Messages) -> bool {
    draw(ui, label, is_descending, (false, 0.0), words)
}

/// As [`heading`], above what is edited: where its text is, which for numbers is the right of the column.
pub fn editor_heading(
    ui: &mut Ui,
    label: &str,
    is_descending: Option<bool>,
    is_number: bool,
    words: &Messages,
) -> bool {
    draw(ui, label, is_descending, (is_number, EDITOR_MARGIN), words)
}

/// As [`heading`], above numbers that are only read: at the right of the column, where they are.
pub fn read_number_heading(ui: &mut Ui, label: &str, is_descending: Option<bool>, words: &Messages) -> bool {
    draw(ui, label, is_descending, (true, 0.0), words)
}

/// A heading that does not sort, above numbers that are only read if `is_number`.
pub fn plain_heading(ui: &mut Ui, label: &str, is_number: bool) {
    let text = Text::new(label).small().color(theme::palette(ui).ink_soft);
    if is_number {
        rows::at_right(ui, text, None);
    } else {
        ui.add(text.truncate());
    }
}

/// `margin`: between the heading and the start of its column, or its end.
fn draw(
    ui: &mut Ui,
    label: &str,
    is_descending: Option<bool>,
    (is_number, margin): (bool, f32),
    words: &Messages,
) -> bool {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let at_end = is_number && !rtl;
    let key = match is_descending {
        None => "sort-by",
        Some(false) => "sorted-ascending",
        Some(true) => "sorted-descending",
    };
    let name = words.format(key, crate::args!["column" => label]).into_owned();
    let text = Text::new(label).small().truncate();
    let text = if is_descending.is_some() { text.strong() } else { text };
    let taken = if is_descending.is_some() { MARK } else { 0.0 } + margin;
    let galley = text.galley(ui, ui.available_width() - taken);
    let size = vec2(ui.available_width(), 28.0);
    let (rect, response) = focus::allocate(ui, size, Sense::click(), ("column", label));
    let plain = without_direction_marks(&name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &plain));
    on_screen::report(ui, &plain, response.id);
    let ink = if is_descending.is_some() || theme::is_highlighted(ui, &response) {
        p.accent_ink
    } else {
        p.ink_soft
    };
    let before = if at_end { (rect.width() - galley.size().x - margin).max(0.0) } else { margin };
    let (before, rest) = split_leading(rect, before, rtl);
    let (words_rect, rest) = split_leading(rest, galley.size().x, rtl);
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), words_rect);
    ui.painter().galley(at.min, galley, ink);
    if let Some(is_descending) = is_descending {
        let mark = if at_end {
            split_leading(before, before.width() - MARK, rtl).1
        } else {
            split_leading(rest, MARK, rtl).0
        };
        let (_, mark) = split_leading(mark, if at_end { 0.0 } else { 3.0 }, rtl);
        let (mark, _) = split_leading(mark, 14.0, rtl);
        let icon = if is_descending { Icon::Down } else { Icon::Up };
        icon.paint(ui.painter(), mark, ink, false);
    }
    // Inside the heading, which clips its contents.
    theme::focus_ring(ui, &response, rect.shrink2(vec2(-2.0, 2.0)), round::SMALL);
    let clicked = response.clicked();
    vitrine_text::tooltip(response, name);
    clicked
}

/// The order after a heading was pressed: ascending, then descending, then the table's own order.
pub fn next_sort<C: PartialEq>(sort: Option<(C, bool)>, pressed: C) -> Option<(C, bool)> {
    match sort {
        Some((sorted, false)) if sorted == pressed => Some((pressed, true)),
        Some((sorted, true)) if sorted == pressed => None,
        _ => Some((pressed, false)),
    }
}
