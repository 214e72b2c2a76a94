//! The saved marketplaces.

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use crate::worker::{
    AccountCommand, Command, MarketChoice, MarketEntry, PickTarget, PlatformCommand, Session,
};
use vitrine_model::{Action, Question, SetupAction};
use vitrine_text::Text;
use vitrine_widgets::Button;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::sides;
use vitrine_widgets::theme::{self, space};

/// The card in Settings with all marketplaces, and buttons to add one.
pub fn card(ui: &mut Ui, cx: &mut Cx<'_>) {
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        vitrine_text::strong(ui, cx.t("markets-title"));
        let model = cx.model;
        if model.sign_in.markets.is_empty() {
            ui.add(Text::new(cx.t("markets-none")).color(theme::palette(ui).ink_soft).wrap());
        }
        for market in &model.sign_in.markets {
            ui.separator();
            row(ui, cx, market);
        }
        ui.add_space(space::S);
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::secondary(cx.t("setup-new")).with_icon(Icon::Create)).clicked() {
                cx.act(Action::Setup(SetupAction::New));
            }
            if ui.add(Button::secondary(cx.t("login-own-choose")).with_icon(Icon::File)).clicked() {
                cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::MarketFile)));
            }
        });
    });
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, market: &MarketEntry) {
    let p = theme::palette(ui);
    let (mut open, mut edit, mut remove) = (false, false, false);
    let here = matches!(&cx.model.session, Session::SignedIn { market: name, practice: false, .. } if Some(name) == market.id.as_ref());
    sides(
        ui,
        48.0,
        |ui| {
            vitrine_widgets::layout::column(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let others = cx.model.sign_in.markets.iter().filter_map(|other| other.id.as_deref());
                ui.add(
                    Text::new(
                        cx.words.market_name_among(market.id.as_deref().unwrap_or(&market.name), others),
                    )
                    .strong()
                    .truncate(),
                );
                match &market.problem {
                    Some(problem) => {
                        drop(ui.add(
                            Text::new(cx.words.problem(problem).title).small().color(p.bad.ink).truncate(),
                        ));
                    }
                    None if market.is_offered => {
                        drop(ui.add(Text::new(cx.t("market-offered")).small().color(p.ink_soft).truncate()));
                    }
                    None => {
                        let accounts = cx.format("market-accounts", crate::args!["count" => market.accounts]);
                        ui.add(Text::new(accounts).small().color(p.ink_soft).truncate());
                    }
                }
            });
        },
        |ui| {
            let named = |key| cx.format(key, crate::args!["name" => cx.words.market_name(&market.name)]);
            let usable = market.problem.is_none();
            if !market.is_offered {
                remove = ui.add(Button::icon(Icon::Trash, named("market-remove-named"))).clicked();
                edit = usable && ui.add(Button::icon(Icon::Settings, named("market-edit-named"))).clicked();
            }
            open = usable
                && !here
                && ui
                    .add(Button::secondary(cx.t("market-open")).small().named(named("market-open-named")))
                    .clicked();
        },
    );
    if open {
        cx.ask(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market.file.clone()))));
    }
    if edit {
        cx.act(Action::Setup(SetupAction::Open(market.file.clone())));
    }
    if remove {
        cx.act(Action::Question(Question::RemoveMarket(market.clone())));
    }
}
