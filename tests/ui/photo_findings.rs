//! Photos that can be taken out of their products, with a button for each reason.

use super::*;
use eframe::egui::{Key, Modifiers};
use std::collections::BTreeSet;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::FieldError;

/// A review of a product with so many photos, and one with two.
fn review(language: Language, photos: usize) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1100.0, 1000.0]);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    let mut drafts = scenes::planned_drafts(2);
    let with_photos = |draft: &mut PlannedDraft, count: usize| {
        draft.photos = (1..=count).map(|photo| draft.source.join(format!("{photo}.jpg"))).collect();
    };
    with_photos(&mut drafts[0], photos);
    with_photos(&mut drafts[1], 2);
    let problem = Problem::new(ProblemKind::FileEmpty).with_subject(drafts[1].photos[1].to_string_lossy());
    window.deliver(Event::Import(ImportEvent::Planned {
        drafts,
        problems: vec![problem],
        ignored: 0,
        folders: vec![],
    }));
    window
}

fn photos(window: &TestWindow) -> Vec<usize> {
    window.app().model().import.review.drafts().iter().map(|draft| draft.photos.len()).collect()
}

#[test]
fn the_first_photos_are_kept_where_the_marketplace_takes_no_more() {
    for language in Language::ALL {
        let mut window = review(language, 23);
        // The marketplace of the scenes takes 20.
        let keep = window.format("import-photos-surplus-fix", args!["products" => 1, "limit" => 20]);
        window.press(&keep);
        assert_eq!(photos(&window), [20, 2]);
        assert!(!window.shows(&keep));
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!(photos(&window), [23, 2]);
    }
}

#[test]
fn photos_that_cannot_be_used_are_left_out_of_their_products() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let leave_out = window.format("import-photos-unusable-fix", args!["count" => 1]);
        window.press(&leave_out);
        assert_eq!(photos(&window), [3, 1]);
        assert!(
            !window.shows(&leave_out)
                && !window.shows(&window.format("import-unusable", args!["count" => 1]))
        );
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!(photos(&window), [3, 2]);
        assert!(window.shows(&leave_out));
    }
}

#[test]
fn a_photo_that_a_product_has_twice_is_removed_by_a_button() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let plan = window.app().model().import.review.plan_revision();
        window.deliver(Event::Import(ImportEvent::PhotoCopies {
            plan,
            copies: vec![(0, BTreeSet::from([1]))],
        }));
        let remove = window.format("import-photos-copies-fix", args!["count" => 1]);
        window.press(&remove);
        assert_eq!(photos(&window), [2, 2]);
        assert!(!window.shows(&remove));
        let kept = &window.app().model().import.review.drafts()[0].photos;
        assert!(kept[0].ends_with("1.jpg") && kept[1].ends_with("3.jpg"), "the first one stays: {kept:?}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!(photos(&window), [3, 2]);
    }
}

#[test]
fn a_product_with_a_damaged_photo_is_named_and_the_others_are_created() {
    for language in Language::ALL {
        let mut window = review(language, 1);
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
            Field::PrimaryPrice,
            "500".to_owned(),
        ))));
        window.harness.run();
        window.press(&window.format("import-photos-unusable-fix", args!["count" => 1]));
        let both = window.start_button(2);
        assert!(window.is_enabled(&both), "{language:?}: {:?}", window.texts());
        let cover = window.app().model().import.review.drafts()[0].photos[0].clone();
        let key = vitrine::worker::PictureKey::File(cover);
        window.deliver(Event::Photo(PhotoEvent::Picture {
            key,
            result: Err(Problem::new(ProblemKind::PhotoDamaged)),
            is_provisional: false,
        }));
        assert!(!window.shows(&both), "{language:?}");
        let damaged = FieldError::UnusablePhoto { is_damaged: true };
        let reasons = window.app().words().field_rule_in_brief(&damaged);
        let why = window.format("import-incomplete", args!["count" => 1, "reasons" => reasons]);
        assert!(window.shows(&why), "{language:?}: {:?}", window.texts());
        window.take_commands();
        window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
        let sent = window.take_commands();
        let is_start = |command: &Command| matches!(command, Command::Import(ImportCommand::Start { drafts, rest: Some(_), .. }) if drafts.len() == 1);
        assert!(sent.iter().any(is_start), "{language:?}: {sent:?}");
    }
}

#[test]
fn a_damaged_photo_that_is_no_cover_is_told_in_its_row_before_anybody_looks_at_it() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let second = window.app().model().import.review.drafts()[0].photos[1].clone();
        let file = second.file_name().unwrap().to_string_lossy().into_owned();
        let reason = |window: &TestWindow| {
            let status = window.message("column-state");
            window.texts().iter().any(|text| text.starts_with(&status) && text.contains(&file))
        };
        let second = vitrine::worker::PictureKey::File(second);
        // The pictures of the covers come first, then those of the other photos.
        let asked = (0..8).any(|_| window.deliver_pictures().contains(&second));
        assert!(asked && !reason(&window), "{language:?}");
        window.deliver(Event::Photo(PhotoEvent::Picture {
            key: second,
            result: Err(Problem::new(ProblemKind::PhotoDamaged)),
            is_provisional: false,
        }));
        assert!(window.shows_message("review-state-damaged"), "{language:?}: {:?}", window.texts());
        assert!(reason(&window), "{language:?}: its status says which photo, and why: {:?}", window.texts());
    }
}

#[test]
fn as_many_files_cannot_be_used_as_can_be_left_out() {
    for language in Language::ALL {
        // One was found while the files were read; the other one when its picture was made.
        let mut window = review(language, 3);
        let cover = window.app().model().import.review.drafts()[0].photos[0].clone();
        window.deliver(Event::Photo(PhotoEvent::Picture {
            key: vitrine::worker::PictureKey::File(cover),
            result: Err(Problem::new(ProblemKind::PhotoDamaged)),
            is_provisional: false,
        }));
        window.harness.step();
        window.harness.run();
        for key in ["import-photos-unusable-fix", "import-unusable"] {
            let two = window.format(key, args!["count" => 2]);
            assert!(window.shows(&two), "{language:?}: {two}: {:?}", window.texts());
        }
    }
}

#[test]
fn of_a_product_that_goes_with_its_last_photos_the_product_is_told() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::RemovePhotos(vec![(
            1,
            BTreeSet::from([0, 1]),
        )]))));
        window.harness.run();
        assert_eq!(photos(&window), [3]);
        let removed = window.format("notifications-removed", args!["count" => 1]);
        assert!(window.shows(&removed), "{language:?}: {:?}", window.texts());
        assert!(!window.shows(&window.format("notifications-photos-removed", args!["count" => 2])));
    }
}
