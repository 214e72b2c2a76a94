use super::*;
use vitrine::ui::Model;

fn unread(window: &TestWindow) -> usize {
    let model: &Model = window.app().model();
    model.notifications.unread()
}

#[test]
fn dismissed_notifications_can_be_read_again_with_their_time() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.deliver(Event::Problem(scenes::unreachable()));
        let title = window.app().words().problem(&scenes::unreachable()).title;
        let title = vitrine::i18n::without_direction_marks(&title).into_owned();
        window.press_message("dismiss");
        assert!(!window.shows(&title));
        window.press_message("notifications-title");
        assert!(window.shows(&title));
        assert!(window.shows(if language == Language::English {
            "21 November 2026, 14:05"
        } else {
            "۳۰ آبان ۱۴۰۵، ساعت ۱۴:۰۵"
        }));
        window.press_message("close");
        assert!(!window.shows(&title));
    }
}

#[test]
fn the_foot_stays_where_it_is_when_a_notification_comes_and_is_not_covered() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Go(Screen::Create));
        window.harness.run();
        let send = window.message("create-send");
        let before = window.harness.get_by_label(&send).rect();
        window.deliver(Event::Problem(scenes::unreachable()));
        let (after, dismiss) = (
            window.harness.get_by_label(&send).rect(),
            window.harness.get_by_label(&window.message("dismiss")).rect(),
        );
        assert_eq!(after, before, "{language:?}");
        assert!(dismiss.bottom() <= before.top(), "{language:?}: {dismiss:?} {before:?}");
    }
}

#[test]
fn excess_notifications_are_counted_on_the_button_and_listed() {
    let mut window = TestWindow::signed_in(Language::English);
    for host in ["one", "two", "three", "four", "five", "six"] {
        window.deliver(Event::Problem(
            Problem::new(ProblemKind::Unreachable).with_subject(format!("{host}.example")),
        ));
    }
    assert!(
        !window.shows("one.example") && window.shows("six.example"),
        "only the newest notifications are shown"
    );
    window.press("6 new notifications");
    for host in ["one", "two", "three", "four", "five", "six"] {
        assert_eq!(
            window
                .count_shown(&format!("“{host}.example”"))
                .max(window.count_shown(&format!("\"{host}.example\""))),
            1,
            "{host}"
        );
    }
    assert_eq!(unread(&window), 0);
    window.press_message("notifications-clear");
    assert!(window.app().model().notifications.is_empty());
    assert!(window.shows_message("notifications-none"));
}

#[test]
fn a_saved_file_is_reported_with_its_path() {
    let mut window = TestWindow::signed_in(Language::Persian);
    window.deliver(Event::Import(ImportEvent::TableSaved(PathBuf::from("/home/maryam/گزارش.xlsx"))));
    assert!(window.shows_message("notifications-saved") && window.shows("/home/maryam/گزارش.xlsx"));
}

#[test]
fn the_sign_in_screen_has_the_notification_list_if_it_is_not_empty() {
    let mut window = TestWindow::new(Language::English);
    assert!(!window.shows_message("notifications-title"));
    window.deliver(Event::Problem(scenes::unreachable()));
    window.press("1 new notification");
    assert!(window.shows_message("notifications-intro"));
}

#[test]
fn after_a_crash_the_details_can_be_copied() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(Event::Platform(PlatformEvent::CrashReport(
            "Vitrine 0.1.0\nThread main, src/a.rs:1:2".to_owned(),
        )));
        assert!(
            window.shows_message("notifications-crashed")
                && window.shows_message("notifications-crashed-body")
        );
        let copy = window.message("notifications-crashed-copy");
        window.harness.get_by_label(&copy).click();
        let copied = (0..4).find_map(|_| {
            window.harness.step();
            window.copied()
        });
        assert_eq!(copied.as_deref(), Some("Vitrine 0.1.0\nThread main, src/a.rs:1:2"));
        window.press_message("dismiss");
        assert!(!window.shows_message("notifications-crashed"));
    }
}

#[test]
fn an_import_that_ended_and_changes_that_were_made_are_in_the_list_and_cover_nothing() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
        let counts = vitrine_core::import::Counts { created: 37, failed: 2, ..Default::default() };
        window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
        let said = window.format("import-notify-incomplete", args!["count" => 2]);
        assert_eq!((unread(&window), window.shows(&said)), (0, false), "{language:?}: the screen says it");
        window.app_mut().act(Action::Go(Screen::Settings));
        window.deliver_all(scenes::product_edit_scenes::ended(&[vitrine_core::edit::RowState::Changed; 3]));
        assert_eq!(unread(&window), 1, "{language:?}: it was out of sight");
        window.app_mut().act(Action::ShowNotifications(true));
        window.harness.run();
        assert!(window.shows(&said), "{language:?}: {:?}", window.texts());
        assert!(
            window.shows(&window.format("import-created-of", args!["created" => 37, "total" => 39])),
            "{language:?}"
        );
        assert!(window.shows(&window.format("edits-ended", args!["count" => 3])), "{language:?}");
    }
}
