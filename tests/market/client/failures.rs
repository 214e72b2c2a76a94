//! Failures on the way: nothing is sent twice or to the wrong host because of them.

use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use secrecy::SecretString;
use vitrine::client::{Client, FileToSend, Timeouts};
use vitrine_core::market::{Creation, Listing, ProductPage, Profile};
use vitrine_domain::{AnswerForm, Draft, FileId, Problem, ProblemKind, Scope, VendorId, Verdict};

use super::server::{Server, Step, answer, answer_with, client, token};
use crate::kit::shop::port::free_port;

async fn create(client: &Client) -> Result<Creation, Problem> {
    create_named(client, "Rug").await
}

async fn create_named(client: &Client, name: &str) -> Result<Creation, Problem> {
    let draft = Draft { name: name.to_owned(), ..Draft::default() };
    client.create_product(&token(), &VendorId::from(7), &draft, &[FileId::from(1)]).await
}

async fn list(client: &Client) -> Result<ProductPage, Problem> {
    let request = Listing::new(&client.profile().list).next().unwrap();
    client.list_products(&token(), &VendorId::from(7), &request).await
}

async fn upload(client: &Client, bytes: usize) -> Result<FileId, Problem> {
    let file =
        FileToSend { name: "a.jpg".into(), mime: "image/jpeg".into(), bytes: Bytes::from(vec![7; bytes]) };
    client.upload(&token(), file, |_| {}).await.map(|file| file.id)
}

async fn create_problem(step: Step) -> Problem {
    let server = Server::start(vec![step]);
    let problem = create(&server.client("base")).await.unwrap_err();
    server.only();
    problem
}

/// A host that must not be contacted.
struct UncontactedHost(TcpListener);

impl UncontactedHost {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    fn address(&self) -> SocketAddr {
        self.0.local_addr().unwrap()
    }

    fn was_not_contacted(&self) -> bool {
        self.0.accept().is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }
}

fn redirect(status: &str, to: &str) -> Step {
    Step::Answer(answer_with(status, &format!("Location: {to}\r\n"), ""))
}

// Connecting.

#[tokio::test]
async fn a_refused_connection_proves_that_nothing_was_sent() {
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let problem = create(&client(address, "base", Timeouts::default())).await.unwrap_err();
    assert_eq!((problem.kind, problem.verdict()), (ProblemKind::Unreachable, Verdict::NotDone));
    assert_eq!(problem.subject, Some(address.to_string()));
    assert!(problem.form == AnswerForm::Empty && problem.quotation.unwrap().contains("refused"));
}

#[tokio::test]
async fn a_server_without_tls_is_a_tls_problem() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let file = format!("name = \"x\"\nlayout = \"base\"\nbase_url = \"https://{address}\"");
    let client = Client::new(Arc::new(Profile::parse(&file, "x").unwrap())).unwrap();
    let problem = create(&client).await.unwrap_err();
    assert_eq!(
        (problem.kind, problem.verdict(), problem.subject),
        (ProblemKind::Tls, Verdict::NotDone, Some(address.to_string()))
    );
}

#[tokio::test]
async fn a_token_invalid_in_a_header_is_refused_before_anything_is_sent() {
    let elsewhere = UncontactedHost::new();
    let client = client(elsewhere.address(), "base", Timeouts::default());
    let problem = client.whoami(&SecretString::from("to\nken")).await.unwrap_err();
    assert_eq!((problem.kind, problem.verdict()), (ProblemKind::Unauthorized, Verdict::SignIn));
    assert!(elsewhere.was_not_contacted());
}

// Missing and incomplete responses, after which the product may exist.

#[tokio::test]
async fn a_connection_broken_after_the_request_leaves_the_outcome_unknown() {
    let no_http = b"SSH-2.0-OpenSSH_9.2\r\n".to_vec();
    let half = b"HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{\"id\":".to_vec();
    let head = b"HTTP/1.1 201 Created\r\nContent-".to_vec();
    let chunk = b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":5}\r\n".to_vec();
    for step in [
        Step::Reset,
        Step::AnswerAndClose(no_http),
        Step::AnswerAndClose(Vec::new()),
        Step::AnswerAndClose(half),
        Step::AnswerAndClose(head),
        Step::AnswerAndClose(chunk),
    ] {
        let problem = create_problem(step.clone()).await;
        assert_eq!(
            (problem.kind, problem.verdict()),
            (ProblemKind::ConnectionLost, Verdict::Unknown),
            "{step:?}"
        );
    }
}

#[tokio::test]
async fn a_timeout_leaves_the_outcome_unknown() {
    for start in [&b""[..], b"HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{\"id\":"] {
        let server = Server::start(vec![Step::Stall(start.to_vec())]);
        let problem = create(&server.hasty_client()).await.unwrap_err();
        assert_eq!((problem.kind, problem.verdict()), (ProblemKind::TimedOut, Verdict::Unknown));
    }
}

#[tokio::test]
async fn every_operation_has_its_timeout() {
    let stalling = || Server::start(vec![Step::Stall(Vec::new())]);
    let codes = [
        upload(&stalling().hasty_client(), 10).await.map(|_| ()),
        list(&stalling().hasty_client()).await.map(|_| ()),
        stalling().hasty_client().whoami(&token()).await.map(|_| ()),
        stalling().hasty_client().refresh(&token(), None).await.map(|_| ()),
    ]
    .map(|result| result.unwrap_err().kind);
    assert_eq!(codes, [ProblemKind::TimedOut; 4]);
}

#[tokio::test]
async fn a_refusal_with_a_truncated_body_is_not_definite() {
    let cut = b"HTTP/1.1 422 Unprocessable Entity\r\nContent-Length: 100\r\n\r\n{\"messages\":".to_vec();
    let problem = create_problem(Step::AnswerAndClose(cut)).await;
    assert_eq!(
        (problem.kind, problem.form, problem.verdict()),
        (ProblemKind::Unprocessable, AnswerForm::Empty, Verdict::Unknown)
    );
}

// Nothing is sent twice.

#[tokio::test]
async fn a_creation_on_a_broken_connection_is_not_repeated() {
    let server = Server::start(vec![
        Step::Answer(answer("201 Created", "{}")),
        Step::AnswerAndClose(Vec::new()),
        Step::Answer(answer("201 Created", "{}")),
    ]);
    let client = server.client("base");
    create(&client).await.unwrap();
    assert_eq!(create(&client).await.unwrap_err().kind, ProblemKind::ConnectionLost);
    assert_eq!(server.received().len(), 2);
}

/// Closes each connection right after its answer without announcing it, so that the next request may fail.
#[tokio::test]
async fn no_creation_is_sent_twice_however_connections_close() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let arrived = Arc::new(Mutex::new(HashMap::<String, u32>::new()));
    let log = Arc::clone(&arrived);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let name = read_name(&mut stream);
            *log.lock().unwrap().entry(name).or_default() += 1;
            let _ = stream.write_all(&answer("201 Created", "{}"));
        }
    });
    let client = client(address, "base", Timeouts::default());
    for number in 0..300 {
        let name = format!("rug-{number}");
        let result = create_named(&client, &name).await;
        let times = arrived.lock().unwrap().get(&name).copied().unwrap_or(0);
        match result {
            Ok(_) => assert_eq!(times, 1, "{name}"),
            Err(problem) => {
                assert!(times <= 1 && problem.verdict() != Verdict::Refused, "{name} {times} {problem}");
            }
        }
    }
}

fn read_name(stream: &mut TcpStream) -> String {
    let (mut text, mut piece) = (String::new(), [0; 4096]);
    while !text.ends_with('}') {
        let read = stream.read(&mut piece).unwrap();
        text.push_str(std::str::from_utf8(&piece[..read]).unwrap());
    }
    let (_, body) = text.split_once("\r\n\r\n").unwrap();
    serde_json::from_str::<serde_json::Value>(body).unwrap()["name"].as_str().unwrap().to_owned()
}

// Redirects.

#[tokio::test]
async fn a_redirect_to_another_host_is_refused_without_contacting_it() {
    let elsewhere = UncontactedHost::new();
    let target = format!("http://{}/v1/x?token=t0ken-Secret", elsewhere.address());
    for status in
        ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"]
    {
        let server = Server::start(vec![
            redirect(status, &target),
            redirect(status, &target),
            redirect(status, &target),
        ]);
        let client = server.client("base");
        for problem in [
            list(&client).await.unwrap_err(),
            create(&client).await.unwrap_err(),
            upload(&client, 10).await.unwrap_err(),
        ] {
            assert_eq!(problem.kind, ProblemKind::RedirectRefused);
            assert_eq!(problem.subject, Some(elsewhere.address().to_string()));
            assert!(!format!("{problem:?}").contains("t0ken"));
        }
    }
    assert!(elsewhere.was_not_contacted());
}

#[tokio::test]
async fn a_get_follows_redirects_on_the_same_host() {
    let page = answer("200 OK", r#"{"data":[],"total_count":0}"#);
    let server = Server::start(vec![redirect("302 Found", "/moved?page=1"), Step::Answer(page)]);
    assert!(list(&server.client("base")).await.unwrap().all_readable);
    let received = server.received();
    assert_eq!(received[1].line, "GET /moved?page=1 HTTP/1.1");
    assert_eq!(received[1].headers["authorization"], "Bearer t0ken-Secret");
}

#[tokio::test]
async fn a_creation_follows_only_redirects_that_repeat_the_request() {
    for status in ["301 Moved", "302 Found", "303 See Other"] {
        let problem = create_problem(redirect(status, "/moved")).await;
        assert_eq!(
            (problem.kind, problem.verdict()),
            (ProblemKind::RedirectRefused, Verdict::Unknown),
            "{status}"
        );
    }
    for status in ["307 Temporary Redirect", "308 Permanent Redirect"] {
        let server = Server::start(vec![
            redirect(status, "/moved"),
            Step::Answer(answer("201 Created", r#"{"id":5}"#)),
        ]);
        create(&server.client("base")).await.unwrap();
        let [first, second] = server.received().try_into().unwrap();
        assert_eq!((second.line.as_str(), second.body), ("POST /moved HTTP/1.1", first.body));
    }
}

#[tokio::test]
async fn an_upload_redirected_on_the_same_host_arrives_complete() {
    let server = Server::start(vec![
        redirect("308 Permanent Redirect", "/v1/files/"),
        Step::Answer(answer("200 OK", r#"{"id":5}"#)),
    ]);
    upload(&server.client("base"), 200_000).await.unwrap();
    assert!(server.received()[1].body.len() > 200_000);
}

#[tokio::test]
async fn redirect_loops_end() {
    let server = Server::start(vec![redirect("302 Found", "/again"); 10]);
    assert_eq!(list(&server.client("base")).await.unwrap_err().kind, ProblemKind::RedirectRefused);
    assert_eq!(server.received().len(), 6);
}

#[tokio::test]
async fn a_picture_is_fetched_by_plain_http_from_the_marketplace_alone() {
    let other = Server::start(vec![]);
    let address = format!("http://{}/1.jpg", other.address);
    let server = Server::start(vec![redirect("302 Found", &address)]);
    let picture = server.client("base").picture(&format!("http://{}/1.jpg", server.address)).await;
    assert_eq!(picture.unwrap_err().kind, ProblemKind::RedirectRefused);
    assert_eq!(
        server.client("base").picture(&address).await.unwrap_err().kind,
        ProblemKind::UnexpectedAnswer
    );
    assert_eq!(
        (server.received().len(), other.received().len()),
        (1, 0),
        "nothing else in the network is called"
    );
}

#[tokio::test]
async fn a_refusal_by_a_picture_host_does_not_end_the_session() {
    for status in ["401 Unauthorized", "403 Forbidden"] {
        let server = Server::start(vec![Step::Answer(answer(status, "no"))]);
        let problem =
            server.client("base").picture(&format!("http://{}/1.jpg", server.address)).await.unwrap_err();
        assert!(matches!(problem.kind, ProblemKind::Refused | ProblemKind::ForeignAnswer), "{problem:?}");
    }
}

// Responses of the wrong kind or size.

#[tokio::test]
async fn an_oversized_answer_is_not_read_completely() {
    let announced = b"HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n{".to_vec();
    let server = Server::start(vec![Step::Stall(announced)]);
    let problem = list(&server.client("base")).await.unwrap_err();
    assert_eq!(
        (problem.kind, problem.status, problem.verdict()),
        (ProblemKind::AnswerTooLarge, Some(200), Verdict::Unknown)
    );

    let mut piece = b"10000\r\n".to_vec();
    piece.extend([b' '; 0x10000]);
    piece.extend(b"\r\n");
    let server = Server::start(vec![Step::Flood(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(),
        piece.clone(),
    )]);
    assert_eq!(list(&server.client("base")).await.unwrap_err().kind, ProblemKind::AnswerTooLarge);

    let server = Server::start(vec![Step::Flood(
        b"HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(),
        piece,
    )]);
    assert_eq!(list(&server.client("base")).await.unwrap_err().kind, ProblemKind::ServerError);
}

/// Servers may compress: without an Accept-Encoding header, RFC 9110 allows any encoding.
#[tokio::test]
async fn a_compressed_answer_is_read() {
    let body = b"\x1f\x8b\x08\0\0\0\0\0\x02\x03\xab\x56\xca\x4c\x51\xb2\x32\xd5\x51\x2a\x4b\xcd\x4b\xc9\x2f\x52\xb2\xaa\x06\x0b\x98\xd7\xd6\x02\0\x83\x28\x63\xbe\x1a\0\0\0";
    let mut response =
        format!("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n", body.len())
            .into_bytes();
    response.extend(body);
    let server = Server::start(vec![Step::Answer(response)]);
    let account = server.client("base").current_user(&token()).await.unwrap();
    assert_eq!(account.vendor.unwrap().id, VendorId::from(7));
}

#[tokio::test]
async fn a_success_without_json_is_a_problem() {
    let page = "<html><title>Hotel Wi-Fi</title><body>Log in: t0ken-Secret</body></html>";
    for (body, code, form) in [
        ("", ProblemKind::UnexpectedAnswer, AnswerForm::Empty),
        ("OK", ProblemKind::UnexpectedAnswer, AnswerForm::Foreign),
        (page, ProblemKind::ForeignAnswer, AnswerForm::Page),
        ("{\"id\":5", ProblemKind::UnexpectedAnswer, AnswerForm::Foreign),
    ] {
        let step = || Server::start(vec![Step::Answer(answer("200 OK", body))]);
        let problems = [
            upload(&step().client("base"), 10).await.unwrap_err(),
            list(&step().client("base")).await.unwrap_err(),
            step().client("base").current_user(&token()).await.unwrap_err(),
            step().client("base").whoami(&token()).await.unwrap_err(),
            step().client("base").refresh(&token(), None).await.unwrap_err(),
        ];
        for problem in problems {
            assert_eq!((problem.kind, problem.status, problem.form), (code, Some(200), form), "{body}");
        }
    }
    let problem = create_problem(Step::Answer(answer("200 OK", page))).await;
    assert_eq!((problem.kind, problem.verdict()), (ProblemKind::ForeignAnswer, Verdict::Unknown));
    assert_eq!(problem.quotation.as_deref(), Some("Hotel Wi-Fi Log in: •••"));
}

#[tokio::test]
async fn an_error_inside_a_success_is_shown_in_its_own_words() {
    let problem = create_problem(Step::Answer(answer(
        "200 OK",
        r#"{"messages":[{"message":"Name is taken","fields":["name"]}]}"#,
    )))
    .await;
    assert_eq!(
        (problem.kind, problem.status, problem.verdict()),
        (ProblemKind::UnexpectedAnswer, Some(200), Verdict::Unknown)
    );
    assert_eq!(
        (problem.field.as_deref(), problem.quotation.as_deref()),
        (Some("name"), Some("Name is taken"))
    );
    let server = Server::start(vec![Step::Answer(answer("200 OK", r#"{"error":"maintenance"}"#))]);
    let problem = list(&server.client("base")).await.unwrap_err();
    assert_eq!(
        (problem.kind, problem.form, problem.quotation.as_deref()),
        (ProblemKind::UnexpectedAnswer, AnswerForm::Own, Some("maintenance"))
    );
}

#[tokio::test]
async fn a_success_without_required_values_is_a_problem() {
    for (body, said) in [(r#"{"username":"u"}"#, "no id"), ("[]", "no id")] {
        let server = Server::start(vec![Step::Answer(answer("200 OK", body))]);
        let problem = server.client("base").current_user(&token()).await.unwrap_err();
        assert_eq!(
            (problem.kind, problem.status, problem.form, problem.quotation.as_deref()),
            (ProblemKind::UnexpectedAnswer, Some(200), AnswerForm::Foreign, Some(said))
        );
    }
}

#[tokio::test]
async fn a_creation_may_have_an_empty_answer() {
    for step in
        [answer("200 OK", ""), answer("201 Created", "{}"), b"HTTP/1.1 204 No Content\r\n\r\n".to_vec()]
    {
        let server = Server::start(vec![Step::Answer(step)]);
        assert_eq!(create(&server.client("base")).await.unwrap().product_id, None);
    }
}

#[tokio::test]
async fn a_private_answer_is_not_quoted() {
    for body in [
        r#"{"username":"u","national_code":"0012345678"}"#,
        r#"{"username":"u","national_code":"0012345678"#,
        r#"{"success":false,"national_code":"0012345678"}"#,
    ] {
        let server = Server::start(vec![Step::Answer(answer("200 OK", body))]);
        let problem = server.client("base").current_user(&token()).await.unwrap_err();
        assert!(!format!("{problem:?}").contains("00123"), "{problem:?}");
    }
}

// Rejections.

#[tokio::test]
async fn an_html_error_page_is_shown_as_its_text() {
    let page = "<html><head><title>502 Bad Gateway</title></head><body><hr>nginx</body></html>";
    let problem =
        create_problem(Step::Answer(answer_with("502 Bad Gateway", "Content-Type: text/html\r\n", page)))
            .await;
    assert_eq!(
        (problem.kind, problem.status, problem.verdict()),
        (ProblemKind::ServerError, Some(502), Verdict::Unknown)
    );
    assert_eq!(problem.quotation.as_deref(), Some("502 Bad Gateway nginx"));
}

#[tokio::test]
async fn retry_after_is_read_in_seconds_and_as_a_date_by_the_servers_clock() {
    for headers in [
        "Retry-After: 90\r\n",
        "Date: Mon, 05 Jan 2015 10:00:00 GMT\r\nRetry-After: Mon, 05 Jan 2015 10:01:30 GMT\r\n",
    ] {
        for (status, code, verdict) in [
            ("429 Too Many Requests", ProblemKind::TooManyRequests, Verdict::Throttled),
            ("503 Unavailable", ProblemKind::ServerError, Verdict::Unknown),
        ] {
            let problem = create_problem(Step::Answer(answer_with(status, headers, ""))).await;
            assert_eq!((problem.kind, problem.verdict()), (code, verdict));
            assert_eq!(problem.retry_after, Some(Duration::from_secs(90)), "{headers}");
        }
    }
}

#[tokio::test]
async fn a_missing_scope_is_named() {
    let forbidding = || Server::start(vec![Step::Answer(answer("403 Forbidden", r#"{"message":"no"}"#))]);
    let named = |problem: Problem| (problem.kind, problem.subject);
    let write = (ProblemKind::Forbidden, Some(Scope::PRODUCT_WRITE.to_owned()));
    assert_eq!(named(create(&forbidding().client("base")).await.unwrap_err()), write);
    assert_eq!(named(upload(&forbidding().client("base"), 10).await.unwrap_err()), write);
    assert_eq!(
        named(list(&forbidding().client("base")).await.unwrap_err()),
        (ProblemKind::Forbidden, Some(Scope::PRODUCT_READ.to_owned()))
    );
}

#[tokio::test]
async fn a_refused_code_has_the_reason_in_its_problem() {
    let secret = SecretString::from("hu5h");
    for (body, code, subject) in [
        (r#"{"error":"invalid_grant","error_description":"c0de is used"}"#, ProblemKind::InvalidGrant, None),
        (
            r#"{"error":"redirect_uri_mismatch"}"#,
            ProblemKind::RedirectUriMismatch,
            Some("http://127.0.0.1:8765/callback/"),
        ),
        (
            r#"{"message":"invalid_scope"}"#,
            ProblemKind::InvalidScope,
            Some("vendor.product.read vendor.product.write"),
        ),
        (
            r#"{"error":"invalid_client","error_description":"hu5h is wrong"}"#,
            ProblemKind::InvalidClient,
            None,
        ),
    ] {
        for status in ["400 Bad Request", "401 Unauthorized", "200 OK"] {
            let server = Server::start(vec![Step::Answer(answer(status, body))]);
            let problem = server.client("base").exchange_code("c0de", None, Some(&secret)).await.unwrap_err();
            assert_eq!((problem.kind, problem.subject.as_deref()), (code, subject), "{status} {body}");
            let said = problem.quotation.unwrap();
            assert!(!said.contains("c0de") && !said.contains("hu5h"), "{said}");
        }
    }
}

#[tokio::test]
async fn a_token_under_another_key_is_not_quoted() {
    for body in [r#"{"token":"fresh-one"}"#, r#"{"access_token":{"v":"fresh-one"}}"#, r#"["fresh-one"]"#] {
        let server = Server::start(vec![Step::Answer(answer("200 OK", body))]);
        let problem = server.client("base").refresh(&token(), None).await.unwrap_err();
        assert_eq!(
            (problem.kind, problem.quotation.as_deref()),
            (ProblemKind::UnexpectedAnswer, Some("no access_token"))
        );
    }
}

#[tokio::test]
async fn an_echoed_token_is_not_shown() {
    let body = r#"{"message":"bad token t0ken-Secret","errors":[{"message":"t0ken-Secret","fields":["t0ken-Secret"]}]}"#;
    for body in [body, "Bearer t0ken-Secret is bad", "<p>t0ken-Secret</p>"] {
        for status in ["401 Unauthorized", "422 Unprocessable Entity", "500 Oops"] {
            let problem = create_problem(Step::Answer(answer(status, body))).await;
            assert!(!format!("{problem:?}").contains("t0ken"), "{problem:?}");
        }
    }
}

#[tokio::test]
async fn a_refusal_sent_before_the_end_of_the_upload_is_read() {
    let refusal =
        answer_with("413 Payload Too Large", "Connection: close\r\n", r#"{"message":"5 MB at most"}"#);
    let server = Server::start(vec![Step::AnswerEarly(refusal)]);
    let problem = upload(&server.client("base"), 8_000_000).await.unwrap_err();
    assert_eq!((problem.kind, problem.status), (ProblemKind::PayloadTooLarge, Some(413)));
}
