//! The pages of a sign-in: whatever is sent to them, only the right redirect ends it.

use super::auth::callback::Expected;
use super::auth::redirect_pages::RedirectPages;
use super::auth::request_head::RequestHead;
use vitrine_model::messages::ClosingPage;

const STATE: &str = "Zm9yLXRoaXMtb25lLXNpZ24taW4tb25seQ";
const HOST: &str = "127.0.0.1:8765";

/// Sends heads, one after the other, to the pages of one sign-in.
pub fn requests(data: &[u8]) {
    let expected = Expected::new("http://127.0.0.1:8765/callback", STATE).expect("an address");
    let page = ClosingPage {
        language: "en",
        right_to_left: false,
        title: "Done".to_owned(),
        body: "Go back.".to_owned(),
    };
    let (mut pages, mut caught, _closed) = RedirectPages::new(expected, &page);
    let mut is_caught = false;
    for head in heads(data) {
        let Ok(request) = RequestHead::parse(head) else { continue };
        assert!(!announces_body(head), "a length is hidden in {head:?}");
        assert_answer(&pages.answer(&request));
        if !is_caught && caught.try_recv().is_ok() {
            is_caught = true;
            // Percent signs can spell the state, too.
            assert!(request.target.contains(STATE) || request.target.contains('%'), "{request:?}");
            assert!(request.method == "GET" && request.target.starts_with("/callback?"), "{request:?}");
            assert!(
                request.all("Host").eq([HOST])
                    || request.all("Host").all(|host| host.eq_ignore_ascii_case(HOST)),
                "{request:?}"
            );
            assert!(request.is_navigation() && request.all("Origin").next().is_none(), "{request:?}");
        }
    }
}

/// The parts that end with an empty line.
fn heads(mut data: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let end = data.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let (head, rest) = data.split_at(end);
        data = rest;
        Some(head)
    })
}

/// Whether any reading of the head could find that a body follows: lines may end with any control character.
fn announces_body(head: &[u8]) -> bool {
    let is_break = |byte: &u8| *byte < b' ' && *byte != b'\t';
    head.split(is_break).skip(1).any(|line| {
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        let name: Vec<u8> = name
            .iter()
            .filter(|byte| byte.is_ascii_graphic())
            .map(|byte| byte.to_ascii_lowercase())
            .collect();
        matches!(name.as_slice(), b"content-length" | b"transfer-encoding") && line.contains(&b':')
    })
}

/// One whole answer, after which the connection ends.
fn assert_answer(answer: &[u8]) {
    let text = std::str::from_utf8(answer).expect("text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).expect("a length");
    assert!(head.starts_with("HTTP/1.1 ") && head.contains("\r\nConnection: close\r\n"), "{head}");
    assert_eq!(length.parse(), Ok(body.len()));
    assert!(!text.contains(STATE), "{text}");
}
