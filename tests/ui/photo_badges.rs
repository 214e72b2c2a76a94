//! Each photo shows its planned changes first, and later the changes made.

use vitrine::worker::PictureKey;
use vitrine_media::{ContentHash, Length, PerceptualHash, PhotoChanges, PhotoFingerprint, Pixels};

use super::*;

fn key(n: u64) -> PictureKey {
    PictureKey::Form(FormPhotoId(n))
}

fn form(language: Language) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.deliver(scenes::limits());
    window.app_mut().act(Action::Go(Screen::Create));
    window.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
    window.harness.run();
    window
}

/// The accessible name of the only photo.
fn picture_name(window: &TestWindow) -> String {
    let picture = window.harness.get_by_role(eframe::egui::accesskit::Role::Image);
    picture.accesskit_node().label().unwrap()
}

#[test]
fn planned_changes_are_shown_as_soon_as_the_photo_was_read() {
    for (language, expected) in Language::ALL.into_iter().zip([
        "Changes before upload: location removed, rotated, file size from 4.8 MB to 2 MB or less",
        "تغییرات پیش از ارسال: بدون اطلاعات مکان، چرخانده‌شده، تغییر حجم از ۴٫۸ مگابایت به حداکثر ۲ مگابایت",
    ]) {
        let mut window = form(language);
        assert!(!picture_name(&window).contains(expected));
        window.deliver(Event::Photo(PhotoEvent::Facts { key: key(0), facts: scenes::photo_info(0) }));
        let name = picture_name(&window);
        assert!(name.contains("rug.jpg") && name.ends_with(expected), "{name}");
    }
}

#[test]
fn the_changes_made_replace_the_planned_ones() {
    for (language, expected, short) in [
        (
            Language::English,
            "Changes made: location removed, rotated, file size from 4.8 MB to 1.9 MB",
            "4.8 MB to 1.9 MB, rotated",
        ),
        (
            Language::Persian,
            "تغییرات انجام‌شده: بدون اطلاعات مکان، چرخانده‌شده، تغییر حجم از ۴٫۸ مگابایت به ۱٫۹ مگابایت",
            "از ۴٫۸ مگابایت به ۱٫۹ مگابایت، چرخانده‌شده",
        ),
    ] {
        let mut window = form(language);
        window.deliver(Event::Photo(PhotoEvent::Prepared { key: key(0), changes: scenes::photo_changes() }));
        window.deliver(Event::Photo(PhotoEvent::Facts { key: key(0), facts: scenes::photo_info(0) }));
        window.deliver(Event::Form(FormEvent::Photo {
            id: FormPhotoId(0),
            state: FormPhotoState::Uploaded(FileId::from(5)),
        }));
        assert!(picture_name(&window).ends_with(expected), "{}", picture_name(&window));
        assert!(window.shows(short), "{:?}", window.texts());
    }
}

#[test]
fn a_photo_without_changes_has_no_badge_and_is_described_as_unchanged() {
    let mut window = form(Language::English);
    window.deliver(Event::Photo(PhotoEvent::Facts { key: key(0), facts: scenes::photo_info(3) }));
    assert!(!window.shows("Unchanged"));
    assert!(picture_name(&window).ends_with("Will be sent unchanged"));
    let untouched = PhotoChanges { changes: vec![], from: 640_000, to: Length::Exactly(640_000) };
    window.deliver(Event::Photo(PhotoEvent::Prepared { key: key(0), changes: untouched }));
    assert!(!window.shows("Unchanged"));
    assert!(picture_name(&window).ends_with("Sent unchanged"));
}

#[test]
fn the_import_screen_shows_changes_of_covers() {
    let mut window = TestWindow::signed_in(Language::English);
    window.deliver(scenes::limits());
    window.app_mut().act(Action::Drop(vec!["/photos".into()]));
    window.deliver(scenes::planned(2, 0));
    let Event::Import(ImportEvent::Planned { drafts, .. }) = scenes::planned(2, 0) else { unreachable!() };
    let cover = PictureKey::File(drafts[0].photos[0].clone());
    window.deliver(Event::Photo(PhotoEvent::Facts { key: cover.clone(), facts: scenes::photo_info(1) }));
    assert!(window.shows("Changes before upload: location removed"), "{:?}", window.texts());
    window.deliver(Event::Photo(PhotoEvent::Prepared { key: cover, changes: scenes::photo_changes() }));
    assert!(window.shows("4.8 MB to 1.9 MB"));
    window.deliver(scenes::planned(2, 0));
    assert!(!window.shows("4.8 MB to 1.9 MB"), "after a new plan, no changes have been made yet");
    assert!(window.shows("Changes before upload: location removed"));
}

#[test]
fn an_unreadable_cover_is_explained_in_its_row() {
    for (language, short, why) in [
        (Language::English, "Can’t be used", "“mug.jpg” is damaged"),
        (Language::Persian, "قابل استفاده نیست", "عکس «mug.jpg» خراب است"),
    ] {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec!["/photos".into()]));
        window.deliver(scenes::planned(2, 0));
        let Event::Import(ImportEvent::Planned { drafts, .. }) = scenes::planned(2, 0) else {
            unreachable!()
        };
        let cover = PictureKey::File(drafts[0].photos[0].clone());
        assert!(!window.shows(short));
        let problem = Problem::new(ProblemKind::PhotoDamaged).with_subject("/photos/mug.jpg");
        window.deliver(Event::Photo(PhotoEvent::Picture {
            key: cover,
            result: Err(problem),
            is_provisional: false,
        }));
        assert!(window.shows(short), "{:?}", window.texts());
        assert!(
            window.texts().iter().any(|text| text.contains(why)),
            "a screen reader reads the reason: {:?}",
            window.texts()
        );
        window.deliver(scenes::planned(2, 0));
        assert!(!window.shows(short), "after a new plan, the photo is read again");
    }
}

#[test]
fn covers_below_the_view_are_read_after_the_visible_ones() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec!["/photos".into()]));
    window.deliver(scenes::planned(200, 0));
    let Event::Import(ImportEvent::Planned { drafts, .. }) = scenes::planned(200, 0) else { unreachable!() };
    let mut requested = std::collections::HashSet::new();
    loop {
        let delivered = window.deliver_pictures();
        if delivered.is_empty() {
            break;
        }
        requested.extend(delivered);
    }
    assert!(
        drafts.iter().all(|draft| requested.contains(&PictureKey::File(draft.photos[0].clone()))),
        "{} of 200",
        requested.len()
    );
}

/// The fingerprint of a photo whose file contains `content` and which shows a bright spot at `left` of 64.
fn fingerprint(content: &[u8], left: u32) -> PhotoFingerprint {
    let spot = |x: u32, y: u32| {
        if x.abs_diff(left) + y.abs_diff(20) < 14 { [230, 220, 60, 255] } else { [30, 40, 90, 255] }
    };
    let rgba = (0..64).flat_map(|y| (0..64).flat_map(move |x| spot(x, y))).collect();
    PhotoFingerprint {
        content: ContentHash::of(content),
        perceptual: PerceptualHash::of(&Pixels { width: 64, height: 64, rgba }),
    }
}

#[test]
fn a_product_with_a_similar_photo_is_marked_but_can_be_started() {
    for (language, same, similar) in [
        (Language::English, "Same photo as “Gelim”", "Similar to the photo of “Gelim”"),
        (Language::Persian, "همان عکس «Gelim»", "مشابه عکس «Gelim»"),
    ] {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec!["/photos".into()]));
        window.deliver(scenes::planned(4, 0));
        let Event::Import(ImportEvent::Planned { drafts, .. }) = scenes::planned(4, 0) else {
            unreachable!()
        };
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Type(
            0,
            Field::Name,
            "Gelim".to_owned(),
        ))));
        for (field, value) in [
            (Field::PrimaryPrice, "450000"),
            (Field::Stock, "5"),
            (Field::PreparationDays, "1"),
            (Field::Weight, "90"),
            (Field::PackageWeight, "100"),
        ] {
            window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
                field,
                value.to_owned(),
            ))));
        }
        let fingerprints =
            [fingerprint(b"a", 20), fingerprint(b"a", 20), fingerprint(b"b", 20), fingerprint(b"c", 50)];
        for (draft, fingerprint) in drafts.iter().zip(fingerprints) {
            window.deliver(Event::Photo(PhotoEvent::Fingerprint {
                key: PictureKey::File(draft.photos[0].clone()),
                fingerprint,
            }));
        }
        let texts = window.texts();
        let count = |wanted: &str| texts.iter().filter(|text| text.contains(wanted)).count();
        assert_eq!((count(same), count(similar)), (1, 1), "the state of the row says it, once: {texts:?}");
        assert!(window.is_enabled(&window.start_button(4)), "{texts:?}");
    }
}

#[test]
fn of_photos_that_an_earlier_session_sent_nothing_is_said_to_be_still_to_come() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1100.0, 1600.0]);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-running").unwrap());
        let planned = window.message("photo-changes-planned-none");
        let cover_in = |window: &TestWindow, state| {
            let run = &window.app().model().import.run;
            let row = run.rows().iter().find(|row| row.state == state).unwrap();
            run.cover(row.id).cloned().unwrap()
        };
        let before = window.count_shown(&planned);
        let (created, waiting) = (cover_in(&window, State::Created), cover_in(&window, State::Waiting));
        window.deliver(Event::Photo(PhotoEvent::Facts { key: created, facts: scenes::photo_info(3) }));
        assert_eq!(window.count_shown(&planned), before, "{language:?}: it is in the shop");
        window.deliver(Event::Photo(PhotoEvent::Facts { key: waiting, facts: scenes::photo_info(3) }));
        assert!(window.count_shown(&planned) > before, "{language:?}: it is still to be sent");
    }
}
