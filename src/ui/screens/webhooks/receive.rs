//! The receiver on this computer, and the list of what was delivered to it.

use crate::ui::outcome;
use eframe::egui::Ui;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::delivery;
use super::event_words::name;
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{page, title};
use crate::worker::{Delivery, ReceiverChoice, ReceiverState, WebhookRequest, may_forward_to};
use vitrine_core::market::WebhookOperation;
use vitrine_domain::Forwarding;
use vitrine_domain::{EVENTS, parse_integer};
use vitrine_model::{Action, WebhookAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{centred, column, sides};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, Button, Dialog, FormField, Notice, VirtualList, check, select};

/// The part's own state.
pub struct ReceiveView {
    port: String,
    is_open: bool,
    token: String,
    forward: String,
    /// Whether it is explained how events get here.
    explains: bool,
    /// The event whose deliveries are shown; `None`: all.
    event: Option<u32>,
    oldest_first: bool,
    /// The event that the practice shop is to deliver.
    tried: u32,
    rows: VirtualList,
    /// What is listed: indices of the model's list, made anew when that changes.
    shown: Vec<usize>,
    shown_for: Option<(u64, Option<u32>, bool)>,
    /// What is to be deleted, if the user confirms it.
    deleting: Option<Deleting>,
    delivery: delivery::DeliveryView,
}

#[derive(Clone, Copy)]
enum Deleting {
    Deliveries,
    Token,
}

impl Default for ReceiveView {
    fn default() -> Self {
        Self {
            port: "8766".to_owned(),
            is_open: false,
            token: String::new(),
            forward: String::new(),
            explains: false,
            event: None,
            oldest_first: false,
            tried: 8,
            rows: VirtualList::default(),
            shown: Vec::new(),
            shown_for: None,
            deleting: None,
            delivery: delivery::DeliveryView::default(),
        }
    }
}

/// Draws the part. `parts` draws the choice of parts.
pub fn show(ui: &mut Ui, view: &mut ReceiveView, cx: &mut Cx<'_>, parts: impl FnOnce(&mut Ui, &mut Cx<'_>)) {
    view.arrange(cx);
    page(ui, "webhook receiver", |ui| {
        centred(ui, 760.0, |ui| {
            title(ui, cx.t("webhooks-title"), |_| {});
            parts(ui, cx);
            theme::card(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = space::M;
                receiver(ui, view, cx);
            });
            ui.add_space(space::S);
            explanation(ui, view, cx);
            practice(ui, view, cx);
            ui.add_space(space::S);
            list(ui, view, cx);
        });
    });
    delivery::show(ui, &mut view.delivery, cx, address(cx).as_deref());
    confirm_deleting(ui, view, cx);
}

/// Where deliveries are received now.
fn address(cx: &Cx<'_>) -> Option<String> {
    match &cx.model.webhooks.deliveries.receiver {
        ReceiverState::On { address, .. } => Some(format!("http://127.0.0.1:{}", address.port())),
        _ => None,
    }
}

impl ReceiveView {
    /// What is to be started, or the key of what is wrong.
    fn choice(&self) -> Result<ReceiverChoice, &'static str> {
        let port = parse_integer(self.port.trim())
            .ok()
            .and_then(|port| u16::try_from(port).ok())
            .ok_or("receiver-port-wrong")?;
        let forward = match self.forward.trim() {
            "" => None,
            text => Some(Url::parse(text).ok().filter(may_forward_to).ok_or("receiver-forward-wrong")?),
        };
        let token = (!self.token.trim().is_empty()).then(|| SecretString::from(self.token.trim().to_owned()));
        Ok(ReceiverChoice { port, is_open: self.is_open, token, forward })
    }

    /// Decides which deliveries are listed, if anything about that has changed.
    fn arrange(&mut self, cx: &Cx<'_>) {
        let deliveries = &cx.model.webhooks.deliveries;
        let wanted = (deliveries.revision, self.event, self.oldest_first);
        if self.shown_for == Some(wanted) {
            return;
        }
        self.shown_for = Some(wanted);
        let passes = |delivery: &Delivery| self.event.is_none() || delivery.event == self.event;
        self.shown = deliveries
            .list
            .iter()
            .enumerate()
            .filter(|(_, delivery)| passes(delivery))
            .map(|(index, _)| index)
            .collect();
        if self.oldest_first {
            self.shown.reverse();
        }
    }
}

/// The switch, and how to receive.
fn receiver(ui: &mut Ui, view: &mut ReceiveView, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let state = &cx.model.webhooks.deliveries.receiver;
    let is_on = matches!(state, ReceiverState::On { .. } | ReceiverState::Starting);
    ui.add(Text::new(cx.t("receiver-intro")).color(p.ink_soft).wrap());
    if is_on {
        running(ui, view, cx);
    } else {
        options(ui, view, cx);
    }
    if let ReceiverState::Failed(problem) = state {
        outcome::problem(ui, cx.words, problem, None, |_| {});
    }
    let choice = view.choice();
    let button = if is_on {
        Button::secondary(cx.t("receiver-stop")).with_icon(Icon::Stop)
    } else {
        Button::primary(cx.t("receiver-start")).with_icon(Icon::Play).enabled(choice.is_ok())
    };
    if ui.add(button.identity("receiver")).clicked() {
        match (is_on, choice) {
            (true, _) => cx.act(Action::Webhook(WebhookAction::StopReceiving)),
            (false, Ok(choice)) => {
                // It is in the keychain now, and never shown again.
                view.token.clear();
                cx.act(Action::Webhook(WebhookAction::Receive(choice)));
            }
            (false, Err(_)) => {}
        }
    }
    // Below the buttons: it comes when something is refused, and moves none of them.
    let (wrong_token, other) = cx.model.webhooks.deliveries.refused;
    if is_on && wrong_token + other > 0 {
        let refused = cx.format("receiver-refused", crate::args!["token" => wrong_token, "other" => other]);
        ui.add(Text::new(refused).small().color(p.warn.ink).wrap());
    }
}

/// The address at which deliveries are received, and what happens to them.
fn running(ui: &mut Ui, view: &mut ReceiveView, cx: &Cx<'_>) {
    let deliveries = &cx.model.webhooks.deliveries;
    let (ReceiverState::On { checks_token, is_token_saved, .. }, Some(address)) =
        (&deliveries.receiver, address(cx))
    else {
        ui.add(Text::new(cx.t("receiver-starting")));
        return;
    };
    let (checks_token, is_token_saved, mut copy) = (*checks_token, *is_token_saved, false);
    sides(
        ui,
        theme::height::CONTROL,
        |ui| {
            Icon::Check.show(ui, 18.0, theme::palette(ui).good.ink);
            let said = cx.format("receiver-on", crate::args!["address" => address.as_str()]);
            ui.add(Text::new(said).truncate());
        },
        |ui| {
            copy = ui
                .add(Button::secondary(cx.t("receiver-copy-address")).with_icon(Icon::Paste).small())
                .clicked();
        },
    );
    if copy {
        ui.ctx().copy_text(address);
    }
    let key = if checks_token { "receiver-checks-token" } else { "receiver-checks-nothing" };
    ui.add(Text::new(cx.t(key)).small().color(theme::palette(ui).ink_soft).wrap());
    if let Some(token) = deliveries.made_token.as_ref().filter(|_| checks_token) {
        made_token(ui, cx, token.expose_secret());
    }
    if checks_token && !is_token_saved {
        ui.add(Text::new(cx.t("receiver-token-unsaved")).small().color(theme::palette(ui).warn.ink).wrap());
    }
    if let Ok(ReceiverChoice { forward: Some(to), .. }) = view.choice() {
        let to = cx.format("receiver-forwards", crate::args!["address" => to.as_str()]);
        ui.add(Text::new(to).small().color(theme::palette(ui).ink_soft).wrap());
    }
    let forget = || Button::quiet(cx.t("receiver-token-ask")).with_icon(Icon::Key).small();
    if checks_token && !view.is_open && ui.add(forget()).clicked() {
        view.deleting = Some(Deleting::Token);
    }
}

/// The token that was made, which other apps may have to know.
fn made_token(ui: &mut Ui, cx: &Cx<'_>, token: &str) {
    let said = Text::new(cx.format("receiver-token-made", crate::args!["token" => token]));
    let (said, mut copy) = (said.small().truncate(), false);
    sides(
        ui,
        theme::height::CONTROL,
        |ui| drop(ui.add(said)),
        |ui| {
            copy = ui
                .add(Button::secondary(cx.t("receiver-copy-token")).with_icon(Icon::Paste).small())
                .clicked();
        },
    );
    if copy {
        ui.ctx().copy_text(token.to_owned());
    }
}

fn options(ui: &mut Ui, view: &mut ReceiveView, cx: &Cx<'_>) {
    let wrong = view.choice().err();
    let error = |key: &'static str| (wrong == Some(key)).then(|| cx.t(key));
    FormField::new(cx.t("receiver-port"))
        .help(cx.t("receiver-port-help"))
        .error(error("receiver-port-wrong"))
        .show(ui, |ui, error| {
            ui.add(
                vitrine_text::line_edit("receiver port", &mut view.port)
                    .width(120.0)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        });
    FormField::new(cx.t("receiver-token")).help(cx.t("receiver-token-help")).show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(
            vitrine_text::line_edit("receiver token", &mut view.token)
                .password(true)
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
    FormField::new(cx.t("receiver-forward"))
        .help(cx.t("receiver-forward-help"))
        .error(error("receiver-forward-wrong"))
        .show(ui, |ui, error| {
            let width = ui.available_width();
            ui.add(
                vitrine_text::line_edit("receiver forward", &mut view.forward)
                    .hint("https://")
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        });
    if check(ui, view.is_open, cx.t("receiver-open")).clicked() {
        view.is_open = !view.is_open;
    }
    if view.is_open {
        Notice::new(theme::palette(ui).warn, Icon::Alert, cx.t("receiver-open-warning")).show(ui, |_| {});
    }
}

/// How events reach a computer that has no address on the internet.
fn explanation(ui: &mut Ui, view: &mut ReceiveView, cx: &Cx<'_>) {
    let icon = if view.explains { Icon::Up } else { Icon::Down };
    let button = Button::quiet(cx.t("receiver-public")).with_icon(icon).expands(view.explains);
    if ui.add(button.identity("receiver explanation")).clicked() {
        view.explains = !view.explains;
    }
    if view.explains {
        theme::card(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            for key in [
                "receiver-public-why",
                "receiver-public-tunnel",
                "receiver-public-server",
                "receiver-public-token",
            ] {
                ui.add(Text::new(cx.t(key)).wrap());
                ui.add_space(space::XS);
            }
        });
    }
}

/// In the practice shop: an event at the push of a button.
fn practice(ui: &mut Ui, view: &mut ReceiveView, cx: &mut Cx<'_>) {
    if !cx.model.webhooks.subscriptions.offered.has(WebhookOperation::Trial) {
        return;
    }
    let options: Vec<_> = EVENTS.iter().map(|event| (event.id, cx.words.event(event).name)).collect();
    let request = WebhookRequest::Try(view.tried);
    let subscriptions = &cx.model.webhooks.subscriptions;
    let is_asking = subscriptions.is_asking(&request);
    // Nothing would be delivered anywhere.
    let has_none = subscriptions.list.as_ref().is_some_and(Vec::is_empty);
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Text::new(cx.t("receiver-practice")).wrap());
        if has_none {
            ui.add(Text::new(cx.t("receiver-practice-first")).wrap());
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(event) = select(ui, &cx.t("receiver-practice-event"), view.tried, &options) {
                view.tried = event;
            }
            if ui
                .add(
                    Button::secondary(cx.t("receiver-practice-send"))
                        .small()
                        .enabled(!is_asking && !has_none)
                        .identity("practice event"),
                )
                .clicked()
            {
                cx.act(Action::Webhook(WebhookAction::Ask(request)));
            }
            if cx.model.webhooks.subscriptions.tried {
                ui.add(
                    Text::new(cx.t("receiver-practice-sent"))
                        .color(theme::palette(ui).good.ink)
                        .announced(false),
                );
            }
        });
    });
}

/// The deliveries, with a filter.
fn list(ui: &mut Ui, view: &mut ReceiveView, cx: &mut Cx<'_>) {
    let total = cx.model.webhooks.deliveries.list.len();
    let mut options = vec![(None, cx.t("receiver-all-events"))];
    options.extend(EVENTS.iter().map(|event| (Some(event.id), cx.words.event(event).name)));
    ui.horizontal_wrapped(|ui| {
        vitrine_text::strong(ui, cx.format("receiver-deliveries", crate::args!["count" => total]));
        if let Some(event) = select(ui, &cx.t("receiver-filter"), view.event, &options) {
            view.event = event;
        }
        let orders = [(false, cx.t("receiver-newest-first")), (true, cx.t("receiver-oldest-first"))];
        if let Some(oldest_first) = select(ui, &cx.t("receiver-order"), view.oldest_first, &orders) {
            view.oldest_first = oldest_first;
        }
        if total > 0
            && ui.add(Button::quiet(cx.t("receiver-clear-ask")).with_icon(Icon::Trash).small()).clicked()
        {
            view.deleting = Some(Deleting::Deliveries);
        }
    });
    if view.shown.is_empty() {
        ui.add(Text::new(cx.t("receiver-nothing")).color(theme::palette(ui).ink_soft).wrap());
    }
    let ReceiveView { rows, shown, .. } = view;
    let model = cx.model;
    let mut opened = None;
    rows.show(ui, shown.len(), |ui, index| {
        let Some(delivery) = shown.get(index).and_then(|at| model.webhooks.deliveries.list.get(*at)) else {
            return;
        };
        if row(ui, cx, delivery) {
            opened = Some(delivery.id);
        }
    });
    if let Some(id) = opened {
        cx.act(Action::Webhook(WebhookAction::Open(Some(id))));
    }
}

fn confirm_deleting(ui: &Ui, view: &mut ReceiveView, cx: &mut Cx<'_>) {
    let Some(deleting) = view.deleting else { return };
    let count = cx.model.webhooks.deliveries.list.len();
    let clear = || Button::danger(cx.t("receiver-clear"));
    let forget = || Button::danger(cx.t("receiver-token-forget"));
    let (title, body, button) = match deleting {
        Deleting::Deliveries => ("receiver-clear-title", "receiver-clear-body", clear()),
        Deleting::Token => ("receiver-token-title", "receiver-token-body", forget()),
    };
    let dialog = Dialog::new("delete deliveries", cx.t(title), cx.t("cancel"));
    let dialog = dialog.confirm(button.with_icon(Icon::Trash));
    let body = cx.format(body, crate::args!["count" => count]);
    let Some(answer) = dialog.show(ui, |ui| drop(ui.add(Text::new(body).wrap()))) else { return };
    view.deleting = None;
    match (answer, deleting, view.choice()) {
        (Answer::Confirmed, Deleting::Deliveries, _) => cx.act(Action::Webhook(WebhookAction::Clear)),
        (Answer::Confirmed, Deleting::Token, Ok(choice)) => {
            let choice = ReceiverChoice { token: Some(SecretString::default()), ..choice };
            cx.act(Action::Webhook(WebhookAction::Receive(choice)));
        }
        _ => {}
    }
}

fn row(ui: &mut Ui, cx: &Cx<'_>, delivery: &Delivery) -> bool {
    let p = theme::palette(ui);
    let mut opened = false;
    ui.separator();
    sides(
        ui,
        44.0,
        |ui| {
            column(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let words = name(cx, delivery.event);
                let line = match delivery.count {
                    0 | 1 => words,
                    count => {
                        cx.format("receiver-times", crate::args!["name" => words.as_ref(), "count" => count])
                    }
                };
                ui.add(Text::new(line).strong().truncate());
                let size = cx.words.file_size(delivery.size as u64);
                let arguments = crate::args![
                    "at" => cx.recent_time(delivery.last_at), "method" => delivery.method.as_str(), "path" => delivery.path.as_str(), "size" => size
                ];
                ui.add(Text::new(cx.format("receiver-row", arguments)).small().color(p.ink_soft).truncate());
            });
        },
        |ui| {
            let words = name(cx, delivery.event);
            let tip =
                cx.format("receiver-open-named", crate::args!["name" => words.as_ref(), "id" => delivery.id]);
            opened = ui.add(Button::secondary(cx.t("receiver-show")).small().named(tip)).clicked();
            let forwarding = match delivery.forwarding {
                Forwarding::Off => None,
                Forwarding::Waiting => Some(("receiver-forward-waiting", p.ink_soft)),
                Forwarding::Done => Some(("receiver-forward-done", p.good.ink)),
                Forwarding::Failed => Some(("receiver-forward-failed", p.bad.ink)),
            };
            if let Some((key, ink)) = forwarding {
                ui.add(Text::new(cx.t(key)).small().color(ink));
            }
        },
    );
    opened
}
