//! The panel with what is to be settled: it is as the person left it, and says what was settled.

use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton, pos2};
use egui_kittest::kittest::AccessKitNode;
use vitrine::worker::Settings;
use vitrine_core::import::plan::Reason;

/// The review with a question about the photos of a folder, with these settings.
fn review(language: Language, settings: Settings) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.deliver(Event::Platform(PlatformEvent::Settings(Box::new(Settings {
        language: Some(language.tag().to_owned()),
        ..settings
    }))));
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    plan(&mut window, true);
    window.take_commands();
    window
}

fn plan(window: &mut TestWindow, is_unclear: bool) {
    let reason = if is_unclear { Reason::NamesSayNothing } else { Reason::Chosen };
    let folders = vec![grouping::folder("goods", 40, reason, is_unclear)];
    window.deliver(Event::Import(ImportEvent::Planned {
        drafts: scenes::planned_drafts(40),
        problems: vec![],
        ignored: 0,
        folders,
    }));
}

/// The settings that were saved last.
fn saved(window: &mut TestWindow) -> Settings {
    let saved = |command| {
        if let Command::Platform(PlatformCommand::SaveSettings(settings)) = command {
            Some(settings)
        } else {
            None
        }
    };
    *window.take_commands().into_iter().filter_map(saved).last().expect("the settings are saved")
}

#[test]
fn a_panel_that_was_closed_stays_closed_after_a_restart_until_it_is_opened() {
    for language in Language::ALL {
        let mut window = review(language, Settings::default());
        window.press_message("settle-close");
        let settings = saved(&mut window);
        let mut window = review(language, settings);
        assert!(!window.shows_message("settle-close"), "{language:?}");
        window.open_things();
        let settings = saved(&mut window);
        assert!(review(language, settings).shows_message("settle-close"), "{language:?}");
    }
}

#[test]
fn the_panel_gives_way_where_it_would_cover_the_cell_that_is_edited_and_comes_back_with_the_room() {
    for language in Language::ALL {
        let mut window = review(language, Settings::default());
        let price = window.cell(Field::PrimaryPrice, 1);
        window.focus(&price);
        window.type_keys("12");
        let mut has_panel = |width: f32| {
            window.harness.set_size(eframe::egui::vec2(width, 760.0));
            window.harness.run();
            (window.shows_message("settle-close"), window.is_focused(&price))
        };
        assert_eq!([900.0, 1100.0].map(&mut has_panel), [(false, true), (true, true)], "{language:?}");
    }
}

#[test]
fn the_width_of_the_panel_is_dragged_and_kept_over_a_restart() {
    for language in Language::ALL {
        let mut window = review(language, Settings::default());
        let close = window.message("settle-close");
        let at = window.harness.get_by_label(&close).rect().center();
        // The edge, 320 points from the end side of the window.
        let (from, to) = if language.is_rtl() { (320.0, 420.0) } else { (1100.0 - 320.0, 1100.0 - 420.0) };
        let middle =
            |window: &TestWindow| window.harness.get_by_label(&window.message("settle-title")).rect();
        let before = middle(&window);
        drag(&mut window, from, to, at.y + 200.0);
        let settings = saved(&mut window);
        assert_eq!(settings.review_panel.width, Some(420), "{language:?}");
        let window = review(language, settings);
        let after = middle(&window);
        let moved =
            if language.is_rtl() { after.right() - before.right() } else { before.left() - after.left() };
        assert!((moved - 100.0).abs() < 2.0, "{language:?}: {moved}");
    }
}

fn drag(window: &mut TestWindow, from: f32, to: f32, y: f32) {
    let button = |x: f32, pressed| Input::PointerButton {
        pos: pos2(x, y),
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.event(Input::PointerMoved(pos2(from, y)));
    window.harness.run();
    window.harness.event(button(from, true));
    window.harness.step();
    window.harness.event(Input::PointerMoved(pos2(to, y)));
    window.harness.step();
    window.harness.event(button(to, false));
    window.harness.run();
}

#[test]
fn what_was_settled_is_said_for_a_moment_and_moves_nothing_but_the_panel() {
    for language in Language::ALL {
        let mut window = review(language, Settings::default());
        let thing = window.message("settle-grouping");
        let said = window.format("settle-settled", args!["thing" => thing]);
        let name = window.cell(Field::Name, 1);
        let before = window.harness.get_by_label(&name).rect();
        assert!(!window.shows(&said), "{language:?}");
        plan(&mut window, false);
        assert!(window.shows(&said), "{language:?}: {:?}", window.texts());
        assert_eq!(window.harness.get_by_label(&name).rect(), before, "{language:?}");
        for _ in 0..240 {
            window.harness.step();
        }
        assert!(!window.shows(&said), "{language:?}: it goes");
    }
}

#[test]
fn the_panel_of_a_new_review_begins_at_its_first_card() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1100.0, 500.0]);
        window.deliver(scenes::signed_in());
        let answer = window.format("import-group-as-each", args!["count" => 40]);
        let top = |window: &TestWindow| window.harness.get_by_label(&answer).rect().top();
        let begin = |window: &mut TestWindow| {
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            plan(window, true);
        };
        begin(&mut window);
        let first = top(&window);
        let last = window.label(Field::PackageWeight);
        window.focus(&last);
        window.harness.run();
        assert!(top(&window) < first, "{language:?}: the panel is scrolled");
        window.app_mut().act(Action::Import(ImportAction::Clear));
        window.harness.run();
        begin(&mut window);
        assert_eq!(top(&window), first, "{language:?}");
    }
}

#[test]
fn what_half_of_a_number_brings_and_the_rest_takes_away_is_not_said_to_be_settled() {
    for language in Language::ALL {
        let mut window = review(language, Settings::default());
        let drafts = scenes::planned_drafts(1);
        window.deliver(Event::Import(ImportEvent::Planned {
            drafts,
            problems: vec![],
            ignored: 0,
            folders: vec![],
        }));
        let things = |window: &TestWindow| {
            window.texts().into_iter().filter(|text| is_said(window, text)).collect::<Vec<_>>()
        };
        let price = window.cell(Field::PrimaryPrice, 1);
        window.focus(&price);
        window.type_keys("1");
        (0..240).for_each(|_| window.harness.step());
        assert_eq!(things(&window), Vec::<String>::new(), "{language:?}");
        window.type_keys("x");
        window.key_press(Key::Backspace);
        assert_eq!(things(&window), Vec::<String>::new(), "{language:?}");
    }
}

/// Whether a text says that something was settled.
fn is_said(window: &TestWindow, text: &str) -> bool {
    let [before, after] = {
        let said = window.format("settle-settled", args!["thing" => "|"]);
        let (before, after) = said.split_once('|').unwrap();
        [before.to_owned(), after.to_owned()]
    };
    text.starts_with(&before) && text.ends_with(&after)
}

#[test]
fn the_columns_of_the_review_are_those_of_the_shop() {
    for language in Language::ALL {
        let mut window = review(language, Settings::default());
        window.press_message("review-columns");
        let sku = window.label(Field::Sku);
        window.press(&sku);
        window.press_message("close");
        let settings = saved(&mut window);
        assert!(review(language, settings.clone()).shows(&window.cell(Field::Sku, 1)), "{language:?}");
        assert_eq!(settings.review_columns_of(None).shown, None, "{language:?}: other shops keep theirs");
    }
}

/// Somebody who hears the window goes from button to button, and hears nothing of the cards around them.
#[test]
fn each_button_of_the_panel_says_which_card_it_belongs_to() {
    for (language, name) in Language::ALL
        .into_iter()
        .flat_map(|language| ["import-review", "import-categories"].map(|name| (language, name)))
    {
        let mut window = TestWindow::with_size(language, [1280.0, 1800.0]);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
        window.open_things();
        let close = window.harness.get_by_label(&window.message("settle-close")).rect();
        let panel = |at: f32| if language.is_rtl() { at < 310.0 } else { at > 970.0 };
        let is_in_row = |button: &AccessKitNode<'_>| {
            std::iter::successors(button.parent(), AccessKitNode::parent)
                .any(|above| above.role() == Role::Row)
        };
        let buttons = window.harness.query_all_by_role(Role::Button).filter(|button| {
            let rect = button.rect();
            !is_in_row(&button.accesskit_node())
                && panel(rect.center().x)
                && rect.top() > close.bottom()
                && rect.bottom() < 1730.0
        });
        let mut heard = std::collections::BTreeSet::new();
        for button in buttons {
            let (name, description) = (
                button.accesskit_node().label().unwrap(),
                button.accesskit_node().data().description().map(str::to_owned),
            );
            assert!(description.is_some(), "{language:?}: “{name}” says nothing of its card");
            assert!(
                heard.insert((name.clone(), description)),
                "{language:?}: two buttons are called “{name}”, and nothing tells them apart"
            );
        }
        assert!(heard.len() >= 3, "{language:?} {name}: {heard:?}");
        let incomplete = window.message("settle-incomplete-show");
        let said = window
            .harness
            .get_by_label(&incomplete)
            .accesskit_node()
            .data()
            .description()
            .unwrap()
            .to_owned();
        let count = window.app().model().import.review.checks().incomplete().len();
        let title = window.format("import-incomplete", args!["count" => count, "reasons" => ""]);
        assert!(said.contains(title.trim().trim_end_matches(':')), "{language:?}: “{said}” has “{title}”");
    }
}
