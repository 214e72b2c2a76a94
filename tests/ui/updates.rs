//! Newer versions of the program: the setting, looking for one, and the release notes.

use super::*;
use eframe::egui::Key;
use vitrine::worker::{Release, Settings, UpdateCheck, UpdateCommand, UpdateFailure};

/// The settings screen, where somebody can be asked.
fn in_settings(language: Language) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.deliver(Event::Update(UpdateEvent::State(scenes::update(false, UpdateCheck::Idle))));
    window.press_message("nav-settings");
    window.take_commands();
    window
}

fn saved(window: &mut TestWindow) -> Vec<bool> {
    let saved = |command| match command {
        Command::Platform(PlatformCommand::SaveSettings(settings)) => settings.checks_for_updates,
        other => panic!("{other:?}"),
    };
    window.take_commands().into_iter().map(saved).collect()
}

#[test]
fn without_a_server_to_ask_there_is_nothing_to_set() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("nav-settings");
    assert!(window.shows_message("settings-about"));
    assert!(!window.shows_message("updates-title") && !window.shows_message("updates-check"));
}

#[test]
fn the_daily_look_is_off_and_turned_on_by_mouse_and_by_key() {
    assert!(!Settings::default().checks_for_updates);
    for language in Language::ALL {
        let mut window = in_settings(language);
        window.press_message("updates-daily");
        assert_eq!(saved(&mut window), [true]);
        let name = window.message("updates-daily");
        window.focus(&name);
        window.tap_key(Key::Space);
        assert_eq!(saved(&mut window), [false]);
    }
}

#[test]
fn the_button_looks_now_and_says_what_came_of_it() {
    for language in Language::ALL {
        let mut window = in_settings(language);
        let now = window.message("updates-check");
        window.focus(&now);
        window.tap_key(Key::Enter);
        assert!(matches!(window.take_commands().as_slice(), [Command::Update(UpdateCommand::CheckNow)]));
        window.deliver(Event::Update(UpdateEvent::State(scenes::update(false, UpdateCheck::Running))));
        assert!(window.shows_message("updates-checking") && !window.is_enabled(&now));
        for (failure, key) in [
            (UpdateFailure::NoAnswer, "updates-no-answer"),
            (UpdateFailure::UnexpectedAnswer, "updates-unexpected-answer"),
        ] {
            window.deliver(Event::Update(UpdateEvent::State(scenes::update(
                false,
                UpdateCheck::Failed(failure),
            ))));
            assert!(
                window.shows(&window.format(key, args!["host" => "api.github.com"])),
                "{language:?}: {key}"
            );
        }
        window.deliver(Event::Update(UpdateEvent::State(scenes::update(false, UpdateCheck::Idle))));
        let up_to_date = window.format("updates-current", args!["at" => "|"]);
        assert!(window.shows(up_to_date.split('|').next().unwrap()) && window.is_enabled(&now));
    }
}

#[test]
fn a_newer_version_is_told_and_its_notes_lead_to_its_page() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.deliver_all([
            Event::Update(UpdateEvent::State(scenes::update(true, UpdateCheck::Idle))),
            Event::Update(UpdateEvent::NewVersion("1.4.0".to_owned())),
        ]);
        let version = window.app().words().digits("1.4.0");
        assert!(window.shows(&window.format("updates-available", args!["version" => version])));
        window.press_message("updates-show");
        for line in [
            "What’s new",
            "• Imports are twice as fast on slow connections.",
            "• تصویرهای خیلی بزرگ سریع‌تر کوچک می‌شوند (تا ۳ برابر).",
        ] {
            assert!(window.shows(line), "{language:?}: {line}");
        }
        let edges = |line: &str| window.rects_of(line)[0].x_range();
        let (english, persian) = (edges("• Imports are"), edges("• تصویرهای"));
        assert!(
            english.min < persian.min && english.max < persian.max,
            "each begins at its own side: {english:?}, {persian:?}"
        );
        assert!(window.take_commands().is_empty(), "nothing is opened before the button is pressed");
        window.press_message("updates-open-page");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Platform(PlatformCommand::OpenPage(page))] if page == "https://github.com/example/vitrine/releases/tag/v1.4.0")
        );
        assert!(!window.shows("What’s new"), "the dialog is closed");
        assert_eq!(window.app().model().notifications.shown().count(), 0, "the notification has been read");
    }
}

#[test]
fn the_notes_are_opened_and_closed_by_keys_from_the_settings() {
    let mut window = in_settings(Language::Persian);
    window.deliver(Event::Update(UpdateEvent::State(scenes::update(true, UpdateCheck::Idle))));
    let show = window.message("updates-show");
    window.focus(&show);
    window.tap_key(Key::Enter);
    assert!(window.shows_message("updates-open-page"));
    window.tap_key(Key::Escape);
    assert!(!window.shows_message("updates-open-page"));
    assert!(window.is_focused(&show), "the focus returns to the button");
    assert!(window.take_commands().is_empty());
}

#[test]
fn without_a_trusted_page_or_notes_the_dialog_says_so() {
    let mut window = in_settings(Language::English);
    let mut state = scenes::update(true, UpdateCheck::Idle);
    state.newer = state.newer.map(|release| Release { notes: String::new(), page: None, ..release });
    window.deliver(Event::Update(UpdateEvent::State(state)));
    window.press_message("updates-show");
    assert!(window.shows_message("updates-no-notes") && !window.shows_message("updates-open-page"));
    window.press_message("close");
    assert!(!window.shows_message("updates-no-notes"));
}

#[test]
fn long_notes_scroll_within_the_window() {
    let mut window = TestWindow::with_size(Language::Persian, [760.0, 500.0]);
    window.deliver(scenes::signed_in());
    let mut state = scenes::update(true, UpdateCheck::Idle);
    let notes: String = (1..=300).map(|line| format!("• تغییر شمارهٔ {line}\n")).collect();
    state.newer = state.newer.map(|release| Release { notes, ..release });
    window.deliver_all([
        Event::Update(UpdateEvent::State(state)),
        Event::Update(UpdateEvent::NewVersion("1.4.0".to_owned())),
    ]);
    window.press_message("updates-show");
    let bounds = window.harness.ctx.content_rect();
    let button = window.message("updates-open-page");
    assert!(bounds.contains_rect(window.harness.get_by_label(&button).rect()));
    let top = |window: &TestWindow| window.rects_of("تغییر شمارهٔ 1").first().map(|rect| rect.top());
    let before = top(&window);
    window.tap_key(Key::PageDown);
    assert!(top(&window) < before, "a key scrolls the notes");
}
