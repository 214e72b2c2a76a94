//! Validates requests to the redirect address, without I/O.
//!
//! Any web page and any program on this computer can send requests there. Only a request with the right state
//! comes from the consent page and may continue the sign-in; every other request is rejected and changes
//! nothing.

use secrecy::SecretString;
use url::{Url, form_urlencoded};

use vitrine_domain::{AddressMistake, FieldError, Finding, Problem, ProblemKind};
use vitrine_model::messages::ADDRESS_FIELD;

/// The maximum length of an address: codes are short, and browsers have limits not far above.
const MAX_CHARS: usize = 8 * 1024;

/// The address and state that a redirect must have.
#[derive(Clone, Debug)]
pub struct Expected {
    authority: String,
    path: String,
    /// Hashes are compared in constant time, and do not reveal the state when printed.
    state: blake3::Hash,
}

/// The relevant parts of a request.
#[derive(Clone, Copy, Debug)]
pub struct CallbackRequest<'a> {
    pub method: &'a str,
    /// The target in the request line, unchanged.
    pub target: &'a str,
    /// All `Host` headers.
    pub hosts: &'a [&'a str],
    /// Whether there is an `Origin` header, which browsers send with requests of scripts, but never with a
    /// redirect.
    pub has_origin: bool,
    /// Whether a person goes there, and no browser fetches it in advance or for a part of a page.
    pub is_navigation: bool,
}

/// The answer of the consent page (operation 1 of the contract; errors as in RFC 6749 section 4.1.2.1).
#[derive(Debug)]
pub enum Consent {
    Code(SecretString),
    Denied { error: String, description: Option<String> },
}

/// A rejected request, with the HTTP status for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected(pub u16);

impl Expected {
    /// # Errors
    ///
    /// [`ProblemKind::MarketFile`] if `redirect_uri` is not a URL.
    pub fn new(redirect_uri: &str, state: &str) -> Result<Self, Problem> {
        let not_an_address = |_| {
            Problem::new(ProblemKind::MarketFile)
                .with_subject(redirect_uri)
                .with_diagnostic(Finding::NotAnAddress)
        };
        let url = Url::parse(redirect_uri).map_err(not_an_address)?;
        let host = url.host_str().unwrap_or_default();
        let authority = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        Ok(Self { authority, path: url.path().to_owned(), state: blake3::hash(state.as_bytes()) })
    }

    /// Validates a request in this order: method, host, path, state; only then its content.
    pub fn validate(&self, request: &CallbackRequest<'_>) -> Result<Consent, Rejected> {
        if request.method != "GET" {
            return Err(Rejected(405));
        }
        if request.target.len() > MAX_CHARS {
            return Err(Rejected(414));
        }
        // Protects from DNS rebinding: a name that an attacker points to this computer is still visible in
        // `Host`.
        if !matches!(request.hosts, [host] if host.eq_ignore_ascii_case(&self.authority)) {
            return Err(Rejected(421));
        }
        if request.has_origin || !request.is_navigation {
            return Err(Rejected(403));
        }
        let (path, query) = request.target.split_once('?').unwrap_or((request.target, ""));
        if path != self.path {
            return Err(Rejected(404));
        }
        self.read(query)
    }

    fn read(&self, query: &str) -> Result<Consent, Rejected> {
        let all = |wanted: &str| -> Vec<String> {
            form_urlencoded::parse(query.as_bytes())
                .filter(|(name, _)| name == wanted)
                .map(|(_, value)| value.into_owned())
                .collect()
        };
        if !matches!(all("state").as_slice(), [state] if blake3::hash(state.as_bytes()) == self.state) {
            return Err(Rejected(403));
        }
        match (all("code").as_slice(), all("error").as_slice()) {
            ([code], []) if is_code(code) => Ok(Consent::Code(SecretString::from(code.as_str()))),
            ([], [error]) if !error.is_empty() => Ok(Consent::Denied {
                error: error.clone(),
                description: all("error_description").into_iter().next(),
            }),
            _ => Err(Rejected(400)),
        }
    }
}

/// Reads the consent from an address that a person copied from the browser: the whole address, or the part
/// after `?`.
///
/// # Errors
///
/// [`ProblemKind::InvalidField`] in [`ADDRESS_FIELD`] if it does not belong to this sign-in. The problem
/// contains nothing of the text.
pub fn consent_from_address(pasted: &str, expected: &Expected) -> Result<Consent, Problem> {
    let text: String = pasted
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control() && !is_invisible_mark(*c))
        .take(MAX_CHARS + 1)
        .collect();
    let text = text.trim_matches(['"', '\'', '<', '>', '«', '»']);
    let query = text.split_once('?').map_or(text, |(_, query)| query);
    let query = query.split_once('#').map_or(query, |(query, _)| query);
    let refused = Problem::new(ProblemKind::InvalidField).with_field(ADDRESS_FIELD);
    if text.len() > MAX_CHARS {
        let too_long = FieldError::TooLong { limit: MAX_CHARS, length: pasted.chars().count() };
        return Err(Problem { detail: Some(too_long), ..refused });
    }
    expected.read(query).map_err(|_| Problem { mistake: Some(mistaken_address(query)), ..refused })
}

/// Recognises what was pasted instead of the right address.
fn mistaken_address(query: &str) -> AddressMistake {
    let has = |wanted: &str| {
        form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == wanted && !value.is_empty())
    };
    if has("client_id") || has("redirect_uri") {
        AddressMistake::ConsentPage
    } else if has("state") && (has("code") || has("error")) {
        AddressMistake::OtherSignIn
    } else {
        AddressMistake::NoCode
    }
}

/// The redirect address in the URL of a consent page, which has to be registered exactly like that.
pub fn return_address(consent_page: &str) -> Option<String> {
    let url = Url::parse(consent_page).ok()?;
    url.query_pairs().find(|(name, _)| name == "redirect_uri").map(|(_, address)| address.into_owned())
}

/// RFC 6749, appendix A.11: printable ASCII and spaces.
fn is_code(code: &str) -> bool {
    !code.is_empty() && code.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// Zero-width and direction marks, which messengers add to text.
fn is_invisible_mark(c: char) -> bool {
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

    fn get(target: &str) -> CallbackRequest<'_> {
        CallbackRequest { method: "GET", target, hosts: &[HOST], has_origin: false, is_navigation: true }
    }

    fn outcome(request: &CallbackRequest<'_>) -> Result<String, u16> {
        match expected().validate(request) {
            Ok(Consent::Code(code)) => Ok(code.expose_secret().to_owned()),
            Ok(Consent::Denied { error, .. }) => Ok(format!("error {error}")),
            Err(Rejected(status)) => Err(status),
        }
    }

    fn callback(query: &str) -> Result<String, u16> {
        outcome(&get(&format!("/callback?{query}")))
    }

    #[test]
    fn a_code_with_the_right_state_is_accepted_with_any_other_parameters() {
        assert_eq!(callback(&format!("code=abc%2F1+2&state={STATE}")).as_deref(), Ok("abc/1 2"));
        assert_eq!(callback(&format!("iss=x&state={STATE}&code=abc&scope=a%20b")).as_deref(), Ok("abc"));
    }

    #[test]
    fn a_denial_with_the_right_state_is_accepted() {
        assert_eq!(
            callback(&format!("error=access_denied&state={STATE}")).as_deref(),
            Ok("error access_denied")
        );
    }

    #[test]
    fn every_request_without_the_exact_state_is_rejected() {
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
    fn ambiguous_and_empty_answers_are_rejected() {
        for said in [
            "",
            "code=",
            "code=a&code=b",
            "code=a&error=b",
            "error=",
            "error=a&error=b",
            "code=a%0d%0ab",
            "code=%00",
            "code=%ff",
        ] {
            assert_eq!(callback(&format!("state={STATE}&{said}")), Err(400), "{said}");
        }
    }

    #[test]
    fn other_methods_paths_and_hosts_are_rejected_even_with_the_state() {
        let query = format!("?code=abc&state={STATE}");
        let target = format!("/callback{query}");
        for method in ["HEAD", "OPTIONS", "POST", "PUT", "get", "PROPFIND"] {
            assert_eq!(outcome(&CallbackRequest { method, ..get(&target) }), Err(405), "{method}");
        }
        for path in [
            "/",
            "/favicon.ico",
            "/callback/",
            "/Callback",
            "//callback",
            "/x/../callback",
            "/%63allback",
            "*",
            "",
        ] {
            assert_eq!(outcome(&get(&format!("{path}{query}"))), Err(404), "{path}");
        }
        assert_eq!(outcome(&get(&format!("http://{HOST}{target}"))), Err(404), "an absolute request target");
        for hosts in [
            &[][..],
            &["evil.example"],
            &["localhost:8765"],
            &["127.0.0.1"],
            &["127.0.0.1:8766"],
            &[HOST, HOST],
            &[HOST, "evil"],
        ] {
            assert_eq!(outcome(&CallbackRequest { hosts, ..get(&target) }), Err(421), "{hosts:?}");
        }
        assert_eq!(outcome(&CallbackRequest { has_origin: true, ..get(&target) }), Err(403));
        assert_eq!(outcome(&CallbackRequest { is_navigation: false, ..get(&target) }), Err(403));
        assert_eq!(outcome(&get(&format!("{target}&x={}", "y".repeat(MAX_CHARS)))), Err(414));
    }

    #[test]
    fn the_default_port_is_not_in_the_host_header() {
        let expected = Expected::new("http://localhost/cb", STATE).unwrap();
        let target = format!("/cb?code=a&state={STATE}");
        assert!(expected.validate(&CallbackRequest { hosts: &["LOCALHOST"], ..get(&target) }).is_ok());
    }

    #[test]
    fn a_pasted_address_is_read_despite_copying_artefacts() {
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
    fn a_pasted_address_of_another_sign_in_is_refused_without_quoting_it() {
        for pasted in
            ["", "hello", "http://127.0.0.1:8765/callback?code=sesame&state=other", &"sesame".repeat(9000)]
        {
            let problem = consent_from_address(pasted, &expected()).unwrap_err();
            assert_eq!(
                (problem.kind, problem.field.as_deref()),
                (ProblemKind::InvalidField, Some(ADDRESS_FIELD))
            );
            assert!(!format!("{problem:?}").contains("sesame"));
        }
    }

    #[test]
    fn the_problem_says_what_was_pasted_instead() {
        for (pasted, mistake) in [
            (
                format!("https://sso.example/consent?client_id=c&redirect_uri=x&state={STATE}"),
                AddressMistake::ConsentPage,
            ),
            (format!("http://{HOST}/callback?code=a&state=old"), AddressMistake::OtherSignIn),
            (format!("http://{HOST}/callback?error=access_denied&state=old"), AddressMistake::OtherSignIn),
            (format!("http://{HOST}/callback?state={STATE}"), AddressMistake::NoCode),
            (format!("http://{HOST}/vitrine/signed-in"), AddressMistake::NoCode),
            ("https://shop.example".to_owned(), AddressMistake::NoCode),
            ("abc".to_owned(), AddressMistake::NoCode),
        ] {
            assert_eq!(
                consent_from_address(&pasted, &expected()).unwrap_err().mistake,
                Some(mistake),
                "{pasted}"
            );
        }
    }

    #[test]
    fn the_redirect_address_is_extracted_unchanged() {
        let page = "https://sso.example/consent?client_id=c&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback%3Fa%3D1%2B2&state=s";
        assert_eq!(return_address(page).as_deref(), Some("http://127.0.0.1:8765/callback?a=1+2"));
        assert_eq!(return_address("https://sso.example/consent?state=s"), None);
        assert_eq!(return_address("no address"), None);
    }

    #[test]
    fn state_and_code_are_not_in_debug_output() {
        assert!(!format!("{:?}", expected()).contains(STATE));
        let consent = expected().validate(&get(&format!("/callback?code=sesame&state={STATE}"))).unwrap();
        assert!(!format!("{consent:?}").contains("sesame"));
    }

    proptest! {
        #[test]
        fn arbitrary_requests_without_the_state_are_rejected(method in "GET|POST|[A-Z]{0,7}", target in "(/callback)?[ -~]{0,200}", host in "127.0.0.1:8765|[ -~]{0,30}") {
            let request = CallbackRequest { method: &method, target: &target, hosts: &[&host], has_origin: false, is_navigation: true };
            prop_assert!(expected().validate(&request).is_err());
        }

        #[test]
        fn every_code_is_returned_unchanged(code in "[ -~]{1,200}") {
            let query = form_urlencoded::Serializer::new(String::new()).append_pair("code", &code).append_pair("state", STATE).finish();
            prop_assert_eq!(callback(&query), Ok(code));
        }

        #[test]
        fn arbitrary_pasted_text_never_panics(text in ".{0,300}") {
            prop_assert!(consent_from_address(&text, &expected()).is_err());
        }
    }
}
