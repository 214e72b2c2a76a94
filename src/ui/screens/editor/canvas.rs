//! The preview of the edited photo with the crop frame.

use eframe::egui::accesskit::Role as NodeRole;
use eframe::egui::{
    Color32, CornerRadius, CursorIcon, Event, EventFilter, Id, Key, Pos2, Rect, Sense, Stroke, StrokeKind,
    TextureHandle, Ui, Vec2, pos2, vec2,
};

use super::grip::Grip;
use crate::ui::screens::Cx;
use crate::worker::PictureKey;
use vitrine_domain::{Crop, Frame, PhotoEdit};
use vitrine_model::{Editor, EditorAction};
use vitrine_text::Text;
use vitrine_widgets as widgets;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, round};
use vitrine_widgets::{PictureState, focus};

/// The canvas's own state.
#[derive(Default)]
pub struct CanvasView {
    /// The picture last requested from the worker. The next one is requested when it has arrived, so that a
    /// drag shows as many as the worker can make and cancels none.
    asked: Option<PictureKey>,
    /// The last picture that arrived.
    shown: Option<(PictureKey, TextureHandle)>,
    failed: bool,
    /// The drag in progress.
    held: Option<Held>,
}

/// A drag of the crop frame.
#[derive(Clone, Copy)]
struct Held {
    grip: Grip,
    frame: Frame,
    from: Pos2,
}

/// Draws the canvas in `room`. Returns what the user did with the crop frame.
pub fn show(
    ui: &mut Ui,
    view: &mut CanvasView,
    cx: &mut Cx<'_>,
    editor: &Editor,
    room: Rect,
) -> Option<EditorAction> {
    let p = theme::palette(ui);
    ui.painter().rect_filled(room, CornerRadius::same(round::CONTROL), p.sunken);
    view.update_preview(cx, editor);
    let Some((key, texture)) = &view.shown else {
        waiting(ui, cx, view.failed, room);
        return None;
    };
    let size = texture.size_vec2();
    let scale = ((room.size() - Vec2::splat(24.0)) / size).min_elem();
    let picture = Rect::from_center_size(room.center(), size * scale);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), picture, whole, Color32::WHITE);
    name_picture(ui, editor, picture);
    let (crop, turned) = (editor.edit().crop?, key.edit().turns != editor.edit().turns);
    // The picture may still be from before the last rotation; then the frame does not fit it.
    (!editor.shows_original && !turned).then(|| frame(ui, view, cx, editor.edit(), crop, picture)).flatten()
}

impl CanvasView {
    fn update_preview(&mut self, cx: &mut Cx<'_>, editor: &Editor) {
        let photo = &editor.current().photo;
        if self.shown.as_ref().is_some_and(|(key, _)| key.photo() != photo) {
            *self = Self::default();
        }
        let edit = if editor.shows_original { PhotoEdit::default() } else { editor.edit() };
        // The crop is drawn as a frame. Only the white background depends on it, since it ends at its edges.
        let crop = edit.crop.filter(|_| edit.white);
        let wanted = PictureKey::Preview(Box::new(photo.clone()), PhotoEdit { crop, ..edit });
        let asked =
            self.asked.take().filter(|asked| asked.photo() == photo).unwrap_or_else(|| wanted.clone());
        let next = match cx.pictures.get(&asked) {
            PictureState::Ready(texture) => {
                self.shown = Some((asked.clone(), texture));
                wanted
            }
            PictureState::Failed => {
                self.failed = true;
                wanted
            }
            PictureState::Waiting => asked.clone(),
        };
        if next != asked {
            // If it has arrived already, show it in this frame.
            if let PictureState::Ready(texture) = cx.pictures.get(&next) {
                self.shown = Some((next.clone(), texture));
            }
        }
        self.asked = Some(next);
    }
}

fn waiting(ui: &mut Ui, cx: &Cx<'_>, failed: bool, room: Rect) {
    let p = theme::palette(ui);
    let (icon, key) = if failed { (Icon::Alert, "editor-failed") } else { (Icon::Photo, "editor-opening") };
    let index = Rect::from_center_size(room.center(), vec2((room.width() - 40.0).max(80.0), 110.0));
    ui.scope_builder(eframe::egui::UiBuilder::new().max_rect(index), |ui| {
        ui.vertical_centered(|ui| {
            icon.show(ui, 32.0, p.ink_soft);
            widgets::centred_text(ui, &Text::new(cx.t(key)).wrap().announced(failed), index.width(), p.ink);
        });
    });
}

fn name_picture(ui: &Ui, editor: &Editor, picture: Rect) {
    let response = ui.interact(picture, Id::unique("edited photo"), Sense::hover());
    let name = editor.current().name.clone();
    response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Image, true, &name));
}

fn frame(
    ui: &mut Ui,
    view: &mut CanvasView,
    cx: &Cx<'_>,
    edit: PhotoEdit,
    crop: Crop,
    picture: Rect,
) -> Option<EditorAction> {
    let size = (f64::from(picture.width()), f64::from(picture.height()));
    let now = crop.frame(size.0, size.1);
    let rect = on_screen(now, picture);
    let changed = |frame: Frame| PhotoEdit {
        crop: Some(Crop::from_frame(frame, size.0, size.1, crop.ratio())),
        ..edit
    };
    let shape = crop.ratio().map(|_| now.width / now.height.max(1e-6));
    let edges: &[Grip] = if shape.is_none() { &Grip::EDGES } else { &[] };
    let mut did = None;
    let middle = ui.interact(rect, Id::unique("crop frame"), Sense::click_and_drag());
    focus::stop(ui, &middle, middle.id);
    let name = crate::i18n::without_direction_marks(&cx.t("editor-frame")).into_owned();
    let value =
        format!("{} × {}", cx.words.percent(now.width / size.0), cx.words.percent(now.height / size.1));
    ui.ctx().accesskit_node_builder(middle.id, |node| {
        node.set_role(NodeRole::Canvas);
        node.set_label(name);
        node.set_value(crate::i18n::without_direction_marks(&value).as_ref());
    });
    if let Some(frame) = by_keys(ui, &middle, now, size, shape) {
        did = Some(EditorAction::Change(changed(frame)));
    }
    let grips = edges.iter().chain(&Grip::CORNERS).map(|&grip| {
        let at = handle(rect, grip);
        let response = ui.interact(
            Rect::from_center_size(at, Vec2::splat(26.0)),
            Id::unique(("crop grip", grip.0, grip.1)),
            Sense::drag() - Sense::FOCUSABLE,
        );
        (grip, response.on_hover_and_drag_cursor(cursor(grip)))
    });
    let grips: Vec<_> =
        std::iter::once((Grip::MOVE, middle.clone().on_hover_and_drag_cursor(CursorIcon::Move)))
            .chain(grips)
            .collect();
    for (grip, response) in &grips {
        if response.drag_started()
            && let Some(from) = ui.input(|input| input.pointer.press_origin())
        {
            view.held = Some(Held { grip: *grip, frame: now, from });
        }
        if let (true, Some(held), Some(at)) =
            (response.dragged(), view.held.filter(|held| held.grip == *grip), response.interact_pointer_pos())
        {
            let by = at - held.from;
            did = Some(EditorAction::Drag(changed(grip.moved(
                held.frame,
                (by.x.into(), by.y.into()),
                size,
                shape,
            ))));
        }
        if response.drag_stopped() {
            view.held = None;
            did = Some(EditorAction::EndDrag);
        }
    }
    paint(ui, picture, rect, edges, middle.has_focus(), view.held.is_some());
    did.filter(|action| !matches!(action, EditorAction::Drag(to) | EditorAction::Change(to) if *to == edit))
}

/// Arrow keys move the frame; with Shift they move its lower right corner.
fn by_keys(
    ui: &Ui,
    frame: &eframe::egui::Response,
    now: Frame,
    size: (f64, f64),
    shape: Option<f64>,
) -> Option<Frame> {
    if !frame.has_focus() {
        return None;
    }
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(frame.id, arrows));
    let presses: Vec<_> = ui.input(|input| input.events.iter().filter_map(arrow).collect());
    (!presses.is_empty())
        .then(|| presses.into_iter().fold(now, |frame, press| moved_by(press, frame, size, shape)))
}

/// The frame after an arrow key: with Shift as it was when the key was pressed, not as it is when the frame
/// is drawn.
fn moved_by(
    (right, down, grows): (f64, f64, bool),
    frame: Frame,
    size: (f64, f64),
    shape: Option<f64>,
) -> Frame {
    let by = (right * size.0 / 100.0, down * size.1 / 100.0);
    let grip = if grows { Grip(1, 1) } else { Grip::MOVE };
    // With a fixed ratio, both sides change together.
    let by = match shape.filter(|_| grows) {
        Some(shape) if by.0 < 0.0 || by.1 < 0.0 => (by.0.min(by.1 * shape), by.1.min(by.0 / shape)),
        _ => by,
    };
    grip.moved(frame, by, size, shape)
}

/// The direction of an arrow key, to the right and down, and whether Shift was held.
fn arrow(event: &Event) -> Option<(f64, f64, bool)> {
    let Event::Key { key, pressed: true, modifiers, .. } = event else { return None };
    let (right, down) = match key {
        Key::ArrowRight => (1.0, 0.0),
        Key::ArrowLeft => (-1.0, 0.0),
        Key::ArrowDown => (0.0, 1.0),
        Key::ArrowUp => (0.0, -1.0),
        _ => return None,
    };
    Some((right, down, modifiers.shift))
}

fn on_screen(frame: Frame, picture: Rect) -> Rect {
    Rect::from_min_size(
        picture.min + vec2(frame.left as f32, frame.top as f32),
        vec2(frame.width as f32, frame.height as f32),
    )
}

fn handle(rect: Rect, grip: Grip) -> Pos2 {
    rect.center() + vec2(f32::from(grip.0) * rect.width(), f32::from(grip.1) * rect.height()) / 2.0
}

const fn cursor(grip: Grip) -> CursorIcon {
    match grip {
        Grip(0, _) => CursorIcon::ResizeVertical,
        Grip(_, 0) => CursorIcon::ResizeHorizontal,
        Grip(-1, -1) | Grip(1, 1) => CursorIcon::ResizeNwSe,
        Grip(..) => CursorIcon::ResizeNeSw,
    }
}

fn paint(ui: &Ui, picture: Rect, rect: Rect, edges: &[Grip], focused: bool, moving: bool) {
    let p = theme::palette(ui);
    let painter = ui.painter();
    let shade = Color32::from_black_alpha(150);
    let across = |left: f32, top: f32, right: f32, bottom: f32| {
        Rect::from_min_max(pos2(left, top), pos2(right, bottom))
    };
    for part in [
        across(picture.left(), picture.top(), picture.right(), rect.top()),
        across(picture.left(), rect.bottom(), picture.right(), picture.bottom()),
        across(picture.left(), rect.top(), rect.left(), rect.bottom()),
        across(rect.right(), rect.top(), picture.right(), rect.bottom()),
    ] {
        painter.rect_filled(part, 0.0, shade);
    }
    // White on black is visible on any photo.
    let dark = if focused {
        Stroke::new(7.0, Color32::from_black_alpha(220))
    } else {
        Stroke::new(3.0, Color32::from_black_alpha(160))
    };
    painter.rect_stroke(rect, 0.0, dark, StrokeKind::Middle);
    if focused {
        painter.rect_stroke(rect, 0.0, Stroke::new(4.5, Color32::WHITE), StrokeKind::Middle);
    }
    painter.rect_stroke(
        rect,
        0.0,
        Stroke::new(if focused { 2.5 } else { 1.5 }, if focused { p.accent } else { Color32::WHITE }),
        StrokeKind::Middle,
    );
    if moving {
        let line = Stroke::new(1.0, Color32::from_white_alpha(140));
        for third in [1.0, 2.0] {
            painter.vline(rect.left() + rect.width() * third / 3.0, rect.y_range(), line);
            painter.hline(rect.x_range(), rect.top() + rect.height() * third / 3.0, line);
        }
    }
    for grip in edges.iter().chain(&Grip::CORNERS) {
        painter.circle(handle(rect, *grip), 6.0, Color32::WHITE, Stroke::new(2.0, p.accent));
    }
}
