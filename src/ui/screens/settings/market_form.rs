//! The marketplace form: its addresses, the OAuth client, and testing the addresses.

use crate::ui::outcome;
use std::borrow::Cow;

use eframe::egui::{Align, Color32, Margin, Ui};

use crate::ui::screens::Cx;
use crate::ui::screens::frame::{BottomBar, standalone};
use vitrine_core::market::{AddressCheck, AddressError, AddressFailure, EntryError, Layout, MarketKey};
use vitrine_model::{Action, Setup, SetupAction, TestState};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{centred, sides, tiles};
use vitrine_widgets::theme::{self, Palette, height, size, space};
use vitrine_widgets::{self as widgets, Button, FormField, Notice, check, labelled, segments};

/// The form's own state.
#[derive(Default)]
pub struct MarketFormView {
    /// Whether the results of testing and of saving were scrolled into view.
    results_shown: (bool, bool),
}

/// Draws the form.
pub fn show(ui: &mut Ui, view: &mut MarketFormView, cx: &mut Cx<'_>, setup: &Setup) {
    let foot = BottomBar::reserve(ui);
    standalone(ui, "setup", cx, |ui, cx| {
        let title = cx.t(if setup.file.is_some() { "setup-edit-title" } else { "setup-new" });
        widgets::page_heading(ui, Text::new(title).strong().size(size::TITLE).wrap());
        ui.add(Text::new(cx.t("setup-body")).color(theme::palette(ui).ink_soft).wrap());
        ui.add_space(space::S);
        let results = (setup.test_state != TestState::NotTested)
            .then(|| ui.scope(|ui| test_results(ui, cx, setup)).response);
        ui.add_space(space::S);
        theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            addresses(ui, cx, setup);
        });
        ui.add_space(space::M);
        theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            oauth_client(ui, cx, setup);
        });
        ui.add_space(space::M);
        let failed = setup
            .problem
            .as_ref()
            .map(|problem| ui.scope(|ui| outcome::problem(ui, cx.words, problem, None, |_| {})).response);
        let there = (matches!(setup.test_state, TestState::Finished(_)), failed.is_some());
        match (failed, results) {
            (Some(failed), _) if !view.results_shown.1 => failed.scroll_to_me(Some(Align::Center)),
            (None, Some(results)) if there.0 && !view.results_shown.0 => {
                results.scroll_to_me(Some(Align::Center));
            }
            _ => {}
        }
        view.results_shown = there;
        let bound = setup.changes_addresses() && bound_accounts(cx, setup) > 0;
        if bound {
            let tone = theme::palette(ui).warn;
            let count = bound_accounts(cx, setup);
            Notice::new(
                tone,
                Icon::Alert,
                cx.format("setup-addresses-changed", crate::args!["count" => count]),
            )
            .show(ui, |_| {});
        }
    });
    foot.show(ui, |ui| centred(ui, 880.0, |ui| buttons(ui, view, cx, setup)));
}

/// The number of accounts of the marketplace being edited.
fn bound_accounts(cx: &Cx<'_>, setup: &Setup) -> usize {
    cx.model
        .sign_in
        .markets
        .iter()
        .find(|market| Some(&market.file) == setup.file.as_ref())
        .map_or(0, |market| market.accounts)
}

fn addresses(ui: &mut Ui, cx: &mut Cx<'_>, setup: &Setup) {
    // Accounts are stored under the marketplace's name, so their imports would not be found under another
    // one.
    if bound_accounts(cx, setup) > 0 {
        ui.add(Text::new(setup.draft.text(MarketKey::Name)).strong().size(size::LARGE).wrap());
        ui.add(Text::new(cx.t("setup-name-fixed")).small().color(theme::palette(ui).ink_soft).wrap());
    } else {
        entry(ui, cx, setup, MarketKey::Name);
    }
    ui.add_space(space::XS);
    labelled(ui, cx.t("setup-layout"), |ui| {
        let options = [
            (Layout::Base, cx.t("setup-layout-base"), None),
            (Layout::Core, cx.t("setup-layout-core"), None),
        ];
        if let Some(layout) = segments(ui, setup.draft.layout, &options) {
            cx.act(Action::Setup(SetupAction::Layout(layout)));
        }
    });
    ui.add(Text::new(cx.t("setup-layout-help")).small().color(theme::palette(ui).ink_soft).wrap());
    let tables = setup.draft.tables_of_other_layout();
    if !tables.is_empty() {
        let tables: Vec<String> = tables.into_iter().map(|table| format!("[{table}]")).collect();
        let words = cx.format("setup-layout-tables", crate::args!["tables" => cx.words.list(&tables)]);
        Notice::new(theme::palette(ui).warn, Icon::Alert, words).show(ui, |_| {});
    }
    ui.add_space(space::XS);
    let keys = [
        MarketKey::Base,
        MarketKey::Core,
        MarketKey::Upload,
        MarketKey::Auth,
        MarketKey::Sso,
        MarketKey::Webhook,
    ];
    let used: Vec<MarketKey> = keys.into_iter().filter(|key| key.is_used(setup.draft.layout)).collect();
    tiles(ui, 320.0, used, |ui, key| {
        entry(ui, cx, setup, key);
        ui.add_space(space::S);
    });
}

fn oauth_client(ui: &mut Ui, cx: &mut Cx<'_>, setup: &Setup) {
    vitrine_text::strong(ui, cx.t("setup-oauth"));
    ui.add(Text::new(cx.t("setup-oauth-help")).color(theme::palette(ui).ink_soft).wrap());
    ui.add_space(space::XS);
    let keys = [MarketKey::ClientId, MarketKey::RedirectUri, MarketKey::Scopes, MarketKey::ExchangeUrl];
    tiles(ui, 320.0, keys, |ui, key| {
        entry(ui, cx, setup, key);
        ui.add_space(space::S);
    });
    if check(ui, setup.draft.pkce, cx.t("setup-pkce")).clicked() {
        cx.act(Action::Setup(SetupAction::Pkce(!setup.draft.pkce)));
    }
}

fn entry(ui: &mut Ui, cx: &mut Cx<'_>, setup: &Setup, key: MarketKey) {
    let words = words(key);
    let error = setup.draft.error(key).filter(|error| *error != EntryError::Missing || setup.is_touched(key));
    let required = key.is_required(setup.draft.layout).then(|| cx.t("field-required"));
    let field = FormField::new(cx.t(words)).required(required).help(cx.words.attribute(
        words,
        "help",
        crate::args![],
    ));
    let mut text = setup.draft.text(key).to_owned();
    let error = error
        .map(|error| cx.t(error_words(error)))
        .or_else(|| setup.not_reached(key).map(|reason| reason_words(cx, reason)));
    let response = field.error(error).show(ui, |ui, error| {
        let width = ui.available_width();
        let hint = if key.is_address() { "https://" } else { "" };
        ui.add(
            vitrine_text::line_edit(("marketplace", key), &mut text)
                .hint(hint)
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
    if response.changed() {
        cx.act(Action::Setup(SetupAction::Type(key, text)));
    }
}

const fn words(key: MarketKey) -> &'static str {
    match key {
        MarketKey::Name => "market-name",
        MarketKey::Base => "market-base",
        MarketKey::Core => "market-core",
        MarketKey::Upload => "market-upload",
        MarketKey::Auth => "market-auth",
        MarketKey::Sso => "market-sso",
        MarketKey::Webhook => "market-webhook",
        MarketKey::ClientId => "market-client-id",
        MarketKey::RedirectUri => "market-redirect",
        MarketKey::Scopes => "market-scopes",
        MarketKey::ExchangeUrl => "market-exchange",
    }
}

const fn error_words(error: EntryError) -> &'static str {
    match error {
        EntryError::Missing => "entry-missing",
        EntryError::Address(AddressError::NotAnAddress(_) | AddressError::OtherScheme) => {
            "entry-invalid-address"
        }
        EntryError::Address(AddressError::NotHttps) => "entry-not-https",
        EntryError::Address(AddressError::UserName) => "entry-user-name",
        EntryError::Address(AddressError::Fragment) => "entry-fragment",
        EntryError::Address(AddressError::Query) => "entry-query",
    }
}

fn reason_words<'c>(cx: &Cx<'c>, reason: &AddressFailure) -> Cow<'c, str> {
    let (key, said, status) = match reason {
        AddressFailure::NoSuchHost => ("test-no-host", "", 0),
        AddressFailure::NoAnswer => ("test-no-answer", "", 0),
        AddressFailure::Tls(said) => ("test-tls", said.as_str(), 0),
        AddressFailure::TimedOut => ("test-timed-out", "", 0),
        AddressFailure::WebPage => ("test-web-page", "", 0),
        AddressFailure::NotFound => ("test-not-found", "", 0),
        AddressFailure::ServerError(status) => ("test-server-error", "", *status),
        AddressFailure::Elsewhere(host) => ("test-redirected", host.as_str(), 0),
        AddressFailure::PortTaken => ("test-port-taken", "", 0),
        AddressFailure::PortRefused => ("test-port-refused", "", 0),
        AddressFailure::Broken(said) => ("test-connection-broken", said.as_str(), 0),
    };
    cx.format(key, crate::args!["said" => said, "status" => status])
}

/// The result of testing the addresses.
fn test_results(ui: &mut Ui, cx: &mut Cx<'_>, setup: &Setup) {
    let p = theme::palette(ui);
    match &setup.test_state {
        TestState::NotTested => {}
        TestState::Running => drop(Notice::new(p.info, Icon::Clock, cx.t("test-running")).show(ui, |_| {})),
        TestState::Finished(Err(problem)) => drop(outcome::problem(ui, cx.words, problem, None, |_| {})),
        TestState::Finished(Ok(tested)) => {
            theme::card(ui).inner_margin(Margin::same(22)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                vitrine_text::strong(ui, summary(cx, tested));
                for tested in tested {
                    outcome(ui, cx, tested);
                }
            });
        }
    }
}

fn summary<'c>(cx: &Cx<'c>, tested: &[AddressCheck]) -> Cow<'c, str> {
    let failed = tested.iter().filter(|tested| tested.result.is_err()).count();
    if failed == 0 { cx.t("test-passed") } else { cx.format("test-failed", crate::args!["count" => failed]) }
}

fn outcome(ui: &mut Ui, cx: &Cx<'_>, tested: &AddressCheck) {
    let p = theme::palette(ui);
    let (icon, tone) = if tested.result.is_ok() { (Icon::Check, p.good) } else { (Icon::Alert, p.bad) };
    ui.horizontal_top(|ui| {
        icon.show(ui, 18.0, tone.ink);
        vitrine_widgets::layout::column(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(Text::new(cx.t(words(tested.key))).strong().wrap());
            match &tested.result {
                Ok(()) => drop(
                    ui.add(
                        Text::new(cx.t(if tested.key == MarketKey::RedirectUri {
                            "test-port-free"
                        } else {
                            "test-reached"
                        }))
                        .color(p.good.ink)
                        .wrap(),
                    ),
                ),
                Err(reason) => drop(ui.add(Text::new(reason_words(cx, reason)).color(p.bad.ink).wrap())),
            }
            ui.add(Text::new(tested.address.as_str()).small().color(p.ink_soft).wrap().selectable());
        });
    });
}

fn buttons(ui: &mut Ui, view: &mut MarketFormView, cx: &mut Cx<'_>, setup: &Setup) {
    let ready = setup.draft.first_error().is_none();
    let testing = setup.test_state == TestState::Running;
    let (mut test, mut save, mut close) = (false, false, false);
    let labels = [cx.t("setup-save"), cx.t("setup-test"), cx.t("cancel")];
    let [save_label, test_label, close_label] = labels;
    sides(
        ui,
        height::CONTROL,
        |ui| {
            save = ui
                .add(Button::primary(save_label).identity("save").enabled(ready && !setup.saving))
                .clicked();
            test = ui
                .add(Button::secondary(test_label).with_icon(Icon::Search).enabled(ready && !testing))
                .clicked();
            let (words, ink) = status_line(cx, setup, theme::palette(ui));
            let line = ui.add(
                Text::new(words.as_ref())
                    .small()
                    .color(ink)
                    .truncate()
                    .announced(ink == theme::palette(ui).bad.ink),
            );
            vitrine_text::tooltip(line, words);
        },
        |ui| close = ui.add(Button::quiet(close_label)).clicked(),
    );
    for (pressed, action) in
        [(save, SetupAction::Save), (test, SetupAction::Test), (close, SetupAction::Close)]
    {
        if pressed {
            view.results_shown = (false, false);
            cx.act(Action::Setup(action));
        }
    }
}

/// One line beside the buttons: what is missing, or the result of testing or saving. The page has the
/// details.
fn status_line<'c>(cx: &Cx<'c>, setup: &Setup, p: &Palette) -> (Cow<'c, str>, Color32) {
    match (&setup.problem, &setup.test_state) {
        _ if setup.draft.first_error().is_some() => (cx.t("setup-not-ready"), p.ink_soft),
        (Some(problem), _) | (None, TestState::Finished(Err(problem))) => {
            (cx.words.problem(problem).title.into(), p.bad.ink)
        }
        (None, TestState::NotTested) => ("".into(), p.ink_soft),
        (None, TestState::Running) => (cx.t("test-running"), p.ink_soft),
        (None, TestState::Finished(Ok(tested))) => {
            let good = tested.iter().all(|tested| tested.result.is_ok());
            (summary(cx, tested), if good { p.good.ink } else { p.bad.ink })
        }
    }
}
