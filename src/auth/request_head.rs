//! Reads the head of a request, once: whoever answers sees only these parts of it, and no other reading of
//! the same bytes exists.

use super::callback::Rejected;

/// The most headers of a request. Browsers send about twenty.
const MAX_HEADERS: usize = 64;

/// The parts of a request without a body.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestHead<'a> {
    pub method: &'a str,
    /// The target in the request line, unchanged.
    pub target: &'a str,
    /// Names and values, in their order.
    headers: Vec<(&'a str, &'a str)>,
}

impl<'a> RequestHead<'a> {
    /// Reads a head with its empty line.
    ///
    /// # Errors
    /// The status for a head that no browser sends, or that announces a body.
    pub fn parse(head: &'a [u8]) -> Result<Self, Rejected> {
        if !has_plain_lines(head) {
            return Err(Rejected(400));
        }
        let mut fields = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut fields);
        match request.parse(head) {
            Ok(httparse::Status::Complete(length)) if length == head.len() => {}
            Err(httparse::Error::TooManyHeaders) => return Err(Rejected(431)),
            _ => return Err(Rejected(400)),
        }
        let (Some(method), Some(target)) = (request.method, request.path) else { return Err(Rejected(400)) };
        let field = |field: &httparse::Header<'a>| {
            let is_usual = field.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            std::str::from_utf8(field.value)
                .ok()
                .filter(|_| is_usual)
                .map(|value| (field.name, value))
                .ok_or(Rejected(400))
        };
        let headers = request.headers.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let head = Self { method, target, headers };
        let announces_body =
            ["Content-Length", "Transfer-Encoding"].into_iter().any(|name| head.all(name).next().is_some());
        if announces_body { Err(Rejected(413)) } else { Ok(head) }
    }

    /// The values of all headers of a name.
    pub fn all<'b>(&'b self, name: &'b str) -> impl Iterator<Item = &'a str> + 'b {
        self.headers
            .iter()
            .filter(move |(given, _)| given.eq_ignore_ascii_case(name))
            .map(|(_, value)| *value)
    }

    /// Whether a person goes to the address, as far as the browser tells. It does not when it fetches an
    /// address in advance or for a part of another page.
    pub fn is_navigation(&self) -> bool {
        let is_fetched_in_advance = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"]
            .into_iter()
            .any(|name| self.all(name).next().is_some());
        let only = |name, wanted: &str| self.all(name).all(|value| value == wanted);
        !is_fetched_in_advance && only("Sec-Fetch-Dest", "document") && only("Sec-Fetch-Mode", "navigate")
    }
}

/// Whether lines end with CR and LF, and there are no other control characters.
fn has_plain_lines(head: &[u8]) -> bool {
    let Some(lines) = head.strip_suffix(b"\r\n\r\n") else { return false };
    let is_plain = |(index, &byte): (usize, &u8)| match byte {
        b'\r' => lines.get(index + 1) == Some(&b'\n'),
        b'\n' => index > 0 && lines[index - 1] == b'\r',
        _ => byte >= b' ' && byte != 0x7f,
    };
    lines.iter().enumerate().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(head: &str) -> Option<u16> {
        RequestHead::parse(head.as_bytes()).err().map(|Rejected(status)| status)
    }

    #[test]
    fn a_browsers_request_is_read() {
        let head = RequestHead::parse(
            b"GET /callback?code=a HTTP/1.1\r\nHost: x:1\r\nAccept-Language: fa;q=0.5\r\nHOST: y\r\n\r\n",
        )
        .unwrap();
        assert_eq!((head.method, head.target), ("GET", "/callback?code=a"));
        assert_eq!(head.all("host").collect::<Vec<_>>(), ["x:1", "y"]);
        assert!(head.is_navigation());
    }

    #[test]
    fn no_control_character_hides_a_header() {
        for byte in (0..b' ').chain([0x7f]) {
            let hidden = char::from(byte);
            for header in [
                format!("{hidden}Content-Length: 18446744073709551615"),
                format!("Content-Length{hidden}: 18446744073709551615"),
                format!("X: y{hidden}Content-Length: 18446744073709551615"),
                format!("X{hidden}: y"),
            ] {
                assert!(status(&format!("GET / HTTP/1.1\r\n{header}\r\n\r\n")).is_some(), "{header:?}");
            }
            assert!(status(&format!("GET{hidden}/ HTTP/1.1\r\n\r\n")).is_some(), "{byte}");
        }
    }

    #[test]
    fn bodies_and_odd_heads_are_refused() {
        for (head, expected) in [
            ("GET / HTTP/1.1\r\ncontent-LENGTH: 0\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nContent_Length: 5\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n Content-Length: 5\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nX: a\r\n Content-Length: 5\r\n\r\n", 400),
            ("GET / HTTP/1.1\nContent-Length: 5\r\n\r\n", 400),
            ("GET / HTTP/2.0\r\n\r\n", 400),
            ("GET /\r\n\r\n", 400),
            ("\r\n\r\n", 400),
            ("", 400),
        ] {
            assert_eq!(status(head), Some(expected), "{head:?}");
        }
        assert_eq!(
            status(&format!("GET / HTTP/1.1\r\n{}\r\n", "X: 1\r\n".repeat(MAX_HEADERS + 1))),
            Some(431)
        );
    }

    #[test]
    fn what_a_browser_fetches_by_itself_is_no_navigation() {
        for header in [
            "Sec-Purpose: prefetch",
            "Sec-Purpose: prefetch;prerender",
            "Purpose: prefetch",
            "X-Purpose: preview",
            "X-moz: prefetch",
            "Sec-Fetch-Dest: image",
            "Sec-Fetch-Dest: iframe",
            "Sec-Fetch-Dest: empty",
            "Sec-Fetch-Mode: no-cors",
            "Sec-Fetch-Mode: cors",
            "Sec-Fetch-Dest: document\r\nSec-Fetch-Dest: image",
        ] {
            let head = format!("GET / HTTP/1.1\r\n{header}\r\n\r\n");
            assert!(!RequestHead::parse(head.as_bytes()).unwrap().is_navigation(), "{header}");
        }
        let navigation = b"GET / HTTP/1.1\r\nSec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Site: cross-site\r\n\r\n";
        assert!(RequestHead::parse(navigation).unwrap().is_navigation());
    }
}
