//! The saved accounts: switching, adding and signing out.

use std::borrow::Cow;

use eframe::egui::{Id, Response, Role, Sense, Ui, Vec2, WidgetInfo};

use crate::ui::commands::UiCommand;
use crate::ui::screens::frame::{NavigationForm as Form, page};
use crate::ui::screens::{Cx, notifications};
use crate::worker::{AccountCommand, AccountEntry, Command, MarketChoice, Session};
use vitrine_model::{Action, LeaveTarget, Phase, Question, goes_on};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column, column_layout, is_rtl, sides};
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{self as widgets, Answer, Button, Dialog, Pill};

/// The shop's name, else the person's.
fn name<'a>(entry: &'a AccountEntry, cx: &Cx<'a>) -> Cow<'a, str> {
    let shop = entry
        .account
        .vendor
        .as_ref()
        .and_then(|vendor| vendor.title.as_deref().or(vendor.identifier.as_deref()));
    shop.map_or_else(|| entry.account.display_name().into(), |shop| cx.words.shop_name(shop, &entry.market))
}

fn switch_to(entry: &AccountEntry) -> LeaveTarget {
    LeaveTarget::Switch { market: entry.market.clone(), user: entry.account.id.clone() }
}

/// The list of accounts.
pub fn list(ui: &mut Ui, cx: &mut Cx<'_>) {
    vitrine_text::strong(ui, cx.t("accounts-title"));
    let model = cx.model;
    for entry in &model.sign_in.accounts {
        ui.separator();
        row(ui, cx, entry);
    }
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, entry: &AccountEntry) {
    let p = theme::palette(ui);
    let (mut switch, mut out) = (false, false);
    sides(
        ui,
        if entry.current && cx.model.sign_in.identity.is_some() { 80.0 } else { 62.0 },
        |ui| {
            column(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.add(Text::new(name(entry, cx)).strong().truncate());
                let at = cx.format(
                    "account-name-and-market",
                    crate::args!["name" => entry.account.display_name(), "market" => at(entry, cx)],
                );
                ui.add(Text::new(at).small().color(p.ink_soft).truncate());
                let used = cx.date_time(entry.used_at);
                let mut used = cx.format("account-last-used", crate::args!["date" => used]).into_owned();
                if entry.waiting > 0 {
                    used = format!(
                        "{used} · {}",
                        cx.format("account-waiting", crate::args!["count" => entry.waiting])
                    );
                }
                if entry.changes > 0 {
                    used = format!(
                        "{used} · {}",
                        cx.format("account-changes", crate::args!["count" => entry.changes])
                    );
                }
                ui.add(Text::new(used).small().color(p.ink_soft).truncate());
                if entry.current {
                    token_line(ui, cx);
                }
            });
        },
        |ui| {
            // Shops of two marketplaces may have one name.
            let at = at(entry, cx);
            let add = |ui: &mut Ui, button: Button<'_>| {
                let response = ui.add(button);
                vitrine_text::describe(&response, &at);
                response.clicked()
            };
            let sign_out = cx.format("account-sign-out", crate::args!["name" => name(entry, cx)]);
            out = add(ui, Button::icon(Icon::SignOut, sign_out));
            match (entry.current, entry.signed_in) {
                (true, _) => drop(ui.add(Pill::new(cx.t("account-current"), p.good).icon(Icon::Check))),
                (false, true) => {
                    let label = cx.format("account-switch", crate::args!["name" => name(entry, cx)]);
                    switch = add(ui, Button::secondary(cx.t("account-use")).small().named(label));
                }
                (false, false) => {
                    switch = add(ui, Button::secondary(cx.t("account-sign-in")).small());
                    ui.add(Pill::new(cx.t("account-signed-out"), p.plain).icon(Icon::Key));
                }
            }
        },
    );
    if switch {
        cx.act(Action::Leave(switch_to(entry)));
    }
    if out {
        cx.act(Action::Question(Question::SignOut(entry.clone())));
    }
}

/// The app that the token was issued to and the masked telephone number, where the marketplace tells them.
fn token_line(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(identity) = &cx.model.sign_in.identity else { return };
    let client = identity.client.as_ref().and_then(|client| client.name.as_deref());
    let client = client.map(|name| cx.format("account-client", crate::args!["name" => name]));
    let mobile = identity
        .mobile
        .as_deref()
        .map(|mobile| cx.format("account-mobile", crate::args!["number" => mobile]));
    let line: Vec<Cow<'_, str>> = client.into_iter().chain(mobile).collect();
    if !line.is_empty() {
        ui.add(Text::new(line.join(" · ")).small().color(theme::palette(ui).ink_soft).truncate());
    }
}

/// Asks the marketplace about the token, once for each sign-in: whoever looks at the accounts may want to
/// know.
fn ask_identity(ui: &Ui, cx: &mut Cx<'_>) {
    let Session::SignedIn { market, account, .. } = &cx.model.session else { return };
    let asked = Id::unique(("token identity", market, &account.id));
    let is_known = cx.model.sign_in.identity.is_some();
    if !is_known && !ui.data(|data| data.get_temp(asked).unwrap_or(false)) {
        ui.data_mut(|data| data.insert_temp(asked, true));
        cx.ask(Command::Account(AccountCommand::WhoAmI));
    }
}

/// The current account at the bottom of the navigation, with a menu for switching.
pub fn switcher(ui: &mut Ui, cx: &mut Cx<'_>, form: Form) {
    let Session::SignedIn { practice, .. } = &cx.model.session else { return };
    let p = theme::palette(ui);
    let is_wide = form == Form::Wide;
    let lower = |ui: &mut Ui, cx: &mut Cx<'_>| account_and_bell(ui, cx, is_wide);
    let upper = |ui: &mut Ui, cx: &mut Cx<'_>| {
        for opens in [UiCommand::Overview, UiCommand::Palette] {
            opener(ui, cx, opens, is_wide);
        }
    };
    // Beside each other, they leave the room for the shop's name.
    if form == Form::Narrow {
        ui.spacing_mut().interact_size.y = height::CONTROL;
        ui.horizontal(|ui| lower(ui, cx));
        ui.horizontal(|ui| upper(ui, cx));
    } else {
        lower(ui, cx);
        upper(ui, cx);
    }
    let shown = names(cx);
    if let Some(shop) = shown.first().filter(|_| form == Form::Narrow && !practice) {
        let shop = shop.as_ref();
        vitrine_text::tooltip(ui.add(Text::new(shop).small().strong().truncate()), shop);
    }
    if is_wide {
        for name in shown.iter().skip(1).rev() {
            ui.add(Text::new(name.as_ref()).small().color(p.ink_soft).truncate());
        }
        if let Some(first) = shown.first() {
            ui.add(Text::new(first.as_ref()).strong().truncate());
        }
    }
    match (*practice, form) {
        (false, _) => {}
        (true, Form::Wide | Form::Narrow) => {
            drop(ui.add(Pill::new(cx.t("practice-badge"), p.warn).icon(Icon::Shop)));
        }
        (true, Form::Icons) => {
            let label = cx.t("practice-badge");
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(height::CONTROL), Sense::hover());
            Icon::Shop.paint(ui.painter(), rect.shrink(8.0), p.warn.ink, false);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, label.as_ref()));
            vitrine_text::tooltip(response, label);
        }
    }
}

fn account_and_bell(ui: &mut Ui, cx: &mut Cx<'_>, is_wide: bool) {
    let label = cx.t("account-menu");
    let button = if is_wide {
        ui.add(Button::secondary(label).with_icon(Icon::Up).small().wide())
    } else {
        ui.add(Button::icon(Icon::Key, label))
    };
    menu(ui, cx, &button);
    if ui.add(notifications::bell(cx, is_wide)).clicked() {
        cx.act(Action::ShowNotifications(true));
    }
}

fn opener(ui: &mut Ui, cx: &mut Cx<'_>, opens: UiCommand, is_wide: bool) {
    if ui.add(if is_wide { opens.quiet(cx.words).small() } else { opens.icon_button(cx.words) }).clicked() {
        cx.command = Some(opens);
    }
}

/// The shop, the marketplace and the person that are signed in. They often have the same name; each name is
/// there once, the shop's first.
fn names<'a>(cx: &Cx<'a>) -> Vec<Cow<'a, str>> {
    let Session::SignedIn { market, account, practice, .. } = &cx.model.session else { return Vec::new() };
    let shop = account
        .vendor
        .as_ref()
        .and_then(|vendor| vendor.title.as_deref().or(vendor.identifier.as_deref()))
        .map(|shop| cx.words.shop_name(shop, market));
    // The owner of the practice shop means nothing to the user.
    let person = (!practice).then(|| Cow::Borrowed(account.display_name()));
    let mut shown: Vec<Cow<'a, str>> = Vec::new();
    for name in [shop, Some(cx.words.market_name(market)), person].into_iter().flatten() {
        if !shown.contains(&name) {
            shown.push(name);
        }
    }
    shown
}

/// The marketplace of an account in the list.
fn at<'a>(entry: &'a AccountEntry, cx: &'a Cx<'_>) -> Cow<'a, str> {
    cx.words
        .market_name_among(&entry.market, cx.model.sign_in.accounts.iter().map(|other| other.market.as_str()))
}

fn menu(ui: &Ui, cx: &mut Cx<'_>, button: &Response) {
    let rtl = is_rtl(ui);
    let model = cx.model;
    let mut chosen = None;
    widgets::menu(button, 260.0, |ui| {
        ui.with_layout(column_layout(rtl), |ui| {
            // The menu covers who is signed in, or nothing says it in a narrow window.
            for (place, name) in names(cx).iter().enumerate() {
                let text = Text::new(name.as_ref()).truncate();
                ui.add(if place == 0 { text.strong() } else { text.small() });
            }
            ui.separator();
            for entry in model.sign_in.accounts.iter().filter(|entry| !entry.current) {
                let label = cx.format("account-switch", crate::args!["name" => name(entry, cx)]);
                let signed_out = (!entry.signed_in).then(|| cx.t("account-signed-out"));
                let at = [at(entry, cx)].into_iter().chain(signed_out).collect::<Vec<_>>().join(" · ");
                let button = ui.add(Button::quiet(label).with_icon(Icon::Shop).small());
                // Shops of two marketplaces may have one name.
                vitrine_text::describe(&button, at.as_ref());
                if button.clicked() {
                    chosen = Some(Action::Leave(switch_to(entry)));
                }
                ui.horizontal(|ui| {
                    ui.spacing_mut().interact_size.y = 0.0;
                    // Aligned with the button's text, after its icon.
                    ui.add_space(30.0);
                    ui.add(Text::new(at).small().color(theme::palette(ui).ink_soft).truncate());
                });
            }
            for command in [UiCommand::AddAccount, UiCommand::OtherMarket, UiCommand::SignOut] {
                let action = command.action(model, cx.words);
                if action.is_some() && ui.add(command.quiet(cx.words).small()).clicked() {
                    chosen = action;
                }
            }
        });
        chosen.is_some()
    });
    if let Some(action) = chosen {
        cx.act(action);
    }
}

/// The question that is open, as a dialog.
pub fn question(ui: &Ui, cx: &mut Cx<'_>) {
    let model = cx.model;
    let Some(question) = &model.sign_in.question else { return };
    let answer = match question {
        Question::SignOut(entry) => sign_out(ui, cx, entry),
        // What it would pause has ended meanwhile, and the person sees how.
        Question::Leave(_) | Question::Close if !goes_on(model) => Some(None),
        Question::Leave(leave) => {
            let (body, confirm) = match leave {
                LeaveTarget::SignOut => ("leave-sign-out-body", "leave-sign-out-confirm"),
                LeaveTarget::Switch { .. } | LeaveTarget::Add | LeaveTarget::Market => {
                    ("leave-body", "leave-confirm")
                }
            };
            let answer = pausing(ui, cx, (body, "leave-changes-body"), ("leave-stay", confirm));
            answer.map(|answer| (answer == Answer::Confirmed).then(|| leave.clone().command()))
        }
        Question::Close => {
            let answer =
                pausing(ui, cx, ("close-body", "close-changes-body"), ("close-keep", "close-anyway"));
            answer.map(|answer| (answer == Answer::Confirmed).then_some(Command::Shutdown))
        }
        Question::RemoveMarket(market) => {
            let title =
                cx.format("market-remove-title", crate::args!["name" => cx.words.market_name(&market.name)]);
            let remove = Button::danger(cx.t("market-remove")).with_icon(Icon::Trash);
            let body = cx.format("market-remove-body", crate::args!["count" => market.accounts]);
            let answer = Dialog::new("remove market", title, cx.t("cancel"))
                .confirm(remove)
                .show(ui, |ui| drop(ui.add(Text::new(body).wrap())));
            answer.map(|answer| {
                (answer == Answer::Confirmed)
                    .then(|| Command::Account(AccountCommand::MarketRemove(market.file.clone())))
            })
        }
    };
    if let Some(answer) = answer {
        cx.act(Action::Answer(answer));
    }
}

/// Asks before what pauses the import or the changes that are running, with what becomes of each.
fn pausing(
    ui: &Ui,
    cx: &Cx<'_>,
    (import, changes): (&str, &str),
    (stay, confirm): (&str, &str),
) -> Option<Answer> {
    let (importing, changing) = (cx.model.import.goes_on(), cx.model.product_edits.goes_on());
    let title = cx.t(if changing && !importing { "leave-changes-title" } else { "leave-title" });
    Dialog::new("leave", title, cx.t(stay)).confirm(Button::primary(cx.t(confirm))).show(ui, |ui| {
        if importing || !changing {
            ui.add(Text::new(cx.t(import)).wrap());
        }
        if changing {
            ui.add(Text::new(cx.t(changes)).wrap());
        }
    })
}

/// The dialog for signing out. `Some(None)` means that it was cancelled.
fn sign_out(ui: &Ui, cx: &Cx<'_>, entry: &AccountEntry) -> Option<Option<Command>> {
    // What waits changes while the question is open.
    let is_same =
        |known: &&AccountEntry| known.market == entry.market && known.account.id == entry.account.id;
    let entry = cx.model.sign_in.accounts.iter().find(is_same).unwrap_or(entry);
    let out = |drop| {
        Command::Account(AccountCommand::SignOutOf {
            market: entry.market.clone(),
            user: entry.account.id.clone(),
            drop,
        })
    };
    let title = cx.format(
        "sign-out-title",
        crate::args!["name" => name(entry, cx), "market" => cx.words.market_name(&entry.market)],
    );
    let reviewed = if entry.current && cx.model.import.phase == Phase::Review {
        cx.model.import.review.drafts().len()
    } else {
        0
    };
    let has_more = entry.waiting + entry.changes + reviewed > 0;
    let mut dialog = Dialog::new("sign out", title, cx.t("cancel"));
    if entry.signed_in {
        let out = if has_more { "sign-out-keep" } else { "sign-out" };
        dialog = dialog.confirm(Button::primary(cx.t(out)).with_icon(Icon::SignOut));
    }
    let mut give_up = false;
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("sign-out-body")).wrap());
        if entry.waiting > 0 {
            ui.add(Text::new(cx.format("sign-out-waiting", crate::args!["count" => entry.waiting])).wrap());
        }
        if entry.changes > 0 {
            ui.add(Text::new(cx.format("sign-out-changes", crate::args!["count" => entry.changes])).wrap());
        }
        if reviewed > 0 {
            ui.add(Text::new(cx.format("sign-out-review", crate::args!["count" => reviewed])).wrap());
        }
        if cx.model.import.goes_on() && entry.current {
            ui.add(Text::new(cx.t("sign-out-running")).wrap());
        }
        if has_more {
            ui.add(Text::new(cx.t("sign-out-drop-loses")).wrap());
        }
        give_up = ui.add(Button::danger(cx.t("sign-out-drop")).with_icon(Icon::Trash)).clicked();
    });
    if give_up {
        return Some(Some(out(true)));
    }
    answer.map(|answer| (answer == Answer::Confirmed).then(|| out(false)))
}

/// The page shown until the requests under way have ended and the account is left.
pub fn leaving(ui: &mut Ui, cx: &Cx<'_>) {
    let is_creating = cx.model.import.phase == Phase::Running || !cx.model.product_edits.is_running();
    let body = if is_creating { "leaving-body" } else { "leaving-changes-body" };
    page(ui, "leaving", |ui| {
        ui.add_space(ui.ctx().content_rect().height() * 0.28);
        widgets::empty_state(ui, Icon::Clock, cx.t("leaving-title"), cx.t(body), Vec::new());
    });
}

/// The card in Settings with all accounts, and a button to add one.
pub fn card(ui: &mut Ui, cx: &mut Cx<'_>) {
    ask_identity(ui, cx);
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if cx.model.sign_in.accounts.is_empty() {
            vitrine_text::strong(ui, cx.t("accounts-title"));
            ui.add(Text::new(cx.t("accounts-none")).color(theme::palette(ui).ink_soft).wrap());
        } else {
            list(ui, cx);
        }
        ui.add_space(space::S);
        let practice = matches!(cx.model.session, Session::SignedIn { practice: true, .. });
        sides(
            ui,
            height::CONTROL,
            |ui| {
                let (add, leave) = if practice {
                    ("account-other-market", LeaveTarget::Market)
                } else {
                    ("account-add", LeaveTarget::Add)
                };
                if ui.add(Button::secondary(cx.t(add)).with_icon(Icon::Create)).clicked() {
                    cx.act(Action::Leave(leave));
                }
            },
            |_| {},
        );
        if !practice && ui.add(Button::quiet(cx.t("login-practice-action")).with_icon(Icon::Shop)).clicked() {
            cx.ask(Command::Account(AccountCommand::UseMarket(MarketChoice::Practice)));
        }
    });
}
