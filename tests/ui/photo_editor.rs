use super::*;
use eframe::egui::{Event as Input, Key, Modifiers};
use vitrine::ui::Action;
use vitrine::worker::{FormPhotoId, PhotoSource, PictureKey};
use vitrine_domain::{Crop, PhotoEdit, Ratio};

/// A form with two photos, of which the first is open in the editor.
fn editor(language: Language) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Go(Screen::Create));
    window.app_mut().act(Action::Drop(vec!["/p/front.jpg".into(), "/p/back.jpg".into()]));
    window.harness.run();
    window.take_commands();
    let open = open_button(&window, "front.jpg");
    window.press(&open);
    window.deliver_pictures();
    window.deliver_pictures();
    window
}

fn open_button(window: &TestWindow, name: &str) -> String {
    window.format("editor-open", args!["name" => name])
}

fn review() -> TestWindow {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec!["/photos".into()]));
    window.harness.run();
    window.deliver(scenes::planned(3, 0));
    let price = window.label(Field::PrimaryPrice);
    window.type_into(&price, "500");
    window.take_commands();
    window
}

/// The edits that were sent, by photo.
fn sent_edits(window: &mut TestWindow) -> Vec<(u64, PhotoEdit)> {
    let edit = |command| {
        if let Command::Form(FormCommand::EditPhoto { id: FormPhotoId(id), edit }) = command {
            Some((id, edit))
        } else {
            None
        }
    };
    window.take_commands().into_iter().filter_map(edit).collect()
}

fn press_on_slider(window: &mut TestWindow, key: &str, keys: &[Key]) {
    let name = window.message(key);
    window
        .harness
        .get_by(|node| {
            node.role() == eframe::egui::accesskit::Role::Slider
                && node.label().is_some_and(|label| label == name)
        })
        .focus();
    window.harness.run();
    for key in keys {
        window.harness.key_press(*key);
        window.harness.run();
    }
}

#[test]
fn a_rotation_is_undone_redone_and_applied() {
    for language in Language::ALL {
        let mut window = editor(language);
        assert!(!window.is_enabled(&window.message("editor-apply")), "nothing has changed yet");
        window.press_message("editor-rotate-right");
        window.press_message("editor-rotate-right");
        window.press_message("undo");
        assert!(window.is_enabled(&window.message("redo")));
        window.press_message("editor-apply");
        assert_eq!(sent_edits(&mut window), [(0, PhotoEdit::default().rotated_right())], "{language:?}");
        assert!(!window.shows_message("editor-apply"));

        let open = open_button(&window, "front.jpg");
        window.press(&open);
        window.press_message("editor-reset");
        window.press_message("editor-apply");
        assert_eq!(sent_edits(&mut window), [(0, PhotoEdit::default())]);
    }
}

#[test]
fn edits_are_not_lost_by_escape_but_by_a_decision() {
    for language in Language::ALL {
        let mut window = editor(language);
        window.press_message("editor-rotate-right");
        for _ in 0..2 {
            window.tap_key(Key::Escape);
            assert!(window.shows_message("editor-discard-ask"), "{language:?}");
            assert!(window.is_focused(&window.message("editor-discard-no")), "{language:?}");
            // Keys of the editor do nothing behind the question.
            window.tap_key(Key::OpenBracket);
            window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
            window.harness.run();
            window.tap_key(Key::Escape);
            assert!(!window.shows_message("editor-discard-ask"), "{language:?}");
            assert_eq!(
                window.app().model().editor.as_ref().unwrap().edit(),
                PhotoEdit::default().rotated_right(),
                "{language:?}"
            );
        }
        window.press_message("cancel");
        window.press_message("editor-discard");
        assert!(!window.shows_message("editor-apply") && sent_edits(&mut window).is_empty(), "{language:?}");
        let open = open_button(&window, "front.jpg");
        assert!(window.is_focused(&open), "{language:?}: the focus returns to the photo");
        window.tap_key(Key::Enter);
        window.press_message("cancel");
        assert!(
            !window.shows_message("editor-discard-ask") && !window.shows_message("editor-apply"),
            "{language:?}: nothing was edited"
        );
    }
}

#[test]
fn the_keyboard_alone_opens_edits_and_applies() {
    for (language, increase) in [(Language::English, Key::ArrowRight), (Language::Persian, Key::ArrowLeft)] {
        let mut window = editor(language);
        window.harness.key_press(Key::Escape);
        window.harness.run();
        let open = open_button(&window, "front.jpg");
        window.harness.get_by_label(&open).focus();
        window.harness.run();
        window.harness.key_press(Key::E);
        window.harness.run();
        window.harness.key_press(Key::OpenBracket);
        window.harness.run();
        press_on_slider(&mut window, "editor-brightness", &[increase, increase, increase]);
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.harness.run();
        press_on_slider(&mut window, "editor-straighten", &[Key::End]);
        let apply = window.message("editor-apply");
        window.harness.get_by_label(&apply).focus();
        window.harness.run();
        window.harness.key_press(Key::Enter);
        window.harness.run();
        let expected = PhotoEdit::default().rotated_left().with_brightness(10).with_tilt(150);
        assert_eq!(sent_edits(&mut window), [(0, expected)], "{language:?}");
        assert!(window.harness.get_by_label(&open).is_focused(), "the focus returns to the opener");
    }
}

#[test]
fn the_crop_has_a_ratio_and_its_frame_moves_by_arrow_keys() {
    let mut window = editor(Language::English);
    assert!(window.shows("3:4"), "the marketplace's photo ratio is offered");
    window.press_message("editor-crop-square");
    window.deliver_pictures();
    let frame = window.message("editor-frame");
    window.harness.get_by_label(&frame).focus();
    window.harness.run();
    for _ in 0..10 {
        window.harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
        window.harness.run();
    }
    window.harness.key_press(Key::ArrowDown);
    window.harness.run();
    window.press_message("editor-apply");
    let [(0, PhotoEdit { crop: Some(Crop::Shaped { ratio: Ratio::SQUARE, x, y, scale }), .. })] =
        sent_edits(&mut window)[..]
    else {
        panic!()
    };
    assert!((8900..9100).contains(&scale), "{scale}");
    assert!(x < 4600 && y > x, "{x} {y}");
}

#[test]
fn an_edit_can_be_applied_to_all_photos_of_the_form() {
    let mut window = editor(Language::English);
    window.press_message("editor-white-background");
    window.press_message("editor-apply-to-product");
    window.press_message("editor-apply");
    let white = PhotoEdit { white: true, ..PhotoEdit::default() };
    assert_eq!(sent_edits(&mut window), [(0, white), (1, white)]);
}

#[test]
fn comparing_shows_the_original_until_something_changes() {
    let mut window = editor(Language::English);
    window.press_message("editor-white-background");
    window.press_message("editor-show-original");
    assert!(window.app().model().editor.as_ref().unwrap().shows_original);
    window.press_message("editor-white-background");
    assert!(!window.app().model().editor.as_ref().unwrap().shows_original);
}

#[test]
fn an_edit_can_be_applied_to_every_product_of_an_import() {
    let mut window = review();
    let Event::Import(ImportEvent::Planned { drafts, .. }) = scenes::planned(3, 0) else { unreachable!() };
    window.deliver(scenes::limits());
    window.deliver(Event::Photo(PhotoEvent::Facts {
        key: PictureKey::File(drafts[1].photos[0].clone()),
        facts: scenes::photo_info(1),
    }));
    let photo = open_button(&window, &drafts[0].source_name);
    window.press(&photo);
    window.press_message("editor-rotate-left");
    window.press_message("editor-apply-to-all");
    window.press_message("editor-apply");
    assert!(window.shows("edited"), "{:?}", window.texts());
    let start = window.start_button(3);
    window.press(&start);
    let sent = window.take_commands();
    let started = sent.iter().find_map(|command| {
        if let Command::Import(ImportCommand::Start { drafts, .. }) = command { Some(drafts) } else { None }
    });
    for planned in started.unwrap() {
        assert!(
            (0..planned.photos.len()).all(|index| planned.edit(index) == PhotoEdit::default().rotated_left()),
            "{planned:?}"
        );
    }
}

#[test]
fn changing_the_grouping_keeps_the_edits() {
    let mut window = review();
    let Event::Import(ImportEvent::Planned { drafts, .. }) = scenes::planned(3, 0) else { unreachable!() };
    let photo = open_button(&window, &drafts[0].source_name);
    window.press(&photo);
    window.press_message("editor-white-background");
    window.press_message("editor-apply");
    let by_name = window.app().words().grouping(vitrine_core::import::Grouping::Name).into_owned();
    window.press_message("import-grouping");
    window.press(&by_name);
    window.deliver(scenes::planned(3, 0));
    let start = window.start_button(3);
    window.press(&start);
    let edited = window
        .take_commands()
        .iter()
        .any(|command| matches!(command, Command::Import(ImportCommand::Start { drafts, .. }) if drafts[0].edit(0).white));
    assert!(edited);
}

#[test]
fn an_unreadable_photo_has_a_message() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Go(Screen::Create));
    window.app_mut().act(Action::Form(FormAction::Add(vec![PhotoSource::File("/p/broken.jpg".into())])));
    window.harness.run();
    let open = open_button(&window, "broken.jpg");
    window.press(&open);
    assert!(window.shows_message("editor-opening"));
    let key = PictureKey::Preview(Box::new(PictureKey::Form(FormPhotoId(0))), PhotoEdit::default());
    window.deliver(Event::Photo(PhotoEvent::Picture {
        key,
        result: Err(Problem::new(ProblemKind::PhotoDamaged)),
        is_provisional: false,
    }));
    assert!(window.shows_message("editor-failed"));
}

/// The keys of a quick typist, which arrive together on a slow computer, do the same as one after another.
#[test]
fn whether_an_arrow_key_resizes_the_frame_depends_on_shift_as_the_key_was_pressed() {
    let press = |key, modifiers| {
        [true, false].map(|pressed| Input::Key { key, physical_key: None, pressed, repeat: false, modifiers })
    };
    let smaller = || press(Key::ArrowLeft, Modifiers::SHIFT);
    let down = || press(Key::ArrowDown, Modifiers::NONE);
    let keys = [smaller(), smaller(), down(), smaller(), down(), down()];
    let crop = |together: bool| {
        let mut window = editor(Language::English);
        window.press_message("editor-crop-square");
        window.deliver_pictures();
        let frame = window.message("editor-frame");
        window.focus(&frame);
        if together {
            window.deliver_in_one_frame(keys.clone().concat());
        } else {
            keys.iter().for_each(|key| window.deliver_in_one_frame(key.clone()));
        }
        assert!(window.is_focused(&frame));
        window.app().model().editor.as_ref().unwrap().edit().crop
    };
    let one_by_one = crop(false);
    assert_eq!(crop(true), one_by_one);
    let Some(Crop::Shaped { scale, .. }) = one_by_one else { panic!("{one_by_one:?}") };
    assert!((9600..9750).contains(&scale), "three steps smaller: {scale}");
}

/// The frame has the focus before the first preview has arrived, or gets it at the same place, and keeps it.
#[test]
fn the_focus_survives_the_first_preview() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Go(Screen::Create));
        window.app_mut().act(Action::Drop(vec!["/p/front.jpg".into(), "/p/back.jpg".into()]));
        window.harness.run();
        let open = open_button(&window, "front.jpg");
        window.press(&open);
        for _ in 0..3 {
            let before = focus::focused(&window);
            window.deliver_pictures();
            assert_eq!(focus::focused(&window), before, "{language:?}");
        }
    }
}

/// A quick preview changes what is drawn in the same frame in which the first button gets the focus.
#[test]
fn the_focus_survives_a_preview_that_arrives_at_any_frame_after_opening() {
    for language in Language::ALL {
        for frames in 0..6 {
            let mut window = TestWindow::signed_in(language);
            window.app_mut().act(Action::Go(Screen::Create));
            window.app_mut().act(Action::Drop(vec!["/p/front.jpg".into(), "/p/back.jpg".into()]));
            window.harness.run();
            let open = open_button(&window, "front.jpg");
            window.harness.get_by_label(&open).click();
            (0..frames).for_each(|_| window.harness.step());
            window.deliver_pictures();
            window.deliver_pictures();
            let turns = ["editor-rotate-left", "editor-rotate-right"].map(|key| window.message(key));
            assert!(
                turns.iter().any(|name| window.is_focused(name)),
                "{language:?}, {frames} frames: {:?}",
                focus::focused(&window)
            );
        }
    }
}
