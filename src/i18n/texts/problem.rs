//! Problems in words: what happened, why, and what to do now.

use std::borrow::Cow;
use std::path::Path;

use crate::args;
use crate::i18n::{Arguments, Messages};
use vitrine_domain::{
    AddressMistake, Advice, AnswerForm, Field, FieldError, Problem, ProblemKind, Subject, Verdict,
};

/// The text of a problem. Each part is one or two plain sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemText {
    /// What happened.
    pub title: String,
    /// Why it happened. Ends with a quotation of the marketplace's or system's message, if there is one.
    pub cause: String,
    /// What to do now.
    pub remedy: String,
}

impl ProblemText {
    /// All of it as one text, with this title.
    pub fn with_title(&self, title: &str) -> String {
        format!("{title}. {} {}", self.cause, self.remedy)
    }
}

impl Messages {
    /// The text of a problem in general. For a product's problem use
    /// [`product_problem`](Self::product_problem), and for one that is being created
    /// [`creation_problem`](Self::creation_problem).
    pub fn problem(&self, problem: &Problem) -> ProblemText {
        let arguments = self.problem_arguments(problem);
        let key = format!("problem-{}", problem.kind.key());
        let title = self.format_owned(&key, None, &arguments);
        let of_value = problem.detail.as_ref().filter(|_| problem.kind == ProblemKind::InvalidField);
        let (mut cause, remedy) = match (of_value, problem.mistake) {
            (Some(error), _) => self.field_error_parts(error),
            (None, Some(mistake)) => self.address_mistake_parts(mistake),
            (None, None) => (
                self.format_owned(&key, Some("cause"), &arguments),
                self.format_owned(&key, Some("remedy"), &arguments),
            ),
        };
        self.append_quotation(&mut cause, problem);
        ProblemText { title, cause, remedy }
    }

    /// The text of a product's problem, in the form or an import. For a rejected field it gives the advice of
    /// that field: the same HTTP status also rejects sign-ins and webhooks, which need different advice.
    pub fn product_problem(&self, problem: &Problem) -> ProblemText {
        if problem.kind.advice() != Advice::OtherValue {
            return self.problem(problem);
        }
        let field = product_field(problem);
        let problem = &Problem {
            field: field.map(|field| field.name().to_owned()).or(problem.field.clone()),
            ..problem.clone()
        };
        let arguments = self.problem_arguments(problem);
        let of_field = non_blank(problem.field.as_deref()).is_some();
        let key = match (&problem.subject, of_field) {
            (Some(_), _) => "problem-product-photo",
            (None, true) => "problem-unprocessable",
            (None, false) => "problem-product",
        };
        let title = self.format_owned(key, None, &arguments);
        let mut cause = self.format_owned(key, Some("cause"), &arguments);
        let remedy = match field {
            Some(field) => self.field_fix(field).into_owned(),
            None if of_field => self.format_owned("problem-product-unknown-field", None, &arguments),
            None => self.format_owned(key, Some("remedy"), &arguments),
        };
        self.append_quotation(&mut cause, problem);
        ProblemText { title, cause, remedy }
    }

    /// The text of a new product's problem. Where the reply was lost, it says that nothing is created twice.
    pub fn creation_problem(&self, problem: &Problem) -> ProblemText {
        let mut text = self.product_problem(problem);
        if problem.kind.advice() == Advice::Retry && problem.verdict() == Verdict::Unknown {
            text.remedy = format!("{} {}", text.remedy, self.text("problem-product-nothing-twice"));
        }
        text
    }

    /// The text of a problem with reading the shop's product list. The marketplace rejects only the
    /// parameters of that request, which are set in the marketplace file.
    pub fn list_problem(&self, problem: &Problem) -> ProblemText {
        if problem.kind.advice() != Advice::OtherValue {
            return self.problem(problem);
        }
        let arguments = self.problem_arguments(problem);
        let part = |key: &str, attribute| self.format_owned(key, attribute, &arguments);
        let mut cause = part("problem-product", Some("cause"));
        self.append_quotation(&mut cause, problem);
        ProblemText { title: part("problem-list", None), cause, remedy: part("problem-list", Some("remedy")) }
    }

    /// Appends what this program found, else a quotation of the marketplace's or the system's own message, to
    /// the cause.
    fn append_quotation(&self, cause: &mut String, problem: &Problem) {
        let said = match (&problem.diagnostic, non_blank(problem.quotation.as_deref())) {
            (Some(diagnostic), _) => self.diagnostic(diagnostic),
            (None, Some(said)) => {
                let key = match (problem.form, problem.status) {
                    (AnswerForm::Page, _) => "problem-page-quotation",
                    (_, Some(_)) if problem.kind != ProblemKind::ForeignAnswer => "problem-market-quotation",
                    _ => "problem-quotation",
                };
                let [_, market] = self.market_names();
                self.format(key, args!["said" => said, "Market" => market]).into_owned()
            }
            (None, None) => return,
        };
        cause.push(' ');
        cause.push_str(&said);
    }

    /// The rule that a field's value breaks, for a narrow place: [`field_error`](Self::field_error) without
    /// its advice.
    pub fn field_rule(&self, error: &FieldError) -> String {
        self.field_error_parts(error).0
    }

    /// The rule in a word or two, for a cell in which [`field_rule`](Self::field_rule) has no room. Errors
    /// that no cell can have have none.
    pub fn field_rule_in_brief(&self, error: &FieldError) -> String {
        let (key, arguments) = self.field_error_key(error);
        self.format_owned(key, Some("brief"), &arguments)
    }

    /// What is wrong with a field's value and how to fix it, to be shown at the field.
    pub fn field_error(&self, error: &FieldError) -> String {
        let (cause, remedy) = self.field_error_parts(error);
        format!("{cause} {remedy}")
    }

    /// What was pasted instead of the address at which a sign-in ends, and what to do, to be shown at the
    /// field.
    pub fn address_mistake(&self, mistake: AddressMistake) -> String {
        let (cause, remedy) = self.address_mistake_parts(mistake);
        format!("{cause} {remedy}")
    }

    fn address_mistake_parts(&self, mistake: AddressMistake) -> (String, String) {
        let key = match mistake {
            AddressMistake::NoCode => "field-error-no-code",
            AddressMistake::ConsentPage => "field-error-consent-page",
            AddressMistake::OtherSignIn => "field-error-other-sign-in",
        };
        (self.text(key).into_owned(), self.format_owned(key, Some("remedy"), &args![]))
    }

    fn field_error_parts(&self, error: &FieldError) -> (String, String) {
        let (key, arguments) = self.field_error_key(error);
        (self.format_owned(key, None, &arguments), self.format_owned(key, Some("remedy"), &arguments))
    }

    fn field_error_key<'a>(&self, error: &'a FieldError) -> (&'static str, Arguments<'a>) {
        match error {
            FieldError::Missing => ("field-error-missing", args![]),
            FieldError::TooLong { limit, length } => {
                ("field-error-too-long", args!["limit" => *limit, "length" => *length])
            }
            FieldError::TooMany { limit, count } => {
                ("field-error-too-many", args!["limit" => *limit, "count" => *count])
            }
            FieldError::NotAWholeNumber => ("field-error-not-a-whole-number", args![]),
            FieldError::Ambiguous => ("field-error-ambiguous", args![]),
            FieldError::Negative => ("field-error-negative", args![]),
            FieldError::NotPositive => ("field-error-not-positive", args![]),
            FieldError::TooLarge => ("field-error-too-large", args![]),
            FieldError::NotAFlag => ("field-error-not-a-flag", args![]),
            FieldError::TooShort { limit, length } => {
                ("field-error-too-short", args!["limit" => *limit, "length" => *length])
            }
            FieldError::TooSmall { min } => ("field-error-too-small", args!["min" => self.integer(*min)]),
            FieldError::PriceTooLow { min } => {
                ("field-error-too-small", args!["min" => self.money(*min, &self.currency())])
            }
            FieldError::AboveMaximum { max } => {
                ("field-error-above-maximum", args!["max" => self.integer(*max)])
            }
            FieldError::UnknownChoice { text } => ("field-error-unknown-choice", args!["text" => &**text]),
            FieldError::AmbiguousChoice { text } => {
                ("field-error-ambiguous-choice", args!["text" => &**text])
            }
            FieldError::NotALeaf { text } => ("field-error-not-a-leaf", args!["text" => &**text]),
            FieldError::MissingAttribute { title } => {
                ("field-error-missing-attribute", args!["title" => &**title])
            }
            FieldError::AttributesUnknown => ("field-error-attributes-unknown", args![]),
            FieldError::UnitUnknown => ("field-error-unit-unknown", args![]),
            FieldError::NotDimensions => ("field-error-not-dimensions", args![]),
            FieldError::NotPairs => ("field-error-not-pairs", args![]),
            FieldError::NotVariants => ("field-error-not-variants", args![]),
            FieldError::RepeatedVariant { text } => {
                ("field-error-repeated-variant", args!["text" => &**text])
            }
            FieldError::VariantsWithout { text } => {
                ("field-error-variants-without", args!["text" => &**text])
            }
            FieldError::NotComputed => ("field-error-not-computed", args![]),
            FieldError::ErrorValue => ("field-error-error-value", args![]),
            FieldError::Garbled => ("field-error-garbled", args![]),
            FieldError::DigitsLost => ("field-error-digits-lost", args![]),
            FieldError::WeightUnit => ("field-error-weight-unit", args![]),
            FieldError::Range => ("field-error-range", args![]),
            FieldError::OnRequest => ("field-error-on-request", args![]),
            FieldError::SeveralNumbers => ("field-error-several-numbers", args![]),
            FieldError::Shifted => ("field-error-shifted", args![]),
            FieldError::NoUnit => ("field-error-no-unit", args![]),
            FieldError::OtherUnit => ("field-error-other-unit", args![]),
            FieldError::OfSeveral => ("field-error-of-several", args![]),
            FieldError::PhoneNumber => ("field-error-phone-number", args![]),
            FieldError::Approximate => ("field-error-approximate", args![]),
            FieldError::Added => ("field-error-added", args![]),
            FieldError::HiddenValue => ("field-error-hidden-value", args![]),
            FieldError::SharedStock => ("field-error-shared-stock", args![]),
            FieldError::LeadsOut => ("field-error-leads-out", args![]),
            FieldError::UnusablePhoto { is_damaged } => (
                if *is_damaged { "field-error-damaged-photo" } else { "field-error-unusable-photo" },
                args![],
            ),
            FieldError::NotTaken => ("field-error-not-taken", args![]),
        }
    }

    /// In the window a photo is named by its file name only; its row and tooltip show the path.
    fn subject<'a>(&self, code: ProblemKind, subject: &'a str) -> Cow<'a, str> {
        let name = match code.subject() {
            Subject::Photo if self.is_for_window() => Path::new(subject).file_name(),
            Subject::Photo | Subject::Other => None,
        };
        name.map_or(Cow::Borrowed(subject), |name| name.to_string_lossy())
    }

    /// A value that was sent or shown in its place: a price with its unit.
    fn value_sent<'a>(&self, problem: &Problem, value: &'a str) -> Cow<'a, str> {
        let field = problem.field.as_deref().and_then(Field::from_name);
        field.map_or(Cow::Borrowed(value), |field| self.cell_text(field, value))
    }

    /// The arguments that every problem message may use. An unknown value is empty, and its `has-…` is `no`.
    fn problem_arguments<'a>(&'a self, problem: &'a Problem) -> Arguments<'a> {
        let subject = non_blank(problem.subject.as_deref()).map(|subject| match problem.kind {
            ProblemKind::NotAsSent => self.value_sent(problem, subject),
            code => self.subject(code, subject),
        });
        let field = non_blank(problem.field.as_deref()).map(|name| self.field_by_wire_name(name));
        let known = |is: bool| if is { "yes" } else { "no" };
        let [market, market_at_start] = self.market_names();
        args![
            "market" => market,
            "Market" => market_at_start,
            "has-subject" => known(subject.is_some()),
            "subject" => subject.unwrap_or_default(),
            "has-expected" => known(problem.expected.is_some()),
            "expected" => problem.expected.as_deref().map(|value| self.value_sent(problem, value)).unwrap_or_default(),
            "has-field" => known(field.is_some()),
            "field" => field.unwrap_or_default(),
            "has-status" => known(problem.status.is_some()),
            "has-page" => known(problem.form == AnswerForm::Page),
            "status" => problem.status.unwrap_or_default(),
            "has-said" => known(non_blank(problem.quotation.as_deref()).is_some()),
            "has-wait" => known(problem.retry_after.is_some()),
            "wait" => problem.retry_after.map(|wait| self.duration(wait)).unwrap_or_default(),
        ]
    }
}

/// The product field that was rejected. A rejected photo is named by the field of its upload.
fn product_field(problem: &Problem) -> Option<Field> {
    match problem.field.as_deref() {
        _ if problem.subject.is_some() => Some(Field::Photos),
        Some("file" | "file_type") => Some(Field::Photos),
        name => Field::from_name(name?),
    }
}

fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::i18n::{Language, without_direction_marks};
    use vitrine_domain::{Field, FieldProblem};

    fn problems() -> impl Iterator<Item = Problem> {
        ProblemKind::ALL.iter().flat_map(|&code| {
            let bare = Problem::new(code);
            let full = Problem {
                status: Some(499),
                retry_after: Some(Duration::from_secs(40)),
                expected: Some("the-expected".to_owned()),
                ..Problem::new(code)
                    .with_subject("the-subject")
                    .with_quotation("the-words")
                    .with_field("primary_price")
            };
            [bare, full]
        })
    }

    #[test]
    fn every_problem_has_a_title_a_cause_and_a_remedy_in_both_languages() {
        for language in Language::ALL {
            let words = Messages::for_terminal(language);
            for problem in problems() {
                let ProblemText { title, cause, remedy } = words.problem(&problem);
                for part in [&title, &cause, &remedy] {
                    assert!(
                        !part.is_empty() && !part.contains("problem-"),
                        "{language:?} {problem}: no words: {part:?}"
                    );
                    assert!(
                        !part.contains(['{', '}', '$']),
                        "{language:?} {problem}: an empty place: {part:?}"
                    );
                    assert!(
                        !part.contains("“”") && !part.contains("«»"),
                        "{language:?} {problem}: nothing in quotes: {part:?}"
                    );
                    assert!(!part.contains("  "), "{language:?} {problem}: two spaces: {part:?}");
                }
                assert_eq!(
                    cause.contains("the-words"),
                    problem.quotation.is_some(),
                    "{language:?} {problem}: the quotation: {cause:?}"
                );
            }
        }
    }

    #[test]
    fn nothing_is_created_twice_is_said_only_of_a_product_whose_reply_was_lost() {
        for language in Language::ALL {
            let words = Messages::for_terminal(language);
            let promise = words.text("problem-product-nothing-twice");
            for code in [
                ProblemKind::TimedOut,
                ProblemKind::ConnectionLost,
                ProblemKind::ServerError,
                ProblemKind::ForeignAnswer,
            ] {
                let problem = Problem::new(code);
                assert!(
                    words.creation_problem(&problem).remedy.ends_with(&*promise),
                    "{language:?} {problem}"
                );
                for text in
                    [words.problem(&problem), words.product_problem(&problem), words.list_problem(&problem)]
                {
                    assert!(!text.remedy.contains(&*promise), "{language:?} {problem}: {}", text.remedy);
                }
            }
            let unsent = words.creation_problem(&Problem::new(ProblemKind::Unreachable)).remedy;
            assert!(!unsent.contains(&*promise), "nothing was sent: {unsent}");
        }
    }

    #[test]
    fn a_rejected_field_has_the_name_it_has_in_the_form() {
        let words = Messages::for_terminal(Language::English);
        let refused = Problem::new(ProblemKind::Unprocessable)
            .with_field("primary_price")
            .with_quotation("must be positive");
        let text = words.problem(&refused);
        assert_eq!(text.title, "The marketplace didn’t accept “Price”");
        assert!(text.cause.ends_with("“must be positive”"), "{}", text.cause);
        let unknown = words.problem(&Problem::new(ProblemKind::Unprocessable).with_field("shipping_data"));
        assert_eq!(unknown.title, "The marketplace didn’t accept “shipping_data”");
    }

    /// Words about signing in, which do not belong in advice about a product.
    const SIGN_IN_WORDS: [&str; 8] = [
        "sign",
        "client",
        "return address",
        "permission",
        "ورود",
        "شناسهٔ کلاینت",
        "آدرس بازگشت (Redirect URI)",
        "اجازه‌ها",
    ];

    #[test]
    fn every_rejected_product_field_has_advice_of_its_own() {
        for language in Language::ALL {
            let words = Messages::for_terminal(language);
            let mut seen = std::collections::BTreeSet::new();
            for code in [ProblemKind::Unprocessable, ProblemKind::Refused] {
                for field in Field::ALL {
                    let refused = Problem {
                        status: Some(400),
                        ..Problem::new(code).with_field(field.name()).with_quotation("the-words")
                    };
                    let shown = words.product_problem(&refused);
                    assert!(
                        shown.title.contains(&*words.field(field)),
                        "{language:?} {field:?}: {}",
                        shown.title
                    );
                    assert!(
                        shown.cause.contains("the-words") && !shown.cause.contains("400"),
                        "{language:?} {field:?}: {}",
                        shown.cause
                    );
                    assert_eq!(
                        seen.insert(shown.remedy.clone()),
                        code == ProblemKind::Unprocessable,
                        "{language:?} {field:?}: {}",
                        shown.remedy
                    );
                    assert_eq!(shown.remedy, words.field_fix(field), "{language:?} {field:?}");
                    let sign_in_word =
                        SIGN_IN_WORDS.iter().find(|word| shown.remedy.to_lowercase().contains(*word));
                    assert_eq!(sign_in_word, None, "{language:?} {field:?}: {}", shown.remedy);
                }
            }
        }
    }

    #[test]
    fn a_rejection_without_a_field_quotes_the_reason_and_suggests_what_to_check() {
        for language in Language::ALL {
            let words = Messages::for_terminal(language);
            for code in [ProblemKind::Unprocessable, ProblemKind::Refused] {
                let bare = words.product_problem(&Problem { status: Some(400), ..Problem::new(code) });
                assert!(
                    bare.cause.contains("400") || bare.cause.contains("۴۰۰"),
                    "{language:?}: {}",
                    bare.cause
                );
                let shown = words.product_problem(&Problem {
                    status: Some(400),
                    ..Problem::new(code).with_quotation("the-words")
                });
                assert!(
                    shown.cause.contains("the-words") && !shown.cause.contains("00"),
                    "{language:?}: {}",
                    shown.cause
                );
                for text in [&bare, &shown] {
                    assert!(
                        text.remedy.contains(if language == Language::English {
                            "price"
                        } else {
                            "قیمت"
                        }),
                        "{language:?}: {}",
                        text.remedy
                    );
                    let sign_in_word =
                        SIGN_IN_WORDS.iter().find(|word| text.remedy.to_lowercase().contains(*word));
                    assert_eq!(sign_in_word, None, "{language:?}: {}", text.remedy);
                }
            }
        }
    }

    #[test]
    fn a_field_that_no_form_has_comes_with_advice_where_to_set_it() {
        let refused = Problem::new(ProblemKind::Unprocessable).with_field("shipping_data");
        for language in Language::ALL {
            let shown = Messages::for_terminal(language).product_problem(&refused);
            assert!(
                shown.title.contains("shipping_data") && shown.remedy.contains("[create]"),
                "{language:?}: {shown:?}"
            );
        }
    }

    #[test]
    fn a_rejected_photo_is_named() {
        for field in [None, Some("file")] {
            let refused = Problem {
                field: field.map(str::to_owned),
                ..Problem::new(ProblemKind::Unprocessable).with_subject("/home/maryam/rugs/3.jpg")
            };
            for language in Language::ALL {
                let words = Messages::new(language);
                let shown = words.product_problem(&refused);
                assert!(
                    shown.title.contains("3.jpg") && !shown.title.contains("maryam"),
                    "{language:?}: {}",
                    shown.title
                );
                assert_eq!(shown.remedy, words.field_fix(Field::Photos), "{language:?}");
            }
        }
    }

    #[test]
    fn an_invalid_value_comes_with_the_limit_that_it_exceeds() {
        let too_long =
            FieldProblem { field: Field::Name, error: FieldError::TooLong { limit: 120, length: 5000 } };
        let text = Messages::for_terminal(Language::English).problem(&too_long.clone().into());
        assert_eq!(text.title, "“Name” needs a different value");
        assert_eq!(text.cause, "At most 120 characters; this has 5,000.");
        let persian = Messages::for_terminal(Language::Persian).problem(&too_long.into());
        assert!(persian.cause.contains("۵٬۰۰۰") && persian.cause.contains("۱۲۰"), "{}", persian.cause);
    }

    #[test]
    fn a_photo_is_named_by_file_name_in_the_window_and_by_path_in_the_terminal() {
        let damaged = Problem::new(ProblemKind::PhotoDamaged).with_subject("/home/maryam/rugs/3.jpg");
        let window = Messages::new(Language::English).problem(&damaged).title;
        assert_eq!(without_direction_marks(&window), "“3.jpg” is damaged");
        let terminal = Messages::for_terminal(Language::English).problem(&damaged).title;
        assert_eq!(terminal, "“/home/maryam/rugs/3.jpg” is damaged");
    }

    #[test]
    fn a_rejected_request_for_the_list_refers_to_the_settings_of_the_list() {
        for (language, expected) in [(Language::English, "[list]"), (Language::Persian, "[list]")] {
            let words = Messages::for_terminal(language);
            for code in [ProblemKind::Unprocessable, ProblemKind::Refused] {
                let text = words.list_problem(&Problem {
                    status: Some(422),
                    ..Problem::new(code).with_quotation("the-words")
                });
                assert!(text.remedy.contains(expected) && text.cause.contains("the-words"), "{text:?}");
                assert!(!text.remedy.contains("client ID") && !text.remedy.contains("کلاینت"), "{text:?}");
            }
            let lost = Problem::new(ProblemKind::TimedOut);
            assert_eq!(words.list_problem(&lost), words.problem(&lost));
        }
    }

    #[test]
    fn the_delay_that_a_marketplace_demands_is_shown() {
        let throttled = Problem {
            retry_after: Some(Duration::from_secs(90)),
            ..Problem::new(ProblemKind::TooManyRequests)
        };
        let text = Messages::for_terminal(Language::English).problem(&throttled);
        assert!(text.remedy.contains("1 min 30 s"), "{}", text.remedy);
    }
}
