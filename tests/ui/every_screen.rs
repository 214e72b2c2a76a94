use super::*;
use egui_kittest::kittest::AccessKitNode;

/// `Stage::play` runs the window until nothing asks for another frame, and fails when that does not happen.
#[test]
fn settles_at_the_minimum_size_in_both_languages() {
    for language in BOTH {
        for scene in scenes::all() {
            Stage::sized(language, [720.0, 480.0]).play(scene);
        }
    }
}

#[test]
fn is_reachable_from_the_navigation() {
    for language in BOTH {
        let mut stage = Stage::in_shop(language);
        for (key, heading) in [("nav-products", "products-title"), ("nav-webhooks", "webhooks-title"), ("nav-settings", "settings-title")] {
            stage.press_key(key);
            assert!(stage.shows_key(heading), "{language:?} {key}");
        }
    }
}

#[test]
fn shows_no_raw_message_key() {
    for language in BOTH {
        for scene in scenes::all() {
            let name = scene.name;
            let mut stage = Stage::new(language);
            stage.play(scene);
            for prefix in ["login-", "import-", "create-", "products-", "webhooks-", "settings-", "column-", "nav-", "problem-", "field-"] {
                assert!(!stage.shows(prefix), "{language:?} {name}: a bare key {prefix}…");
            }
        }
    }
}

#[test]
fn the_gallery_shows_no_raw_message_key() {
    for language in BOTH {
        let harness = gallery(language, Theme::Light);
        let spoken = |node: &AccessKitNode<'_>| node.label().or_else(|| node.value());
        let found = harness.query_all_by(|node| spoken(node).is_some());
        let texts: Vec<String> = found.filter_map(|node| spoken(&node.accesskit_node())).collect();
        assert!(texts.len() > 100, "{} texts", texts.len());
        let is_key = |text: &&String| text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert_eq!(texts.iter().find(is_key), None, "{language:?}: a bare key");
    }
}

#[test]
fn an_account_without_a_shop_gets_a_message_and_advice() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "no-shop").unwrap();
        stage.play(scene);
        assert!(stage.shows_key("no-shop-title"));
        assert!(stage.shows_key("no-shop-remedy"));
    }
}

#[test]
fn a_general_problem_is_shown_until_dismissed() {
    let mut stage = Stage::in_shop(Language::English);
    stage.tell(Event::Problem(scenes::unreachable()));
    assert!(stage.shows("Couldn’t connect"));
    stage.press_key("dismiss");
    assert!(!stage.shows("Couldn’t connect"));
}

#[test]
fn is_mirrored_in_persian() {
    let heads = |language| {
        let mut stage = Stage::in_shop(language);
        stage.app_mut().act(Action::Go(Screen::Products));
        stage.tell(scenes::products(3));
        let x = |name: &str| stage.harness.get_by_label(name).rect().center().x;
        let sorted = |key: &str| stage.format("sort-by", args!["column" => stage.words(key)]);
        let navigation = x(&stage.words("nav-import"));
        [navigation, x(&sorted("column-title")), x(&sorted("column-price")), x(&sorted("column-wholesale"))]
    };
    let english = heads(Language::English);
    assert!(english.is_sorted(), "{english:?}");
    let persian = heads(Language::Persian);
    assert!(persian.iter().rev().is_sorted(), "{persian:?}");
}
