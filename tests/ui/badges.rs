//! Each photo shows its planned changes, and then the changes made.

use vitrine::media::{ContentHash, Length, PerceptualHash, PhotoChanges, PhotoFingerprint, Pixels};
use vitrine::worker::PictureKey;

use super::*;

fn key(n: u64) -> PictureKey {
    PictureKey::Form(FormPhotoId(n))
}

fn form(language: Language) -> Stage {
    let mut stage = Stage::in_shop(language);
    stage.tell(scenes::limits());
    stage.app_mut().act(Action::Go(Screen::Create));
    stage.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
    stage.harness.run();
    stage
}

/// What a screen reader says of the only photo.
fn picture_name(stage: &Stage) -> String {
    let picture = stage.harness.get_by_role(eframe::egui::accesskit::Role::Image);
    picture.accesskit_node().label().unwrap()
}

#[test]
fn planned_changes_are_shown_as_soon_as_the_photo_was_read() {
    for (language, told) in BOTH.into_iter().zip([
        "Changes before upload: location removed, rotated, file size from 4.8 MB to 2 MB or less",
        "تغییرات پیش از ارسال: بدون اطلاعات مکان، چرخانده‌شده، تغییر حجم از ۴٫۸ مگابایت به حداکثر ۲ مگابایت",
    ]) {
        let mut stage = form(language);
        assert!(!picture_name(&stage).contains(told));
        stage.tell(Event::PhotoFacts { key: key(0), facts: scenes::facts(0) });
        let name = picture_name(&stage);
        assert!(name.contains("rug.jpg") && name.ends_with(told), "{name}");
    }
}

#[test]
fn the_changes_made_replace_the_planned_ones() {
    for (language, told, short) in [
        (Language::English, "Changes made: location removed, rotated, file size from 4.8 MB to 1.9 MB", "4.8 MB to 1.9 MB, rotated"),
        (
            Language::Persian,
            "تغییرات انجام‌شده: بدون اطلاعات مکان، چرخانده‌شده، تغییر حجم از ۴٫۸ مگابایت به ۱٫۹ مگابایت",
            "از ۴٫۸ مگابایت به ۱٫۹ مگابایت، چرخانده‌شده",
        ),
    ] {
        let mut stage = form(language);
        stage.tell(Event::PhotoPrepared { key: key(0), changes: scenes::treated() });
        stage.tell(Event::PhotoFacts { key: key(0), facts: scenes::facts(0) });
        stage.tell(Event::FormPhoto { id: FormPhotoId(0), state: FormPhotoState::Uploaded(FileId::from(5)) });
        assert!(picture_name(&stage).ends_with(told), "{}", picture_name(&stage));
        assert!(stage.shows(short), "{:?}", stage.texts());
    }
}

#[test]
fn a_photo_without_changes_is_described_as_unchanged() {
    let mut stage = form(Language::English);
    stage.tell(Event::PhotoFacts { key: key(0), facts: scenes::facts(3) });
    assert!(stage.shows("Unchanged"));
    assert!(picture_name(&stage).ends_with("Will be sent unchanged"));
    let untouched = PhotoChanges { changes: vec![], from: 640_000, to: Length::Exactly(640_000) };
    stage.tell(Event::PhotoPrepared { key: key(0), changes: untouched });
    assert!(stage.shows("Unchanged"));
    assert!(picture_name(&stage).ends_with("Sent unchanged"));
}

#[test]
fn the_import_screen_shows_changes_of_covers() {
    let mut stage = Stage::in_shop(Language::English);
    stage.tell(scenes::limits());
    stage.app_mut().act(Action::Drop(vec!["/photos".into()]));
    stage.tell(scenes::planned(2, 0));
    let Event::Planned { drafts, .. } = scenes::planned(2, 0) else { unreachable!() };
    let cover = PictureKey::File(drafts[0].photos[0].clone());
    stage.tell(Event::PhotoFacts { key: cover.clone(), facts: scenes::facts(1) });
    assert!(stage.shows("Changes before upload: location removed"), "{:?}", stage.texts());
    stage.tell(Event::PhotoPrepared { key: cover, changes: scenes::treated() });
    assert!(stage.shows("4.8 MB to 1.9 MB"));
    stage.tell(scenes::planned(2, 0));
    assert!(!stage.shows("4.8 MB to 1.9 MB"), "planned again, nothing is done to it yet");
    assert!(stage.shows("Changes before upload: location removed"));
}

#[test]
fn an_unreadable_cover_is_explained_in_its_row() {
    for (language, short, why) in
        [(Language::English, "Can’t be used", "“mug.jpg” is damaged"), (Language::Persian, "قابل استفاده نیست", "عکس «mug.jpg» خراب است")]
    {
        let mut stage = Stage::in_shop(language);
        stage.app_mut().act(Action::Drop(vec!["/photos".into()]));
        stage.tell(scenes::planned(2, 0));
        let Event::Planned { drafts, .. } = scenes::planned(2, 0) else { unreachable!() };
        let cover = PictureKey::File(drafts[0].photos[0].clone());
        assert!(!stage.shows(short));
        let problem = Problem::new(Code::PhotoDamaged).with_subject("/photos/mug.jpg");
        stage.tell(Event::Picture { key: cover, result: Err(problem), is_provisional: false });
        assert!(stage.shows(short), "{:?}", stage.texts());
        assert!(stage.texts().iter().any(|text| text.contains(why)), "a screen reader says why: {:?}", stage.texts());
        stage.tell(scenes::planned(2, 0));
        assert!(!stage.shows(short), "planned again, it is looked at again");
    }
}

#[test]
fn covers_below_the_view_are_read_after_the_visible_ones() {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Drop(vec!["/photos".into()]));
    stage.tell(scenes::planned(200, 0));
    let Event::Planned { drafts, .. } = scenes::planned(200, 0) else { unreachable!() };
    let mut asked = std::collections::HashSet::new();
    loop {
        let brought = stage.bring_pictures();
        if brought.is_empty() {
            break;
        }
        asked.extend(brought);
    }
    assert!(drafts.iter().all(|draft| asked.contains(&PictureKey::File(draft.photos[0].clone()))), "{} of 200", asked.len());
}

/// As the worker tells it of a cover whose file holds `content`, and which shows a bright spot at `left` of 64.
fn likeness(content: &[u8], left: u32) -> PhotoFingerprint {
    let spot = |x: u32, y: u32| if x.abs_diff(left) + y.abs_diff(20) < 14 { [230, 220, 60, 255] } else { [30, 40, 90, 255] };
    let rgba = (0..64).flat_map(|y| (0..64).flat_map(move |x| spot(x, y))).collect();
    PhotoFingerprint { content: ContentHash::of(content), perceptual: PerceptualHash::of(&Pixels { width: 64, height: 64, rgba }) }
}

#[test]
fn a_product_with_a_similar_photo_is_marked_but_can_be_started() {
    for (language, same, alike, start) in [
        (Language::English, "Same photo as “Gelim”", "Similar to the photo of “Gelim”", "Start creating 4 products"),
        (Language::Persian, "همان عکس «Gelim»", "مشابه عکس «Gelim»", "شروع ثبت ۴ محصول"),
    ] {
        let mut stage = Stage::in_shop(language);
        stage.app_mut().act(Action::Drop(vec!["/photos".into()]));
        stage.tell(scenes::planned(4, 0));
        let Event::Planned { drafts, .. } = scenes::planned(4, 0) else { unreachable!() };
        stage.app_mut().act(Action::Import(ImportAction::Type(0, Field::Name, "Gelim".to_owned())));
        for (field, value) in [
            (Field::PrimaryPrice, "450000"),
            (Field::Stock, "5"),
            (Field::PreparationDays, "1"),
            (Field::Weight, "90"),
            (Field::PackageWeight, "100"),
        ] {
            stage.app_mut().act(Action::Import(ImportAction::TypeDefault(field, value.to_owned())));
        }
        let told = [likeness(b"a", 20), likeness(b"a", 20), likeness(b"b", 20), likeness(b"c", 50)];
        for (draft, likeness) in drafts.iter().zip(told) {
            stage.tell(Event::PhotoFingerprint { key: PictureKey::File(draft.photos[0].clone()), fingerprint: likeness });
        }
        let texts = stage.texts();
        let count = |wanted: &str| texts.iter().filter(|text| text.as_str() == wanted).count();
        assert_eq!((count(same), count(alike)), (1, 1), "{texts:?}");
        let spoken = texts.iter().filter(|text| text.len() > alike.len() && text.contains(alike)).count();
        assert_eq!(spoken, 1, "the photo's own name says it too: {texts:?}");
        assert!(stage.shows(start), "{texts:?}");
    }
}
