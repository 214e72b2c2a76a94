//! Operations 1 to 3, and refresh.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::header::{ACCEPT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION};
use reqwest::{Method, Response, StatusCode};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;
use vitrine_domain::Scope;
use vitrine_sandbox::{Faults, Options, ShopBehaviour};

use super::plain_client::{ManualClock, PRODUCTS, PlainClient};

const REDIRECT: &str = "http://127.0.0.1:8765/callback";
const VERIFIER: &str = "a-verifier-of-at-least-forty-three-characters-0";

fn challenge() -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))
}

impl PlainClient {
    /// Operation 1 with these parameters replaced or added.
    async fn ask(&self, changed: &[(&str, &str)]) -> Response {
        let mut query = vec![
            ("client_id", "practice-client"),
            ("scope", "vendor.product.read vendor.product.write"),
            ("redirect_uri", REDIRECT),
            ("state", "s t/1"),
        ];
        query.retain(|(name, _)| changed.iter().all(|(other, _)| other != name));
        query.extend(changed);
        self.bare(Method::GET, "/accounts/sso").query(&query).send().await.unwrap()
    }

    async fn decide(&self, page: Response, decision: &str) -> Response {
        let html = page.text().await.unwrap();
        let ticket = html
            .split("name=\"ticket\" value=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a page with a form");
        self.answer(ticket, decision).await
    }

    async fn answer(&self, ticket: &str, decision: &str) -> Response {
        self.send_form("/accounts/sso", &[("ticket", ticket), ("decision", decision)]).await
    }

    async fn send_form(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self.bare(Method::POST, path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        request.body(body).send().await.unwrap()
    }

    /// Goes through the consent page and returns the code.
    async fn code(&self, changed: &[(&str, &str)]) -> String {
        let page = self.ask(changed).await;
        parameter(&self.decide(page, "allow").await, "code").unwrap()
    }

    async fn token(&self, ask: Value) -> (StatusCode, Value) {
        let mut body = json!({ "client_id": "practice-client", "client_secret": self.sandbox.client().secret.expose_secret(), "redirect_uri": REDIRECT });
        body.as_object_mut().unwrap().extend(ask.as_object().unwrap().clone());
        let answer = self.bare(Method::POST, "/auth/oauth/token").json(&body).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }

    async fn exchange(&self, code: &str) -> (StatusCode, Value) {
        self.token(json!({ "grant_type": "authorization_code", "code": code })).await
    }
}

/// A parameter of the address that the browser is redirected to.
fn parameter(answer: &Response, name: &str) -> Option<String> {
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let location = answer.headers()[LOCATION].to_str().unwrap();
    assert!(location.starts_with(&format!("{REDIRECT}?")), "{location}");
    Url::parse(location)
        .unwrap()
        .query_pairs()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

fn error(answer: &(StatusCode, Value)) -> (u16, &str) {
    assert!(answer.1["error_description"].is_string());
    (answer.0.as_u16(), answer.1["error"].as_str().unwrap())
}

#[tokio::test]
async fn the_consent_page_names_client_and_scopes_in_the_persons_language() {
    let shop = PlainClient::new().await;
    let page = shop.ask(&[]).await;
    let policy = page.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    assert!(
        policy.contains("default-src 'none'") && policy.contains("form-action 'self' http://127.0.0.1:8765"),
        "{policy}"
    );
    let html = page.text().await.unwrap();
    for part in [
        "lang=\"en\"",
        "Vitrine",
        "vendor.product.write",
        "create and edit your shop’s products",
        "Allow",
        "Deny",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let query = [
        ("client_id", "practice-client"),
        ("scope", "vendor.product.read"),
        ("redirect_uri", REDIRECT),
        ("state", "s"),
    ];
    let page = shop
        .bare(Method::GET, "/accounts/sso")
        .query(&query)
        .header(ACCEPT_LANGUAGE, "fa-IR,fa;q=0.9,en;q=0.8");
    let html = page.send().await.unwrap().text().await.unwrap();
    assert!(html.contains("lang=\"fa\" dir=\"rtl\"") && html.contains("مشاهدهٔ محصولات غرفهٔ شما"));
}

#[tokio::test]
async fn the_consent_page_escapes_the_request() {
    let shop = PlainClient::new().await;
    let attack = "\"><script>alert(1)</script>";
    for name in ["state", "client_id", "redirect_uri", "unknown"] {
        let page = shop.ask(&[(name, attack)]).await;
        assert!(!page.text().await.unwrap().contains("<script"), "{name}");
    }
    let scope = shop.ask(&[("scope", attack)]).await;
    assert_eq!(parameter(&scope, "error").as_deref(), Some("invalid_scope"));
}

#[tokio::test]
async fn an_unregistered_redirect_address_gets_a_page_and_no_redirect() {
    let shop = PlainClient::new().await;
    for wrong in [
        "http://127.0.0.1:8765/callback/",
        "http://127.0.0.1:8765/callback?x=1",
        "http://127.0.0.1:8766/callback",
        "http://localhost:8765/callback",
        "https://127.0.0.1:8765/callback",
        "http://127.0.0.1:8765/Callback",
        "http://evil.example/",
        "",
    ] {
        let page = shop.ask(&[("redirect_uri", wrong)]).await;
        assert_eq!(page.status(), StatusCode::BAD_REQUEST, "{wrong}");
        assert!(page.headers().get(LOCATION).is_none());
        assert!(page.text().await.unwrap().contains("redirect_uri_mismatch"));
    }
    let page = shop.ask(&[("client_id", "somebody")]).await;
    assert!(page.headers().get(LOCATION).is_none());
    assert!(page.text().await.unwrap().contains("invalid_client"));
}

#[tokio::test]
async fn other_errors_are_redirected_to_the_client_with_its_state() {
    let shop = PlainClient::new().await;
    for (name, value, expected) in [
        ("scope", "vendor.product.read vendor.everything", "invalid_scope"),
        ("scope", "*", "invalid_scope"),
        ("scope", "", "invalid_scope"),
        ("scope", "vendor.product.read,vendor.product.write", "invalid_scope"),
        ("code_challenge", "plain-text", "invalid_request"),
    ] {
        let answer = shop.ask(&[(name, value)]).await;
        assert_eq!(parameter(&answer, "error").as_deref(), Some(expected), "{name}={value}");
        assert_eq!(parameter(&answer, "state").as_deref(), Some("s t/1"));
    }
}

#[tokio::test]
async fn denial_yields_access_denied_and_no_code() {
    let shop = PlainClient::new().await;
    let page = shop.ask(&[]).await;
    let answer = shop.decide(page, "deny").await;
    assert_eq!(parameter(&answer, "error").as_deref(), Some("access_denied"));
    assert_eq!(parameter(&answer, "code"), None);
}

#[tokio::test]
async fn a_consent_page_can_be_answered_once_with_its_ticket() {
    let manual_clock = ManualClock::new();
    let shop = PlainClient::with_options(Options { clock: manual_clock.clock(), ..Options::default() }).await;
    assert_eq!(shop.answer("guessed", "allow").await.status(), StatusCode::BAD_REQUEST);
    let html = shop.ask(&[]).await.text().await.unwrap();
    let ticket = html.split("name=\"ticket\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(shop.answer(ticket, "allow").await.status(), StatusCode::SEE_OTHER);
    assert_eq!(shop.answer(ticket, "allow").await.status(), StatusCode::BAD_REQUEST);
    let page = shop.ask(&[]).await;
    manual_clock.advance(601);
    assert_eq!(shop.decide(page, "allow").await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_code_is_exchanged_for_a_token_that_works_within_its_scopes() {
    let mut shop = PlainClient::new().await;
    let page = shop.ask(&[("scope", Scope::PRODUCT_READ)]).await;
    let answer = shop.decide(page, "allow").await;
    assert_eq!(parameter(&answer, "state").as_deref(), Some("s t/1"));
    let (status, token) = shop.exchange(&parameter(&answer, "code").unwrap()).await;
    assert_eq!((status, &token["token_type"]), (StatusCode::OK, &json!("Bearer")));
    assert!(token["expires_in"].is_u64() && token["refresh_token"].is_string());
    shop.token = token["access_token"].as_str().unwrap().into();
    assert_eq!(shop.get(PRODUCTS).await.status(), StatusCode::OK);
    assert_eq!(shop.post(PRODUCTS, &json!({})).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_code_is_valid_once_and_for_a_minute() {
    let manual_clock = ManualClock::new();
    let shop = PlainClient::with_options(Options { clock: manual_clock.clock(), ..Options::default() }).await;
    let code = shop.code(&[]).await;
    manual_clock.advance(59);
    assert_eq!(shop.exchange(&code).await.0, StatusCode::OK);
    assert_eq!(error(&shop.exchange(&code).await), (400, "invalid_grant"));
    let code = shop.code(&[]).await;
    manual_clock.advance(60);
    assert_eq!(error(&shop.exchange(&code).await), (400, "invalid_grant"));
    assert_eq!(error(&shop.exchange("guessed").await), (400, "invalid_grant"));
}

#[tokio::test]
async fn the_exchange_requires_the_same_client_address_and_challenge() {
    let shop = PlainClient::new().await;
    let code = shop.code(&[("code_challenge", &challenge()), ("code_challenge_method", "S256")]).await;
    let ask = |changed: Value| {
        let mut ask = json!({ "grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER });
        ask.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        shop.token(ask)
    };
    assert_eq!(error(&ask(json!({ "client_secret": "wrong" })).await), (401, "invalid_client"));
    assert_eq!(error(&ask(json!({ "client_secret": "" })).await), (401, "invalid_client"));
    assert_eq!(error(&ask(json!({ "client_id": "somebody" })).await), (401, "invalid_client"));
    assert_eq!(
        error(&ask(json!({ "redirect_uri": "http://127.0.0.1:8765/callback/" })).await),
        (400, "redirect_uri_mismatch")
    );
    assert_eq!(ask(json!({})).await.0, StatusCode::OK, "a wrong client or address does not use the code up");

    for verifier in [json!({}), json!({ "code_verifier": "another-verifier" })] {
        let code = shop.code(&[("code_challenge", &challenge()), ("code_challenge_method", "S256")]).await;
        let mut ask = json!({ "grant_type": "authorization_code", "code": code });
        ask.as_object_mut().unwrap().extend(verifier.as_object().unwrap().clone());
        assert_eq!(error(&shop.token(ask).await), (400, "invalid_grant"));
    }
}

#[tokio::test]
async fn the_token_endpoint_accepts_forms_and_names_invalid_parameters() {
    let shop = PlainClient::new().await;
    let client = shop.sandbox.client();
    let code = shop.code(&[]).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", &client.id),
        ("client_secret", client.secret.expose_secret()),
        ("redirect_uri", REDIRECT),
        ("code", &code),
    ];
    assert_eq!(shop.send_form("/auth/oauth/token", &form).await.status(), StatusCode::OK);
    assert_eq!(
        error(&shop.token(json!({ "grant_type": "password" })).await),
        (400, "unsupported_grant_type")
    );
    assert_eq!(
        error(&shop.token(json!({ "grant_type": "authorization_code" })).await),
        (400, "invalid_request")
    );
    let text = shop.bare(Method::POST, "/auth/oauth/token").body("grant_type=x").send().await.unwrap();
    assert_eq!(text.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_refresh_issues_new_tokens_and_invalidates_the_old_refresh_token() {
    let manual_clock = ManualClock::new();
    let faults = Faults {
        behaviour: ShopBehaviour { token_seconds: 300, ..ShopBehaviour::default() },
        ..Faults::default()
    };
    let mut shop =
        PlainClient::with_options(Options { clock: manual_clock.clock(), faults, ..Options::default() })
            .await;
    let code = shop.code(&[]).await;
    let (_, first) = shop.exchange(&code).await;
    assert_eq!(first["expires_in"], 300);
    manual_clock.advance(300);
    shop.token = first["access_token"].as_str().unwrap().into();
    assert_eq!(shop.get(PRODUCTS).await.status(), StatusCode::UNAUTHORIZED);

    let ask = json!({ "grant_type": "refresh_token", "refresh_token": first["refresh_token"] });
    let (status, second) = shop.token(ask.clone()).await;
    assert_eq!(status, StatusCode::OK);
    shop.token = second["access_token"].as_str().unwrap().into();
    assert_eq!(shop.get(PRODUCTS).await.status(), StatusCode::OK);
    assert_ne!(second["refresh_token"], first["refresh_token"]);
    assert_eq!(error(&shop.token(ask).await), (400, "invalid_grant"));
}

#[tokio::test]
async fn without_rotation_a_refresh_token_stays_valid() {
    let faults = Faults {
        behaviour: ShopBehaviour { rotate_refresh: false, ..ShopBehaviour::default() },
        ..Faults::default()
    };
    let shop = PlainClient::with_faults(faults).await;
    let code = shop.code(&[]).await;
    let (_, first) = shop.exchange(&code).await;
    for _ in 0..2 {
        let (status, again) = shop
            .token(json!({ "grant_type": "refresh_token", "refresh_token": first["refresh_token"] }))
            .await;
        assert_eq!((status, again.get("refresh_token")), (StatusCode::OK, None));
    }
}

#[tokio::test]
async fn client_credentials_grant_full_access_for_the_star_scope_only() {
    let mut shop = PlainClient::new().await;
    let (status, token) = shop.token(json!({ "grant_type": "client_credentials", "scope": "*" })).await;
    assert_eq!(status, StatusCode::OK);
    shop.token = token["access_token"].as_str().unwrap().into();
    assert_eq!(shop.create("Rug").await.status(), StatusCode::CREATED);
    let wrong = shop.token(json!({ "grant_type": "client_credentials", "scope": "vendor.everything" })).await;
    assert_eq!(error(&wrong), (400, "invalid_scope"));
    let wrong =
        shop.token(json!({ "grant_type": "client_credentials", "scope": "*", "client_secret": "x" })).await;
    assert_eq!(error(&wrong), (401, "invalid_client"));
}

#[tokio::test]
async fn the_sellers_server_adds_the_secret_for_its_own_client_only() {
    let shop = PlainClient::new().await;
    let ask =
        async |body: Value| shop.bare(Method::POST, "/exchange").json(&body).send().await.unwrap().status();
    let code = shop.code(&[]).await;
    let body = json!({ "grant_type": "authorization_code", "client_id": "practice-client", "redirect_uri": REDIRECT, "code": code });
    assert_eq!(ask(body).await, StatusCode::OK);
    let body = json!({ "grant_type": "client_credentials", "client_id": "practice-client", "scope": "*" });
    assert_eq!(ask(body).await, StatusCode::BAD_REQUEST);
}
