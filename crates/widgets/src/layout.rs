//! The window's direction. Rows and columns made here, and every `ui.horizontal` inside them, run from right
//! to left in a right-to-left language, so that each screen is written once.

use egui::{Align, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use vitrine_text::Text;
pub use vitrine_text::{is_rtl, set_rtl};

/// A layout from top to bottom, aligned to the leading edge.
pub fn column_layout(rtl: bool) -> Layout {
    Layout::top_down(if rtl { Align::Max } else { Align::Min })
}

/// A layout along the reading direction.
pub fn row_layout(rtl: bool) -> Layout {
    if rtl { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) }
}

/// A column that keeps the window's direction, unlike `ui.vertical`.
pub fn column<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = column_layout(is_rtl(ui));
    ui.with_layout(layout, contents).inner
}

/// Text for a bar of one control's height: in one line where it fits, else small in two, and cut only if that
/// is not enough.
pub fn bar_text<'a>(ui: &Ui, text: Text<'a>) -> Text<'a> {
    let lines = |text: &Text<'_>| text.clone().wrap().galley(ui, ui.available_width()).rows.len();
    if lines(&text) <= 1 {
        return text.truncate();
    }
    let small = text.small();
    if lines(&small) == 2 { small.wrap() } else { small.truncate() }
}

/// A row with one part at the leading edge and one at the trailing edge, `height` points high.
///
/// The trailing part gets the width it had in the previous pass; if that has changed, the pass is repeated.
/// For text that changes all the time use [`sides_with_text`].
pub fn sides(ui: &mut Ui, height: f32, leading: impl FnOnce(&mut Ui), trailing: impl FnOnce(&mut Ui)) {
    let id = ui.auto_id_with("sides");
    let known: Option<f32> = ui.data(|data| data.get_temp(id));
    let measured = place_sides(ui, height, known.unwrap_or_default(), leading, trailing);
    if known.is_none_or(|known| (known - measured).abs() > 0.5) {
        ui.data_mut(|data| data.insert_temp(id, measured));
        ui.ctx().request_discard("the trailing side was measured");
    }
}

/// A row with text at the trailing edge, measured before it is placed. An empty text takes no space.
pub fn sides_with_text(ui: &mut Ui, height: f32, leading: impl FnOnce(&mut Ui), words: Text<'_>) {
    let words = words.extend();
    let width = words.galley(ui, f32::INFINITY).size().x;
    place_sides(ui, height, width, leading, |ui| drop(ui.add(words)));
}

/// Draws both parts, reserving `width` points for the trailing one, and returns the width it really has.
fn place_sides(
    ui: &mut Ui,
    height: f32,
    width: f32,
    leading: impl FnOnce(&mut Ui),
    trailing: impl FnOnce(&mut Ui),
) -> f32 {
    let rtl = is_rtl(ui);
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::empty());
    let width = width.min(area.width());
    let gap = if width > 0.0 { super::theme::space::S } else { 0.0 };
    let room = (area.width() - width - gap).max(0.0);
    let (lead, _) = split_leading(area, room, rtl);
    // The trailing part may extend beyond the edge, so that its measured width does not depend on the
    // reserved one.
    let shift = vec2(area.width() - width, 0.0);
    let trail = area.translate(if rtl { -shift } else { shift });
    ui.new_child(UiBuilder::new().max_rect(lead).layout(row_layout(rtl))).scope(leading);
    let mut child = ui.new_child(UiBuilder::new().max_rect(trail).layout(row_layout(rtl)));
    trailing(&mut child);
    child.min_rect().width()
}

/// The width of the columns of [`tiles`].
pub fn tile_width(ui: &Ui, min_width: f32) -> f32 {
    tile_columns(ui, min_width).1
}

/// How many columns fit, how wide each is, and the gap between them.
fn tile_columns(ui: &Ui, min_width: f32) -> (usize, f32, f32) {
    let gap = ui.spacing().item_spacing.x.max(super::theme::space::M);
    let width = ui.available_width();
    let count = (((width + gap) / (min_width + gap)).floor() as usize).max(1);
    (count, (width - gap * (count - 1) as f32) / count as f32, gap)
}

/// Columns of equal width side by side, as many as fit with at least `min_width` points each. Each row is as
/// high as its highest tile.
pub fn tiles<T>(
    ui: &mut Ui,
    min_width: f32,
    items: impl IntoIterator<Item = T>,
    mut draw: impl FnMut(&mut Ui, T),
) {
    let rtl = is_rtl(ui);
    let (count, each, gap) = tile_columns(ui, min_width);
    let mut items = items.into_iter().peekable();
    while items.peek().is_some() {
        let area = ui.available_rect_before_wrap();
        let mut bottom = area.top();
        for (index, item) in items.by_ref().take(count).enumerate() {
            let step = (each + gap) * index as f32;
            let left = if rtl { area.right() - step - each } else { area.left() + step };
            let cell = Rect::from_min_size(pos2(left, area.top()), vec2(each, area.height().max(1.0)));
            let mut child = ui.new_child(UiBuilder::new().max_rect(cell).layout(column_layout(rtl)));
            draw(&mut child, item);
            bottom = bottom.max(child.min_rect().bottom());
        }
        let used = Rect::from_min_max(area.min, pos2(area.right(), bottom));
        ui.advance_cursor_after_rect(used);
    }
}

/// Two columns side by side, the first one `start` points wide, each as high as it needs.
pub fn beside(ui: &mut Ui, start: f32, first: impl FnOnce(&mut Ui), second: impl FnOnce(&mut Ui)) {
    let rtl = is_rtl(ui);
    let area = ui.available_rect_before_wrap();
    let (one, rest) = split_leading(area, start, rtl);
    let (_, other) = split_leading(rest, super::theme::space::M, rtl);
    let column = |ui: &mut Ui, salt: &str, rect: Rect| {
        let mut child =
            ui.new_child(UiBuilder::new().id_salt(salt).max_rect(rect).layout(column_layout(rtl)));
        child.set_width(rect.width());
        child
    };
    let mut child = column(ui, "first column", one);
    first(&mut child);
    let bottom = child.min_rect().bottom();
    let mut child = column(ui, "second column", other);
    second(&mut child);
    let bottom = bottom.max(child.min_rect().bottom());
    ui.advance_cursor_after_rect(Rect::from_min_max(area.min, pos2(area.right(), bottom)));
}

/// A centred column of at most `width` points, because long lines are hard to read.
pub fn centred<R>(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let rtl = is_rtl(ui);
    let area = ui.available_rect_before_wrap();
    let width = width.min(area.width());
    let left = area.center().x - width / 2.0;
    let rect = Rect::from_min_size(pos2(left, area.top()), vec2(width, area.height()));
    let inner = ui.scope_builder(UiBuilder::new().max_rect(rect).layout(column_layout(rtl)), |ui| {
        ui.set_width(width);
        contents(ui)
    });
    inner.inner
}

/// Splits off the leading `width` points of a rectangle; returns that part and the rest.
pub fn split_leading(rect: Rect, width: f32, rtl: bool) -> (Rect, Rect) {
    let width = width.min(rect.width());
    if rtl {
        let (rest, leading) = rect.split_left_right_at_x(rect.right() - width);
        (leading, rest)
    } else {
        rect.split_left_right_at_x(rect.left() + width)
    }
}
