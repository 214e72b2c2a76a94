//! Photos that are pasted, found in a watched folder, or still being read.

use super::*;
use eframe::egui::{ColorImage, Event as Input, Key, Modifiers, accesskit::Role};
use std::net::Ipv4Addr;
use std::sync::Arc;
use vitrine::worker::{Network, NetworkKind, PhoneEvent, PhoneState};
use vitrine_domain::Price;

fn review(language: Language) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    window.take_commands();
    window
}

/// The paths of the plans that were asked for.
fn planned(commands: &[Command]) -> Vec<PathBuf> {
    let plan = |command: &Command| {
        if let Command::Import(ImportCommand::Plan { paths, .. }) = command {
            paths.clone()
        } else {
            Vec::new()
        }
    };
    commands.iter().flat_map(plan).collect()
}

fn gives_up_plan(commands: &[Command]) -> bool {
    commands.iter().any(|command| matches!(command, Command::Import(ImportCommand::CancelPlan)))
}

#[test]
fn a_pasted_picture_is_added_to_the_review() {
    for language in Language::ALL {
        let mut window = review(language);
        window.harness.input_mut().events.push(Input::PasteImage(Arc::new(ColorImage::example())));
        window.harness.run();
        let (sent, name) = (window.take_commands(), window.message("import-pasted-name"));
        let is_paste = |command: &Command| matches!(command, Command::Platform(PlatformCommand::Paste { target: PasteTarget::Import, name: given }) if *given == name);
        assert!(sent.iter().any(is_paste), "{language:?}: {sent:?}");
        let kept = PathBuf::from("/data/pasted/1.png");
        window.deliver(Event::Platform(PlatformEvent::Pasted {
            target: PasteTarget::Import,
            photos: vec![PhotoSource::File(kept.clone())],
        }));
        assert_eq!(planned(&window.take_commands()), [PathBuf::from("/photos"), kept]);
    }
}

#[test]
fn copied_files_without_a_text_are_added_even_while_typing() {
    let mut window = review(Language::English);
    let modifiers = Modifiers::COMMAND;
    window.harness.input_mut().events.push(Input::Key {
        key: Key::V,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers,
    });
    window.harness.run();
    let sent = window.take_commands();
    let is_paste = |command: &Command| {
        matches!(command, Command::Platform(PlatformCommand::PasteFiles(PasteTarget::Import)))
    };
    assert!(sent.iter().any(is_paste), "{sent:?}");
}

#[test]
fn the_files_of_a_large_drop_are_counted_while_they_are_read() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(Event::Import(ImportEvent::Reading { read: 4312, found: 10_000 }));
        let told = window.format("import-planning-read", args!["read" => 4312, "count" => 10_000]);
        assert!(window.shows(&told), "{language:?}");
        assert!(!window.shows_message("import-planning-first"));
        window.deliver(Event::Import(ImportEvent::FirstPlanned(scenes::planned_drafts(2))));
        let photos = window.format("count-photos", args!["count" => 2]);
        assert!(
            scenes::planned_drafts(2).iter().all(|first| window.shows(&first.source_name)),
            "{language:?}"
        );
        assert!(window.shows(&photos), "{language:?}");
        window.take_commands();
        window.press_message("cancel");
        assert!(gives_up_plan(&window.take_commands()), "reading ends at once");
        assert!(window.shows_message("import-empty-title"));
    }
}

#[test]
fn cancelling_a_further_drop_leaves_the_review_as_it_was() {
    let mut window = review(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/another")]));
    window.harness.run();
    assert!(window.shows_message("import-planning"));
    window.take_commands();
    window.press_message("cancel");
    assert!(gives_up_plan(&window.take_commands()));
    assert_eq!(window.app().model().import.review.drafts().len(), 3);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/one more")]));
    assert_eq!(planned(&window.take_commands()), ["/photos", "/one more"].map(PathBuf::from));
}

#[test]
fn new_photos_of_the_watched_folder_come_into_the_review() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.press_message("import-watch");
        assert!(matches!(
            window.take_commands().as_slice(),
            [Command::Platform(PlatformCommand::Pick(PickTarget::WatchedFolder))]
        ));
        let folder = PathBuf::from("/home/parvin/phone");
        window.deliver(Event::Platform(PlatformEvent::Picked {
            what: PickTarget::WatchedFolder,
            paths: vec![folder.clone()],
        }));
        let sent = window.take_commands();
        let [
            Command::Platform(PlatformCommand::SaveSettings(saved)),
            Command::Platform(PlatformCommand::WatchFolder(Some(watched))),
        ] = sent.as_slice()
        else {
            panic!("{sent:?}")
        };
        assert_eq!((&saved.watched_folders[0].folder, watched), (&folder, &folder));
        assert!(window.shows_message("import-watch-change"));

        window.deliver(Event::Platform(PlatformEvent::WatchedFolderMissing(true)));
        assert!(window.shows_message("import-watch-missing"));
        window.deliver(Event::Platform(PlatformEvent::WatchedFolderMissing(false)));

        let new = folder.join("IMG_1.heic");
        window.deliver(Event::Platform(PlatformEvent::FoundInFolder(vec![new.clone()])));
        let sent = window.take_commands();
        assert_eq!(planned(&sent), [new]);
        assert!(
            !sent.iter().any(|command| matches!(command, Command::Import(ImportCommand::Start { .. }))),
            "nothing is started"
        );
        assert!(window.shows_message("notifications-found-in-folder-body"));
    }
}

/// The review is read anew for what is added; keys that are pressed meanwhile would go nowhere, and a price
/// would be cut short.
#[test]
fn what_comes_into_the_watched_folder_waits_while_somebody_types_in_the_review() {
    for language in Language::ALL {
        let mut window = announcements::scene(language, "import-review");
        let price = window.cell(Field::PrimaryPrice, 2);
        window.focus(&price);
        window.type_keys("1250");
        window.take_commands();
        let photo = PathBuf::from("/home/parvin/phone/IMG_1.heic");
        window.deliver(Event::Platform(PlatformEvent::FoundInFolder(vec![photo.clone()])));
        window.type_keys("004");
        assert!(
            window.shows(&window.format("notifications-waits-in-folder", args!["count" => 1])),
            "{language:?}"
        );
        assert!(window.is_focused(&price), "{language:?}: {}", focus::focused(&window));
        let typed = |window: &TestWindow| {
            let model = window.app().model();
            model.import.review.evaluated(1, &model.rules()).0.primary_price.map(Price::wire)
        };
        assert_eq!(typed(&window), Some(1_250_004), "{language:?}");
        // In the next cell a person may look up a number.
        window.tap_key(Key::Tab);
        for _ in 0..300 {
            window.harness.step();
        }
        assert!(planned(&window.take_commands()).is_empty(), "{language:?}: {}", focus::focused(&window));

        let elsewhere = window.message("review-columns");
        window.harness.get_by_label(&elsewhere).focus();
        let mut sent = Vec::new();
        for _ in 0..300 {
            window.harness.step();
            sent.extend(window.take_commands());
            if !planned(&sent).is_empty() {
                break;
            }
        }
        assert!(planned(&sent).contains(&photo), "{language:?}: it is added once the hands rest: {sent:?}");
        assert_eq!(typed(&window), Some(1_250_004), "{language:?}");
    }
}

#[test]
fn what_waits_in_the_watched_folder_is_kept_with_the_review_when_the_account_is_left() {
    let mut window = announcements::scene(Language::English, "import-review");
    let price = window.cell(Field::PrimaryPrice, 2);
    window.focus(&price);
    let photo = PathBuf::from("/home/parvin/phone/IMG_1.heic");
    window.deliver(Event::Platform(PlatformEvent::FoundInFolder(vec![photo.clone()])));
    window.take_commands();
    window.app_mut().act(Action::Leave(vitrine::ui::LeaveTarget::Add));
    let kept = |command: &Command| matches!(command, Command::Import(ImportCommand::SaveReview(Some(review))) if review.dropped.contains(&photo));
    let sent = window.take_commands();
    assert!(sent.iter().any(kept), "{sent:?}");
}

#[test]
fn the_watched_folder_belongs_to_the_account() {
    let is_watched = |sent: &[Command]| {
        let watch = |command: &Command| {
            if let Command::Platform(PlatformCommand::WatchFolder(folder)) = command {
                Some(folder.is_some())
            } else {
                None
            }
        };
        sent.iter().find_map(watch)
    };
    let mut window = TestWindow::signed_in(Language::English);
    window.deliver(Event::Platform(PlatformEvent::Picked {
        what: PickTarget::WatchedFolder,
        paths: vec![PathBuf::from("/phone")],
    }));
    window.take_commands();
    window.deliver(scenes::signed_in());
    assert_eq!(is_watched(&window.take_commands()), None, "the token was renewed");
    window.deliver(Event::Left);
    window.deliver(scenes::signed_in());
    assert_eq!(is_watched(&window.take_commands()), Some(true));
    window.press_message("import-watch");
    assert_eq!(is_watched(&window.take_commands()), Some(false));
    assert!(!window.shows_message("import-watch-change"));
}

#[test]
fn a_product_from_the_phone_is_saved_at_once_though_others_follow() {
    let mut window = TestWindow::signed_in(Language::English);
    window.take_commands();
    window.deliver(Event::Phone(PhoneEvent::Products(vec![PathBuf::from("/data/phone/00001")])));
    let saved = |command: &Command| matches!(command, Command::Import(ImportCommand::SaveReview(Some(_))));
    assert!(window.take_commands().iter().any(saved));
}

#[test]
fn done_stays_where_it_is_while_photos_come_from_the_phone() {
    for language in [Language::English, Language::Persian] {
        let mut window = TestWindow::signed_in(language);
        window.press_message("phone-open");
        let done = window.message("phone-done");
        let network = Network { kind: NetworkKind::Wireless, ip: Ipv4Addr::new(192, 168, 1, 5).into() };
        let mut places = [(0, 0, 0, 0), (0, 3, 0, 0), (2, 1, 0, 2), (3, 0, 0, 3), (3, 0, 1, 0)].map(
            |(photos, left, products, waiting)| {
                let networks = vec![network.clone()];
                let network = network.clone();
                let (invitation, phones) = (None, 1);
                let state =
                    PhoneState { networks, network, invitation, phones, photos, left, products, waiting };
                window.deliver(Event::Phone(PhoneEvent::State(Box::new(state))));
                window.harness.get_by_role_and_label(Role::Button, &done).rect().min.y
            },
        );
        places.sort_by(f32::total_cmp);
        assert_eq!(places[0], places[4], "{language:?}: {places:?}");
    }
}
