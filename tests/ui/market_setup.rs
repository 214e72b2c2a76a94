use super::*;
use eframe::egui::Rect;
use vitrine_core::market::{
    AddressCheck, AddressFailure, Layout, MarketDraft, MarketKey, Profile, READY_MADE,
};

fn new_market(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.press_message("setup-new");
    window
}

#[test]
fn a_marketplace_is_set_up_by_entering_its_addresses() {
    for language in Language::ALL {
        let mut window = new_market(language);
        let [name, base, save, test] =
            ["market-name", "market-base", "setup-save", "setup-test"].map(|key| window.message(key));
        assert!(!window.is_enabled(&save) && !window.is_enabled(&test), "{language:?}");
        window.type_into(&name, "Basket");
        window.type_into(&base, "https://api.basket.example");
        window.press(&test);
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Account(AccountCommand::MarketTest(_))]),
            "{language:?}"
        );
        window.press(&save);
        let sent = window.take_commands();
        let [Command::Account(AccountCommand::MarketSave { draft, file: None })] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        assert_eq!(
            (draft.text(MarketKey::Name), draft.text(MarketKey::Base)),
            ("Basket", "https://api.basket.example")
        );
    }
}

#[test]
fn an_invalid_address_is_reported_while_typing() {
    for language in Language::ALL {
        let mut window = new_market(language);
        let [name, base] = ["market-name", "market-base"].map(|key| window.message(key));
        window.type_into(&name, "Basket");
        window.type_into(&base, "http://api.basket.example");
        assert!(window.shows_message("entry-not-https"), "{language:?}");
        assert!(!window.is_enabled(&window.message("setup-save")), "{language:?}");
    }
}

#[test]
fn the_other_layout_requires_its_own_addresses() {
    let mut window = new_market(Language::English);
    window.press_message("setup-layout-core");
    assert!(window.shows_message("market-core") && window.shows_message("market-upload"));
    assert_eq!(
        window.count_shown(&window.message("market-base")),
        window.count_shown(&window.message("market-webhook"))
    );
}

#[test]
fn switching_the_layout_names_the_tables_that_still_have_the_paths_of_the_other() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        let draft = MarketDraft::read(READY_MADE[0].text, "basalam").unwrap();
        window.deliver(Event::MarketFile(MarketFileEvent::Opened {
            draft: Box::new(draft),
            file: "/data/markets/basalam.toml".into(),
        }));
        let separator = window.message("list-separator");
        let tables = ["[list]", "[categories]", "[edit]"].join(&separator);
        let warning = window.format("setup-layout-tables", args!["tables" => tables]);
        assert!(!window.shows(&warning), "{language:?}");
        window.press_message("setup-layout-core");
        assert!(window.shows(&warning), "{language:?}: {:?}", window.texts());
        window.press_message("setup-layout-base");
        assert!(!window.shows(&warning), "{language:?}");
    }
}

#[test]
fn each_failed_address_shows_its_reason() {
    let reasons = [
        AddressFailure::NoSuchHost,
        AddressFailure::NoAnswer,
        AddressFailure::Tls("bad certificate".to_owned()),
        AddressFailure::TimedOut,
        AddressFailure::WebPage,
        AddressFailure::NotFound,
        AddressFailure::ServerError(502),
        AddressFailure::Elsewhere("other.example".to_owned()),
        AddressFailure::Broken("reset".to_owned()),
        AddressFailure::PortTaken,
    ];
    for language in Language::ALL {
        let mut seen = std::collections::BTreeSet::new();
        let mut window = new_market(language);
        let [name, base] = ["market-name", "market-base"].map(|key| window.message(key));
        window.type_into(&name, "Basket");
        window.type_into(&base, "https://x.example");
        let before = window.texts();
        for reason in &reasons {
            window.press_message("setup-test");
            let address = "https://x.example/v1/users/me".to_owned();
            window.deliver(Event::MarketFile(MarketFileEvent::Tested(Ok(vec![AddressCheck {
                key: MarketKey::Base,
                address,
                result: Err(reason.clone()),
            }]))));
            assert!(
                window.shows(&window.format("test-failed", args!["count" => 1])),
                "{language:?} {reason:?}"
            );
            let shown: Vec<String> =
                window.texts().into_iter().filter(|text| !before.contains(text)).collect();
            assert!(
                seen.insert(shown.join("\n")),
                "{language:?} {reason:?}: same text as another reason: {shown:?}"
            );
        }
    }
}

#[test]
fn test_results_are_discarded_when_an_address_changes() {
    let mut window = TestWindow::new(Language::English);
    window.show_steps(scenes::tested_market());
    assert!(window.shows(&window.format("test-failed", args!["count" => 2])));
    let webhook = window.message("market-webhook");
    window.type_into(&webhook, "https://hooks.example");
    assert!(!window.shows_message("test-reached"));
}

#[test]
fn changing_addresses_warns_that_accounts_are_signed_out() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::markets());
        window.show_steps(scenes::tested_market());
        assert!(window.shows(&window.format("setup-addresses-changed", args!["count" => 3])), "{language:?}");
        assert!(window.shows_message("setup-name-fixed"), "{language:?}");
    }
}

#[test]
fn entries_stay_after_a_failed_save() {
    let mut window = new_market(Language::English);
    let [name, base] = ["market-name", "market-base"].map(|key| window.message(key));
    window.type_into(&name, "Basket");
    window.type_into(&base, "https://x.example");
    window.press_message("setup-save");
    window.deliver(Event::MarketFile(MarketFileEvent::Failed(
        Problem::new(ProblemKind::Storage).with_subject("/data/markets/Basket.toml"),
    )));
    assert_eq!(window.value(&name), "Basket");
    assert!(window.is_enabled(&window.message("setup-save")));
    assert_eq!(window.app().model().setup.as_ref().unwrap().draft.layout, Layout::Base);
}

#[test]
fn entries_of_the_other_layout_are_kept_but_neither_validated_nor_sent() {
    for language in Language::ALL {
        let mut window = new_market(language);
        let [name, base, core, upload] =
            ["market-name", "market-base", "market-core", "market-upload"].map(|key| window.message(key));
        window.type_into(&name, "Basket");
        window.press_message("setup-layout-core");
        window.type_into(&core, "nowhere");
        window.type_into(&upload, "http://upload.example");
        assert!(
            window.shows_message("entry-invalid-address") && window.shows_message("entry-not-https"),
            "{language:?}"
        );
        window.press_message("setup-layout-base");
        assert!(
            !window.shows_message("entry-invalid-address") && !window.shows_message("entry-not-https"),
            "{language:?}: errors of hidden fields are not shown"
        );
        window.type_into(&base, "https://api.basket.example");
        for button in ["setup-test", "setup-save"] {
            window.press_message(button);
            let sent = window.take_commands();
            let ([Command::Account(AccountCommand::MarketTest(draft))]
            | [Command::Account(AccountCommand::MarketSave { draft, .. })]) = sent.as_slice()
            else {
                panic!("{language:?} {button}: {sent:?}")
            };
            let read = Profile::parse(&draft.to_toml(), "Basket");
            assert!(read.is_ok(), "{language:?} {button}: {read:?}");
            assert!(
                !draft.to_toml().contains("core_url") && !draft.to_toml().contains("upload_url"),
                "{language:?} {button}"
            );
            window.deliver(Event::MarketFile(MarketFileEvent::Failed(Problem::new(ProblemKind::Storage))));
        }
        window.press_message("setup-layout-core");
        assert_eq!(
            (window.value(&core), window.value(&upload)),
            ("nowhere".to_owned(), "http://upload.example".to_owned()),
            "{language:?}"
        );
        assert!(window.shows_message("entry-invalid-address"), "{language:?}");
    }
}

/// Whether `text` is shown directly below the field with this name.
fn is_below(window: &TestWindow, field: &str, text: &str) -> bool {
    let field = window.field_rect(field);
    let is_close = |place: &Rect| {
        (0.0..30.0).contains(&(place.top() - field.bottom())) && place.x_range().intersects(field.x_range())
    };
    window.rects_of(text).iter().any(is_close)
}

#[test]
fn a_failed_address_is_marked_at_its_field_until_it_changes() {
    for language in Language::ALL {
        for size in [[1100.0, 760.0], [720.0, 480.0]] {
            let mut window = TestWindow::with_size(language, size);
            window.press_message("setup-new");
            let [name, base, auth] =
                ["market-name", "market-base", "market-auth"].map(|key| window.message(key));
            window.type_into(&name, "Basket");
            window.type_into(&base, "https://x.example");
            window.type_into(&auth, "https://autth.example");
            window.press_message("setup-test");
            let tested = |key, result| AddressCheck { key, address: "https://x.example/".to_owned(), result };
            let results = vec![
                tested(MarketKey::Base, Ok(())),
                tested(MarketKey::Auth, Err(AddressFailure::NoSuchHost)),
            ];
            window.deliver(Event::MarketFile(MarketFileEvent::Tested(Ok(results))));
            let reason = window.message("test-no-host");
            assert!(
                is_below(&window, &auth, &reason) && !is_below(&window, &base, &reason),
                "{language:?} {size:?}: {:?}",
                window.texts()
            );
            let bounds = window.harness.ctx.content_rect();
            let bottom_bar = bounds.with_min_y(bounds.bottom() - 60.0);
            let summary = window.format("test-failed", args!["count" => 1]);
            let (beside, above): (Vec<Rect>, Vec<Rect>) =
                window.rects_of(&summary).into_iter().partition(|place| bottom_bar.contains_rect(*place));
            assert_eq!(beside.len(), 1, "{language:?} {size:?}: the summary is beside the buttons");
            assert!(
                above.iter().any(|place| bounds.contains_rect(*place)),
                "{language:?} {size:?}: the summary on the page is scrolled into view: {above:?}"
            );
            window.type_into(&auth, "/");
            assert!(!is_below(&window, &auth, &reason) && !window.shows(&summary), "{language:?} {size:?}");
        }
    }
}

#[test]
fn editing_a_hidden_address_signs_nobody_out() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::markets());
        window.show_steps(scenes::tested_market().into_iter().take(1));
        let warning = window.format("setup-addresses-changed", args!["count" => 3]);
        let base = window.message("market-base");
        assert!(!window.shows(&warning));
        window.press_message("setup-layout-base");
        window.type_into(&base, "https://other.example");
        assert!(window.shows(&warning), "{language:?}");
        window.press_message("setup-layout-core");
        assert!(!window.shows(&warning), "{language:?}");
    }
}
