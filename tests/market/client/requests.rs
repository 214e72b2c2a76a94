//! The exact requests of each operation, in both layouts (contract section 4).

use std::sync::{Arc, Mutex};

use bytes::Bytes;

use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use vitrine::client::{Client, FileToSend, Timeouts};
use vitrine_core::market::{Listing, NewWebhook, Profile};
use vitrine_domain::{Draft, FileId, Price, ProblemKind, Scope, ServiceId, VendorId, WebhookId};

use super::server::{Server, Step, answer, client, market_file, token};
use crate::kit::timeout::wait_for_exit;

const PRODUCT: &str = r#"{"id":5}"#;
const FILE: &str = r#"{"id":"42","file_name":"a.jpg","creator_user_id":9}"#;
const USER: &str = r#"{"id":1,"vendor":{"id":7,"title":"Shop"}}"#;
const TOKENS: &str = r#"{"token_type":"Bearer","access_token":"a","expires_in":60,"refresh_token":"r"}"#;

fn answering(body: &str) -> Server {
    Server::start(vec![Step::Answer(answer("200 OK", body))])
}

fn vendor() -> VendorId {
    VendorId::from(7)
}

fn photo(bytes: &'static [u8]) -> FileToSend {
    FileToSend { name: "rug.jpg".into(), mime: "image/jpeg".into(), bytes: Bytes::from_static(bytes) }
}

/// The names of the request headers, except those that HTTP itself requires.
fn own_headers(server: &Server) -> Vec<(String, String)> {
    let own = |name: &str| !matches!(name, "host" | "content-length" | "user-agent" | "accept-encoding");
    server.only().headers.into_iter().filter(|(name, _)| own(name)).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

const BEARER: [(&str, &str); 2] = [("accept", "application/json"), ("authorization", "Bearer t0ken-Secret")];
/// What is read is not answered by a cache.
const READING: [(&str, &str); 3] = [BEARER[0], BEARER[1], ("cache-control", "no-cache")];
const BEARER_JSON: [(&str, &str); 3] = [
    ("accept", "application/json"),
    ("authorization", "Bearer t0ken-Secret"),
    ("content-type", "application/json"),
];
const PLAIN_JSON: [(&str, &str); 2] = [("accept", "application/json"), ("content-type", "application/json")];

#[test]
fn the_consent_page_address_is_fully_encoded() {
    let client = client("127.0.0.1:9".parse().unwrap(), "base", Timeouts::default());
    let scopes = [Scope("a.b".into()), Scope("c".into())];
    let url = client.authorize_url("s+t&t", None, &scopes).unwrap();
    let expected = "http://127.0.0.1:9/sso?lang=fa&client_id=client%201&scope=a.b%20c\
        &redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback%2F&state=s%2Bt%26t";
    assert_eq!(url.as_str(), expected);
    let url = client.authorize_url("s", Some("ch"), &scopes).unwrap();
    assert!(url.as_str().ends_with("&state=s&code_challenge=ch&code_challenge_method=S256"), "{url}");
}

#[tokio::test]
async fn a_code_is_exchanged_without_an_authorization_header() {
    let server = answering(TOKENS);
    let secret = SecretString::from("hush");
    let tokens = server.client("base").exchange_code("c0de", Some("ver"), Some(&secret)).await.unwrap();
    assert_eq!(tokens.access.expose_secret(), "a");
    assert_eq!(tokens.refresh.unwrap().expose_secret(), "r");
    assert_eq!(server.only().line, "POST /auth/oauth/token HTTP/1.1");
    assert_eq!(own_headers(&server), pairs(&PLAIN_JSON));
    let expected = json!({"grant_type": "authorization_code", "client_id": "client 1", "client_secret": "hush",
        "redirect_uri": "http://127.0.0.1:8765/callback/", "code": "c0de", "code_verifier": "ver"});
    assert_eq!(server.only().json(), expected);
}

#[tokio::test]
async fn without_a_challenge_the_exchange_is_exactly_that_of_the_contract() {
    let server = answering(TOKENS);
    server.client("base").exchange_code("c0de", None, Some(&SecretString::from("hush"))).await.unwrap();
    let expected = json!({"grant_type": "authorization_code", "client_id": "client 1", "client_secret": "hush",
        "redirect_uri": "http://127.0.0.1:8765/callback/", "code": "c0de"});
    assert_eq!(server.only().json(), expected);
}

#[tokio::test]
async fn an_exchange_server_never_receives_the_secret() {
    let server =
        Server::start(vec![Step::Answer(answer("200 OK", TOKENS)), Step::Answer(answer("200 OK", TOKENS))]);
    let file = market_file(server.address, "base");
    let file =
        file.replace("[create]", &format!("exchange_url = \"http://{}/helper\"\n[create]", server.address));
    let client = Client::new(Arc::new(Profile::parse(&file, "test").unwrap())).unwrap();
    let secret = SecretString::from("hush");
    client.exchange_code("c0de", None, Some(&secret)).await.unwrap();
    client.refresh(&SecretString::from("r"), Some(&secret)).await.unwrap();
    for received in server.received() {
        assert_eq!(received.line, "POST /helper HTTP/1.1");
        assert_eq!(received.json().get("client_secret"), None);
    }
}

#[tokio::test]
async fn client_credentials_request_every_scope() {
    let server = answering(r#"{"access_token":"a"}"#);
    let tokens = server.client("core").client_credentials("id", &SecretString::from("hush")).await.unwrap();
    assert!(tokens.refresh.is_none() && tokens.lifetime.is_none());
    assert_eq!(server.only().line, "POST /auth/oauth/token HTTP/1.1");
    assert_eq!(own_headers(&server), pairs(&PLAIN_JSON));
    let expected =
        json!({"grant_type": "client_credentials", "client_id": "id", "client_secret": "hush", "scope": "*"});
    assert_eq!(server.only().json(), expected);
}

#[tokio::test]
async fn a_refresh_token_is_sent_to_the_token_endpoint() {
    let server = answering(TOKENS);
    server.client("base").refresh(&SecretString::from("r1"), None).await.unwrap();
    assert_eq!(server.only().line, "POST /auth/oauth/token HTTP/1.1");
    assert_eq!(
        server.only().json(),
        json!({"grant_type": "refresh_token", "client_id": "client 1", "refresh_token": "r1"})
    );
}

#[tokio::test]
async fn a_token_is_checked_at_whoami() {
    let server = answering(r#"{"id":"9","name":"Sara","client":{"id":"c","name":"App"}}"#);
    let identity = server.client("core").whoami(&token()).await.unwrap();
    assert_eq!(identity.name.as_deref(), Some("Sara"));
    assert_eq!(server.only().line, "GET /auth/whoami HTTP/1.1");
    assert_eq!(own_headers(&server), pairs(&READING));
    assert!(server.only().body.is_empty());
}

#[tokio::test]
async fn the_current_user_is_requested_in_both_layouts() {
    for (layout, path) in [("base", "/base/v1/users/me"), ("core", "/core/v3/users/me")] {
        let server = answering(USER);
        let account = server.client(layout).current_user(&token()).await.unwrap();
        assert_eq!(account.vendor.unwrap().id, vendor());
        assert_eq!(server.only().line, format!("GET {path} HTTP/1.1"));
        assert_eq!(own_headers(&server), pairs(&READING));
    }
}

#[tokio::test]
async fn a_photo_is_uploaded_as_a_form_of_known_length() {
    for (layout, path) in [("base", "/base/v1/files"), ("core", "/upload/v3/files")] {
        let server = answering(FILE);
        let file =
            server.client(layout).upload(&token(), photo(b"\xff\xd8 bytes \xff\xd9"), |_| {}).await.unwrap();
        assert_eq!(file.id, FileId::from(42));
        let received = server.only();
        assert_eq!(received.line, format!("POST {path} HTTP/1.1"));
        let mut headers = own_headers(&server);
        let (_, content_type) = headers.pop().unwrap();
        assert_eq!(headers, pairs(&BEARER));
        let boundary = content_type.strip_prefix("multipart/form-data; boundary=").unwrap();
        let mut expected = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file_type\"\r\n\r\nproduct.photo\r\n"
        )
        .into_bytes();
        expected.extend(format!("--{boundary}\r\n").into_bytes());
        expected.extend(b"Content-Disposition: form-data; name=\"file\"; filename=\"rug.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n");
        expected.extend(b"\xff\xd8 bytes \xff\xd9\r\n");
        expected.extend(format!("--{boundary}--\r\n").into_bytes());
        assert_eq!(String::from_utf8_lossy(&received.body), String::from_utf8_lossy(&expected));
        assert_eq!(received.headers["content-length"], expected.len().to_string());
    }
}

#[tokio::test]
async fn upload_progress_reaches_the_size_of_the_photo() {
    let server = answering(FILE);
    let reported = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&reported);
    let bytes = vec![7; 300_000];
    let file = FileToSend { bytes: bytes.into(), ..photo(b"") };
    server.client("base").upload(&token(), file, move |sent| log.lock().unwrap().push(sent)).await.unwrap();
    let reported = reported.lock().unwrap();
    assert!(reported.len() >= 4 && reported.is_sorted(), "{reported:?}");
    assert_eq!(reported.last(), Some(&300_000));
}

#[tokio::test]
async fn a_file_name_cannot_end_its_quotes() {
    let server = answering(FILE);
    let file = FileToSend { name: "../گلیم\"\r\nX: y.jpg".into(), ..photo(b"x") };
    server.client("base").upload(&token(), file, |_| {}).await.unwrap();
    let body = String::from_utf8(server.only().body).unwrap();
    assert!(body.contains("filename=\"گلیم___X: y.jpg\"\r\n"), "{body}");
}

#[tokio::test]
async fn a_product_is_created_with_the_cover_first_and_ids_as_integers() {
    for (layout, path) in [("base", "/base/v1/vendors/7/products"), ("core", "/core/v4/vendors/7/products")] {
        let server = Server::start(vec![Step::Answer(answer("201 Created", PRODUCT))]);
        let draft = Draft {
            name: "گلیم".into(),
            brief: Some("b".into()),
            description: Some("d".into()),
            preparation_days: Some(2),
            weight: Some(900.into()),
            package_weight: Some(1000),
            primary_price: Some(Price::on_wire(250_000)),
            stock: Some(3),
            sku: Some("s".into()),
            is_wholesale: Some(false),
            ..Draft::default()
        };
        let photos = [FileId::from(42), FileId::from(43)];
        let creation =
            server.client(layout).create_product(&token(), &vendor(), &draft, &photos).await.unwrap();
        assert_eq!(creation.product_id.unwrap().as_str(), "5");
        assert_eq!(server.only().line, format!("POST {path} HTTP/1.1"));
        assert_eq!(own_headers(&server), pairs(&BEARER_JSON));
        let expected = json!({"name": "گلیم", "photo": 42, "photos": [42, 43], "brief": "b", "description": "d", "preparation_days": 2,
            "weight": 900, "package_weight": 1000, "primary_price": 250_000, "stock": 3, "sku": "s", "is_wholesale": false, "category_id": 12});
        assert_eq!(server.only().json(), expected);
    }
}

#[tokio::test]
async fn missing_fields_of_a_draft_are_not_sent() {
    let server = answering(PRODUCT);
    let draft = Draft { name: "Rug".into(), ..Draft::default() };
    server.client("base").create_product(&token(), &vendor(), &draft, &[FileId::from(1)]).await.unwrap();
    assert_eq!(server.only().json(), json!({"name": "Rug", "photo": 1, "photos": [1], "category_id": 12}));
}

#[tokio::test]
async fn the_market_file_cannot_set_a_products_photo() {
    let server = answering(PRODUCT);
    let draft = Draft { name: "Rug".into(), ..Draft::default() };
    server.client("base").create_product(&token(), &vendor(), &draft, &[]).await.unwrap();
    assert_eq!(server.only().json(), json!({"name": "Rug", "category_id": 12}));
}

#[tokio::test]
async fn products_are_listed_in_both_layouts() {
    for (layout, path) in [("base", "/base/v1/vendors/7/products"), ("core", "/core/v3/vendors/7/products")] {
        let server = answering(r#"{"data":[{"id":5}],"total_count":1}"#);
        let client = server.client(layout);
        let request = Listing::new(&client.profile().list).next().unwrap();
        let page = client.list_products(&token(), &vendor(), &request).await.unwrap();
        assert_eq!((page.products.len(), page.total), (1, Some(1)));
        assert_eq!(server.only().line, format!("GET {path}?page=1&per_page=100 HTTP/1.1"));
        assert_eq!(own_headers(&server), pairs(&READING));
    }
}

#[tokio::test]
async fn a_webhook_is_created_with_its_service_or_registers_its_own() {
    for (service, expected) in [
        (
            None,
            json!({"event_ids": [5, 8], "request_method": "POST", "url": "https://me/in", "is_active": true, "register_me": true}),
        ),
        (
            Some(ServiceId::from(3)),
            json!({"event_ids": [5, 8], "request_method": "POST", "url": "https://me/in", "is_active": true, "register_me": false, "service_id": 3}),
        ),
    ] {
        let server = answering(r#"{"id":11}"#);
        let webhook = NewWebhook {
            event_ids: vec![5, 8],
            method: "POST".into(),
            url: "https://me/in".into(),
            active: true,
            service,
            headers: None,
        };
        let added = server.client("core").add_webhook(&token(), &webhook).await.unwrap();
        assert_eq!(added.id, Some(WebhookId::from(11)));
        assert_eq!(server.only().line, "POST /hooks/v1/webhooks HTTP/1.1");
        assert_eq!(own_headers(&server), pairs(&BEARER_JSON));
        assert_eq!(server.only().json(), expected);
    }
}

#[tokio::test]
async fn a_picture_is_fetched_without_the_token() {
    let server = Server::start(vec![Step::Answer(
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\x01\x02\x03".to_vec(),
    )]);
    let bytes =
        server.client("base").picture(&format!("http://{}/p/1.jpg?w=5", server.address)).await.unwrap();
    assert_eq!(bytes.as_ref(), [1, 2, 3]);
    assert_eq!(server.only().line, "GET /p/1.jpg?w=5 HTTP/1.1");
    assert_eq!(own_headers(&server), pairs(&[("accept", "image/*")]));
}

#[tokio::test]
async fn a_relative_picture_address_is_on_the_marketplace() {
    let server = Server::start(vec![Step::Answer(answer("200 OK", "x"))]);
    server.client("base").picture("/media/1.jpg").await.unwrap();
    assert_eq!(server.only().line, "GET /media/1.jpg HTTP/1.1");
    for address in ["file:///etc/passwd", "ftp://x/y", "data:image/png;base64,AA", "http://"] {
        assert_eq!(
            server.client("base").picture(address).await.unwrap_err().kind,
            ProblemKind::UnexpectedAnswer,
            "{address}"
        );
    }
}

#[tokio::test]
async fn a_missing_key_of_the_market_file_is_named_when_needed() {
    let file = "name = \"x\"\nlayout = \"core\"\ncore_url = \"http://127.0.0.1:9\"\nupload_url = \"http://127.0.0.1:9\"";
    let client = Client::new(Arc::new(Profile::parse(file, "shop.toml").unwrap())).unwrap();
    let problems = [
        (client.whoami(&token()).await.unwrap_err(), "missing key `auth_url`"),
        (client.authorize_url("s", None, &[]).unwrap_err(), "missing key `sso_url`"),
        (client.exchange_code("c", None, None).await.unwrap_err(), "missing key `oauth.redirect_uri`"),
    ];
    for (problem, said) in problems {
        assert_eq!(
            (problem.kind, problem.subject.as_deref(), problem.quotation.as_deref()),
            (ProblemKind::MarketFile, Some("shop.toml"), Some(said))
        );
    }
}

#[test]
fn a_local_shop_needs_neither_certificates_nor_the_proxy() {
    let this_program = std::env::current_exe().unwrap();
    let mut again = std::process::Command::new(this_program);
    again.args(["--exact", "client::requests::the_current_user_is_requested_in_both_layouts"]);
    again
        .env("SSL_CERT_FILE", "/nowhere")
        .env("SSL_CERT_DIR", "/nowhere")
        .env_remove("NO_PROXY")
        .env_remove("no_proxy");
    for proxy in ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"] {
        again.env(proxy, "http://127.0.0.1:9");
    }
    again.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let output = wait_for_exit(again.spawn().unwrap());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}

#[tokio::test]
async fn categories_are_read_without_a_token_and_attributes_with_those_of_several_choices() {
    let server = answering(
        r#"{"data":[{"id":1,"title":"Home","children":[{"id":302,"title":"Kilim","children":null}]}]}"#,
    );
    let tree = server.client("base").categories(None).await.unwrap();
    assert_eq!(
        (server.only().line.as_str(), tree.path(302).as_deref()),
        ("GET /base/v1/categories HTTP/1.1", Some("Home / Kilim"))
    );
    assert!(!server.only().headers.contains_key("authorization"));

    let server = answering(
        r#"{"data":[{"title":"Rug","attributes":[{"id":219,"title":"Material","required":true}]}]}"#,
    );
    let groups = server.client("core").attributes(Some(&token()), 302).await.unwrap();
    assert_eq!(groups[0].attributes[0].id, 219);
    assert_eq!(
        server.only().line,
        "GET /core/v1/categories/302/attributes?exclude_multi_selects=false HTTP/1.1"
    );
}
