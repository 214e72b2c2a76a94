use super::*;
use eframe::egui::{Key, Modifiers};
use vitrine::domain::{Crop, Edit, Ratio};
use vitrine::ui::Action;
use vitrine::worker::{FormPhotoId, PhotoSource, PictureKey};

/// A form with two photos, the first of them in the editor.
fn form(language: Language) -> Stage {
    let mut stage = Stage::in_shop(language);
    stage.app_mut().act(Action::Go(Screen::Create));
    stage.app_mut().act(Action::Drop(vec!["/p/front.jpg".into(), "/p/back.jpg".into()]));
    stage.harness.run();
    stage.sent();
    let open = open(&stage, "front.jpg");
    stage.press(&open);
    stage.bring_pictures();
    stage.bring_pictures();
    stage
}

fn open(stage: &Stage, name: &str) -> String {
    stage.format("editor-open", args!["name" => name])
}

fn in_review() -> Stage {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Drop(vec!["/photos".into()]));
    stage.harness.run();
    stage.tell(scenes::planned(3, 0));
    let price = stage.label(Field::PrimaryPrice);
    stage.type_into(&price, "500");
    stage.sent();
    stage
}

/// What each photo was sent to be edited to.
fn edits(stage: &mut Stage) -> Vec<(u64, Edit)> {
    let edit =
        |command| if let Command::Form(FormCommand::EditPhoto { id: FormPhotoId(id), edit }) = command { Some((id, edit)) } else { None };
    stage.sent().into_iter().filter_map(edit).collect()
}

fn slider(stage: &mut Stage, key: &str, keys: &[Key]) {
    let name = stage.words(key);
    stage
        .harness
        .get_by(|node| node.role() == eframe::egui::accesskit::Role::Slider && node.label().is_some_and(|label| label == name))
        .focus();
    stage.harness.run();
    for key in keys {
        stage.harness.key_press(*key);
        stage.harness.run();
    }
}

#[test]
fn a_rotation_is_undone_redone_and_applied() {
    for language in BOTH {
        let mut stage = form(language);
        assert!(!stage.is_enabled(&stage.words("editor-apply")), "nothing was changed yet");
        stage.press_key("editor-rotate-right");
        stage.press_key("editor-rotate-right");
        stage.press_key("edit-undo");
        assert!(stage.is_enabled(&stage.words("edit-redo")));
        stage.press_key("editor-apply");
        assert_eq!(edits(&mut stage), [(0, Edit::default().rotated_right())], "{language:?}");
        assert!(!stage.shows_key("editor-apply"));

        let open = open(&stage, "front.jpg");
        stage.press(&open);
        stage.press_key("editor-reset");
        stage.press_key("editor-apply");
        assert_eq!(edits(&mut stage), [(0, Edit::default())]);
    }
}

#[test]
fn cancelling_the_editor_sends_nothing() {
    let mut stage = form(Language::English);
    stage.press_key("editor-white-background");
    stage.harness.key_press(Key::Escape);
    stage.harness.run();
    assert!(!stage.shows_key("editor-white-background") && edits(&mut stage).is_empty());
}

#[test]
fn the_keyboard_alone_opens_edits_and_applies() {
    for (language, more) in [(Language::English, Key::ArrowRight), (Language::Persian, Key::ArrowLeft)] {
        let mut stage = form(language);
        stage.harness.key_press(Key::Escape);
        stage.harness.run();
        let open = open(&stage, "front.jpg");
        stage.harness.get_by_label(&open).focus();
        stage.harness.run();
        stage.harness.key_press(Key::E);
        stage.harness.run();
        stage.harness.key_press(Key::OpenBracket);
        stage.harness.run();
        slider(&mut stage, "editor-brightness", &[more, more, more]);
        stage.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        stage.harness.run();
        slider(&mut stage, "editor-straighten", &[Key::End]);
        let apply = stage.words("editor-apply");
        stage.harness.get_by_label(&apply).focus();
        stage.harness.run();
        stage.harness.key_press(Key::Enter);
        stage.harness.run();
        let expected = Edit::default().rotated_left().with_brightness(10).with_tilt(150);
        assert_eq!(edits(&mut stage), [(0, expected)], "{language:?}");
        assert!(stage.harness.get_by_label(&open).is_focused(), "the keyboard is where it was before");
    }
}

#[test]
fn the_crop_has_a_ratio_and_its_frame_moves_by_arrow_keys() {
    let mut stage = form(Language::English);
    assert!(stage.shows("3:4"), "the marketplace's own shape is offered");
    stage.press_key("editor-crop-square");
    stage.bring_pictures();
    let frame = stage.words("editor-frame");
    stage.harness.get_by_label(&frame).focus();
    stage.harness.run();
    for _ in 0..10 {
        stage.harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
        stage.harness.run();
    }
    stage.harness.key_press(Key::ArrowDown);
    stage.harness.run();
    stage.press_key("editor-apply");
    let [(0, Edit { crop: Some(Crop::Shaped { ratio: Ratio::SQUARE, x, y, scale }), .. })] = edits(&mut stage)[..] else { panic!() };
    assert!((8900..9100).contains(&scale), "{scale}");
    assert!(x < 4600 && y > x, "{x} {y}");
}

#[test]
fn an_edit_can_be_applied_to_all_photos_of_the_form() {
    let mut stage = form(Language::English);
    stage.press_key("editor-white-background");
    stage.press_key("editor-apply-to-product");
    stage.press_key("editor-apply");
    let white = Edit { white: true, ..Edit::default() };
    assert_eq!(edits(&mut stage), [(0, white), (1, white)]);
}

#[test]
fn comparing_shows_the_original_until_something_changes() {
    let mut stage = form(Language::English);
    stage.press_key("editor-white-background");
    stage.press_key("editor-show-original");
    assert!(stage.app().model().editor.as_ref().unwrap().shows_original);
    stage.press_key("editor-white-background");
    assert!(!stage.app().model().editor.as_ref().unwrap().shows_original);
}

#[test]
fn an_edit_can_be_applied_to_every_product_of_an_import() {
    let mut stage = in_review();
    let Event::Planned { drafts, .. } = scenes::planned(3, 0) else { unreachable!() };
    stage.tell(scenes::limits());
    stage.tell(Event::PhotoFacts { key: PictureKey::File(drafts[1].photos[0].clone()), facts: scenes::facts(1) });
    let photo = open(&stage, &drafts[0].source_name);
    stage.press(&photo);
    stage.press_key("editor-rotate-left");
    stage.press_key("editor-apply-to-all");
    stage.press_key("editor-apply");
    assert!(stage.shows("edited"), "{:?}", stage.texts());
    let start = stage.start_button(3);
    stage.press(&start);
    let sent = stage.sent();
    let started = sent
        .iter()
        .find_map(|command| if let Command::Import(ImportCommand::Start { drafts, .. }) = command { Some(drafts) } else { None });
    for planned in started.unwrap() {
        assert!((0..planned.photos.len()).all(|index| planned.edit(index) == Edit::default().rotated_left()), "{planned:?}");
    }
}

#[test]
fn changing_the_grouping_keeps_the_edits() {
    let mut stage = in_review();
    let Event::Planned { drafts, .. } = scenes::planned(3, 0) else { unreachable!() };
    let photo = open(&stage, &drafts[0].source_name);
    stage.press(&photo);
    stage.press_key("editor-white-background");
    stage.press_key("editor-apply");
    let by_name = stage.app().words().grouping(vitrine::import::Grouping::Name).into_owned();
    stage.press(&by_name);
    stage.tell(scenes::planned(3, 0));
    let start = stage.start_button(3);
    stage.press(&start);
    let edited = stage
        .sent()
        .iter()
        .any(|command| matches!(command, Command::Import(ImportCommand::Start { drafts, .. }) if drafts[0].edit(0).white));
    assert!(edited);
}

#[test]
fn an_unreadable_photo_has_a_message() {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Go(Screen::Create));
    stage.app_mut().act(Action::Form(FormAction::Add(vec![PhotoSource::File("/p/broken.jpg".into())])));
    stage.harness.run();
    let open = open(&stage, "broken.jpg");
    stage.press(&open);
    assert!(stage.shows_key("editor-opening"));
    let key = PictureKey::Preview(Box::new(PictureKey::Form(FormPhotoId(0))), Edit::default());
    stage.tell(Event::Picture { key, result: Err(Problem::new(Code::PhotoDamaged)), is_provisional: false });
    assert!(stage.shows_key("editor-failed"));
}
