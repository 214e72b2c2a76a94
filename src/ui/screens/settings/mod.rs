//! The settings screen: language, appearance, thumbnails, accounts, marketplaces, updates and version.

pub mod market_form;
mod markets;

use super::context::Cx;
use super::frame::{choose_language, page, title};
use super::sign_in::accounts;
use super::updates;
use crate::worker::{Command, Session, Settings, Theme, ThumbnailCommand};
use eframe::egui::Ui;
use vitrine_domain::{Currency, RialPrices};
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{centred, sides};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, labelled, segments};

/// Draws the screen.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    page(ui, "settings", |ui| {
        centred(ui, 720.0, |ui| {
            title(ui, cx.t("settings-title"), |_| {});
            ui.add_space(space::M);
            theme::card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                let chosen = labelled(ui, cx.t("settings-language"), |ui| {
                    choose_language(ui, cx.words, &cx.model.settings)
                });
                if let Some(settings) = chosen {
                    cx.act(Action::Settings(settings));
                }
                ui.add_space(space::L);
                labelled(ui, cx.t("settings-theme"), |ui| appearance(ui, cx));
                ui.add_space(space::L);
                labelled(ui, cx.t("settings-zoom"), |ui| zoom(ui, cx));
                ui.add_space(space::L);
                rial_prices(ui, cx);
                labelled(ui, cx.t("settings-pictures"), |ui| pictures(ui, cx));
            });
            ui.add_space(space::M);
            accounts::card(ui, cx);
            ui.add_space(space::M);
            markets::card(ui, cx);
            updates::card(ui, cx);
            ui.add_space(space::M);
            theme::card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                let p = theme::palette(ui);
                vitrine_text::strong(ui, cx.t("settings-about"));
                vitrine_text::label(
                    ui,
                    cx.format(
                        "settings-version",
                        crate::args!["version" => cx.words.digits(env!("CARGO_PKG_VERSION"))],
                    ),
                );
                ui.add(Text::new(cx.t("settings-about-body")).color(p.ink_soft).wrap());
                ui.add(Text::new(cx.t("settings-font")).small().color(p.ink_soft).wrap());
            });
        });
    });
}

/// How prices are read and written, where the marketplace's are in rial.
fn rial_prices(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Session::SignedIn { market, currency: Currency::Rial(now), .. } = &cx.model.session else { return };
    let name = cx.words.market_name(market).into_owned();
    let options = [
        (RialPrices::InToman, cx.t("settings-prices-toman"), None),
        (RialPrices::InRial, cx.t("settings-prices-rial"), None),
        (RialPrices::TomanBeside, cx.t("settings-prices-both"), None),
    ];
    let label = cx.format("settings-prices", crate::args!["market" => name]);
    let chosen = labelled(ui, label, |ui| segments(ui, *now, &options));
    ui.add(Text::new(cx.t("settings-prices-help")).small().color(theme::palette(ui).ink_soft).wrap());
    ui.add_space(space::L);
    if let Some(chosen) = chosen {
        let mut settings = cx.model.settings.clone();
        settings.rial_prices.insert(market.clone(), chosen);
        cx.act(Action::Settings(settings));
    }
}

/// The size of the thumbnail cache, with a button to clear it.
fn pictures(ui: &mut Ui, cx: &mut Cx<'_>) {
    let bytes = cx.model.picture_cache;
    let size = match bytes {
        Some(0) => cx.t("settings-pictures-none"),
        Some(bytes) => cx.format("settings-pictures-size", crate::args!["size" => cx.words.file_size(bytes)]),
        None => cx.t("settings-pictures-measuring"),
    };
    let mut clear = false;
    sides(
        ui,
        theme::height::CONTROL,
        |ui| drop(ui.add(Text::new(size).truncate())),
        |ui| {
            let button = Button::secondary(cx.t("settings-pictures-clear")).with_icon(Icon::Trash);
            clear = ui.add(button.enabled(bytes.is_some_and(|bytes| bytes > 0))).clicked();
        },
    );
    ui.add(Text::new(cx.t("settings-pictures-help")).small().color(theme::palette(ui).ink_soft).wrap());
    if clear {
        cx.ask(Command::Thumbnail(ThumbnailCommand::ClearCache));
    }
}

/// The sizes on offer, in percent; Ctrl with plus and minus sets others.
const ZOOMS: [u16; 5] = [90, 100, 125, 150, 200];

fn zoom(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.model.settings;
    let mut percents = ZOOMS.to_vec();
    if !percents.contains(&settings.zoom()) {
        percents.push(settings.zoom());
        percents.sort_unstable();
    }
    let options: Vec<_> = percents
        .into_iter()
        .map(|percent| (percent, cx.words.percent(f64::from(percent) / 100.0).into(), None))
        .collect();
    if let Some(percent) = segments(ui, settings.zoom(), &options) {
        cx.act(Action::Settings(Settings { zoom_percent: Some(percent), ..settings.clone() }));
    }
}

fn appearance(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.model.settings;
    let options = [
        (Theme::System, cx.t("settings-theme-system"), None),
        (Theme::Light, cx.t("settings-theme-light"), None),
        (Theme::Dark, cx.t("settings-theme-dark"), None),
    ];
    if let Some(theme) = segments(ui, settings.theme, &options) {
        cx.act(Action::Settings(Settings { theme, ..settings.clone() }));
    }
}
