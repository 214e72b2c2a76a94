use super::*;
use vitrine::ui::Model;

fn unread(stage: &Stage) -> usize {
    let model: &Model = stage.app().model();
    model.notifications.unread()
}

#[test]
fn dismissed_notifications_can_be_read_again_with_their_time() {
    for language in BOTH {
        let mut stage = Stage::in_shop(language);
        stage.tell(Event::Problem(scenes::unreachable()));
        let title = stage.app().words().problem(&scenes::unreachable()).title;
        let title = vitrine::i18n::without_direction_marks(&title).into_owned();
        stage.press_key("dismiss");
        assert!(!stage.shows(&title));
        stage.press_key("notifications-title");
        assert!(stage.shows(&title));
        assert!(stage.shows(if language == Language::English {
            "21 November 2026, 14:05"
        } else {
            "۳۰ آبان ۱۴۰۵، ساعت ۱۴:۰۵"
        }));
        stage.press_key("close");
        assert!(!stage.shows(&title));
    }
}

#[test]
fn excess_notifications_are_counted_on_the_button_and_listed() {
    let mut stage = Stage::in_shop(Language::English);
    for host in ["one", "two", "three", "four", "five", "six"] {
        stage.tell(Event::Problem(Problem::new(Code::Unreachable).with_subject(format!("{host}.example"))));
    }
    assert!(!stage.shows("one.example") && stage.shows("six.example"), "the oldest made room");
    stage.press("6 new notifications");
    for host in ["one", "two", "three", "four", "five", "six"] {
        assert_eq!(stage.times_shown(&format!("“{host}.example”")).max(stage.times_shown(&format!("\"{host}.example\""))), 1, "{host}");
    }
    assert_eq!(unread(&stage), 0);
    stage.press_key("notifications-clear");
    assert!(stage.app().model().notifications.is_empty());
    assert!(stage.shows_key("notifications-none"));
}

#[test]
fn a_saved_file_is_reported_with_its_path() {
    let mut stage = Stage::in_shop(Language::Persian);
    stage.tell(Event::TableSaved(PathBuf::from("/home/maryam/گزارش.xlsx")));
    assert!(stage.shows_key("notifications-saved") && stage.shows("/home/maryam/گزارش.xlsx"));
}

#[test]
fn the_sign_in_screen_has_the_notification_list_if_it_is_not_empty() {
    let mut stage = Stage::new(Language::English);
    assert!(!stage.shows_key("notifications-title"));
    stage.tell(Event::Problem(scenes::unreachable()));
    stage.press("1 new notification");
    assert!(stage.shows_key("notifications-intro"));
}
