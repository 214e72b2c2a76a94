//! `webhook add`: operation 9.

use super::args;
use super::terminal::{Exit, Terminal};
use crate::args;
use crate::domain::{Code, Problem, ServiceId};
use crate::market::NewWebhook;
use crate::worker::{Command, Event, MarketChoice};

pub fn add(terminal: &Terminal, market: MarketChoice, webhook: &args::NewWebhook) -> Result<Exit, Problem> {
    let args::NewWebhook { url, events, method, inactive, service } = webhook;
    terminal.sign_in(market)?;
    terminal.send(Command::AddWebhook(NewWebhook {
        event_ids: events.clone(),
        method: method.clone(),
        url: url.clone(),
        active: !inactive,
        service: service.as_ref().and_then(ServiceId::new),
    }));
    loop {
        match terminal.next() {
            Event::WebhookAdded(result) => {
                let id = result?.map(|id| id.to_string()).unwrap_or_default();
                println!("{}", terminal.messages.format("cli-webhook-added", args!["id" => id]));
                return Ok(Exit::AllDone);
            }
            Event::Problem(problem) => return Err(problem),
            Event::Stopped => return Err(Problem::new(Code::Cancelled)),
            _ => {}
        }
    }
}
