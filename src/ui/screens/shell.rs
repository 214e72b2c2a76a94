//! The window's frame: page, notifications, and the overlay while files are dragged over the window.

use std::time::Duration;

use eframe::egui::accesskit::Live;
use eframe::egui::{
    Area, CentralPanel, CornerRadius, Frame, Id, Order, Rect, Role, Sense, Ui, UiBuilder, Vec2, WidgetInfo,
    vec2,
};

use super::context::Cx;
use super::navigation::navigation;
use super::settings::market_form;
use super::sign_in::{accounts, confirm, methods, start};
use super::views::{Views, overlay as opened, screen};
use super::{editor, notifications, products, updates};
use crate::i18n::{announcement_words, without_direction_marks};
use crate::ui::commands::UiCommand;
use crate::worker::Session;
use vitrine_model::{FormPhase, LastAnnouncement, Model, Phase, Screen, takes_drop_with_dialog};
use vitrine_text::Text;
use vitrine_widgets as widgets;
use vitrine_widgets::focus::{self, Place};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, row_layout};
use vitrine_widgets::theme::{self, size, space};

/// Draws the whole window. Returns the command of the window that was chosen in the list of actions, or by
/// its button.
pub fn body(ui: &mut Ui, views: &mut Views, cx: &mut Cx<'_>) -> Option<UiCommand> {
    widgets::begin_frame(ui.ctx());
    focus::begin_pass(ui.ctx(), place(cx.model));
    let rtl = cx.words.language().is_rtl();
    let p = theme::palette(ui);
    let canvas = Frame::new().fill(p.canvas);
    let is_standalone = cx.model.is_standalone();
    if !is_standalone {
        navigation(ui, cx, rtl);
    }
    let mut area = Rect::NOTHING;
    CentralPanel::default().frame(canvas).show(ui, |ui| {
        area = ui.available_rect_before_wrap();
        let above = UiBuilder::new().max_rect(notifications::area_above(ui, area)).layout(column_layout(rtl));
        ui.scope_builder(above, |ui| {
            if is_standalone { standalone_page(ui, views, cx) } else { screen(ui, views, cx) }
        });
    });
    editor::show(ui, &mut views.editor, cx);
    accounts::question(ui, cx);
    notifications::toasts(ui, cx, rtl, area);
    notifications::list(ui, cx);
    updates::notes(ui, cx);
    products::activity(ui, &mut views.products, cx);
    announcement(ui, cx);
    let chosen = opened(ui, views, cx);
    focus::end_pass(ui.ctx());
    chosen.or(cx.command.take())
}

/// How long an announcement stays in the tree, in seconds: long enough to be heard, and not to be met again
/// later.
const ANNOUNCED_FOR: f64 = 6.0;

/// What has changed, for those who do not see it. Nothing is drawn.
fn announcement(ui: &Ui, cx: &Cx<'_>) {
    let LastAnnouncement { last: Some(happened), number } = &cx.model.announcement else { return };
    let (now, key) = (ui.input(|input| input.time), Id::unique("the last announcement"));
    let (_, since) = ui
        .data(|data| data.get_temp::<(u64, f64)>(key))
        .filter(|(said, _)| said == number)
        .unwrap_or((*number, now));
    ui.data_mut(|data| data.insert_temp(key, (*number, since)));
    let left = ANNOUNCED_FOR - (now - since);
    if left <= 0.0 {
        return;
    }
    ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    let said = announcement_words(cx.words, happened);
    let at = Rect::from_min_size(ui.max_rect().min, Vec2::splat(1.0));
    let response = ui.interact(at, Id::unique("announcement"), Sense::hover());
    // Only a changed name is announced.
    let again = if number % 2 == 0 { "\u{a0}" } else { "" };
    let name = format!("{}{again}", without_direction_marks(&said));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name.as_str()));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
}

/// What the window shows, as far as it decides about the focus.
fn place(model: &Model) -> Place {
    let sign_in = &model.sign_in;
    if !model.is_standalone() {
        let import = &model.import;
        return match model.screen {
            Screen::Import => match import.phase {
                Phase::Running | Phase::Ended => Place::new("run", import.phase),
                phase => Place::new((Screen::Import, phase), import.review.drafts().is_empty()),
            },
            Screen::Create => {
                let created = matches!(model.form.phase, FormPhase::Created(_));
                Place::new((Screen::Create, created), (model.form.is_empty(), model.form.rejected_field()))
            }
            Screen::Products => Place::new(Screen::Products, model.products.list().is_empty()),
            screen => Place::new(screen, ()),
        };
    }
    if sign_in.leaving {
        Place::new("leaving", ())
    } else if let Some(found) = &sign_in.found {
        Place::new("confirm", found.problem.is_some())
    } else if let Some(setup) = &model.setup {
        Place::new(("setup", &setup.file), ())
    } else if let Some(again) = &sign_in.reauthorization {
        Place::new(("sign in again", sign_in.checking), (again.problem.is_some(), sign_in.address.is_some()))
    } else {
        match &model.session {
            Session::Checking { .. } => Place::new("checking", ()),
            Session::SignedOut { market, problem, .. } => {
                Place::new(("sign in", market, problem.is_some(), sign_in.address.is_some()), ())
            }
            _ => Place::new("start", sign_in.accounts.len()),
        }
    }
}

fn standalone_page(ui: &mut Ui, views: &mut Views, cx: &mut Cx<'_>) {
    let model = cx.model;
    if model.sign_in.leaving {
        accounts::leaving(ui, cx);
    } else if let Some(found) = &model.sign_in.found {
        confirm::show(ui, &mut views.confirm, cx, found);
    } else if let Some(setup) = &model.setup {
        market_form::show(ui, &mut views.setup, cx, setup);
    } else if matches!(model.session, Session::SignedIn { .. }) {
        methods::reauthorize(ui, &mut views.sign_in, cx);
    } else {
        start::show(ui, &mut views.sign_in, cx);
    }
}

/// While files are dragged over the window, shows where they would go.
pub fn overlay(ui: &Ui, cx: &Cx<'_>) {
    if !cx.hovering {
        return;
    }
    let p = theme::palette(ui);
    let rtl = cx.words.language().is_rtl();
    let is_modal = ui.ctx().memory(|memory| memory.top_modal_layer().is_some());
    let key = match () {
        () if is_modal && !takes_drop_with_dialog(cx.model) => "drop-here-dialog",
        () if cx.model.screen == Screen::Create && cx.model.account().is_some() => "drop-here-create",
        () if cx.model.screen == Screen::Products && cx.model.product_edits.is_available => {
            "drop-here-products"
        }
        () if cx.model.import.phase == Phase::Review => "drop-here-review",
        () => "drop-here-import",
    };
    let rect = ui.ctx().content_rect();
    // Above a dialog, too.
    let area =
        Area::new(Id::unique("drop overlay")).order(Order::Tooltip).fixed_pos(rect.min).interactable(false);
    area.show(ui.ctx(), |ui| {
        ui.painter().rect_filled(rect, CornerRadius::ZERO, p.canvas.gamma_multiply(0.85));
        widgets::drop_frame(ui, rect.shrink(18.0), true);
        let room = Rect::from_center_size(rect.center(), vec2((rect.width() - 80.0).max(100.0), 140.0));
        ui.scope_builder(UiBuilder::new().max_rect(room).layout(row_layout(rtl)), |ui| {
            ui.vertical_centered(|ui| {
                Icon::Import.show(ui, 56.0, p.accent_ink);
                ui.add_space(space::S);
                widgets::centred_text(
                    ui,
                    &Text::new(cx.t(key)).strong().size(size::TITLE).wrap(),
                    640.0,
                    p.accent_ink,
                );
            });
        });
    });
}
