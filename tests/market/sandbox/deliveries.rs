//! What the practice shop delivers to webhooks, received by a plain server.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, Options, ShopBehaviour};

use super::plain_client::PlainClient;
use crate::kit::server::{Received, Server, Step, answer};

/// A shop with a webhook of all events to `server`.
async fn subscribed(server: &Server, faults: Faults) -> PlainClient {
    let behaviour = ShopBehaviour { delivery_retry_ms: 20, ..faults.behaviour.clone() };
    let shop =
        PlainClient::with_options(Options { faults: Faults { behaviour, ..faults }, ..Options::default() })
            .await;
    let webhook = json!({
        "event_ids": [1, 2, 3, 4, 5, 6, 7, 8, 9], "request_method": "POST", "url": format!("http://{}/in", server.address),
        "is_active": true, "register_me": true, "request_headers": "Authorization: Bearer sesame\nX-Own: 1",
    });
    assert_eq!(shop.post("/webhook/v1/webhooks", &webhook).await.status(), StatusCode::CREATED);
    shop
}

async fn try_event(shop: &PlainClient, event: u32) {
    let answer = shop.post(&format!("/webhook/practice/events/{event}"), &json!({})).await;
    assert_eq!(answer.json::<Value>().await.unwrap()["deliveries"], 1);
}

/// The log of the webhook once it has so many attempts.
async fn log(shop: &PlainClient, attempts: usize) -> Vec<Value> {
    let began = Instant::now();
    loop {
        let log =
            shop.json("/webhook/v1/webhooks/401/logs").await["data"].as_array().cloned().unwrap_or_default();
        if log.len() >= attempts {
            return log;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "only {log:?}");
        tokio::task::yield_now().await;
    }
}

fn statuses(log: &[Value]) -> Vec<Value> {
    log.iter().rev().map(|attempt| attempt["status_code"].clone()).collect()
}

fn ok(times: usize) -> Vec<Step> {
    (0..times).map(|_| Step::Answer(answer("200 OK", "{}"))).collect()
}

fn events_of(received: &[Received]) -> Vec<u64> {
    received.iter().map(|request| request.json()["event_id"].as_u64().unwrap()).collect()
}

fn on_delivery(rule: FaultRule) -> Faults {
    Faults::of(FaultRule { on: Some(Operation::Delivery), ..rule })
}

#[tokio::test]
async fn all_nine_events_are_delivered_in_order_with_the_headers_of_the_subscriber() {
    let server = Server::start(ok(9));
    let shop = subscribed(&server, Faults::default()).await;
    for event in 1..=9 {
        try_event(&shop, event).await;
    }
    log(&shop, 9).await;
    let received = server.received();
    assert_eq!(events_of(&received), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for request in &received {
        let header = |name: &str| request.headers.get(name).map(String::as_str);
        assert_eq!((header("authorization"), header("x-own")), (Some("Bearer sesame"), Some("1")));
    }
}

#[tokio::test]
async fn what_is_not_accepted_is_delivered_again() {
    let mut steps = vec![Step::Answer(answer("503 Service Unavailable", ""))];
    steps.extend(ok(1));
    let server = Server::start(steps);
    let shop = subscribed(&server, Faults::default()).await;
    try_event(&shop, 5).await;
    assert_eq!(statuses(&log(&shop, 2).await), [json!(503), json!(200)]);
}

#[tokio::test]
async fn deliveries_are_lost_and_doubled_on_request() {
    let server = Server::start(ok(3));
    let lost = FaultRule { from: 1, to: Some(1), reset: true, ..FaultRule::default() };
    let shop = subscribed(&server, on_delivery(lost)).await;
    try_event(&shop, 5).await;
    try_event(&shop, 6).await;
    assert_eq!(statuses(&log(&shop, 2).await), [Value::Null, json!(200)]);
    assert_eq!(events_of(&server.received()), [6]);

    let server = Server::start(ok(2));
    let doubled = FaultRule { reset: true, when: Moment::After, ..FaultRule::default() };
    let shop = subscribed(&server, on_delivery(doubled)).await;
    try_event(&shop, 5).await;
    assert_eq!(statuses(&log(&shop, 2).await), [json!(200), json!(200)]);
    let received = server.received();
    assert_eq!(received[0].body, received[1].body);
}

#[tokio::test]
async fn a_delayed_delivery_is_overtaken() {
    let server = Server::start(ok(2));
    let delayed = FaultRule { from: 1, to: Some(1), latency_ms: 300, ..FaultRule::default() };
    let shop = subscribed(&server, on_delivery(delayed)).await;
    try_event(&shop, 5).await;
    try_event(&shop, 6).await;
    log(&shop, 2).await;
    assert_eq!(events_of(&server.received()), [6, 5]);
}
