//! Dialogs used by keyboard and mouse: each event in its own frame, as in real windows.

use super::*;
use eframe::egui::{Event as Input, Key, Modifiers};

const FRAME: f32 = 1.0 / 60.0;

/// A dialog, and what opens it.
struct Opened {
    scene: &'static str,
    opener: fn(&Stage) -> String,
    /// What only the dialog shows.
    shown: fn(&Stage) -> String,
    /// Where the keyboard begins, when that is the button that changes nothing.
    safe: Option<&'static str>,
}

/// Every dialog a button opens.
const DIALOGS: [Opened; 6] = [
    Opened {
        scene: "import-running",
        opener: |stage| stage.words("import-cancel"),
        shown: |stage| stage.words("import-cancel-ask"),
        safe: Some("import-cancel-no"),
    },
    Opened {
        scene: "import-ended",
        opener: |stage| stage.format("import-fix-all", args!["count" => 2]),
        shown: |stage| stage.words("close"),
        safe: None,
    },
    Opened {
        scene: "settings-accounts",
        opener: |stage| stage.format("account-sign-out", args!["name" => "Walnut & Wool"]),
        shown: |stage| stage.words("sign-out-drop"),
        safe: Some("cancel"),
    },
    Opened {
        scene: "settings-accounts",
        opener: |stage| stage.format("market-remove-named", args!["name" => "broken"]),
        shown: |stage| stage.format("market-remove-title", args!["name" => "broken"]),
        safe: Some("cancel"),
    },
    Opened {
        scene: "import-running",
        opener: |stage| stage.words("notifications-title"),
        shown: |stage| stage.words("close"),
        safe: Some("close"),
    },
    Opened {
        scene: "create",
        opener: |stage| stage.format("editor-open", args!["name" => "rug-back.jpg"]),
        shown: |stage| stage.words("editor-apply"),
        safe: None,
    },
];

impl Opened {
    fn stage(&self, language: Language) -> Stage {
        let builder = Harness::builder().with_size([1100.0, 760.0]).with_step_dt(FRAME);
        let mut stage = Stage::dressed(language, Theme::Light, builder);
        stage.play(scenes::all().into_iter().find(|scene| scene.name == self.scene).unwrap());
        stage.sent();
        stage
    }

    fn is_open(&self, stage: &Stage) -> bool {
        stage.shows(&(self.shown)(stage))
    }
}

/// Until the next click is one by itself.
fn wait(stage: &mut Stage) {
    stage.harness.run_steps(20);
}

#[test]
fn a_dialog_opens_by_keyboard_every_time_and_escape_returns_the_focus() {
    for language in BOTH {
        for dialog in &DIALOGS {
            let mut stage = dialog.stage(language);
            let opener = (dialog.opener)(&stage);
            stage.focus(&opener);
            for (time, key) in [Key::Enter, Key::Enter, Key::Space, Key::Enter].into_iter().enumerate() {
                stage.tap(key);
                assert!(dialog.is_open(&stage), "{language:?} {opener}: time {time}, {key:?}: it is not open");
                if let Some(safe) = dialog.safe {
                    let safe = stage.words(safe);
                    assert!(stage.is_focused(&safe), "{language:?} {opener}: the keyboard is not at {safe}");
                }
                stage.tap(Key::Escape);
                assert!(!dialog.is_open(&stage), "{language:?} {opener}: Escape closes it");
                assert!(stage.is_focused(&opener), "{language:?}: the keyboard is not back at {opener}");
            }
            assert!(stage.sent().is_empty(), "{language:?} {opener}: something was done");
        }
    }
}

#[test]
fn a_held_key_opens_a_dialog_but_does_not_answer_it() {
    for dialog in &DIALOGS {
        let mut stage = dialog.stage(Language::English);
        let opener = (dialog.opener)(&stage);
        stage.focus(&opener);
        for _ in 0..6 {
            stage.hold(Key::Enter);
            assert!(dialog.is_open(&stage), "{opener}");
        }
        stage.harness.key_up(Key::Enter);
        stage.harness.run();
        assert!(dialog.is_open(&stage), "{opener}");
        assert!(stage.sent().is_empty(), "{opener}: something was done");
    }
}

#[test]
fn the_safe_button_reacts_to_the_next_key_press() {
    for dialog in DIALOGS.iter().filter(|dialog| dialog.safe.is_some()) {
        let mut stage = dialog.stage(Language::English);
        let opener = (dialog.opener)(&stage);
        stage.focus(&opener);
        for _ in 0..2 {
            stage.tap(Key::Enter);
            assert!(dialog.is_open(&stage), "{opener}");
            stage.tap(Key::Enter);
            assert!(!dialog.is_open(&stage), "{opener}");
        }
        assert!(stage.sent().is_empty(), "{opener}: something was done");
    }
}

#[test]
fn a_double_click_opens_a_dialog_but_does_not_answer_it() {
    for dialog in &DIALOGS {
        let mut stage = dialog.stage(Language::Persian);
        let opener = (dialog.opener)(&stage);
        let at = stage.point_at(&opener);
        for time in 0..2 {
            stage.click(at);
            stage.click(at);
            stage.harness.run();
            assert!(dialog.is_open(&stage), "{opener}: time {time}");
            stage.tap(Key::Escape);
            assert!(!dialog.is_open(&stage), "{opener}");
            assert!(stage.is_focused(&opener), "the keyboard is not at {opener}, which opened it");
            wait(&mut stage);
        }
        assert!(stage.sent().is_empty(), "{opener}: something was done");
    }
}

#[test]
fn a_click_outside_a_question_cancels_it() {
    let dialog = &DIALOGS[0];
    let mut stage = dialog.stage(Language::English);
    let opener = (dialog.opener)(&stage);
    let at = stage.point_at(&opener);
    stage.click(at);
    wait(&mut stage);
    stage.click(at);
    stage.harness.run();
    assert!(!dialog.is_open(&stage) && stage.sent().is_empty());
}

#[test]
fn shortcuts_are_disabled_behind_a_dialog_or_the_photo_editor() {
    for dialog in &DIALOGS {
        let mut stage = dialog.stage(Language::English);
        let opener = (dialog.opener)(&stage);
        stage.focus(&opener);
        stage.tap(Key::Enter);
        let screen = stage.app().model().screen;
        for key in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5] {
            stage.harness.key_press_modifiers(Modifiers::COMMAND, key);
            stage.harness.run();
        }
        if dialog.safe.is_some() {
            stage.harness.event(Input::Paste("/photos/rug.jpg".to_owned()));
            stage.harness.run();
        }
        assert_eq!(stage.app().model().screen, screen, "{opener}");
        assert!(dialog.is_open(&stage) && stage.sent().is_empty(), "{opener}: {:?}", stage.sent());
        stage.tap(Key::Escape);
        stage.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num5);
        stage.harness.run();
        assert_eq!(stage.app().model().screen, Screen::Settings, "{opener}: once it is closed they act again");
    }
}

#[test]
fn shortcuts_are_disabled_behind_the_marketplace_form() {
    let mut stage = Stage::in_shop(Language::English);
    for step in scenes::tried() {
        stage.step(step);
    }
    stage.harness.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    stage.harness.run();
    assert_eq!(stage.app().model().screen, Screen::Import);
}
