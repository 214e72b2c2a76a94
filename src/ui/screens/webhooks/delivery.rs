//! One whole delivery: as a tree or raw, to be copied or passed on again.

use std::collections::BTreeSet;

use eframe::egui::Ui;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::curl::{self, Shell};
use super::event_words::name;
use super::json_tree;
use crate::ui::screens::Cx;
use vitrine_core::market::delivery_content;
use vitrine_domain::foreign_text::{printable_json, printable_lines};
use vitrine_domain::{Forwarding, StoredDelivery};
use vitrine_model::{Action, WebhookAction};
use vitrine_text::{Direction, Text};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, Dialog, named_segments};

/// How many lines of a raw delivery are shown; the rest can be copied.
const MAX_LINES: usize = 1_000;
/// How many characters of a line are shown.
const MAX_CHARS: usize = 2_000;

/// The dialog's own state.
#[derive(Default)]
pub struct DeliveryView {
    raw: bool,
    folded: BTreeSet<String>,
    /// The delivery that was parsed, and its value.
    parsed: Option<(i64, Option<Value>)>,
}

/// Draws the dialog while a delivery is opened. `address` is where deliveries are received now.
pub fn show(ui: &Ui, view: &mut DeliveryView, cx: &mut Cx<'_>, address: Option<&str>) {
    let Some(opened) = &cx.model.webhooks.deliveries.opened else { return };
    if view.parsed.as_ref().is_none_or(|(id, _)| *id != opened.id) {
        view.folded.clear();
        view.parsed = Some((opened.id, serde_json::from_slice(&opened.body).ok()));
    }
    let event = delivery_content(&opened.body).event.map(|event| event.id);
    let dialog = Dialog::new("delivery", name(cx, event), cx.t("close")).large().up_to(760.0);
    let mut replay = false;
    let answer = dialog.show(ui, |ui| {
        let p = theme::palette(ui);
        let (first, last) = (cx.date_time(opened.first_at), cx.date_time(opened.last_at));
        let times = match opened.count {
            0 | 1 => cx.format("delivery-at", crate::args!["at" => first]),
            count => {
                cx.format("delivery-at-times", crate::args!["at" => first, "last" => last, "count" => count])
            }
        };
        ui.add(Text::new(times).small().color(p.ink_soft).wrap());
        ui.horizontal_wrapped(|ui| {
            let options = [(false, cx.t("delivery-tree"), None), (true, cx.t("delivery-raw"), None)];
            if let Some(raw) = named_segments(ui, &cx.t("delivery-form"), view.raw, &options) {
                view.raw = raw;
            }
            if ui.add(Button::secondary(cx.t("delivery-copy")).with_icon(Icon::Paste).small()).clicked() {
                ui.ctx().copy_text(body_text(opened));
            }
            for shell in Shell::ALL {
                let label = match shell {
                    Shell::Sh => "delivery-copy-curl",
                    Shell::Cmd => "delivery-copy-cmd",
                    Shell::Power => "delivery-copy-powershell",
                };
                if ui.add(Button::secondary(cx.t(label)).small()).clicked() {
                    ui.ctx().copy_text(curl::command(shell, opened, address));
                }
            }
            if opened.forwarding != Forwarding::Off {
                replay = ui
                    .add(Button::secondary(cx.t("delivery-replay")).with_icon(Icon::Refresh).small())
                    .clicked();
            }
        });
        ui.add_space(space::XS);
        Scroll::new("delivery")
            .up_to(Dialog::room(ui) - 60.0)
            .by_keys()
            .show(ui, |ui| contents(ui, view, cx, opened));
    });
    let id = opened.id;
    if replay {
        cx.act(Action::Webhook(WebhookAction::Replay(id)));
    }
    if answer.is_some() {
        cx.act(Action::Webhook(WebhookAction::Open(None)));
    }
}

/// The parts of a value, which can be folded.
fn tree(ui: &mut Ui, folded: &mut BTreeSet<String>, value: &Value) {
    let mut toggled = None;
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 22.0;
    for line in json_tree::lines(value, folded) {
        ui.horizontal(|ui| {
            ui.add_space(18.0 * line.depth as f32);
            match &line.fold {
                None => drop(ui.add(Text::new(shortened(&line.text)).wrap().selectable())),
                Some((path, is_folded)) => {
                    let icon = if *is_folded { Icon::Forward } else { Icon::Down };
                    let button =
                        Button::quiet(line.text.as_str()).with_icon(icon).small().expands(!is_folded);
                    if ui.push_id(path, |ui| ui.add(button).clicked()).inner {
                        toggled = Some(path.clone());
                    }
                }
            }
        });
    }
    if let Some(path) = toggled
        && !folded.remove(&path)
    {
        folded.insert(path);
    }
}

fn contents(ui: &mut Ui, view: &mut DeliveryView, cx: &Cx<'_>, opened: &StoredDelivery) {
    let DeliveryView { raw: is_raw, folded, parsed } = view;
    let value = parsed.as_ref().and_then(|(_, value)| value.as_ref());
    match value {
        Some(value) if !*is_raw => tree(ui, folded, value),
        _ => {
            if value.is_none() {
                ui.add(
                    Text::new(cx.t("delivery-not-json")).small().color(theme::palette(ui).ink_soft).wrap(),
                );
            }
            raw(ui, cx, value, opened);
        }
    }
}

fn raw(ui: &mut Ui, cx: &Cx<'_>, value: Option<&Value>, opened: &StoredDelivery) {
    let pretty = value.and_then(|value| serde_json::to_string_pretty(value).ok());
    let text = pretty.unwrap_or_else(|| body_text(opened));
    for line in text.lines().take(MAX_LINES) {
        ui.add(Text::new(shortened(line)).direction(Direction::LeftToRight).wrap().selectable());
    }
    if text.lines().count() > MAX_LINES || text.lines().any(|line| line.len() > MAX_CHARS) {
        ui.add(Text::new(cx.t("delivery-cut")).small().color(theme::palette(ui).ink_soft).wrap());
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(MAX_CHARS).collect()
}

/// What came, in a form in which no terminal or editor obeys it when it is pasted.
fn body_text(delivery: &StoredDelivery) -> String {
    let text = String::from_utf8_lossy(&delivery.body);
    let is_json = serde_json::from_slice::<IgnoredAny>(&delivery.body).is_ok();
    if is_json { printable_json(&text) } else { printable_lines(&text) }.into_owned()
}
