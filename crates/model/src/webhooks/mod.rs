//! Adding webhooks, with a warning before an identical one is added again.

pub mod deliveries;

use crate::messages::{
    Command, ReceiverChoice, RequestedWebhook, WebhookCommand, WebhookEvent, WebhookRequest,
};
use deliveries::{Deliveries, Subscriptions};
use vitrine_core::market::NewWebhook;
use vitrine_domain::{Problem, WebhookId};

/// What the user did on the webhooks screen.
#[derive(Debug)]
pub enum WebhookAction {
    /// Adds a webhook; asks first if an identical one was added before.
    Add(NewWebhook),
    /// The same; deliveries carry a token that the program makes.
    AddWithToken(NewWebhook),
    /// Answers whether to add an identical one again.
    AddAgain(bool),
    /// Requests something of the webhook service.
    Ask(WebhookRequest),
    /// Starts the receiver on this computer.
    Receive(ReceiverChoice),
    StopReceiving,
    /// Shows a whole delivery, or none.
    Open(Option<i64>),
    /// Passes a delivery on once more.
    Replay(i64),
    /// Deletes all deliveries.
    Clear,
    /// Closes what the marketplace has delivered to a webhook.
    CloseLog,
    /// The form was changed, so the last result no longer applies.
    Changed,
}

impl WebhookAction {
    /// The command by which something is delivered each time.
    pub(super) fn delivers(&self) -> Option<Command> {
        let command = match self {
            Self::Replay(id) => WebhookCommand::Replay(*id),
            Self::Ask(WebhookRequest::Try(event)) => WebhookCommand::Ask(WebhookRequest::Try(*event)),
            _ => return None,
        };
        Some(Command::Webhook(command))
    }
}

/// The state of adding a webhook.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum WebhookState {
    /// Nothing was sent.
    #[default]
    Idle,
    /// The request is under way.
    Sending,
    /// It was added; the marketplace may tell its id.
    Added(Option<WebhookId>),
    /// It failed.
    Failed(Problem),
}

/// What is known about an identical webhook from an earlier request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierRequest {
    /// It was added.
    Added,
    /// The answer was lost, so it may exist.
    Unanswered,
}

/// The state of the webhooks screen, for the account signed in.
#[derive(Debug, Default)]
pub struct Webhooks {
    /// The subscriptions that the marketplace lists.
    pub subscriptions: Subscriptions,
    /// What was delivered to this computer.
    pub deliveries: Deliveries,
    /// The state of the last request.
    pub state: WebhookState,
    /// An identical webhook was requested before; the user decides whether to add it again.
    pub question: Option<(NewWebhook, EarlierRequest)>,
    /// Whether deliveries of the webhook that is asked about carry a token that the program makes.
    makes_token: bool,
    /// What was requested with this program before, the oldest first.
    pub requested: Vec<RequestedWebhook>,
}

impl Webhooks {
    /// Performs an action; returns the commands for the worker.
    pub(super) fn act(&mut self, action: WebhookAction) -> Vec<Command> {
        match action {
            WebhookAction::Changed if self.state != WebhookState::Sending => {
                self.state = WebhookState::Idle;
                self.subscriptions.failure = None;
            }
            WebhookAction::Changed => {}
            WebhookAction::Add(_) | WebhookAction::AddWithToken(_) if self.state == WebhookState::Sending => {
            }
            WebhookAction::Add(webhook) => return self.add(webhook, false),
            WebhookAction::AddWithToken(webhook) => return self.add(webhook, true),
            WebhookAction::Ask(request) if self.subscriptions.is_asking(&request) => {}
            WebhookAction::Ask(request) => {
                self.subscriptions.ask(request.clone());
                return vec![Command::Webhook(WebhookCommand::Ask(request))];
            }
            WebhookAction::Receive(choice) => {
                return vec![Command::Webhook(WebhookCommand::StartReceiver(choice))];
            }
            WebhookAction::StopReceiving => return vec![Command::Webhook(WebhookCommand::StopReceiver)],
            WebhookAction::Open(None) => self.deliveries.opened = None,
            WebhookAction::Open(Some(id)) => return vec![Command::Webhook(WebhookCommand::OpenDelivery(id))],
            WebhookAction::Replay(id) => return vec![Command::Webhook(WebhookCommand::Replay(id))],
            WebhookAction::Clear => return vec![Command::Webhook(WebhookCommand::ClearDeliveries)],
            WebhookAction::CloseLog => self.subscriptions.log = None,
            WebhookAction::AddAgain(yes) => {
                let asked = self.question.take().filter(|_| yes);
                return asked.map_or_else(Vec::new, |(webhook, _)| self.send(webhook));
            }
        }
        Vec::new()
    }

    fn add(&mut self, webhook: NewWebhook, makes_token: bool) -> Vec<Command> {
        self.makes_token = makes_token;
        match self.earlier(&webhook) {
            Some(earlier) => {
                self.question = Some((webhook, earlier));
                Vec::new()
            }
            None => self.send(webhook),
        }
    }

    fn send(&mut self, webhook: NewWebhook) -> Vec<Command> {
        self.state = WebhookState::Sending;
        let add = if self.makes_token { WebhookCommand::AddWithToken } else { WebhookCommand::Add };
        vec![Command::Webhook(add(webhook))]
    }

    /// Takes news of the worker; returns what to request next.
    pub(super) fn on_event(&mut self, event: WebhookEvent) -> Vec<Command> {
        let event = match event {
            WebhookEvent::Added(result) => {
                self.state = result.map_or_else(WebhookState::Failed, WebhookState::Added);
                return Vec::new();
            }
            WebhookEvent::Requested(requested) => {
                self.requested = requested;
                return Vec::new();
            }
            event => event,
        };
        let is_stale = deliveries::apply(&mut self.subscriptions, &mut self.deliveries, event);
        if is_stale { self.act(WebhookAction::Ask(WebhookRequest::List)) } else { Vec::new() }
    }

    /// The user left the screen and has seen the last result.
    pub(super) fn screen_left(&mut self) {
        self.act(WebhookAction::Changed);
    }

    fn earlier(&self, webhook: &NewWebhook) -> Option<EarlierRequest> {
        let equal = self.requested.iter().filter(|known| known.webhook.is_same_subscription(webhook));
        let is_confirmed = equal.map(|known| known.is_confirmed).max()?;
        Some(if is_confirmed { EarlierRequest::Added } else { EarlierRequest::Unanswered })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::ProblemKind;

    fn webhook(url: &str) -> NewWebhook {
        NewWebhook {
            event_ids: vec![5, 8],
            method: "POST".to_owned(),
            url: url.to_owned(),
            active: true,
            service: None,
            headers: None,
        }
    }

    fn sent(commands: &[Command]) -> usize {
        commands.iter().filter(|command| matches!(command, Command::Webhook(WebhookCommand::Add(_)))).count()
    }

    /// After a request that the marketplace has confirmed, or has not answered.
    fn after(url: &str, is_confirmed: bool) -> Webhooks {
        let mut webhooks = Webhooks::default();
        assert_eq!(sent(&webhooks.act(WebhookAction::Add(webhook(url)))), 1);
        let requested = RequestedWebhook { webhook: webhook(url), id: None, is_confirmed };
        webhooks.on_event(WebhookEvent::Requested(vec![requested]));
        webhooks.on_event(WebhookEvent::Added(if is_confirmed {
            Ok(None)
        } else {
            Err(Problem::new(ProblemKind::TimedOut))
        }));
        webhooks
    }

    #[test]
    fn only_one_request_is_sent_at_a_time() {
        let mut webhooks = Webhooks::default();
        assert_eq!(sent(&webhooks.act(WebhookAction::Add(webhook("https://a.example")))), 1);
        assert_eq!(sent(&webhooks.act(WebhookAction::Add(webhook("https://a.example")))), 0);
        assert_eq!(sent(&webhooks.act(WebhookAction::Add(webhook("https://b.example")))), 0);
    }

    #[test]
    fn an_identical_webhook_is_confirmed_however_its_address_is_written() {
        let mut webhooks = after("https://a.example", true);
        assert_eq!(sent(&webhooks.act(WebhookAction::Add(webhook("HTTPS://A.example/")))), 0);
        assert!(matches!(webhooks.question, Some((_, EarlierRequest::Added))));
        assert_eq!(sent(&webhooks.act(WebhookAction::AddAgain(false))), 0);
        assert_eq!(sent(&webhooks.act(WebhookAction::Add(webhook("https://a.example/")))), 0);
        assert_eq!(sent(&webhooks.act(WebhookAction::AddAgain(true))), 1);
    }

    #[test]
    fn a_different_webhook_is_added_without_a_question() {
        let other = |change: fn(&mut NewWebhook)| {
            let mut webhook = webhook("https://a.example");
            change(&mut webhook);
            webhook
        };
        for other in [
            other(|webhook| webhook.event_ids = vec![5]),
            other(|webhook| webhook.method = "PUT".to_owned()),
            other(|webhook| webhook.url = "https://a.example/in".to_owned()),
            other(|webhook| webhook.active = false),
            other(|webhook| webhook.service = vitrine_domain::ServiceId::new("7")),
        ] {
            let mut webhooks = after("https://a.example", true);
            assert_eq!(sent(&webhooks.act(WebhookAction::Add(other.clone()))), 1, "{other:?}");
        }
    }

    #[test]
    fn an_unanswered_request_is_confirmed() {
        let mut lost = after("https://a.example", false);
        assert_eq!(sent(&lost.act(WebhookAction::Add(webhook("https://a.example")))), 0);
        assert!(matches!(lost.question, Some((_, EarlierRequest::Unanswered))));
    }
}
