//! Subscriptions to the marketplace's events (contract section 6), and the receiver of their deliveries.
//!
//! The receiver belongs to the account: it ends when the account is left, and what it stored is shown to that account only.

use std::net::{IpAddr, Ipv4Addr};

use secrecy::{ExposeSecret, SecretString};

use super::receiver::{Receiver, ReceiverEvent, ReceiverOptions};
use super::refresh::Refresh;
use super::task_result::TaskResult;
use super::{deliveries, requested, requests};
use crate::auth::{Keychain, Secrets};
use crate::domain::{Code, Problem};
use crate::market::{NewWebhook, delivery_content};
use crate::pace::Kind;
use crate::worker::context::Context;
use crate::worker::messages::{
    Delivery, Event, ReceiverChoice, ReceiverState, WebhookAnswer, WebhookCommand, WebhookEvent, WebhookRequest,
};
use crate::worker::notice::Notice;
use crate::worker::tasks::{Lifetime, Slot};

/// The service that subscribes to events and receives them.
#[derive(Default)]
pub struct Webhooks {
    /// Its token was refused or missing: it is sent with the next token, if one is being obtained.
    waiting: Option<NewWebhook>,
    /// The same for other requests.
    unanswered: Vec<WebhookRequest>,
    receiver: Option<Receiver>,
    /// The number of the last receiver: what an earlier one reports is dropped.
    receivers: u64,
    /// Requests that the receiver refused.
    refused: (u64, u64),
    refresh: Refresh,
}

impl Webhooks {
    /// Performs a command.
    pub fn perform(&mut self, command: WebhookCommand, cx: &mut Context) {
        match command {
            WebhookCommand::Add(webhook) => self.add(webhook, cx),
            WebhookCommand::Ask(request) => self.ask(request, cx),
            WebhookCommand::StartReceiver(choice) => load_token(choice, cx),
            WebhookCommand::StopReceiver => {
                self.stop_receiver();
                send(WebhookEvent::Receiver(ReceiverState::Off), cx);
            }
            command => perform_on_disk(&command, cx),
        }
    }

    fn add(&mut self, webhook: NewWebhook, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else {
            if cx.session.is_renewing() {
                self.waiting = Some(webhook);
            } else {
                send(WebhookEvent::Added(Err(Problem::new(Code::SignInNeeded))), cx);
            }
            return;
        };
        requested::requesting(&webhook, cx);
        cx.tasks.spawn(Lifetime::Account, None, async move {
            let result = session.pass(Kind::Create, session.client.add_webhook(&session.token, &webhook)).await;
            TaskResult::Added { result: result.map(|added| added.id), webhook: Box::new(webhook) }
        });
    }

    fn ask(&mut self, request: WebhookRequest, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else {
            if cx.session.is_renewing() {
                self.unanswered.push(request);
            } else {
                let result = Err(Problem::new(Code::SignInNeeded));
                send(WebhookEvent::Answered { request, result }, cx);
            }
            return;
        };
        if request == WebhookRequest::List {
            send_offered(cx);
            requested::send(cx);
        }
        cx.tasks.spawn(Lifetime::Account, None, async move {
            let result = requests::ask(&session, &request).await;
            TaskResult::Answered { request, result }
        });
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: TaskResult, cx: &mut Context) {
        match done {
            // It was refused, so nothing was added.
            TaskResult::Added { webhook, result: Err(problem) } if problem.code == Code::Unauthorized => {
                requested::answered(&webhook, &Err(problem), cx);
                self.waiting = Some(*webhook);
            }
            TaskResult::Added { webhook, result } => {
                requested::answered(&webhook, &result, cx);
                send(WebhookEvent::Added(result), cx);
            }
            TaskResult::Answered { request, result: Err(problem) } if problem.code == Code::Unauthorized => self.unanswered.push(request),
            TaskResult::Answered { request, result } => {
                match (&request, &result) {
                    (_, Ok(WebhookAnswer::Webhooks(list))) => requested::listed(list, cx),
                    (WebhookRequest::Delete(id), Ok(_)) => requested::deleted(id, cx),
                    _ => {}
                }
                send(WebhookEvent::Answered { request, result }, cx);
            }
            TaskResult::TokenLoaded { choice, token, saved } => self.start_receiver(&choice, token, saved.is_ok(), cx),
            TaskResult::Happened { receiver, event } if receiver == self.receivers => self.on_event(event, cx),
            TaskResult::Happened { .. } | TaskResult::Opened(Ok(None)) => {}
            TaskResult::Loaded(Ok(loaded)) => send(WebhookEvent::Loaded(loaded), cx),
            TaskResult::Opened(Ok(Some(opened))) => send(WebhookEvent::Opened(Box::new(opened)), cx),
            TaskResult::Cleared(Ok(())) => send(WebhookEvent::Loaded(Vec::new()), cx),
            TaskResult::Replayed(Ok(())) => self.receiver.iter().for_each(Receiver::forward_waiting),
            TaskResult::Loaded(Err(problem))
            | TaskResult::Opened(Err(problem))
            | TaskResult::Cleared(Err(problem))
            | TaskResult::Replayed(Err(problem)) => cx.send(Event::Problem(problem)),
            TaskResult::Refreshed { product, result } => self.refresh.read(product, result, cx),
        }
    }

    fn start_receiver(&mut self, choice: &ReceiverChoice, token: Option<SecretString>, is_token_saved: bool, cx: &mut Context) {
        self.stop_receiver();
        let Some(account) = cx.authenticated().map(deliveries::owner) else {
            return send(WebhookEvent::Receiver(ReceiverState::Failed(Problem::new(Code::SignInNeeded))), cx);
        };
        let checks_token = token.is_some();
        let options = ReceiverOptions {
            address: IpAddr::V4(if choice.is_open { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }),
            port: choice.port,
            token,
            forward: choice.forward.clone(),
            data_dir: cx.options.data_dir.clone(),
            account,
        };
        let (reporter, receiver) = (cx.tasks.account_reporter(), self.receivers);
        let started = Receiver::start(options, move |event| {
            reporter.report(TaskResult::Happened { receiver, event });
        });
        let state = match started {
            Ok(receiver) => {
                let address = receiver.address();
                self.receiver = Some(receiver);
                ReceiverState::On { address, checks_token, is_token_saved }
            }
            Err(problem) => ReceiverState::Failed(problem),
        };
        send(WebhookEvent::Receiver(state), cx);
    }

    fn stop_receiver(&mut self) {
        self.receivers += 1;
        self.refused = (0, 0);
        if let Some(receiver) = self.receiver.take() {
            receiver.stop();
        }
    }

    fn on_event(&mut self, event: ReceiverEvent, cx: &mut Context) {
        match event {
            ReceiverEvent::Received(received) => {
                let changed: Vec<_> = received.iter().filter_map(|stored| delivery_content(&stored.body).product).collect();
                send(WebhookEvent::Received(received.iter().map(deliveries::listed).collect::<Vec<Delivery>>()), cx);
                self.refresh.add(changed, cx);
            }
            ReceiverEvent::Forwarded { id, forwarding } => send(WebhookEvent::Forwarded { id, forwarding }, cx),
            ReceiverEvent::Refused { wrong_token, other } => {
                self.refused = (self.refused.0 + wrong_token, self.refused.1 + other);
                send(WebhookEvent::Refused { wrong_token: self.refused.0, other: self.refused.1 }, cx);
            }
        }
    }

    /// Handles a notice of another service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } => {
                send_offered(cx);
                requested::send(cx);
                self.waiting.take().into_iter().for_each(|webhook| self.add(webhook, cx));
                std::mem::take(&mut self.unanswered).into_iter().for_each(|request| self.ask(request, cx));
                self.refresh.next(cx);
            }
            Notice::SignedOut { problem, .. } => {
                if self.waiting.take().is_some() {
                    send(WebhookEvent::Added(Err(problem.clone())), cx);
                }
                for request in std::mem::take(&mut self.unanswered) {
                    send(WebhookEvent::Answered { request, result: Err(problem.clone()) }, cx);
                }
            }
            // What waits for one account's token is never sent with another's.
            Notice::AccountLeft => {
                self.stop_receiver();
                self.waiting = None;
                self.unanswered.clear();
                self.refresh.clear();
            }
            _ => {}
        }
    }
}

/// Tells the screens what the marketplace offers.
fn send_offered(cx: &mut Context) {
    if let Some(offered) = cx.authenticated().map(|session| session.client.profile().webhooks.clone()) {
        send(WebhookEvent::Offered(offered), cx);
    }
}

fn send(update: WebhookEvent, cx: &mut Context) {
    cx.send(Event::Webhook(update));
}

/// Commands about stored deliveries.
fn perform_on_disk(command: &WebhookCommand, cx: &mut Context) {
    let Some(owner) = cx.authenticated().map(deliveries::owner) else { return };
    if matches!(command, WebhookCommand::LoadDeliveries) {
        send_offered(cx);
    }
    let data_dir = cx.options.data_dir.clone();
    let tasks = &mut cx.tasks;
    match *command {
        WebhookCommand::LoadDeliveries => {
            tasks.spawn(Lifetime::Account, None, async move { TaskResult::Loaded(deliveries::load(data_dir, owner).await) });
        }
        WebhookCommand::OpenDelivery(id) => {
            tasks.spawn(Lifetime::Account, Slot::Delivery, async move { TaskResult::Opened(deliveries::open(data_dir, owner, id).await) });
        }
        WebhookCommand::Replay(id) => {
            tasks.spawn(Lifetime::Account, None, async move { TaskResult::Replayed(deliveries::replay(data_dir, owner, id).await) });
        }
        WebhookCommand::ClearDeliveries => {
            tasks.spawn(Lifetime::Account, None, async move { TaskResult::Cleared(deliveries::clear(data_dir, owner).await) });
        }
        _ => {}
    }
}

/// Saves the service token that was given, or loads the one that was saved; then the receiver starts.
fn load_token(choice: ReceiverChoice, cx: &mut Context) {
    let Some(name) = cx.authenticated().map(|session| deliveries::token_entry(&session.account, &session.market)) else {
        return send(WebhookEvent::Receiver(ReceiverState::Failed(Problem::new(Code::SignInNeeded))), cx);
    };
    send(WebhookEvent::Receiver(ReceiverState::Starting), cx);
    let keychain = cx.options.keychain.clone();
    cx.tasks.spawn(Lifetime::Account, Slot::ReceiverToken, async move {
        let (token, saved) = service_token(&keychain, &name, choice.token.clone()).await;
        TaskResult::TokenLoaded { choice, token, saved }
    });
}

async fn service_token(keychain: &Keychain, name: &str, given: Option<SecretString>) -> (Option<SecretString>, Result<(), Problem>) {
    match given {
        // Without a keychain there is no saved token.
        None => (keychain.load(name).await.ok().flatten().map(|kept| kept.access), Ok(())),
        Some(token) if token.expose_secret().trim().is_empty() => (None, keychain.delete(name).await),
        Some(token) => {
            let secrets = Secrets { access: token.clone(), refresh: None, expires_at: None, scopes: Vec::new(), of_app: false };
            (Some(token), keychain.save(name, &secrets).await)
        }
    }
}
