//! Requests from other programs and pages to the redirect address during a sign-in. None of them ends the
//! sign-in, and the person's own redirect completes it afterwards.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};

use reqwest::header::LOCATION;

use super::harness::{SignInHarness, state_of};

/// The name, the request and the expected status of each attack.
fn attacks(port: u16, state: &str) -> Vec<(&'static str, String, u16)> {
    let good = format!("/callback?code=sesame&state={state}");
    let line = |method: &str, target: &str, more: &str| {
        format!("{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n")
    };
    let get = |target: &str| line("GET", target, "");
    vec![
        ("the root", get("/"), 404),
        ("the icon", get("/favicon.ico"), 404),
        ("the closing page too early", get("/vitrine/signed-in"), 404),
        ("no parameters", get("/callback"), 403),
        ("an error without the state", get("/callback?error=access_denied"), 403),
        ("an error with a wrong state", get("/callback?error=access_denied&state=wrong"), 403),
        ("a missing state", get("/callback?code=sesame"), 403),
        ("a wrong state", get("/callback?code=sesame&state=wrong"), 403),
        ("an empty state", get("/callback?code=sesame&state="), 403),
        ("a truncated state", get(&good[..good.len() - 1]), 403),
        ("the state in capitals", get(&format!("/callback?code=sesame&STATE={state}")), 403),
        ("the state twice", get(&format!("{good}&state={state}")), 403),
        (
            "two states, the wrong one first",
            get(&format!("/callback?code=sesame&state=wrong&state={state}")),
            403,
        ),
        ("a padded state", get(&format!("{good}=")), 403),
        ("a space before the state", get(&format!("/callback?code=sesame&state=%20{state}")), 403),
        ("a space after the state", get(&format!("{good}+")), 403),
        ("a NUL after the state", get(&format!("{good}%00")), 403),
        ("two codes", get(&format!("{good}&code=x")), 400),
        ("a code and an error", get(&format!("{good}&error=access_denied")), 400),
        ("an absolute address", get(&format!("http://127.0.0.1:{port}{good}")), 404),
        ("an additional slash", get(&format!("/callback/{}", &good["/callback".len()..])), 404),
        ("the path in capitals", get(&format!("/CALLBACK{}", &good["/callback".len()..])), 404),
        ("a path with `..`", get(&format!("/x/..{good}")), 404),
        ("a line of 9 kB", get(&format!("{good}&x={}", "y".repeat(9000))), 414),
        ("a line of 64 kB", get(&format!("{good}&x={}", "y".repeat(64 * 1024))), 431),
        ("HEAD", line("HEAD", &good, ""), 405),
        ("OPTIONS", line("OPTIONS", &good, ""), 405),
        ("POST", line("POST", &good, ""), 405),
        ("DELETE", line("DELETE", &good, ""), 405),
        ("a body of endless length", line("POST", &good, "Content-Length: 18446744073709551615\r\n"), 413),
        (
            "a length behind a control character",
            line("GET", &good, "\u{b}Content-Length: 18446744073709551615\r\n"),
            400,
        ),
        (
            "a length behind a form feed",
            line("GET", &good, "X: y\u{c}\r\nContent-Length\u{c}: 9999999999\r\n"),
            400,
        ),
        ("a length in a folded line", line("GET", &good, "X: y\r\n Content-Length: 9999999999\r\n"), 400),
        ("a length behind a bare line feed", line("GET", &good, "X: y\nContent-Length: 9999999999\r\n"), 400),
        ("a header with an odd name", line("GET", &good, "Content_Length: 9999999999\r\n"), 400),
        ("a prefetch", line("GET", &good, "Sec-Purpose: prefetch\r\n"), 403),
        ("a prefetch of an older browser", line("GET", &good, "Purpose: prefetch\r\n"), 403),
        ("an image", line("GET", &good, "Sec-Fetch-Dest: image\r\nSec-Fetch-Mode: no-cors\r\n"), 403),
        ("a frame", line("GET", &good, "Sec-Fetch-Dest: iframe\r\nSec-Fetch-Mode: navigate\r\n"), 403),
        ("a script", line("GET", &good, "Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\n"), 403),
        ("a chunked body", line("GET", &good, "Transfer-Encoding: chunked\r\n"), 413),
        ("a request with an origin", line("GET", &good, "Origin: https://evil.example\r\n"), 403),
        ("a second host", line("GET", &good, "Host: evil.example\r\n"), 421),
        ("a foreign host", format!("GET {good} HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n"), 421),
        ("no host", format!("GET {good} HTTP/1.1\r\n\r\n"), 421),
        ("a flood of headers", line("GET", &good, &"X-Flood: 1\r\n".repeat(20_000)), 431),
        ("not HTTP", "\u{16}\u{3}\u{1} not HTTP at all\r\n\r\n".to_owned(), 400),
    ]
}

#[test]
fn the_sign_in_completes_after_every_stray_or_hostile_request() {
    for index in 0..attacks(0, "").len() {
        let harness = SignInHarness::new();
        let address = harness.address();
        let (name, request, status) = attacks(harness.port, &state_of(&address)).swap_remove(index);
        assert_eq!(harness.send_raw(&request), status, "{name}");
        let back = harness.browser.allow(&address);
        let redirect = harness.browser.get(&back);
        assert_eq!(redirect.status, 303, "after {name}");
        // As browsers do: the program waits for that when it is closed.
        let closing = back.join(redirect.headers[LOCATION].to_str().unwrap()).unwrap();
        assert_eq!(harness.browser.get(&closing).status, 200, "after {name}");
        harness.assert_signed_in();
    }
}

#[test]
fn all_hostile_requests_together_do_not_end_the_sign_in() {
    let harness = SignInHarness::new();
    let address = harness.address();
    for (name, request, status) in attacks(harness.port, &state_of(&address)) {
        assert_eq!(harness.send_raw(&request), status, "{name}");
    }
    let back = harness.browser.allow(&address);
    assert_eq!(harness.browser.get(&back).status, 303);
    harness.assert_signed_in();
}

#[test]
fn idle_and_slow_connections_do_not_block_the_browser() {
    let harness = SignInHarness::new();
    let address = harness.address();
    let connect = || TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], harness.port))).unwrap();
    let _idle: Vec<TcpStream> = (0..200).map(|_| connect()).collect();
    let _slow: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut slow = connect();
            let _ = slow.write_all(b"GET /callback?code=a HTTP/1.1\r\nHost: x\r\nX-Slow: ");
            slow
        })
        .collect();
    let back = harness.browser.allow(&address);
    assert_eq!(harness.browser.get(&back).status, 303);
    harness.assert_signed_in();
}
