//! Which requests of a phone are accepted, without I/O.
//!
//! Anybody in the local network can send requests here. The address in the QR code holds a secret. The page
//! exchanges it once for a cookie, without which nothing is received or shown. No request of another web page
//! is accepted.

use std::collections::VecDeque;
use std::net::SocketAddr;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};

use vitrine_domain::{Problem, ProblemKind};

/// The name of the cookie.
pub const COOKIE: &str = "vitrine_phone";

/// The length of the secret and of the cookie, in bytes.
const SECRET_BYTES: usize = 16;

/// A secret or a page's number is this long at most, in characters.
const MAX_CHARS: usize = 64;

/// So many wrong secrets in a minute are called wrong; further ones are told to wait. The right one is always
/// let in: nobody guesses 128 bits, so there is nothing to be slowed down, and strangers must not keep the
/// phone out.
const MAX_FAILURES: usize = 30;

/// The phones that may send, and the secret for the next one.
pub struct Access {
    authority: String,
    invitation: Option<blake3::Hash>,
    phones: Vec<Phone>,
    failures: VecDeque<Timestamp>,
}

/// A phone that was let in. Hashes are compared in constant time.
struct Phone {
    secret: blake3::Hash,
    /// The number that its page made up: an exchange whose answer was lost is repeated with it.
    page: blake3::Hash,
    cookie: blake3::Hash,
}

/// The relevant parts of a request's head.
#[derive(Clone, Copy, Debug)]
pub struct RequestHead<'a> {
    pub method: &'a str,
    /// The target in the request line, unchanged.
    pub target: &'a str,
    /// All `Host` headers.
    pub hosts: &'a [&'a str],
    /// All `Origin` headers.
    pub origins: &'a [&'a str],
    /// All `Sec-Fetch-Site` headers.
    pub sites: &'a [&'a str],
}

/// A rejected request, with the HTTP status for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected(pub u16);

impl Access {
    /// Nobody may send yet. `address` is where the server listens.
    pub fn new(address: SocketAddr) -> Self {
        // Browsers leave the usual port out.
        let authority = if address.port() == 80 { address.ip().to_string() } else { address.to_string() };
        Self { authority, invitation: None, phones: Vec::new(), failures: VecDeque::new() }
    }

    /// The number of phones that were let in.
    pub fn phones(&self) -> usize {
        self.phones.len()
    }

    /// Lets one more phone in: the address for it, whose secret replaces one that nobody used.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::Internal`] if the system has no random numbers.
    pub fn invite(&mut self) -> Result<SecretString, Problem> {
        let secret = random()?;
        self.invitation = Some(blake3::hash(secret.expose_secret().as_bytes()));
        // A browser never sends what follows `#`, so the secret gets into no log and into no other page's
        // referrer.
        Ok(SecretString::from(format!("http://{}/#{}", self.authority, secret.expose_secret())))
    }

    /// Whether a request is one of our page, by its head alone.
    pub fn validate(&self, head: &RequestHead<'_>) -> Result<(), Rejected> {
        if !matches!(head.method, "GET" | "PUT" | "POST" | "DELETE") {
            return Err(Rejected(405));
        }
        // Protects from DNS rebinding: a name that an attacker points to this computer is still visible in
        // `Host`.
        if !matches!(head.hosts, [host] if *host == self.authority) {
            return Err(Rejected(421));
        }
        if !head.target.starts_with('/') || head.target.contains("//") {
            return Err(Rejected(404));
        }
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(self.authority.as_str());
        match (head.origins, head.method) {
            ([origin], _) if is_own(origin) => {}
            ([], "GET") => {}
            _ => return Err(Rejected(403)),
        }
        // Another page may show a link to ours; what it loads in the background it may not.
        let is_page = head.method == "GET" && head.target == "/";
        match head.sites {
            [] | ["same-origin" | "none"] => Ok(()),
            [_] if is_page => Ok(()),
            _ => Err(Rejected(403)),
        }
    }

    /// Exchanges the secret for a cookie. The page that did so before gets a new cookie for the same secret;
    /// nobody else does.
    pub fn exchange(&mut self, secret: &str, page: &str, now: Timestamp) -> Result<SecretString, Rejected> {
        if secret.len() > MAX_CHARS || !(16..=MAX_CHARS).contains(&page.len()) {
            return Err(self.failed(now));
        }
        let (secret, page) = (blake3::hash(secret.as_bytes()), blake3::hash(page.as_bytes()));
        let cookie = random().map_err(|_| Rejected(500))?;
        let hash = blake3::hash(cookie.expose_secret().as_bytes());
        if let Some(phone) = self.phones.iter_mut().find(|phone| phone.secret == secret) {
            if phone.page != page {
                return Err(self.failed(now));
            }
            phone.cookie = hash;
            return Ok(cookie);
        }
        if self.invitation.take_if(|invitation| *invitation == secret).is_none() {
            return Err(self.failed(now));
        }
        self.phones.push(Phone { secret, page, cookie: hash });
        Ok(cookie)
    }

    fn failed(&mut self, now: Timestamp) -> Rejected {
        let minute = now.as_second() - 60;
        self.failures.retain(|failure| failure.as_second() > minute);
        if self.failures.len() >= MAX_FAILURES {
            return Rejected(429);
        }
        self.failures.push_back(now);
        Rejected(403)
    }

    /// Whether `Cookie` headers contain the cookie of a phone that was let in.
    pub fn admits(&self, cookies: &[&str]) -> bool {
        let [cookies] = cookies else { return false };
        let mut values =
            cookies.split(';').filter_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        let (Some(value), None) = (values.next(), values.next()) else { return false };
        let hash = blake3::hash(value.as_bytes());
        self.phones.iter().any(|phone| phone.cookie == hash)
    }
}

/// A random number, in hexadecimal digits.
fn random() -> Result<SecretString, Problem> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string()))?;
    Ok(SecretString::from(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "192.168.1.5:8766";
    const PAGE: &str = "00112233445566778899aabbccddeeff";

    fn access() -> (Access, String) {
        let mut access = Access::new(HOST.parse().unwrap());
        let address = access.invite().unwrap();
        let secret = address.expose_secret().split_once('#').unwrap().1.to_owned();
        (access, secret)
    }

    fn get(target: &str) -> RequestHead<'_> {
        RequestHead { method: "GET", target, hosts: &[HOST], origins: &[], sites: &[] }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn cookie_of(cookie: &SecretString) -> String {
        format!("{COOKIE}={}", cookie.expose_secret())
    }

    #[test]
    fn the_secret_has_128_bits_and_is_exchanged_once() {
        let (mut access, secret) = access();
        assert_eq!(secret.len(), 32);
        let cookie = access.exchange(&secret, PAGE, at(0)).unwrap();
        assert!(access.admits(&[&cookie_of(&cookie)]));
        assert_eq!(
            access.exchange(&secret, "another page of another phone", at(0)).unwrap_err(),
            Rejected(403)
        );
        assert_eq!(access.phones(), 1);
        assert!(access.admits(&[&cookie_of(&cookie)]), "the first phone goes on");
    }

    #[test]
    fn an_exchange_whose_answer_was_lost_is_repeated_by_the_same_page() {
        let (mut access, secret) = access();
        let lost = access.exchange(&secret, PAGE, at(0)).unwrap();
        let cookie = access.exchange(&secret, PAGE, at(1)).unwrap();
        assert!(access.admits(&[&cookie_of(&cookie)]));
        assert!(!access.admits(&[&cookie_of(&lost)]));
        assert_eq!(access.phones(), 1);
    }

    #[test]
    fn another_phone_needs_another_invitation() {
        let (mut access, secret) = access();
        let first = access.exchange(&secret, PAGE, at(0)).unwrap();
        let address = access.invite().unwrap();
        let second = access
            .exchange(
                address.expose_secret().split_once('#').unwrap().1,
                "ffeeddccbbaa99887766554433221100",
                at(0),
            )
            .unwrap();
        assert!(access.admits(&[&cookie_of(&first)]) && access.admits(&[&cookie_of(&second)]));
    }

    #[test]
    fn strangers_who_guess_are_told_to_wait_and_do_not_keep_the_right_phone_out() {
        let (mut access, secret) = access();
        for _ in 0..MAX_FAILURES {
            assert_eq!(
                access.exchange("00000000000000000000000000000000", PAGE, at(100)).unwrap_err(),
                Rejected(403)
            );
        }
        assert_eq!(
            access.exchange("00000000000000000000000000000000", PAGE, at(110)).unwrap_err(),
            Rejected(429)
        );
        assert!(access.exchange(&secret, PAGE, at(110)).is_ok());
        assert_eq!(
            access.exchange("00000000000000000000000000000000", PAGE, at(161)).unwrap_err(),
            Rejected(403)
        );
    }

    #[test]
    fn wrong_cookies_are_refused() {
        let (mut access, secret) = access();
        let cookie = cookie_of(&access.exchange(&secret, PAGE, at(0)).unwrap());
        let doubled = format!("{cookie}; {cookie}");
        let short = &cookie[..cookie.len() - 1];
        let secret = format!("{COOKIE}={secret}");
        for wrong in [
            &[][..],
            &[""],
            &[&secret],
            &[short],
            &[&doubled],
            &[&cookie, &cookie],
            &["vitrine_phone="],
            &["vitrine_phone"],
        ] {
            assert!(!access.admits(wrong), "{wrong:?}");
        }
        assert!(access.admits(&[&format!("a=b; {cookie}; c=d")]));
    }

    #[test]
    fn requests_that_are_not_of_our_page_are_refused() {
        let (access, _) = access();
        assert_eq!(access.validate(&get("/")), Ok(()));
        assert_eq!(
            access.validate(&RequestHead { sites: &["cross-site"], ..get("/") }),
            Ok(()),
            "a link leads to the page"
        );
        let origin = format!("http://{HOST}");
        let origins: &[&str] = &[&origin];
        let put = RequestHead { method: "PUT", origins, sites: &["same-origin"], ..get("/photos/00") };
        assert_eq!(access.validate(&put), Ok(()));
        for method in ["HEAD", "OPTIONS", "PATCH", "CONNECT", "TRACE", "get", "PROPFIND"] {
            assert_eq!(access.validate(&RequestHead { method, ..put }), Err(Rejected(405)), "{method}");
        }
        for hosts in [
            &[][..],
            &["evil.example"],
            &["192.168.1.5"],
            &["192.168.1.5:80"],
            &["localhost:8766"],
            &[HOST, HOST],
        ] {
            assert_eq!(access.validate(&RequestHead { hosts, ..get("/") }), Err(Rejected(421)), "{hosts:?}");
        }
        for origins in [
            &["null"][..],
            &["http://evil.example"],
            &["https://192.168.1.5:8766"],
            &["http://192.168.1.5"],
            &[],
            &[&origin, &origin],
        ] {
            assert_eq!(access.validate(&RequestHead { origins, ..put }), Err(Rejected(403)), "{origins:?}");
        }
        for sites in [&["cross-site"][..], &["same-site"], &["same-origin", "same-origin"]] {
            assert_eq!(access.validate(&RequestHead { sites, ..put }), Err(Rejected(403)), "{sites:?}");
            assert_eq!(
                access.validate(&RequestHead { sites, ..get("/state") }),
                Err(Rejected(403)),
                "{sites:?}"
            );
        }
        for target in ["http://192.168.1.5:8766/", "*", "", "//photos", "/photos//x"] {
            assert_eq!(access.validate(&get(target)), Err(Rejected(404)), "{target}");
        }
    }
}
