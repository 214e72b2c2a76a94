use super::*;
use std::collections::BTreeSet;

use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Color32, Key, Modifiers, Rect, Shape};
use egui_kittest::kittest::NodeT;
use vitrine::ui::theme;

#[test]
fn tab_and_space_work_like_the_pointer() {
    let mut stage = Stage::new(Language::English);
    let name = stage.words("login-practice-action");
    for _ in 0..20 {
        if stage.harness.get_by_label(&name).is_focused() {
            break;
        }
        stage.harness.key_press(Key::Tab);
        stage.harness.run();
    }
    assert!(stage.harness.get_by_label(&name).is_focused());
    stage.harness.key_press(Key::Space);
    stage.harness.run();
    assert!(matches!(stage.sent().as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::Practice))]));
}

#[test]
fn control_and_a_digit_open_a_screen() {
    let mut stage = Stage::in_shop(Language::English);
    stage.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    stage.harness.run();
    assert!(stage.shows_key("products-title"));
    assert_eq!(stage.app().model().screen, Screen::Products);
}

/// Something the Tab key stopped at.
struct Stop {
    name: String,
    at: Rect,
    /// Where the stop before it was by then: it may have been scrolled.
    before: Option<Rect>,
    /// A ring is drawn around it, and none of it is cut off.
    ringed: bool,
}

/// All that the Tab key stops at, once around.
fn walk(stage: &mut Stage) -> Vec<Stop> {
    let mut seen = BTreeSet::new();
    let mut stops = Vec::new();
    let mut before = None;
    for _ in 0..400 {
        stage.harness.key_press(Key::Tab);
        stage.harness.run();
        let Some(focused) = stage.harness.ctx.memory(|memory| memory.focused()) else { continue };
        if !seen.insert(focused.value()) {
            return stops;
        }
        let before = before.replace(focused).and_then(|id| stage.harness.ctx.read_response(id)).map(|response| response.rect);
        stops.push(stop(stage, before));
    }
    panic!("the Tab key does not come around: {:?}", stops.iter().map(|stop| &stop.name).collect::<Vec<_>>());
}

fn stop(stage: &Stage, before: Option<Rect>) -> Stop {
    let node = stage.harness.get_by(|node| node.is_focused());
    let at = node.rect();
    let accent = if stage.harness.ctx.global_style().visuals.dark_mode { theme::DARK.accent } else { theme::LIGHT.accent };
    let ringed = stage.harness.output().shapes.iter().any(|ClippedShape { clip_rect, shape, .. }| match shape {
        Shape::Rect(ring) => {
            let around = ring.rect.expand(2.0);
            let is_ring = ring.stroke.width >= 2.0 && ring.stroke.color == accent && ring.fill == Color32::TRANSPARENT;
            is_ring && at.expand(8.0).contains_rect(ring.rect) && clip_rect.expand(0.5).contains_rect(around)
        }
        _ => false,
    });
    Stop { name: node.accesskit_node().label().unwrap_or_default(), at, before, ringed }
}

#[test]
fn every_tab_stop_has_a_name_and_a_focus_ring_in_reading_order() {
    for language in BOTH {
        for scene in scenes::all() {
            let name = scene.name;
            let mut stage = Stage::sized(language, [900.0, 600.0]);
            stage.play(scene);
            let stops = walk(&mut stage);
            assert!(stops.len() > 1, "{language:?} {name}: nothing to stop at");
            for Stop { name: called, at, before, ringed } in &stops {
                assert!(!called.trim().is_empty(), "{language:?} {name}: no name at {at:?}");
                assert!(ringed, "{language:?} {name}: no ring around {called:?} at {at:?}");
                let Some(before) = before.filter(|before| (before.center().y - at.center().y).abs() < 4.0) else { continue };
                let onward = if language.is_rtl() { before.left() >= at.right() - 1.0 } else { before.right() <= at.left() + 1.0 };
                assert!(onward, "{language:?} {name}: against the line to {called:?} at {at:?} from {before:?}");
            }
        }
    }
}

#[test]
fn a_dialog_traps_the_focus_until_escape_returns_it() {
    for language in BOTH {
        let mut stage = Stage::new(language);
        stage.play(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
        stage.sent();
        let opener = stage.words("import-cancel");
        stage.harness.get_by_label(&opener).focus();
        stage.harness.run();
        stage.harness.key_press(Key::Space);
        stage.harness.run();
        let answers = [stage.words("import-cancel-no"), stage.words("import-cancel-yes")];
        assert!(stage.harness.get_by_label(&answers[0]).is_focused(), "the harmless answer has the keyboard");
        let mut stops: Vec<String> = walk(&mut stage).into_iter().map(|stop| stop.name).collect();
        stops.sort();
        let mut expected = answers.to_vec();
        expected.sort();
        assert_eq!(stops, expected, "nothing behind the dialog is reached");
        stage.harness.key_press(Key::Escape);
        stage.harness.run();
        assert!(!stage.shows(&answers[0]), "Escape closes it");
        assert!(stage.harness.get_by_label(&opener).is_focused(), "the keyboard is where it was");
        assert!(stage.sent().is_empty(), "and nothing was stopped");
    }
}

#[test]
fn the_bottom_bar_is_reached_after_the_page() {
    for (name, least) in [("import-review", 10), ("create", 8), ("webhooks", 10), ("setup-new", 4)] {
        let mut stage = Stage::new(Language::English);
        stage.play(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
        let foot = stage.harness.ctx.content_rect().bottom() - 56.0;
        let navigation = if name == "setup-new" { 0.0 } else { 200.0 };
        let stops: Vec<Stop> = walk(&mut stage).into_iter().filter(|stop| stop.at.left() > navigation).collect();
        let page: Vec<&Stop> = stops.iter().take_while(|stop| stop.at.top() < foot).collect();
        assert!(page.len() >= least, "{name}: only {} before the foot", page.len());
        let after: Vec<&str> = stops[page.len()..].iter().filter(|stop| stop.at.top() < foot).map(|stop| stop.name.as_str()).collect();
        assert!(after.is_empty(), "{name}: after the foot came {after:?}");
    }
}
