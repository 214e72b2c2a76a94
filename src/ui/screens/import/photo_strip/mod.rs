//! The photos of one product, in a panel below the review's table: put them in order, move them to other
//! products, and remove or replace those that cannot be used.

mod actions;
mod keys;
mod move_dialog;
mod photos;
mod state;
mod tiles;

use eframe::egui::{
    CornerRadius, CursorIcon, DragAndDrop, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use self::actions::{PhotoStripAction, perform};
use self::photos::{file_name, name_of, unusable};
use self::state::{Dragged, Open, button_id};
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use vitrine_core::import::PlannedDraft;
use vitrine_model::{Action, ImportAction, PhotoAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::Button;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, sides, split_leading};
use vitrine_widgets::theme::{self, round, size, space};

pub use self::state::PhotoStripView;

/// Between the panel's edge and its contents, in points.
const MARGIN: f32 = 10.0;
/// The height of the line with the title and the buttons, and of the one about a photo that cannot be used,
/// in points.
const LINE: f32 = 30.0;
/// From this width on, in points, the buttons have words.
const WIDE: f32 = 900.0;
/// The height of the scroll bar below the photos, in points.
const BAR: f32 = 14.0;

/// The panel's place, reserved before the page and drawn after it, so that the Tab key reaches it after the
/// table.
pub struct Panel(Option<Rect>);

/// Reserves the space for the panel, if a product's photos are shown.
pub fn reserve(ui: &mut Ui, view: &mut PhotoStripView, cx: &Cx<'_>) -> Panel {
    view.update(ui, &cx.model.import);
    let Some(open) = &view.open else { return Panel(None) };
    let problem = if unusable(cx, open).is_some() { LINE + space::XS } else { 0.0 };
    let height = 2.0 * MARGIN + LINE + space::XS + problem + tile_side(ui) + BAR;
    let room = ui.available_rect_before_wrap();
    let (page, panel) = room.split_top_bottom_at_y(room.bottom() - height);
    ui.set_max_height(page.height());
    Panel(Some(panel))
}

/// The side of a photo in points: smaller in a low window.
fn tile_side(ui: &Ui) -> f32 {
    if ui.ctx().content_rect().height() < 620.0 { 66.0 } else { 88.0 }
}

impl Panel {
    /// Draws the panel.
    pub fn show(self, ui: &mut Ui, view: &mut PhotoStripView, cx: &mut Cx<'_>) {
        if let Some(did) = view.open.as_mut().and_then(|open| keys::pressed_action(ui, open)) {
            perform(ui, view, cx, did);
        }
        let mut did = Vec::new();
        focus::enter(ui.ctx(), Region::Panel);
        if let (Some(rect), Some(open)) = (self.0, &mut view.open) {
            let p = theme::palette(ui);
            ui.painter().rect_filled(rect, 0.0, p.sunken);
            ui.painter().hline(rect.x_range(), rect.top() + 0.5, Stroke::new(1.0, p.line));
            let side = if rect.width() > 760.0 { 28.0 } else { 16.0 };
            let room = rect.shrink2(vec2(side, MARGIN));
            let mut ui = ui.new_child(
                UiBuilder::new().id_salt("photo strip").max_rect(room).layout(column_layout(is_rtl(ui))),
            );
            ui.spacing_mut().item_spacing.y = space::XS;
            did.extend(header(&mut ui, cx, open, view.neighbours));
            did.extend(problem_line(&mut ui, cx, open));
            let side = tile_side(&ui);
            did.extend(tiles::show(&mut ui, cx, open, side));
        }
        focus::enter(ui.ctx(), Region::Page);
        for did in did {
            perform(ui, view, cx, did);
        }
        if let Some((to, photos)) = move_dialog::show(ui, &mut view.moving, cx) {
            perform(ui, view, cx, PhotoStripAction::MoveTo(to, photos));
        }
    }
}

/// The title and the buttons.
fn header(
    ui: &mut Ui,
    cx: &Cx<'_>,
    open: &mut Open,
    neighbours: [Option<usize>; 2],
) -> Option<PhotoStripAction> {
    let p = theme::palette(ui);
    let name = name_of(cx, open.index);
    let title = cx.format("strip-title", crate::args!["name" => name]);
    let beside = match open.selected.len() {
        0 | 1 => cx.t("strip-hint"),
        count => cx.format("strip-selected", crate::args!["count" => count]),
    };
    let targets = open.targets();
    let some = !targets.is_empty();
    let mut did = None;
    let mut focused = false;
    // In a wide window the buttons say in words what they do.
    let wide = ui.available_width() > WIDE;
    sides(
        ui,
        LINE,
        |ui| {
            let title = Text::new(title).strong().size(size::BODY).truncate();
            let width = title.galley(ui, ui.available_width()).size().x;
            ui.add(title);
            if ui.available_width() > 90.0 && width > 0.0 {
                ui.add(Text::new(beside).small().color(p.ink_soft).truncate());
            }
        },
        |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let mut add = |button: Button<'_>, enabled: bool, meaning| {
                let button = ui.add(button.small().enabled(enabled));
                focused |= button.has_focus();
                if button.clicked() {
                    did = Some(meaning);
                }
            };
            let button = |command: UiCommand| {
                if wide { command.quiet(cx.words) } else { command.icon_button(cx.words) }
            };
            let icon = |command: UiCommand| command.icon_button(cx.words);
            add(
                icon(UiCommand::MakeCover),
                targets.len() == 1 && !targets.contains(&0),
                PhotoStripAction::MakeCover,
            );
            add(
                button(UiCommand::MoveToProduct),
                some && cx.model.import.review.drafts().len() > 1,
                PhotoStripAction::AskMove,
            );
            add(
                button(UiCommand::SplitPhotos),
                some && targets.len() < open.photos.len(),
                PhotoStripAction::Split,
            );
            add(button(UiCommand::RemovePhoto), some, PhotoStripAction::Remove);
            let [above, below] = neighbours;
            add(
                icon(UiCommand::MergeWithAbove),
                above.is_some(),
                PhotoStripAction::MergeInto(above.unwrap_or_default()),
            );
            add(
                icon(UiCommand::MergeWithBelow),
                below.is_some(),
                PhotoStripAction::MergeInto(below.unwrap_or_default()),
            );
            add(Button::icon(Icon::Close, cx.t("strip-close")), true, PhotoStripAction::Close);
        },
    );
    open.has_focused_button = focused;
    did
}

/// A photo that cannot be used, with the buttons to replace or remove it.
fn problem_line(ui: &mut Ui, cx: &Cx<'_>, open: &Open) -> Option<PhotoStripAction> {
    let (index, problem) = unusable(cx, open)?;
    let p = theme::palette(ui);
    let why = cx.words.product_problem(&problem);
    let words = cx.format(
        "strip-unusable",
        crate::args!["name" => file_name(&open.photos[index]), "why" => why.title.as_str()],
    );
    let full = format!("{}\n{}\n{}", why.title, why.cause, why.remedy);
    let mut did = None;
    sides(
        ui,
        LINE,
        |ui| {
            Icon::Alert.show(ui, 16.0, p.bad.ink);
            vitrine_text::tooltip(ui.add(Text::new(words).small().color(p.bad.ink).truncate()), full);
        },
        |ui| {
            if ui.add(Button::secondary(UiCommand::ReplacePhoto.label(cx.words)).small()).clicked() {
                did = Some(PhotoStripAction::Replace(index));
            }
            if ui.add(Button::quiet(UiCommand::RemovePhoto.label(cx.words)).small()).clicked() {
                did = Some(PhotoStripAction::RemoveOne(index));
            }
        },
    );
    did
}

/// The button in a product's row that shows its photos: their number, and an arrow.
pub fn count_button(
    ui: &mut Ui,
    cx: &Cx<'_>,
    view: &mut PhotoStripView,
    index: usize,
    draft: &PlannedDraft,
) -> Response {
    let p = theme::palette(ui);
    let open = view.is_open(draft);
    let count = cx.words.integer(i64::try_from(draft.photos.len()).unwrap_or_default());
    let galley = Text::new(count.clone()).extend().galley(ui, f32::INFINITY);
    let (icon_side, pad) = (14.0, 8.0);
    let wide = (galley.size().x + icon_side + 4.0 + 2.0 * pad).min(ui.available_width());
    let (rect, _) = ui.allocate_exact_size(vec2(wide, 28.0), Sense::empty());
    let response = ui.interact(rect, button_id(draft), Sense::click());
    let name = cx.format("strip-show", crate::args!["name" => name_of(cx, index), "count" => count]);
    let plain = crate::i18n::without_direction_marks(&name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &plain));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_expanded(open));
    focus::stop(ui, &response, response.id);
    if ui.is_rect_visible(rect) {
        let hot = theme::is_highlighted(ui, &response);
        let (ground, ink, edge) = match (open, hot) {
            (true, _) => (p.accent_soft, p.accent_ink, p.accent),
            (false, true) => (p.accent_soft, p.accent_ink, p.edge),
            (false, false) => (p.surface, p.ink, p.edge),
        };
        ui.painter().rect(
            rect,
            CornerRadius::same(round::CONTROL),
            ground,
            Stroke::new(1.0, edge),
            StrokeKind::Inside,
        );
        theme::focus_ring(ui, &response, rect, round::CONTROL);
        let rtl = is_rtl(ui);
        let (words, mark) = split_leading(rect.shrink2(vec2(pad, 0.0)), galley.size().x + 4.0, rtl);
        let at = eframe::egui::Align2::CENTER_CENTER.align_size_within_rect(galley.size(), words);
        ui.painter().galley(at.min, galley, ink);
        let mark = Rect::from_center_size(mark.center(), vec2(icon_side, icon_side));
        (if open { Icon::Up } else { Icon::Down }).paint(ui.painter(), mark, ink, rtl);
    }
    if response.clicked() {
        view.toggle(index, &cx.model.import);
        ui.ctx().request_repaint();
    }
    vitrine_text::tooltip(response.clone(), name);
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// Takes photos that are dropped on the row of a product. Call it for each of the row's cells.
pub fn row_target(ui: &Ui, cx: &mut Cx<'_>, index: usize) {
    let here = |dragged: &Dragged| {
        dragged.plan == cx.model.import.review.plan_revision() && dragged.product != index
    };
    let Some(dragged) = DragAndDrop::payload::<Dragged>(ui.ctx()).filter(|dragged| here(dragged)) else {
        return;
    };
    let cell = ui.max_rect().expand2(vec2(space::S, 0.0));
    let Some(pointer) = ui
        .ctx()
        .pointer_interact_pos()
        .filter(|at| ui.clip_rect().y_range().contains(at.y) && cell.y_range().contains(at.y))
    else {
        return;
    };
    ui.painter().rect_filled(cell, 0.0, theme::palette(ui).info.soft);
    if cell.contains(pointer) && ui.input(|input| input.pointer.any_released()) {
        DragAndDrop::clear_payload(ui.ctx());
        let photos = dragged.photos.clone();
        cx.act(Action::Import(ImportAction::Review(ReviewAction::Photos(PhotoAction::Move {
            product: dragged.product,
            photos,
            to: index,
        }))));
    }
}
