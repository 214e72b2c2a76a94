//! Errors, in a form that every layer passes upward and `i18n` puts into words.
//!
//! A problem says what happened (`code`, `said`) and where (`field`, `subject`). The cause and the remedy follow from
//! its code: the message files hold both for every [`Code`], in both languages.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Diagnostic, FieldError, FieldProblem, Finding, Scope};

macro_rules! codes {
    ($($(#[$meta:meta])* $name:ident = $key:literal),+ $(,)?) => {
        /// The kind of a problem. [`Code::key`] is the stable name in JSON lines and message files.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$meta])* $name),+ }

        impl Code {
            /// Every code, in the order of declaration.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The stable name of this code.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key),+ }
            }
        }
    };
}

codes! {
    // Responses that the contract describes (section 7).
    InvalidClient = "invalid_client",
    /// `subject` is the address that this program sent, `expected` the registered one if the response named it.
    RedirectUriMismatch = "redirect_uri_mismatch",
    InvalidGrant = "invalid_grant",
    /// `subject` holds the refused scopes if the response names some of the requested ones, else all requested scopes.
    InvalidScope = "invalid_scope",
    Unauthorized = "unauthorized",
    /// `subject` is the scope that the operation needs, if known; several are separated by spaces.
    Forbidden = "forbidden",
    Unprocessable = "unprocessable",

    // Other responses.
    /// Any other 4xx: the marketplace refused this request.
    Refused = "refused",
    NotFound = "not_found",
    PayloadTooLarge = "payload_too_large",
    TooManyRequests = "too_many_requests",
    ServerError = "server_error",
    /// A successful response whose body is not as the contract describes it: not JSON, or without a required value.
    UnexpectedAnswer = "unexpected_answer",
    AnswerTooLarge = "answer_too_large",
    /// A redirect to another host, to plain HTTP, or in a loop. It is never followed with the token.
    RedirectRefused = "redirect_refused",
    /// Something between this computer and the marketplace answered in its place: a guard of the network, a sign-in page
    /// of a Wi-Fi, a proxy. It says nothing about the token, nor about what was sent.
    ForeignAnswer = "foreign_answer",
    /// An OAuth error outside of section 7, such as `access_denied`; `said` is the marketplace's text.
    SignInRefused = "sign_in_refused",
    /// The browser did not return in time.
    SignInUnfinished = "sign_in_unfinished",

    // Failures of the connection. `subject` is the host.
    /// No connection could be made: nothing was sent.
    Unreachable = "unreachable",
    Tls = "tls",
    TimedOut = "timed_out",
    /// The connection broke before the whole response had arrived.
    ConnectionLost = "connection_lost",

    // Errors found on this computer, before anything is sent.
    /// `field` holds an unusable value; `detail` says why.
    InvalidField = "invalid_field",
    NoVendor = "no_vendor",
    SignInNeeded = "sign_in_needed",
    /// Signed in as another account than the one that the import belongs to.
    OtherAccount = "other_account",
    /// A market file has the name of a marketplace to which something is saved, and other origins. `subject` are its hosts, `expected` those
    /// known; none if an older version kept them.
    MarketMoved = "market_moved",
    /// A market file is named like a marketplace that comes with the program. `subject` are its hosts, `expected` those of that one.
    MarketLookAlike = "market_look_alike",
    /// `subject` is the file.
    FileUnreadable = "file_unreadable",
    FileEmpty = "file_empty",
    NotAPhoto = "not_a_photo",
    PhotoDamaged = "photo_damaged",
    PhotoTooLarge = "photo_too_large",
    PhotoFormatUnsupported = "photo_format_unsupported",
    /// No marketplace is chosen, and none was used before.
    NoMarket = "no_market",
    /// `subject` is the file; `said` names line and column.
    MarketFile = "market_file",
    Sheet = "sheet",
    NothingFound = "nothing_found",
    /// Products have no price, and nobody confirmed creating them without one. `subject` is their number.
    NoPrice = "no_price",
    /// A sheet names another unit for its prices than the marketplace's. `subject` is the sheet.
    PriceUnit = "price_unit",
    /// There is no import to report on. `subject` is the requested number.
    NoImport = "no_import",
    /// The shop has no template of this name. `subject` is the name, `expected` the names that there are.
    NoTemplate = "no_template",
    /// The market file names no operation for changing products.
    NoEditing = "no_editing",
    /// A sheet of changes has no column with ids or SKUs. `subject` is the sheet.
    NoKeyColumn = "no_key_column",
    /// No column of a sheet, and no rule, names a field that can be changed.
    NoChanges = "no_changes",
    /// Several products of the shop have this SKU. `subject` is the SKU.
    SeveralProducts = "several_products",
    /// A sheet of changes has a row for this product already. `subject` is its id or SKU.
    RepeatedRow = "repeated_row",
    /// The shop has no such product, or no longer. `subject` is its id or SKU.
    NotInShop = "not_in_shop",
    /// Price and stock of this product are those of its variants.
    HasVariants = "has_variants",
    /// A price is to be changed by what it is, and only what buyers pay is known.
    OwnPriceUnknown = "own_price_unknown",
    /// A product had no value before a change, and cannot be without one again. `field` names it.
    NoOldValue = "no_old_value",
    /// The marketplace accepted a change, and the product does not show it.
    NotApplied = "not_applied",
    /// A change was sent, and the product cannot be read to see whether it took effect, or shows a part of it.
    ChangeUnconfirmed = "change_unconfirmed",
    /// There is no such run of changes. `subject` is its number.
    NoEditRun = "no_edit_run",
    /// An earlier run of changes is not finished. `subject` is its number.
    EditUnfinished = "edit_unfinished",
    /// Prices would become several times as high or low, and nobody confirmed that. `subject` is their number.
    UnusualPrices = "unusual_prices",
    /// A folder that contains itself through a link.
    FolderLoop = "folder_loop",
    /// A link in a dropped folder, or a path in a spreadsheet, leads to a file that was not dropped. `subject` is the link or the photo,
    /// `expected` what has to be added.
    OutsideDropped = "outside_dropped",
    /// A spreadsheet names photos by addresses on the web. `subject` are the rows, `expected` is one of the addresses.
    PhotoOnWeb = "photo_on_web",
    /// Of a photo, only a placeholder is on this computer. `subject` is the photo.
    FileElsewhere = "file_elsewhere",
    /// A file in which photos may be packed. `subject` is the file.
    FilePacked = "file_packed",
    /// The data file cannot be written; `subject` is the file, `said` the reason.
    Storage = "storage",
    /// The data file is damaged; it is left unchanged.
    StorageDamaged = "storage_damaged",
    /// A newer version of this program has used the data file; it is left unchanged. `subject` is the file, `expected` that version.
    StorageNewer = "storage_newer",
    NoKeychain = "no_keychain",
    Keychain = "keychain",
    /// Another process holds this data directory.
    AlreadyRunning = "already_running",
    /// Another process has been renewing the same sign-in for too long.
    TurnTaken = "turn_taken",
    /// A second start named another marketplace than the window is at. `subject` is that one, `said` the one of the window.
    OtherMarketplace = "other_marketplace",
    PortTaken = "port_taken",
    /// The system lets this program listen at no such port: one that needs rights, or one that Windows reserves. `subject` is it.
    PortRefused = "port_refused",
    /// This computer is in no network in which a phone could reach it.
    NoNetwork = "no_network",
    /// The window cannot be opened: no display, or no renderer works. `subject` is a library that is missing.
    NoDisplay = "no_display",
    /// `VITRINE_RENDERER` names no renderer of this system.
    UnknownRenderer = "unknown_renderer",
    /// The system's file dialog does not open.
    NoDialog = "no_dialog",
    /// The shop's list does not tell whether the product exists; a person has to look.
    Ambiguous = "ambiguous",
    /// The marketplace said that it has the product, and its list does not show it; a person has to look.
    NotListed = "not_listed",
    /// The shop has a product twice, with one cover. `subject` is its name.
    ListedTwice = "listed_twice",
    /// The first product of a shop came back with another value than it was sent with. `field` names it; `subject` is the value in
    /// the shop, `expected` the one that was sent.
    NotAsSent = "not_as_sent",
    Cancelled = "cancelled",
    /// A bug in this program.
    Internal = "internal",
}

/// What a failed request means for the shop, if the request could have changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The request was never sent, or was rejected before any work was done: sending it again is safe.
    NotDone,
    /// Rejected for the rate of requests. Sending it again later is safe.
    Throttled,
    /// The marketplace processed the request and refused it. Sending the same request again is pointless.
    Refused,
    /// The token is missing or expired: nothing can be sent until someone signs in.
    SignIn,
    /// The work may have been done, and the response was lost. The shop must be checked before the request is sent
    /// again.
    Unknown,
}

/// What a failed request that changes something means for the shop. What was done has no failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteVerdict {
    /// It was never sent: sending it again is safe.
    NotDone,
    /// The marketplace itself refused it. Sending the same again is pointless.
    Refused,
    /// It may have been done: the shop must be looked at before anything is sent again.
    Unknown,
}

/// Who speaks in an answer, as far as its form shows. Only the marketplace's own words are a witness of what it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerForm {
    /// There was no answer, or its body was empty: whatever is on the way may have set the status.
    #[default]
    Empty,
    /// A web page, as proxies, guards of networks and sign-in pages of Wi-Fi send it.
    Page,
    /// Text, or JSON without an error that can be read.
    Foreign,
    /// JSON with an error in a form that is known from marketplaces.
    Own,
}

/// Earlier versions stored only whether there was a body, as `has_body`.
impl<'de> Deserialize<'de> for AnswerForm {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            HasBody(bool),
            Form(String),
        }
        Ok(match Stored::deserialize(deserializer)? {
            Stored::HasBody(true) => Self::Own,
            Stored::HasBody(false) => Self::Empty,
            Stored::Form(form) => match form.as_str() {
                "own" => Self::Own,
                "page" => Self::Page,
                "empty" => Self::Empty,
                _ => Self::Foreign,
            },
        })
    }
}

/// Why a marketplace refused a photo, with the limit if the refusal states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PhotoLimit {
    /// The file is too long; the limit is in bytes.
    Bytes(Option<u32>),
    /// The longer side is too long; the limit is in pixels.
    Side(Option<u32>),
    /// The file format is not accepted.
    Format,
}

/// An error, with everything that is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The kind of the problem.
    pub code: Code,
    /// The payload field that it is about, by its name on the wire; possibly one that this program does not know.
    pub field: Option<String>,
    /// Why the field's value was rejected on this computer.
    pub detail: Option<FieldError>,
    /// The file, host, address or scope that it is about.
    pub subject: Option<String>,
    /// The value that `subject` should have had, if the response said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// A short excerpt of the marketplace's (or the system's) own text. Never a secret.
    pub said: Option<String>,
    /// What this program found wrong. `said` has it in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostic: Option<Box<Diagnostic>>,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// Why a photo was refused, if it was for its size or format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<PhotoLimit>,
    /// How long the marketplace asked to wait.
    pub retry_after: Option<Duration>,
    /// Who speaks in the response. A refusal that is not the marketplace's own is not definite (see [`Problem::verdict`]).
    #[serde(default, alias = "has_body")]
    pub form: AnswerForm,
}

impl Problem {
    /// A problem about which nothing but its code is known.
    pub const fn new(code: Code) -> Self {
        Self {
            code,
            field: None,
            detail: None,
            subject: None,
            expected: None,
            said: None,
            diagnostic: None,
            status: None,
            limit: None,
            retry_after: None,
            form: AnswerForm::Empty,
        }
    }

    /// Sets `subject`: the file, host, address or scope that the problem is about.
    #[must_use]
    pub fn with_subject(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Sets `said`: an excerpt of the marketplace's or the system's own text, which is shown as a quotation.
    #[must_use]
    pub fn with_quotation(mut self, said: impl Into<String>) -> Self {
        self.said = Some(said.into());
        self
    }

    /// Sets `diagnostic`: what this program itself found wrong. `said` becomes its English text.
    #[must_use]
    pub fn with_diagnostic(mut self, diagnostic: impl Into<Diagnostic>) -> Self {
        let diagnostic = diagnostic.into();
        self.said = Some(diagnostic.to_string());
        self.diagnostic = Some(Box::new(diagnostic));
        self
    }

    /// Why this program cannot listen at a port. The system's words add nothing where another program listens there.
    pub fn of_port(port: impl Into<String>, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::AddrInUse {
            return Self::new(Code::PortTaken).with_subject(port);
        }
        Self::new(Code::PortRefused).with_subject(port).with_quotation(error.to_string())
    }

    /// Sets `field`: the wire name of the payload field that the problem is about.
    #[must_use]
    pub fn with_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// The text of the spreadsheet's cell that it is about.
    pub fn cell_text(&self) -> Option<&str> {
        match &self.diagnostic.as_deref()?.finding {
            Finding::CellValue { text } => Some(text),
            _ => None,
        }
    }

    /// The scopes that a token needs for the refused operation, to sign in again with. Empty for every code but
    /// [`Code::Forbidden`].
    pub fn missing_scopes(&self) -> Vec<Scope> {
        let names = self.subject.iter().filter(|_| self.code == Code::Forbidden).flat_map(|names| names.split_ascii_whitespace());
        names.map(|name| Scope(name.to_owned())).collect()
    }

    /// What this failure means for the request that failed. See docs/exactly-once.md.
    pub fn verdict(&self) -> Verdict {
        match self.code {
            Code::Unreachable | Code::Tls => Verdict::NotDone,
            Code::TurnTaken => Verdict::NotDone,
            Code::TooManyRequests => Verdict::Throttled,
            Code::Unauthorized | Code::SignInNeeded => Verdict::SignIn,
            // A time-out that the server reports (408) and a redirect after a POST may come after the work was done.
            Code::TimedOut
            | Code::ConnectionLost
            | Code::ServerError
            | Code::UnexpectedAnswer
            | Code::AnswerTooLarge
            | Code::RedirectRefused
            | Code::ForeignAnswer
            | Code::NotListed
            | Code::Ambiguous => Verdict::Unknown,
            // Proxies send 4xx responses too, and know nothing of the work.
            Code::Refused | Code::NotFound | Code::Unprocessable if self.form != AnswerForm::Own => Verdict::Unknown,
            Code::Refused | Code::NotFound | Code::Unprocessable | Code::Forbidden | Code::PayloadTooLarge => Verdict::Refused,
            code => code.local_verdict(),
        }
    }

    /// What this failure means for a request that changes something in the shop. *Not done* needs a witness: nothing was sent, or the
    /// marketplace itself refused it in a form that is understood. A refused token and a guard of the rate are no witnesses: either may
    /// come after the work.
    pub fn write_verdict(&self) -> WriteVerdict {
        match (self.verdict(), self.code) {
            (Verdict::NotDone, _) | (_, Code::SignInNeeded) => WriteVerdict::NotDone,
            (Verdict::Throttled | Verdict::SignIn | Verdict::Unknown, _) => WriteVerdict::Unknown,
            (Verdict::Refused, Code::Forbidden | Code::PayloadTooLarge) if self.form != AnswerForm::Own => WriteVerdict::Unknown,
            (Verdict::Refused, _) => WriteVerdict::Refused,
        }
    }

    /// Whether the same request may succeed later, without anybody doing something.
    pub fn is_passing(&self) -> bool {
        !matches!(self.verdict(), Verdict::Refused | Verdict::SignIn)
    }
}

impl From<FieldProblem> for Problem {
    fn from(problem: FieldProblem) -> Self {
        Self { detail: Some(problem.error), ..Self::new(Code::InvalidField).with_field(problem.field.name()) }
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
    /// What a failure means that no answer to a request about products has: it was found on this computer before anything was sent, it
    /// belongs to signing in, or it is a person's or this program's own word. Repeating is pointless. Every code is named, so that none
    /// that is added later counts as a refusal by oversight.
    #[expect(clippy::too_many_lines, reason = "one line for each code")]
    const fn local_verdict(self) -> Verdict {
        match self {
            Self::InvalidClient
            | Self::RedirectUriMismatch
            | Self::InvalidGrant
            | Self::InvalidScope
            | Self::SignInRefused
            | Self::SignInUnfinished
            | Self::InvalidField
            | Self::NoVendor
            | Self::OtherAccount
            | Self::FileUnreadable
            | Self::FileEmpty
            | Self::NotAPhoto
            | Self::PhotoDamaged
            | Self::PhotoTooLarge
            | Self::PhotoFormatUnsupported
            | Self::NoMarket
            | Self::MarketFile
            | Self::Sheet
            | Self::NothingFound
            | Self::NoPrice
            | Self::PriceUnit
            | Self::NoImport
            | Self::NoTemplate
            | Self::NoEditing
            | Self::NoKeyColumn
            | Self::NoChanges
            | Self::SeveralProducts
            | Self::RepeatedRow
            | Self::NotInShop
            | Self::HasVariants
            | Self::OwnPriceUnknown
            | Self::NoOldValue
            | Self::NotApplied
            | Self::ChangeUnconfirmed
            | Self::NoEditRun
            | Self::EditUnfinished
            | Self::UnusualPrices
            | Self::FolderLoop
            | Self::Storage
            | Self::StorageDamaged
            | Self::NoKeychain
            | Self::Keychain
            | Self::AlreadyRunning
            | Self::OtherMarketplace
            | Self::PortTaken
            | Self::NoNetwork
            | Self::NoDisplay
            | Self::UnknownRenderer
            | Self::NoDialog
            | Self::Cancelled
            | Self::Internal
            | Self::ListedTwice
            | Self::StorageNewer
            | Self::PortRefused
            | Self::MarketMoved
            | Self::MarketLookAlike
            | Self::OutsideDropped
            | Self::PhotoOnWeb
            | Self::FileElsewhere
            | Self::FilePacked
            | Self::NotAsSent => Verdict::Refused,
            Self::ConnectionLost
            | Self::TurnTaken
            | Self::UnexpectedAnswer
            | Self::PayloadTooLarge
            | Self::Forbidden
            | Self::NotListed
            | Self::ForeignAnswer
            | Self::RedirectRefused
            | Self::Tls
            | Self::TooManyRequests
            | Self::Refused
            | Self::Unreachable
            | Self::Ambiguous
            | Self::NotFound
            | Self::Unprocessable
            | Self::TimedOut
            | Self::Unauthorized
            | Self::SignInNeeded
            | Self::AnswerTooLarge
            | Self::ServerError => Verdict::Unknown,
        }
    }

    /// The code with this key.
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
    fn a_lost_response_is_never_treated_as_a_refusal() {
        for code in [Code::TimedOut, Code::ConnectionLost, Code::ServerError, Code::UnexpectedAnswer, Code::ForeignAnswer] {
            assert_eq!(Problem::new(code).verdict(), Verdict::Unknown, "{code:?}");
        }
    }

    #[test]
    fn a_refusal_is_definite_only_in_the_marketplaces_own_form() {
        for form in [AnswerForm::Empty, AnswerForm::Page, AnswerForm::Foreign] {
            assert_eq!(Problem { form, ..Problem::new(Code::Unprocessable) }.verdict(), Verdict::Unknown, "{form:?}");
        }
        assert_eq!(Problem { form: AnswerForm::Own, ..Problem::new(Code::Unprocessable) }.verdict(), Verdict::Refused);
        assert_eq!(Problem { form: AnswerForm::Page, ..Problem::new(Code::ForeignAnswer) }.verdict(), Verdict::Unknown);
    }

    #[test]
    fn a_write_is_not_done_only_if_there_is_a_witness() {
        for code in [Code::Unauthorized, Code::Forbidden, Code::NotFound, Code::Refused, Code::Unprocessable, Code::PayloadTooLarge] {
            for form in [AnswerForm::Empty, AnswerForm::Page, AnswerForm::Foreign] {
                assert_eq!(Problem { form, ..Problem::new(code) }.write_verdict(), WriteVerdict::Unknown, "{code:?}, {form:?}");
            }
        }
        let own = |code| Problem { form: AnswerForm::Own, ..Problem::new(code) }.write_verdict();
        assert_eq!([Code::Unauthorized, Code::TooManyRequests, Code::ServerError].map(own), [WriteVerdict::Unknown; 3]);
        assert_eq!([Code::Forbidden, Code::NotFound, Code::Unprocessable].map(own), [WriteVerdict::Refused; 3]);
        assert_eq!([Code::Unreachable, Code::SignInNeeded].map(own), [WriteVerdict::NotDone; 2]);
    }

    #[test]
    fn a_problem_is_stored_with_its_form_and_one_of_an_earlier_version_is_read() {
        for form in [AnswerForm::Empty, AnswerForm::Page, AnswerForm::Foreign, AnswerForm::Own] {
            let problem = Problem { form, ..Problem::new(Code::Refused) };
            assert_eq!(serde_json::from_str::<Problem>(&serde_json::to_string(&problem).unwrap()).unwrap(), problem);
        }
        let mut stored = serde_json::to_value(Problem::new(Code::Unprocessable)).unwrap();
        for (has_body, form) in [(true, AnswerForm::Own), (false, AnswerForm::Empty)] {
            stored.as_object_mut().unwrap().remove("form");
            stored["has_body"] = has_body.into();
            assert_eq!(serde_json::from_value::<Problem>(stored.clone()).unwrap().form, form);
        }
    }

    #[test]
    fn a_refusal_for_missing_scopes_names_the_scopes_to_sign_in_with() {
        let scopes = Problem::new(Code::Forbidden).with_subject("vendor.product.write vendor.parcel.read").missing_scopes();
        assert_eq!(scopes, ["vendor.product.write", "vendor.parcel.read"].map(|name| Scope(name.to_owned())));
        assert!(Problem::new(Code::Forbidden).missing_scopes().is_empty());
        assert!(Problem::new(Code::FileUnreadable).with_subject("a.jpg").missing_scopes().is_empty());
    }

    #[test]
    fn a_port_is_taken_only_if_another_program_has_it() {
        use std::io::{Error, ErrorKind};
        let problem = |kind: ErrorKind| Problem::of_port("80", &Error::from(kind));
        assert_eq!((problem(ErrorKind::AddrInUse).code, problem(ErrorKind::AddrInUse).said), (Code::PortTaken, None));
        // Linux below 1024, and Windows (WSAEACCES) in the ranges that it reserves.
        for kind in [ErrorKind::PermissionDenied, ErrorKind::AddrNotAvailable] {
            assert_eq!((problem(kind).code, problem(kind).subject.as_deref()), (Code::PortRefused, Some("80")), "{kind:?}");
        }
    }

    #[test]
    fn every_code_has_its_own_key() {
        for &code in Code::ALL {
            assert_eq!(Code::from_key(code.key()), Some(code));
        }
    }
}
