use super::*;
use eframe::egui::Key;
use vitrine::worker::HelpPage;

fn signed_out_of_market(problem: Option<Problem>) -> TestWindow {
    let mut window = TestWindow::new(Language::English);
    window.deliver(Event::Session(Session::SignedOut {
        market: "Basket".to_owned(),
        practice: false,
        problem,
    }));
    window
}

#[test]
fn the_practice_shop_opens_with_one_click() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.press_message("login-practice-action");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::UseMarket(MarketChoice::Practice))]
            ),
            "{language:?}"
        );
    }
}

#[test]
fn a_marketplace_whose_file_comes_with_the_program_is_chosen_by_its_name() {
    for (language, name) in [(Language::English, "Basalam"), (Language::Persian, "باسلام")] {
        for by_key in [false, true] {
            let mut window = TestWindow::new(language);
            window.deliver(scenes::offered_markets());
            if by_key {
                while !window.harness.get_by_label(name).is_focused() {
                    window.tap_key(Key::Tab);
                }
                window.tap_key(Key::Space);
            } else {
                window.press(name);
            }
            assert!(
                matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::File(file)))] if file.as_os_str() == "basalam"),
                "{language:?}"
            );
            // Its name in its file is English in each language.
            window.deliver(Event::Session(Session::SignedOut {
                market: "Basalam".to_owned(),
                practice: false,
                problem: None,
            }));
            assert!(
                window.shows(name)
                    && window.shows_message("login-check")
                    && window.shows_message("method-browser"),
                "{language:?}"
            );
            assert!(
                window.shows(&window.format("login-ready-made", args!["market" => name])),
                "it says that it was not tried live"
            );
        }
    }
}

#[test]
fn the_marketplaces_on_offer_are_listed_in_the_settings_and_cannot_be_removed() {
    for (language, name) in [(Language::English, "Basalam"), (Language::Persian, "باسلام")] {
        let mut window = TestWindow::signed_in(language);
        window.deliver(scenes::offered_markets());
        window.press_message("nav-settings");
        assert!(window.shows(name) && window.shows_message("market-offered"), "{language:?}");
        assert!(!window.shows(&window.format("market-remove-named", args!["name" => name])));
        window.take_commands();
        window.press(&window.format("market-open-named", args!["name" => name]));
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::File(file)))] if file.as_os_str() == "basalam")
        );
    }
}

#[test]
fn a_practice_shop_that_runs_elsewhere_has_its_name_in_each_language() {
    let mut window = TestWindow::new(Language::Persian);
    window.deliver(Event::Session(Session::SignedOut {
        market: "Practice shop".to_owned(),
        practice: false,
        problem: None,
    }));
    assert!(window.shows("غرفهٔ تمرینی") && !window.shows("Practice shop"));
}

#[test]
fn a_market_file_is_selected_and_used() {
    let mut window = TestWindow::new(Language::English);
    window.press_message("login-own-choose");
    assert!(matches!(
        window.take_commands().as_slice(),
        [Command::Platform(PlatformCommand::Pick(PickTarget::MarketFile))]
    ));
    window.deliver(Event::Platform(PlatformEvent::Picked {
        what: PickTarget::MarketFile,
        paths: vec![PathBuf::from("/m.toml")],
    }));
    assert!(
        matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::File(path)))] if path == &PathBuf::from("/m.toml"))
    );
}

#[test]
fn a_pasted_token_is_checked_before_it_is_stored_as_chosen() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::signed_out(None));
        let name = window.message("login-token");
        window.type_into(&name, "secret-token");
        window.press_message("login-check");
        let sent = window.take_commands();
        let [Command::Account(AccountCommand::SignIn { token, refresh: None, keep: KeepToken::Ask })] =
            sent.as_slice()
        else {
            panic!("{sent:?}")
        };
        assert_eq!(secrecy::ExposeSecret::expose_secret(token), "secret-token");

        window.deliver(scenes::sign_in_found(None));
        assert!(
            window.shows("مریم رضایی") && window.shows("صنایع دستی گلرنگ"),
            "the name of the person and of the shop are shown"
        );
        window.press_message("login-save-session");
        window.press_message("confirm-continue");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession })]
            ),
            "{language:?}"
        );
    }
}

#[test]
fn a_refresh_token_is_sent_along() {
    let mut window = signed_out_of_market(None);
    let (token, refresh) = (window.message("login-token"), window.message("login-refresh-token"));
    window.type_into(&token, "secret-token");
    window.press_message("login-has-refresh-token");
    window.type_into(&refresh, "refresh-token");
    window.press_message("login-check");
    let sent = window.take_commands();
    let [Command::Account(AccountCommand::SignIn { refresh: Some(refresh), .. })] = sent.as_slice() else {
        panic!("{sent:?}")
    };
    assert_eq!(secrecy::ExposeSecret::expose_secret(refresh), "refresh-token");
}

#[test]
fn the_tokens_expiry_and_a_missing_shop_are_shown_before_storing_it() {
    let mut window = signed_out_of_market(None);
    let Event::Account(AccountEvent::SignInFound(found)) = scenes::sign_in_found(None) else {
        unreachable!()
    };
    let account = vitrine_domain::Account { vendor: None, ..(*found.account).clone() };
    let found = vitrine::worker::FoundAccount {
        account: account.into(),
        expires_at: "2030-05-06T07:08:09Z".parse().ok(),
        renewable: true,
        ..found
    };
    window.deliver(Event::Account(AccountEvent::SignInFound(found)));
    assert!(
        window.shows("2030")
            && window.shows_message("confirm-no-shop")
            && window.shows_message("confirm-renewable")
    );
    window.press_message("cancel");
    assert!(matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignInCancel)]));
}

#[test]
fn a_refused_token_stays_in_its_field_with_the_reason() {
    let mut window = signed_out_of_market(None);
    let name = window.message("login-token");
    window.type_into(&name, "secret-token");
    window.press_message("login-check");
    window.take_commands();
    let refused = Some(Problem::new(ProblemKind::Unauthorized));
    window.deliver(Event::Session(Session::SignedOut {
        market: "Basket".to_owned(),
        practice: false,
        problem: refused,
    }));
    assert!(window.shows("didn’t accept your token"));
    window::advance_clock(1);
    window.press_message("login-check");
    assert_eq!(window.take_commands().len(), 1, "the same token can be sent again");
}

#[test]
fn a_file_that_sends_the_key_elsewhere_names_both_hosts_and_is_trusted_only_by_a_button() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        let problem = Problem {
            expected: Some("api.basket.example".to_owned()),
            ..Problem::new(ProblemKind::MarketMoved).with_subject("evil.example")
        };
        window.deliver(Event::Session(Session::SignedOut {
            market: "Basket".to_owned(),
            practice: false,
            problem: Some(problem),
        }));
        assert!(window.shows("evil.example") && window.shows("api.basket.example"), "{language:?}");
        assert!(window.take_commands().is_empty());
        window.press_message("login-market-moved");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::TrustMarket)]),
            "{language:?}"
        );
        // The way to sign in again is on the same page.
        let name = window.message("login-token");
        window.type_into(&name, "new-token");
        window.press_message("login-check");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignIn { .. })]),
            "{language:?}"
        );
    }
}

#[test]
fn without_a_keychain_the_token_can_be_used_for_this_session() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::signed_out(None));
        window.deliver(scenes::sign_in_found(Some(Problem::new(ProblemKind::NoKeychain))));
        window.press_message("confirm-retry-keychain");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::Keychain })]
            ),
            "{language:?}"
        );
        window.press_message("confirm-session");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::SignInConfirm { keep: KeepToken::ThisSession })]
            ),
            "{language:?}"
        );
        window.press_message("cancel");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignInCancel)]),
            "{language:?}"
        );
    }
}

#[test]
fn after_opening_the_browser_every_next_step_is_offered() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::sign_in_methods(false));
        window.deliver(scenes::signed_out(None));
        window.press_message("method-browser");
        assert!(window.shows_message("browser-not-set-up"), "{language:?}");

        window.deliver(scenes::sign_in_methods(true));
        window.press_message("login-browser");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignInBrowser(ask))] if ask.keep == KeepToken::Ask),
            "{language:?}"
        );
        window.deliver(Event::Account(AccountEvent::SignInAddress(
            "https://market.example/sso?state=x".to_owned(),
        )));
        window.press_message("login-browser-open-again");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignInOpenAgain)]),
            "{language:?}"
        );

        let field = window.message("login-browser-paste");
        window.type_into(&field, "http://127.0.0.1/elsewhere");
        window.press_message("login-browser-paste-send");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignInPasted(_))]),
            "{language:?}"
        );
        let wrong = Problem::new(ProblemKind::InvalidField).with_field("address");
        window.deliver(Event::Problem(wrong));
        assert!(
            window.shows_message("login-browser-paste-wrong"),
            "{language:?}: the error is shown at the field"
        );
        assert!(!window.shows_message("dismiss"), "{language:?}: the error is shown only there");

        window.press_message("cancel");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignInCancel)]),
            "{language:?}"
        );
        window.deliver(scenes::signed_out(None));
        assert!(window.shows_message("login-browser"), "{language:?}");
    }
}

/// A sign-in whose browser page is open and redirects to `redirect_uri`.
fn waiting_for_browser(language: Language, redirect_uri: &str) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.deliver(scenes::sign_in_methods(true));
    window.deliver(scenes::signed_out(None));
    window.press_message("method-browser");
    window.press_message("login-browser");
    window.take_commands();
    let mut page = url::Url::parse("https://market.example/sso").unwrap();
    page.query_pairs_mut()
        .append_pair("client_id", "1842")
        .append_pair("redirect_uri", redirect_uri)
        .append_pair("state", "x");
    window.deliver(Event::Account(AccountEvent::SignInAddress(page.into())));
    window
}

#[test]
fn a_start_without_the_network_offers_to_retry_the_stored_token() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::sign_in_methods(true));
        window.deliver(scenes::signed_out(Some(
            Problem::new(ProblemKind::Unreachable).with_subject("api.example"),
        )));
        assert!(!window.shows_message("retry"), "{language:?}: there is no stored token yet");
        window.deliver(scenes::accounts(false));
        window.press_message("retry");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::UseMarket(MarketChoice::LastUsed))]
            ),
            "{language:?}"
        );
    }
}

#[test]
fn the_page_where_people_get_a_token_is_opened_by_a_button_that_names_its_host() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        let mut methods = scenes::sign_in_methods(false);
        let address = "https://help.example/token";
        if let Event::Account(AccountEvent::SignInMethods(methods)) = &mut methods {
            methods.help = Some(HelpPage { address: address.to_owned(), host: "help.example".to_owned() });
        }
        window.deliver(methods);
        window.deliver(scenes::signed_out(None));
        window.take_commands();
        window.press(&window.format("login-token-page", args!["host" => "help.example"]));
        let sent = window.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Platform(PlatformCommand::OpenPage(page))] if page == address),
            "{sent:?}"
        );
    }
}

#[test]
fn without_a_browser_the_address_can_be_copied() {
    for language in Language::ALL {
        let mut window = waiting_for_browser(language, REDIRECT_URI);
        window.deliver(Event::Account(AccountEvent::SignInPageOpened(true)));
        assert!(!window.shows_message("browser-none"), "{language:?}");
        window.deliver(Event::Account(AccountEvent::SignInPageOpened(false)));
        assert!(
            window.shows_message("browser-none") && window.shows_message("login-browser-copy"),
            "{language:?}"
        );
        window.press_message("login-browser-open-again");
        window.deliver(Event::Account(AccountEvent::SignInPageOpened(true)));
        assert!(!window.shows_message("browser-none"), "{language:?}: a browser was opened now");
    }
}

#[test]
fn a_client_secret_that_was_not_stored_is_reported_at_every_step() {
    for language in Language::ALL {
        let refused = || {
            Event::Account(AccountEvent::ClientSecret(ClientSecretState::NotKept(Problem::new(
                ProblemKind::Keychain,
            ))))
        };
        let mut window = waiting_for_browser(language, REDIRECT_URI);
        window.deliver(refused());
        assert!(window.shows_message("secret-not-saved"), "{language:?}: while waiting for the browser");
        window.deliver(scenes::sign_in_found(None));
        assert!(
            window.shows_message("secret-not-saved"),
            "{language:?}: while asking where to store the token"
        );
    }
}

const REDIRECT_URI: &str = "http://127.0.0.1:8765/callback";

#[test]
fn an_error_page_in_the_browser_is_explained_with_both_addresses() {
    for language in Language::ALL {
        let mut window = waiting_for_browser(language, REDIRECT_URI);
        assert!(!window.shows(REDIRECT_URI), "{language:?}: it is hidden at first");
        window.press_message("browser-error");
        assert!(window.texts().iter().any(|text| text == REDIRECT_URI), "{language:?}");
        assert!(window.shows(&window.format("browser-error-client", args!["id" => "1842"])), "{language:?}");

        let registered = window.message("browser-error-registered");
        window.type_into(&registered, REDIRECT_URI);
        assert!(window.shows_message("browser-error-same"), "{language:?}");
        window.type_into(&registered, "/");
        let difference = vitrine::auth::AddressDifference::between(REDIRECT_URI, &format!("{REDIRECT_URI}/"));
        let parts = vitrine::i18n::without_direction_marks(&window.app().words().address_parts(&difference))
            .into_owned();
        assert!(window.shows(&parts) && !window.shows_message("browser-error-same"), "{language:?}: {parts}");
        assert!(window.take_commands().is_empty(), "{language:?}: the sign-in continues");
    }
}

#[test]
fn a_pasted_error_page_is_explained_at_the_field_and_the_sign_in_continues() {
    for language in Language::ALL {
        let mut window = waiting_for_browser(language, REDIRECT_URI);
        let problem = scenes::redirect_mismatch().with_field("address");
        window.deliver(Event::Problem(problem.clone()));
        assert!(window.shows(&window.app().words().problem(&problem).title), "{language:?}");
        assert!(
            window.texts().iter().any(|text| text == "http://127.0.0.1:8766/callback/"),
            "{language:?}: the registered address"
        );
        assert!(
            window.shows_message("cancel") && window.take_commands().is_empty(),
            "{language:?}: the sign-in continues"
        );
    }
}

#[test]
fn without_a_local_redirect_the_screen_asks_to_paste_the_address() {
    for language in Language::ALL {
        let window = waiting_for_browser(language, "https://seller.example/back");
        assert!(
            window.shows_message("browser-manual-help") && !window.shows_message("login-browser-help"),
            "{language:?}"
        );

        let mut window = waiting_for_browser(language, REDIRECT_URI);
        assert!(window.shows_message("login-browser-help"), "{language:?}");
        window.deliver(scenes::signed_out(Some(Problem::new(ProblemKind::PortTaken))));
        window.press_message("login-browser-manual");
        window.deliver(Event::Account(AccountEvent::SignInAddress(format!(
            "https://market.example/sso?redirect_uri={REDIRECT_URI}"
        ))));
        assert!(window.shows_message("browser-manual-help"), "{language:?}");
        assert!(window.shows_message("browser-open"), "{language:?}: the page was not opened yet");
    }
}

#[test]
fn an_entered_client_secret_is_used_even_without_pressing_its_button() {
    for (way, sign_in) in
        [("method-browser", "login-browser"), ("method-client-credentials", "client-credentials-sign-in")]
    {
        let mut window = TestWindow::new(Language::English);
        window.deliver(scenes::sign_in_methods(true));
        window.deliver(scenes::signed_out(None));
        window.press_message(way);
        let field = window.message("secret");
        window.type_into(&field, "hush");
        window.press_message(sign_in);
        let sent = window.take_commands();
        let [
            Command::Account(AccountCommand::SaveClientSecret(secret)),
            Command::Account(AccountCommand::SignInBrowser(_))
            | Command::Account(AccountCommand::SignInClientCredentials { .. }),
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
        (ProblemKind::PortTaken, "login-browser-manual", RedirectMode::Paste),
        (ProblemKind::SignInUnfinished, "login-retry", RedirectMode::Listen),
        (ProblemKind::SignInRefused, "login-retry", RedirectMode::Listen),
        (ProblemKind::InvalidGrant, "login-retry", RedirectMode::Listen),
    ] {
        for language in Language::ALL {
            let mut window = TestWindow::new(language);
            window.deliver(scenes::sign_in_methods(true));
            window.deliver(scenes::signed_out(Some(Problem::new(code))));
            let title = window.app().words().problem(&Problem::new(code)).title;
            assert!(window.shows(&title), "{language:?} {code:?}");
            window.press_message(key);
            let sent = window.take_commands();
            assert!(
                matches!(sent.as_slice(), [Command::Account(AccountCommand::SignInBrowser(ask))] if ask.redirect == back),
                "{language:?} {code:?}: {sent:?}"
            );
        }
    }
}

#[test]
fn an_unknown_client_leads_to_the_marketplace_settings() {
    for code in [ProblemKind::InvalidClient, ProblemKind::RedirectUriMismatch] {
        let mut window = TestWindow::new(Language::English);
        window.deliver(scenes::sign_in_methods(true));
        window.deliver(scenes::signed_out(Some(Problem::new(code))));
        // The button in the problem, not the one beside the marketplace's name.
        let name = window.message("setup-edit");
        window.harness.get_all_by_label(&name).last().unwrap().click();
        window.harness.run();
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::MarketOpen(_))]),
            "{code:?}"
        );
    }
}

#[test]
fn the_sent_and_the_registered_address_are_shown_with_their_difference() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::sign_in_methods(true));
        let problem = scenes::redirect_mismatch();
        let parts = vitrine::i18n::without_direction_marks(
            &window.app().words().address_parts(&vitrine::auth::AddressDifference::of(&problem).unwrap()),
        )
        .into_owned();
        window.deliver(scenes::signed_out(Some(problem)));
        let texts = window.texts();
        for address in ["http://127.0.0.1:8765/callback", "http://127.0.0.1:8766/callback/"] {
            assert!(
                texts.iter().any(|text| text == address),
                "{language:?}: {address} is not shown separately: {texts:#?}"
            );
        }
        assert!(window.shows(&parts), "{language:?}: {parts}");
    }
}

#[test]
fn scopes_can_be_selected_and_entered() {
    let mut window = TestWindow::new(Language::English);
    window.deliver(scenes::sign_in_methods(true));
    window.deliver(scenes::signed_out(None));
    window.press_message("method-browser");
    window.press_message("scopes-change");
    window.press_message("scope-chat-read");
    window.press_message("scope-product-write");
    let other = window.message("scopes-other");
    window.type_into(&other, "order-processing, *");
    window.press_message("login-browser");
    let sent = window.take_commands();
    let [Command::Account(AccountCommand::SignInBrowser(ask))] = sent.as_slice() else { panic!("{sent:?}") };
    let scopes: Vec<&str> = ask.scopes.iter().map(|scope| scope.0.as_str()).collect();
    assert_eq!(scopes, [Scope::CHAT_READ, Scope::PRODUCT_READ, "order-processing", "*"]);
}

#[test]
fn a_refused_scope_is_marked() {
    let mut window = TestWindow::new(Language::English);
    window.deliver(scenes::sign_in_methods(true));
    window.deliver(scenes::signed_out(Some(
        Problem::new(ProblemKind::InvalidScope).with_subject(Scope::PRODUCT_WRITE),
    )));
    window.press_message("method-browser");
    let marked = window.format("scope-refused", args!["scope" => Scope::PRODUCT_WRITE]);
    assert!(window.shows(&marked));
}

#[test]
fn the_client_secret_is_entered_once_and_never_shown() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::sign_in_methods(true));
        window.deliver(scenes::signed_out(None));
        window.press_message("method-client-credentials");
        let (field, sign_in) = (window.message("secret"), window.message("client-credentials-sign-in"));
        assert!(!window.is_enabled(&sign_in), "{language:?}");
        window.type_into(&field, "hush");
        assert!(!window.value(&field).contains("hush"), "{language:?}");
        window.press_message("secret-save");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::SaveClientSecret(_))]
            ),
            "{language:?}"
        );

        window.deliver(Event::Account(AccountEvent::ClientSecret(ClientSecretState::NotKept(Problem::new(
            ProblemKind::NoKeychain,
        )))));
        window.press_message("secret-use-session");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::ClientSecretThisSession)]
            ),
            "{language:?}"
        );
        window.deliver(Event::Account(AccountEvent::ClientSecret(ClientSecretState::ThisSession)));
        assert!(!window.shows("hush"));
        window.press(&sign_in);
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::SignInClientCredentials { keep: KeepToken::Ask })]
            ),
            "{language:?}"
        );
        window.press_message("secret-forget");
        assert!(
            matches!(
                window.take_commands().as_slice(),
                [Command::Account(AccountCommand::ForgetClientSecret)]
            ),
            "{language:?}"
        );
    }
}

#[test]
fn a_missing_permission_offers_to_sign_in_again_with_it() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::sign_in_methods(true));
        window.deliver(scenes::signed_in_at_market());
        window.press_message("nav-products");
        let refused = Problem::new(ProblemKind::Forbidden).with_subject("order-processing");
        window.deliver(Event::Catalog(CatalogEvent::Failed(refused)));
        window.take_commands();
        window.press_message("reauthorize-offer");
        assert!(
            window.shows(&window.format("scope-needed", args!["scope" => "order-processing"])),
            "{language:?}"
        );
        window.press_message("login-browser");
        let sent = window.take_commands();
        let [Command::Account(AccountCommand::SignInBrowser(ask))] = sent.as_slice() else {
            panic!("{sent:?}")
        };
        assert!(ask.scopes.iter().any(|scope| scope.0 == "order-processing"), "{language:?}");

        window.deliver(Event::Account(AccountEvent::SignInEnded(Some(Problem::new(
            ProblemKind::SignInUnfinished,
        )))));
        assert!(window.shows_message("login-retry"), "{language:?}: a retry is offered");
        window.press_message("reauthorize-stay");
        assert!(window.shows_message("products-title"), "{language:?}: the session is still signed in");
    }
}

#[test]
fn nothing_is_sent_without_a_token() {
    let window = signed_out_of_market(None);
    let name = window.message("login-check");
    assert!(!window.is_enabled(&name));
}

#[test]
fn the_token_is_hidden_also_from_screen_readers_unless_revealed() {
    let mut window = signed_out_of_market(None);
    let name = window.message("login-token");
    window.type_into(&name, "secret-token");
    assert!(!window.shows("secret-token"));
    assert!(!window.value(&name).contains("secret"));
}

#[test]
fn the_products_are_loaded_after_signing_in_to_a_shop() {
    let mut window = TestWindow::new(Language::English);
    window.deliver(scenes::signed_in());
    assert!(matches!(window.take_commands().as_slice(), [Command::Catalog(CatalogCommand::Open)]));
}

#[test]
fn signing_out_removes_the_run_from_the_screen() {
    let mut window = TestWindow::signed_in(Language::English);
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    window.show_scene(scene);
    window.deliver(Event::Session(Session::SignedOut {
        market: "Practice shop".to_owned(),
        practice: true,
        problem: None,
    }));
    window.deliver(scenes::signed_in());
    assert!(window.shows_message("import-empty-title"));
}
