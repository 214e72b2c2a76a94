//! The start page without a session: saved accounts, the practice shop, and other marketplaces.

use crate::ui::outcome;
use eframe::egui::{self, Margin, Ui};

use super::{accounts, folders_picture, methods};
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{checking, standalone};
use crate::worker::{
    AccountCommand, Command, MarketChoice, MarketEntry, PickTarget, PlatformCommand, Session,
};
use vitrine_core::market::READY_MADE;
use vitrine_model::{Action, Phase, SetupAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{sides, tiles};
use vitrine_widgets::theme::{self, size, space};
use vitrine_widgets::{self as widgets, Button, Notice};

/// The height of a window in which the picture leaves room for the choices, in points.
const MIN_HEIGHT_WITH_PICTURE: f32 = 640.0;

/// The narrowest card, in points.
const TILE: f32 = 320.0;

/// Draws the page.
pub fn show(ui: &mut Ui, view: &mut methods::SignInView, cx: &mut Cx<'_>) {
    if let Session::Checking { market } = &cx.model.session {
        return checking(ui, cx, market);
    }
    standalone(ui, "login", cx, |ui, cx| {
        widgets::page_heading(ui, Text::new(cx.t("login-title")).strong().size(28.0).wrap());
        // What is wrong is said over the whole width, and in a low window without the words for a first
        // visit, so that its buttons are in sight.
        let has_problem =
            matches!(cx.model.session, Session::SignedOut { practice: false, problem: Some(_), .. });
        let is_low = ui.ctx().content_rect().height() < MIN_HEIGHT_WITH_PICTURE;
        if !(has_problem && is_low) {
            ui.add(
                Text::new(cx.t("login-subtitle")).size(size::LARGE).color(theme::palette(ui).ink_soft).wrap(),
            );
            ui.add_space(space::L);
        }
        kept_files(ui, cx);
        // Not in the way of somebody who knows, and not in a small window.
        let is_first = cx.model.sign_in.accounts.is_empty()
            && matches!(cx.model.session, Session::Nobody | Session::SignedOut { practice: true, .. });
        if is_first && !is_low {
            folders_picture::show(ui, cx);
        }
        if !cx.model.sign_in.accounts.is_empty() {
            theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                accounts::list(ui, cx);
            });
            ui.add_space(space::M);
        }
        let narrowest = if has_problem { ui.available_width() } else { TILE };
        tiles(ui, narrowest, [Card::Own, Card::Practice], |ui, card| match card {
            Card::Own => own(ui, view, cx),
            Card::Practice => practice(ui, cx),
        });
    });
}

/// Says that what was dropped before anybody signed in waits for that.
fn kept_files(ui: &mut Ui, cx: &Cx<'_>) {
    let import = &cx.model.import;
    let tone = theme::palette(ui).info;
    let said = match import.phase {
        Phase::Planning => cx.t("login-kept-reading"),
        Phase::Review if !import.review.drafts().is_empty() => {
            cx.format("login-kept", crate::args!["count" => import.review.drafts().len()])
        }
        Phase::Review => cx.t("login-kept-nothing"),
        Phase::Empty | Phase::Running | Phase::Ended => return,
    };
    Notice::new(tone, Icon::Import, said).show(ui, |_| {});
    ui.add_space(space::M);
}

enum Card {
    Practice,
    Own,
}

fn card(ui: &mut Ui, icon: Icon, title: &str, body: &str, contents: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let (mark, _) = ui.allocate_exact_size(egui::Vec2::splat(46.0), egui::Sense::empty());
        ui.painter().circle_filled(mark.center(), 23.0, p.accent_soft);
        icon.paint(ui.painter(), mark.shrink(12.0), p.accent_ink, false);
        ui.add_space(space::XS);
        ui.add(Text::new(title).strong().size(size::LARGE).wrap());
        ui.add(Text::new(body).color(p.ink_soft).wrap());
        ui.add_space(space::S);
        contents(ui);
    });
}

fn practice(ui: &mut Ui, cx: &mut Cx<'_>) {
    card(ui, Icon::Shop, &cx.t("login-practice-title"), &cx.t("login-practice-body"), |ui| {
        if let Session::SignedOut { practice: true, problem: Some(problem), .. } = &cx.model.session {
            outcome::problem(ui, cx.words, problem, None, |_| {});
        }
        if ui.add(Button::secondary(cx.t("login-practice-action")).large().wide()).clicked() {
            cx.ask(Command::Account(AccountCommand::UseMarket(MarketChoice::Practice)));
        }
    });
}

fn own(ui: &mut Ui, view: &mut methods::SignInView, cx: &mut Cx<'_>) {
    match &cx.model.session {
        Session::SignedOut { market, practice: false, problem } => {
            theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                chosen(ui, cx, market);
                methods::show(ui, view, cx, problem.as_ref());
                if READY_MADE.iter().any(|ready_made| ready_made.names[0] == market) {
                    ui.add_space(space::S);
                    let note =
                        cx.format("login-ready-made", crate::args!["market" => cx.words.market_name(market)]);
                    ui.add(Text::new(note).small().color(theme::palette(ui).ink_soft).wrap());
                }
            });
        }
        _ => card(ui, Icon::Key, &cx.t("login-own-title"), &cx.t("login-own-body"), |ui| choose(ui, cx)),
    }
}

/// The selected marketplace, with buttons to edit or change it.
fn chosen(ui: &mut Ui, cx: &mut Cx<'_>, market: &str) {
    let at = Text::new(cx.words.market_name(market)).strong().size(size::LARGE).truncate();
    let file = cx.model.sign_in.methods.file.clone();
    let (mut change, mut edit) = (false, false);
    sides(
        ui,
        32.0,
        |ui| drop(ui.add(at)),
        |ui| {
            change = ui.add(Button::quiet(cx.t("login-own-change")).small()).clicked();
            edit =
                file.is_some() && ui.add(Button::icon(Icon::Settings, cx.t("setup-edit")).small()).clicked();
        },
    );
    if change {
        cx.ask(Command::Account(AccountCommand::LeaveMarket));
    }
    if let (true, Some(file)) = (edit, file) {
        cx.act(Action::Setup(SetupAction::Open(file)));
    }
}

/// The marketplaces by name, and buttons to open a market file or to enter the addresses.
fn choose(ui: &mut Ui, cx: &mut Cx<'_>) {
    let markets: Vec<&MarketEntry> =
        cx.model.sign_in.markets.iter().filter(|market| market.problem.is_none()).collect();
    for market in &markets {
        let name = cx.words.market_name_among(
            market.id.as_deref().unwrap_or(&market.name),
            markets.iter().filter_map(|other| other.id.as_deref()),
        );
        // A page has one primary action.
        let button = if markets.len() == 1 { Button::primary(name) } else { Button::secondary(name) };
        if ui.add(button.with_icon(Icon::Shop).large().wide()).clicked() {
            cx.ask(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market.file.clone()))));
        }
    }
    if !markets.is_empty() {
        ui.add_space(space::XS);
        vitrine_text::small(ui, cx.t("login-own-other"));
    }
    if ui.add(Button::secondary(cx.t("login-own-choose")).with_icon(Icon::File).wide()).clicked() {
        cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::MarketFile)));
    }
    if ui.add(Button::secondary(cx.t("setup-new")).with_icon(Icon::Create).wide()).clicked() {
        cx.act(Action::Setup(SetupAction::New));
    }
}
