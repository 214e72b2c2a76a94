//! Every error in contract section 7 is shown on the screen where it occurs, with what happened, why, and
//! what to do.

use vitrine::i18n::ProblemText;

use super::*;

/// One error of section 7, as the client reports it.
struct ContractError {
    problem: Problem,
    /// Words that the English cause and remedy must contain.
    words: &'static [&'static str],
    /// The message key of the action that the screen offers; `None` if the form itself is the remedy.
    action: Option<&'static str>,
}

fn error(problem: Problem, words: &'static [&'static str], action: Option<&'static str>) -> ContractError {
    ContractError { problem, words, action }
}

/// The errors that end a sign-in.
fn sign_in_errors() -> Vec<ContractError> {
    vec![
        error(
            Problem::new(ProblemKind::InvalidClient),
            &["client ID", "client secret", "developer panel"],
            Some("setup-edit"),
        ),
        error(
            scenes::redirect_mismatch(),
            &["protocol", "host name", "path", "port", "trailing slash"],
            Some("setup-edit"),
        ),
        error(
            Problem::new(ProblemKind::InvalidGrant),
            &["once", "already used", "expired", "wrong", "Start signing in again"],
            Some("login-retry"),
        ),
        error(
            Problem::new(ProblemKind::InvalidScope).with_subject(Scope::PRODUCT_WRITE),
            &[Scope::PRODUCT_WRITE, "scopes", "developer panel"],
            None,
        ),
        error(Problem::new(ProblemKind::Unauthorized), &["mistyped", "expired", "new token"], None),
        error(
            Problem::new(ProblemKind::Forbidden).with_subject(Scope::PRODUCT_READ),
            &[Scope::PRODUCT_READ, "Sign in again"],
            None,
        ),
        error(Problem::new(ProblemKind::Unprocessable), &["missing", "client ID", "redirect URI"], None),
    ]
}

fn assert_shown_completely(window: &TestWindow, error: &ContractError, language: Language) {
    assert_text_shown_completely(window, &window.app().words().problem(&error.problem), error, language);
}

fn assert_text_shown_completely(
    window: &TestWindow,
    message: &ProblemText,
    error: &ContractError,
    language: Language,
) {
    let ContractError { problem, words, .. } = error;
    for text in [&message.title, &message.cause, &message.remedy] {
        let text = vitrine::i18n::without_direction_marks(text);
        assert!(
            window.shows(&text),
            "{language:?} {:?}: {text:?} is not among {:#?}",
            problem.kind,
            window.texts()
        );
    }
    if language == Language::English {
        let text = vitrine::i18n::without_direction_marks(&format!("{} {}", message.cause, message.remedy))
            .into_owned();
        words
            .iter()
            .for_each(|word| assert!(text.contains(word), "{:?}: no {word:?} in {text:?}", problem.kind));
    }
}

#[test]
fn each_error_is_shown_on_the_sign_in_screen_with_cause_and_remedy() {
    for language in Language::ALL {
        for error in sign_in_errors() {
            let mut window = TestWindow::new(language);
            window.deliver(scenes::sign_in_methods(true));
            window.deliver(scenes::signed_out(Some(error.problem.clone())));
            assert_shown_completely(&window, &error, language);
            if let Some(action) = error.action {
                assert!(window.shows_message(action), "{language:?} {:?}: {action}", error.problem.kind);
            }
        }
    }
}

#[test]
fn each_error_is_shown_after_a_failed_second_sign_in_and_the_session_stays() {
    for language in Language::ALL {
        for error in sign_in_errors() {
            let mut window = TestWindow::new(language);
            window.deliver(scenes::sign_in_methods(true));
            window.deliver(scenes::signed_in_at_market());
            window.press_message("nav-products");
            window.deliver(Event::Catalog(CatalogEvent::Failed(
                Problem::new(ProblemKind::Forbidden).with_subject(Scope::PRODUCT_READ),
            )));
            window.press_message("reauthorize-offer");
            window.deliver(Event::Account(AccountEvent::SignInEnded(Some(error.problem.clone()))));
            assert_shown_completely(&window, &error, language);
            assert!(window.shows_message("reauthorize-stay"), "{language:?} {:?}", error.problem.kind);
        }
    }
}

#[test]
fn a_missing_permission_and_a_refused_value_are_shown_on_the_products_screen() {
    for language in Language::ALL {
        for error in [
            error(
                Problem::new(ProblemKind::Forbidden).with_subject(Scope::PRODUCT_READ),
                &[Scope::PRODUCT_READ, "Sign in again"],
                Some("reauthorize-offer"),
            ),
            error(
                Problem::new(ProblemKind::Unprocessable),
                &["gave no reason", "[list]", "marketplace file"],
                Some("retry"),
            ),
        ] {
            let mut window = TestWindow::new(language);
            window.deliver(scenes::sign_in_methods(true));
            window.deliver(scenes::signed_in_at_market());
            window.press_message("nav-products");
            window.deliver(Event::Catalog(CatalogEvent::Failed(error.problem.clone())));
            assert_text_shown_completely(
                &window,
                &window.app().words().list_problem(&error.problem),
                &error,
                language,
            );
            error
                .action
                .iter()
                .for_each(|action| assert!(window.shows_message(action), "{language:?} {action}"));
        }
    }
}

#[test]
fn a_refused_value_is_shown_on_the_create_screen() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.press_message("nav-create");
        let mut steps = scenes::form();
        steps.extend(scenes::rejection());
        // Without the last step, a rejection that names a field.
        steps.pop();
        window.show_steps(steps);
        let refused =
            Problem { form: AnswerForm::Own, status: Some(422), ..Problem::new(ProblemKind::Unprocessable) };
        window.deliver(Event::Form(FormEvent::Result(Err(refused.clone()))));
        assert!(window.shows_message("create-rejected"), "{language:?}");
        let message = window.app().words().product_problem(&refused);
        for text in [message.cause, message.remedy] {
            let text = vitrine::i18n::without_direction_marks(&text).into_owned();
            assert!(window.shows(&text), "{language:?}: {text:?} is not among {:#?}", window.texts());
        }
        let sign_in_advice =
            if language == Language::English { "client ID" } else { "شناسهٔ برنامه" };
        assert!(!window.shows(sign_in_advice), "{language:?}: advice about signing in is wrong here");
    }
}
