//! What went wrong, in a form that every floor hands upward and `i18n` puts into words.
//!
//! A problem says what happened (`code`, `said`), where (`field`, `subject`) and, through its code,
//! why and what to do: the message files hold a cause and a remedy for every [`Code`], in both languages.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{FieldError, FieldProblem, Scope};

macro_rules! codes {
    ($($(#[$meta:meta])* $name:ident = $key:literal),+ $(,)?) => {
        /// The kind of a problem. [`Code::key`] is the stable name in JSON lines and message files.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$meta])* $name),+ }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key),+ }
            }
        }
    };
}

codes! {
    // The contract's section 7.
    InvalidClient = "invalid_client",
    /// `subject` is the address this program sent, `expected` the registered one where the answer named it.
    RedirectUriMismatch = "redirect_uri_mismatch",
    InvalidGrant = "invalid_grant",
    /// `subject` is the scopes that were refused, where the answer names any of those asked for; else all of them.
    InvalidScope = "invalid_scope",
    Unauthorized = "unauthorized",
    /// `subject` is the scope the operation needs (several with spaces between), where known.
    Forbidden = "forbidden",
    Unprocessable = "unprocessable",

    // Other answers.
    /// Any other 4xx: the marketplace refused this request.
    Refused = "refused",
    NotFound = "not_found",
    PayloadTooLarge = "payload_too_large",
    TooManyRequests = "too_many_requests",
    ServerError = "server_error",
    /// A success whose body is not what the contract says: not JSON, or without a needed value.
    UnexpectedAnswer = "unexpected_answer",
    AnswerTooLarge = "answer_too_large",
    /// Sent on to another host, to plain http, or in circles. Never followed with the token.
    RedirectRefused = "redirect_refused",
    /// An OAuth error outside section 7, such as access_denied; `said` is the marketplace's word.
    SignInRefused = "sign_in_refused",
    /// The browser did not come back in time.
    SignInUnfinished = "sign_in_unfinished",

    // The way there. `subject` is the host.
    /// No connection could be made: nothing was sent.
    Unreachable = "unreachable",
    Tls = "tls",
    TimedOut = "timed_out",
    /// The connection broke before the answer was whole.
    ConnectionLost = "connection_lost",

    // Found here, before anything is sent.
    /// `field` holds an unusable value; `detail` says how.
    InvalidField = "invalid_field",
    NoVendor = "no_vendor",
    SignInNeeded = "sign_in_needed",
    /// Signed in as somebody else than the account the import belongs to.
    OtherAccount = "other_account",
    /// `subject` is the file.
    FileUnreadable = "file_unreadable",
    FileEmpty = "file_empty",
    NotAPhoto = "not_a_photo",
    PhotoDamaged = "photo_damaged",
    PhotoTooLarge = "photo_too_large",
    PhotoFormatUnsupported = "photo_format_unsupported",
    /// None is chosen, and none was used before.
    NoMarket = "no_market",
    /// `subject` is the file; `said` names line and column.
    MarketFile = "market_file",
    Sheet = "sheet",
    NothingFound = "nothing_found",
    /// Products have no price, and nobody said that they are to be created without. `subject` is how many.
    NoPrice = "no_price",
    /// There is no import to report on. `subject` is the number asked for.
    NoImport = "no_import",
    /// A folder that holds itself, through a link.
    FolderLoop = "folder_loop",
    /// The journal cannot be written; `subject` is the file, `said` the reason.
    Storage = "storage",
    /// The journal is damaged; it is kept as it is.
    StorageDamaged = "storage_damaged",
    NoKeychain = "no_keychain",
    Keychain = "keychain",
    /// Another window holds this data directory.
    AlreadyRunning = "already_running",
    PortTaken = "port_taken",
    /// The window cannot be opened: no display, or no OpenGL.
    NoDisplay = "no_display",
    /// The system's window for choosing files does not open.
    NoDialog = "no_dialog",
    /// Whether the product exists cannot be told; a person has to look.
    Ambiguous = "ambiguous",
    Cancelled = "cancelled",
    /// A fault in this program.
    Internal = "internal",
}

/// What a problem means for a request that may change the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It never left, or was turned away before any work: sending it again is safe.
    NotDone,
    /// Turned away for pace. Safe to send again, later.
    Throttled,
    /// The marketplace read it and said no. Sending the same again is pointless.
    Refused,
    /// The token is missing or expired: nothing goes on until someone signs in.
    SignIn,
    /// It may have been done, and the answer was lost. Never send it again before looking.
    Unknown,
}

/// What of a photo a marketplace does not take, with the most it takes where it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PhotoLimit {
    /// The file's length.
    Bytes(Option<u32>),
    /// The longest side, in pixels.
    Side(Option<u32>),
    Format,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pub code: Code,
    /// The payload field it is about, by its wire name; may be one this program does not know.
    pub field: Option<String>,
    /// What exactly is wrong with the field's value, when found here.
    pub detail: Option<FieldError>,
    /// The file, host, address or scope it is about.
    pub subject: Option<String>,
    /// What `subject` should have been, where the answer said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// A short excerpt of the marketplace's (or system's) own words. Never a secret.
    pub said: Option<String>,
    /// The HTTP status, when there was an answer.
    pub status: Option<u16>,
    /// What of a photo was too much, when it was refused for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<PhotoLimit>,
    /// How long the marketplace asked to wait.
    pub retry_after: Option<Duration>,
    /// For answers: whether the body held anything. A refusal without a body is not definite.
    pub has_body: bool,
}

impl Problem {
    pub const fn new(code: Code) -> Self {
        Self {
            code,
            field: None,
            detail: None,
            subject: None,
            expected: None,
            said: None,
            status: None,
            limit: None,
            retry_after: None,
            has_body: false,
        }
    }

    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    #[must_use]
    pub fn saying(mut self, said: impl Into<String>) -> Self {
        self.said = Some(said.into());
        self
    }

    #[must_use]
    pub fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// The scopes that a token needs for what was refused to it: what to sign in again with.
    pub fn missing_scopes(&self) -> Vec<Scope> {
        let names = self.subject.iter().filter(|_| self.code == Code::Forbidden).flat_map(|names| names.split_ascii_whitespace());
        names.map(|name| Scope(name.to_owned())).collect()
    }

    /// What this failure means for the request it answered. See the exactly-once rules in ARCHITECTURE.md.
    pub fn verdict(&self) -> Verdict {
        match self.code {
            Code::Unreachable | Code::Tls => Verdict::NotDone,
            Code::TooManyRequests => Verdict::Throttled,
            Code::Unauthorized | Code::SignInNeeded => Verdict::SignIn,
            // A time-out that the server reports (408) and a redirect after a POST may follow the work.
            Code::TimedOut
            | Code::ConnectionLost
            | Code::ServerError
            | Code::UnexpectedAnswer
            | Code::AnswerTooLarge
            | Code::RedirectRefused => Verdict::Unknown,
            // Bare 4xx answers also come from proxies in between, which know nothing of the work.
            Code::Refused | Code::NotFound | Code::Unprocessable if !self.has_body => Verdict::Unknown,
            _ => Verdict::Refused,
        }
    }
}

impl From<FieldProblem> for Problem {
    fn from(problem: FieldProblem) -> Self {
        Self { detail: Some(problem.error), ..Self::new(Code::InvalidField).in_field(problem.field.name()) }
    }
}

/// For logs. What a person reads comes from the message files.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.key())?;
        if let Some(status) = self.status {
            write!(f, " (HTTP {status})")?;
        }
        for part in [&self.field, &self.subject, &self.said].into_iter().flatten() {
            write!(f, ": {part}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

impl Code {
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.key() == key)
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Ok(Self::from_key(&key).unwrap_or(Self::Internal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_answer_is_never_taken_for_a_refusal() {
        for code in [Code::TimedOut, Code::ConnectionLost, Code::ServerError, Code::UnexpectedAnswer] {
            assert_eq!(Problem::new(code).verdict(), Verdict::Unknown, "{code:?}");
        }
    }

    #[test]
    fn a_refusal_is_definite_only_with_a_body() {
        let bare = Problem::new(Code::Unprocessable);
        assert_eq!(bare.verdict(), Verdict::Unknown);
        assert_eq!(Problem { has_body: true, ..bare }.verdict(), Verdict::Refused);
    }

    #[test]
    fn a_refusal_for_want_of_scopes_says_what_to_sign_in_again_with() {
        let scopes = Problem::new(Code::Forbidden).about("vendor.product.write vendor.parcel.read").missing_scopes();
        assert_eq!(scopes, ["vendor.product.write", "vendor.parcel.read"].map(|name| Scope(name.to_owned())));
        assert!(Problem::new(Code::Forbidden).missing_scopes().is_empty());
        assert!(Problem::new(Code::FileUnreadable).about("a.jpg").missing_scopes().is_empty());
    }

    #[test]
    fn every_code_has_its_own_key() {
        for &code in Code::ALL {
            assert_eq!(Code::from_key(code.key()), Some(code));
        }
    }
}
