//! The three sign-in methods of the selected marketplace.

use crate::ui::outcome;
use std::collections::BTreeSet;
use std::path::PathBuf;

use eframe::egui::{self, Frame, Margin, Ui};
use secrecy::SecretString;

use super::address_difference;
use super::client_secret::{self, secret_field, warning};
use crate::auth::{AddressDifference, RedirectListener, return_address};
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{checking, standalone};
use crate::worker::{
    AccountCommand, BrowserSignIn, ClientSecretState, Command, KeepToken, MarketChoice, PlatformCommand,
    RedirectMode, Session,
};
use vitrine_domain::{Advice, Problem, ProblemKind, Scope};
use vitrine_model::{Action, SetupAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::column;
use vitrine_widgets::theme::{self, size, space};
use vitrine_widgets::{self as widgets, Button, FormField, Notice, check, focus, named_segments};

/// A sign-in method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Method {
    #[default]
    Token,
    Browser,
    Program,
}

/// The page's own state. A token stays here until it was accepted, so that a rejection does not lose it.
#[derive(Default)]
pub struct SignInView {
    /// The method; `None` until the user chose.
    method: Option<Method>,
    token: String,
    shown: bool,
    /// Whether the field for a refresh token is open.
    shows_refresh: bool,
    refresh: String,
    /// The redirect address pasted by the user.
    address: String,
    /// Whether the redirect cannot be received because the port is in use, so that the user has to paste its
    /// address.
    is_manual: bool,
    /// Whether the help for errors on the consent page is open.
    error_shown: bool,
    /// The registered redirect address, copied from the marketplace's developer panel.
    registered: String,
    /// The scopes chosen; `None` for the proposed ones.
    scopes: Option<BTreeSet<String>>,
    /// Whether the choice of scopes is open.
    choosing_scopes: bool,
    /// Additional scopes, as typed.
    other_scopes: String,
    secret: String,
    /// The missing scopes for which the choice was made.
    scopes_for: Option<Vec<Scope>>,
}

/// The three methods, or the page that waits for the browser. `problem` is that of the last attempt.
pub fn show(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>, problem: Option<&Problem>) {
    if let Some(address) = &cx.model.sign_in.address {
        return waiting(ui, view, cx, address);
    }
    if let Some(problem) = problem {
        last_problem(ui, view, cx, problem);
    }
    let methods = &cx.model.sign_in.methods;
    let method = view.method.unwrap_or(if methods.browser && cx.model.sign_in.reauthorization.is_some() {
        Method::Browser
    } else {
        Method::Token
    });
    let options = [
        (Method::Token, cx.t("method-token"), None),
        (Method::Browser, cx.t("method-browser"), None),
        (Method::Program, cx.t("method-client-credentials"), None),
    ];
    if let Some(chosen) = named_segments(ui, &cx.t("login-methods"), method, &options) {
        view.method = Some(chosen);
    }
    ui.add_space(space::XS);
    match method {
        Method::Token => token(ui, view, cx),
        Method::Browser => browser(ui, view, cx, problem),
        Method::Program => program(ui, view, cx),
    }
}

/// What a button beside a problem does.
enum Attempt {
    Command(AccountCommand),
    Browser(RedirectMode),
    /// Opens this file of the marketplace.
    Edit(PathBuf),
}

/// The problem of the last attempt, with a button that may solve it.
fn last_problem(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>, problem: &Problem) {
    let attempt = match (problem.kind.advice(), cx.model.sign_in.methods.file.clone()) {
        (Advice::TrustMarket, _) => {
            Some(("login-market-moved", Attempt::Command(AccountCommand::TrustMarket)))
        }
        (Advice::PasteAddress, _) => Some(("login-browser-manual", Attempt::Browser(RedirectMode::Paste))),
        (Advice::EditMarket, Some(file)) => Some(("setup-edit", Attempt::Edit(file))),
        (Advice::SignInAgain, _) if cx.model.sign_in.methods.browser => {
            Some(("login-retry", Attempt::Browser(RedirectMode::Listen)))
        }
        (Advice::Retry, _) if has_saved_token(cx) => {
            Some(("retry", Attempt::Command(AccountCommand::UseMarket(MarketChoice::LastUsed))))
        }
        (Advice::EditMarket | Advice::SignInAgain | Advice::Retry, _)
        | (Advice::Words | Advice::OtherValue | Advice::TokenInEnvironment | Advice::RenameMarket, _) => None,
    };
    // Below the text, because there is no room beside it.
    let mut pressed = false;
    outcome::problem(ui, cx.words, problem, None, |ui| {
        address_difference::show(ui, cx, problem);
        if let Some((label, _)) = &attempt {
            ui.add_space(space::XS);
            pressed = ui.add(Button::secondary(cx.t(label)).small()).clicked();
        }
    });
    ui.add_space(space::XS);
    match attempt.filter(|_| pressed).map(|(_, attempt)| attempt) {
        Some(Attempt::Command(command)) => cx.ask(Command::Account(command)),
        Some(Attempt::Browser(mode)) => open_browser(view, cx, mode),
        Some(Attempt::Edit(file)) => cx.act(Action::Setup(SetupAction::Open(file))),
        None => {}
    }
}

/// Whether a token is saved, so that only the request to the marketplace failed.
fn has_saved_token(cx: &Cx<'_>) -> bool {
    let sign_in = &cx.model.sign_in;
    sign_in.reauthorization.is_none()
        && sign_in.accounts.iter().any(|entry| entry.signed_in && entry.market == sign_in.methods.market)
}

fn token(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>) {
    if let Some(again) = &cx.model.sign_in.reauthorization {
        let scopes: Vec<&str> = again.needed.iter().map(|scope| scope.0.as_str()).collect();
        let text = cx.format("reauthorize-token", crate::args!["scopes" => cx.words.list(&scopes)]);
        ui.add(Text::new(text).wrap());
    }
    let mut entered = false;
    // After a refusal the focus begins where another token is typed.
    let is_refused = matches!(cx.model.session, Session::SignedOut { problem: Some(_), .. });
    FormField::new(cx.t("login-token")).help(cx.t("login-token-help")).show(ui, |ui, error| {
        let row = ui.horizontal(|ui| {
            let room = ui.available_width() - 44.0;
            let response = ui.add(
                vitrine_text::line_edit("sign-in token", &mut view.token)
                    .password(!view.shown)
                    .width(room)
                    .margin(theme::EDITOR)
                    .error(error),
            );
            if is_refused {
                focus::begin_here(&response);
            }
            entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let (icon, key) =
                if view.shown { (Icon::EyeOff, "login-token-hide") } else { (Icon::Eye, "login-token-show") };
            if ui.add(Button::icon(icon, cx.t(key)).identity("show the token")).clicked() {
                view.shown = !view.shown;
            }
            response
        });
        row.inner
    });
    if let Some(page) = &cx.model.sign_in.methods.help {
        let get = cx.format("login-token-page", crate::args!["host" => page.host.as_str()]);
        if ui.add(Button::quiet(get).with_icon(Icon::Forward).small()).clicked() {
            cx.ask(Command::Platform(PlatformCommand::OpenPage(page.address.clone())));
        }
    }
    if check(ui, view.shows_refresh, cx.t("login-has-refresh-token")).clicked() {
        view.shows_refresh = !view.shows_refresh;
    }
    if view.shows_refresh {
        secret_field(ui, cx, "login-refresh-token", &mut view.refresh);
    }
    ui.add_space(space::XS);
    let ready = !view.token.trim().is_empty();
    let pressed = ui.add(Button::primary(cx.t("login-check")).large().wide().enabled(ready)).clicked();
    let note = if ready { "login-check-help" } else { "login-no-token" };
    ui.add(Text::new(cx.t(note)).small().color(theme::palette(ui).ink_soft).wrap());
    if ready && (pressed || entered) {
        let token = SecretString::from(view.token.trim().to_owned());
        let refresh = Some(view.refresh.trim())
            .filter(|text| view.shows_refresh && !text.is_empty())
            .map(SecretString::from);
        cx.ask(Command::Account(AccountCommand::SignIn { token, refresh, keep: KeepToken::Ask }));
    }
}

fn browser(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>, problem: Option<&Problem>) {
    let methods = &cx.model.sign_in.methods;
    if !methods.browser {
        return not_set_up(ui, cx, "browser-not-set-up");
    }
    ui.add(Text::new(cx.t("browser-help")).color(theme::palette(ui).ink_soft).wrap());
    let refused = problem
        .filter(|problem| problem.kind == ProblemKind::InvalidScope)
        .and_then(|problem| problem.subject.as_deref());
    scopes(ui, view, cx, refused);
    if methods.needs_secret {
        client_secret::show(ui, &mut view.secret, cx);
    }
    ui.add_space(space::XS);
    let some = !chosen_scopes(view, cx).is_empty();
    if ui.add(Button::primary(cx.t("login-browser")).large().wide().enabled(some)).clicked() {
        client_secret::save_typed(&mut view.secret, cx);
        open_browser(view, cx, RedirectMode::Listen);
    }
    if !some {
        ui.add(Text::new(cx.t("scopes-none")).small().color(theme::palette(ui).ink_soft).wrap());
    }
}

fn open_browser(view: &mut SignInView, cx: &mut Cx<'_>, redirect: RedirectMode) {
    view.is_manual = redirect == RedirectMode::Paste;
    let page = cx.words.closing_page();
    cx.ask(Command::Account(AccountCommand::SignInBrowser(BrowserSignIn {
        scopes: chosen_scopes(view, cx),
        keep: KeepToken::Ask,
        redirect,
        page,
    })));
}

/// A note that the market file does not configure this method.
fn not_set_up(ui: &mut Ui, cx: &mut Cx<'_>, key: &'static str) {
    ui.add(Text::new(cx.t(key)).wrap());
    if let Some(file) = cx.model.sign_in.methods.file.clone()
        && ui.add(Button::secondary(cx.t("setup-edit")).with_icon(Icon::Settings).wide()).clicked()
    {
        cx.act(Action::Setup(SetupAction::Open(file)));
    }
}

/// The scopes, each with what it permits.
fn scopes(ui: &mut Ui, view: &mut SignInView, cx: &Cx<'_>, refused: Option<&str>) {
    let p = theme::palette(ui);
    let needed =
        cx.model.sign_in.reauthorization.as_ref().map(|again| again.needed.as_slice()).unwrap_or_default();
    vitrine_text::strong(ui, cx.t("scopes-title"));
    // Few people change them, so they are listed and can be changed on request.
    if !view.choosing_scopes && refused.is_none() && needed.is_empty() {
        for scope in chosen_scopes(view, cx) {
            ui.horizontal(|ui| {
                Icon::Check.show(ui, 16.0, p.good.ink);
                ui.add(Text::new(cx.words.scope(&scope.0)).wrap());
            });
        }
        if ui.add(Button::quiet(cx.t("scopes-change")).with_icon(Icon::Settings).small()).clicked() {
            view.choosing_scopes = true;
        }
        return;
    }
    let proposed: BTreeSet<String> =
        cx.model.sign_in.proposed_scopes().into_iter().map(|scope| scope.0).collect();
    let mut names: Vec<String> = Scope::DOCUMENTED.iter().map(|name| (*name).to_owned()).collect();
    names.extend(proposed.iter().filter(|name| !Scope::DOCUMENTED.contains(&name.as_str())).cloned());
    let chosen = view.scopes.get_or_insert(proposed);
    for name in names {
        let is_refused = refused.is_some_and(|refused| refused.split_whitespace().any(|it| it == name));
        let is_needed = needed.iter().any(|scope| scope.0 == name);
        let (note, ink) = match (is_refused, is_needed) {
            (true, _) => (cx.format("scope-refused", crate::args!["scope" => name.as_str()]), p.bad.ink),
            (false, true) => {
                (cx.format("scope-needed", crate::args!["scope" => name.as_str()]), p.accent_ink)
            }
            (false, false) => (name.as_str().into(), p.ink_soft),
        };
        column(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if check(ui, chosen.contains(&name), cx.words.scope(&name)).clicked() && !chosen.remove(&name) {
                chosen.insert(name.clone());
            }
            ui.horizontal(|ui| {
                ui.spacing_mut().interact_size.y = 0.0;
                ui.add_space(28.0);
                ui.add(Text::new(note).small().color(ink).wrap());
            });
        });
    }
    FormField::new(cx.t("scopes-other")).help(cx.t("scopes-other-help")).show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(
            vitrine_text::line_edit("sign-in other scopes", &mut view.other_scopes)
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
}

fn chosen_scopes(view: &SignInView, cx: &Cx<'_>) -> Vec<Scope> {
    let mut scopes: Vec<Scope> = match &view.scopes {
        Some(chosen) => chosen.iter().cloned().map(Scope).collect(),
        None => cx.model.sign_in.proposed_scopes(),
    };
    for word in view
        .other_scopes
        .split([' ', ',', '،', '\u{a0}'])
        .map(str::trim)
        .filter(|word| vitrine_core::market::is_scope(word))
    {
        if !scopes.iter().any(|scope| scope.0 == word) {
            scopes.push(Scope(word.to_owned()));
        }
    }
    scopes
}

/// Client credentials: the app signs in for itself, without a person.
fn program(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>) {
    let Some(client_id) = cx.model.sign_in.methods.client_id.clone() else {
        return not_set_up(ui, cx, "client-credentials-not-set-up");
    };
    ui.add(Text::new(cx.t("client-credentials-help")).color(theme::palette(ui).ink_soft).wrap());
    ui.add(Text::new(cx.format("client-credentials-client", crate::args!["id" => client_id])).wrap());
    client_secret::show(ui, &mut view.secret, cx);
    ui.add_space(space::XS);
    let ready = match cx.model.sign_in.secret {
        ClientSecretState::Kept | ClientSecretState::ThisSession => true,
        ClientSecretState::None => !view.secret.trim().is_empty(),
        ClientSecretState::NotKept(_) => false,
    };
    if ui.add(Button::primary(cx.t("client-credentials-sign-in")).large().wide().enabled(ready)).clicked() {
        client_secret::save_typed(&mut view.secret, cx);
        cx.ask(Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::Ask }));
    }
    if !ready {
        ui.add(
            Text::new(cx.t("client-credentials-no-secret")).small().color(theme::palette(ui).ink_soft).wrap(),
        );
    }
}

/// The page shown while the consent page is open in the browser.
fn waiting(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>, address: &str) {
    let sent = return_address(address);
    let is_manual = view.is_manual || sent.as_deref().is_some_and(|sent| !RedirectListener::can_listen(sent));
    ui.add(Text::new(cx.t("login-browser-waiting")).strong().size(size::LARGE).wrap());
    let help = if is_manual { "browser-manual-help" } else { "login-browser-help" };
    if cx.model.sign_in.no_browser {
        warning(ui, cx, Icon::Alert, "browser-none");
    } else {
        ui.add(Text::new(cx.t(help)).color(theme::palette(ui).ink_soft).wrap());
    }
    client_secret::not_saved(ui, cx);
    // The primary action, unless the browser was opened already.
    let open = if view.is_manual {
        Button::primary(cx.t("browser-open"))
    } else {
        Button::secondary(cx.t("login-browser-open-again")).with_icon(Icon::Refresh)
    };
    if ui.add(open.wide()).clicked() {
        cx.ask(Command::Account(AccountCommand::SignInOpenAgain));
    }
    if ui.add(Button::secondary(cx.t("login-browser-copy")).with_icon(Icon::Paste).wide()).clicked() {
        ui.ctx().copy_text(address.to_owned());
    }
    ui.add_space(space::S);
    paste(ui, view, cx, is_manual);
    ui.add_space(space::S);
    if check(ui, view.error_shown, cx.t("browser-error")).clicked() {
        view.error_shown = !view.error_shown;
    }
    if view.error_shown {
        browser_error_help(ui, view, cx, sent.as_deref());
    }
    ui.add_space(space::S);
    if ui.add(Button::quiet(cx.t("cancel")).wide()).clicked() {
        cx.ask(Command::Account(AccountCommand::SignInCancel));
    }
}

/// The field for pasting the redirect address, for a browser that cannot return automatically.
fn paste(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>, is_manual: bool) {
    let problem = cx.model.sign_in.address_problem.as_ref();
    let wrong = problem.filter(|problem| problem.kind == ProblemKind::InvalidField);
    let wrong = wrong.map(|problem| match (&problem.detail, problem.mistake) {
        (Some(detail), _) => cx.words.field_error(detail).into(),
        (None, Some(mistake)) => cx.words.address_mistake(mistake).into(),
        (None, None) => cx.t("login-browser-paste-wrong"),
    });
    let help = if is_manual { "browser-manual-paste" } else { "login-browser-paste-help" };
    let field =
        FormField::new(cx.t("login-browser-paste")).help(cx.t(help)).error(wrong).show(ui, |ui, error| {
            let width = ui.available_width();
            ui.add(
                vitrine_text::line_edit("sign-in address", &mut view.address)
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        });
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    // The address of an error page: show its problem; the sign-in continues.
    if let Some(problem) = problem.filter(|problem| problem.kind != ProblemKind::InvalidField) {
        outcome::problem(ui, cx.words, problem, None, |ui| address_difference::show(ui, cx, problem));
    }
    let ready = !view.address.trim().is_empty();
    let pressed = ui.add(Button::primary(cx.t("login-browser-paste-send")).wide().enabled(ready)).clicked();
    if ready && (pressed || entered) {
        cx.ask(Command::Account(AccountCommand::SignInPasted(SecretString::from(std::mem::take(
            &mut view.address,
        )))));
    }
}

/// Help for errors that stay on the consent page and never return here: what they mean, and the address that
/// was sent.
fn browser_error_help(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>, sent: Option<&str>) {
    if let Some(sent) = sent {
        ui.add(Text::new(cx.t("browser-error-address")).wrap());
        ui.add(Text::new(sent).strong().wrap().selectable());
        if ui.add(Button::secondary(cx.t("browser-error-copy")).with_icon(Icon::Paste).small()).clicked() {
            ui.ctx().copy_text(sent.to_owned());
        }
        FormField::new(cx.t("browser-error-registered")).help(cx.t("browser-error-registered-help")).show(
            ui,
            |ui, error| {
                let width = ui.available_width();
                ui.add(
                    vitrine_text::line_edit("sign-in registered address", &mut view.registered)
                        .width(width)
                        .margin(theme::EDITOR)
                        .error(error),
                )
            },
        );
        let registered = view.registered.trim();
        if registered == sent {
            let p = theme::palette(ui);
            Notice::new(p.good, Icon::Check, cx.t("browser-error-same")).show(ui, |_| {});
        } else if !registered.is_empty() {
            address_difference::between(ui, cx, &AddressDifference::between(sent, registered));
        }
        ui.add_space(space::XS);
    }
    if let Some(id) = &cx.model.sign_in.methods.client_id {
        ui.add(Text::new(cx.format("browser-error-client", crate::args!["id" => id.as_str()])).wrap());
    }
    if let Some(file) = cx.model.sign_in.methods.file.clone()
        && ui.add(Button::secondary(cx.t("setup-edit")).with_icon(Icon::Settings).small()).clicked()
    {
        cx.ask(Command::Account(AccountCommand::SignInCancel));
        cx.act(Action::Setup(SetupAction::Open(file)));
    }
}

/// The page for signing in again to get more scopes. The session stays until it has succeeded.
pub fn reauthorize(ui: &mut Ui, view: &mut SignInView, cx: &mut Cx<'_>) {
    let Some(again) = &cx.model.sign_in.reauthorization else { return };
    if cx.model.sign_in.checking {
        return checking(ui, cx, &cx.model.sign_in.methods.market);
    }
    if view.scopes_for.as_ref() != Some(&again.needed) {
        // The scopes that are missing now are proposed, whatever was chosen before.
        *view = SignInView { scopes_for: Some(again.needed.clone()), ..SignInView::default() };
    }
    standalone(ui, "again", cx, |ui, cx| {
        column(ui, |ui| {
            widgets::page_heading(ui, Text::new(cx.t("reauthorize-title")).strong().size(size::TITLE).wrap());
            ui.add(Text::new(cx.t("reauthorize-body")).color(theme::palette(ui).ink_soft).wrap());
            ui.add_space(space::M);
            theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                show(ui, view, cx, again.problem.as_ref());
            });
            Frame::new().inner_margin(Margin::symmetric(0, 8)).show(ui, |ui| {
                if ui.add(Button::quiet(cx.t("reauthorize-stay")).with_icon(Icon::Back)).clicked() {
                    cx.act(Action::StaySignedIn);
                }
            });
        });
    });
}
