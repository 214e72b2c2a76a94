//! Possible answers of the token endpoint: the contract shows one format, and all others must not cause a
//! failure.

use std::net::TcpListener;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use vitrine::client::Client;
use vitrine_core::market::Tokens;
use vitrine_domain::{Problem, ProblemKind};

use super::server::{Server, Step, answer, answer_with};

const SECRETS: [&str; 4] = ["c0de-Secret", "verifier-Secret", "client-Secret", "refresh-Secret"];

async fn exchange(client: &Client) -> Result<Tokens, Problem> {
    client.exchange_code(SECRETS[0], Some(SECRETS[1]), Some(&SecretString::from(SECRETS[2]))).await
}

/// The result of each of the three grants for this answer.
async fn grant_results(bytes: Vec<u8>) -> [Result<Tokens, Problem>; 3] {
    let server = Server::start(vec![Step::Answer(bytes); 3]);
    let client = server.client("base");
    let secret = SecretString::from(SECRETS[2]);
    let results = [
        exchange(&client).await,
        client.refresh(&SecretString::from(SECRETS[3]), Some(&secret)).await,
        client.client_credentials("client 1", &secret).await,
    ];
    // Echoed secrets stay hidden.
    for (result, sent) in results.iter().zip([&SECRETS[..3], &SECRETS[2..], &SECRETS[2..3]]) {
        let output = format!("{result:?}");
        assert!(!sent.iter().any(|secret| output.contains(secret)), "{output}");
    }
    results
}

async fn grant_problems(bytes: Vec<u8>) -> [Problem; 3] {
    grant_results(bytes).await.map(Result::unwrap_err)
}

#[tokio::test]
async fn tokens_are_found_in_every_known_format() {
    for body in [
        r#"{"access_token":"good"}"#,
        r#"{"token_type":"bearer","access_token":"good","expires_in":60,"refresh_token":"r"}"#,
        r#"{"data":{"access_token":"good","expires_in":"60"}}"#,
        r#"{"result":{"access_token":"good"}}"#,
        r#"[{"access_token":"good"}]"#,
        r#"{"token":{"access_token":"good"}}"#,
        "\u{feff}{\"access_token\":\" good \\n\",\"refresh_token\":null,\"scope\":\"*\",\"error\":null}",
        r#"{"access_token":"good","expires_in":{"seconds":60},"refresh_token":17,"token_type":5}"#,
    ] {
        for status in ["200 OK", "201 Created"] {
            for tokens in grant_results(answer(status, body)).await {
                assert_eq!(tokens.unwrap().access.expose_secret(), "good", "{body}");
            }
        }
    }
}

#[tokio::test]
async fn a_success_without_a_token_is_a_problem() {
    let page = "<html><title>Hotel Wi-Fi</title><body>Log in</body></html>";
    for (status, body) in [
        ("200 OK", page),
        ("200 OK", ""),
        ("200 OK", "null"),
        ("200 OK", "{}"),
        ("200 OK", r#"{"access_token":""}"#),
        ("200 OK", r#"{"access_token":null,"expires_in":60}"#),
        ("200 OK", r#"{"access_token":["good"]}"#),
        ("200 OK", r#"{"access_token":"go"#),
        ("204 No Content", ""),
    ] {
        let code = if body == page { ProblemKind::ForeignAnswer } else { ProblemKind::UnexpectedAnswer };
        for problem in grant_problems(answer(status, body)).await {
            assert_eq!(problem.kind, code, "{status} {body}");
        }
    }
}

#[tokio::test]
async fn an_oauth_error_is_recognised_by_its_code_with_any_status() {
    for status in
        ["200 OK", "400 Bad Request", "401 Unauthorized", "403 Forbidden", "422 Unprocessable Entity"]
    {
        for (name, code) in [
            ("invalid_client", ProblemKind::InvalidClient),
            ("invalid_grant", ProblemKind::InvalidGrant),
            ("invalid_scope", ProblemKind::InvalidScope),
            ("redirect_uri_mismatch", ProblemKind::RedirectUriMismatch),
            ("access_denied", ProblemKind::SignInRefused),
        ] {
            let body =
                format!(r#"{{"error":"{name}","error_description":"no: {} {}"}}"#, SECRETS[0], SECRETS[3]);
            for problem in grant_problems(answer(status, &body)).await {
                assert_eq!(problem.kind, code, "{status} {name}");
            }
        }
    }
}

#[tokio::test]
async fn a_server_error_does_not_invalidate_the_grant() {
    for (status, code) in [
        ("500 Oops", ProblemKind::ServerError),
        ("503 Busy", ProblemKind::ServerError),
        ("429 Slow Down", ProblemKind::TooManyRequests),
        ("404 Not Found", ProblemKind::NotFound),
    ] {
        for problem in grant_problems(answer(status, r#"{"message":"try later"}"#)).await {
            assert_eq!(problem.kind, code, "{status}");
        }
    }
}

#[tokio::test]
async fn neither_code_nor_secret_is_redirected_to_another_host() {
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    let location = format!("Location: http://{}/oauth/token\r\n", elsewhere.local_addr().unwrap());
    for status in
        ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"]
    {
        for problem in grant_problems(answer_with(status, &location, "")).await {
            assert_eq!(problem.kind, ProblemKind::RedirectRefused, "{status}");
            assert_eq!(problem.subject, Some(elsewhere.local_addr().unwrap().to_string()));
        }
    }
    assert!(
        elsewhere.accept().is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock),
        "the other host was contacted"
    );
}

#[tokio::test]
async fn a_grant_follows_only_redirects_that_repeat_the_request() {
    for status in ["307 Temporary Redirect", "308 Permanent Redirect"] {
        let moved = Step::Answer(answer_with(status, "Location: /oauth2/token\r\n", ""));
        let server = Server::start(vec![moved, Step::Answer(answer("200 OK", r#"{"access_token":"good"}"#))]);
        exchange(&server.client("base")).await.unwrap();
        let [first, second] = server.received().try_into().unwrap();
        assert_eq!((second.line.as_str(), second.body), ("POST /oauth2/token HTTP/1.1", first.body));
    }
    for status in ["301 Moved", "302 Found", "303 See Other"] {
        for problem in grant_problems(answer_with(status, "Location: /oauth2/token\r\n", "")).await {
            assert_eq!(problem.kind, ProblemKind::RedirectRefused, "{status}");
        }
    }
}

#[tokio::test]
async fn an_endless_answer_is_not_read_completely() {
    let endless = || {
        Step::Flood(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(),
            [b"2000\r\n", [b' '; 0x2000].as_slice(), b"\r\n"].concat(),
        )
    };
    assert_eq!(
        exchange(&Server::start(vec![endless()]).client("base")).await.unwrap_err().kind,
        ProblemKind::AnswerTooLarge
    );
    let announced = b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{".to_vec();
    assert_eq!(
        exchange(&Server::start(vec![Step::Stall(announced)]).client("base")).await.unwrap_err().kind,
        ProblemKind::AnswerTooLarge
    );
}

#[tokio::test]
async fn a_slow_answer_times_out() {
    for start in [&b""[..], b"HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{\"access_token\":"] {
        let server = Server::start(vec![Step::Stall(start.to_vec())]);
        assert_eq!(exchange(&server.hasty_client()).await.unwrap_err().kind, ProblemKind::TimedOut);
    }
}

#[tokio::test]
async fn an_invalid_lifetime_does_not_invalidate_the_token() {
    for (written, lifetime) in [
        ("3600", Some(3600)),
        ("\"3600\"", Some(3600)),
        ("3600.0", Some(3600)),
        ("-1", Some(0)),
        ("0", Some(0)),
        ("1e300", Some(100 * 366 * 24 * 60 * 60)),
        ("\"soon\"", None),
        ("null", None),
    ] {
        for tokens in
            grant_results(answer("200 OK", &format!(r#"{{"access_token":"good","expires_in":{written}}}"#)))
                .await
        {
            assert_eq!(tokens.unwrap().lifetime, lifetime.map(Duration::from_secs), "{written}");
        }
    }
}

#[tokio::test]
async fn the_address_of_a_consent_error_page_reveals_the_error() {
    let client = Server::start(Vec::new()).client("base");
    let scopes =
        ["vendor.product.read", "vendor.product.write"].map(|name| vitrine_domain::Scope(name.to_owned()));
    for (address, code) in [
        (
            "https://sso.example/oauth/error?error=redirect_uri_mismatch&error_description=not+registered",
            ProblemKind::RedirectUriMismatch,
        ),
        ("https://sso.example/oauth/error/redirect_uri_mismatch?state=x", ProblemKind::RedirectUriMismatch),
        ("https://sso.example/#error=invalid_client", ProblemKind::InvalidClient),
        (
            "  https://sso.example/error?message=invalid_scope%3A+vendor.product.write ",
            ProblemKind::InvalidScope,
        ),
    ] {
        let problem = client.consent_page_error(address, &scopes).unwrap_or_else(|| panic!("{address}"));
        assert_eq!(problem.kind, code, "{address}");
        assert!(
            problem.quotation.is_none() && problem.field.is_none(),
            "text of a page that anyone may have written is not repeated"
        );
    }
    let scope = client
        .consent_page_error("https://sso.example/error?e=invalid_scope&scope=vendor.product.write", &scopes)
        .unwrap();
    assert_eq!(scope.subject.as_deref(), Some("vendor.product.write"));
    for other in [
        "",
        "hello",
        "https://sso.example/consent?client_id=c&state=s",
        "http://127.0.0.1:8765/callback?error=access_denied&state=s",
    ] {
        assert_eq!(client.consent_page_error(other, &scopes), None, "{other}");
    }
}
