//! Accounts, tokens, codes and the client. Without I/O: it receives the time, and a key for its secrets.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use vitrine_domain::Scope;

/// All scopes: the five of the contract (section 5), and those of public material.
pub const SCOPES: [&str; 15] = [
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
    "customer.wallet.read",
    "customer.wallet.write",
];
/// Full access: for personal tokens and client credentials, not for a person's consent.
pub const ALL_SCOPES: &str = "*";

const CODE_LIFETIME: Duration = Duration::from_secs(60);
const CONSENT_LIFETIME: Duration = Duration::from_secs(600);
/// The maximum number of open consent pages; a further one replaces the oldest.
const MAX_CONSENTS: usize = 256;

/// The accounts of the practice marketplace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    /// Owns the practice shop and the client.
    Owner,
    /// Owns another shop.
    OtherOwner,
    /// Has no shop: `vendor` is null.
    Shopless,
    /// The app itself, which is nobody and has no shop.
    App,
}

/// The application registered with this marketplace.
#[derive(Clone, Debug)]
pub struct Client {
    pub id: String,
    pub name: String,
    pub secret: SecretString,
    /// The registered redirect addresses; a request has to contain exactly one of them.
    pub redirect_uris: Vec<String>,
}

/// A person's shop.
#[derive(Clone, Copy)]
pub struct Shop {
    pub id: u64,
    pub identifier: &'static str,
    pub title: &'static str,
}

impl Person {
    /// The user id.
    pub const fn id(self) -> u64 {
        match self {
            Self::Owner => 1001,
            Self::OtherOwner => 1002,
            Self::Shopless => 1003,
            Self::App => 2001,
        }
    }

    /// The id of this person's shop, if any.
    pub fn vendor_id(self) -> Option<u64> {
        self.shop(false).map(|shop| shop.id)
    }

    /// This person's shop, if any.
    pub const fn shop(self, in_persian: bool) -> Option<Shop> {
        let (practice, other) = if in_persian {
            ("غرفهٔ تمرینی", "غرفه‌ای دیگر")
        } else {
            ("Practice shop", "Another shop")
        };
        match self {
            Self::Owner => Some(Shop { id: 501, identifier: "practice", title: practice }),
            Self::OtherOwner => Some(Shop { id: 502, identifier: "other", title: other }),
            Self::Shopless | Self::App => None,
        }
    }

    /// The name to sign in with.
    pub const fn username(self) -> &'static str {
        match self {
            Self::Owner => "practice",
            Self::OtherOwner => "other",
            Self::Shopless => "shopless",
            Self::App => "app",
        }
    }

    /// The name that is shown to others.
    pub const fn name(self, in_persian: bool) -> &'static str {
        match (self, in_persian) {
            (Self::Owner, false) => "Practice owner",
            (Self::Owner, true) => "صاحب غرفهٔ تمرینی",
            (Self::OtherOwner, false) => "Another owner",
            (Self::OtherOwner, true) => "صاحب غرفه‌ای دیگر",
            (Self::Shopless, false) => "Someone without a shop",
            (Self::Shopless, true) => "کسی که غرفه ندارد",
            (Self::App, _) => "Vitrine",
        }
    }

    /// The public identifier.
    pub const fn hash_id(self) -> &'static str {
        match self {
            Self::Owner => "8kPzQw",
            Self::OtherOwner => "3mXvRt",
            Self::Shopless => "5nYbLd",
            Self::App => "7aPpTk",
        }
    }
}

/// The meaning of a valid access token.
#[derive(Clone)]
pub struct Token {
    pub person: Person,
    pub scopes: Vec<String>,
    expires: Timestamp,
    used: u64,
}

impl Token {
    /// Whether the token includes a scope. A write scope includes the read scope.
    pub fn allows(&self, scope: &str) -> bool {
        let write = scope.strip_suffix(".read").map(|area| format!("{area}.write"));
        self.scopes.iter().any(|held| held == ALL_SCOPES || held == scope || write.as_ref() == Some(held))
    }
}

/// A consent request (operation 1) whose page is open.
#[derive(Clone)]
pub struct Consent {
    pub scopes: Vec<String>,
    pub redirect_uri: String,
    pub state: String,
    /// The S256 challenge (PKCE), if one was sent.
    pub challenge: Option<String>,
    asked: Timestamp,
}

impl Consent {
    pub fn new(
        scopes: Vec<String>,
        redirect_uri: String,
        state: String,
        challenge: Option<String>,
        now: Timestamp,
    ) -> Self {
        Self { scopes, redirect_uri, state, challenge, asked: now }
    }
}

struct ProblemKind {
    consent: Consent,
    given: Timestamp,
}

struct Refresh {
    person: Person,
    scopes: Vec<String>,
}

/// The answer of the token endpoint (contract 2.1).
pub struct Grant {
    pub access_token: String,
    pub refresh_token: Option<String>,
}

/// Why a code was not exchanged; the error codes of the contract.
#[derive(Debug, PartialEq, Eq)]
pub enum CodeError {
    InvalidGrant,
    RedirectUriMismatch,
}

/// All accounts, tokens and codes.
pub struct Access {
    pub client: Client,
    /// The lifetime of tokens from the token endpoint.
    pub token_lifetime: Duration,
    pub rotate_refresh: bool,
    /// The number of requests after which a token is refused.
    pub token_requests: Option<u64>,
    tokens: HashMap<String, Token>,
    refreshes: HashMap<String, Refresh>,
    #[cfg(any(test, feature = "simulation"))]
    successors: HashMap<String, String>,
    consents: HashMap<String, Consent>,
    codes: HashMap<String, ProblemKind>,
    key: [u8; 32],
    issued: u64,
}

impl Access {
    pub fn new(key: [u8; 32], redirect_uris: Vec<String>) -> Self {
        let mut access = Self {
            client: Client {
                id: "practice-client".to_owned(),
                name: "Vitrine".to_owned(),
                secret: SecretString::default(),
                redirect_uris,
            },
            token_lifetime: Duration::ZERO,
            rotate_refresh: true,
            token_requests: None,
            tokens: HashMap::new(),
            refreshes: HashMap::new(),
            #[cfg(any(test, feature = "simulation"))]
            successors: HashMap::new(),
            consents: HashMap::new(),
            codes: HashMap::new(),
            key,
            issued: 0,
        };
        access.client.secret = access.next_secret().into();
        access
    }

    /// The next secret: unguessable as long as the key is secret.
    fn next_secret(&mut self) -> String {
        self.issued += 1;
        self.secret_of(self.issued)
    }

    /// All issued secrets: tokens, refresh tokens, codes, and the client secret.
    pub fn issued_secrets(&self) -> Vec<String> {
        (1..=self.issued).map(|number| self.secret_of(number)).collect()
    }

    fn secret_of(&self, number: u64) -> String {
        URL_SAFE_NO_PAD.encode(blake3::keyed_hash(&self.key, &number.to_le_bytes()).as_bytes())
    }

    /// Issues an access token.
    pub fn issue(&mut self, person: Person, scopes: &[&str], life: Duration, now: Timestamp) -> String {
        let token = self.next_secret();
        self.accept_token(
            token.clone(),
            person,
            scopes.iter().map(|&scope| scope.to_owned()).collect(),
            life,
            now,
        );
        token
    }

    /// Accepts `token` as a valid access token.
    pub fn accept_token(
        &mut self,
        token: String,
        person: Person,
        scopes: Vec<String>,
        life: Duration,
        now: Timestamp,
    ) {
        let expires = now.checked_add(life).unwrap_or(Timestamp::MAX);
        self.tokens.insert(token, Token { person, scopes, expires, used: 0 });
    }

    /// Whose access token this is, or was.
    #[cfg(any(test, feature = "simulation"))]
    pub fn person_of(&self, token: &str) -> Option<Person> {
        self.tokens.get(token).map(|token| token.person)
    }

    /// The refresh token that replaced this one.
    #[cfg(any(test, feature = "simulation"))]
    pub fn successor_of(&self, refresh: &str) -> Option<String> {
        self.successors.get(refresh).cloned()
    }

    /// Invalidates an access token.
    pub fn revoke(&mut self, token: &str) {
        self.tokens.remove(token);
    }

    /// Uses a token for one request; `None` if it is unknown, expired or used up.
    pub fn use_token(&mut self, token: &str, now: Timestamp) -> Option<Token> {
        let max = self.token_requests.unwrap_or(u64::MAX);
        let token = self.tokens.get_mut(token).filter(|token| now < token.expires && token.used < max)?;
        token.used += 1;
        Some(token.clone())
    }

    /// Verifies the client's credentials.
    pub fn is_client(&self, id: &str, secret: &str) -> bool {
        let expected = blake3::keyed_hash(&self.key, self.client.secret.expose_secret().as_bytes());
        // The comparison of BLAKE3 hashes takes constant time.
        id == self.client.id && expected == blake3::keyed_hash(&self.key, secret.as_bytes())
    }

    /// Stores an open consent page and returns its ticket.
    pub fn open_consent(&mut self, consent: Consent, now: Timestamp) -> String {
        self.consents.retain(|_, open| now.duration_since(open.asked).unsigned_abs() < CONSENT_LIFETIME);
        if self.consents.len() >= MAX_CONSENTS
            && let Some(oldest) =
                self.consents.iter().min_by_key(|(_, open)| open.asked).map(|(ticket, _)| ticket.clone())
        {
            self.consents.remove(&oldest);
        }
        let ticket = self.next_secret();
        self.consents.insert(ticket.clone(), consent);
        ticket
    }

    /// Ends a consent page; each can be answered once.
    pub fn close_consent(&mut self, ticket: &str, now: Timestamp) -> Option<Consent> {
        self.consents
            .remove(ticket)
            .filter(|consent| now.duration_since(consent.asked).unsigned_abs() < CONSENT_LIFETIME)
    }

    /// Issues a code for a granted consent. It is valid for one minute and one use.
    pub fn issue_code(&mut self, consent: Consent, now: Timestamp) -> String {
        self.codes.retain(|_, code| now.duration_since(code.given).unsigned_abs() < CODE_LIFETIME);
        let code = self.next_secret();
        self.codes.insert(code.clone(), ProblemKind { consent, given: now });
        code
    }

    /// Exchanges a code. A wrong redirect address leaves it usable; any other attempt uses it up.
    pub fn exchange(
        &mut self,
        code: &str,
        redirect_uri: &str,
        verifier: Option<&str>,
        now: Timestamp,
    ) -> Result<Grant, CodeError> {
        let known = self.codes.get(code).ok_or(CodeError::InvalidGrant)?;
        if known.consent.redirect_uri != redirect_uri {
            return Err(CodeError::RedirectUriMismatch);
        }
        let ProblemKind { consent, given } = self.codes.remove(code).ok_or(CodeError::InvalidGrant)?;
        let in_time = now.duration_since(given).unsigned_abs() < CODE_LIFETIME;
        let proven = consent
            .challenge
            .as_deref()
            .is_none_or(|challenge| verifier.is_some_and(|v| s256(v) == challenge));
        if !in_time || !proven {
            return Err(CodeError::InvalidGrant);
        }
        Ok(self.grant(Person::Owner, consent.scopes, now))
    }

    /// Grants everything with a refresh token, like the developer panel.
    pub fn grant_to_owner(&mut self, now: Timestamp) -> Grant {
        self.grant(Person::Owner, vec![ALL_SCOPES.to_owned()], now)
    }

    /// Client credentials: on behalf of this person, without a refresh token.
    pub fn grant_to_client(&mut self, acts_for: Person, scopes: &[&str], now: Timestamp) -> Grant {
        let access_token = self.issue(acts_for, scopes, self.token_lifetime, now);
        Grant { access_token, refresh_token: None }
    }

    /// Exchanges a refresh token.
    pub fn refresh(&mut self, refresh_token: &str, now: Timestamp) -> Option<Grant> {
        if self.rotate_refresh {
            let Refresh { person, scopes } = self.refreshes.remove(refresh_token)?;
            let grant = self.grant(person, scopes, now);
            #[cfg(any(test, feature = "simulation"))]
            self.successors.extend(grant.refresh_token.clone().map(|next| (refresh_token.to_owned(), next)));
            return Some(grant);
        }
        let Refresh { person, scopes } = self.refreshes.get(refresh_token)?;
        let (person, scopes) = (*person, scopes.clone());
        let access_token = self.next_secret();
        self.accept_token(access_token.clone(), person, scopes, self.token_lifetime, now);
        Some(Grant { access_token, refresh_token: None })
    }

    fn grant(&mut self, person: Person, scopes: Vec<String>, now: Timestamp) -> Grant {
        let access_token = self.next_secret();
        self.accept_token(access_token.clone(), person, scopes.clone(), self.token_lifetime, now);
        let refresh_token = self.next_secret();
        self.refreshes.insert(refresh_token.clone(), Refresh { person, scopes });
        Grant { access_token, refresh_token: Some(refresh_token) }
    }
}

/// The S256 challenge of a verifier (RFC 7636 section 4.2).
fn s256(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_matches_rfc_7636_appendix_b() {
        assert_eq!(
            s256("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        );
    }

    #[test]
    fn a_write_scope_includes_only_its_read_scope() {
        let mut access = Access::new([7; 32], vec![]);
        let now = Timestamp::UNIX_EPOCH;
        let token = access.issue(Person::Owner, &[Scope::PRODUCT_WRITE], Duration::from_secs(9), now);
        let token = access.use_token(&token, now).unwrap();
        assert!(token.allows(Scope::PRODUCT_READ) && token.allows(Scope::PRODUCT_WRITE));
        assert!(!token.allows(Scope::PARCEL_READ));
    }
}
