//! Turns a refusal into a problem: its kind, the field, the marketplace's words, and how long to wait.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;

use super::error_body::{ErrorBody, is_error_envelope};
use super::error_hints::ErrorHints;
use super::excerpt::{excerpt, excerpt_of_body};
use super::photo_limit;
use crate::market::json;
use vitrine_domain::{AnswerForm, Problem, ProblemKind};

/// The maximum wait that a marketplace may request.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// Errors of RFC 6749 (sections 4.1.2.1 and 5.2) that are neither about the client nor in contract section 7.
const SIGN_IN_ERRORS: [&str; 4] =
    ["access_denied", "unauthorized_client", "unsupported_grant_type", "invalid_request"];

/// What is known about the request, for interpreting its refusal.
#[derive(Clone, Debug, Default)]
pub struct Context<'a> {
    /// Whether it went to the token endpoint, where OAuth error codes apply (contract section 7).
    pub sign_in: bool,
    /// The scope, or scopes, the operation needs.
    pub scope: Option<String>,
    /// The redirect address in the request.
    pub redirect_uri: Option<&'a str>,
    /// Whether it was the upload of a photo, so that the refusal may name a limit.
    pub photo: bool,
}

/// A refusal, or a success with an unusable body.
#[derive(Clone, Copy, Debug)]
pub struct Refusal<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The wait that its `Retry-After` header states.
    pub retry_after: Option<Duration>,
    /// Whether its `Content-Type` is that of a web page.
    pub is_html: bool,
    /// Empty if the connection broke before the end of the body.
    pub body: &'a [u8],
}

impl Refusal<'_> {
    /// Converts the answer into a problem. `secrets` are the secrets of the request, to be redacted if the
    /// answer echoes them.
    pub fn problem(&self, context: &Context<'_>, secrets: &[&str]) -> Problem {
        let body = ErrorBody::read(self.body);
        let form = self.form(&body);
        let code = self.code(&body, form, context);
        let said = match &body.text() {
            Some(text) => Some(excerpt(text, secrets)).filter(|line| !line.is_empty()),
            None if self.status >= 400 || form == AnswerForm::Page => excerpt_of_body(self.body, secrets),
            None => None,
        };
        Problem {
            field: body.field.map(|field| excerpt(&field, secrets)),
            subject: match code {
                ProblemKind::Forbidden => self.texts().needed_scopes().or_else(|| context.scope.clone()),
                ProblemKind::InvalidScope => {
                    context.scope.as_deref().map(|asked| self.texts().refused_scopes(asked))
                }
                ProblemKind::RedirectUriMismatch => context.redirect_uri.map(str::to_owned),
                _ => None,
            },
            expected: match (code, context.redirect_uri) {
                (ProblemKind::RedirectUriMismatch, Some(sent)) => self
                    .texts()
                    .registered_address(sent)
                    .filter(|address| !secrets.iter().any(|secret| address.contains(secret))),
                _ => None,
            },
            quotation: said,
            status: Some(self.status),
            limit: if context.photo { photo_limit::parse(self.status, self.body) } else { None },
            retry_after: self.retry_after,
            form,
            ..Problem::new(code)
        }
    }

    /// Completes the problem of a success with an unusable body. An error inside a success, or a page, is
    /// quoted; other JSON is not, since it may contain private data.
    pub fn for_unusable_success(&self, problem: Problem, context: &Context<'_>, secrets: &[&str]) -> Problem {
        // It was read as the refusal of a product already.
        if problem.form == AnswerForm::Own {
            return Problem { quotation: problem.quotation.map(|said| excerpt(&said, secrets)), ..problem };
        }
        let refusal = self.problem(context, secrets);
        let is_refusal = refusal.kind != ProblemKind::UnexpectedAnswer
            || json::read(self.body).is_ok_and(|body| is_error_envelope(&body));
        if is_refusal {
            return Problem { quotation: refusal.quotation.or(problem.quotation), ..refusal };
        }
        let page = if self.is_page() { excerpt_of_body(self.body, secrets) } else { None };
        Problem {
            status: Some(self.status),
            form: refusal.form,
            quotation: page.or(problem.quotation),
            ..problem
        }
    }

    fn texts(&self) -> ErrorHints {
        ErrorHints::of(self.body)
    }

    fn is_page(&self) -> bool {
        let text = self.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(self.body).trim_ascii_start();
        text.starts_with(b"<") || (self.is_html && !text.is_empty() && json::read(text).is_err())
    }

    /// Who speaks in this answer.
    fn form(&self, body: &ErrorBody) -> AnswerForm {
        match () {
            () if self.body.trim_ascii().is_empty() => AnswerForm::Empty,
            () if self.is_page() => AnswerForm::Page,
            () if body.is_known() => AnswerForm::Own,
            () => AnswerForm::Foreign,
        }
    }

    /// Whether something on the way answered. A gateway of the marketplace itself sends pages too, which say
    /// as little.
    fn is_foreign(&self, form: AnswerForm, context: &Context<'_>) -> bool {
        match self.status {
            // A proxy asks for its own password, and a network for its own sign-in (RFC 6585).
            407 | 511 => true,
            // These say the same whoever sends them.
            404 if form != AnswerForm::Page => false,
            // A server in front of the marketplace writes a page of its own where a photo is too large for
            // it.
            413 if context.photo => false,
            408 | 429 | 500.. => false,
            // "error code: 1020", as a guard writes it.
            403 if form == AnswerForm::Foreign => self.texts().needed_scopes().is_none(),
            _ => form == AnswerForm::Page,
        }
    }

    fn code(&self, body: &ErrorBody, form: AnswerForm, context: &Context<'_>) -> ProblemKind {
        if self.is_foreign(form, context) {
            return ProblemKind::ForeignAnswer;
        }
        if context.sign_in
            && self.status < 500
            && let Some(code) = body.oauth_code()
        {
            return code;
        }
        match self.status {
            // The token endpoint takes no token, so it is the client that was refused.
            401 if context.sign_in
                && !body.code.as_deref().is_some_and(|code| SIGN_IN_ERRORS.contains(&code)) =>
            {
                ProblemKind::InvalidClient
            }
            401 if context.sign_in => ProblemKind::SignInRefused,
            401 => ProblemKind::Unauthorized,
            404 => ProblemKind::NotFound,
            408 => ProblemKind::TimedOut,
            413 => ProblemKind::PayloadTooLarge,
            429 => ProblemKind::TooManyRequests,
            400..=499 if context.sign_in && body.code.is_some() => ProblemKind::SignInRefused,
            403 => ProblemKind::Forbidden,
            422 => ProblemKind::Unprocessable,
            400 if body.field.is_some() => ProblemKind::Unprocessable,
            400..=499 => ProblemKind::Refused,
            500..=599 => ProblemKind::ServerError,
            _ if context.sign_in && body.code.is_some() => ProblemKind::SignInRefused,
            _ => ProblemKind::UnexpectedAnswer,
        }
    }
}

/// Parses `Retry-After`, in seconds or as a date, up to a day. `now` is the server's clock where it is known.
pub fn retry_after(value: &str, now: Timestamp) -> Option<Duration> {
    let value = value.trim();
    let wait = match value.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 => Duration::try_from_secs_f64(seconds.ceil()).unwrap_or(MAX_WAIT),
        Ok(_) => return None,
        Err(_) => Duration::try_from(http_date(value)?.duration_since(now)).unwrap_or_default(),
    };
    Some(wait.min(MAX_WAIT))
}

/// Parses an HTTP date.
pub fn http_date(value: &str) -> Option<Timestamp> {
    rfc2822::DateTimeParser::new().parse_timestamp(value.trim()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::*;
    use vitrine_domain::Verdict;

    fn problem_of(status: u16, body: &str) -> Problem {
        Refusal { status, retry_after: None, is_html: false, body: body.as_bytes() }
            .problem(&Context::default(), &[])
    }

    fn token_problem_of(status: u16, body: &str) -> Problem {
        let context = Context {
            sign_in: true,
            scope: Some("a b".into()),
            redirect_uri: Some("http://127.0.0.1:1/cb"),
            photo: false,
        };
        Refusal { status, retry_after: None, is_html: false, body: body.as_bytes() }.problem(&context, &[])
    }

    #[test]
    fn every_known_format_yields_the_field_and_the_reason() {
        for (body, field, said) in [
            (
                r#"{"messages":[{"message":"Forbidden text","fields":["description"],"detected":[{"snippet":"call <em>0912</em> now"}]}]}"#,
                "description",
                "Forbidden text; call 0912 now",
            ),
            (
                r#"{"http_status":422,"message":"Invalid","errors":[{"code":7,"message":"Too long","fields":["name","brief"]}]}"#,
                "name",
                "Too long",
            ),
            (
                r#"{"detail":[{"loc":["body","photo"],"msg":"field required","type":"missing"}]}"#,
                "photo",
                "field required",
            ),
            (
                r#"{"detail":[{"loc":["body","photos",0],"msg":"not an integer","type":"int"}]}"#,
                "photos",
                "not an integer",
            ),
            (
                r#"{"message":"Invalid.","errors":{"primary_price":["Must be positive"]}}"#,
                "primary_price",
                "Must be positive",
            ),
            (
                r#"{"errors":[{"detail":"No stock","source":{"pointer":"/data/attributes/stock"}}]}"#,
                "stock",
                "No stock",
            ),
            (
                r#"{"errors":[{"field":"category_id","message":"A leaf is needed"}]}"#,
                "category_id",
                "A leaf is needed",
            ),
            (r#"{"name":["This field is required."]}"#, "name", "This field is required."),
            (r#"{"message":"x","errors":[{"fields":["sku"]}]}"#, "sku", "x"),
            (r#"[{"message":"Bad weight","fields":["weight"]}]"#, "weight", "Bad weight"),
        ] {
            let problem = problem_of(422, body);
            assert_eq!((problem.kind, problem.form), (ProblemKind::Unprocessable, AnswerForm::Own), "{body}");
            assert_eq!(
                (problem.field.as_deref(), problem.quotation.as_deref()),
                (Some(field), Some(said)),
                "{body}"
            );
        }
    }

    #[test]
    fn plain_messages_are_shown_unchanged() {
        for (body, said) in [
            (r#"{"detail":"Not found."}"#, "Not found."),
            (r#"{"message":"Slow down"}"#, "Slow down"),
            (r#"{"error":"Nope"}"#, "Nope"),
            (r#"{"error":{"code":17,"message":"Deep"}}"#, "Deep"),
            (r#""just text""#, "just text"),
            ("plain text\nin lines", "plain text in lines"),
            ("<html><h1>Bad Gateway</h1></html>", "Bad Gateway"),
            (r#"{"what":"ever"}"#, r#"{"what":"ever"}"#),
            ("{cut", "{cut"),
        ] {
            assert_eq!(problem_of(400, body).quotation.as_deref(), Some(said), "{body}");
        }
        assert_eq!(problem_of(500, "").quotation, None);
    }

    #[test]
    fn each_status_has_the_meaning_of_the_contract() {
        for (status, code) in [
            (400, ProblemKind::Refused),
            (401, ProblemKind::Unauthorized),
            (403, ProblemKind::Forbidden),
            (404, ProblemKind::NotFound),
            (408, ProblemKind::TimedOut),
            (409, ProblemKind::Refused),
            (413, ProblemKind::PayloadTooLarge),
            (422, ProblemKind::Unprocessable),
            (429, ProblemKind::TooManyRequests),
            (500, ProblemKind::ServerError),
            (503, ProblemKind::ServerError),
            (304, ProblemKind::UnexpectedAnswer),
        ] {
            let problem = problem_of(status, "");
            assert_eq!((problem.kind, problem.status, problem.form), (code, Some(status), AnswerForm::Empty));
        }
        assert_eq!(
            problem_of(400, r#"{"messages":[{"message":"x","fields":["name"]}]}"#).kind,
            ProblemKind::Unprocessable
        );
    }

    const GUARD: &str =
        "<!doctype html><title>Blocked</title><h1>This site is not allowed in this network</h1>";

    #[test]
    fn a_page_of_a_network_speaks_neither_of_the_token_nor_of_the_request() {
        for status in [200, 400, 401, 403, 404, 405, 407, 409, 413, 422, 451, 511] {
            for problem in [problem_of(status, GUARD), token_problem_of(status, GUARD)] {
                assert_eq!(
                    (problem.kind, problem.form),
                    (ProblemKind::ForeignAnswer, AnswerForm::Page),
                    "{status}"
                );
                assert_eq!((problem.verdict(), problem.subject), (Verdict::Unknown, None), "{status}");
                assert_eq!(
                    problem.quotation.as_deref(),
                    Some("Blocked This site is not allowed in this network"),
                    "{status}"
                );
            }
        }
        let problem = problem_of(503, GUARD);
        assert_eq!(
            (problem.kind, problem.form, problem.verdict()),
            (ProblemKind::ServerError, AnswerForm::Page, Verdict::Unknown)
        );
    }

    #[test]
    fn a_page_is_recognised_whatever_it_begins_with() {
        for page in ["\u{feff}<html>no</html>", "  \r\n<!-- x --><HTML>", "<?xml version=\"1.0\"?><Error/>"] {
            assert_eq!(problem_of(403, page).kind, ProblemKind::ForeignAnswer, "{page}");
        }
        let html = |body: &str| {
            Refusal { status: 403, retry_after: None, is_html: true, body: body.as_bytes() }
                .problem(&Context::default(), &[])
        };
        assert_eq!(html("Blocked by the administrator").form, AnswerForm::Page);
        assert_eq!(
            html(r#"{"message":"no"}"#).form,
            AnswerForm::Own,
            "servers that call their JSON a page are understood"
        );
    }

    #[test]
    fn a_refusal_in_a_form_that_is_not_known_is_no_word_of_the_marketplace() {
        for (status, body, code, form) in [
            (403, "error code: 1020", ProblemKind::ForeignAnswer, AnswerForm::Foreign),
            (403, "The token lacks vendor.product.write", ProblemKind::Forbidden, AnswerForm::Foreign),
            (403, "", ProblemKind::Forbidden, AnswerForm::Empty),
            (403, r#"{"message":"no"}"#, ProblemKind::Forbidden, AnswerForm::Own),
            (401, "Unauthorized", ProblemKind::Unauthorized, AnswerForm::Foreign),
            (422, r#"{"what":"ever"}"#, ProblemKind::Unprocessable, AnswerForm::Foreign),
            (422, "[]", ProblemKind::Unprocessable, AnswerForm::Foreign),
            (404, "404 page not found", ProblemKind::NotFound, AnswerForm::Foreign),
        ] {
            let problem = problem_of(status, body);
            assert_eq!((problem.kind, problem.form), (code, form), "{status} {body}");
        }
    }

    #[test]
    fn oauth_codes_of_section_7_are_found_as_codes_and_in_texts() {
        for (status, body, code) in [
            (401, r#"{"error":"invalid_client","error_description":"no"}"#, ProblemKind::InvalidClient),
            (400, r#"{"error":"invalid_grant","error_description":"used"}"#, ProblemKind::InvalidGrant),
            (400, r#"{"error":"invalid_scope"}"#, ProblemKind::InvalidScope),
            (400, r#"{"error":"redirect_uri_mismatch"}"#, ProblemKind::RedirectUriMismatch),
            (400, r#"{"message":"invalid_grant"}"#, ProblemKind::InvalidGrant),
            (
                422,
                r#"{"messages":[{"message":"oops: redirect_uri_mismatch","fields":[]}]}"#,
                ProblemKind::RedirectUriMismatch,
            ),
            (
                400,
                r#"{"http_status":400,"errors":[{"code":"invalid_scope","message":"no such scope"}]}"#,
                ProblemKind::InvalidScope,
            ),
            (200, r#"{"error":"invalid_grant"}"#, ProblemKind::InvalidGrant),
            (401, "", ProblemKind::InvalidClient),
            (
                400,
                r#"{"error":"access_denied","error_description":"The person said no"}"#,
                ProblemKind::SignInRefused,
            ),
            (
                400,
                r#"{"error":"invalid_grant","error_description":"not invalid_client"}"#,
                ProblemKind::InvalidGrant,
            ),
            (503, r#"{"error":"invalid_grant"}"#, ProblemKind::ServerError),
        ] {
            assert_eq!(token_problem_of(status, body).kind, code, "{body}");
        }
        assert_eq!(token_problem_of(400, r#"{"error":"invalid_scope"}"#).subject.as_deref(), Some("a b"));
        let mismatch = token_problem_of(
            400,
            r#"{"error":"redirect_uri_mismatch","registered":"http://127.0.0.1:1/cb/"}"#,
        );
        assert_eq!(
            (mismatch.subject.as_deref(), mismatch.expected.as_deref()),
            (Some("http://127.0.0.1:1/cb"), Some("http://127.0.0.1:1/cb/"))
        );
        let denied =
            token_problem_of(400, r#"{"error":"access_denied","error_description":"The person said no"}"#);
        assert_eq!(denied.quotation.as_deref(), Some("access_denied: The person said no"));
    }

    #[test]
    fn oauth_codes_are_ignored_in_refusals_of_products() {
        assert_eq!(
            problem_of(422, r#"{"message":"name holds invalid_scope"}"#).kind,
            ProblemKind::Unprocessable
        );
    }

    #[test]
    fn retry_after_is_parsed_in_seconds_and_as_a_date() {
        let now: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let wait = |value: &str| retry_after(value, now).map(|wait| wait.as_secs());
        assert_eq!(wait("7"), Some(7));
        assert_eq!(wait(" 1.2 "), Some(2));
        assert_eq!(wait("Sat, 21 Nov 2026 10:00:30 GMT"), Some(30));
        assert_eq!(wait("Sat, 21 Nov 2026 09:00:00 GMT"), Some(0));
        assert_eq!(wait("Sun, 21 Nov 2027 10:00:00 GMT"), Some(86_400));
        assert_eq!(wait("99999999999999999999"), Some(86_400));
        for nothing in ["", "soon", "-3", "NaN", "Sat, 21 Nov"] {
            assert_eq!(wait(nothing), None, "{nothing}");
        }
        assert_eq!(wait("inf"), Some(86_400));
    }

    /// JSON with the keys of error bodies, arbitrarily nested.
    fn any_error_body() -> impl Strategy<Value = Value> {
        let key = prop::sample::select(vec![
            "messages",
            "errors",
            "detail",
            "message",
            "error",
            "error_description",
            "fields",
            "loc",
            "msg",
            "code",
            "detected",
            "snippet",
            "name",
            "source",
        ]);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".{0,500}".prop_map(Value::from)
        ];
        leaf.prop_recursive(4, 40, 5, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec((key.clone(), inner), 0..5).prop_map(|pairs| pairs
                    .into_iter()
                    .map(|(k, v)| (k.to_owned(), v))
                    .collect::<Map<_, _>>()
                    .into()),
            ]
        })
    }

    fn is_displayable(text: Option<&String>) -> bool {
        text.is_none_or(|text| {
            text.chars().count() <= 300
                && !text
                    .chars()
                    .any(|c| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        })
    }

    proptest! {
        #[test]
        fn arbitrary_bodies_make_a_displayable_problem(status in 100u16..600, body: Vec<u8>, sign_in: bool) {
            let context = Context { sign_in, ..Context::default() };
            let problem = Refusal { status, retry_after: None, is_html: false, body: &body }.problem(&context, &[]);
            prop_assert!(is_displayable(problem.quotation.as_ref()) && is_displayable(problem.field.as_ref()));
        }

        #[test]
        fn arbitrary_error_bodies_make_a_displayable_problem(status in 400u16..600, body in any_error_body()) {
            let problem = problem_of(status, &body.to_string());
            prop_assert!(is_displayable(problem.quotation.as_ref()) && is_displayable(problem.field.as_ref()));
            prop_assert_eq!(problem.status, Some(status));
        }

        #[test]
        fn arbitrary_retry_after_values_never_panic(value in "[ -~]{0,60}") {
            prop_assert!(retry_after(&value, Timestamp::now()).is_none_or(|wait| wait <= MAX_WAIT));
        }
    }
}
