use super::*;
use vitrine::ui::{LeaveTarget, Question};
use vitrine::worker::AccountEntry;

fn at_the_market(language: Language) -> Stage {
    let mut stage = Stage::new(language);
    stage.tell(scenes::accounts(true));
    stage.tell(scenes::markets());
    stage.tell(scenes::signed_in_at_market());
    stage.sent();
    stage
}

fn running(stage: &mut Stage) {
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    // But for signing in, which it begins with.
    for step in scene.steps.into_iter().skip(1) {
        stage.step(step);
    }
    stage.sent();
}

#[test]
fn accounts_are_switched_at_the_bottom_of_the_navigation() {
    for language in BOTH {
        let mut stage = at_the_market(language);
        stage.press_key("account-menu");
        let over = stage.format("account-switch", args!["name" => "Walnut & Wool"]);
        stage.press(&over);
        let sent = stage.sent();
        assert!(
            matches!(sent.as_slice(), [Command::Account(AccountCommand::SwitchAccount { user, .. })] if user.as_str() == "8"),
            "{language:?}: {sent:?}"
        );
    }
}

#[test]
fn the_account_list_shows_sign_ins_and_pending_imports() {
    for language in BOTH {
        let mut stage = at_the_market(language);
        stage.press_key("nav-settings");
        assert!(stage.shows_key("account-current") && stage.shows_key("account-signed-out"), "{language:?}");
        assert!(stage.shows(&stage.format("account-waiting", args!["count" => 19])), "{language:?}");
        assert!(stage.shows("Walnut & Wool") && stage.shows("Sara Ahmadi"), "{language:?}");
    }
}

#[test]
fn switching_accounts_needs_a_confirmation_during_an_import() {
    let mut stage = at_the_market(Language::English);
    running(&mut stage);
    stage.app_mut().act(Action::Leave(LeaveTarget::Add));
    stage.harness.run();
    assert!(stage.sent().is_empty(), "nothing happens before the answer");
    stage.press_key("leave-stay");
    assert!(stage.sent().is_empty() && !stage.shows_key("leave-title"));
    stage.app_mut().act(Action::Leave(LeaveTarget::Add));
    stage.harness.run();
    stage.press_key("leave-confirm");
    assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::AddAccount)]));
}

#[test]
fn signing_out_asks_what_to_do_with_pending_imports() {
    for language in BOTH {
        for (key, dropped) in [("sign-out-keep", false), ("sign-out-drop", true)] {
            let mut stage = at_the_market(language);
            stage.app_mut().act(Action::Question(scenes::sign_out()));
            stage.harness.run();
            assert!(stage.shows(&stage.format("sign-out-waiting", args!["count" => 19])), "{language:?}");
            stage.press_key(key);
            let sent = stage.sent();
            assert!(
                matches!(sent.as_slice(), [Command::Account(AccountCommand::SignOutOf { user, drop, .. })] if user.as_str() == "7" && *drop == dropped),
                "{language:?}: {sent:?}"
            );
        }
    }
}

#[test]
fn signing_out_asks_about_an_unstarted_review() {
    for language in BOTH {
        let mut stage = at_the_market(language);
        stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        stage.tell(scenes::planned(3, 2));
        stage.sent();
        let Question::SignOut(entry) = scenes::sign_out() else { unreachable!() };
        stage.app_mut().act(Action::Question(Question::SignOut(AccountEntry { waiting: 0, ..entry })));
        stage.harness.run();
        assert!(stage.shows(&stage.format("sign-out-review", args!["count" => 3])), "{language:?}");
        stage.press_key("sign-out-keep");
        let sent = stage.sent();
        assert!(
            matches!(
                sent.as_slice(),
                [Command::Import(ImportCommand::SaveReview(Some(_))), Command::Account(AccountCommand::SignOutOf { drop: false, .. })]
            ),
            "{language:?}: kept while the account is still there: {sent:?}"
        );
    }
}

#[test]
fn the_sign_out_question_focuses_the_safe_answer() {
    for language in BOTH {
        let mut stage = at_the_market(language);
        stage.app_mut().act(Action::Question(scenes::sign_out()));
        stage.harness.run();
        let cancel = stage.words("cancel");
        assert!(stage.harness.get_by_label(&cancel).is_focused(), "{language:?}");
        stage.harness.key_press(eframe::egui::Key::Enter);
        stage.harness.run();
        assert!(stage.sent().is_empty() && !stage.shows(&cancel), "{language:?}: Enter changes nothing");
    }
}

#[test]
fn no_data_of_the_previous_account_stays_on_the_screens() {
    let mut stage = at_the_market(Language::English);
    stage.app_mut().act(Action::Go(Screen::Products));
    stage.tell(scenes::products(3));
    running(&mut stage);
    stage.tell(Event::Left);
    stage.tell(Event::Session(Session::Checking { market: "Basket Market".to_owned() }));
    stage.tell(scenes::signed_in_at_market());
    assert!(matches!(stage.sent().as_slice(), [Command::Catalog(CatalogCommand::Load)]), "the shop is loaded anew");
    stage.app_mut().act(Action::Go(Screen::Import));
    stage.harness.run();
    assert!(stage.shows_key("import-empty-title"));
    stage.app_mut().act(Action::Go(Screen::Products));
    stage.harness.run();
    assert!(!stage.shows("Ceramic bowl"));
}

#[test]
fn known_accounts_are_offered_before_signing_in() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::accounts(false));
        stage.press_key("account-sign-in");
        assert!(
            matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::SwitchAccount { user, .. })] if user.as_str() == "9"),
            "{language:?}"
        );
    }
}

#[test]
fn removing_a_marketplace_lists_the_consequences_and_asks() {
    for language in BOTH {
        let mut stage = at_the_market(language);
        stage.press_key("nav-settings");
        stage.sent();
        let Event::Markets(markets) = scenes::markets() else { unreachable!() };
        stage.app_mut().act(Action::Question(Question::RemoveMarket(markets[0].clone())));
        stage.harness.run();
        stage.press_key("cancel");
        assert!(stage.sent().is_empty(), "{language:?}");
        stage.app_mut().act(Action::Question(Question::RemoveMarket(markets[0].clone())));
        stage.harness.run();
        stage.press_key("market-remove");
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::MarketRemove(_))]), "{language:?}");
    }
}
