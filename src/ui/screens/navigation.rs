//! The navigation at the leading edge: the screens, and the account.

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Frame, Id, Layout, Panel, Rect, Response, Role, Sense, Ui, UiBuilder,
    Vec2, WidgetInfo, pos2, vec2,
};

use super::context::Cx;
use super::frame::{NavigationForm as Form, brand};
use super::sign_in::accounts;
use crate::i18n::without_direction_marks;
use crate::ui::commands::UiCommand;
use vitrine_model::{Action, Phase, Screen};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, split_leading};
use vitrine_widgets::progress_bar;
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, round, size, space};

/// Draws the navigation.
pub fn navigation(ui: &mut Ui, cx: &mut Cx<'_>, rtl: bool) {
    let p = theme::palette(ui);
    let form = Form::of(ui.available_size());
    let panel = if rtl { Panel::right("navigation") } else { Panel::left("navigation") };
    let frame = Frame::new().fill(p.rail).inner_margin(form.margin());
    panel.exact_size(form.width()).resizable(false).show_separator_line(false).frame(frame).show(ui, |ui| {
        focus::enter(ui.ctx(), Region::Navigation);
        let room = UiBuilder::new().max_rect(ui.available_rect_before_wrap()).layout(column_layout(rtl));
        ui.scope_builder(room, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            if form == Form::Icons {
                Scroll::new("navigation").show(ui, |ui| {
                    screens(ui, cx, form);
                    ui.add_space(space::S);
                    accounts::switcher(ui, cx, form);
                });
                return;
            }
            if form == Form::Wide {
                brand(ui, cx);
                ui.add_space(space::M);
            }
            screens(ui, cx, form);
            let foot = Layout::bottom_up(ui.layout().horizontal_align());
            let foot = UiBuilder::new().max_rect(ui.available_rect_before_wrap()).layout(foot);
            ui.scope_builder(foot, |ui| accounts::switcher(ui, cx, form));
        });
        focus::enter(ui.ctx(), Region::Page);
    });
}

fn screens(ui: &mut Ui, cx: &mut Cx<'_>, form: Form) {
    for destination in Screen::ALL {
        if item(ui, cx, destination, form).clicked() {
            cx.act(Action::Go(destination));
        }
    }
}

fn item(ui: &mut Ui, cx: &Cx<'_>, destination: Screen, form: Form) -> Response {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let here = cx.model.screen == destination;
    let command = UiCommand::go_to(destination);
    let icon = command.spec().icon.unwrap_or(Icon::Forward);
    let words = command.label(cx.words);
    let (rect, response) =
        focus::allocate(ui, vec2(ui.available_width(), form.item_height()), Sense::click(), destination);
    let name = without_direction_marks(&words);
    response.widget_info(|| WidgetInfo::labeled(Role::Tab, true, &name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(here));
    let hot = theme::is_highlighted(ui, &response);
    let painter = ui.painter();
    if here || hot {
        painter.rect_filled(
            rect,
            CornerRadius::same(round::CONTROL),
            if here { p.accent_soft } else { p.line },
        );
    }
    theme::focus_ring(ui, &response, rect, round::CONTROL);
    let ink = if here { p.accent_ink } else { p.ink };
    let label = Text::new(words.as_ref())
        .size(if form == Form::Wide { size::BODY } else { size::SMALL - 0.5 })
        .truncate();
    let label = if here { label.strong() } else { label };
    match form {
        Form::Wide => {
            let (mark, rest) = split_leading(rect.shrink2(vec2(12.0, 0.0)), 20.0, rtl);
            icon.paint(painter, mark, ink, rtl);
            let (_, room) = split_leading(rest, 12.0, rtl);
            let galley = label.galley(ui, room.width());
            let at = if rtl { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER }
                .align_size_within_rect(galley.size(), room);
            painter.galley(at.min, galley, ink);
        }
        Form::Narrow => {
            let mark = Rect::from_center_size(pos2(rect.center().x, rect.top() + 19.0), Vec2::splat(20.0));
            icon.paint(painter, mark, ink, rtl);
            let galley = label.galley(ui, rect.width() - 4.0);
            let room = Rect::from_min_max(pos2(rect.left(), rect.top() + 31.0), rect.max);
            painter.galley(Align2::CENTER_TOP.align_size_within_rect(galley.size(), room).min, galley, ink);
        }
        Form::Icons => {
            icon.paint(painter, Rect::from_center_size(rect.center(), Vec2::splat(20.0)), ink, rtl);
        }
    }
    if destination == Screen::Import && !here {
        import_progress(ui, cx, rect, form);
    }
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if form == Form::Icons { vitrine_text::tooltip_beside(ui, response, words) } else { response }
}

/// How far a running import is, over the navigation item `item`, while another screen is shown.
fn import_progress(ui: &mut Ui, cx: &Cx<'_>, item: Rect, form: Form) {
    let import = &cx.model.import;
    let counts = import.run.progress.counts;
    if import.phase != Phase::Running || counts.total() == 0 {
        return;
    }
    let p = theme::palette(ui);
    let (done, total) = (counts.done(), counts.total());
    let name = cx.format("nav-import-progress", crate::args!["done" => done, "total" => total]);
    if form == Form::Icons {
        let bar = Rect::from_min_max(
            pos2(item.left() + 4.0, item.bottom() - 5.0),
            pos2(item.right() - 4.0, item.bottom() - 1.0),
        );
        ui.scope_builder(UiBuilder::new().max_rect(bar), |ui| {
            progress_bar(ui, 4.0, &[(done as f32 / total as f32, p.info)], &name)
        });
        return;
    }
    let said = format!("{}/{}", cx.words.integer(done as i64), cx.words.integer(total as i64));
    // The slash stands between the numbers in both directions: done first, in the reading direction.
    let galley = Text::new(said).size(size::SMALL - 1.0).strong().extend().galley(ui, f32::INFINITY);
    let pill = galley.size() + vec2(12.0, 3.0);
    let beside = form == Form::Wide;
    let room = if beside {
        item.shrink2(vec2(8.0, 0.0))
    } else {
        Rect::from_min_max(item.min, pos2(item.right(), item.top() + 22.0))
    };
    let at = if is_rtl(ui) { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER }
        .align_size_within_rect(pill, room);
    ui.painter().rect_filled(at, CornerRadius::same(round::PILL), p.info.soft);
    ui.painter().galley(
        Align2::CENTER_CENTER.align_size_within_rect(galley.size(), at).min,
        galley,
        p.info.ink,
    );
    let badge = ui.interact(at, Id::unique("import progress"), Sense::hover());
    badge.widget_info(|| WidgetInfo::labeled(Role::Label, true, without_direction_marks(&name)));
}
