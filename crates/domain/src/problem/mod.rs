//! Errors, in a form that every layer passes upward and `i18n` puts into words.
//!
//! A problem says what happened (`kind`, `said`) and where (`field`, `subject`). The cause and the remedy
//! follow from its kind: the message files hold both for every [`ProblemKind`], in both languages.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

mod table;

pub use table::{Advice, Exit, ProblemKind, Subject};

use super::{Diagnostic, FieldError, FieldProblem, Finding, Scope};
use table::Meaning;

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
    /// The work may have been done, and the response was lost. The shop must be checked before the request is
    /// sent again.
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

/// Who speaks in an answer, as far as its form shows. Only the marketplace's own words are a witness of what
/// it did.
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

/// What was pasted instead of the address at which the browser ends up after signing in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AddressMistake {
    /// An address without a code.
    NoCode,
    /// The address of the page on which the person signs in.
    ConsentPage,
    /// The address of an earlier sign-in.
    OtherSignIn,
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
    /// The kind of the problem; saved as `code`.
    #[serde(rename = "code")]
    pub kind: ProblemKind,
    /// The payload field that it is about, by its name on the wire; possibly one that this program does not
    /// know.
    pub field: Option<String>,
    /// Why the field's value was rejected on this computer.
    pub detail: Option<FieldError>,
    /// What was pasted instead of the address at which a sign-in ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<AddressMistake>,
    /// The file, host, address or scope that it is about.
    pub subject: Option<String>,
    /// The value that `subject` should have had, if the response said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// A short excerpt of the marketplace's (or the system's) own text. Never a secret.
    #[serde(rename = "said")]
    pub quotation: Option<String>,
    /// What this program found wrong. `quotation` has it in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostic: Option<Box<Diagnostic>>,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// Why a photo was refused, if it was for its size or format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<PhotoLimit>,
    /// How long the marketplace asked to wait.
    pub retry_after: Option<Duration>,
    /// Who speaks in the response. A refusal that is not the marketplace's own is not definite (see
    /// [`Problem::verdict`]).
    #[serde(default, alias = "has_body")]
    pub form: AnswerForm,
}

impl Problem {
    /// A problem about which nothing but its kind is known.
    pub const fn new(kind: ProblemKind) -> Self {
        Self {
            kind,
            field: None,
            detail: None,
            mistake: None,
            subject: None,
            expected: None,
            quotation: None,
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
    pub fn with_quotation(mut self, quotation: impl Into<String>) -> Self {
        self.quotation = Some(quotation.into());
        self
    }

    /// Sets `diagnostic`: what this program itself found wrong. `said` becomes its English text.
    #[must_use]
    pub fn with_diagnostic(mut self, diagnostic: impl Into<Diagnostic>) -> Self {
        let diagnostic = diagnostic.into();
        self.quotation = Some(diagnostic.to_string());
        self.diagnostic = Some(Box::new(diagnostic));
        self
    }

    /// Why this program cannot listen at a port. The system's words add nothing where another program listens
    /// there.
    pub fn of_port(port: impl Into<String>, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::AddrInUse {
            return Self::new(ProblemKind::PortTaken).with_subject(port);
        }
        Self::new(ProblemKind::PortRefused).with_subject(port).with_quotation(error.to_string())
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

    /// The scopes that a token needs for the refused operation, to sign in again with. Empty for every code
    /// but [`ProblemKind::Forbidden`].
    pub fn missing_scopes(&self) -> Vec<Scope> {
        let names = self
            .subject
            .iter()
            .filter(|_| self.kind == ProblemKind::Forbidden)
            .flat_map(|names| names.split_ascii_whitespace());
        names.map(|name| Scope(name.to_owned())).collect()
    }

    /// Whether the answer took too long, here or for a gateway: the work may still be going on.
    pub fn is_time_out(&self) -> bool {
        self.kind == ProblemKind::TimedOut || self.status == Some(504)
    }

    /// What this failure means for the request that failed. See docs/exactly-once.md.
    pub fn verdict(&self) -> Verdict {
        match self.kind.meaning() {
            Meaning::NotSent => Verdict::NotDone,
            Meaning::Throttled => Verdict::Throttled,
            Meaning::TokenRefused | Meaning::TokenMissing => Verdict::SignIn,
            Meaning::Refused if self.form != AnswerForm::Own => Verdict::Unknown,
            Meaning::Refused | Meaning::RefusedByAnybody | Meaning::Local => Verdict::Refused,
            Meaning::Unknown => Verdict::Unknown,
        }
    }

    /// What this failure means for a request that changes something in the shop. *Not done* needs a witness:
    /// nothing was sent, or the marketplace itself refused it in a form that is understood. A refused token
    /// and a guard of the rate are no witnesses: either may come after the work.
    pub fn write_verdict(&self) -> WriteVerdict {
        match self.kind.meaning() {
            Meaning::NotSent | Meaning::TokenMissing => WriteVerdict::NotDone,
            Meaning::Throttled | Meaning::TokenRefused | Meaning::Unknown => WriteVerdict::Unknown,
            Meaning::Refused | Meaning::RefusedByAnybody if self.form != AnswerForm::Own => {
                WriteVerdict::Unknown
            }
            Meaning::Refused | Meaning::RefusedByAnybody | Meaning::Local => WriteVerdict::Refused,
        }
    }

    /// Whether the same request may succeed later, without anybody doing something.
    pub fn is_passing(&self) -> bool {
        !matches!(self.verdict(), Verdict::Refused | Verdict::SignIn)
    }
}

impl From<&Problem> for Exit {
    fn from(problem: &Problem) -> Self {
        problem.kind.exit()
    }
}

impl From<FieldProblem> for Problem {
    fn from(problem: FieldProblem) -> Self {
        Self {
            detail: Some(problem.error),
            ..Self::new(ProblemKind::InvalidField).with_field(problem.field.name())
        }
    }
}

/// For logs. What a person reads comes from the message files.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.key())?;
        if let Some(status) = self.status {
            write!(f, " (HTTP {status})")?;
        }
        for part in [&self.field, &self.subject, &self.quotation].into_iter().flatten() {
            write!(f, ": {part}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

impl ProblemKind {
    /// The code with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.key() == key)
    }
}

impl Serialize for ProblemKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for ProblemKind {
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
        for kind in [
            ProblemKind::TimedOut,
            ProblemKind::ConnectionLost,
            ProblemKind::ServerError,
            ProblemKind::UnexpectedAnswer,
            ProblemKind::ForeignAnswer,
        ] {
            assert_eq!(Problem::new(kind).verdict(), Verdict::Unknown, "{kind:?}");
        }
    }

    #[test]
    fn a_refusal_is_definite_only_in_the_marketplaces_own_form() {
        for form in [AnswerForm::Empty, AnswerForm::Page, AnswerForm::Foreign] {
            assert_eq!(
                Problem { form, ..Problem::new(ProblemKind::Unprocessable) }.verdict(),
                Verdict::Unknown,
                "{form:?}"
            );
        }
        assert_eq!(
            Problem { form: AnswerForm::Own, ..Problem::new(ProblemKind::Unprocessable) }.verdict(),
            Verdict::Refused
        );
        assert_eq!(
            Problem { form: AnswerForm::Page, ..Problem::new(ProblemKind::ForeignAnswer) }.verdict(),
            Verdict::Unknown
        );
    }

    #[test]
    fn a_write_is_not_done_only_if_there_is_a_witness() {
        for kind in [
            ProblemKind::Unauthorized,
            ProblemKind::Forbidden,
            ProblemKind::NotFound,
            ProblemKind::Refused,
            ProblemKind::Unprocessable,
            ProblemKind::PayloadTooLarge,
        ] {
            for form in [AnswerForm::Empty, AnswerForm::Page, AnswerForm::Foreign] {
                assert_eq!(
                    Problem { form, ..Problem::new(kind) }.write_verdict(),
                    WriteVerdict::Unknown,
                    "{kind:?}, {form:?}"
                );
            }
        }
        let own = |code| Problem { form: AnswerForm::Own, ..Problem::new(code) }.write_verdict();
        assert_eq!(
            [ProblemKind::Unauthorized, ProblemKind::TooManyRequests, ProblemKind::ServerError].map(own),
            [WriteVerdict::Unknown; 3]
        );
        assert_eq!(
            [ProblemKind::Forbidden, ProblemKind::NotFound, ProblemKind::Unprocessable].map(own),
            [WriteVerdict::Refused; 3]
        );
        assert_eq!(
            [ProblemKind::Unreachable, ProblemKind::SignInNeeded].map(own),
            [WriteVerdict::NotDone; 2]
        );
    }

    #[test]
    fn a_problem_is_stored_with_its_form_and_one_of_an_earlier_version_is_read() {
        for form in [AnswerForm::Empty, AnswerForm::Page, AnswerForm::Foreign, AnswerForm::Own] {
            let problem = Problem { form, ..Problem::new(ProblemKind::Refused) };
            assert_eq!(
                serde_json::from_str::<Problem>(&serde_json::to_string(&problem).unwrap()).unwrap(),
                problem
            );
        }
        let mut stored = serde_json::to_value(Problem::new(ProblemKind::Unprocessable)).unwrap();
        for (has_body, form) in [(true, AnswerForm::Own), (false, AnswerForm::Empty)] {
            stored.as_object_mut().unwrap().remove("form");
            stored["has_body"] = has_body.into();
            assert_eq!(serde_json::from_value::<Problem>(stored.clone()).unwrap().form, form);
        }
    }

    #[test]
    fn a_refusal_for_missing_scopes_names_the_scopes_to_sign_in_with() {
        let scopes = Problem::new(ProblemKind::Forbidden)
            .with_subject("vendor.product.write vendor.parcel.read")
            .missing_scopes();
        assert_eq!(scopes, ["vendor.product.write", "vendor.parcel.read"].map(|name| Scope(name.to_owned())));
        assert!(Problem::new(ProblemKind::Forbidden).missing_scopes().is_empty());
        assert!(Problem::new(ProblemKind::FileUnreadable).with_subject("a.jpg").missing_scopes().is_empty());
    }

    #[test]
    fn a_port_is_taken_only_if_another_program_has_it() {
        use std::io::{Error, ErrorKind};
        let problem = |kind: ErrorKind| Problem::of_port("80", &Error::from(kind));
        assert_eq!(
            (problem(ErrorKind::AddrInUse).kind, problem(ErrorKind::AddrInUse).quotation),
            (ProblemKind::PortTaken, None)
        );
        // Linux below 1024, and Windows (WSAEACCES) in the ranges that it reserves.
        for kind in [ErrorKind::PermissionDenied, ErrorKind::AddrNotAvailable] {
            assert_eq!(
                (problem(kind).kind, problem(kind).subject.as_deref()),
                (ProblemKind::PortRefused, Some("80")),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn every_kind_has_its_own_key() {
        for &kind in ProblemKind::ALL {
            assert_eq!(ProblemKind::from_key(kind.key()), Some(kind));
        }
    }
}
