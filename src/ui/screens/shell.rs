//! The window's frame: navigation, notifications, and the overlay while files are dragged over the window.

use eframe::egui::{
    Align2, Area, CentralPanel, CornerRadius, Frame, Id, Margin, Order, Panel, Rect, Response, Role, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::context::Cx;
use super::frame::brand;
use super::settings::market_form;
use super::sign_in::{accounts, confirm, methods, start};
use super::views::{Views, overlay as opened, screen};
use super::{editor, notifications};
use crate::i18n::without_direction_marks;
use crate::ui::focus::{self, Place, Region};
use crate::ui::icons::Icon;
use crate::ui::layout::{column_layout, is_rtl, row_layout, split_leading};
use crate::ui::model::{Action, FormPhase, Model, Phase, Screen};
use crate::ui::shortcuts::WindowShortcut;
use crate::ui::text::Text;
use crate::ui::theme::{self, round, size, space};
use crate::ui::widgets;
use crate::worker::Session;

/// Below this width, in points, the navigation shows its labels under the icons.
const WIDE_NAVIGATION_WIDTH: f32 = 900.0;

/// Draws the whole window. Returns the shortcut that was chosen in the list of actions.
pub fn body(ui: &mut Ui, views: &mut Views, cx: &mut Cx<'_>) -> Option<WindowShortcut> {
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
        ui.scope_builder(above, |ui| if is_standalone { standalone_page(ui, views, cx) } else { screen(ui, views, cx) });
    });
    editor::show(ui, &mut views.editor, cx);
    accounts::question(ui, cx);
    notifications::toasts(ui, cx, rtl, area);
    notifications::list(ui, cx);
    let chosen = opened(ui, views, cx);
    focus::end_pass(ui.ctx());
    chosen
}

/// What the window shows, as far as it decides about the focus.
fn place(model: &Model) -> Place {
    let sign_in = &model.sign_in;
    if !model.is_standalone() {
        let import = &model.import;
        return match model.screen {
            Screen::Import => match import.phase {
                Phase::Running | Phase::Ended => Place::new("run", import.phase),
                phase => Place::new((Screen::Import, phase), import.drafts().is_empty()),
            },
            Screen::Create => {
                let created = matches!(model.form.phase, FormPhase::Created(_));
                Place::new((Screen::Create, created), (model.form.is_empty(), model.form.rejected_field()))
            }
            Screen::Products => Place::new(Screen::Products, model.products.rows().is_empty()),
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
            Session::SignedOut { market, problem, .. } => Place::new(("sign in", market, problem.is_some(), sign_in.address.is_some()), ()),
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

/// Fills the available area with a column in the window's direction.
fn in_direction(ui: &mut Ui, rtl: bool, contents: impl FnOnce(&mut Ui)) {
    let rect = ui.available_rect_before_wrap();
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(column_layout(rtl)), contents);
}

fn navigation(ui: &mut Ui, cx: &mut Cx<'_>, rtl: bool) {
    let p = theme::palette(ui);
    let is_wide = ui.available_width() >= WIDE_NAVIGATION_WIDTH;
    let panel = if rtl { Panel::right("navigation") } else { Panel::left("navigation") };
    let frame = Frame::new().fill(p.rail).inner_margin(Margin::symmetric(if is_wide { 12 } else { 6 }, 14));
    panel.exact_size(if is_wide { 216.0 } else { 92.0 }).resizable(false).show_separator_line(false).frame(frame).show(ui, |ui| {
        focus::enter(ui.ctx(), Region::Navigation);
        in_direction(ui, rtl, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            if is_wide {
                brand(ui, cx);
                ui.add_space(space::M);
            }
            for destination in Screen::ALL {
                if navigation_item(ui, cx, destination, is_wide).clicked() {
                    cx.act(Action::Go(destination));
                }
            }
            let foot = UiBuilder::new()
                .max_rect(ui.available_rect_before_wrap())
                .layout(eframe::egui::Layout::bottom_up(ui.layout().horizontal_align()));
            ui.scope_builder(foot, |ui| accounts::switcher(ui, cx, is_wide));
        });
        focus::enter(ui.ctx(), Region::Page);
    });
}

const fn icon_and_key(screen: Screen) -> (Icon, &'static str) {
    match screen {
        Screen::Import => (Icon::Import, "nav-import"),
        Screen::Create => (Icon::Create, "nav-create"),
        Screen::Products => (Icon::Products, "nav-products"),
        Screen::Webhooks => (Icon::Webhooks, "nav-webhooks"),
        Screen::Settings => (Icon::Settings, "nav-settings"),
    }
}

fn navigation_item(ui: &mut Ui, cx: &Cx<'_>, destination: Screen, is_wide: bool) -> Response {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let here = cx.model.screen == destination;
    let (icon, key) = icon_and_key(destination);
    let words = cx.t(key);
    let size = vec2(ui.available_width(), if is_wide { 40.0 } else { 56.0 });
    let (rect, response) = focus::allocate(ui, size, Sense::click(), destination);
    let name = without_direction_marks(&words);
    response.widget_info(|| WidgetInfo::labeled(Role::Tab, true, &name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(here));
    let hot = theme::is_highlighted(ui, &response);
    let painter = ui.painter();
    if here || hot {
        painter.rect_filled(rect, CornerRadius::same(round::CONTROL), if here { p.accent_soft } else { p.line });
    }
    theme::focus_ring(ui, &response, rect, round::CONTROL);
    let ink = if here { p.accent_ink } else { p.ink };
    let label = Text::new(words).size(if is_wide { size::BODY } else { size::SMALL - 0.5 }).truncate();
    let label = if here { label.strong() } else { label };
    if is_wide {
        let (mark, rest) = split_leading(rect.shrink2(vec2(12.0, 0.0)), 20.0, rtl);
        icon.paint(painter, mark, ink, rtl);
        let (_, room) = split_leading(rest, 12.0, rtl);
        let galley = label.galley(ui, room.width());
        let at = if rtl { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER }.align_size_within_rect(galley.size(), room);
        painter.galley(at.min, galley, ink);
    } else {
        let mark = Rect::from_center_size(pos2(rect.center().x, rect.top() + 19.0), Vec2::splat(20.0));
        icon.paint(painter, mark, ink, rtl);
        let galley = label.galley(ui, rect.width() - 4.0);
        let room = Rect::from_min_max(pos2(rect.left(), rect.top() + 31.0), rect.max);
        painter.galley(Align2::CENTER_TOP.align_size_within_rect(galley.size(), room).min, galley, ink);
    }
    if destination == Screen::Import && !here {
        import_progress(ui, cx, rect, is_wide);
    }
    response.on_hover_cursor(eframe::egui::CursorIcon::PointingHand)
}

/// How far a running import is, over the navigation item `item`, while another screen is shown.
fn import_progress(ui: &Ui, cx: &Cx<'_>, item: Rect, is_wide: bool) {
    let import = &cx.model.import;
    let counts = import.progress.counts;
    if import.phase != Phase::Running || counts.total() == 0 {
        return;
    }
    let p = theme::palette(ui);
    let (done, total) = (counts.total() - counts.waiting, counts.total());
    let said = format!("{}/{}", cx.words.integer(done as i64), cx.words.integer(total as i64));
    // The slash stands between the numbers in both directions: done first, in the reading direction.
    let galley = Text::new(said).size(size::SMALL - 1.0).strong().extend().galley(ui, f32::INFINITY);
    let pill = galley.size() + vec2(12.0, 3.0);
    let room = if is_wide { item.shrink2(vec2(8.0, 0.0)) } else { Rect::from_min_max(item.min, pos2(item.right(), item.top() + 22.0)) };
    let at = if is_rtl(ui) { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER }.align_size_within_rect(pill, room);
    ui.painter().rect_filled(at, CornerRadius::same(round::PILL), p.info.soft);
    ui.painter().galley(Align2::CENTER_CENTER.align_size_within_rect(galley.size(), at).min, galley, p.info.ink);
    let name = cx.format("nav-import-progress", crate::args!["done" => done, "total" => total]);
    let badge = ui.interact(at, Id::unique("import progress"), Sense::hover());
    badge.widget_info(|| WidgetInfo::labeled(Role::Label, true, without_direction_marks(&name)));
}

/// While files are dragged over the window, shows where they would go.
pub fn overlay(ui: &Ui, cx: &Cx<'_>) {
    if !cx.hovering {
        return;
    }
    let p = theme::palette(ui);
    let rtl = cx.words.language().is_rtl();
    let key = if cx.model.screen == Screen::Create && cx.model.account().is_some() { "drop-here-create" } else { "drop-here-import" };
    let rect = ui.ctx().content_rect();
    let area = Area::new(Id::unique("drop overlay")).order(Order::Foreground).fixed_pos(rect.min).interactable(false);
    area.show(ui.ctx(), |ui| {
        ui.painter().rect_filled(rect, CornerRadius::ZERO, p.canvas.gamma_multiply(0.85));
        widgets::drop_frame(ui, rect.shrink(18.0), true);
        let room = Rect::from_center_size(rect.center(), vec2((rect.width() - 80.0).max(100.0), 140.0));
        ui.scope_builder(UiBuilder::new().max_rect(room).layout(row_layout(rtl)), |ui| {
            ui.vertical_centered(|ui| {
                Icon::Import.show(ui, 56.0, p.accent_ink);
                ui.add_space(space::S);
                widgets::centred_text(ui, &Text::new(cx.t(key)).strong().size(size::TITLE).wrap(), 640.0, p.accent_ink);
            });
        });
    });
}
