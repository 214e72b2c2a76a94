//! Confirms the account that was found, and asks where to save its token.

use crate::ui::outcome;
use eframe::egui::{Margin, Ui, vec2};
use jiff::Timestamp;

use super::client_secret;
use crate::ui::screens::Cx;
use crate::ui::screens::frame::standalone;
use crate::worker::{AccountCommand, Command, FoundAccount, KeepToken};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{centred, is_rtl, row_layout};
use vitrine_widgets::theme::{self, size, space};
use vitrine_widgets::{self as widgets, Button, labelled, segments};

/// The page's own state.
#[derive(Default)]
pub struct ConfirmView {
    keep: KeepToken,
}

/// Draws the page.
pub fn show(ui: &mut Ui, view: &mut ConfirmView, cx: &mut Cx<'_>, found: &FoundAccount) {
    standalone(ui, "confirm", cx, |ui, cx| {
        centred(ui, 560.0, |ui| {
            theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                identity(ui, cx, found);
                client_secret::not_saved(ui, cx);
                ui.add_space(space::S);
                match &found.problem {
                    Some(problem) => not_saved(ui, cx, problem),
                    None => storage_choice(ui, view, cx),
                }
                if ui.add(Button::quiet(cx.t("cancel")).wide()).clicked() {
                    cx.ask(Command::Account(AccountCommand::SignInCancel));
                }
            });
        });
    });
}

fn identity(ui: &mut Ui, cx: &Cx<'_>, found: &FoundAccount) {
    let p = theme::palette(ui);
    let account = &found.account;
    widgets::page_heading(ui, Text::new(cx.t("confirm-title")).strong().size(size::TITLE).wrap());
    let shop = account
        .vendor
        .as_ref()
        .map(|vendor| vendor.title.as_deref().or(vendor.identifier.as_deref()).unwrap_or(vendor.id.as_str()));
    line(ui, cx, "confirm-person", account.display_name());
    if let Some(name) = account.username.as_deref().filter(|name| *name != account.display_name()) {
        line(ui, cx, "confirm-username", name);
    }
    match shop {
        Some(shop) => line(ui, cx, "confirm-shop", &cx.words.shop_name(shop, &found.market)),
        None => {
            ui.horizontal(|ui| {
                Icon::Alert.show(ui, 18.0, p.warn.ink);
                ui.add(Text::new(cx.t("confirm-no-shop")).color(p.warn.ink).wrap());
            });
        }
    }
    line(ui, cx, "confirm-market", &cx.words.market_name(&found.market));
    let until = match found.expires_at {
        Some(at) if at <= Timestamp::now() => cx.t("confirm-expired"),
        Some(at) => cx.format("confirm-until", crate::args!["date" => cx.date_time(at)]),
        None => cx.t("confirm-until-unknown"),
    };
    ui.add(Text::new(until).color(p.ink_soft).wrap());
    if found.renewable {
        ui.add(Text::new(cx.t("confirm-renewable")).color(p.ink_soft).wrap());
    }
}

/// What is said about the account.
const LABELS: [&str; 4] = ["confirm-person", "confirm-username", "confirm-shop", "confirm-market"];

/// A label and its value. The values of all lines begin at the same place.
fn line(ui: &mut Ui, cx: &Cx<'_>, key: &'static str, value: &str) {
    let p = theme::palette(ui);
    let width = |key| Text::new(cx.t(key)).extend().galley(ui, f32::INFINITY).size().x;
    let widest = LABELS.into_iter().map(width).fold(0.0, f32::max).min(ui.available_width() / 2.0);
    ui.horizontal(|ui| {
        let line = vec2(widest, size::TITLE);
        let label = ui.allocate_ui_with_layout(line, row_layout(is_rtl(ui)), |ui| {
            ui.set_width(widest);
            ui.add(Text::new(cx.t(key)).color(p.ink_soft).truncate());
        });
        drop(label);
        ui.add(Text::new(value).strong().truncate());
    });
}

fn storage_choice(ui: &mut Ui, view: &mut ConfirmView, cx: &mut Cx<'_>) {
    labelled(ui, cx.t("login-save"), |ui| {
        let options = [
            (KeepToken::Keychain, cx.t("login-save-keychain"), None),
            (KeepToken::ThisSession, cx.t("login-save-session"), None),
        ];
        if let Some(keep) = segments(ui, view.keep, &options) {
            view.keep = keep;
        }
    });
    ui.add_space(space::S);
    if ui.add(Button::primary(cx.t("confirm-continue")).large().wide()).clicked() {
        cx.ask(Command::Account(AccountCommand::SignInConfirm { keep: view.keep }));
    }
}

/// The keychain rejected the token; the user decides how to continue.
fn not_saved(ui: &mut Ui, cx: &mut Cx<'_>, problem: &vitrine_domain::Problem) {
    outcome::problem(ui, cx.words, problem, None, |_| {});
    if ui.add(Button::primary(cx.t("confirm-session")).large().wide()).clicked() {
        cx.ask(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession }));
    }
    if ui.add(Button::secondary(cx.t("confirm-retry-keychain")).wide()).clicked() {
        cx.ask(Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::Keychain }));
    }
}
