//! Help: the guide about the page that is shown, what is new, and how a problem is reported.

use super::*;

fn open(window: &mut TestWindow) {
    window.press_message("guide-title");
}

#[test]
fn the_guide_begins_with_the_page_that_is_shown_and_has_the_others() {
    let titles = |language| match language {
        Language::English => ["Sign in", "Drop photos", "Review", "Create", "Settings"],
        Language::Persian => ["ورود", "افزودن عکس‌ها", "بررسی", "ثبت", "تنظیمات"],
    };
    for language in Language::ALL {
        let [sign_in, drop, review, create, settings] = titles(language);
        for (scene, title) in [
            ("login", sign_in),
            ("import-review", review),
            ("import-running", create),
            ("settings", settings),
        ] {
            let mut window = TestWindow::new(language);
            window.show_scene(
                scenes::all()
                    .into_iter()
                    .find(|known| known.name == scene)
                    .unwrap_or_else(|| panic!("{scene}")),
            );
            open(&mut window);
            let part = format!("{}: {title}", window.message("guide-part"));
            assert!(window.shows(&part), "{language:?} {scene}: {:?}", window.texts());
        }
        let mut window = TestWindow::signed_in(language);
        open(&mut window);
        let part = |title: &str, window: &TestWindow| format!("{}: {title}", window.message("guide-part"));
        let shown = part(drop, &window);
        window.press(&shown);
        window.press(review);
        assert!(window.shows(&part(review, &window)), "{language:?}: {:?}", window.texts());
        window.press_message("guide-news");
        let version = window.format(
            "settings-version",
            args!["version" => window.app().words().digits(env!("CARGO_PKG_VERSION"))],
        );
        assert!(window.shows(&version), "{language:?}");
        window.take_commands();
        window.press_message("guide-data-folder");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Platform(PlatformCommand::OpenDataFolder)]),
            "{language:?}"
        );
        window.press_message("close");
        assert!(!window.shows_message("guide-news"), "{language:?}");
        let folder = if cfg!(windows) { r"C:\data\vitrine" } else { "/data/vitrine" };
        window.deliver(Event::Platform(PlatformEvent::PageNotOpened(folder.to_owned())));
        assert!(
            window.shows_message("notifications-folder-not-opened") && window.shows(folder),
            "{language:?}: without a file manager"
        );
    }
}

#[test]
fn a_problem_is_reported_from_help_with_details_to_copy_and_the_folder() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        open(&mut window);
        window.press_message("guide-report");
        assert!(
            matches!(window.take_commands().as_slice(), [Command::Platform(PlatformCommand::ReportProblem)]),
            "{language:?}"
        );
        assert!(!window.shows_message("guide-news"), "{language:?}: help makes room");
        let report = "Vitrine 0.1.0\n\nINFO started".to_owned();
        window.deliver(Event::Platform(PlatformEvent::ProblemReport {
            report: report.clone(),
            folder: PathBuf::from("/data/vitrine"),
        }));
        assert!(
            window.shows_message("guide-report-ready") && window.shows_message("guide-report-body"),
            "{language:?}"
        );
        let folder = window.format("guide-report-folder", args!["folder" => "/data/vitrine"]);
        assert!(
            window.shows(&folder) && window.shows_message("guide-data-folder"),
            "{language:?}: {:?}",
            window.texts()
        );
        let copy = window.message("notifications-crashed-copy");
        window.harness.get_by_label(&copy).click();
        let copied = (0..4).find_map(|_| {
            window.harness.step();
            window.copied()
        });
        let form = window.message("guide-report-form");
        assert_eq!(copied, Some(format!("{form}\n\n{report}")), "{language:?}");
    }
}

/// The mouse rests where it was.
#[test]
fn no_tooltip_of_the_page_lies_over_a_dialog_that_a_key_opens() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [760.0, 500.0]);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-review").unwrap());
        let undo = window.message("undo");
        window.point_at(&undo);
        (0..40).for_each(|_| window.harness.step());
        assert_eq!(window.count_drawn(&undo), 1, "{language:?}: the tooltip of a button without words");
        window.tap_key(eframe::egui::Key::F1);
        (0..40).for_each(|_| window.harness.step());
        assert!(window.shows_message("guide-news") && window.count_drawn(&undo) == 0, "{language:?}");
    }
}
