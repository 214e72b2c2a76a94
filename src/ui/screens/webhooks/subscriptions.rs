//! The account's webhooks as the marketplace lists them: switch, edit, delete, and the log of deliveries.

use crate::ui::outcome;
use eframe::egui::Ui;

use super::event_words::names;
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{page, title};
use crate::worker::WebhookRequest;
use vitrine_core::market::{DeliveryAttempt, Webhook, WebhookChange, WebhookOperation};
use vitrine_domain::WebhookId;
use vitrine_model::{Action, WebhookAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::sides;
use vitrine_widgets::layout::{centred, column};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, Button, Dialog, Pill, check};

/// The part's own state.
#[derive(Default)]
pub struct SubscriptionsView {
    /// The webhook that is to be deleted, if the user confirms it.
    deleting: Option<Webhook>,
    /// The webhook that is to be changed in the form.
    pub edited: Option<Webhook>,
}

/// Draws the part. `parts` draws the choice of parts.
pub fn show(
    ui: &mut Ui,
    view: &mut SubscriptionsView,
    cx: &mut Cx<'_>,
    parts: impl FnOnce(&mut Ui, &mut Cx<'_>),
) {
    page(ui, "webhook subscriptions", |ui| {
        centred(ui, 760.0, |ui| {
            let mut refresh = false;
            let is_asking = cx.model.webhooks.subscriptions.is_asking(&WebhookRequest::List);
            title(ui, cx.t("webhooks-title"), |ui| {
                refresh = ui
                    .add(
                        Button::secondary(cx.t("webhooks-refresh"))
                            .with_icon(Icon::Refresh)
                            .enabled(!is_asking),
                    )
                    .clicked();
            });
            if refresh {
                ask(cx, WebhookRequest::List);
            }
            parts(ui, cx);
            if let Some(problem) = &cx.model.webhooks.subscriptions.failure {
                outcome::problem(ui, cx.words, problem, None, |_| {});
                ui.add_space(space::S);
            }
            match &cx.model.webhooks.subscriptions.list {
                None if !cx.model.webhooks.subscriptions.offered.has(WebhookOperation::List)
                    && !is_asking =>
                {
                    ui.add(Text::new(cx.t("webhooks-not-listed")).color(theme::palette(ui).ink_soft).wrap());
                    ui.add_space(space::S);
                    requested(ui, cx);
                }
                None if is_asking => {
                    drop(ui.add(Text::new(cx.t("webhooks-reading")).color(theme::palette(ui).ink_soft)));
                }
                None => {}
                Some(list) if list.is_empty() => {
                    drop(ui.add(Text::new(cx.t("webhooks-none")).color(theme::palette(ui).ink_soft).wrap()));
                }
                Some(list) => {
                    for webhook in list {
                        ui.push_id(webhook.id.as_str(), |ui| card(ui, view, cx, webhook));
                        ui.add_space(space::S);
                    }
                }
            }
        });
    });
    confirm_deletion(ui, view, cx);
    log(ui, cx);
}

/// What was requested with this program, where the marketplace has no list.
fn requested(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    if !cx.model.webhooks.requested.is_empty() {
        ui.add(Text::new(cx.t("webhooks-requested")).strong());
    }
    for known in cx.model.webhooks.requested.iter().rev() {
        theme::card(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(Text::new(known.webhook.url.as_str()).strong().truncate());
            let line = match &known.id {
                Some(id) => cx.format(
                    "webhooks-row",
                    crate::args!["id" => id.as_str(), "method" => known.webhook.method.as_str()],
                ),
                None if known.is_confirmed => cx.t("webhooks-added"),
                None => cx.t("webhooks-unconfirmed"),
            };
            ui.add(
                Text::new(line)
                    .small()
                    .color(if known.is_confirmed { p.ink_soft } else { p.warn.ink })
                    .wrap(),
            );
            ui.add(Text::new(names(cx.words, &known.webhook.event_ids)).color(p.ink_soft).wrap());
        });
        ui.add_space(space::S);
    }
}

fn ask(cx: &mut Cx<'_>, request: WebhookRequest) {
    cx.act(Action::Webhook(WebhookAction::Ask(request)));
}

fn card(ui: &mut Ui, view: &mut SubscriptionsView, cx: &mut Cx<'_>, webhook: &Webhook) {
    let p = theme::palette(ui);
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let (mut shows_log, mut edits, mut deletes) = (false, false, false);
        let id = webhook.id.as_str();
        sides(
            ui,
            44.0,
            |ui| {
                column(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.add(Text::new(webhook.url.as_str()).strong().truncate());
                    let method = webhook.method.as_deref().unwrap_or("POST");
                    let line = cx.format("webhooks-row", crate::args!["id" => id, "method" => method]);
                    ui.add(Text::new(line).small().color(p.ink_soft).truncate());
                });
            },
            |ui| {
                let named = |key| cx.format(key, crate::args!["id" => id]);
                let offered = &cx.model.webhooks.subscriptions.offered;
                let changes = offered.has(WebhookOperation::One);
                deletes =
                    changes && ui.add(Button::icon(Icon::Trash, named("webhooks-delete-named"))).clicked();
                edits = changes && ui.add(Button::icon(Icon::Edit, named("webhooks-edit-named"))).clicked();
                shows_log = offered.has(WebhookOperation::Log)
                    && ui
                        .add(
                            Button::secondary(cx.t("webhooks-log"))
                                .small()
                                .named(named("webhooks-log-named")),
                        )
                        .clicked();
            },
        );
        ui.add(Text::new(names(cx.words, &webhook.event_ids)).color(p.ink_soft).wrap());
        if check(ui, webhook.active, cx.t("webhooks-is-active")).clicked() {
            let change = WebhookChange { active: Some(!webhook.active), ..WebhookChange::default() };
            ask(cx, WebhookRequest::Change { id: webhook.id.clone(), change });
        }
        if shows_log {
            ask(cx, WebhookRequest::Log(webhook.id.clone()));
        }
        if edits {
            view.edited = Some(webhook.clone());
        }
        if deletes {
            view.deleting = Some(webhook.clone());
        }
    });
}

fn confirm_deletion(ui: &Ui, view: &mut SubscriptionsView, cx: &mut Cx<'_>) {
    let Some(webhook) = &view.deleting else { return };
    let dialog = Dialog::new("delete webhook", cx.t("webhooks-delete-title"), cx.t("cancel"))
        .confirm(Button::danger(cx.t("webhooks-delete")).with_icon(Icon::Trash));
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("webhooks-delete-body")).wrap());
        ui.add(Text::new(webhook.url.as_str()).color(theme::palette(ui).ink_soft).wrap());
    });
    if let Some(answer) = answer {
        if answer == Answer::Confirmed {
            ask(cx, WebhookRequest::Delete(webhook.id.clone()));
        }
        view.deleting = None;
    }
}

/// What the marketplace tried to deliver to a webhook.
fn log(ui: &Ui, cx: &mut Cx<'_>) {
    let Some((id, attempts)) = &cx.model.webhooks.subscriptions.log else { return };
    let (id, attempts): (&WebhookId, &Vec<DeliveryAttempt>) = (id, attempts);
    let dialog = Dialog::new(
        "webhook log",
        cx.format("webhooks-log-title", crate::args!["id" => id.as_str()]),
        cx.t("close"),
    )
    .large()
    .up_to(760.0);
    let answer = dialog.show(ui, |ui| {
        if attempts.is_empty() {
            ui.add(Text::new(cx.t("webhooks-log-empty")).wrap());
        }
        Scroll::new("webhook log").up_to(Dialog::room(ui)).show(ui, |ui| {
            for attempt in attempts.iter().take(200) {
                attempt_row(ui, cx, attempt);
            }
        });
    });
    if answer.is_some() {
        cx.act(Action::Webhook(WebhookAction::CloseLog));
    }
}

fn attempt_row(ui: &mut Ui, cx: &Cx<'_>, attempt: &DeliveryAttempt) {
    let p = theme::palette(ui);
    let is_taken = attempt.status.is_some_and(|status| (200..300).contains(&status));
    let status = attempt
        .status
        .map_or_else(|| cx.t("webhooks-log-unanswered"), |status| cx.words.integer(status).into());
    ui.horizontal(|ui| {
        ui.add(Pill::new(status, if is_taken { p.good } else { p.bad }));
        let at = attempt
            .at
            .as_deref()
            .map_or_else(String::new, |at| at.parse().map_or_else(|_| at.to_owned(), |at| cx.date_time(at)));
        ui.add(Text::new(at).small().color(p.ink_soft));
    });
    for text in [&attempt.request, &attempt.response].into_iter().flatten().filter(|text| !text.is_empty()) {
        let shown: String = text.chars().take(300).collect();
        ui.add(Text::new(shown).small().wrap());
    }
    ui.add_space(space::XS);
}
