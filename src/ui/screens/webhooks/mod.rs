//! The webhooks screen: subscribing, the subscriptions of the account, and what is delivered to this
//! computer.

mod curl;
mod delivery;
mod event_words;
mod json_tree;
mod receive;
mod subscribe;
mod subscriptions;

use eframe::egui::Ui;

use super::context::Cx;
use crate::worker::{Command, WebhookCommand, WebhookRequest};
use vitrine_model::{Action, WebhookAction};
use vitrine_widgets::named_segments;
use vitrine_widgets::theme::space;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum WebhooksTab {
    #[default]
    Subscribe,
    Subscriptions,
    Receive,
}

/// The screen's own state.
#[derive(Default)]
pub struct WebhooksView {
    part: WebhooksTab,
    subscribe: subscribe::SubscribeView,
    subscriptions: subscriptions::SubscriptionsView,
    receive: receive::ReceiveView,
}

/// Draws the screen.
pub fn show(ui: &mut Ui, view: &mut WebhooksView, cx: &mut Cx<'_>) {
    let mut part = view.part;
    let was_editing = view.subscribe.is_editing();
    match view.part {
        WebhooksTab::Subscribe => {
            subscribe::show(ui, &mut view.subscribe, cx, |ui, cx| choose_part(ui, cx, &mut part));
        }
        WebhooksTab::Subscriptions => {
            subscriptions::show(ui, &mut view.subscriptions, cx, |ui, cx| choose_part(ui, cx, &mut part));
        }
        WebhooksTab::Receive => {
            receive::show(ui, &mut view.receive, cx, |ui, cx| choose_part(ui, cx, &mut part));
        }
    }
    if was_editing && !view.subscribe.is_editing() {
        part = WebhooksTab::Subscriptions;
    }
    if let Some(change) = view.subscriptions.edited.take() {
        view.subscribe.edit(&change);
        cx.act(Action::Webhook(WebhookAction::Changed));
        part = WebhooksTab::Subscribe;
    }
    view.part = part;
}

/// The choice of a part, below the screen's title. What it shows is read anew.
fn choose_part(ui: &mut Ui, cx: &mut Cx<'_>, part: &mut WebhooksTab) {
    let options = [
        (WebhooksTab::Subscribe, cx.t("webhooks-part-subscribe"), None),
        (WebhooksTab::Subscriptions, cx.t("webhooks-part-subscriptions"), None),
        (WebhooksTab::Receive, cx.t("webhooks-part-receive"), None),
    ];
    if let Some(chosen) = named_segments(ui, &cx.t("webhooks-parts"), *part, &options) {
        *part = chosen;
        match chosen {
            WebhooksTab::Subscribe => {}
            WebhooksTab::Subscriptions => cx.act(Action::Webhook(WebhookAction::Ask(WebhookRequest::List))),
            WebhooksTab::Receive => cx.ask(Command::Webhook(WebhookCommand::LoadDeliveries)),
        }
    }
    ui.add_space(space::S);
}
