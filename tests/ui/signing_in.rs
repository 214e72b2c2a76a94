use super::*;

fn at_a_market(problem: Option<Problem>) -> Stage {
    let mut stage = Stage::new(Language::English);
    stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem }));
    stage
}

#[test]
fn the_practice_shop_opens_with_one_click() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.press_key("login-practice-action");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::Practice))]), "{language:?}");
    }
}

#[test]
fn a_market_file_is_selected_and_used() {
    let mut stage = Stage::new(Language::English);
    stage.press_key("login-own-choose");
    assert!(matches!(stage.sent().as_slice(), [Command::Platform(PlatformCommand::Pick(PickTarget::MarketFile))]));
    stage.tell(Event::Picked { what: PickTarget::MarketFile, paths: vec![PathBuf::from("/m.toml")] });
    assert!(
        matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::File(path)))] if path == &PathBuf::from("/m.toml"))
    );
}

#[test]
fn a_pasted_token_is_checked_before_it_is_stored_as_chosen() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::signed_out(None));
        let name = stage.words("login-token");
        stage.type_into(&name, "secret-token");
        stage.press_key("login-check");
        let sent = stage.sent();
        let [Command::Account(AccountCommand::SignIn { token, refresh: None, keep: KeepToken::Ask })] = sent.as_slice() else {
            panic!("{sent:?}")
        };
        assert_eq!(secrecy::ExposeSecret::expose_secret(token), "secret-token");

        stage.tell(scenes::found(None));
        assert!(stage.shows("مریم رضایی") && stage.shows("صنایع دستی گلرنگ"), "who and which shop");
        stage.press_key("login-save-session");
        stage.press_key("confirm-continue");
        assert!(
            matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession })]),
            "{language:?}"
        );
    }
}

#[test]
fn a_refresh_token_is_sent_along() {
    let mut stage = at_a_market(None);
    let (token, refresh) = (stage.words("login-token"), stage.words("login-refresh-token"));
    stage.type_into(&token, "secret-token");
    stage.press_key("login-has-refresh-token");
    stage.type_into(&refresh, "reauthorize-token");
    stage.press_key("login-check");
    let sent = stage.sent();
    let [Command::Account(AccountCommand::SignIn { refresh: Some(refresh), .. })] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(secrecy::ExposeSecret::expose_secret(refresh), "reauthorize-token");
}

#[test]
fn the_tokens_expiry_and_a_missing_shop_are_shown_before_storing_it() {
    let mut stage = at_a_market(None);
    let Event::SignInFound(found) = scenes::found(None) else { unreachable!() };
    let account = vitrine::domain::Account { vendor: None, ..(*found.account).clone() };
    let found = vitrine::worker::FoundAccount {
        account: account.into(),
        expires_at: "2030-05-06T07:08:09Z".parse().ok(),
        renewable: true,
        ..found
    };
    stage.tell(Event::SignInFound(found));
    assert!(stage.shows("2030") && stage.shows_key("confirm-no-shop") && stage.shows_key("confirm-renewable"));
    stage.press_key("cancel");
    assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInCancel)]));
}

#[test]
fn a_refused_token_stays_in_its_field_with_the_reason() {
    let mut stage = at_a_market(None);
    let name = stage.words("login-token");
    stage.type_into(&name, "secret-token");
    stage.press_key("login-check");
    stage.sent();
    let refused = Some(Problem::new(Code::Unauthorized));
    stage.tell(Event::Session(Session::SignedOut { market: "Basket".to_owned(), practice: false, problem: refused }));
    assert!(stage.shows("didn’t accept your token"));
    stage.press_key("login-check");
    assert_eq!(stage.sent().len(), 1, "the same token can be sent again");
}

#[test]
fn without_a_keychain_the_token_can_be_used_for_this_session() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::signed_out(None));
        stage.tell(scenes::found(Some(Problem::new(Code::NoKeychain))));
        stage.press_key("confirm-retry-keychain");
        assert!(
            matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::Keychain })]),
            "{language:?}"
        );
        stage.press_key("confirm-session");
        assert!(
            matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession })]),
            "{language:?}"
        );
        stage.press_key("cancel");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInCancel)]), "{language:?}");
    }
}

#[test]
fn after_opening_the_browser_every_next_step_is_offered() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::ways(false));
        stage.tell(scenes::signed_out(None));
        stage.press_key("method-browser");
        assert!(stage.shows_key("browser-not-set-up"), "{language:?}");

        stage.tell(scenes::ways(true));
        stage.press_key("login-browser");
        assert!(
            matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInBrowser(ask))] if ask.keep == KeepToken::Ask),
            "{language:?}"
        );
        stage.tell(Event::SignInAddress("https://market.example/sso?state=x".to_owned()));
        stage.press_key("login-browser-open-again");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInOpenAgain)]), "{language:?}");

        let field = stage.words("login-browser-paste");
        stage.type_into(&field, "http://127.0.0.1/elsewhere");
        stage.press_key("login-browser-paste-send");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInPasted(_))]), "{language:?}");
        let wrong = Problem::new(Code::InvalidField).with_field("address");
        stage.tell(Event::Problem(wrong));
        assert!(stage.shows_key("login-browser-paste-wrong"), "{language:?}: told at the field");
        assert!(!stage.shows_key("dismiss"), "{language:?}: and nowhere else");

        stage.press_key("cancel");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInCancel)]), "{language:?}");
        stage.tell(scenes::signed_out(None));
        assert!(stage.shows_key("login-browser"), "{language:?}");
    }
}

/// The marketplace's page is open, and it shall lead back to `redirect_uri`.
fn browser_out(language: Language, redirect_uri: &str) -> Stage {
    let mut stage = Stage::new(language);
    stage.tell(scenes::ways(true));
    stage.tell(scenes::signed_out(None));
    stage.press_key("method-browser");
    stage.press_key("login-browser");
    stage.sent();
    let mut page = url::Url::parse("https://market.example/sso").unwrap();
    page.query_pairs_mut().append_pair("client_id", "1842").append_pair("redirect_uri", redirect_uri).append_pair("state", "x");
    stage.tell(Event::SignInAddress(page.into()));
    stage
}

#[test]
fn a_start_without_the_network_offers_to_retry_the_stored_token() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::ways(true));
        stage.tell(scenes::signed_out(Some(Problem::new(Code::Unreachable).with_subject("api.example"))));
        assert!(!stage.shows_key("retry"), "{language:?}: nobody signed in here yet");
        stage.tell(scenes::accounts(false));
        stage.press_key("retry");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::LastUsed))]), "{language:?}");
    }
}

#[test]
fn without_a_browser_the_address_can_be_copied() {
    for language in BOTH {
        let mut stage = browser_out(language, RETURN_ADDRESS);
        stage.tell(Event::SignInPageOpened(true));
        assert!(!stage.shows_key("browser-none"), "{language:?}");
        stage.tell(Event::SignInPageOpened(false));
        assert!(stage.shows_key("browser-none") && stage.shows_key("login-browser-copy"), "{language:?}");
        stage.press_key("login-browser-open-again");
        stage.tell(Event::SignInPageOpened(true));
        assert!(!stage.shows_key("browser-none"), "{language:?}: it is there now");
    }
}

#[test]
fn a_client_secret_that_was_not_stored_is_reported_at_every_step() {
    for language in BOTH {
        let refused = || Event::ClientSecret(ClientSecretState::NotKept(Problem::new(Code::Keychain)));
        let mut stage = browser_out(language, RETURN_ADDRESS);
        stage.tell(refused());
        assert!(stage.shows_key("secret-not-saved"), "{language:?}: while the browser is waited for");
        stage.tell(scenes::found(None));
        assert!(stage.shows_key("secret-not-saved"), "{language:?}: while it is asked where to keep the token");
    }
}

const RETURN_ADDRESS: &str = "http://127.0.0.1:8765/callback";

#[test]
fn an_error_page_in_the_browser_is_explained_with_both_addresses() {
    for language in BOTH {
        let mut stage = browser_out(language, RETURN_ADDRESS);
        assert!(!stage.shows(RETURN_ADDRESS), "{language:?}: most people never need it");
        stage.press_key("browser-error");
        assert!(stage.texts().iter().any(|text| text == RETURN_ADDRESS), "{language:?}");
        assert!(stage.shows(&stage.format("browser-error-client", args!["id" => "1842"])), "{language:?}");

        let registered = stage.words("browser-error-registered");
        stage.type_into(&registered, RETURN_ADDRESS);
        assert!(stage.shows_key("browser-error-same"), "{language:?}");
        stage.type_into(&registered, "/");
        let difference = vitrine::auth::AddressDifference::between(RETURN_ADDRESS, &format!("{RETURN_ADDRESS}/"));
        let parts = vitrine::i18n::without_direction_marks(&stage.app().words().address_parts(&difference)).into_owned();
        assert!(stage.shows(&parts) && !stage.shows_key("browser-error-same"), "{language:?}: {parts}");
        assert!(stage.sent().is_empty(), "{language:?}: the sign-in goes on");
    }
}

#[test]
fn a_pasted_error_page_is_explained_at_the_field_and_the_sign_in_continues() {
    for language in BOTH {
        let mut stage = browser_out(language, RETURN_ADDRESS);
        let told = scenes::other_address().with_field("address");
        stage.tell(Event::Problem(told.clone()));
        assert!(stage.shows(&stage.app().words().problem(&told).title), "{language:?}");
        assert!(stage.texts().iter().any(|text| text == "http://127.0.0.1:8766/callback/"), "{language:?}: the registered address");
        assert!(stage.shows_key("cancel") && stage.sent().is_empty(), "{language:?}: and the sign-in goes on");
    }
}

#[test]
fn without_a_local_redirect_the_screen_asks_to_paste_the_address() {
    for language in BOTH {
        let stage = browser_out(language, "https://seller.example/back");
        assert!(stage.shows_key("browser-manual-help") && !stage.shows_key("login-browser-help"), "{language:?}");

        let mut stage = browser_out(language, RETURN_ADDRESS);
        assert!(stage.shows_key("login-browser-help"), "{language:?}");
        stage.tell(scenes::signed_out(Some(Problem::new(Code::PortTaken))));
        stage.press_key("login-browser-manual");
        stage.tell(Event::SignInAddress(format!("https://market.example/sso?redirect_uri={RETURN_ADDRESS}")));
        assert!(stage.shows_key("browser-manual-help"), "{language:?}");
        assert!(stage.shows_key("browser-open"), "{language:?}: it was not opened yet");
    }
}

#[test]
fn an_entered_client_secret_is_used_even_without_pressing_its_button() {
    for (way, sign_in) in [("method-browser", "login-browser"), ("method-client-credentials", "client-credentials-sign-in")] {
        let mut stage = Stage::new(Language::English);
        stage.tell(scenes::ways(true));
        stage.tell(scenes::signed_out(None));
        stage.press_key(way);
        let field = stage.words("secret");
        stage.type_into(&field, "hush");
        stage.press_key(sign_in);
        let sent = stage.sent();
        let [
            Command::Account(AccountCommand::SaveClientSecret(secret)),
            Command::Account(AccountCommand::SignInBrowser(_)) | Command::Account(AccountCommand::SignInClientCredentials { .. }),
        ] = sent.as_slice()
        else {
            panic!("{way}: {sent:?}")
        };
        assert_eq!(secrecy::ExposeSecret::expose_secret(secret), "hush");
    }
}

#[test]
fn a_failed_browser_sign_in_shows_the_reason_and_the_next_step() {
    for (code, key, back) in [
        (Code::PortTaken, "login-browser-manual", RedirectMode::Paste),
        (Code::SignInUnfinished, "login-retry", RedirectMode::Listen),
        (Code::SignInRefused, "login-retry", RedirectMode::Listen),
        (Code::InvalidGrant, "login-retry", RedirectMode::Listen),
    ] {
        for language in BOTH {
            let mut stage = Stage::new(language);
            stage.tell(scenes::ways(true));
            stage.tell(scenes::signed_out(Some(Problem::new(code))));
            let title = stage.app().words().problem(&Problem::new(code)).title;
            assert!(stage.shows(&title), "{language:?} {code:?}");
            stage.press_key(key);
            let sent = stage.sent();
            assert!(
                matches!(sent.as_slice(), [Command::Account(AccountCommand::SignInBrowser(ask))] if ask.redirect == back),
                "{language:?} {code:?}: {sent:?}"
            );
        }
    }
}

#[test]
fn an_unknown_client_leads_to_the_marketplace_settings() {
    for code in [Code::InvalidClient, Code::RedirectUriMismatch] {
        let mut stage = Stage::new(Language::English);
        stage.tell(scenes::ways(true));
        stage.tell(scenes::signed_out(Some(Problem::new(code))));
        // The small one in the problem, not the one beside the marketplace's name.
        let name = stage.words("setup-edit");
        stage.harness.get_all_by_label(&name).last().unwrap().click();
        stage.harness.run();
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::MarketOpen(_))]), "{code:?}");
    }
}

#[test]
fn the_sent_and_the_registered_address_are_shown_with_their_difference() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::ways(true));
        let problem = scenes::other_address();
        let parts = vitrine::i18n::without_direction_marks(
            &stage.app().words().address_parts(&vitrine::auth::AddressDifference::of(&problem).unwrap()),
        )
        .into_owned();
        stage.tell(scenes::signed_out(Some(problem)));
        let texts = stage.texts();
        for address in ["http://127.0.0.1:8765/callback", "http://127.0.0.1:8766/callback/"] {
            assert!(texts.iter().any(|text| text == address), "{language:?}: {address} stands by itself: {texts:#?}");
        }
        assert!(stage.shows(&parts), "{language:?}: {parts}");
    }
}

#[test]
fn scopes_can_be_selected_and_entered() {
    let mut stage = Stage::new(Language::English);
    stage.tell(scenes::ways(true));
    stage.tell(scenes::signed_out(None));
    stage.press_key("method-browser");
    stage.press_key("scopes-change");
    stage.press_key("scope-chat-read");
    stage.press_key("scope-product-write");
    let other = stage.words("scopes-other");
    stage.type_into(&other, "order-processing, *");
    stage.press_key("login-browser");
    let sent = stage.sent();
    let [Command::Account(AccountCommand::SignInBrowser(ask))] = sent.as_slice() else { panic!("{sent:?}") };
    let scopes: Vec<&str> = ask.scopes.iter().map(|scope| scope.0.as_str()).collect();
    assert_eq!(scopes, [Scope::CHAT_READ, Scope::PRODUCT_READ, "order-processing", "*"]);
}

#[test]
fn a_refused_scope_is_marked() {
    let mut stage = Stage::new(Language::English);
    stage.tell(scenes::ways(true));
    stage.tell(scenes::signed_out(Some(Problem::new(Code::InvalidScope).with_subject(Scope::PRODUCT_WRITE))));
    stage.press_key("method-browser");
    let marked = stage.format("scope-refused", args!["scope" => Scope::PRODUCT_WRITE]);
    assert!(stage.shows(&marked));
}

#[test]
fn the_client_secret_is_entered_once_and_never_shown() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::ways(true));
        stage.tell(scenes::signed_out(None));
        stage.press_key("method-client-credentials");
        let (field, sign_in) = (stage.words("secret"), stage.words("client-credentials-sign-in"));
        assert!(!stage.is_enabled(&sign_in), "{language:?}");
        stage.type_into(&field, "hush");
        assert!(!stage.value(&field).contains("hush"), "{language:?}");
        stage.press_key("secret-save");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SaveClientSecret(_))]), "{language:?}");

        stage.tell(Event::ClientSecret(ClientSecretState::NotKept(Problem::new(Code::NoKeychain))));
        stage.press_key("secret-use-session");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::ClientSecretThisSession)]), "{language:?}");
        stage.tell(Event::ClientSecret(ClientSecretState::ThisSession));
        assert!(!stage.shows("hush"));
        stage.press(&sign_in);
        assert!(
            matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::Ask })]),
            "{language:?}"
        );
        stage.press_key("secret-forget");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::ForgetClientSecret)]), "{language:?}");
    }
}

#[test]
fn a_missing_permission_offers_to_sign_in_again_with_it() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::ways(true));
        stage.tell(scenes::signed_in_at_market());
        stage.press_key("nav-products");
        let refused = Problem::new(Code::Forbidden).with_subject("order-processing");
        stage.tell(Event::Products(ProductsUpdate::Failed(refused)));
        stage.sent();
        stage.press_key("reauthorize-offer");
        assert!(stage.shows(&stage.format("scope-needed", args!["scope" => "order-processing"])), "{language:?}");
        stage.press_key("login-browser");
        let sent = stage.sent();
        let [Command::Account(AccountCommand::SignInBrowser(ask))] = sent.as_slice() else { panic!("{sent:?}") };
        assert!(ask.scopes.iter().any(|scope| scope.0 == "order-processing"), "{language:?}");

        stage.tell(Event::SignInEnded(Some(Problem::new(Code::SignInUnfinished))));
        assert!(stage.shows_key("login-retry"), "{language:?}: why it came to nothing");
        stage.press_key("reauthorize-stay");
        assert!(stage.shows_key("products-title"), "{language:?}: signed in as before");
    }
}

#[test]
fn nothing_is_sent_without_a_token() {
    let stage = at_a_market(None);
    let name = stage.words("login-check");
    assert!(!stage.is_enabled(&name));
}

#[test]
fn the_token_is_hidden_also_from_screen_readers_unless_revealed() {
    let mut stage = at_a_market(None);
    let name = stage.words("login-token");
    stage.type_into(&name, "secret-token");
    assert!(!stage.shows("secret-token"));
    assert!(!stage.value(&name).contains("secret"));
}

#[test]
fn the_products_are_loaded_after_signing_in_to_a_shop() {
    let mut stage = Stage::new(Language::English);
    stage.tell(scenes::signed_in());
    assert!(matches!(stage.sent().as_slice(), [Command::Catalog(CatalogCommand::Load)]));
}

#[test]
fn signing_out_removes_the_run_from_the_screen() {
    let mut stage = Stage::in_shop(Language::English);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    stage.play(scene);
    stage.tell(Event::Session(Session::SignedOut { market: "Practice shop".to_owned(), practice: true, problem: None }));
    stage.tell(scenes::signed_in());
    assert!(stage.shows_key("import-empty-title"));
}
