//! The dialog while photos are received from a phone.

use eframe::egui::{Color32, Rect, Role, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2};

use crate::i18n::without_direction_marks;
use crate::ui::outcome::problem;
use crate::ui::screens::Cx;
use crate::worker::{
    Command, ImportCommand, Invitation, Network, NetworkKind, PhoneCommand, PhoneEnd, PhoneState, SaveTo,
};
use vitrine_core::import::cards::Card;
use vitrine_media::QrCode;
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl, row_layout};
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{Button, Dialog, Notice, announced_progress_bar, select};

/// The side of the code, in points: large enough for a phone held at arm's length.
const CODE: f32 = 216.0;

/// The height of the progress bar, in points.
const BAR: f32 = 8.0;

/// Draws the dialog while it is open.
pub fn show(ui: &Ui, cx: &mut Cx<'_>) {
    let phone = &cx.model.phone;
    if !phone.is_open {
        return;
    }
    let mut wanted = None;
    let answer = Dialog::new("photos from a phone", cx.t("phone-title"), cx.t("phone-done")).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        match (&phone.state, &phone.ended) {
            (Some(state), _) => receiving(ui, state, &mut wanted, cx),
            (None, Some(end)) => ended(ui, end, &mut wanted, cx),
            (None, None) => drop(ui.add(Text::new(cx.t("phone-preparing")))),
        }
    });
    if answer.is_some() {
        wanted = Some(PhoneCommand::Close);
    }
    if let Some(wanted) = wanted {
        cx.act(Action::Phone(wanted));
    }
}

fn ended(ui: &mut Ui, end: &PhoneEnd, wanted: &mut Option<PhoneCommand>, cx: &Cx<'_>) {
    let again = Button::primary(cx.t("phone-again"));
    let p = theme::palette(ui);
    let pressed = match end {
        PhoneEnd::Failed(failed) => problem(ui, cx.words, failed, Some(again), |_| {}),
        PhoneEnd::Idle | PhoneEnd::Closed => {
            let notice = Notice::new(p.info, Icon::Info, cx.t("phone-idle-title")).action(again).stacked();
            notice.show(ui, |ui| drop(ui.add(Text::new(cx.t("phone-idle-body")).wrap())))
        }
    };
    if pressed {
        *wanted = Some(PhoneCommand::Open { network: None });
    }
}

fn receiving(ui: &mut Ui, state: &PhoneState, wanted: &mut Option<PhoneCommand>, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    if state.phones > 0 {
        let title = cx.format("phone-connected", crate::args!["count" => state.phones]);
        Notice::new(p.good, Icon::Check, title).show(ui, |_| {});
        progress(ui, state, cx);
    }
    match &state.invitation {
        Some(invitation) => invite(ui, invitation, state, wanted, cx),
        None => {
            if ui.add(Button::secondary(cx.t("phone-add")).small()).clicked() {
                *wanted = Some(PhoneCommand::AddPhone);
            }
        }
    }
    ui.add(Text::new(cx.t("phone-plain")).small().color(p.ink_soft).wrap());
    let print = ui.add(Button::quiet(cx.t("cards-print")).with_icon(Icon::File).small());
    if vitrine_text::tooltip(print, cx.t("cards-help")).clicked() {
        cx.act(print_cards(cx));
    }
}

/// Saves cards to be printed: one for each product of the review that has no photo, and separators where
/// there is none.
pub fn print_cards(cx: &Cx<'_>) -> Action {
    /// Two sheets.
    const SEPARATORS: usize = 24;
    let import = &cx.model.import;
    let without_photos =
        (0..import.review.drafts().len()).filter(|&index| import.review.drafts()[index].photos.is_empty());
    let cards: Vec<Card> = without_photos
        .map(|index| Card::of(&import.review.with_defaults(index)))
        .filter(|card| !card.is_separator())
        .collect();
    let cards = if cards.is_empty() { vec![Card::default(); SEPARATORS] } else { cards };
    let sheet = cx.words.card_sheet(&cards, cx.model.currency());
    Action::Ask(Command::Import(ImportCommand::SaveCards {
        sheet,
        to: SaveTo::Ask(cx.t("cards-file-name").into_owned()),
    }))
}

/// What came so far. Its lines have their room from the beginning: *Done* stays under the mouse.
fn progress(ui: &mut Ui, state: &PhoneState, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let all = state.photos + state.left;
    let waiting = cx.format("phone-waiting", crate::args!["count" => state.waiting]);
    let rooms = [
        room(ui, Text::new(cx.t("phone-nothing-yet")).wrap()),
        BAR,
        room(ui, Text::new(waiting.as_ref()).wrap()),
    ];
    let [came, bar, held] = rooms.map(|height| ui.allocate_space(vec2(ui.available_width(), height)).1);
    let counts = crate::args!["done" => state.photos, "all" => all];
    let name = cx.format("phone-progress", counts).into_owned();
    let told = if state.photos == 0 {
        Text::new(cx.t("phone-nothing-yet")).wrap()
    } else if state.left > 0 {
        Text::new(name.as_str()).strong().wrap().announced(false)
    } else {
        let photos = cx.format("count-photos", crate::args!["count" => state.photos]).into_owned();
        let products = cx.format("count-products", crate::args!["count" => state.products]).into_owned();
        let counts = crate::args!["photos" => photos, "products" => products];
        Text::new(cx.format("phone-received", counts)).strong().wrap()
    };
    within(ui, came, |ui| drop(ui.add(told)));
    if state.left > 0 && state.photos > 0 {
        let share = state.photos as f32 / all as f32;
        within(ui, bar, |ui| announced_progress_bar(ui, BAR, &[(share, p.good)], &name));
    }
    if state.waiting > 0 {
        within(ui, held, |ui| drop(ui.add(Text::new(waiting).color(p.ink_soft).wrap())));
    }
}

/// The height of a text in the width there is, in points.
fn room(ui: &Ui, text: Text<'_>) -> f32 {
    text.galley(ui, ui.available_width()).size().y
}

fn within(ui: &mut Ui, room: Rect, draw: impl FnOnce(&mut Ui)) {
    draw(&mut ui.new_child(UiBuilder::new().max_rect(room).layout(column_layout(is_rtl(ui)))));
}

/// The code for a phone, its address, and the network it is for.
fn invite(
    ui: &mut Ui,
    invitation: &Invitation,
    state: &PhoneState,
    wanted: &mut Option<PhoneCommand>,
    cx: &Cx<'_>,
) {
    ui.add(Text::new(cx.t("phone-scan")).wrap());
    ui.vertical_centered(|ui| code(ui, &invitation.code, &cx.t("phone-code")));
    ui.add(Text::new(cx.t("phone-address")).wrap());
    ui.add(Text::new(invitation.address()).strong().wrap().selectable());
    if state.networks.len() < 2 {
        return;
    }
    ui.allocate_ui_with_layout(vec2(ui.available_width(), height::CONTROL), row_layout(is_rtl(ui)), |ui| {
        let name = cx.t("phone-network");
        vitrine_text::label(ui, name.as_ref());
        let options: Vec<_> =
            state.networks.iter().map(|network| (network.ip, network_name(network, cx).into())).collect();
        if let Some(chosen) = select(ui, &name, state.network.ip, &options) {
            *wanted = Some(PhoneCommand::Open { network: Some(chosen) });
        }
    });
}

fn network_name(network: &Network, cx: &Cx<'_>) -> String {
    let key = match network.kind {
        NetworkKind::Wireless => "phone-network-wireless",
        NetworkKind::Cable => "phone-network-cable",
        NetworkKind::Other => "phone-network-other",
        NetworkKind::Virtual => "phone-network-virtual",
        NetworkKind::ThisComputer => return cx.t("phone-network-this-computer").into_owned(),
    };
    cx.format(key, crate::args!["address" => network.ip.to_string()]).into_owned()
}

/// Draws a code, dark on light in every theme: readers expect that.
fn code(ui: &mut Ui, code: &QrCode, name: &str) {
    let side = code.side().max(1);
    let scale = ui.pixels_per_point();
    // Whole pixels, so that all modules are equally large.
    let module = (CODE * scale / side as f32).floor().max(1.0) / scale;
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(module * side as f32), Sense::hover());
    let name = without_direction_marks(name).into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name.as_str()));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, Color32::WHITE);
    for y in 0..side {
        for x in (0..side).filter(|&x| code.is_dark(x, y)) {
            let at = pos2(rect.left() + x as f32 * module, rect.top() + y as f32 * module);
            painter.rect_filled(Rect::from_min_size(at, vec2(module, module)), 0.0, Color32::BLACK);
        }
    }
}
