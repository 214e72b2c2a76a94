use super::*;
use eframe::egui::Rect;
use vitrine::market::{AddressCheck, AddressFailure, Layout, MarketKey, Profile};

fn opened(language: Language) -> Stage {
    let mut stage = Stage::new(language);
    stage.press_key("setup-new");
    stage
}

#[test]
fn a_marketplace_is_set_up_by_entering_its_addresses() {
    for language in BOTH {
        let mut stage = opened(language);
        let [name, base, save, test] = ["market-name", "market-base", "setup-save", "setup-test"].map(|key| stage.words(key));
        assert!(!stage.is_enabled(&save) && !stage.is_enabled(&test), "{language:?}");
        stage.type_into(&name, "Basket");
        stage.type_into(&base, "https://api.basket.example");
        stage.press(&test);
        assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::MarketTest(_))]), "{language:?}");
        stage.press(&save);
        let sent = stage.sent();
        let [Command::Account(AccountCommand::MarketSave { draft, file: None })] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        assert_eq!((draft.text(MarketKey::Name), draft.text(MarketKey::Base)), ("Basket", "https://api.basket.example"));
    }
}

#[test]
fn an_invalid_address_is_reported_while_typing() {
    for language in BOTH {
        let mut stage = opened(language);
        let [name, base] = ["market-name", "market-base"].map(|key| stage.words(key));
        stage.type_into(&name, "Basket");
        stage.type_into(&base, "http://api.basket.example");
        assert!(stage.shows_key("entry-not-https"), "{language:?}");
        assert!(!stage.is_enabled(&stage.words("setup-save")), "{language:?}");
    }
}

#[test]
fn the_other_layout_requires_its_own_addresses() {
    let mut stage = opened(Language::English);
    stage.press_key("setup-layout-core");
    assert!(stage.shows_key("market-core") && stage.shows_key("market-upload"));
    assert_eq!(stage.times_shown(&stage.words("market-base")), stage.times_shown(&stage.words("market-webhook")));
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
    for language in BOTH {
        let mut seen = std::collections::BTreeSet::new();
        let mut stage = opened(language);
        let [name, base] = ["market-name", "market-base"].map(|key| stage.words(key));
        stage.type_into(&name, "Basket");
        stage.type_into(&base, "https://x.example");
        let before = stage.texts();
        for reason in &reasons {
            stage.press_key("setup-test");
            let address = "https://x.example/v1/users/me".to_owned();
            stage.tell(Event::MarketTested(Ok(vec![AddressCheck { key: MarketKey::Base, address, result: Err(reason.clone()) }])));
            assert!(stage.shows(&stage.format("test-failed", args!["count" => 1])), "{language:?} {reason:?}");
            let told: Vec<String> = stage.texts().into_iter().filter(|text| !before.contains(text)).collect();
            assert!(seen.insert(told.join("\n")), "{language:?} {reason:?}: told as another: {told:?}");
        }
    }
}

#[test]
fn test_results_are_discarded_when_an_address_changes() {
    let mut stage = Stage::new(Language::English);
    for step in scenes::tried() {
        stage.step(step);
    }
    assert!(stage.shows(&stage.format("test-failed", args!["count" => 2])));
    let webhook = stage.words("market-webhook");
    stage.type_into(&webhook, "https://hooks.example");
    assert!(!stage.shows_key("test-reached"));
}

#[test]
fn changing_addresses_warns_that_accounts_are_signed_out() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::markets());
        for step in scenes::tried() {
            stage.step(step);
        }
        assert!(stage.shows(&stage.format("setup-addresses-changed", args!["count" => 3])), "{language:?}");
        assert!(stage.shows_key("setup-name-fixed"), "{language:?}");
    }
}

#[test]
fn entries_stay_after_a_failed_save() {
    let mut stage = opened(Language::English);
    let [name, base] = ["market-name", "market-base"].map(|key| stage.words(key));
    stage.type_into(&name, "Basket");
    stage.type_into(&base, "https://x.example");
    stage.press_key("setup-save");
    stage.tell(Event::MarketFailed(Problem::new(Code::Storage).with_subject("/data/markets/Basket.toml")));
    assert_eq!(stage.value(&name), "Basket");
    assert!(stage.is_enabled(&stage.words("setup-save")));
    assert_eq!(stage.app().model().setup.as_ref().unwrap().draft.layout, Layout::Base);
}

#[test]
fn entries_of_the_other_layout_are_kept_but_neither_validated_nor_sent() {
    for language in BOTH {
        let mut stage = opened(language);
        let [name, base, core, upload] = ["market-name", "market-base", "market-core", "market-upload"].map(|key| stage.words(key));
        stage.type_into(&name, "Basket");
        stage.press_key("setup-layout-core");
        stage.type_into(&core, "nowhere");
        stage.type_into(&upload, "http://upload.example");
        assert!(stage.shows_key("entry-invalid-address") && stage.shows_key("entry-not-https"), "{language:?}");
        stage.press_key("setup-layout-base");
        assert!(
            !stage.shows_key("entry-invalid-address") && !stage.shows_key("entry-not-https"),
            "{language:?}: what is hidden accuses nobody"
        );
        stage.type_into(&base, "https://api.basket.example");
        for button in ["setup-test", "setup-save"] {
            stage.press_key(button);
            let sent = stage.sent();
            let ([Command::Account(AccountCommand::MarketTest(draft))] | [Command::Account(AccountCommand::MarketSave { draft, .. })]) =
                sent.as_slice()
            else {
                panic!("{language:?} {button}: {sent:?}")
            };
            let read = Profile::parse(&draft.to_toml(), "Basket");
            assert!(read.is_ok(), "{language:?} {button}: {read:?}");
            assert!(!draft.to_toml().contains("core_url") && !draft.to_toml().contains("upload_url"), "{language:?} {button}");
            stage.tell(Event::MarketFailed(Problem::new(Code::Storage)));
        }
        stage.press_key("setup-layout-core");
        assert_eq!((stage.value(&core), stage.value(&upload)), ("nowhere".to_owned(), "http://upload.example".to_owned()), "{language:?}");
        assert!(stage.shows_key("entry-invalid-address"), "{language:?}");
    }
}

/// Whether `text` stands right under the field that is called so.
fn stands_at(stage: &Stage, field: &str, text: &str) -> bool {
    let field = stage.place_of_field(field);
    let under = |place: &Rect| (0.0..30.0).contains(&(place.top() - field.bottom())) && place.x_range().intersects(field.x_range());
    stage.places_of(text).iter().any(under)
}

#[test]
fn a_failed_address_is_marked_at_its_field_until_it_changes() {
    for language in BOTH {
        for size in [[1100.0, 760.0], [720.0, 480.0]] {
            let mut stage = Stage::sized(language, size);
            stage.press_key("setup-new");
            let [name, base, auth] = ["market-name", "market-base", "market-auth"].map(|key| stage.words(key));
            stage.type_into(&name, "Basket");
            stage.type_into(&base, "https://x.example");
            stage.type_into(&auth, "https://autth.example");
            stage.press_key("setup-test");
            let tested = |key, result| AddressCheck { key, address: "https://x.example/".to_owned(), result };
            let came = vec![tested(MarketKey::Base, Ok(())), tested(MarketKey::Auth, Err(AddressFailure::NoSuchHost))];
            stage.tell(Event::MarketTested(Ok(came)));
            let reason = stage.words("test-no-host");
            assert!(stands_at(&stage, &auth, &reason) && !stands_at(&stage, &base, &reason), "{language:?} {size:?}: {:?}", stage.texts());
            let window = stage.harness.ctx.content_rect();
            let foot = window.with_min_y(window.bottom() - 60.0);
            let short = stage.format("test-failed", args!["count" => 1]);
            let (beside, above): (Vec<Rect>, Vec<Rect>) = stage.places_of(&short).into_iter().partition(|place| foot.contains_rect(*place));
            assert_eq!(beside.len(), 1, "{language:?} {size:?}: told beside the buttons");
            assert!(above.iter().any(|place| window.contains_rect(*place)), "{language:?} {size:?}: and brought into sight: {above:?}");
            stage.type_into(&auth, "/");
            assert!(!stands_at(&stage, &auth, &reason) && !stage.shows(&short), "{language:?} {size:?}");
        }
    }
}

#[test]
fn editing_a_hidden_address_signs_nobody_out() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::markets());
        for step in scenes::tried().into_iter().take(1) {
            stage.step(step);
        }
        let moves = stage.format("setup-addresses-changed", args!["count" => 3]);
        let base = stage.words("market-base");
        assert!(!stage.shows(&moves));
        stage.press_key("setup-layout-base");
        stage.type_into(&base, "https://other.example");
        assert!(stage.shows(&moves), "{language:?}");
        stage.press_key("setup-layout-core");
        assert!(!stage.shows(&moves), "{language:?}");
    }
}
