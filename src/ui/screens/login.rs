//! Signing in: the practice shop, or a marketplace of one's own.

use eframe::egui::{self, Frame, Margin, Ui};
use secrecy::SecretString;

use super::shell::brand;
use super::{Cx, notes, page, settings};
use crate::domain::{Code, Problem};
use crate::ui::icons::Icon;
use crate::ui::layout::{centred, sides, tiles};
use crate::ui::model::Action;
use crate::ui::scroll::Scroll;
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, size, space};
use crate::ui::widgets::{self, Button, Field, labelled, segments};
use crate::worker::{BrowserSignIn, Command, KeepToken, MarketChoice, Picked, Return, Session};

/// What is being typed. The token stays here until it has been accepted, so that a refusal does not lose it.
#[derive(Default)]
pub struct View {
    token: String,
    shown: bool,
    /// The address a browser ended up at, pasted by hand.
    address: String,
    keep: KeepToken,
    /// The name the keychain problem was told under, so that the choice is changed for the person once.
    told_no_keychain: bool,
}

pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    if let Session::Checking { market } = &cx.model.session {
        let told = cx.format("login-checking", crate::args!["market" => market.as_str()]);
        return page(ui, "checking", |ui| {
            ui.add_space(ui.ctx().content_rect().height() * 0.28);
            widgets::empty_state(ui, Icon::Shop, told, "".into(), Vec::new());
        });
    }
    let margin = if ui.available_width() > 760.0 { 28 } else { 16 };
    Scroll::new("login").show(ui, |ui| {
        Frame::new().inner_margin(Margin::same(margin)).show(ui, |ui| {
            centred(ui, 880.0, |ui| {
                let settings = &cx.model.settings;
                let mut language = None;
                let bell = (!cx.model.notes.is_empty()).then(|| notes::bell(cx, false));
                let mut look = false;
                sides(
                    ui,
                    36.0,
                    |ui| brand(ui, cx),
                    |ui| {
                        look = bell.is_some_and(|bell| ui.add(bell).clicked());
                        language = settings::language(ui, cx.words, settings);
                    },
                );
                if look {
                    cx.act(Action::ShowNotes(true));
                }
                if let Some(settings) = language {
                    cx.act(Action::Settings(settings));
                }
                ui.add_space((ui.ctx().content_rect().height() - 720.0).clamp(space::S, 90.0));
                ui.add(Text::new(cx.t("login-title")).strong().size(28.0).wrap());
                ui.add(Text::new(cx.t("login-subtitle")).size(size::LARGE).color(theme::palette(ui).ink_soft).wrap());
                ui.add_space(space::L);
                tiles(ui, 320.0, [Card::Practice, Card::Own], |ui, card| match card {
                    Card::Practice => practice(ui, cx),
                    Card::Own => own(ui, view, cx),
                });
            });
        });
    });
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
            widgets::problem(ui, cx.words, problem, None, |_| {});
        }
        if ui.add(Button::primary(cx.t("login-practice-action")).large().wide()).clicked() {
            cx.ask(Command::UseMarket(MarketChoice::Practice));
        }
    });
}

fn own(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    match &cx.model.session {
        Session::SignedOut { market, practice: false, problem } => {
            theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                match &cx.model.sign_in_address {
                    Some(address) => browser(ui, view, cx, address),
                    None => token(ui, view, cx, market, problem.as_ref()),
                }
            });
        }
        _ => card(ui, Icon::Key, &cx.t("login-own-title"), &cx.t("login-own-body"), |ui| {
            if ui.add(Button::secondary(cx.t("login-own-choose")).with_icon(Icon::File).large().wide()).clicked() {
                cx.ask(Command::Pick(Picked::MarketFile));
            }
        }),
    }
}

/// The marketplace's page is open in the browser.
fn browser(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>, address: &str) {
    ui.add(Text::new(cx.t("login-browser-waiting")).strong().size(size::LARGE).wrap());
    ui.add(Text::new(cx.t("login-browser-help")).color(theme::palette(ui).ink_soft).wrap());
    if ui.add(Button::secondary(cx.t("login-browser-copy")).wide()).clicked() {
        ui.ctx().copy_text(address.to_owned());
    }
    ui.add_space(space::S);
    Field::new(cx.t("login-browser-paste"))
        .help(cx.t("login-browser-paste-help"))
        .show(ui, |ui, error| ui.add(text::line_edit(&mut view.address).width(ui.available_width()).margin(theme::EDITOR).error(error)));
    let ready = !view.address.trim().is_empty();
    if ui.add_enabled(ready, Button::primary(cx.t("login-browser-paste-send")).wide()).clicked() {
        cx.ask(Command::SignInPasted(SecretString::from(std::mem::take(&mut view.address))));
    }
    if ui.add(Button::quiet(cx.t("cancel")).wide()).clicked() {
        cx.ask(Command::SignInCancel);
    }
}

fn token(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>, market: &str, problem: Option<&Problem>) {
    let at = Text::new(market).strong().size(size::LARGE).truncate();
    let other = Button::quiet(cx.t("login-own-change")).small();
    let mut change = false;
    sides(ui, 32.0, |ui| drop(ui.add(at)), |ui| change = ui.add(other).clicked());
    if change {
        cx.ask(Command::Pick(Picked::MarketFile));
    }
    if let Some(problem) = problem {
        widgets::problem(ui, cx.words, problem, None, |_| {});
        if matches!(problem.code, Code::NoKeychain | Code::Keychain) && !view.told_no_keychain {
            view.told_no_keychain = true;
            view.keep = KeepToken::ThisSession;
        }
    }
    let field = Field::new(cx.t("login-token")).help(cx.t("login-token-help"));
    let mut entered = false;
    field.show(ui, |ui, error| {
        ui.horizontal(|ui| {
            let room = ui.available_width() - 44.0;
            let response = ui.add(text::line_edit(&mut view.token).password(!view.shown).width(room).margin(theme::EDITOR).error(error));
            entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let (icon, key) = if view.shown { (Icon::EyeOff, "login-token-hide") } else { (Icon::Eye, "login-token-show") };
            if ui.add(Button::icon(icon, cx.t(key))).clicked() {
                view.shown = !view.shown;
            }
            response
        })
        .inner
    });
    ui.add_space(space::XS);
    labelled(ui, cx.t("login-keep"), |ui| {
        let options =
            [(KeepToken::Keychain, cx.t("login-keep-keychain"), None), (KeepToken::ThisSession, cx.t("login-keep-session"), None)];
        if let Some(keep) = segments(ui, view.keep, &options) {
            view.keep = keep;
        }
    });
    ui.add_space(space::S);
    let (browser, by_hand) = (cx.t("login-browser"), cx.t("login-browser-by-hand"));
    let ready = !view.token.trim().is_empty();
    let pressed = ui.add_enabled(ready, Button::primary(cx.t("login-sign-in")).large().wide()).clicked();
    if !ready {
        ui.add(Text::new(cx.t("login-no-token")).small().color(theme::palette(ui).ink_soft));
    }
    if cx.model.browser_sign_in {
        let mut ask = |back| {
            let page = cx.words.closing_page();
            cx.ask(Command::SignInBrowser(BrowserSignIn { scopes: Vec::new(), keep: view.keep, back, page }));
        };
        if ui.add(Button::secondary(browser).large().wide()).clicked() {
            ask(Return::Caught);
        }
        let port_taken = problem.is_some_and(|problem| problem.code == Code::PortTaken);
        if port_taken && ui.add(Button::quiet(by_hand).wide()).clicked() {
            ask(Return::Pasted);
        }
    }
    if ready && (pressed || entered) {
        let token = SecretString::from(view.token.trim().to_owned());
        cx.ask(Command::SignIn { token, refresh: None, keep: view.keep });
    }
}
