//! Every error of contract section 7, on the screen where it occurs: what happened, why, and what to do.

use super::*;

/// One line of section 7, as it comes out of the client.
struct Line {
    problem: Problem,
    /// Of its cause and remedy there, what an English reader has to find.
    words: &'static [&'static str],
    /// What can be done about it right there; nothing where the form on the screen is it.
    action: Option<&'static str>,
}

fn line(problem: Problem, words: &'static [&'static str], action: Option<&'static str>) -> Line {
    Line { problem, words, action }
}

/// Those that end a sign-in.
fn of_signing_in() -> Vec<Line> {
    vec![
        line(Problem::new(Code::InvalidClient), &["client ID", "client secret", "developer panel"], Some("setup-edit")),
        line(scenes::other_address(), &["protocol", "host name", "path", "port", "trailing slash"], Some("setup-edit")),
        line(
            Problem::new(Code::InvalidGrant),
            &["once", "already used", "expired", "wrong", "Start signing in again"],
            Some("login-retry"),
        ),
        line(
            Problem::new(Code::InvalidScope).with_subject(Scope::PRODUCT_WRITE),
            &[Scope::PRODUCT_WRITE, "scopes", "developer panel"],
            None,
        ),
        line(Problem::new(Code::Unauthorized), &["mistyped", "expired", "new token"], None),
        line(Problem::new(Code::Forbidden).with_subject(Scope::PRODUCT_READ), &[Scope::PRODUCT_READ, "Sign in again"], None),
        line(Problem::new(Code::Unprocessable), &["missing", "client ID", "redirect URI"], None),
    ]
}

fn shows_in_full(stage: &Stage, Line { problem, words, .. }: &Line, language: Language) {
    let told = stage.app().words().problem(problem);
    for text in [&told.title, &told.cause, &told.remedy] {
        let text = vitrine::i18n::without_direction_marks(text);
        assert!(stage.shows(&text), "{language:?} {:?}: {text:?} is not among {:#?}", problem.code, stage.texts());
    }
    if language == Language::English {
        let told = vitrine::i18n::without_direction_marks(&format!("{} {}", told.cause, told.remedy)).into_owned();
        words.iter().for_each(|word| assert!(told.contains(word), "{:?}: no {word:?} in {told:?}", problem.code));
    }
}

#[test]
fn each_error_is_shown_on_the_sign_in_screen_with_cause_and_remedy() {
    for language in BOTH {
        for line in of_signing_in() {
            let mut stage = Stage::new(language);
            stage.tell(scenes::ways(true));
            stage.tell(scenes::signed_out(Some(line.problem.clone())));
            shows_in_full(&stage, &line, language);
            if let Some(action) = line.action {
                assert!(stage.shows_key(action), "{language:?} {:?}: {action}", line.problem.code);
            }
        }
    }
}

#[test]
fn each_error_is_shown_after_a_failed_second_sign_in_and_the_session_stays() {
    for language in BOTH {
        for line in of_signing_in() {
            let mut stage = Stage::new(language);
            stage.tell(scenes::ways(true));
            stage.tell(scenes::signed_in_at_market());
            stage.press_key("nav-products");
            stage.tell(Event::Products(ProductsUpdate::Failed(Problem::new(Code::Forbidden).with_subject(Scope::PRODUCT_READ))));
            stage.press_key("reauthorize-offer");
            stage.tell(Event::SignInEnded(Some(line.problem.clone())));
            shows_in_full(&stage, &line, language);
            assert!(stage.shows_key("reauthorize-stay"), "{language:?} {:?}", line.problem.code);
        }
    }
}

#[test]
fn a_missing_permission_and_a_refused_value_are_shown_on_the_products_screen() {
    for language in BOTH {
        for line in [
            line(
                Problem::new(Code::Forbidden).with_subject(Scope::PRODUCT_READ),
                &[Scope::PRODUCT_READ, "Sign in again"],
                Some("reauthorize-offer"),
            ),
            line(Problem::new(Code::Unprocessable), &["missing or isn’t allowed", "try again"], Some("retry")),
        ] {
            let mut stage = Stage::new(language);
            stage.tell(scenes::ways(true));
            stage.tell(scenes::signed_in_at_market());
            stage.press_key("nav-products");
            stage.tell(Event::Products(ProductsUpdate::Failed(line.problem.clone())));
            shows_in_full(&stage, &line, language);
            line.action.iter().for_each(|action| assert!(stage.shows_key(action), "{language:?} {action}"));
        }
    }
}

#[test]
fn a_refused_value_is_shown_on_the_create_screen() {
    for language in BOTH {
        let mut stage = Stage::in_shop(language);
        stage.press_key("nav-create");
        let mut steps = scenes::form();
        steps.extend(scenes::refusal());
        // All but the refusal that names a field.
        steps.pop();
        steps.into_iter().for_each(|step| stage.step(step));
        let refused = Problem { has_body: true, status: Some(422), ..Problem::new(Code::Unprocessable) };
        stage.tell(Event::FormResult(Err(refused.clone())));
        assert!(stage.shows_key("create-rejected"), "{language:?}");
        let told = stage.app().words().product_problem(&refused);
        for text in [told.cause, told.remedy] {
            let text = vitrine::i18n::without_direction_marks(&text).into_owned();
            assert!(stage.shows(&text), "{language:?}: {text:?} is not among {:#?}", stage.texts());
        }
        let of_signing_in = if language == Language::English { "client ID" } else { "شناسهٔ برنامه" };
        assert!(!stage.shows(of_signing_in), "{language:?}: a product is not signing in");
    }
}
