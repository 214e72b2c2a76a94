//! Beside each photo stands what will be done to it, and then what was.

use vitrine::media::{Length, Treatment};
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
fn what_will_be_done_is_told_as_soon_as_the_photo_was_looked_at() {
    for (language, told) in BOTH.into_iter().zip([
        "Before sending: place removed, turned, 4.8 MB to at most 2 MB",
        "پیش از ارسال: حذف مکان، چرخش، از ۴٫۸ مگابایت به حداکثر ۲ مگابایت",
    ]) {
        let mut stage = form(language);
        assert!(!picture_name(&stage).contains(told));
        stage.tell(Event::PhotoFacts { key: key(0), facts: scenes::facts(0) });
        let name = picture_name(&stage);
        assert!(name.contains("rug.jpg") && name.ends_with(told), "{name}");
    }
}

#[test]
fn what_was_done_takes_its_place_and_stays() {
    for (language, told, short) in [
        (Language::English, "Done: place removed, turned, 4.8 MB to 1.9 MB", "4.8 MB to 1.9 MB, turned"),
        (Language::Persian, "انجام شد: حذف مکان، چرخش، از ۴٫۸ مگابایت به ۱٫۹ مگابایت", "از ۴٫۸ مگابایت به ۱٫۹ مگابایت، چرخش"),
    ] {
        let mut stage = form(language);
        stage.tell(Event::PhotoDone { key: key(0), treatment: scenes::treated() });
        stage.tell(Event::PhotoFacts { key: key(0), facts: scenes::facts(0) });
        stage.tell(Event::FormPhoto { id: FormPhotoId(0), state: FormPhotoState::Uploaded(FileId::from(5)) });
        assert!(picture_name(&stage).ends_with(told), "{}", picture_name(&stage));
        assert!(stage.shows(short), "{:?}", stage.texts());
    }
}

#[test]
fn a_photo_that_needs_nothing_is_said_to_stay_as_it_is() {
    let mut stage = form(Language::English);
    stage.tell(Event::PhotoFacts { key: key(0), facts: scenes::facts(3) });
    assert!(stage.shows("Unchanged"));
    assert!(picture_name(&stage).ends_with("Will be sent as it is"));
    let untouched = Treatment { changes: vec![], from: 640_000, to: Length::Exactly(640_000) };
    stage.tell(Event::PhotoDone { key: key(0), treatment: untouched });
    assert!(stage.shows("Unchanged"));
    assert!(picture_name(&stage).ends_with("Sent as it is"));
}

#[test]
fn the_import_screen_tells_it_of_covers() {
    let mut stage = Stage::in_shop(Language::English);
    stage.tell(scenes::limits());
    stage.app_mut().act(Action::Drop(vec!["/photos".into()]));
    stage.tell(scenes::planned(2, 0));
    let Event::Planned { drafts, .. } = scenes::planned(2, 0) else { unreachable!() };
    let cover = PictureKey::File(drafts[0].photos[0].clone());
    stage.tell(Event::PhotoFacts { key: cover.clone(), facts: scenes::facts(1) });
    assert!(stage.shows("Before sending: place removed"), "{:?}", stage.texts());
    stage.tell(Event::PhotoDone { key: cover, treatment: scenes::treated() });
    assert!(stage.shows("4.8 MB to 1.9 MB"));
    stage.tell(scenes::planned(2, 0));
    assert!(!stage.shows("4.8 MB to 1.9 MB"), "planned again, nothing is done to it yet");
    assert!(stage.shows("Before sending: place removed"));
}
