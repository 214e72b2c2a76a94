//! A running import on small windows, from other screens, and out of sight.

use super::*;
use eframe::egui::Rect;
use vitrine::worker::Waiting;
use vitrine_core::import::Counts;

fn scene(window: &mut TestWindow, name: &str) {
    let scene = scenes::all().into_iter().find(|scene| scene.name == name).unwrap();
    window.show_scene(scene);
    window.take_commands();
}

fn running(language: Language, size: [f32; 2]) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    scene(&mut window, "import-running");
    window
}

#[test]
fn the_title_names_the_shop_and_counts_what_is_created() {
    for language in Language::ALL {
        let mut window = running(language, [1100.0, 760.0]);
        let counts = Counts { created: 3, skipped: 28, waiting: 9, ..Counts::default() };
        window.deliver(Event::Import(ImportEvent::Progress(Progress { counts, ..Progress::default() })));
        let title = window.format("import-running-in", args!["count" => 12, "shop" => "صنایع دستی گلرنگ"]);
        assert!(window.shows(&title), "{language:?} {:?}", window.texts());
    }
}

#[test]
fn other_screens_show_how_far_the_import_is() {
    for size in [[1100.0, 760.0], [760.0, 500.0]] {
        let mut window = running(Language::English, size);
        let counts = Counts { created: 12, waiting: 28, ..Counts::default() };
        window.deliver(Event::Import(ImportEvent::Progress(Progress { counts, ..Progress::default() })));
        let told = window.format("nav-import-progress", args!["done" => 12, "total" => 40]);
        assert!(!window.shows(&told), "the screen itself says it");
        window.app_mut().act(Action::Go(Screen::Products));
        window.harness.run();
        assert!(window.shows(&told), "{size:?} {:?}", window.texts());
        window.deliver(Event::Import(ImportEvent::Ended(Progress {
            counts: Counts { created: 40, ..Counts::default() },
            ..Progress::default()
        })));
        assert!(!window.shows(&told));
    }
}

#[test]
fn notices_leave_rows_of_the_table_in_sight() {
    for language in Language::ALL {
        for (name, size) in [
            ("import-running", [900.0, 600.0]),
            ("import-ended", [900.0, 600.0]),
            ("import-running", [760.0, 500.0]),
            ("import-ended", [760.0, 500.0]),
        ] {
            let mut window = TestWindow::with_size(language, size);
            scene(&mut window, name);
            let heading = window.message("column-result");
            let headings: Vec<Rect> = window.rects_of(&heading);
            assert!(!headings.is_empty(), "{language:?} {name} {size:?}: {:?}", window.texts());
            let bottom = headings.iter().map(|place| place.bottom()).fold(0.0, f32::max);
            assert!(bottom + 64.0 < size[1], "{language:?} {name} {size:?}: the heading ends at {bottom}");
        }
    }
}

#[test]
fn an_import_that_ends_out_of_sight_is_announced_and_one_in_sight_is_not() {
    for focused in [true, false] {
        let mut window = running(Language::English, [1100.0, 760.0]);
        window.harness.input_mut().focused = focused;
        window.harness.run();
        let counts = Counts { created: 5, ..Counts::default() };
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        let announced: Vec<String> = window
            .take_commands()
            .into_iter()
            .filter_map(|command| {
                if let Command::Platform(PlatformCommand::Notify(said)) = command { Some(said) } else { None }
            })
            .collect();
        let expected = if focused {
            vec![]
        } else {
            vec!["Done: 5 products are in صنایع دستی گلرنگ".to_owned()]
        };
        assert_eq!(announced, expected);
    }
}

#[test]
fn a_failure_of_one_product_names_it_before_its_photo() {
    // High enough for all causes of failure.
    let mut window = running(Language::English, [1100.0, 1800.0]);
    let problem = Problem::new(ProblemKind::PhotoDamaged).with_subject("/photos/Walnut/IMG_1.jpg");
    let row = scenes::row(500, State::Failed, Some(problem));
    let name = row.name.clone();
    window.deliver(Event::Import(ImportEvent::Rows(vec![row])));
    assert!(window.shows(&format!("“{name}”: ")), "{:?}", window.texts());
}

#[test]
fn files_dropped_before_signing_in_are_kept_and_it_is_said() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.harness.run();
        assert!(window.shows_message("login-kept-reading"), "{:?}", window.texts());
        window.deliver(scenes::planned(3, 0));
        assert!(window.shows(&window.format("login-kept", args!["count" => 3])), "{:?}", window.texts());
    }
}

#[test]
fn the_names_of_ignored_files_can_be_read() {
    let mut window = TestWindow::with_size(Language::English, [1100.0, 1000.0]);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(Event::Import(ImportEvent::FilesIgnored(vec![
        PathBuf::from("/photos/notes.docx"),
        PathBuf::from("/photos/clip.mp4"),
    ])));
    window.deliver(scenes::planned(3, 0));
    let names = window.app().words().list(&["notes.docx", "clip.mp4"]);
    let names = vitrine::i18n::without_direction_marks(&names).into_owned();
    assert!(window.shows(&names), "{:?}", window.texts());
    let count = window.format("import-ignored-files", args!["count" => 2]);
    window.press(&count);
    assert!(!window.shows(&names), "each in a line now");
    assert!(window.shows("notes.docx") && window.shows("clip.mp4"), "{:?}", window.texts());
}

#[test]
fn an_import_that_is_stopped_tells_what_was_created_canceled_unconfirmed_and_left_and_no_time() {
    for language in Language::ALL {
        let mut window = running(language, [1100.0, 760.0]);
        window.app_mut().act(Action::Import(ImportAction::Cancel));
        let counts = Counts { created: 8, cancelled: 380, waiting: 12, unknown: 4, ..Counts::default() };
        let minute = std::time::Duration::from_secs(60);
        let progress =
            Progress { counts, left: Some(minute), products_per_minute: 99.0, ..Progress::default() };
        window.deliver(Event::Import(ImportEvent::Progress(progress.clone())));
        let parts = [
            window.format("import-created-of", args!["created" => 8, "total" => 400]),
            window.format("outcome-cancelled", args!["count" => 380]),
            window.format("outcome-unknown", args!["count" => 4]),
            window.format("outcome-left", args!["count" => 8]),
        ];
        assert!(window.shows(&parts.join("  ·  ")), "{language:?} {:?}", window.texts());
        assert!(
            !window.shows(&window.format("products-per-minute", args!["count" => 99])),
            "{language:?}: nothing more is created"
        );

        window.deliver(Event::Import(ImportEvent::Ended(progress)));
        let created = window.format("import-created-of", args!["created" => 8, "total" => 400]);
        let ended = [vec![created], parts[1..].to_vec()].concat().join("  ·  ");
        assert!(window.shows(&ended), "{language:?} {:?}", window.texts());
    }
}

#[test]
fn products_that_an_import_could_not_send_are_offered_below_those_it_created() {
    for language in Language::ALL {
        let mut window = running(language, [1100.0, 760.0]);
        let counts = Counts { created: 9, waiting: 4, ..Counts::default() };
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        window.deliver(Event::Import(ImportEvent::Unfinished(vitrine::worker::Unfinished {
            counts,
            to_check: 0,
            was_left: false,
        })));
        assert!(
            window.shows(&window.format("import-left-title", args!["count" => 4])),
            "{language:?} {:?}",
            window.texts()
        );
        assert!(
            window.shows(&window.format("import-created-of", args!["created" => 9, "total" => 13])),
            "what was created stays"
        );
        window.take_commands();
        window.press_message("import-resume");
        let resumed = Command::Import(ImportCommand::Resume { without_attributes: false });
        assert_eq!(format!("{:?}", window.take_commands()), format!("{:?}", [resumed]));
    }
}

#[test]
fn nobody_is_told_that_no_action_is_needed_while_a_product_waits_for_an_answer() {
    for (language, nothing) in
        [(Language::English, "No action needed"), (Language::Persian, "لازم نیست کاری انجام دهید")]
    {
        let mut window = running(language, [1100.0, 760.0]);
        let next_check = std::time::Duration::from_secs(20);
        let reasons = [
            Some(Waiting::Canary),
            Some(Waiting::Checking { next_check }),
            Some(Waiting::Pace { for_: next_check }),
            None,
        ];
        for needs_person in [0, 1] {
            for waiting in reasons.clone() {
                let counts =
                    Counts { created: 8, waiting: 12, unknown: 4, needs_person, ..Counts::default() };
                window.deliver(Event::Import(ImportEvent::Progress(Progress {
                    counts,
                    waiting: waiting.clone(),
                    ..Progress::default()
                })));
                let says_nothing = waiting.is_some() && needs_person == 0;
                assert_eq!(
                    window.shows(nothing),
                    says_nothing,
                    "{language:?} {waiting:?} {needs_person}: {:?}",
                    window.texts()
                );
                let question =
                    window.message(if waiting.is_some() { "waiting-answers" } else { "waiting-decision" });
                assert_eq!(
                    window.shows(&question),
                    needs_person > 0,
                    "{language:?} {waiting:?}: {:?}",
                    window.texts()
                );
            }
        }
    }
}

/// What was refused is fixed first: going on is offered, but not as the first thing to press.
#[test]
fn an_import_that_stopped_after_refusals_is_not_resumed_by_its_primary_button() {
    for language in Language::ALL {
        let mut window = running(language, [1100.0, 760.0]);
        let resume = window.message("import-continue");
        for (waiting, is_primary) in
            [(Waiting::Paused, true), (Waiting::Refusals(Problem::new(ProblemKind::Unprocessable)), false)]
        {
            let counts = Counts { failed: 5, waiting: 20, ..Counts::default() };
            let progress = Progress { counts, waiting: Some(waiting.clone()), ..Progress::default() };
            window.deliver(Event::Import(ImportEvent::Progress(progress)));
            assert!(window.shows(&resume), "{language:?} {waiting:?}: {:?}", window.texts());
            let primary = import_run::primary_buttons(&window);
            assert_eq!(primary.contains(&resume), is_primary, "{language:?} {waiting:?}: {primary:?}");
        }
    }
}

#[test]
fn without_a_connection_the_notice_and_the_rows_being_checked_say_so_and_when_it_is_tried_again() {
    for (language, later, now) in [
        (Language::English, "Trying again in 8 s", "Trying again now"),
        (Language::Persian, "۸ ثانیه دیگر دوباره تلاش می‌شود", "در حال تلاش دوباره"),
    ] {
        let mut window = running(language, [1100.0, 760.0]);
        for (next_try, expected) in [(8, later), (0, now)] {
            let problem = Problem::new(ProblemKind::Unreachable);
            let waiting =
                Some(Waiting::Network { problem, next_try: std::time::Duration::from_secs(next_try) });
            let counts = Counts { created: 8, waiting: 12, unknown: 4, ..Counts::default() };
            window.deliver(Event::Import(ImportEvent::Progress(Progress {
                counts,
                waiting,
                ..Progress::default()
            })));
            let unknown = window.message("import-count-unknown");
            window.press(&unknown);
            assert!(
                window.count_drawn(expected) >= 2,
                "{language:?}: in the notice and in the row: {:?}",
                window.texts()
            );
        }
    }
}
