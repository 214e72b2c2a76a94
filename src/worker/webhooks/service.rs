//! Subscriptions to the marketplace's events (contract section 6).

use super::messages::WebhookCommand;
use super::messages::WebhookEvent;
use super::task_result::TaskResult;
use crate::domain::{Code, Problem};
use crate::market::NewWebhook;
use crate::pace::Kind;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;
use crate::worker::tasks::Lifetime;

/// The service that subscribes to events.
#[derive(Default)]
pub struct Webhooks {
    /// Its token was refused or missing: it is sent with the next token, if one is being obtained.
    waiting: Option<NewWebhook>,
}

impl Webhooks {
    /// Performs a command.
    pub fn perform(&mut self, command: WebhookCommand, cx: &mut Context) {
        match command {
            WebhookCommand::Add(webhook) => self.add(webhook, cx),
        }
    }

    fn add(&mut self, webhook: NewWebhook, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else {
            if cx.session.is_renewing() {
                self.waiting = Some(webhook);
            } else {
                cx.send(Event::Webhook(WebhookEvent::Added(Err(Problem::new(Code::SignInNeeded)))));
            }
            return;
        };
        cx.tasks.spawn(Lifetime::Account, None, async move {
            let result = session.gate.pass(Kind::Create, session.client.add_webhook(&session.token, &webhook)).await;
            TaskResult::Added { result: session.check_token(result).map(|added| added.id), webhook: Box::new(webhook) }
        });
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, TaskResult::Added { webhook, result }: TaskResult, cx: &mut Context) {
        match result {
            // It was refused, so nothing was added.
            Err(problem) if problem.code == Code::Unauthorized => {
                self.waiting = Some(*webhook);
                cx.notify(Notice::TokenRefused(problem));
            }
            result => cx.send(Event::Webhook(WebhookEvent::Added(result))),
        }
    }

    /// Handles a notice of another service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } => self.waiting.take().into_iter().for_each(|webhook| self.add(webhook, cx)),
            Notice::SignedOut { problem, .. } if self.waiting.take().is_some() => {
                cx.send(Event::Webhook(WebhookEvent::Added(Err(problem.clone()))));
            }
            // What waits for one account's token is never sent with another's.
            Notice::AccountLeft => self.waiting = None,
            _ => {}
        }
    }
}
