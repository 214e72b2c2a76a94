//! Webhooks, with a real worker and a practice shop that may lose answers.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use secrecy::ExposeSecret;
use vitrine::worker::{
    Command, Event, ReceiverChoice, ReceiverState, RequestedWebhook, WebhookCommand, WebhookEvent,
    WebhookRequest,
};
use vitrine_core::market::{HeaderLines, NewWebhook};
use vitrine_domain::{Problem, ProblemKind, WebhookId};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options};

use crate::kit::shop::{Shop, TestEnv};
use crate::kit::worker::Worker;

fn webhook() -> NewWebhook {
    NewWebhook {
        event_ids: vec![5, 8],
        method: "POST".to_owned(),
        url: "https://shop.example/hook".to_owned(),
        active: true,
        service: None,
        headers: HeaderLines::authorization("a secret word"),
    }
}

fn added(worker: &Worker) -> Result<Option<WebhookId>, Problem> {
    worker.send(Command::Webhook(WebhookCommand::Add(webhook())));
    worker.until(|event| {
        if let Event::Webhook(WebhookEvent::Added(result)) = event { Some(result.clone()) } else { None }
    })
}

fn requested(event: &Event) -> Option<Vec<RequestedWebhook>> {
    if let Event::Webhook(WebhookEvent::Requested(requested)) = event {
        Some(requested.clone())
    } else {
        None
    }
}

/// What a program that is started anew tells of earlier requests.
fn after_restart(env: &TestEnv) -> Vec<RequestedWebhook> {
    let worker = Worker::at_market(env.worker_options(), env.market());
    worker.until(requested)
}

#[test]
fn a_webhook_whose_answer_was_lost_is_known_after_a_restart_until_the_list_has_it() {
    let lost = FaultRule {
        on: Some(Operation::Webhook),
        reset: true,
        when: Moment::After,
        to: Some(1),
        ..FaultRule::default()
    };
    let shop = Shop::open(Options { faults: Faults::of(lost), ..Options::default() });
    let env = TestEnv::new(&shop);
    assert!(added(&env.worker()).is_err());

    let known = after_restart(&env);
    assert_eq!(
        known.iter().map(|known| (known.webhook.url.as_str(), known.is_confirmed)).collect::<Vec<_>>(),
        [(webhook().url.as_str(), false)]
    );
    assert_eq!(known[0].webhook.headers, None, "the secret is not stored");

    let worker = env.worker();
    worker.send(Command::Webhook(WebhookCommand::Ask(WebhookRequest::List)));
    let known = worker.until(|event| requested(event).filter(|known| known[0].is_confirmed));
    assert_eq!(known[0].id, Some(WebhookId::from(shop.sandbox.webhooks()[0].id)));
}

#[test]
fn a_refused_webhook_is_not_remembered_and_a_deleted_one_is_forgotten() {
    let refusing =
        FaultRule { on: Some(Operation::Webhook), status: Some(422), to: Some(1), ..FaultRule::default() };
    let shop = Shop::open(Options { faults: Faults::of(refusing), ..Options::default() });
    let env = TestEnv::new(&shop);
    let worker = env.worker();
    assert_eq!(added(&worker).unwrap_err().kind, ProblemKind::Unprocessable);
    let id = added(&worker).unwrap().expect("the practice shop tells an id");
    drop(worker);
    assert_eq!(after_restart(&env).into_iter().map(|known| known.id).collect::<Vec<_>>(), [Some(id.clone())]);

    let worker = env.worker();
    worker.send(Command::Webhook(WebhookCommand::Ask(WebhookRequest::Delete(id))));
    worker.until(|event| requested(event).filter(Vec::is_empty));
    drop(worker);
    assert_eq!(after_restart(&env), []);
}

#[test]
fn a_webhook_carries_the_token_that_the_receiver_checks() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let worker = env.worker();
    worker.send(Command::Webhook(WebhookCommand::AddWithToken(NewWebhook { headers: None, ..webhook() })));
    let made = worker.until(|event| {
        if let Event::Webhook(WebhookEvent::TokenMade(token)) = event { Some(token.clone()) } else { None }
    });
    worker.until(|event| matches!(event, Event::Webhook(WebhookEvent::Added(Ok(_)))).then_some(()));
    let carried = shop.sandbox.webhooks()[0].request_headers.clone();
    assert_eq!(carried, Some(format!("Authorization: Bearer {}", made.expose_secret())));

    let choice = ReceiverChoice { port: 0, is_open: false, token: None, forward: None };
    worker.send(Command::Webhook(WebhookCommand::StartReceiver(choice)));
    let state = worker.until(|event| match event {
        Event::Webhook(WebhookEvent::Receiver(state)) if *state != ReceiverState::Starting => {
            Some(state.clone())
        }
        _ => None,
    });
    let ReceiverState::On { address, checks_token: true, .. } = state else { panic!("{state:?}") };
    let status = |token: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        let head =
            format!("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n");
        stream.write_all(format!("{head}Content-Length: 2\r\n\r\n{{}}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!((status("invented"), status(made.expose_secret())), ("401".to_owned(), "200".to_owned()));
}

#[test]
fn a_token_that_would_not_be_sent_is_an_error() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::with_market_file(
        &shop.sandbox.market_file().replace("request_headers = true", ""),
        shop.sandbox.token(),
    );
    let problem = added(&env.worker()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::MarketFile);
    assert!(problem.to_string().contains("webhooks.request_headers"), "{problem}");
    assert_eq!(shop.sandbox.webhooks().len(), 0);
}
