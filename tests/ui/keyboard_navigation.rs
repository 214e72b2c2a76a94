use super::*;
use std::collections::BTreeSet;

use eframe::egui::accesskit::Role;
use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Color32, Key, Modifiers, Rect, Shape};
use egui_kittest::kittest::NodeT;
use vitrine_widgets::theme;

#[test]
fn tab_and_space_work_like_the_pointer() {
    let mut window = TestWindow::new(Language::English);
    let name = window.message("login-practice-action");
    for _ in 0..20 {
        if window.harness.get_by_label(&name).is_focused() {
            break;
        }
        window.harness.key_press(Key::Tab);
        window.harness.run();
    }
    assert!(window.harness.get_by_label(&name).is_focused());
    window.harness.key_press(Key::Space);
    window.harness.run();
    assert!(matches!(
        window.take_commands().as_slice(),
        [Command::Account(AccountCommand::UseMarket(MarketChoice::Practice))]
    ));
}

#[test]
fn control_and_a_digit_open_a_screen() {
    let mut window = TestWindow::signed_in(Language::English);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    window.harness.run();
    assert!(window.shows_message("products-title"));
    assert_eq!(window.app().model().screen, Screen::Products);
}

/// An element that the Tab key reached.
struct TabStop {
    name: String,
    at: Rect,
    /// Where the previous element is now, because the page may have scrolled.
    before: Option<Rect>,
    /// Whether a complete focus ring is drawn around it.
    has_ring: bool,
}

/// Presses Tab until it reaches the first element again. Returns all elements in order.
fn tab_stops(window: &mut TestWindow) -> Vec<TabStop> {
    let mut seen = BTreeSet::new();
    let mut stops = Vec::new();
    let mut before = None;
    for _ in 0..400 {
        window.harness.key_press(Key::Tab);
        window.harness.run();
        let Some(focused) = window.harness.ctx.memory(|memory| memory.focused()) else { continue };
        if !seen.insert(focused.value()) {
            return stops;
        }
        let before = before
            .replace(focused)
            .and_then(|id| window.harness.ctx.read_response(id))
            .map(|response| response.rect);
        stops.push(tab_stop(window, before));
    }
    panic!(
        "the Tab key does not return to the first element: {:?}",
        stops.iter().map(|stop| &stop.name).collect::<Vec<_>>()
    );
}

fn tab_stop(window: &TestWindow, before: Option<Rect>) -> TabStop {
    let node = window.harness.get_by(|node| node.is_focused());
    let at = node.rect();
    let accent = if window.harness.ctx.global_style().visuals.dark_mode {
        theme::DARK.accent
    } else {
        theme::LIGHT.accent
    };
    let has_ring =
        window.harness.output().shapes.iter().any(|ClippedShape { clip_rect, shape, .. }| match shape {
            Shape::Rect(ring) => {
                let around = ring.rect.expand(2.0);
                let is_ring = ring.stroke.width >= 2.0
                    && ring.stroke.color == accent
                    && ring.fill == Color32::TRANSPARENT;
                is_ring
                    && at.expand(8.0).contains_rect(ring.rect)
                    && clip_rect.expand(0.5).contains_rect(around)
            }
            _ => false,
        });
    TabStop { name: node.accesskit_node().label().unwrap_or_default(), at, before, has_ring }
}

#[test]
fn every_tab_stop_has_a_name_and_a_focus_ring_in_reading_order() {
    for language in Language::ALL {
        for scene in scenes::all() {
            let name = scene.name;
            let mut window = TestWindow::with_size(language, [900.0, 600.0]);
            window.show_scene(scene);
            let stops = tab_stops(&mut window);
            assert!(stops.len() > 1, "{language:?} {name}: Tab reaches nothing");
            // In a dialog, Cancel has the focus: Tab goes on from there, and once around.
            let mut is_around = window.harness.query_all_by_role(Role::Dialog).next().is_none();
            for TabStop { name: label, at, before, has_ring } in &stops {
                assert!(!label.trim().is_empty(), "{language:?} {name}: no accessible name at {at:?}");
                assert!(has_ring, "{language:?} {name}: no focus ring around {label:?} at {at:?}");
                let Some(before) = before.filter(|before| (before.center().y - at.center().y).abs() < 4.0)
                else {
                    continue;
                };
                // From the page on to the navigation.
                let is_navigation =
                    |rect: Rect| if language.is_rtl() { rect.left() > 680.0 } else { rect.right() < 220.0 };
                if is_navigation(*at) && !is_navigation(before) {
                    continue;
                }
                let is_in_order = if language.is_rtl() {
                    before.left() >= at.right() - 1.0
                } else {
                    before.right() <= at.left() + 1.0
                };
                assert!(
                    is_in_order || !std::mem::replace(&mut is_around, true),
                    "{language:?} {name}: from {before:?} backwards to {label:?} at {at:?}"
                );
            }
        }
    }
}

#[test]
fn a_dialog_traps_the_focus_until_escape_returns_it() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
        window.take_commands();
        let opener = window.message("import-cancel");
        window.harness.get_by_label(&opener).focus();
        window.harness.run();
        window.harness.key_press(Key::Space);
        window.harness.run();
        let answers = [window.message("import-cancel-no"), window.message("import-cancel-yes")];
        assert!(window.harness.get_by_label(&answers[0]).is_focused(), "the safe answer has the focus");
        let mut stops: Vec<String> = tab_stops(&mut window).into_iter().map(|stop| stop.name).collect();
        stops.sort();
        let mut expected = answers.to_vec();
        expected.sort();
        assert_eq!(stops, expected, "Tab reaches nothing behind the dialog");
        window.harness.key_press(Key::Escape);
        window.harness.run();
        assert!(!window.shows(&answers[0]), "Escape closes the dialog");
        assert!(window.harness.get_by_label(&opener).is_focused(), "the focus returns to the opener");
        assert!(window.take_commands().is_empty(), "nothing was cancelled");
    }
}

#[test]
fn the_bottom_bar_is_reached_after_the_page() {
    for (name, min) in [("import-review", 10), ("create", 8), ("webhooks", 10), ("setup-new", 4)] {
        let mut window = TestWindow::new(Language::English);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
        let bar_top = window.harness.ctx.content_rect().bottom() - 56.0;
        let navigation = if name == "setup-new" { 0.0 } else { 200.0 };
        let stops: Vec<TabStop> =
            tab_stops(&mut window).into_iter().filter(|stop| stop.at.left() > navigation).collect();
        let page: Vec<&TabStop> = stops.iter().take_while(|stop| stop.at.top() < bar_top).collect();
        assert!(page.len() >= min, "{name}: only {} elements before the bottom bar", page.len());
        // The walk begins at the heading of the page, so that what is above it comes last.
        let above = [
            window.message("settings-language-system"),
            window.message("guide-title"),
            "English".to_owned(),
            "فارسی".to_owned(),
        ];
        let is_above = |stop: &&TabStop| above.contains(&stop.name);
        let after = stops[page.len()..].iter().filter(|stop| !is_above(stop));
        let after: Vec<&str> =
            after.filter(|stop| stop.at.top() < bar_top).map(|stop| stop.name.as_str()).collect();
        assert!(after.is_empty(), "{name}: {after:?} came after the bottom bar");
    }
}
