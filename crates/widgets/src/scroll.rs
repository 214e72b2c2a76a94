//! A scroll area whose bar is at the trailing edge, that is, on the left in a right-to-left window; egui's
//! own is always on the right. Scrolling is egui's; the bar is drawn and dragged here in both directions, so
//! that they look alike.

use std::ops::Range;

use egui::scroll_area::{ScrollBarVisibility, State};
use egui::{
    AsIdSalt, Context, Id, IdSalt, Key, Modifiers, Rangef, Rect, Response, Role, ScrollArea, Sense, Ui,
    UiBuilder, WidgetInfo, remap, remap_clamp, vec2,
};

use super::focus;
use super::layout::{is_rtl, split_leading};

/// The space that is kept around a widget that gets the focus, in points.
const FOCUS_MARGIN: f32 = 6.0;

/// A vertical scroll area of the full width.
#[must_use = "show it in a ui"]
pub struct Scroll {
    id: IdSalt,
    max_height: f32,
    grows_at_once: bool,
    shrinks: bool,
    takes_keys: bool,
    begins_at_top: bool,
    reopens_at_top: bool,
    /// The height that something covers for a while, in points.
    covered: f32,
}

impl Scroll {
    /// A scroll area that fills the available height.
    pub fn new(id: impl AsIdSalt) -> Self {
        Self {
            id: IdSalt::new(id),
            max_height: f32::INFINITY,
            grows_at_once: false,
            shrinks: false,
            takes_keys: false,
            begins_at_top: false,
            reopens_at_top: false,
            covered: 0.0,
        }
    }

    /// Makes it as high as its contents, up to this many points.
    pub const fn up_to(mut self, points: f32) -> Self {
        self.max_height = points;
        self.shrinks = true;
        self
    }

    /// Lets Page Up, Page Down and Space scroll it, unless the focused widget takes these keys.
    pub const fn by_keys(mut self) -> Self {
        self.takes_keys = true;
        self
    }

    /// Scrolls it to its top in this frame: it was just opened, and where it stood the last time means
    /// nothing.
    pub const fn begin_at_top(mut self, begins: bool) -> Self {
        self.begins_at_top = begins;
        self
    }

    /// Scrolls it to its top whenever it was not drawn in the pass before. Otherwise the focus would scroll
    /// it there one frame later, and a click in between would go to what lay elsewhere.
    pub const fn reopen_at_top(mut self) -> Self {
        self.reopens_at_top = true;
        self
    }

    /// So much of its height is taken for a while, in points. Contents that had room without that get no bar,
    /// which would move them.
    pub const fn covered(mut self, points: f32) -> Self {
        self.covered = points;
        self
    }

    /// Draws the area with its contents.
    pub fn show<R>(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
        self.show_viewport(ui, |ui, _| contents(ui))
    }

    /// Draws only the visible ones of `count` rows, each `height` points high; `contents` gets their range.
    pub fn show_rows(
        self,
        ui: &mut Ui,
        height: f32,
        count: usize,
        contents: impl FnOnce(&mut Ui, Range<usize>),
    ) {
        let gap = ui.spacing().item_spacing.y;
        let step = height + gap;
        self.show_viewport(ui, |ui, seen| {
            ui.set_height((step * count as f32 - gap).max(0.0));
            let first = ((seen.top() / step).floor() as usize).min(count);
            let last = ((seen.bottom() / step).ceil() as usize).min(count);
            let top = ui.max_rect().top();
            let rows = Rect::from_x_y_ranges(
                ui.max_rect().x_range(),
                top + first as f32 * step..=top + last as f32 * step,
            );
            ui.scope_builder(UiBuilder::new().max_rect(rows), |ui| {
                ui.skip_ahead_auto_ids(first);
                contents(ui, first..last);
            });
        });
    }

    /// Is as high as its contents at once, up to its greatest height. Where the height around it follows that
    /// of the contents, it would grow from frame to frame.
    pub const fn grow_at_once(mut self) -> Self {
        self.grows_at_once = true;
        self
    }

    /// Draws the area; `contents` gets the visible part in its own coordinates.
    pub fn show_viewport<R>(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui, Rect) -> R) -> R {
        let rtl = is_rtl(ui);
        let id = ui.make_persistent_id((self.id, "bar"));
        let mut bar: Bar = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let beside = if bar.shown { ui.spacing().scroll.allocated_width() } else { 0.0 };
        #[expect(clippy::disallowed_methods, reason = "this is the way to it")]
        let mut area = ScrollArea::vertical();
        let pass = ui.ctx().cumulative_pass_nr();
        let was_hidden = std::mem::replace(&mut bar.pass, pass) + 1 < pass;
        let begins_at_top = self.begins_at_top || (self.reopens_at_top && was_hidden);
        let pulled = bar.pulled.take().or_else(|| bar.turned.take()).or(begins_at_top.then_some(0.0));
        if let Some(offset) = pulled {
            area = area.vertical_scroll_offset(offset);
        }
        if self.grows_at_once {
            area = area.min_scrolled_height(self.max_height);
        }
        let before = focus::stops(ui.ctx());
        let output = area
            .id_salt(self.id)
            .max_height(self.max_height)
            .auto_shrink([false, self.shrinks])
            .animated(false)
            .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden)
            .show_viewport(ui, |ui, seen| {
                let (room, _) = split_leading(ui.max_rect(), ui.max_rect().width() - beside, rtl);
                let (clip, _) = split_leading(ui.clip_rect(), ui.clip_rect().width() - beside, rtl);
                ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
                    ui.set_clip_rect(clip);
                    contents(ui, seen)
                })
                .inner
            });
        // A bar that is there goes only where the contents clearly fit: beside it they may be a little lower
        // than without it, and it would come and go.
        let spare = if bar.shown { SPARE } else { 0.0 };
        let needed = output.content_size.y + spare > output.inner_rect.height() + self.covered + 0.5;
        if needed != bar.shown {
            bar.shown = needed;
            ui.ctx().request_discard("a scroll bar came or went");
        }
        // Its room stays, but there may be nothing to scroll.
        let scrolls = output.content_size.y > output.inner_rect.height() + 0.5;
        if scrolls && bar.shown {
            bar.show(ui, id, output.inner_rect, output.content_size.y, output.state.clamped_offset().y, rtl);
        }
        bar.reveal.focus(ui, (output.inner_rect, before), scrolls);
        if scrolls && self.takes_keys {
            let height = output.inner_rect.height();
            bar.turned = turned(ui, height).map(|by| output.state.clamped_offset().y + by);
            bar.turned =
                bar.turned.map(|offset| offset.clamp(0.0, (output.content_size.y - height).max(0.0)));
        }
        ui.data_mut(|data| data.insert_temp(id, bar));
        output.inner
    }
}

/// How much lower than their room contents are when their scroll bar goes, in points.
const SPARE: f32 = 12.0;

/// How far the keys scroll: almost a whole view. Call it after the contents, which take the keys that they
/// use. Space presses buttons, so it scrolls only while no widget has the focus that it could press.
fn turned(ui: &Ui, height: f32) -> Option<f32> {
    if !ui.is_enabled() || !ui.memory(|memory| memory.allows_interaction(ui.layer_id())) {
        return None;
    }
    let is_free = !vitrine_text::is_typing(ui.ctx());
    let is_idle = focus::is_at_heading(ui.ctx());
    let page = (height - PAGE_OVERLAP).max(height / 2.0);
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    // Shift first: egui also recognises Shift+Space as Space.
    let up = pressed(Modifiers::NONE, Key::PageUp)
        || (is_free && is_idle && pressed(Modifiers::SHIFT, Key::Space));
    let down = pressed(Modifiers::NONE, Key::PageDown)
        || (is_free && is_idle && pressed(Modifiers::NONE, Key::Space));
    if down || up {
        ui.ctx().request_repaint();
    }
    match (down, up) {
        (true, _) => Some(page),
        (_, true) => Some(-page),
        _ => None,
    }
}

/// The part of a view that stays in sight when a key scrolls to the next one, in points.
const PAGE_OVERLAP: f32 = 48.0;

/// Draws contents of the given width, in points, in an area that is scrolled sideways. It begins at the
/// leading edge, also when it comes back after something else was shown; `contents` gets how far it is
/// scrolled from there.
pub fn scroll_sideways(ui: &mut Ui, id: impl AsIdSalt, width: f32, contents: impl FnOnce(&mut Ui, f32)) {
    let salt = IdSalt::new(id);
    let key = ui.make_persistent_id((salt, "sideways"));
    let (rtl, room) = (is_rtl(ui), ui.available_width());
    let frame = ui.ctx().cumulative_frame_nr();
    let was: Option<Sideways> = ui.data(|data| data.get_temp(key));
    let was = was.filter(|was| was.frame + 1 >= frame);
    let most = (width - room).max(0.0);
    let from_start = was.map_or(0.0, |was| was.from_start).min(most);
    let mut area = ScrollArea::horizontal();
    if was.is_none_or(|was| (was.width, was.room) != (width, room)) {
        // egui keeps the distance from the left edge, whichever edge is the start.
        area = area.horizontal_scroll_offset(if rtl { most - from_start } else { from_start });
    }
    // At the edge of a page that is scrolled, where hardly anything of it is in sight, its bar would lie over
    // what stands above it.
    if ui.available_rect_before_wrap().intersect(ui.clip_rect()).height() < LEAST_SEEN {
        area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    }
    let before = focus::stops(ui.ctx());
    // It would draw the area back to where it ended in the frame before.
    let kinetic = ui.spacing().scroll.kinetic;
    ui.spacing_mut().scroll.kinetic.rubber_band = false;
    let output = area.id_salt(salt).auto_shrink(false).animated(false).show_viewport(ui, |ui, seen| {
        ui.spacing_mut().scroll.kinetic = kinetic;
        // The area offers the visible width only; from its end, wider contents would begin before what is
        // scrolled.
        let room = Rect::from_min_size(ui.max_rect().min, vec2(width, ui.max_rect().height()));
        ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
            ui.set_width(width);
            contents(ui, if rtl { width - seen.right() } else { seen.left() }.max(0.0));
        });
    });
    ui.spacing_mut().scroll.kinetic = kinetic;
    let offset = output.state.clamped_offset().x;
    let from_start = if rtl { most - offset } else { offset }.max(0.0);
    ui.data_mut(|data| data.insert_temp(key, Sideways { width, room, from_start, frame }));
    // egui lets no area around this one see what is to be scrolled into view in it.
    let key = key.with("reveal");
    let mut reveal: Reveal = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    reveal.focus(ui, (output.inner_rect, before), false);
    ui.data_mut(|data| data.insert_temp(key, reveal));
}

/// The bar of an area that is scrolled sideways shows where so much of its height is in sight, in points.
const LEAST_SEEN: f32 = 48.0;

/// An area that is scrolled sideways, in the frame before.
#[derive(Clone, Copy, Debug)]
struct Sideways {
    frame: u64,
    width: f32,
    /// The width that is seen at once.
    room: f32,
    from_start: f32,
}

/// Forgets where everything was scrolled to.
pub fn forget(ctx: &Context) {
    ctx.data_mut(|data| {
        data.remove_by_type::<State>();
        data.remove_by_type::<Sideways>();
    });
}

/// The state of a bar between frames.
#[derive(Clone, Copy, Debug, Default)]
struct Bar {
    /// The pass in which the area was drawn last.
    pass: u64,
    shown: bool,
    /// While dragging, the distance from the handle's top to the pointer.
    held: Option<f32>,
    /// The offset that dragging asks for.
    pulled: Option<f32>,
    reveal: Reveal,
    /// The offset that a key asks for.
    turned: Option<f32>,
}

/// Showing the widget with the focus in the areas around one.
#[derive(Clone, Copy, Debug, Default)]
struct Reveal {
    /// The widget that had the focus in the last frame.
    focused: Option<Id>,
    /// In how many more frames the area around this one is asked to show that widget.
    left: u8,
}

impl Reveal {
    /// A widget that gets the focus is scrolled into view by the innermost area only. Asks the areas around
    /// it to show it, too. `view` is the visible part of this one, `before` the number of widgets that were
    /// drawn before its contents: what is beside a wide area that is scrolled sideways lies in its rectangle,
    /// too.
    ///
    /// What is in sight in an area that does not scroll stays there.
    fn focus(&mut self, ui: &Ui, (view, before): (Rect, usize), scrolls: bool) {
        let focused = ui.memory(|memory| memory.focused());
        if self.focused != focused {
            // This area scrolls in the next frame; only then the widget is where it stays.
            (self.focused, self.left) = (focused, 2);
        }
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let inside = focused.filter(|id| focus::widgets_since(ui.ctx(), before).contains(id));
        let widget =
            inside.and_then(|id| focus::drawn(ui.ctx(), id)).filter(|(_, layer)| *layer == ui.layer_id());
        let is_settled = |widget: Rect| !scrolls && ui.clip_rect().contains_rect(widget);
        if let Some((widget, _)) =
            widget.filter(|&(widget, _)| view.intersect(widget).is_positive() && !is_settled(widget))
        {
            ui.scroll_to_rect(widget.expand(FOCUS_MARGIN).intersect(view), None);
            ui.ctx().request_repaint();
        }
    }
}

impl Bar {
    /// Draws the bar at the trailing edge of `view` and handles dragging it and clicking beside the handle,
    /// which moves the handle there.
    fn show(&mut self, ui: &Ui, id: Id, view: Rect, content: f32, offset: f32, rtl: bool) {
        let style = ui.spacing().scroll;
        let view =
            Rect::from_x_y_ranges(view.x_range().intersection(ui.clip_rect().x_range()), view.y_range());
        let (_, track) = split_leading(view, view.width() - style.bar_width, rtl);
        let response = ui.interact(track, id.with("track"), Sense::CLICK | Sense::DRAG);
        response.widget_info(|| WidgetInfo::new(Role::ScrollBar));
        let travel = Travel::new(track.y_range(), content);
        self.pull(&response, travel, offset);
        if self.pulled.is_some() {
            ui.ctx().request_repaint();
        }
        let handle = travel.handle(self.pulled.unwrap_or(offset));
        let used = response.hovered() || response.dragged();
        let (_, across) =
            split_leading(track, if used { 0.0 } else { track.width() - style.floating_width }, rtl);
        let rect = Rect::from_x_y_ranges(across.x_range(), handle);
        let widgets = &ui.visuals().widgets;
        let over_handle = response.hover_pos().is_some_and(|at| handle.contains(at.y));
        let look = match (response.is_pointer_button_down_on(), over_handle) {
            (true, _) => &widgets.active,
            (false, true) => &widgets.hovered,
            (false, false) => &widgets.inactive,
        };
        let strength = match (used, ui.rect_contains_pointer(view)) {
            (true, _) => style.interact_handle_opacity,
            (false, true) => style.active_handle_opacity,
            (false, false) => style.dormant_handle_opacity,
        };
        ui.painter().rect_filled(rect, look.corner_radius, look.fg_stroke.color.gamma_multiply(strength));
    }

    fn pull(&mut self, response: &Response, travel: Travel, offset: f32) {
        let Some(at) = response.interact_pointer_pos() else {
            self.held = None;
            return;
        };
        let handle = travel.handle(offset);
        // After a click beside the handle, its middle moves to the pointer.
        let within = || if handle.contains(at.y) { at.y - handle.min } else { handle.span() / 2.0 };
        let held = *self.held.get_or_insert_with(within);
        // Without movement there is nothing to draw.
        self.pulled = Some(travel.offset(at.y - held)).filter(|pulled| (pulled - offset).abs() > 0.1);
    }
}

/// Converts between the handle's position on the track and the offset of the contents.
#[derive(Clone, Copy, Debug)]
struct Travel {
    track: Rangef,
    handle: f32,
    /// The largest offset.
    most: f32,
}

/// The shortest handle, in points, so that it can be hit.
const SHORTEST: f32 = 12.0;

impl Travel {
    fn new(track: Rangef, content: f32) -> Self {
        let view = track.span();
        let handle = (view * view / content.max(1.0)).clamp(SHORTEST.min(view), view);
        Self { track, handle, most: (content - view).max(0.0) }
    }

    fn starts(self) -> Rangef {
        Rangef::new(self.track.min, self.track.max - self.handle)
    }

    fn handle(self, offset: f32) -> Rangef {
        let top = if self.most > 0.0 {
            remap_clamp(offset, 0.0..=self.most, self.starts())
        } else {
            self.track.min
        };
        Rangef::new(top, top + self.handle)
    }

    fn offset(self, top: f32) -> f32 {
        if self.starts().span() > 0.0 {
            remap(top, self.starts(), 0.0..=self.most).clamp(0.0, self.most)
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_handle_shows_the_visible_part_of_the_contents() {
        let travel = Travel::new(Rangef::new(100.0, 300.0), 800.0);
        assert_eq!(travel.handle(0.0), Rangef::new(100.0, 150.0));
        assert_eq!(travel.handle(600.0), Rangef::new(250.0, 300.0), "at the end");
        assert_eq!(travel.handle(900.0), Rangef::new(250.0, 300.0), "scrolling stops at the end");
        assert!((travel.offset(travel.handle(321.0).min) - 321.0).abs() < 0.01);
    }

    #[test]
    fn a_very_long_list_keeps_a_handle_that_can_be_hit() {
        let travel = Travel::new(Rangef::new(0.0, 400.0), 1.0e6);
        assert_eq!(travel.handle(0.0).span(), SHORTEST);
        assert_eq!(travel.offset(400.0), 1.0e6 - 400.0);
        assert_eq!(travel.offset(-5.0), 0.0);
    }
}
