//! The photos side by side, with their context menu.

use std::collections::BTreeSet;

use eframe::egui::{
    Align, EventFilter, Layout, Popup, Rect, RectAlign, Response, Role, ScrollArea, Sense, SetOpenCommand,
    TextWrapMode, Ui, pos2, vec2,
};

use super::actions::PhotoStripAction;
use super::photos::{file_name, problem_of};
use super::state::{Dragged, Open};
use crate::ui::commands::UiCommand;
use crate::ui::screens::{Cx, badge, editor};
use vitrine_domain::Problem;
use vitrine_text::{self as text, Text, keep_in_front};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::is_rtl;
use vitrine_widgets::theme::{self, Tone, space};
use vitrine_widgets::{PhotoTile, Pill, focus};

/// Around the photos, for the focus ring, in points.
const RING: f32 = 4.0;

/// Draws the photos that are in sight, and the one that is to get the focus.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>, open: &mut Open, side: f32) -> Option<PhotoStripAction> {
    let rtl = is_rtl(ui);
    let ids = open.ids();
    let step = side + space::S;
    let wide = ids.len() as f32 * step - space::S + 2.0 * RING;
    let mut did = None;
    let area = ScrollArea::horizontal().id_salt(("photos", ids.first())).stick_to_right(rtl).animated(false);
    area.auto_shrink([false, true]).show_viewport(ui, |ui, seen| {
        let wide = wide.max(seen.width());
        let (whole, _) = ui.allocate_exact_size(vec2(wide, side + 2.0 * RING), Sense::empty());
        for (index, id) in ids.iter().enumerate() {
            let start = RING + step * index as f32;
            let left = if rtl { whole.right() - start - side } else { whole.left() + start };
            let rect = Rect::from_min_size(pos2(left, whole.top() + RING), vec2(side, side));
            let wanted = open.wants_focus && index == open.current;
            let near = ui.clip_rect().expand(step).intersects(rect);
            if near || wanted || index == open.current {
                // Tab goes to one photo, the arrow keys to the others.
                let sense = Sense::click_and_drag();
                let sense = if index == open.current { sense } else { sense - Sense::FOCUSABLE };
                let response = ui.interact(rect, *id, sense);
                did = tile(ui, cx, open, index, &response).or(did.take());
            }
        }
    });
    did
}

/// A photo with its number.
fn tile(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    open: &mut Open,
    index: usize,
    response: &Response,
) -> Option<PhotoStripAction> {
    let p = theme::palette(ui);
    if open.wants_focus && index == open.current {
        open.wants_focus = false;
        response.request_focus();
        ui.scroll_to_rect(response.rect.expand(6.0), None);
    }
    focus::stop(ui, response, response.id);
    if response.has_focus() {
        let own = EventFilter { horizontal_arrows: true, escape: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, own));
    }
    let path = open.photos[index].clone();
    let key = cx.model.import.review.picture(&path);
    let shown = cx.pictures.get(&key);
    let place = cx.words.integer(i64::try_from(index + 1).unwrap_or_default());
    let named = if index == 0 { "strip-cover-named" } else { "create-photo-named" };
    let named =
        cx.format(named, crate::args!["place" => place.clone(), "name" => file_name(&path)]).into_owned();
    let problem = problem_of(cx, open, &path);
    let described = match &problem {
        Some(problem) => format!("{named}. {}", cx.words.product_problem(problem).title),
        None => badge::name_with_changes(cx, &named, &key),
    };
    let name = crate::i18n::without_direction_marks(&described).into_owned();
    let number =
        Pill::new(place, if index == 0 { Tone { ink: p.on_accent, soft: p.accent } } else { p.plain });
    let tile = PhotoTile {
        shown: &shown,
        name: &name,
        role: Role::Button,
        badge: Some(if index == 0 { number.icon(Icon::Star) } else { number }),
        failed: problem.is_some(),
        selected: Some(open.selected.contains(&index)),
    };
    if response.drag_started() && !open.selected.contains(&index) {
        open.select(index, false, false);
    }
    let (product, plan, whole) = (open.index, cx.model.import.review.plan_revision(), open.dragged());
    let accepts = |dragged: &Dragged| {
        dragged.product == product && dragged.plan == plan && !dragged.photos.contains(&index)
    };
    let dropped = tile.show(ui, response, || whole, accepts);
    if response.secondary_clicked() && !open.selected.contains(&index) {
        open.select(index, false, false);
    }
    let asked = menu(ui, cx, open, index, response);
    let (extend, toggle) = ui.input(|input| (input.modifiers.shift, input.modifiers.command));
    let did = match () {
        () if response.double_clicked() || editor::is_open_requested(ui, response) => {
            Some(PhotoStripAction::Edit(index))
        }
        () if response.clicked() => Some(PhotoStripAction::Click { photo: index, extend, toggle }),
        () => dropped.map(|dragged| PhotoStripAction::Reorder(dragged.photos.clone(), index)),
    };
    text::tooltip(response.clone(), described);
    asked.or(did)
}

/// The width of the reason in the menu of a photo that cannot be used, in points.
const REASON: f32 = 280.0;

/// Why a photo cannot be used, and what helps.
fn reason(ui: &mut Ui, cx: &Cx<'_>, problem: &Problem) {
    let p = theme::palette(ui);
    let why = cx.words.product_problem(problem);
    ui.scope(|ui| {
        ui.set_width(REASON);
        ui.add(Text::new(why.title).small().color(p.bad.ink).wrap());
        ui.add(Text::new(format!("{} {}", why.cause, why.remedy)).small().color(p.ink).wrap());
    });
}

/// The context menu, opened with the right mouse button, the Menu key or Shift+F10.
fn menu(ui: &Ui, cx: &Cx<'_>, open: &mut Open, index: usize, photo: &Response) -> Option<PhotoStripAction> {
    let by_key = open.menu_requested && index == open.current;
    let mut popup = Popup::context_menu(photo);
    if by_key {
        open.menu_requested = false;
        open.menu = Some((photo.id, Some(photo.rect.center())));
        popup = popup.open_memory(Some(SetOpenCommand::Bool(true)));
    } else if photo.secondary_clicked() {
        open.menu = Some((photo.id, None));
    }
    let was_open = open.menu.is_some_and(|(id, _)| id == photo.id);
    if let Some((_, Some(at))) = open.menu.filter(|_| was_open) {
        popup = popup.at_position(at);
    }
    let (side, align) =
        if is_rtl(ui) { (RectAlign::BOTTOM_END, Align::Max) } else { (RectAlign::BOTTOM_START, Align::Min) };
    let targets = open.targets();
    let one = targets.len() <= 1;
    let problem = problem_of(cx, open, &open.photos[index]).filter(|_| one);
    let again = problem.is_some();
    let entries = [
        (one, UiCommand::EditPhoto, PhotoStripAction::Edit(index)),
        (one && index > 0, UiCommand::MakeCover, PhotoStripAction::Reorder(BTreeSet::from([index]), 0)),
        (cx.model.import.review.drafts().len() > 1, UiCommand::MoveToProduct, PhotoStripAction::AskMove),
        (targets.len() < open.photos.len(), UiCommand::SplitPhotos, PhotoStripAction::Split),
        (one, UiCommand::ReplacePhoto, PhotoStripAction::Replace(index)),
        (again, UiCommand::CheckPhotoAgain, PhotoStripAction::CheckAgain(index)),
        (true, UiCommand::RemovePhoto, PhotoStripAction::Remove),
    ];
    let is_offered = |command: &UiCommand| again || *command != UiCommand::CheckPhotoAgain;
    let shown = popup.align(side).layout(Layout::top_down(align)).show(|ui| {
        if let Some(problem) = &problem {
            reason(ui, cx, problem);
        }
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        let mut chosen = None;
        let mut first = by_key;
        for (enabled, command, did) in entries.into_iter().filter(|(_, command, _)| is_offered(command)) {
            let button = ui.add(command.quiet(cx.words).small().enabled(enabled));
            if std::mem::take(&mut first) {
                button.request_focus();
            }
            if button.clicked() {
                chosen = Some(did);
                ui.close();
            }
        }
        chosen
    });
    let is_closed = was_open && shown.is_none();
    let was_by_key = open.menu.is_some_and(|(_, at)| at.is_some());
    if is_closed {
        open.menu = None;
    }
    let chosen = keep_in_front(photo, shown).flatten();
    // The menu goes, so the photo has the focus again: also for what opens next.
    if chosen.is_some() || (is_closed && (was_by_key || ui.memory(|memory| memory.focused()).is_none())) {
        open.current = index;
        open.had_focus = true;
        photo.request_focus();
    }
    chosen
}
