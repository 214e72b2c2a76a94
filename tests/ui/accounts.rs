use super::*;
use vitrine::ui::{LeaveTarget, Question};
use vitrine::worker::{AccountEntry, EditEvent};
use vitrine_core::market::{TokenClient, TokenIdentity};

fn signed_in_at_market(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.deliver(scenes::accounts(true));
    window.deliver(scenes::markets());
    window.deliver(scenes::signed_in_at_market());
    window.take_commands();
    window
}

fn show_running_import(window: &mut TestWindow) {
    let scene = scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap();
    // Without the first step, which signs in.
    window.show_steps(scene.steps.into_iter().skip(1));
    window.take_commands();
}

#[test]
fn accounts_are_switched_at_the_bottom_of_the_navigation() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.press_message("account-menu");
        let over = window.format("account-switch", args!["name" => "Walnut & Wool"]);
        window.press(&over);
        let sent = window.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Account(AccountCommand::SwitchAccount { user, .. })] if user.as_str() == "8"),
            "{language:?}: {sent:?}"
        );
    }
}

#[test]
fn the_account_list_shows_sign_ins_and_pending_imports() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.press_message("nav-settings");
        assert!(
            window.shows_message("account-current") && window.shows_message("account-signed-out"),
            "{language:?}"
        );
        assert!(window.shows(&window.format("account-waiting", args!["count" => 19])), "{language:?}");
        assert!(window.shows("Walnut & Wool") && window.shows("Sara Ahmadi"), "{language:?}");
    }
}

#[test]
fn the_account_in_use_shows_its_app_and_its_masked_telephone_number() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.press_message("nav-settings");
        let asked = |command: &Command| matches!(command, Command::Account(AccountCommand::WhoAmI));
        assert_eq!(window.take_commands().iter().filter(|command| asked(command)).count(), 1, "{language:?}");
        let client = TokenClient { name: Some("Loom".to_owned()), ..TokenClient::default() };
        let identity = TokenIdentity {
            mobile: Some("0912****321".to_owned()),
            client: Some(client),
            ..TokenIdentity::default()
        };
        window.deliver(Event::Account(AccountEvent::WhoAmI(Ok(identity))));
        let [app, phone] = [
            ("account-client", args!["name" => "Loom"]),
            ("account-mobile", args!["number" => "0912****321"]),
        ]
        .map(|(key, args)| window.format(key, args));
        assert!(
            window.texts().iter().any(|text| text.contains(&app) && text.contains(&phone)),
            "{language:?}: {:?}",
            window.texts()
        );
        assert!(!window.take_commands().iter().any(asked), "{language:?}: it is asked once");
        window.deliver(Event::Account(AccountEvent::WhoAmI(Err(Problem::new(ProblemKind::Forbidden)))));
        assert!(!window.texts().iter().any(|text| text.contains(&app)), "{language:?}");
    }
}

#[test]
fn products_that_an_import_has_created_do_not_wait_in_the_account_list_any_more() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.press_message("nav-settings");
        assert!(window.shows(&window.format("account-waiting", args!["count" => 19])), "{language:?}");
        let counts = vitrine_core::import::Counts { created: 19, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        assert!(!window.shows(&window.format("account-waiting", args!["count" => 19])), "{language:?}");
    }
}

#[test]
fn switching_accounts_needs_a_confirmation_during_an_import() {
    let mut window = signed_in_at_market(Language::English);
    show_running_import(&mut window);
    window.app_mut().act(Action::Leave(LeaveTarget::Add));
    window.harness.run();
    assert!(window.take_commands().is_empty(), "nothing happens before the answer");
    window.press_message("leave-stay");
    assert!(window.take_commands().is_empty() && !window.shows_message("leave-title"));
    window.app_mut().act(Action::Leave(LeaveTarget::Add));
    window.harness.run();
    window.press_message("leave-confirm");
    assert!(matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::AddAccount)]));
}

#[test]
fn the_question_about_a_run_goes_when_the_run_has_ended() {
    let mut window = signed_in_at_market(Language::English);
    show_running_import(&mut window);
    window.app_mut().act(Action::Leave(LeaveTarget::Add));
    window.harness.run();
    assert!(window.shows_message("leave-confirm"));
    let counts = vitrine_core::import::Counts { created: 19, ..Default::default() };
    window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
    window.harness.run();
    assert!(!window.shows_message("leave-confirm"), "nothing is left to be paused: {:?}", window.texts());
    let sent = window.take_commands();
    let leaves = sent.iter().any(|command| matches!(command, Command::Account(_)));
    assert!(!leaves, "and the account is still open: {sent:?}");
}

#[test]
fn what_was_told_of_one_shop_names_it_in_another_one() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        let model = window.app().model();
        let account = model.account().expect("somebody is signed in").clone();
        let shop =
            account.vendor.as_ref().and_then(|vendor| vendor.title.clone()).expect("the shop has a name");
        let done = vitrine_core::import::Counts { created: 5, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts: done, ..Progress::default() })));
        let named = |window: &TestWindow| {
            let entries = window.app().model().notifications.newest_first();
            entries.filter_map(|entry| entry.left.as_ref()?.shop.clone()).collect::<Vec<_>>()
        };
        assert!(named(&window).is_empty(), "{language:?}");
        window.deliver(Event::Left);
        assert_eq!(named(&window), std::slice::from_ref(&shop), "{language:?}");
        window.app_mut().act(Action::ShowNotifications(true));
        window.harness.run();
        assert!(!window.rects_of(&shop).is_empty(), "{language:?}: the list names the shop");
    }
}

#[test]
fn signing_out_asks_what_to_do_with_pending_imports() {
    for language in Language::ALL {
        for (key, dropped) in [("sign-out-keep", false), ("sign-out-drop", true)] {
            let mut window = signed_in_at_market(language);
            window.app_mut().act(Action::Question(scenes::sign_out()));
            window.harness.run();
            assert!(window.shows(&window.format("sign-out-waiting", args!["count" => 19])), "{language:?}");
            window.press_message(key);
            let sent = window.take_commands();
            assert!(
                matches!(sent.as_slice(), [Command::Account(AccountCommand::SignOutOf { user, drop, .. })] if user.as_str() == "7" && *drop == dropped),
                "{language:?}: {sent:?}"
            );
        }
    }
}

#[test]
fn signing_out_asks_about_an_unstarted_review() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 2));
        let Question::SignOut(entry) = scenes::sign_out() else { unreachable!() };
        window.app_mut().act(Action::Question(Question::SignOut(AccountEntry { waiting: 0, ..entry })));
        window.harness.run();
        assert!(window.shows(&window.format("sign-out-review", args!["count" => 3])), "{language:?}");
        window.press_message("sign-out-keep");
        let sent = window.take_commands();
        let saved = sent
            .iter()
            .position(|command| matches!(command, Command::Import(ImportCommand::SaveReview(Some(_)))));
        let left = sent.iter().position(|command| {
            matches!(command, Command::Account(AccountCommand::SignOutOf { drop: false, .. }))
        });
        assert!(
            saved.is_some() && saved < left,
            "{language:?}: the review is saved before the account is signed out: {sent:?}"
        );
    }
}

#[test]
fn the_sign_out_question_focuses_the_safe_answer() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.app_mut().act(Action::Question(scenes::sign_out()));
        window.harness.run();
        let cancel = window.message("cancel");
        assert!(window.harness.get_by_label(&cancel).is_focused(), "{language:?}");
        window.harness.key_press(eframe::egui::Key::Enter);
        window.harness.run();
        assert!(
            window.take_commands().is_empty() && !window.shows(&cancel),
            "{language:?}: Enter changes nothing"
        );
    }
}

#[test]
fn no_data_of_the_previous_account_stays_on_the_screens() {
    let mut window = signed_in_at_market(Language::English);
    window.app_mut().act(Action::Go(Screen::Products));
    window.deliver_all(scenes::products(3));
    show_running_import(&mut window);
    window.deliver(Event::Left);
    window.deliver(Event::Session(Session::Checking { market: "Basket Market".to_owned() }));
    window.deliver(scenes::signed_in_at_market());
    assert!(
        matches!(window.take_commands().as_slice(), [Command::Catalog(CatalogCommand::Open)]),
        "the products of the new account are loaded"
    );
    window.app_mut().act(Action::Go(Screen::Import));
    window.harness.run();
    assert!(window.shows_message("import-empty-title"));
    window.app_mut().act(Action::Go(Screen::Products));
    window.harness.run();
    assert!(!window.shows("Ceramic bowl"));
}

#[test]
fn known_accounts_are_offered_before_signing_in() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::accounts(false));
        window.press_message("account-sign-in");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SwitchAccount { user, .. })] if user.as_str() == "9"),
            "{language:?}"
        );
    }
}

#[test]
fn removing_a_marketplace_lists_the_consequences_and_asks() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.press_message("nav-settings");
        window.take_commands();
        let Event::Account(AccountEvent::Markets(markets)) = scenes::markets() else { unreachable!() };
        window.app_mut().act(Action::Question(Question::RemoveMarket(markets[0].clone())));
        window.harness.run();
        window.press_message("cancel");
        assert!(window.take_commands().is_empty(), "{language:?}");
        window.app_mut().act(Action::Question(Question::RemoveMarket(markets[0].clone())));
        window.harness.run();
        window.press_message("market-remove");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::MarketRemove(_))]),
            "{language:?}"
        );
    }
}

/// The practice shop has no saved account, whose products the question about signing out would be about.
#[test]
fn signing_out_during_an_import_asks_about_signing_out() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        show_running_import(&mut window);
        window.app_mut().act(Action::Leave(LeaveTarget::SignOut));
        window.harness.run();
        assert!(
            window.shows_message("leave-sign-out-body") && !window.shows_message("leave-confirm"),
            "{language:?}"
        );
        window.press_message("leave-sign-out-confirm");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::SignOut)]),
            "{language:?}"
        );
    }
}

/// A run of changes with this many products left, of five.
fn show_running_changes(window: &mut TestWindow, waiting: usize, why: Option<Waiting>) {
    let run = vitrine_core::edit::EditRunId(1);
    let counts = vitrine_core::edit::EditCounts { changed: 5 - waiting, waiting, ..Default::default() };
    let progress = vitrine::worker::EditProgress { counts, left: None, waiting: why };
    for event in
        [EditEvent::Opened { run, rows: Vec::new(), undoes: None }, EditEvent::Progress { run, progress }]
    {
        window.deliver(Event::Edit(event));
    }
}

#[test]
fn leaving_while_products_are_changed_asks_and_signing_out_tells_how_many_are_not_changed_yet() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        show_running_changes(&mut window, 3, None);
        window.app_mut().act(Action::Leave(LeaveTarget::Add));
        window.harness.run();
        assert!(
            window.take_commands().is_empty() && window.shows_message("leave-changes-title"),
            "{language:?}"
        );
        assert!(
            !window.shows_message("leave-body") && window.shows_message("leave-changes-body"),
            "{language:?}: no import is running"
        );
        window.press_message("leave-stay");

        window.app_mut().act(Action::Question(scenes::sign_out()));
        window.harness.run();
        let said = |window: &TestWindow, count: usize| {
            window.shows(&window.format("sign-out-changes", args!["count" => count]))
        };
        assert!(
            said(&window, 3) && window.shows_message("sign-out-drop-loses"),
            "{language:?}: {:?}",
            window.texts()
        );
        show_running_changes(&mut window, 1, None);
        assert!(said(&window, 1), "{language:?}: as many as wait now");
    }
}

#[test]
fn leaving_what_was_paused_asks_nothing() {
    let mut window = signed_in_at_market(Language::English);
    show_running_import(&mut window);
    let progress = Progress { waiting: Some(Waiting::Paused), ..Progress::default() };
    window.deliver(Event::Import(ImportEvent::Progress(progress)));
    show_running_changes(&mut window, 3, Some(Waiting::Paused));
    window.app_mut().act(Action::Leave(LeaveTarget::Add));
    window.harness.run();
    assert!(matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::AddAccount)]));
}

#[test]
fn an_import_that_was_paused_by_leaving_goes_on_and_says_so() {
    for (was_left, language) in
        [(true, Language::English), (true, Language::Persian), (false, Language::English)]
    {
        let mut window = signed_in_at_market(language);
        let left = vitrine::worker::Unfinished { was_left, ..scenes::unfinished() };
        window.deliver(Event::Import(ImportEvent::Unfinished(left)));
        let resumed = window
            .take_commands()
            .iter()
            .any(|command| matches!(command, Command::Import(ImportCommand::Resume { .. })));
        assert_eq!(resumed, was_left, "{language:?}");
        let said = window.format("notifications-import-resumed", args!["count" => left.counts.waiting]);
        assert_eq!(window.shows(&said), was_left, "{language:?}");
    }
}

#[test]
fn the_page_of_leaving_ends_when_the_account_is_not_left() {
    let mut window = signed_in_at_market(Language::English);
    window.deliver(Event::Account(AccountEvent::Leaving));
    assert!(window.shows_message("leaving-title"));
    window.deliver(Event::Account(AccountEvent::Stayed));
    assert!(!window.shows_message("leaving-title") && window.shows_message("nav-settings"));
}

#[test]
fn unfinished_changes_are_told_wherever_the_person_is() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        let counts = vitrine_core::edit::EditCounts { waiting: 3, ..Default::default() };
        let id = vitrine_core::edit::EditRunId(7);
        let left = vitrine_core::edit::EditRun {
            id,
            started_at: jiff::Timestamp::UNIX_EPOCH,
            undoes: None,
            back_on: None,
            counts,
            example: None,
        };
        (0..2).for_each(|_| window.deliver(Event::Edit(EditEvent::Runs(vec![left.clone()]))));
        assert!(window.shows(&window.format("edits-unfinished", args!["count" => 3])), "{language:?}");
        window.press_message("notifications-edits-show");
        assert_eq!(window.app().model().screen, Screen::Products, "{language:?}");
    }
}

#[test]
fn the_question_before_signing_out_tells_how_many_products_wait_now() {
    for language in Language::ALL {
        let mut window = signed_in_at_market(language);
        window.app_mut().act(Action::Question(scenes::sign_out()));
        window.harness.run();
        assert!(window.shows(&window.format("sign-out-waiting", args!["count" => 19])), "{language:?}");
        let counts = vitrine_core::import::Counts { waiting: 2, created: 17, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Progress(Progress { counts, ..Progress::default() })));
        assert!(
            window.shows(&window.format("sign-out-waiting", args!["count" => 2])),
            "{language:?}: {:?}",
            window.texts()
        );
    }
}

#[test]
fn the_shop_is_named_wherever_the_navigation_has_labels() {
    for language in Language::ALL {
        for size in [[1366.0, 768.0], [1100.0, 760.0], [760.0, 500.0]] {
            let mut window = TestWindow::with_size(language, size);
            window.deliver(scenes::signed_in_at_market());
            assert!(window.shows("صنایع دستی گلرنگ"), "{language:?} {size:?}: {:?}", window.texts());
        }
    }
}
