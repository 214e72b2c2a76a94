//! What a request to the redirect address is worth, judged without any I/O.
//!
//! Any page and any program on this machine can send requests there. Only one that proves to come from the consent
//! page, by bringing the state back, may say how the sign-in goes on; whatever else comes is turned away and changes
//! nothing.

use secrecy::SecretString;
use url::{Url, form_urlencoded};

use crate::domain::{Code, FieldError, Problem};

/// The name under which a pasted address is refused ([`Problem::field`]).
pub const ADDRESS_FIELD: &str = "address";

/// The longest address read. Codes are short, and browsers stop not far above.
const MAX_CHARS: usize = 8 * 1024;

/// The address and state that a redirect has to have.
#[derive(Clone, Debug)]
pub struct Expected {
    authority: String,
    path: String,
    /// Hashes are compared in constant time, and say nothing of the state to whoever prints them.
    state: blake3::Hash,
}

/// A request, as far as it matters here.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub method: &'a str,
    /// As it stands in the request line.
    pub target: &'a str,
    /// Every `Host` header.
    pub hosts: &'a [&'a str],
    /// Browsers add it to requests that a page's script makes, never to a redirect.
    pub has_origin: bool,
}

/// What the consent page says (contract, operation 1; errors as RFC 6749 section 4.1.2.1 has them).
#[derive(Debug)]
pub enum Consent {
    Code(SecretString),
    Denied { error: String, description: Option<String> },
}

/// The HTTP status with which a request is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnedAway(pub u16);

impl Expected {
    /// # Errors
    /// [`Code::MarketFile`] when `redirect_uri` is no address.
    pub fn new(redirect_uri: &str, state: &str) -> Result<Self, Problem> {
        let url = Url::parse(redirect_uri).map_err(|error| Problem::new(Code::MarketFile).about(redirect_uri).saying(error.to_string()))?;
        let host = url.host_str().unwrap_or_default();
        let authority = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        Ok(Self { authority, path: url.path().to_owned(), state: blake3::hash(state.as_bytes()) })
    }

    /// Judges a request in this order: method, host, path, state; only then what it says.
    pub fn judge(&self, asked: &Asked<'_>) -> Result<Consent, TurnedAway> {
        if asked.method != "GET" {
            return Err(TurnedAway(405));
        }
        if asked.target.len() > MAX_CHARS {
            return Err(TurnedAway(414));
        }
        // A name that an attacker's server made point to this machine still shows in Host.
        if !matches!(asked.hosts, [host] if host.eq_ignore_ascii_case(&self.authority)) {
            return Err(TurnedAway(421));
        }
        if asked.has_origin {
            return Err(TurnedAway(403));
        }
        let (path, query) = asked.target.split_once('?').unwrap_or((asked.target, ""));
        if path != self.path {
            return Err(TurnedAway(404));
        }
        self.read(query)
    }

    fn read(&self, query: &str) -> Result<Consent, TurnedAway> {
        let all = |wanted: &str| -> Vec<String> {
            form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == wanted).map(|(_, value)| value.into_owned()).collect()
        };
        if !matches!(all("state").as_slice(), [state] if blake3::hash(state.as_bytes()) == self.state) {
            return Err(TurnedAway(403));
        }
        match (all("code").as_slice(), all("error").as_slice()) {
            ([code], []) if is_code(code) => Ok(Consent::Code(SecretString::from(code.as_str()))),
            ([], [error]) if !error.is_empty() => {
                Ok(Consent::Denied { error: error.clone(), description: all("error_description").into_iter().next() })
            }
            _ => Err(TurnedAway(400)),
        }
    }
}

/// What the address says that a browser ended up at, pasted by a person: the whole of it, or what follows its `?`.
///
/// # Errors
/// [`Code::InvalidField`] in [`ADDRESS_FIELD`] when it is not the end of this sign-in. Nothing of the text is repeated.
pub fn consent_from_address(pasted: &str, expected: &Expected) -> Result<Consent, Problem> {
    let text: String = pasted.chars().filter(|c| !c.is_whitespace() && !c.is_control() && !is_mark(*c)).take(MAX_CHARS + 1).collect();
    let text = text.trim_matches(['"', '\'', '<', '>', '«', '»']);
    let query = text.split_once('?').map_or(text, |(_, query)| query);
    let query = query.split_once('#').map_or(query, |(query, _)| query);
    let refused = |detail| Problem { detail: Some(detail), ..Problem::new(Code::InvalidField).in_field(ADDRESS_FIELD) };
    if text.len() > MAX_CHARS {
        return Err(refused(FieldError::TooLong { limit: MAX_CHARS, length: pasted.chars().count() }));
    }
    expected.read(query).map_err(|_| refused(what_else(query)))
}

/// What was pasted in place of the address that ends this sign-in.
fn what_else(query: &str) -> FieldError {
    let has = |wanted: &str| form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == wanted && !value.is_empty());
    if has("client_id") || has("redirect_uri") {
        FieldError::ConsentPage
    } else if has("state") && (has("code") || has("error")) {
        FieldError::OtherSignIn
    } else {
        FieldError::NoCode
    }
}

/// The return address that a consent page was sent: what has to be registered, to the letter.
pub fn return_address(consent_page: &str) -> Option<String> {
    let url = Url::parse(consent_page).ok()?;
    url.query_pairs().find(|(name, _)| name == "redirect_uri").map(|(_, address)| address.into_owned())
}

/// RFC 6749, appendix A.11: visible characters and spaces.
fn is_code(code: &str) -> bool {
    !code.is_empty() && code.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// Zero-width and direction marks, which messengers add to what passes through them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrecy::ExposeSecret;

    use super::*;

    const STATE: &str = "Zm9yLXRoaXMtb25lLXNpZ24taW4tb25seQ";
    const HOST: &str = "127.0.0.1:8765";

    fn expected() -> Expected {
        Expected::new("http://127.0.0.1:8765/callback", STATE).unwrap()
    }

    fn get(target: &str) -> Asked<'_> {
        Asked { method: "GET", target, hosts: &[HOST], has_origin: false }
    }

    fn judged(asked: &Asked<'_>) -> Result<String, u16> {
        match expected().judge(asked) {
            Ok(Consent::Code(code)) => Ok(code.expose_secret().to_owned()),
            Ok(Consent::Denied { error, .. }) => Ok(format!("error {error}")),
            Err(TurnedAway(status)) => Err(status),
        }
    }

    fn callback(query: &str) -> Result<String, u16> {
        judged(&get(&format!("/callback?{query}")))
    }

    #[test]
    fn a_code_with_the_right_state_is_taken_whatever_comes_beside_it() {
        assert_eq!(callback(&format!("code=abc%2F1+2&state={STATE}")).as_deref(), Ok("abc/1 2"));
        assert_eq!(callback(&format!("iss=x&state={STATE}&code=abc&scope=a%20b")).as_deref(), Ok("abc"));
    }

    #[test]
    fn a_denial_with_the_right_state_is_taken() {
        assert_eq!(callback(&format!("error=access_denied&state={STATE}")).as_deref(), Ok("error access_denied"));
    }

    #[test]
    fn without_the_very_state_nothing_is_believed() {
        let short = &STATE[1..];
        for state in [
            String::new(),
            "state=".to_owned(),
            "state=wrong".to_owned(),
            format!("state={short}"),
            format!("state={STATE}="),
            format!("state=%20{STATE}"),
            format!("state={STATE}%00"),
            format!("state={}", STATE.to_lowercase()),
            format!("State={STATE}"),
            format!("state[]={STATE}"),
            format!("state={STATE}&state={STATE}"),
            format!("state=wrong&state={STATE}"),
            format!("state={STATE}&state="),
        ] {
            assert_eq!(callback(&format!("{state}&code=abc")), Err(403), "{state}");
            assert_eq!(callback(&format!("{state}&error=access_denied")), Err(403), "{state}");
        }
    }

    #[test]
    fn an_answer_that_says_two_things_or_none_is_turned_away() {
        for said in ["", "code=", "code=a&code=b", "code=a&error=b", "error=", "error=a&error=b", "code=a%0d%0ab", "code=%00", "code=%ff"] {
            assert_eq!(callback(&format!("state={STATE}&{said}")), Err(400), "{said}");
        }
    }

    #[test]
    fn other_methods_paths_and_hosts_are_turned_away_even_with_the_state() {
        let query = format!("?code=abc&state={STATE}");
        let target = format!("/callback{query}");
        for method in ["HEAD", "OPTIONS", "POST", "PUT", "get", "PROPFIND"] {
            assert_eq!(judged(&Asked { method, ..get(&target) }), Err(405), "{method}");
        }
        for path in ["/", "/favicon.ico", "/callback/", "/Callback", "//callback", "/x/../callback", "/%63allback", "*", ""] {
            assert_eq!(judged(&get(&format!("{path}{query}"))), Err(404), "{path}");
        }
        assert_eq!(judged(&get(&format!("http://{HOST}{target}"))), Err(404), "an absolute address");
        for hosts in [&[][..], &["evil.example"], &["localhost:8765"], &["127.0.0.1"], &["127.0.0.1:8766"], &[HOST, HOST], &[HOST, "evil"]]
        {
            assert_eq!(judged(&Asked { hosts, ..get(&target) }), Err(421), "{hosts:?}");
        }
        assert_eq!(judged(&Asked { has_origin: true, ..get(&target) }), Err(403));
        assert_eq!(judged(&get(&format!("{target}&x={}", "y".repeat(MAX_CHARS)))), Err(414));
    }

    #[test]
    fn the_usual_port_is_not_in_the_host() {
        let expected = Expected::new("http://localhost/cb", STATE).unwrap();
        let target = format!("/cb?code=a&state={STATE}");
        assert!(expected.judge(&Asked { hosts: &["LOCALHOST"], ..get(&target) }).is_ok());
    }

    #[test]
    fn a_pasted_address_is_read_with_what_copying_does_to_it() {
        let address = format!("http://{HOST}/callback?code=abc&state={STATE}");
        for pasted in [
            address.clone(),
            format!("  {address}#\r\n"),
            format!("\"{address}\""),
            format!("\u{200f}{address}\u{200b}"),
            address.replace("callback", "call\n back"),
            format!("code=abc&state={STATE}"),
        ] {
            let consent = consent_from_address(&pasted, &expected()).unwrap();
            assert!(matches!(consent, Consent::Code(code) if code.expose_secret() == "abc"), "{pasted:?}");
        }
    }

    #[test]
    fn a_pasted_address_of_another_sign_in_is_refused_without_repeating_it() {
        for pasted in ["", "hello", "http://127.0.0.1:8765/callback?code=sesame&state=other", &"sesame".repeat(9000)] {
            let problem = consent_from_address(pasted, &expected()).unwrap_err();
            assert_eq!((problem.code, problem.field.as_deref()), (Code::InvalidField, Some(ADDRESS_FIELD)));
            assert!(!format!("{problem:?}").contains("sesame"));
        }
    }

    #[test]
    fn what_was_pasted_in_its_place_is_told() {
        for (pasted, detail) in [
            (format!("https://sso.example/consent?client_id=c&redirect_uri=x&state={STATE}"), FieldError::ConsentPage),
            (format!("http://{HOST}/callback?code=a&state=old"), FieldError::OtherSignIn),
            (format!("http://{HOST}/callback?error=access_denied&state=old"), FieldError::OtherSignIn),
            (format!("http://{HOST}/callback?state={STATE}"), FieldError::NoCode),
            (format!("http://{HOST}/vitrine/signed-in"), FieldError::NoCode),
            ("https://shop.example".to_owned(), FieldError::NoCode),
            ("abc".to_owned(), FieldError::NoCode),
        ] {
            assert_eq!(consent_from_address(&pasted, &expected()).unwrap_err().detail, Some(detail), "{pasted}");
        }
    }

    #[test]
    fn the_return_address_is_read_as_it_was_sent() {
        let page = "https://sso.example/consent?client_id=c&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback%3Fa%3D1%2B2&state=s";
        assert_eq!(return_address(page).as_deref(), Some("http://127.0.0.1:8765/callback?a=1+2"));
        assert_eq!(return_address("https://sso.example/consent?state=s"), None);
        assert_eq!(return_address("no address"), None);
    }

    #[test]
    fn neither_state_nor_code_shows_in_debug_output() {
        assert!(!format!("{:?}", expected()).contains(STATE));
        let consent = expected().judge(&get(&format!("/callback?code=sesame&state={STATE}"))).unwrap();
        assert!(!format!("{consent:?}").contains("sesame"));
    }

    proptest! {
        #[test]
        fn no_request_without_the_state_is_ever_taken(method in "GET|POST|[A-Z]{0,7}", target in "(/callback)?[ -~]{0,200}", host in "127.0.0.1:8765|[ -~]{0,30}") {
            let asked = Asked { method: &method, target: &target, hosts: &[&host], has_origin: false };
            prop_assert!(expected().judge(&asked).is_err());
        }

        #[test]
        fn every_code_comes_through_as_it_was_sent(code in "[ -~]{1,200}") {
            let query = form_urlencoded::Serializer::new(String::new()).append_pair("code", &code).append_pair("state", STATE).finish();
            prop_assert_eq!(callback(&query), Ok(code));
        }

        #[test]
        fn pasting_anything_never_panics(text in ".{0,300}") {
            prop_assert!(consent_from_address(&text, &expected()).is_err());
        }
    }
}
