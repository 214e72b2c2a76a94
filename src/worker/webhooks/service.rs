//! Subscriptions to the marketplace's events (contract section 6), and the receiver of their deliveries.
//!
//! The receiver belongs to the account: it ends when the account is left, and what it stored is shown to that
//! account only.

use std::net::{IpAddr, Ipv4Addr};

use secrecy::{ExposeSecret, SecretString};

use super::WebhookTaskResult;
use super::receiver::{Receiver, ReceiverEvent, ReceiverOptions};
use super::refresh::Refresh;
use super::{deliveries, requested, requests};
use crate::auth::{Keychain, ServiceToken};
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::market::{HeaderLines, NewWebhook, delivery_content};
use vitrine_core::pace::Kind;
use vitrine_domain::{Problem, ProblemKind, Verdict};
use vitrine_model::messages::{
    Delivery, Event, ReceiverChoice, ReceiverState, WebhookAnswer, WebhookCommand, WebhookEvent,
    WebhookRequest,
};

/// The service that subscribes to events and receives them.
#[derive(Default)]
pub struct Webhooks {
    /// Its token was refused or missing: it is sent with the next token, if one is being obtained.
    waiting: Option<WebhookCommand>,
    /// The same for other requests.
    unanswered: Vec<WebhookRequest>,
    receiver: Option<Receiver>,
    /// The service token that was made for this account now, in case the keychain does not keep it.
    made_token: Option<SecretString>,
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
            WebhookCommand::AddWithToken(webhook) => self.add_with_token(webhook, cx),
            WebhookCommand::Ask(request) => self.ask(request, cx),
            WebhookCommand::StartReceiver(choice) => self.load_token(choice, cx),
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
                self.waiting = Some(WebhookCommand::Add(webhook));
            } else {
                send(WebhookEvent::Added(Err(Problem::new(ProblemKind::SignInNeeded))), cx);
            }
            return;
        };
        requested::requesting(&webhook, cx);
        cx.tasks.spawn(Lifetime::Account, None, async move {
            let result = session.ask(Kind::Create, |client, token| client.add_webhook(token, &webhook)).await;
            WebhookTaskResult::Added { result: result.map(|added| added.id), webhook: Box::new(webhook) }
        });
    }

    fn add_with_token(&mut self, webhook: NewWebhook, cx: &mut Context) {
        let Some(name) =
            cx.authenticated().map(|session| deliveries::token_entry(&session.account, &session.market.id))
        else {
            if cx.session.is_renewing() {
                self.waiting = Some(WebhookCommand::AddWithToken(webhook));
            } else {
                send(WebhookEvent::Added(Err(Problem::new(ProblemKind::SignInNeeded))), cx);
            }
            return;
        };
        let (keychain, made) = (cx.options.keychain.clone(), self.made_token.clone());
        cx.tasks.spawn(Lifetime::Account, None, async move {
            let token = ServiceToken::load_or_make(&keychain, &name, made).await;
            WebhookTaskResult::TokenForWebhook { webhook: Box::new(webhook), token }
        });
    }

    fn ask(&mut self, request: WebhookRequest, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else {
            if cx.session.is_renewing() {
                self.unanswered.push(request);
            } else {
                let result = Err(Problem::new(ProblemKind::SignInNeeded));
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
            WebhookTaskResult::Answered { request, result }
        });
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: WebhookTaskResult, cx: &mut Context) {
        match done {
            // It was refused, so nothing was added.
            WebhookTaskResult::Added { webhook, result: Err(problem) }
                if problem.verdict() == Verdict::SignIn =>
            {
                requested::answered(&webhook, &Err(problem), cx);
                self.waiting = Some(WebhookCommand::Add(*webhook));
            }
            WebhookTaskResult::Added { webhook, result } => {
                requested::answered(&webhook, &result, cx);
                send(WebhookEvent::Added(result), cx);
            }
            WebhookTaskResult::Answered { request, result: Err(problem) }
                if problem.verdict() == Verdict::SignIn =>
            {
                self.unanswered.push(request);
            }
            WebhookTaskResult::Answered { request, result } => {
                match (&request, &result) {
                    (_, Ok(WebhookAnswer::Webhooks(list))) => requested::listed(list, cx),
                    (WebhookRequest::Delete(id), Ok(_)) => requested::deleted(id, cx),
                    _ => {}
                }
                send(WebhookEvent::Answered { request, result }, cx);
            }
            WebhookTaskResult::TokenLoaded { choice, token: Ok(token) } => {
                self.start_receiver(&choice, token, cx);
            }
            WebhookTaskResult::TokenLoaded { token: Err(problem), .. } => {
                send(WebhookEvent::Receiver(ReceiverState::Failed(problem)), cx);
            }
            WebhookTaskResult::TokenForWebhook { webhook, token: Ok(token) } => {
                self.tell_of_new(&token, cx);
                let headers = HeaderLines::authorization(token.token.expose_secret());
                self.add(NewWebhook { headers, ..*webhook }, cx);
            }
            WebhookTaskResult::TokenForWebhook { token: Err(problem), .. } => {
                send(WebhookEvent::Added(Err(problem)), cx);
            }
            WebhookTaskResult::Happened { receiver, event } if receiver == self.receivers => {
                self.on_event(event, cx);
            }
            WebhookTaskResult::Happened { .. } | WebhookTaskResult::Opened(Ok(None)) => {}
            WebhookTaskResult::Loaded(Ok(loaded)) => send(WebhookEvent::Loaded(loaded), cx),
            WebhookTaskResult::Opened(Ok(Some(opened))) => send(WebhookEvent::Opened(Box::new(opened)), cx),
            WebhookTaskResult::Cleared(Ok(())) => send(WebhookEvent::Loaded(Vec::new()), cx),
            WebhookTaskResult::Replayed(Ok(())) => self.receiver.iter().for_each(Receiver::forward_waiting),
            WebhookTaskResult::Loaded(Err(problem))
            | WebhookTaskResult::Opened(Err(problem))
            | WebhookTaskResult::Cleared(Err(problem))
            | WebhookTaskResult::Replayed(Err(problem)) => cx.send(Event::Problem(problem)),
            WebhookTaskResult::Refreshed { product, result } => self.refresh.read(product, result, cx),
        }
    }

    /// Saves the service token that was given, or loads the one that was saved; then the receiver starts. One
    /// is made where there is none, if the marketplace can send it.
    fn load_token(&mut self, choice: ReceiverChoice, cx: &mut Context) {
        let session = cx.authenticated();
        let makes = session.is_some_and(|session| session.profile().webhooks.takes_headers);
        let Some(name) = session.map(|session| deliveries::token_entry(&session.account, &session.market.id))
        else {
            return send(
                WebhookEvent::Receiver(ReceiverState::Failed(Problem::new(ProblemKind::SignInNeeded))),
                cx,
            );
        };
        send(WebhookEvent::Receiver(ReceiverState::Starting), cx);
        if choice.token.is_some() {
            self.made_token = None;
        }
        let (keychain, made) = (cx.options.keychain.clone(), self.made_token.clone());
        cx.tasks.spawn(Lifetime::Account, Slot::ReceiverToken, async move {
            let token = service_token(&keychain, &name, choice.token.clone(), makes.then_some(made)).await;
            WebhookTaskResult::TokenLoaded { choice, token }
        });
    }

    fn start_receiver(&mut self, choice: &ReceiverChoice, token: Option<ServiceToken>, cx: &mut Context) {
        self.stop_receiver();
        let Some(account) = cx.authenticated().map(deliveries::owner) else {
            return send(
                WebhookEvent::Receiver(ReceiverState::Failed(Problem::new(ProblemKind::SignInNeeded))),
                cx,
            );
        };
        let (checks_token, is_token_saved) =
            (token.is_some(), token.as_ref().is_some_and(|token| token.is_saved));
        let options = ReceiverOptions {
            address: IpAddr::V4(if choice.is_open { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }),
            port: choice.port,
            token: token.as_ref().map(|token| token.token.clone()),
            forward: choice.forward.clone(),
            data_dir: cx.options.data_dir.clone(),
            account,
        };
        let (reporter, receiver) = (cx.tasks.account_reporter(), self.receivers);
        let started = Receiver::start(options, move |event| {
            reporter.report(WebhookTaskResult::Happened { receiver, event });
        });
        let state = match started {
            Ok(receiver) => {
                let address = receiver.address();
                self.receiver = Some(receiver);
                token.iter().for_each(|token| self.tell_of_new(token, cx));
                ReceiverState::On { address, checks_token, is_token_saved }
            }
            Err(problem) => ReceiverState::Failed(problem),
        };
        send(WebhookEvent::Receiver(state), cx);
    }

    /// Shows a token that nobody knows yet.
    fn tell_of_new(&mut self, token: &ServiceToken, cx: &mut Context) {
        if token.is_new {
            self.made_token = Some(token.token.clone());
            send(WebhookEvent::TokenMade(token.token.clone()), cx);
        }
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
                let changed: Vec<_> =
                    received.iter().filter_map(|stored| delivery_content(&stored.body).product).collect();
                send(
                    WebhookEvent::Received(
                        received.iter().map(deliveries::listed).collect::<Vec<Delivery>>(),
                    ),
                    cx,
                );
                self.refresh.add(changed, cx);
            }
            ReceiverEvent::Forwarded { id, forwarding } => {
                send(WebhookEvent::Forwarded { id, forwarding }, cx);
            }
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
                self.waiting.take().into_iter().for_each(|command| self.perform(command, cx));
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
                self.made_token = None;
                self.unanswered.clear();
                self.refresh.clear();
            }
            _ => {}
        }
    }
}

/// Tells the screens what the marketplace offers.
fn send_offered(cx: &mut Context) {
    if let Some(offered) = cx.authenticated().map(|session| session.profile().webhooks.clone()) {
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
            tasks.spawn(Lifetime::Account, None, async move {
                WebhookTaskResult::Loaded(deliveries::load(data_dir, owner).await)
            });
        }
        WebhookCommand::OpenDelivery(id) => {
            tasks.spawn(Lifetime::Account, Slot::Delivery, async move {
                WebhookTaskResult::Opened(deliveries::open(data_dir, owner, id).await)
            });
        }
        WebhookCommand::Replay(id) => {
            tasks.spawn(Lifetime::Account, None, async move {
                WebhookTaskResult::Replayed(deliveries::replay(data_dir, owner, id).await)
            });
        }
        WebhookCommand::ClearDeliveries => {
            tasks.spawn(Lifetime::Account, None, async move {
                WebhookTaskResult::Cleared(deliveries::clear(data_dir, owner).await)
            });
        }
        _ => {}
    }
}

/// The token that deliveries have to carry. `makes`: whether one is made where there is none, which may have
/// been made before.
async fn service_token(
    keychain: &Keychain,
    name: &str,
    given: Option<SecretString>,
    makes: Option<Option<SecretString>>,
) -> Result<Option<ServiceToken>, Problem> {
    match given {
        None => match makes {
            Some(made) => ServiceToken::load_or_make(keychain, name, made).await.map(Some),
            None => Ok(ServiceToken::load(keychain, name).await),
        },
        Some(token) if token.expose_secret().trim().is_empty() => {
            // Where the keychain keeps it, the next start asks for it again, which is the safe side.
            let _ = keychain.delete(name).await;
            Ok(None)
        }
        Some(token) => {
            let is_saved = ServiceToken::save(keychain, name, &token).await.is_ok();
            Ok(Some(ServiceToken { token, is_new: false, is_saved }))
        }
    }
}
