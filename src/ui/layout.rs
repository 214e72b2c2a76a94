//! The direction of the window. Rows and columns made here, and every plain `ui.horizontal` in them, run from the
//! right in a right-to-left window, so that screens are written once.

use eframe::egui::{Align, Context, Id, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use super::text::Text;

/// Says which way the window runs from now on.
pub fn set_rtl(ctx: &Context, rtl: bool) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(DIRECTION), rtl));
}

/// Whether the window runs from the right. A `Ui`'s own layout does not tell: the trailing side of a row runs backwards.
pub fn is_rtl(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(Id::unique(DIRECTION))).unwrap_or(false)
}

const DIRECTION: &str = "the window runs from the right";

/// One thing under the other, at the leading edge.
pub fn column_layout(rtl: bool) -> Layout {
    Layout::top_down(if rtl { Align::Max } else { Align::Min })
}

/// One thing after the other, from the leading edge.
pub fn row_layout(rtl: bool) -> Layout {
    if rtl { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) }
}

/// A column that keeps the direction (`ui.vertical` would lose it).
pub fn column<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = column_layout(is_rtl(ui));
    ui.with_layout(layout, contents).inner
}

/// A row whose first part stands at the leading edge and whose second stands at the trailing edge.
///
/// The trailing part's width is that of the pass before; when it turns out otherwise, the pass is done again. For words
/// that change all the time there is [`sides_saying`].
pub fn sides(ui: &mut Ui, height: f32, leading: impl FnOnce(&mut Ui), trailing: impl FnOnce(&mut Ui)) {
    let id = ui.auto_id_with("sides");
    let known: Option<f32> = ui.data(|data| data.get_temp(id));
    let measured = place(ui, height, known.unwrap_or_default(), leading, trailing);
    if known.is_none_or(|known| (known - measured).abs() > 0.5) {
        ui.data_mut(|data| data.insert_temp(id, measured));
        ui.ctx().request_discard("the trailing side was measured");
    }
}

/// A row that ends in words, measured before they are placed. An empty text takes no room.
pub fn sides_saying(ui: &mut Ui, height: f32, leading: impl FnOnce(&mut Ui), words: Text<'_>) {
    let words = words.extend();
    let width = words.galley(ui, f32::INFINITY).size().x;
    place(ui, height, width, leading, |ui| drop(ui.add(words)));
}

/// Draws both parts, the trailing one as if it were `width` wide, and returns how wide it is.
fn place(ui: &mut Ui, height: f32, width: f32, leading: impl FnOnce(&mut Ui), trailing: impl FnOnce(&mut Ui)) -> f32 {
    let rtl = is_rtl(ui);
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::empty());
    let width = width.min(area.width());
    let gap = if width > 0.0 { super::theme::space::S } else { 0.0 };
    let room = (area.width() - width - gap).max(0.0);
    let (lead, _) = split_leading(area, room, rtl);
    // It has all the room it likes, beyond the edge even, so that its width does not depend on what was known of it.
    let shift = vec2(area.width() - width, 0.0);
    let trail = area.translate(if rtl { -shift } else { shift });
    ui.new_child(UiBuilder::new().max_rect(lead).layout(row_layout(rtl))).scope(leading);
    let mut child = ui.new_child(UiBuilder::new().max_rect(trail).layout(row_layout(rtl)));
    trailing(&mut child);
    child.min_rect().width()
}

/// Columns of equal width beside each other, as many as fit with at least `least` points each; all as high as the highest.
pub fn tiles<T>(ui: &mut Ui, least: f32, items: impl IntoIterator<Item = T>, mut draw: impl FnMut(&mut Ui, T)) {
    let rtl = is_rtl(ui);
    let gap = ui.spacing().item_spacing.x.max(super::theme::space::M);
    let width = ui.available_width();
    let count = (((width + gap) / (least + gap)).floor() as usize).max(1);
    let each = (width - gap * (count - 1) as f32) / count as f32;
    let mut items = items.into_iter().peekable();
    while items.peek().is_some() {
        let area = ui.available_rect_before_wrap();
        let mut bottom = area.top();
        for (place, item) in items.by_ref().take(count).enumerate() {
            let step = (each + gap) * place as f32;
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

/// A column of limited width in the middle of what is there: long lines are hard to read.
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

/// The leading part of a rectangle, `width` wide, and what remains.
pub fn split_leading(rect: Rect, width: f32, rtl: bool) -> (Rect, Rect) {
    let width = width.min(rect.width());
    if rtl {
        let (rest, leading) = rect.split_left_right_at_x(rect.right() - width);
        (leading, rest)
    } else {
        rect.split_left_right_at_x(rect.left() + width)
    }
}
