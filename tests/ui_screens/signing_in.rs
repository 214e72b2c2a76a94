use super::*;

fn at_a_market(problem: Option<Problem>) -> Stage {
    let mut stage = Stage::new(Language::English);
    stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem }));
    stage
}

#[test]
fn the_practice_shop_opens_with_one_press() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.press_key("login-practice-action");
        assert!(matches!(stage.sent().as_slice(), [Command::UseMarket(MarketChoice::Practice)]), "{language:?}");
    }
}

#[test]
fn a_market_file_is_picked_and_used() {
    let mut stage = Stage::new(Language::English);
    stage.press_key("login-own-choose");
    assert!(matches!(stage.sent().as_slice(), [Command::Pick(Picked::MarketFile)]));
    stage.tell(Event::Picked { what: Picked::MarketFile, paths: vec![PathBuf::from("/m.toml")] });
    assert!(matches!(stage.sent().as_slice(), [Command::UseMarket(MarketChoice::File(path))] if path == &PathBuf::from("/m.toml")));
}

#[test]
fn a_pasted_token_is_kept_where_the_person_says() {
    let mut stage = at_a_market(None);
    let name = stage.words("login-token");
    stage.type_into(&name, "secret-token");
    stage.press_key("login-keep-session");
    stage.press_key("login-sign-in");
    let sent = stage.sent();
    let [Command::SignIn { token, keep: KeepToken::ThisSession, .. }] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(secrecy::ExposeSecret::expose_secret(token), "secret-token");
}

#[test]
fn a_refused_token_stays_in_its_field_and_the_reason_is_told() {
    let mut stage = at_a_market(None);
    let name = stage.words("login-token");
    stage.type_into(&name, "secret-token");
    stage.press_key("login-sign-in");
    stage.sent();
    let refused = Some(Problem::new(Code::Unauthorized));
    stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem: refused }));
    assert!(stage.shows("did not accept your token"));
    stage.press_key("login-sign-in");
    assert_eq!(stage.sent().len(), 1, "the same token can be sent again");
}

#[test]
fn without_a_keychain_the_token_can_be_kept_for_the_session() {
    let mut stage = at_a_market(None);
    let name = stage.words("login-token");
    stage.type_into(&name, "secret-token");
    stage.tell(Event::Session(Session::SignedOut {
        market: "Basket".to_owned(),
        practice: false,
        problem: Some(Problem::new(Code::NoKeychain)),
    }));
    stage.press_key("login-sign-in");
    assert!(matches!(stage.sent().as_slice(), [Command::SignIn { keep: KeepToken::ThisSession, .. }]));
}

#[test]
fn the_browser_is_offered_where_the_marketplace_has_a_page_for_it() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        let name = stage.words("login-browser");
        stage.tell(Event::BrowserSignIn(false));
        stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem: None }));
        assert!(!stage.shows(&name), "{language:?}");

        stage.tell(Event::BrowserSignIn(true));
        stage.press_key("login-browser");
        assert!(matches!(stage.sent().as_slice(), [Command::SignInBrowser(_)]), "{language:?}");
        stage.tell(Event::SignInAddress("https://market.example/sso?state=x".to_owned()));
        stage.press_key("cancel");
        assert!(matches!(stage.sent().as_slice(), [Command::SignInCancel]), "{language:?}");
        stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem: None }));
        assert!(stage.shows(&name), "{language:?}");
    }
}

#[test]
fn nothing_is_sent_without_a_token() {
    let stage = at_a_market(None);
    let name = stage.words("login-sign-in");
    assert!(!stage.is_enabled(&name));
}

#[test]
fn the_token_is_never_shown_nor_told_to_a_screen_reader_unless_asked_for() {
    let mut stage = at_a_market(None);
    let name = stage.words("login-token");
    stage.type_into(&name, "secret-token");
    assert!(!stage.shows("secret-token"));
    assert!(!stage.value(&name).contains("secret"));
}

#[test]
fn the_products_are_loaded_as_soon_as_a_shop_is_there() {
    let mut stage = Stage::new(Language::English);
    stage.tell(scenes::signed_in());
    assert!(matches!(stage.sent().as_slice(), [Command::LoadProducts]));
}

#[test]
fn signing_out_leaves_nothing_of_a_run_on_the_screen() {
    let mut stage = Stage::in_shop(Language::English);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    stage.play(scene);
    stage.tell(Event::Session(Session::SignedOut { market: "Practice shop".to_owned(), practice: true, problem: None }));
    stage.tell(scenes::signed_in());
    assert!(stage.shows_key("import-empty-title"));
}
