//! The photo editor, in front of the screen it was opened from: the photo, the tools, and which photos get
//! the edit.

mod canvas;
mod grip;

use std::borrow::Cow;

use eframe::egui::{
    CornerRadius, Key, Modifiers, Popup, Rect, Sense, Stroke, StrokeKind, Ui, UiBuilder, vec2,
};

use super::Cx;
use crate::ui::commands::UiCommand;
use vitrine_domain::{Crop, PhotoEdit, Ratio};
use vitrine_model::{Action, ApplyTo, Editor, EditorAction, Screen};
use vitrine_text::Text;
use vitrine_text::keep_in_front;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, row_layout, split_leading};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, round, space};
use vitrine_widgets::{
    self as widgets, Answer, Button, Dialog, PictureState, SliderLabel, check, labelled, segments, slider,
};

/// The editor's own state.
#[derive(Default)]
pub struct EditorView {
    canvas: canvas::CanvasView,
    /// Whether it was drawn since it was opened.
    is_open: bool,
    /// The height of the bar below the photo when it was last drawn, in points. In a narrow window it has two
    /// lines.
    bar_height: f32,
}

/// The width of the tools' column, in points; in a narrow window, the photo gets the larger part.
const TOOLS: f32 = 276.0;
const TOOLS_SHARE: f32 = 0.45;
const DIALOG: &str = "editor";
/// The height of the strip of photos, in points.
const STRIP: f32 = 52.0;
/// The height of the bar below the photo, in points, if it has one line.
const BAR: f32 = 40.0;

/// Draws the editor while it is open.
pub fn show(ui: &Ui, view: &mut EditorView, cx: &mut Cx<'_>) {
    let Some(editor) = &cx.model.editor else {
        *view = EditorView::default();
        return;
    };
    let asks = editor.asks_to_discard;
    let mut did = if asks { Vec::new() } else { keys(ui) };
    let title = cx.format("editor-title", crate::args!["name" => editor.current().name.as_str()]);
    let apply = Button::primary(cx.t("editor-apply")).with_icon(Icon::Check);
    let dialog = Dialog::new(DIALOG, title, cx.t("cancel"))
        .confirm(apply)
        .ready(editor.is_ready())
        .focus_contents()
        .large();
    let dialog = dialog.asks_before_closing(editor.changed_count() > 0);
    let answer = dialog.show(ui, |ui| {
        let high = (Dialog::room(ui) - 14.0).max(200.0);
        let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::empty());
        let rtl = is_rtl(ui);
        let tools_width = TOOLS.min(area.width() * TOOLS_SHARE);
        let (photo, rest) = split_leading(area, area.width() - tools_width - space::L, rtl);
        let (_, tools_room) = split_leading(rest, space::L, rtl);
        did.extend(photo_side(ui, view, cx, editor, photo));
        let mut side =
            ui.new_child(UiBuilder::new().id_salt("tools").max_rect(tools_room).layout(column_layout(rtl)));
        side.set_clip_rect(tools_room.expand(4.0).intersect(ui.clip_rect()));
        let is_new = !std::mem::replace(&mut view.is_open, true);
        Scroll::new("editor tools").begin_at_top(is_new).show(&mut side, |ui| {
            ui.with_layout(column_layout(rtl), |ui| {
                ui.set_width(ui.available_width());
                did.extend(tools(ui, cx, editor));
            });
        });
    });
    match answer {
        Some(Answer::Confirmed) => did.push(EditorAction::Apply),
        Some(Answer::Cancelled) => did.push(EditorAction::Cancel),
        None => {}
    }
    if asks {
        did.extend(ask_to_discard(ui, cx, editor));
    }
    for action in did {
        cx.act(Action::PhotoEditor(action));
    }
}

/// Asks whether the edits may be lost.
fn ask_to_discard(ui: &Ui, cx: &Cx<'_>, editor: &Editor) -> Option<EditorAction> {
    let discard = Button::danger(cx.t("editor-discard")).with_icon(Icon::Trash);
    let dialog =
        Dialog::new("discard edits", cx.t("editor-discard-ask"), cx.t("editor-discard-no")).confirm(discard);
    let answer = dialog.show(ui, |ui| {
        let lost = cx.format("editor-discard-body", crate::args!["count" => editor.changed_count()]);
        ui.add(Text::new(lost).wrap());
    });
    match answer? {
        Answer::Confirmed => {
            Dialog::close(ui, DIALOG);
            Some(EditorAction::Discard)
        }
        Answer::Cancelled => Some(EditorAction::Stay),
    }
}

/// Whether E was pressed while the pointer or the keyboard focus is on a photo, which opens the editor.
pub fn is_open_requested(ui: &Ui, at: &eframe::egui::Response) -> bool {
    let there = at.hovered() || at.has_focus();
    let free = !vitrine_text::is_typing(ui.ctx());
    there && free && ui.input(|input| input.modifiers.is_none() && input.key_pressed(Key::E))
}

/// The context menu of a photo; returns whether opening the editor was chosen.
pub fn menu(photo: &eframe::egui::Response, cx: &Cx<'_>) -> bool {
    let menu =
        Popup::context_menu(photo).show(|ui| ui.add(UiCommand::EditPhoto.quiet(cx.words).small()).clicked());
    keep_in_front(photo, menu).unwrap_or_default()
}

fn keys(ui: &Ui) -> Vec<EditorAction> {
    // The longer shortcut first, because the shorter one matches it, too.
    let wanted = [(UiCommand::Redo, EditorAction::Redo), (UiCommand::Undo, EditorAction::Undo)];
    wanted
        .into_iter()
        .filter(|(command, _)| command.consume_keys(ui.ctx()))
        .map(|(_, action)| action)
        .collect()
}

fn photo_side(
    ui: &mut Ui,
    view: &mut EditorView,
    cx: &mut Cx<'_>,
    editor: &Editor,
    room: Rect,
) -> Option<EditorAction> {
    let rtl = is_rtl(ui);
    let many = editor.photos().len() > 1;
    let bar_height = view.bar_height.max(BAR);
    let below = bar_height + if many { STRIP + space::S } else { 0.0 };
    let (picture, foot) = room.split_top_bottom_at_y(room.bottom() - below);
    let framed = canvas::show(ui, &mut view.canvas, cx, editor, picture);
    let (bar, strip) = foot.split_top_bottom_at_y(foot.top() + bar_height);
    let mut rows = ui.new_child(UiBuilder::new().id_salt("bar").max_rect(bar).layout(column_layout(rtl)));
    let toolbar = rows.horizontal_wrapped(|ui| toolbar(ui, cx, editor));
    let (pressed, drawn) = (toolbar.inner, toolbar.response.rect.height());
    if (drawn - view.bar_height).abs() > 0.5 {
        view.bar_height = drawn;
        ui.ctx().request_repaint();
    }
    let mut went = None;
    if many {
        let mut row = ui.new_child(
            UiBuilder::new()
                .id_salt("strip")
                .max_rect(strip.with_min_y(strip.top() + space::S))
                .layout(row_layout(rtl)),
        );
        went = photo_strip(&mut row, cx, editor);
    }
    framed.or(pressed).or(went)
}

fn toolbar(ui: &mut Ui, cx: &Cx<'_>, editor: &Editor) -> Option<EditorAction> {
    let edit = editor.edit();
    let mut did = None;
    let key = |ui: &Ui, key| {
        !editor.asks_to_discard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
    };
    let left = (Icon::TurnLeft, "editor-rotate-left", Key::OpenBracket, edit.rotated_left());
    let right = (Icon::TurnRight, "editor-rotate-right", Key::CloseBracket, edit.rotated_right());
    // The left rotation is always on the left, whatever the window's direction.
    for (icon, name, shortcut, turned) in if is_rtl(ui) { [right, left] } else { [left, right] } {
        if ui.add(Button::icon(icon, cx.t(name))).clicked() || key(ui, shortcut) {
            did = Some(EditorAction::Change(turned));
        }
    }
    ui.add_space(space::S);
    if ui.add(UiCommand::Undo.icon_button(cx.words).enabled(editor.can_undo())).clicked() {
        did = Some(EditorAction::Undo);
    }
    if ui.add(UiCommand::Redo.icon_button(cx.words).enabled(editor.can_redo())).clicked() {
        did = Some(EditorAction::Redo);
    }
    if ui
        .add(
            Button::quiet(cx.t("editor-reset")).with_icon(Icon::Refresh).small().enabled(!edit.is_identity()),
        )
        .clicked()
    {
        did = Some(EditorAction::Reset);
    }
    ui.add_space(space::S);
    if check(ui, editor.shows_original, cx.t("editor-show-original")).clicked() {
        did = Some(EditorAction::ShowOriginal(!editor.shows_original));
    }
    did
}

/// The product's photos with their edits.
fn photo_strip(ui: &mut Ui, cx: &mut Cx<'_>, editor: &Editor) -> Option<EditorAction> {
    let mut went = None;
    let rtl = is_rtl(ui);
    eframe::egui::ScrollArea::horizontal().id_salt("strip").stick_to_right(rtl).max_height(STRIP).show(
        ui,
        |ui| {
            ui.with_layout(row_layout(rtl), |ui| {
                // Space for the focus ring of the first photo.
                ui.add_space(space::XS);
                for (index, sheet) in editor.photos().iter().enumerate() {
                    let shown =
                        editor.without_drag(index).map_or(PictureState::Failed, |key| cx.pictures.get(&key));
                    let name = cx.format(
                        "create-photo-named",
                        crate::args!["place" => index + 1, "name" => sheet.name.as_str()],
                    );
                    let name = crate::i18n::without_direction_marks(&name).into_owned();
                    let response = widgets::photo_button(ui, &shown, STRIP - 8.0, &name);
                    let is_current = index == editor.current_index();
                    ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(is_current));
                    if is_current {
                        // Inside the photo, unlike the focus ring.
                        let line = Stroke::new(3.0, theme::palette(ui).accent);
                        ui.painter().rect_stroke(
                            response.rect,
                            CornerRadius::same(round::CONTROL),
                            line,
                            StrokeKind::Inside,
                        );
                    }
                    if response.clicked() {
                        went = Some(EditorAction::Go(index));
                    }
                }
            });
        },
    );
    went
}

fn tools(ui: &mut Ui, cx: &Cx<'_>, editor: &Editor) -> Vec<EditorAction> {
    let edit = editor.edit();
    let mut did = Vec::new();
    ui.spacing_mut().item_spacing.y = space::S;
    did.extend(crop(ui, cx, edit).map(EditorAction::Change));
    ui.add_space(space::XS);
    let degrees = format!("{}°", cx.words.decimal(edit.degrees(), 1));
    let tilt = PhotoEdit::MAX_TILT.into();
    let labels = SliderLabel { name: &cx.t("editor-straighten"), value: &degrees, physical: true };
    did.extend(slide(ui, &labels, edit.tilt.into(), (tilt, 5), |to| {
        edit.with_tilt(i16::try_from(to).unwrap_or_default())
    }));
    let brightness = cx.words.integer(edit.brightness.into());
    let max = PhotoEdit::MAX_BRIGHTNESS.into();
    let labels = SliderLabel { name: &cx.t("editor-brightness"), value: &brightness, physical: false };
    did.extend(slide(ui, &labels, edit.brightness.into(), (max, 5), |to| {
        edit.with_brightness(i8::try_from(to).unwrap_or_default())
    }));
    if check(ui, edit.white, cx.t("editor-white-background")).clicked() {
        did.push(EditorAction::Change(PhotoEdit { white: !edit.white, ..edit }));
    }
    ui.add(Text::new(cx.t("editor-white-background-help")).small().color(theme::palette(ui).ink_soft).wrap());
    ui.add_space(space::XS);
    did.extend(reach(ui, cx, editor));
    // Space for the focus ring of the last widget.
    ui.add_space(space::S);
    did
}

/// The choice of a crop: none, free, square, or the marketplace's aspect ratio.
fn crop(ui: &mut Ui, cx: &Cx<'_>, edit: PhotoEdit) -> Option<PhotoEdit> {
    #[derive(Clone, Copy, PartialEq)]
    enum Shape {
        Whole,
        Free,
        Fixed(Ratio),
    }
    let now = match edit.crop {
        None => Shape::Whole,
        Some(crop) => crop.ratio().map_or(Shape::Free, Shape::Fixed),
    };
    let mut options: Vec<(Shape, Cow<'_, str>, Option<String>)> = vec![
        (Shape::Whole, cx.t("editor-crop-none"), None),
        (Shape::Free, cx.t("editor-crop-free"), None),
        (Shape::Fixed(Ratio::SQUARE), cx.t("editor-crop-square"), None),
    ];
    // A ratio chosen for another marketplace stays visible.
    let others = cx.model.rules().photo_ratio.into_iter().chain(edit.crop.and_then(|crop| crop.ratio()));
    for ratio in others {
        if !options.iter().any(|(shape, _, _)| *shape == Shape::Fixed(ratio)) {
            let shown = cx.words.digits(&ratio.to_string());
            options.push((
                Shape::Fixed(ratio),
                cx.format("editor-crop-market", crate::args!["ratio" => shown]),
                None,
            ));
        }
    }
    let mut chosen = None;
    labelled(ui, cx.t("editor-crop"), |ui| chosen = segments(ui, now, &options));
    let crop = match chosen? {
        Shape::Whole => None,
        Shape::Free => Some(Crop::Free { left: 800, top: 800, width: 8400, height: 8400 }),
        Shape::Fixed(ratio) => Some(Crop::of_ratio(ratio)),
    };
    (chosen != Some(now)).then_some(PhotoEdit { crop, ..edit })
}

fn slide(
    ui: &mut Ui,
    labels: &SliderLabel<'_>,
    now: i32,
    (max, step): (i32, i32),
    change: impl Fn(i32) -> PhotoEdit,
) -> Vec<EditorAction> {
    let (response, moved) = slider(ui, now, -max..=max, step, labels);
    let mut did = Vec::new();
    if let Some(to) = moved {
        did.push(if response.dragged() {
            EditorAction::Drag(change(to))
        } else {
            EditorAction::Change(change(to))
        });
    }
    if response.drag_stopped() {
        did.push(EditorAction::EndDrag);
    }
    did
}

fn reach(ui: &mut Ui, cx: &Cx<'_>, editor: &Editor) -> Option<EditorAction> {
    let own = if editor.only_this() {
        cx.t("editor-apply-to-own")
    } else {
        cx.format("editor-apply-to-edited", crate::args!["count" => editor.changed_count()])
    };
    let mut options = vec![(ApplyTo::Own, own, None)];
    if editor.photos().len() > 1 {
        options.push((ApplyTo::Product, cx.t("editor-apply-to-product"), None));
    }
    if cx.model.screen == Screen::Import && cx.model.import.review.drafts().len() > 1 {
        options.push((ApplyTo::Covers, cx.t("editor-apply-to-covers"), None));
        options.push((ApplyTo::All, cx.t("editor-apply-to-all"), None));
    }
    if options.len() == 1 {
        return None;
    }
    let mut chosen = None;
    labelled(ui, cx.t("editor-apply-to"), |ui| chosen = segments(ui, editor.apply_to, &options));
    chosen.map(EditorAction::SetApplyTo)
}
