//! A plain form for operation 9: which events, told where, by which service.

use std::collections::BTreeSet;

use eframe::egui::Ui;

use super::{Cx, Foot, again_offer, page, title};
use crate::domain::{EVENTS, ServiceId};
use crate::market::NewWebhook;
use crate::ui::icons::Icon;
use crate::ui::layout::{centred, column, sides, tiles};
use crate::ui::model::{Action, WebhookState};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, space};
use crate::ui::widgets::{self, Button, Field, Notice, check, labelled, segments};

pub struct View {
    events: BTreeSet<u32>,
    url: String,
    method: &'static str,
    active: bool,
    /// Whether an existing service is named, rather than one made for the caller.
    known_service: bool,
    service: String,
}

impl Default for View {
    fn default() -> Self {
        Self { events: BTreeSet::new(), url: String::new(), method: METHODS[0], active: true, known_service: false, service: String::new() }
    }
}

/// POST is the one the contract uses; the others are taken by the public marketplace.
const METHODS: [&str; 3] = ["POST", "PUT", "PATCH"];

pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let ready = webhook(view);
    let foot = Foot::keep_room(ui);
    page(ui, "webhooks", |ui| {
        centred(ui, 760.0, |ui| {
            title(ui, cx.t("webhooks-title"), |_| {});
            ui.add(Text::new(cx.t("webhooks-intro")).color(theme::palette(ui).ink_soft).wrap());
            ui.add_space(space::S);
            result(ui, cx);
            theme::card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                labelled(ui, cx.t("webhooks-events"), |ui| events(ui, view, cx));
            });
            ui.add_space(space::S);
            theme::card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = space::M;
                delivery(ui, view, cx);
            });
            ui.add_space(space::L);
        });
    });
    foot.show(ui, |ui| send_bar(ui, cx, ready));
}

fn events(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    tiles(ui, 300.0, &EVENTS, |ui, event| {
        let words = cx.words.event(event);
        if check(ui, view.events.contains(&event.id), words.name).clicked() && !view.events.remove(&event.id) {
            view.events.insert(event.id);
        }
        ui.horizontal(|ui| {
            ui.add_space(28.0);
            column(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.add(Text::new(words.meaning).small().color(p.ink_soft).wrap());
                let lacking = cx.model.lacks_scope(event.scope);
                let needs = cx.format("webhooks-event-needs", crate::args!["scope" => event.scope]);
                ui.add(Text::new(needs).small().color(if lacking { p.warn.ink } else { p.ink_soft }).wrap());
            });
        });
        ui.add_space(space::S);
    });
}

fn delivery(ui: &mut Ui, view: &mut View, cx: &Cx<'_>) {
    let wrong = !view.url.trim().is_empty() && !is_web_address(&view.url);
    let field = Field::new(cx.t("webhooks-url")).help(cx.t("webhooks-url-help")).error(wrong.then(|| cx.t("webhooks-url-wrong")));
    field.show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(text::line_edit("webhook address", &mut view.url).hint("https://").width(width).margin(theme::EDITOR).error(error))
    });
    labelled(ui, cx.t("webhooks-method"), |ui| {
        let options = METHODS.map(|method| (method, method.into(), None));
        if let Some(method) = segments(ui, view.method, &options) {
            view.method = method;
        }
    });
    if check(ui, view.active, cx.t("webhooks-active")).clicked() {
        view.active = !view.active;
    }
    labelled(ui, cx.t("webhooks-service"), |ui| {
        let options = [(false, cx.t("webhooks-service-mine"), None), (true, cx.t("webhooks-service-known"), None)];
        if let Some(known) = segments(ui, view.known_service, &options) {
            view.known_service = known;
        }
    });
    if view.known_service {
        Field::new(cx.t("webhooks-service-id")).show(ui, |ui, error| {
            ui.add(text::line_edit("webhook service", &mut view.service).width(200.0).margin(theme::EDITOR).error(error))
        });
    }
}

fn result(ui: &mut Ui, cx: &mut Cx<'_>) {
    match &cx.model.webhook {
        WebhookState::Added(id) => {
            let tone = theme::palette(ui).good;
            Notice::new(tone, Icon::Check, cx.t("webhooks-added")).show(ui, |ui| {
                if let Some(id) = id {
                    text::label(ui, cx.format("webhooks-added-id", crate::args!["id" => id.as_str()]));
                }
            });
        }
        WebhookState::Failed(problem) => {
            widgets::problem(ui, cx.words, problem, None, |ui| again_offer(ui, cx, problem));
        }
        WebhookState::Idle | WebhookState::Sending => {}
    }
}

fn send_bar(ui: &mut Ui, cx: &mut Cx<'_>, ready: Result<NewWebhook, &'static str>) {
    let sending = cx.model.webhook == WebhookState::Sending;
    let (enabled, reason) = match &ready {
        Ok(_) => (!sending, None),
        Err(key) => (false, Some(*key)),
    };
    let p = theme::palette(ui);
    let label = cx.t(if sending { "webhooks-adding" } else { "webhooks-add" });
    let mut pressed = false;
    sides(
        ui,
        theme::height::CONTROL,
        |ui| {
            if let Some(key) = reason {
                ui.add(Text::new(cx.t(key)).color(p.ink_soft).truncate());
            }
        },
        |ui| pressed = ui.add_enabled(enabled, Button::primary(label)).clicked(),
    );
    if let (true, Ok(webhook)) = (pressed, ready) {
        cx.act(Action::AddWebhook(webhook));
    }
}

/// The webhook as filled in, or the key of what is missing.
fn webhook(view: &View) -> Result<NewWebhook, &'static str> {
    if view.events.is_empty() {
        return Err("webhooks-events-missing");
    }
    if view.url.trim().is_empty() {
        return Err("webhooks-url-missing");
    }
    if !is_web_address(&view.url) {
        return Err("webhooks-url-wrong");
    }
    let service = if view.known_service { Some(ServiceId::new(&view.service).ok_or("webhooks-service-missing")?) } else { None };
    Ok(NewWebhook {
        event_ids: view.events.iter().copied().collect(),
        method: view.method.to_owned(),
        url: view.url.trim().to_owned(),
        active: view.active,
        service,
    })
}

fn is_web_address(text: &str) -> bool {
    url::Url::parse(text.trim()).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}
