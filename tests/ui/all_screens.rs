use super::*;
use egui_kittest::kittest::AccessKitNode;

/// `TestWindow::show_scene` draws until no frame is requested any more, and fails if that does not happen.
#[test]
fn every_screen_settles_at_the_minimum_size_in_both_languages() {
    for language in Language::ALL {
        for scene in scenes::all() {
            TestWindow::with_size(language, [720.0, 480.0]).show_scene(scene);
        }
    }
}

#[test]
fn every_screen_is_reachable_from_the_navigation() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        for (key, heading) in [
            ("nav-products", "products-title"),
            ("nav-webhooks", "webhooks-title"),
            ("nav-settings", "settings-title"),
        ] {
            window.press_message(key);
            assert!(window.shows_message(heading), "{language:?} {key}");
        }
    }
}

#[test]
fn no_screen_shows_a_raw_message_key() {
    for language in Language::ALL {
        for scene in scenes::all() {
            let name = scene.name;
            let mut window = TestWindow::new(language);
            window.show_scene(scene);
            for prefix in [
                "login-",
                "import-",
                "create-",
                "products-",
                "webhooks-",
                "settings-",
                "column-",
                "nav-",
                "problem-",
                "field-",
            ] {
                assert!(!window.shows(prefix), "{language:?} {name}: a raw message key {prefix}…");
            }
        }
    }
}

#[test]
fn the_gallery_shows_no_raw_message_key() {
    for language in Language::ALL {
        let harness = gallery(language, Theme::Light);
        let label_or_value = |node: &AccessKitNode<'_>| node.label().or_else(|| node.value());
        let found = harness.query_all_by(|node| label_or_value(node).is_some());
        let texts: Vec<String> = found.filter_map(|node| label_or_value(&node.accesskit_node())).collect();
        assert!(texts.len() > 100, "only {} texts were found", texts.len());
        let is_key =
            |text: &&String| text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert_eq!(texts.iter().find(is_key), None, "{language:?}: a raw message key");
    }
}

#[test]
fn an_account_without_a_shop_gets_a_message_and_advice() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        let scene = scenes::all().into_iter().find(|scene| scene.name == "no-shop").unwrap();
        window.show_scene(scene);
        assert!(window.shows_message("no-shop-title"));
        assert!(window.shows_message("no-shop-remedy"));
    }
}

#[test]
fn a_general_problem_is_shown_until_dismissed() {
    let mut window = TestWindow::signed_in(Language::English);
    window.deliver(Event::Problem(scenes::unreachable()));
    assert!(window.shows("Couldn’t connect"));
    window.press_message("dismiss");
    assert!(!window.shows("Couldn’t connect"));
}

#[test]
fn screens_are_mirrored_in_persian() {
    let heading_positions = |language| {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Go(Screen::Products));
        window.deliver_all(scenes::products(3));
        let x = |name: &str| window.harness.get_by_label(name).rect().center().x;
        let heading = |key: &str| window.format("sort-by", args!["column" => window.message(key)]);
        let navigation = x(&window.message("nav-import"));
        [navigation, x(&heading("column-title")), x(&heading("column-price")), x(&heading("column-stock"))]
    };
    let english = heading_positions(Language::English);
    assert!(english.is_sorted(), "{english:?}");
    let persian = heading_positions(Language::Persian);
    assert!(persian.iter().rev().is_sorted(), "{persian:?}");
}
