//! Pages without navigation.

use eframe::egui::{Frame, Margin, Ui};

use super::brand::brand;
use super::language::choose_language;
use super::page::page;
use crate::ui::commands::UiCommand;
use crate::ui::screens::{Cx, notifications};
use vitrine_model::Action;
use vitrine_widgets as widgets;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{centred, sides};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::space;

/// A page without navigation: the app's name, the choice of language, and `contents`.
pub fn standalone(ui: &mut Ui, id: &str, cx: &mut Cx<'_>, contents: impl FnOnce(&mut Ui, &mut Cx<'_>)) {
    let margin = if ui.available_width() > 760.0 { 28 } else { 16 };
    let covered = widgets::covered_by_toasts(ui);
    Scroll::new(id).by_keys().covered(covered).show(ui, |ui| {
        Frame::new().inner_margin(Margin::same(margin)).show(ui, |ui| {
            centred(ui, 880.0, |ui| {
                let settings = &cx.model.settings;
                let mut language = None;
                let bell = (!cx.model.notifications.is_empty()).then(|| notifications::bell(cx, false));
                let (mut look, mut helps) = (false, false);
                sides(
                    ui,
                    36.0,
                    |ui| brand(ui, cx),
                    |ui| {
                        look = bell.is_some_and(|bell| ui.add(bell).clicked());
                        language = widgets::group(ui, &cx.t("settings-language"), |ui| {
                            choose_language(ui, cx.words, settings)
                        });
                        helps = ui.add(UiCommand::Overview.icon_button(cx.words)).clicked();
                    },
                );
                if helps {
                    cx.command = Some(UiCommand::Overview);
                }
                if look {
                    cx.act(Action::ShowNotifications(true));
                }
                if let Some(settings) = language {
                    cx.act(Action::Settings(settings));
                }
                ui.add_space((ui.ctx().content_rect().height() - 720.0).clamp(space::S, 60.0));
                contents(ui, cx);
            });
        });
    });
}

/// A page that says the marketplace is checking the token.
pub fn checking(ui: &mut Ui, cx: &Cx<'_>, market: &str) {
    let text = cx.format("login-checking", crate::args!["market" => cx.words.market_name(market)]);
    page(ui, "checking", |ui| {
        ui.add_space(ui.ctx().content_rect().height() * 0.28);
        widgets::empty_state(ui, Icon::Shop, text, cx.asked_wait().unwrap_or_default().into(), Vec::new());
    });
}
