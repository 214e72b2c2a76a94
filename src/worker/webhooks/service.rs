//! Subscriptions to the marketplace's events.

use super::done::TaskResult;
use super::messages::WebhookCommand;
use crate::domain::{Code, Problem};
use crate::market::NewWebhook;
use crate::pace::Kind;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;
use crate::worker::tasks::Life;

#[derive(Default)]
pub struct Webhooks {
    /// Was refused the last token, or came without one: it is sent with the next, where that is on its way.
    waiting: Option<NewWebhook>,
}

impl Webhooks {
    pub fn perform(&mut self, command: WebhookCommand, cx: &mut Context) {
        match command {
            WebhookCommand::Add(webhook) => self.add(webhook, cx),
        }
    }

    fn add(&mut self, webhook: NewWebhook, cx: &mut Context) {
        let Some(live) = cx.live().cloned() else {
            if cx.session.is_renewing() {
                self.waiting = Some(webhook);
            } else {
                cx.tell(Event::WebhookAdded(Err(Problem::new(Code::SignInNeeded))));
            }
            return;
        };
        cx.tasks.spawn(Life::Account, None, async move {
            let result = live.gate.pass(Kind::Create, live.client.add_webhook(&live.token, &webhook)).await;
            TaskResult::Added { result: live.asked(result).map(|added| added.id), webhook: Box::new(webhook) }
        });
    }

    pub fn finished(&mut self, TaskResult::Added { webhook, result }: TaskResult, cx: &mut Context) {
        match result {
            // It was refused, so nothing was added.
            Err(problem) if problem.code == Code::Unauthorized => {
                self.waiting = Some(*webhook);
                cx.notify(Notice::TokenRefused(problem));
            }
            result => cx.tell(Event::WebhookAdded(result)),
        }
    }

    pub fn heard(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } => self.waiting.take().into_iter().for_each(|webhook| self.add(webhook, cx)),
            Notice::SignedOut { problem, .. } if self.waiting.take().is_some() => cx.tell(Event::WebhookAdded(Err(problem.clone()))),
            // What waits for one account's token is never sent with another's.
            Notice::AccountLeft => self.waiting = None,
            _ => {}
        }
    }
}
