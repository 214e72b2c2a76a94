//! The faults of the practice marketplace as seen by a client.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use reqwest::header::RETRY_AFTER;
use reqwest::{Method, StatusCode};
use secrecy::ExposeSecret;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use vitrine_sandbox::{DateIn, FaultRule, Faults, Moment, Operation, Options, Outcome, Paging, RetryAfter};

use super::plain_client::{FILES, ManualClock, PRODUCTS, PlainClient, photo};

fn on(operation: Operation) -> FaultRule {
    FaultRule { on: Some(operation), ..FaultRule::default() }
}

#[tokio::test]
async fn latency_affects_only_the_selected_requests() {
    let shop =
        PlainClient::with_faults(Faults::of(FaultRule { latency_ms: 60, ..on(Operation::Whoami) })).await;
    let started = Instant::now();
    shop.get("/auth/whoami").await;
    assert!(started.elapsed() >= Duration::from_millis(60));
    shop.sandbox.set_faults(Faults::of(FaultRule { latency_ms: 3_600_000, ..on(Operation::Upload) }));
    assert_eq!(shop.get("/auth/whoami").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_429_states_how_long_to_wait() {
    let manual_clock = ManualClock::new();
    let faults = Faults::of(FaultRule { per_second: Some(2.0), ..on(Operation::List) });
    let shop =
        PlainClient::with_options(Options { clock: manual_clock.clock(), faults, ..Options::default() })
            .await;
    for _ in 0..2 {
        assert_eq!(shop.get(PRODUCTS).await.status(), StatusCode::OK);
    }
    let refused = shop.get(PRODUCTS).await;
    assert_eq!(
        (refused.status(), &refused.headers()[RETRY_AFTER]),
        (StatusCode::TOO_MANY_REQUESTS, &"1".parse().unwrap())
    );
    assert_eq!(shop.get("/auth/whoami").await.status(), StatusCode::OK, "the rule applies to listing only");
    manual_clock.advance(1);
    assert_eq!(shop.get(PRODUCTS).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn retry_after_can_be_a_date() {
    let retry_after = Some(RetryAfter::Date(DateIn { date_in: 90 }));
    let shop = PlainClient::with_faults(Faults::of(FaultRule {
        status: Some(503),
        retry_after,
        to: Some(1),
        ..on(Operation::List)
    }))
    .await;
    let refused = shop.get(PRODUCTS).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers()[RETRY_AFTER].to_str().unwrap().ends_with(" GMT"));
    assert_eq!(
        shop.get(PRODUCTS).await.status(),
        StatusCode::OK,
        "the rule does not apply to the second request"
    );
}

#[tokio::test]
async fn a_reset_before_processing_leaves_nothing_done() {
    let shop = PlainClient::new().await;
    let photo = shop.upload().await;
    shop.sandbox.set_faults(Faults::of(FaultRule { reset: true, to: Some(1), ..on(Operation::Create) }));
    let payload = json!({ "name": "Rug", "photo": photo, "photos": [photo] });
    assert!(shop.request(Method::POST, PRODUCTS).json(&payload).send().await.is_err());
    assert!(shop.product_names().is_empty());
    assert_eq!(shop.post(PRODUCTS, &payload).await.status(), StatusCode::CREATED);
    assert_eq!(shop.product_names(), ["Rug"]);
}

#[tokio::test]
async fn a_reset_after_processing_leaves_the_work_done() {
    let shop = PlainClient::new().await;
    let photo = shop.upload().await;
    shop.sandbox.set_faults(Faults::of(FaultRule {
        reset: true,
        when: Moment::After,
        ..on(Operation::Create)
    }));
    let payload = json!({ "name": "Rug", "photo": photo, "photos": [photo] });
    assert!(shop.request(Method::POST, PRODUCTS).json(&payload).send().await.is_err());
    assert_eq!(shop.product_names(), ["Rug"]);
    assert_eq!(shop.sandbox.requests().last().unwrap().outcome, Outcome::Reset);
}

#[tokio::test]
async fn an_error_after_processing_leaves_the_work_done() {
    let shop = PlainClient::with_faults(Faults::of(FaultRule {
        status: Some(500),
        when: Moment::After,
        ..on(Operation::Create)
    }))
    .await;
    assert_eq!(shop.create("Rug").await.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(shop.product_names(), ["Rug"]);
}

#[tokio::test]
async fn an_error_before_an_upload_reaches_a_client_that_is_still_sending() {
    let shop =
        PlainClient::with_faults(Faults::of(FaultRule { status: Some(503), ..on(Operation::Upload) })).await;
    let mut bytes = photo(4, 4);
    bytes.resize(4 << 20, 0);
    assert_eq!(shop.send_file(FILES, bytes, "product.photo").await.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(shop.sandbox.files().is_empty());
}

/// Sends a whole request over a raw socket and reads to the end.
async fn raw(shop: &PlainClient, path: &str) -> (Vec<u8>, Option<ErrorKind>) {
    let (address, token) = (shop.sandbox.address(), shop.token.expose_secret().to_owned());
    let head = format!(
        "GET {path} HTTP/1.1
Host: shop
Accept: application/json
Authorization: Bearer {token}

"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let error = stream.read_to_end(&mut bytes).await.err().map(|error| error.kind());
    (bytes, error)
}

#[tokio::test]
async fn a_reset_is_a_tcp_reset() {
    let shop = PlainClient::with_faults(Faults::of(FaultRule { reset: true, ..on(Operation::Whoami) })).await;
    let (bytes, error) = raw(&shop, "/auth/whoami").await;
    assert_eq!((bytes.len(), error), (0, Some(ErrorKind::ConnectionReset)));
}

#[tokio::test]
async fn a_truncated_body_is_shorter_than_its_content_length() {
    let shop =
        PlainClient::with_faults(Faults::of(FaultRule { cut_after: Some(20), ..on(Operation::Whoami) }))
            .await;
    let answer = shop.get("/auth/whoami").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.content_length().unwrap() > 20);
    assert!(answer.bytes().await.is_err());
}

#[tokio::test]
async fn the_part_before_the_truncation_arrives() {
    let shop =
        PlainClient::with_faults(Faults::of(FaultRule { cut_after: Some(20), ..on(Operation::Whoami) }))
            .await;
    let (bytes, _) = raw(&shop, "/auth/whoami").await;
    let text = String::from_utf8(bytes).unwrap();
    let body = text.split("\r\n\r\n").nth(1).unwrap();
    assert_eq!(body.len(), 20, "{text}");
}

#[tokio::test]
async fn bodies_are_throttled_in_both_directions() {
    let shop = PlainClient::new().await;
    let bytes = photo(40, 40);
    shop.sandbox.set_faults(Faults::of(FaultRule {
        bytes_per_second: Some(bytes.len() as u64 * 10),
        ..FaultRule::default()
    }));
    let started = Instant::now();
    let answer = shop.send_file(FILES, bytes.clone(), "product.photo").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(
        started.elapsed() >= Duration::from_millis(100),
        "ten times its size per second takes a tenth of a second"
    );

    let id = shop.sandbox.files()[0].id;
    let started = Instant::now();
    let received = shop.get(&format!("/pictures/{id}/original")).await.bytes().await.unwrap();
    assert_eq!(received, bytes);
    assert!(started.elapsed() >= Duration::from_millis(80));
}

#[tokio::test]
async fn a_list_that_lags_shows_a_product_later() {
    let manual_clock = ManualClock::new();
    let faults = Faults { list_lag_ms: 5_000, ..Faults::default() };
    let shop =
        PlainClient::with_options(Options { clock: manual_clock.clock(), faults, ..Options::default() })
            .await;
    shop.create("Rug").await;
    assert_eq!(shop.json(PRODUCTS).await["total_count"], 0);
    manual_clock.advance(5);
    assert_eq!(shop.json(PRODUCTS).await["total_count"], 1);
}

#[tokio::test]
async fn paging_can_be_ignored_disabled_or_capped() {
    let shop = PlainClient::new().await;
    for number in 0..12 {
        shop.create(&format!("Rug {number}")).await;
    }
    let counted = async |faults: Faults| {
        shop.sandbox.set_faults(faults);
        let list = shop.json(&format!("{PRODUCTS}?page=2&per_page=100")).await;
        (
            list["page"].as_u64().unwrap(),
            list["result_count"].as_u64().unwrap(),
            list["data"][0]["title"].as_str().unwrap_or("").to_owned(),
        )
    };
    let newest = "Rug 11".to_owned();
    assert_eq!(
        counted(Faults { paging: Paging::Ignored, ..Faults::default() }).await,
        (1, 10, newest.clone())
    );
    assert_eq!(counted(Faults { paging: Paging::Everything, ..Faults::default() }).await, (1, 12, newest));
    assert_eq!(
        counted(Faults { per_page_cap: Some(5), ..Faults::default() }).await,
        (2, 5, "Rug 6".to_owned())
    );
    assert!(!shop.sandbox.market_file().contains("page_size = 100"));
}

#[tokio::test]
async fn a_token_can_be_used_up() {
    let shop = PlainClient::with_faults(Faults { token_requests: Some(2), ..Faults::default() }).await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(shop.get("/auth/whoami").await.status().as_u16());
    }
    assert_eq!(statuses, [200, 200, 401]);
}

#[tokio::test]
async fn a_client_that_gives_up_waiting_does_not_stop_the_work() {
    let shop = PlainClient::new().await;
    let photo = shop.upload().await;
    shop.sandbox.set_faults(Faults::of(FaultRule { latency_ms: 100, ..on(Operation::Create) }));
    let payload = json!({ "name": "Rug", "photo": photo, "photos": [photo] });
    let request = shop.request(Method::POST, PRODUCTS).json(&payload).timeout(Duration::from_millis(30));
    assert!(request.send().await.unwrap_err().is_timeout());
    assert!(shop.product_names().is_empty());
    shop.sandbox.set_faults(Faults::of(FaultRule { latency_ms: 200, ..on(Operation::Whoami) }));
    shop.get("/auth/whoami").await;
    assert_eq!(shop.product_names(), ["Rug"]);
}

#[tokio::test]
async fn requests_are_recorded_with_their_outcome_and_without_secrets() {
    let shop = PlainClient::new().await;
    shop.create("Rug").await;
    shop.get(&format!("{PRODUCTS}?page=1")).await;
    shop.get("/nowhere").await;
    let records = shop.sandbox.requests();
    let operations: Vec<_> = records.iter().map(|record| record.operation).collect();
    assert_eq!(operations, [Some(Operation::Upload), Some(Operation::Create), Some(Operation::List), None]);
    assert_eq!(
        (records[2].method.as_str(), records[2].path.as_str()),
        ("GET", "/api/v1/vendors/501/products?page=1")
    );
    assert!(matches!(records[1].outcome, Outcome::Answered { status: 201, bytes } if bytes > 0));
    assert!(matches!(records[3].outcome, Outcome::Answered { status: 404, .. }));
    assert!(records[1].request_bytes > 0);
    assert!(!format!("{records:?}").contains(shop.token.expose_secret()));
}

#[tokio::test]
async fn concurrent_requests_are_counted() {
    let shop =
        PlainClient::with_faults(Faults::of(FaultRule { latency_ms: 100, ..FaultRule::default() })).await;
    let (a, b, c) =
        tokio::join!(shop.get("/auth/whoami"), shop.get("/auth/whoami"), shop.get("/auth/whoami"));
    assert!([a, b, c].iter().all(|answer| answer.status() == StatusCode::OK));
    shop.get("/auth/whoami").await;
    assert_eq!(shop.sandbox.peak_in_flight(Operation::Whoami), 3);
    assert_eq!(shop.sandbox.peak_in_flight(Operation::Upload), 0);
}

#[tokio::test]
async fn shutting_down_does_not_wait_for_delayed_requests() {
    let shop =
        PlainClient::with_faults(Faults::of(FaultRule { latency_ms: 3_600_000, ..on(Operation::Whoami) }))
            .await;
    let PlainClient { sandbox, http, token } = shop;
    let address = sandbox.address();
    let request = http.get(format!("http://{address}/auth/whoami")).bearer_auth(token.expose_secret()).send();
    let started = Instant::now();
    let (answer, ()) = tokio::join!(request, async {
        while sandbox.peak_in_flight(Operation::Whoami) == 0 {
            tokio::task::yield_now().await;
        }
        sandbox.shutdown().await;
    });
    assert!(answer.is_err());
    assert!(started.elapsed() < Duration::from_secs(2));
    assert!(TcpStream::connect(address).await.is_err(), "the port is closed");
}
