//! `webhook …`: subscriptions to the marketplace's events, and their deliveries.

pub mod listen;
mod print;
mod service_token;

use secrecy::ExposeSecret;

use self::service_token::{print_token, service_token};
use super::args::{self, Webhook};
use super::printing::print_line;
use super::terminal::Terminal;
use crate::args;
use crate::auth::environment;
use crate::worker::{
    Command, Event, MarketChoice, WebhookAnswer, WebhookCommand, WebhookEvent, WebhookRequest,
};
use vitrine_core::market::{HeaderLines, NewWebhook, WebhookChange, WebhookOperation};
use vitrine_domain::{Exit, Problem, ProblemKind, WriteVerdict};

/// Every command except `listen`, which needs no sign-in.
///
/// # Errors
/// The problem of the sign-in or of the request.
pub fn run(terminal: &Terminal, market: MarketChoice, command: &Webhook) -> Result<Exit, Problem> {
    let (request, json) = match command {
        Webhook::Add(new) => return add(terminal, market, new),
        Webhook::List { json } => return list(terminal, market, *json),
        Webhook::Events { json } => (WebhookRequest::Events, *json),
        Webhook::Services { add: Some(title), description, json } => (
            WebhookRequest::AddService {
                title: title.clone(),
                description: description.clone().unwrap_or_default(),
            },
            *json,
        ),
        Webhook::Services { json, .. } => (WebhookRequest::Services, *json),
        Webhook::Change(change) => {
            (WebhookRequest::Change { id: change.webhook.clone(), change: change_of(change)? }, false)
        }
        Webhook::Delete { webhook } => (WebhookRequest::Delete(webhook.clone()), false),
        Webhook::Log { webhook, json } => (WebhookRequest::Log(webhook.clone()), *json),
        Webhook::Join { webhook } => (WebhookRequest::Join(webhook.clone()), false),
        Webhook::Try { event } => (WebhookRequest::Try(*event), false),
        Webhook::Listen(_) => return Ok(Exit::AllDone),
    };
    terminal.sign_in(market)?;
    let answer = ask(terminal, request.clone()).inspect_err(|problem| {
        if matches!(request, WebhookRequest::AddService { .. }) {
            warn_of_twice(terminal, problem, "cli-webhook-service-maybe-added");
        }
    })?;
    if answer == WebhookAnswer::Done {
        terminal.print_notice(&terminal.messages.text(match request {
            WebhookRequest::Delete(_) => "cli-webhook-deleted",
            WebhookRequest::Join(_) => "cli-webhook-joined",
            WebhookRequest::Try(_) => "cli-webhook-tried",
            _ => "cli-webhook-changed",
        }));
    }
    print::answer(terminal, &answer, json);
    Ok(Exit::AllDone)
}

/// `webhook list`: the marketplace's list. Where it has none, what was requested with this program.
fn list(terminal: &Terminal, market: MarketChoice, json: bool) -> Result<Exit, Problem> {
    terminal.sign_in(market)?;
    terminal.send(Command::Webhook(WebhookCommand::Ask(WebhookRequest::List)));
    let (mut has_list, mut requested) = (true, Vec::new());
    let answer = terminal.wait(|event| match event {
        Event::Webhook(WebhookEvent::Offered(offered)) => {
            has_list = offered.has(WebhookOperation::List);
            None
        }
        Event::Webhook(WebhookEvent::Requested(known)) => {
            requested.clone_from(known);
            None
        }
        event => answered(event).map(Ok),
    })?;
    match answer {
        Err(_) if !has_list && !requested.is_empty() => {
            terminal.print_notice(&terminal.messages.text("cli-webhook-not-listed"));
            print::requested(terminal, &requested, json);
        }
        answer => print::answer(terminal, &answer?, json),
    }
    Ok(Exit::AllDone)
}

fn ask(terminal: &Terminal, request: WebhookRequest) -> Result<WebhookAnswer, Problem> {
    terminal.send(Command::Webhook(WebhookCommand::Ask(request)));
    terminal.wait(answered)
}

fn answered(event: &Event) -> Option<Result<WebhookAnswer, Problem>> {
    match event {
        Event::Webhook(WebhookEvent::Answered { result, .. }) => Some(result.clone()),
        // The renewed token belongs to another account, and the request was dropped.
        Event::Left => Some(Err(Problem::new(ProblemKind::OtherAccount))),
        _ => None,
    }
}

/// `webhook add`: signs in and creates the subscription (contract operation 9).
fn add(terminal: &Terminal, market: MarketChoice, webhook: &args::NewWebhook) -> Result<Exit, Problem> {
    let args::NewWebhook { url, events, method, inactive, service, header, without_token } = webhook;
    let given = headers(header, !without_token)?;
    let market = terminal.sign_in(market)?.market;
    let headers = if given.is_none() && !without_token && takes_headers(terminal)? {
        made_headers(terminal, &market)?
    } else {
        given
    };
    terminal.send(Command::Webhook(WebhookCommand::Add(NewWebhook {
        event_ids: events.clone(),
        method: method.clone(),
        url: url.clone(),
        active: !inactive,
        service: service.clone(),
        headers,
    })));
    let added = terminal.wait(|event| match event {
        Event::Webhook(WebhookEvent::Added(result)) => Some(result.clone()),
        // The renewed token belongs to another account, and the request was dropped.
        Event::Left => Some(Err(Problem::new(ProblemKind::OtherAccount))),
        _ => None,
    });
    let id = added.inspect_err(|problem| warn_of_twice(terminal, problem, "cli-webhook-maybe-added"))?;
    print_line(&match id {
        Some(id) => terminal.messages.format("cli-webhook-added", args!["id" => id.to_string()]),
        None => terminal.messages.text("cli-webhook-added-no-id"),
    });
    Ok(Exit::AllDone)
}

/// Says, of something that would be there twice if it was added again, that the failed request may have added
/// it.
fn warn_of_twice(terminal: &Terminal, problem: &Problem, words: &'static str) {
    if problem.write_verdict() == WriteVerdict::Unknown {
        terminal.print_notice(&terminal.messages.text(words));
    }
}

/// Whether the marketplace sends headers with its deliveries.
fn takes_headers(terminal: &Terminal) -> Result<bool, Problem> {
    terminal.send(Command::Webhook(WebhookCommand::LoadDeliveries));
    terminal.wait(|event| match event {
        Event::Webhook(WebhookEvent::Offered(offered)) => Some(Ok(offered.takes_headers)),
        _ => None,
    })
}

/// The token that `webhook listen` checks, as deliveries of this marketplace carry it.
fn made_headers(terminal: &Terminal, market: &str) -> Result<Option<HeaderLines>, Problem> {
    let token = service_token(Some(market))?;
    print_token(&terminal.messages, &token);
    Ok(HeaderLines::authorization(token.0.token.expose_secret()))
}

/// What deliveries carry: the given headers, and the token that `webhook listen` checks.
fn headers(given: &[String], adds_token: bool) -> Result<Option<HeaderLines>, Problem> {
    let mut lines = given.to_vec();
    let is_authorization =
        |line: &String| line.trim_start().to_ascii_lowercase().starts_with("authorization");
    if let Some(token) = environment::secret("VITRINE_SERVICE_TOKEN")
        .filter(|_| adds_token && !lines.iter().any(is_authorization))
    {
        lines.push(format!("Authorization: Bearer {}", token.expose_secret().trim()));
    }
    if lines.is_empty() {
        return Ok(None);
    }
    let headers = HeaderLines::parse(&lines.join("\n"));
    headers.map(Some).ok_or_else(|| Problem::new(ProblemKind::InvalidField).with_subject("request_headers"))
}

fn change_of(change: &args::ChangedWebhook) -> Result<WebhookChange, Problem> {
    let args::ChangedWebhook { url, events, method, activate, deactivate, header, .. } = change;
    let headers = if header.is_empty() { None } else { headers(header, true)? };
    let active = if *activate || *deactivate { Some(*activate) } else { None };
    let event_ids = (!events.is_empty()).then(|| events.clone());
    Ok(WebhookChange { event_ids, method: method.clone(), url: url.clone(), active, headers })
}
