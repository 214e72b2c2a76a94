//! Who may do what: people, tokens, codes, and the one client. No I/O: told the time, given a key for its secrets.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use crate::domain::Scope;

/// Every scope there is: the five of the contract (section 5), and what public material adds.
pub const SCOPES: [&str; 13] = [
    Scope::PRODUCT_READ,
    Scope::PRODUCT_WRITE,
    Scope::ORDER_READ,
    Scope::CHAT_READ,
    Scope::PARCEL_READ,
    "order-processing",
    "vendor.profile.read",
    "vendor.profile.write",
    "vendor.parcel.write",
    "customer.profile.read",
    "customer.profile.write",
    "customer.order.write",
    "customer.chat.write",
];
/// Full access: for personal tokens and client credentials, not for a person's consent.
pub const ALL_SCOPES: &str = "*";

const CODE_LIFE: Duration = Duration::from_secs(60);
const CONSENT_LIFE: Duration = Duration::from_secs(600);
/// Consent pages open at once; an older one is forgotten for a newer.
const MAX_CONSENTS: usize = 256;

/// The accounts of the practice marketplace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    /// Has the practice shop, and owns the client.
    Owner,
    /// Has another shop.
    OtherOwner,
    /// Has no shop: `vendor` is null.
    Shopless,
}

/// The application registered with this marketplace.
#[derive(Clone, Debug)]
pub struct Client {
    pub id: String,
    pub name: String,
    pub secret: SecretString,
    /// The registered return addresses; one must be sent to the letter.
    pub redirect_uris: Vec<String>,
}

#[derive(Clone, Copy)]
pub struct Shop {
    pub id: u64,
    pub identifier: &'static str,
    pub title: &'static str,
}

impl Person {
    pub const fn id(self) -> u64 {
        match self {
            Self::Owner => 1001,
            Self::OtherOwner => 1002,
            Self::Shopless => 1003,
        }
    }

    /// The id of this person's shop, if there is one.
    pub fn vendor_id(self) -> Option<u64> {
        self.shop().map(|shop| shop.id)
    }

    pub const fn shop(self) -> Option<Shop> {
        match self {
            Self::Owner => Some(Shop { id: 501, identifier: "practice", title: "Practice shop" }),
            Self::OtherOwner => Some(Shop { id: 502, identifier: "other", title: "Another shop" }),
            Self::Shopless => None,
        }
    }

    pub const fn username(self) -> &'static str {
        match self {
            Self::Owner => "practice",
            Self::OtherOwner => "other",
            Self::Shopless => "shopless",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "Practice owner",
            Self::OtherOwner => "Another owner",
            Self::Shopless => "Somebody without a shop",
        }
    }

    pub const fn hash_id(self) -> &'static str {
        match self {
            Self::Owner => "8kPzQw",
            Self::OtherOwner => "3mXvRt",
            Self::Shopless => "5nYbLd",
        }
    }
}

/// What a valid access token says.
#[derive(Clone)]
pub struct Token {
    pub person: Person,
    pub scopes: Vec<String>,
    expires: Timestamp,
    used: u64,
}

impl Token {
    /// A write scope includes its read.
    pub fn allows(&self, scope: &str) -> bool {
        let write = scope.strip_suffix(".read").map(|area| format!("{area}.write"));
        self.scopes.iter().any(|held| held == ALL_SCOPES || held == scope || write.as_ref() == Some(held))
    }
}

/// A request for consent (operation 1) whose page is open.
#[derive(Clone)]
pub struct Consent {
    pub scopes: Vec<String>,
    pub redirect_uri: String,
    pub state: String,
    /// The PKCE S256 challenge, when one was sent.
    pub challenge: Option<String>,
    asked: Timestamp,
}

impl Consent {
    pub fn new(scopes: Vec<String>, redirect_uri: String, state: String, challenge: Option<String>, now: Timestamp) -> Self {
        Self { scopes, redirect_uri, state, challenge, asked: now }
    }
}

struct Code {
    consent: Consent,
    given: Timestamp,
}

struct Refresh {
    person: Person,
    scopes: Vec<String>,
}

/// What the token endpoint gives (contract 2.1).
pub struct Grant {
    pub access_token: String,
    pub refresh_token: Option<String>,
}

/// Why a code was not exchanged; the contract's error codes.
#[derive(Debug, PartialEq, Eq)]
pub enum CodeError {
    InvalidGrant,
    RedirectUriMismatch,
}

pub struct Access {
    pub client: Client,
    /// How long tokens of the token endpoint live.
    pub token_life: Duration,
    pub rotate_refresh: bool,
    /// Requests a token serves before it is refused.
    pub token_requests: Option<u64>,
    tokens: HashMap<String, Token>,
    refreshes: HashMap<String, Refresh>,
    consents: HashMap<String, Consent>,
    codes: HashMap<String, Code>,
    key: [u8; 32],
    issued: u64,
}

impl Access {
    pub fn new(key: [u8; 32], redirect_uris: Vec<String>) -> Self {
        let mut access = Self {
            client: Client { id: "practice-client".to_owned(), name: "Vitrine".to_owned(), secret: SecretString::default(), redirect_uris },
            token_life: Duration::ZERO,
            rotate_refresh: true,
            token_requests: None,
            tokens: HashMap::new(),
            refreshes: HashMap::new(),
            consents: HashMap::new(),
            codes: HashMap::new(),
            key,
            issued: 0,
        };
        access.client.secret = access.secret().into();
        access
    }

    /// The next secret: unguessable as long as the key is.
    fn secret(&mut self) -> String {
        self.issued += 1;
        self.secret_of(self.issued)
    }

    /// Everything of the kind that was ever given out: tokens, refresh tokens, codes, and the client's secret.
    pub fn every_secret(&self) -> Vec<String> {
        (1..=self.issued).map(|number| self.secret_of(number)).collect()
    }

    fn secret_of(&self, number: u64) -> String {
        URL_SAFE_NO_PAD.encode(blake3::keyed_hash(&self.key, &number.to_le_bytes()).as_bytes())
    }

    pub fn issue(&mut self, person: Person, scopes: &[&str], life: Duration, now: Timestamp) -> String {
        let token = self.secret();
        self.admit(token.clone(), person, scopes.iter().map(|&scope| scope.to_owned()).collect(), life, now);
        token
    }

    /// Makes `token` a valid one.
    pub fn admit(&mut self, token: String, person: Person, scopes: Vec<String>, life: Duration, now: Timestamp) {
        let expires = now.checked_add(life).unwrap_or(Timestamp::MAX);
        self.tokens.insert(token, Token { person, scopes, expires, used: 0 });
    }

    pub fn revoke(&mut self, token: &str) {
        self.tokens.remove(token);
    }

    /// The meaning of a token for one more request; `None` when it is unknown, expired or used up.
    pub fn use_token(&mut self, token: &str, now: Timestamp) -> Option<Token> {
        let most = self.token_requests.unwrap_or(u64::MAX);
        let token = self.tokens.get_mut(token).filter(|token| now < token.expires && token.used < most)?;
        token.used += 1;
        Some(token.clone())
    }

    pub fn is_client(&self, id: &str, secret: &str) -> bool {
        let expected = blake3::keyed_hash(&self.key, self.client.secret.expose_secret().as_bytes());
        // Comparing hashes of this kind takes the same time wherever they differ.
        id == self.client.id && expected == blake3::keyed_hash(&self.key, secret.as_bytes())
    }

    /// Remembers an open consent page and gives its ticket.
    pub fn ask(&mut self, consent: Consent, now: Timestamp) -> String {
        self.consents.retain(|_, open| now.duration_since(open.asked).unsigned_abs() < CONSENT_LIFE);
        if self.consents.len() >= MAX_CONSENTS
            && let Some(oldest) = self.consents.iter().min_by_key(|(_, open)| open.asked).map(|(ticket, _)| ticket.clone())
        {
            self.consents.remove(&oldest);
        }
        let ticket = self.secret();
        self.consents.insert(ticket.clone(), consent);
        ticket
    }

    /// Takes the answer to a consent page: each page is answered once.
    pub fn answer(&mut self, ticket: &str, now: Timestamp) -> Option<Consent> {
        self.consents.remove(ticket).filter(|consent| now.duration_since(consent.asked).unsigned_abs() < CONSENT_LIFE)
    }

    /// A code for a consent that was given. It lives for a minute and is used once.
    pub fn code(&mut self, consent: Consent, now: Timestamp) -> String {
        self.codes.retain(|_, code| now.duration_since(code.given).unsigned_abs() < CODE_LIFE);
        let code = self.secret();
        self.codes.insert(code.clone(), Code { consent, given: now });
        code
    }

    /// Exchanges a code. A wrong return address leaves it usable; anything else uses it up.
    pub fn exchange(&mut self, code: &str, redirect_uri: &str, verifier: Option<&str>, now: Timestamp) -> Result<Grant, CodeError> {
        let known = self.codes.get(code).ok_or(CodeError::InvalidGrant)?;
        if known.consent.redirect_uri != redirect_uri {
            return Err(CodeError::RedirectUriMismatch);
        }
        let Code { consent, given } = self.codes.remove(code).ok_or(CodeError::InvalidGrant)?;
        let in_time = now.duration_since(given).unsigned_abs() < CODE_LIFE;
        let proven = consent.challenge.as_deref().is_none_or(|challenge| verifier.is_some_and(|v| s256(v) == challenge));
        if !in_time || !proven {
            return Err(CodeError::InvalidGrant);
        }
        Ok(self.grant(Person::Owner, consent.scopes, now))
    }

    /// What the developer panel gives: everything, with a refresh token.
    pub fn grant_to_owner(&mut self, now: Timestamp) -> Grant {
        self.grant(Person::Owner, vec![ALL_SCOPES.to_owned()], now)
    }

    /// Client credentials: acts for the client's owner, with everything, and without a refresh token.
    pub fn grant_to_client(&mut self, now: Timestamp) -> Grant {
        let access_token = self.issue(Person::Owner, &[ALL_SCOPES], self.token_life, now);
        Grant { access_token, refresh_token: None }
    }

    pub fn refresh(&mut self, refresh_token: &str, now: Timestamp) -> Option<Grant> {
        if self.rotate_refresh {
            let Refresh { person, scopes } = self.refreshes.remove(refresh_token)?;
            return Some(self.grant(person, scopes, now));
        }
        let Refresh { person, scopes } = self.refreshes.get(refresh_token)?;
        let (person, scopes) = (*person, scopes.clone());
        let access_token = self.secret();
        self.admit(access_token.clone(), person, scopes, self.token_life, now);
        Some(Grant { access_token, refresh_token: None })
    }

    fn grant(&mut self, person: Person, scopes: Vec<String>, now: Timestamp) -> Grant {
        let access_token = self.secret();
        self.admit(access_token.clone(), person, scopes.clone(), self.token_life, now);
        let refresh_token = self.secret();
        self.refreshes.insert(refresh_token.clone(), Refresh { person, scopes });
        Grant { access_token, refresh_token: Some(refresh_token) }
    }
}

/// The PKCE S256 challenge of a verifier (RFC 7636, 4.2).
fn s256(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_of_the_rfc_example_is_met() {
        assert_eq!(s256("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn a_write_scope_includes_its_read_and_nothing_else() {
        let mut access = Access::new([7; 32], vec![]);
        let now = Timestamp::UNIX_EPOCH;
        let token = access.issue(Person::Owner, &[Scope::PRODUCT_WRITE], Duration::from_secs(9), now);
        let token = access.use_token(&token, now).unwrap();
        assert!(token.allows(Scope::PRODUCT_READ) && token.allows(Scope::PRODUCT_WRITE));
        assert!(!token.allows(Scope::PARCEL_READ));
    }
}
