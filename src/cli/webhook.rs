//! `webhook add`: creates a subscription (contract operation 9).

use super::args;
use super::terminal::{Exit, Terminal};
use crate::args;
use crate::domain::{Code, Problem};
use crate::market::NewWebhook;
use crate::worker::{Command, Event, MarketChoice, WebhookCommand, WebhookEvent};

/// `webhook add`: signs in and creates the subscription.
///
/// # Errors
/// The problem of the sign-in or of the request.
pub fn add(terminal: &Terminal, market: MarketChoice, webhook: &args::NewWebhook) -> Result<Exit, Problem> {
    let args::NewWebhook { url, events, method, inactive, service } = webhook;
    terminal.sign_in(market)?;
    terminal.send(Command::Webhook(WebhookCommand::Add(NewWebhook {
        event_ids: events.clone(),
        method: method.clone(),
        url: url.clone(),
        active: !inactive,
        service: service.clone(),
    })));
    let id = terminal.wait(|event| match event {
        Event::Webhook(WebhookEvent::Added(result)) => Some(result.clone()),
        // The renewed token belongs to another account, and the request was dropped.
        Event::Left => Some(Err(Problem::new(Code::OtherAccount))),
        _ => None,
    })?;
    println!(
        "{}",
        match id {
            Some(id) => terminal.messages.format("cli-webhook-added", args!["id" => id.to_string()]),
            None => terminal.messages.text("cli-webhook-added-no-id"),
        }
    );
    Ok(Exit::AllDone)
}
