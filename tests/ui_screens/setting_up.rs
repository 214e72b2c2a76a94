use super::*;
use vitrine::market::{Layout, MarketKey, NotReached, Tested};

fn opened(language: Language) -> Stage {
    let mut stage = Stage::new(language);
    stage.press_key("setup-new");
    stage
}

#[test]
fn a_marketplace_is_set_up_by_its_addresses() {
    for language in BOTH {
        let mut stage = opened(language);
        let [name, base, save, test] = ["market-name", "market-base", "setup-save", "setup-test"].map(|key| stage.words(key));
        assert!(!stage.is_enabled(&save) && !stage.is_enabled(&test), "{language:?}");
        stage.type_into(&name, "Basket");
        stage.type_into(&base, "https://api.basket.example");
        stage.press(&test);
        assert!(matches!(stage.sent().as_slice(), [Command::MarketTest(_)]), "{language:?}");
        stage.press(&save);
        let sent = stage.sent();
        let [Command::MarketSave { draft, file: None }] = sent.as_slice() else { panic!("{language:?}: {sent:?}") };
        assert_eq!((draft.text(MarketKey::Name), draft.text(MarketKey::Base)), ("Basket", "https://api.basket.example"));
    }
}

#[test]
fn an_address_that_cannot_be_used_says_so_while_it_is_typed() {
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
fn the_other_layout_asks_for_its_own_addresses() {
    let mut stage = opened(Language::English);
    stage.press_key("setup-layout-core");
    assert!(stage.shows_key("market-core") && stage.shows_key("market-upload"));
    assert!(!stage.shows_key("market-base"));
}

#[test]
fn each_address_that_fails_says_why() {
    let reasons = [
        NotReached::NoSuchHost,
        NotReached::NoAnswer,
        NotReached::Tls("bad certificate".to_owned()),
        NotReached::TimedOut,
        NotReached::WebPage,
        NotReached::NotFound,
        NotReached::ServerError(502),
        NotReached::Elsewhere("other.example".to_owned()),
        NotReached::Broken("reset".to_owned()),
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
            stage.tell(Event::MarketTested(Ok(vec![Tested { key: MarketKey::Base, address, result: Err(reason.clone()) }])));
            assert!(stage.shows(&stage.format("trial-bad", args!["count" => 1])), "{language:?} {reason:?}");
            let told: Vec<String> = stage.texts().into_iter().filter(|text| !before.contains(text)).collect();
            assert!(seen.insert(told.join("\n")), "{language:?} {reason:?}: told as another: {told:?}");
        }
    }
}

#[test]
fn what_was_tried_is_forgotten_when_it_is_changed() {
    let mut stage = Stage::new(Language::English);
    for step in scenes::tried() {
        stage.step(step);
    }
    assert!(stage.shows(&stage.format("trial-bad", args!["count" => 2])));
    let webhook = stage.words("market-webhook");
    stage.type_into(&webhook, "https://hooks.example");
    assert!(!stage.shows_key("trial-reached"));
}

#[test]
fn changed_addresses_tell_that_the_accounts_are_signed_out() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.tell(scenes::markets());
        for step in scenes::tried() {
            stage.step(step);
        }
        assert!(stage.shows(&stage.format("setup-moves", args!["count" => 3])), "{language:?}");
        assert!(stage.shows_key("setup-name-fixed"), "{language:?}");
    }
}

#[test]
fn what_could_not_be_saved_stays_typed() {
    let mut stage = opened(Language::English);
    let [name, base] = ["market-name", "market-base"].map(|key| stage.words(key));
    stage.type_into(&name, "Basket");
    stage.type_into(&base, "https://x.example");
    stage.press_key("setup-save");
    stage.tell(Event::MarketFailed(Problem::new(Code::Storage).about("/data/markets/Basket.toml")));
    assert_eq!(stage.value(&name), "Basket");
    assert!(stage.is_enabled(&stage.words("setup-save")));
    assert_eq!(stage.app().model().setup.as_ref().unwrap().draft.layout, Layout::Base);
}
