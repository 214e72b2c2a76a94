//! The photos of a product in the review: shown, put in order, moved to other products, removed and replaced.

use super::*;
use eframe::egui::accesskit::Live;
use eframe::egui::{Event as Input, Key, Modifiers, PointerButton, Pos2};

/// A review in which the first product has one photo, the second has two, and so on up to four.
fn review(language: Language, products: usize) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(products, 0));
    window.take_commands();
    window
}

/// The photos of each product, by their numbers in their own folders: `3.2` is the third photo of the fourth
/// folder.
fn photos(window: &TestWindow) -> Vec<Vec<String>> {
    let photo = |path: &PathBuf| {
        let folder = path.parent().unwrap().to_string_lossy().into_owned();
        format!("{}.{}", folder.rsplit(' ').next().unwrap(), path.file_stem().unwrap().to_string_lossy())
    };
    window
        .app()
        .model()
        .import
        .review
        .drafts()
        .iter()
        .map(|draft| draft.photos.iter().map(photo).collect())
        .collect()
}

fn button(window: &TestWindow, product: usize) -> String {
    let model = window.app().model();
    let count = window.app().words().integer(model.import.review.drafts()[product].photos.len() as i64);
    window.format(
        "strip-show",
        args!["name" => model.import.review.with_defaults(product).name, "count" => count],
    )
}

fn open(window: &mut TestWindow, product: usize) {
    let name = button(window, product);
    window.press(&name);
    window.deliver_pictures();
}

/// The name of the photo at a position counted from one, before anything is known about its content.
fn photo(window: &TestWindow, place: usize, file: &str) -> String {
    let number = window.app().words().integer(place as i64);
    window.format(
        if place == 1 { "strip-cover-named" } else { "create-photo-named" },
        args!["place" => number, "name" => file],
    )
}

/// What is announced, with the nodes that say it.
fn announced_nodes(window: &TestWindow) -> Vec<(String, String)> {
    let nodes = window.harness.query_all_by(|node| node.live() != Live::Off);
    nodes
        .filter_map(|node| {
            let said = node.accesskit_node().label().or_else(|| node.accesskit_node().value())?;
            Some((said, format!("{:?}", node.accesskit_node().locate())))
        })
        .collect()
}

#[test]
fn what_was_announced_before_the_strip_opened_is_not_announced_again() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(4, 2));
        let before = announced_nodes(&window);
        assert!(!before.is_empty(), "{language:?}: {:?}", window.texts());
        open(&mut window, 0);
        let during = announced_nodes(&window);
        for (said, node) in before {
            let same = during.iter().find(|(now, _)| *now == said);
            assert!(same.is_none_or(|(_, now)| *now == node), "{language:?}: {said}");
        }
    }
}

fn settle(window: &mut TestWindow) {
    window.harness.run();
    window.deliver_pictures();
}

fn keys(language: Language) -> (Key, Key) {
    if language.is_rtl() { (Key::ArrowLeft, Key::ArrowRight) } else { (Key::ArrowRight, Key::ArrowLeft) }
}

/// Drags from one place to another, with a frame for each step.
fn drag(window: &mut TestWindow, from: Pos2, to: Pos2) {
    let button = |at, pressed| Input::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let middle = from + (to - from) * 0.5;
    for event in [
        Input::PointerMoved(from),
        button(from, true),
        Input::PointerMoved(middle),
        Input::PointerMoved(to),
        button(to, false),
    ] {
        window.harness.event(event);
        window.harness.step();
    }
    settle(window);
}

fn place(window: &TestWindow, name: &str) -> Pos2 {
    window.harness.get_by_label(name).rect().center()
}

#[test]
fn the_number_of_photos_opens_them_and_escape_returns_to_it() {
    for language in Language::ALL {
        let mut window = review(language, 5);
        let name = button(&window, 3);
        assert_eq!(window.harness.get_by_label(&name).accesskit_node().data().is_expanded(), Some(false));
        open(&mut window, 3);
        assert_eq!(window.harness.get_by_label(&name).accesskit_node().data().is_expanded(), Some(true));
        let product = window.app().model().import.review.with_defaults(3).name;
        assert!(
            window.shows(&window.format("strip-title", args!["name" => product])),
            "{:?}",
            window.texts()
        );
        assert!(window.is_focused(&photo(&window, 1, "0.jpg")), "{language:?}");
        window.key_press(Key::Escape);
        settle(&mut window);
        assert!(window.is_focused(&name), "{language:?}");
        assert!(!window.shows(&photo(&window, 1, "0.jpg")));
        open(&mut window, 3);
        let close = window.message("strip-close");
        window.focus(&close);
        window.key_press(Key::Escape);
        settle(&mut window);
        assert!(window.is_focused(&name), "{language:?}");
    }
}

#[test]
fn the_arrow_keys_follow_the_writing_direction_and_with_alt_they_move_the_photo() {
    for language in Language::ALL {
        let mut window = review(language, 5);
        open(&mut window, 3);
        let (onward, back) = keys(language);
        window.key_press(onward);
        settle(&mut window);
        assert!(window.is_focused(&photo(&window, 2, "1.jpg")), "{language:?}");
        window.key_press_modifiers(Modifiers::ALT, onward);
        settle(&mut window);
        assert_eq!(photos(&window)[3], ["3.0", "3.2", "3.1", "3.3"], "{language:?}");
        assert!(window.is_focused(&photo(&window, 3, "1.jpg")), "the focus stays with the photo");
        window.key_press_modifiers(Modifiers::ALT, Key::Home);
        settle(&mut window);
        assert_eq!(photos(&window)[3], ["3.1", "3.0", "3.2", "3.3"], "it is the cover");
        window.key_press(onward);
        window.key_press(back);
        settle(&mut window);
        assert!(window.is_focused(&photo(&window, 1, "1.jpg")), "{language:?}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
        assert_eq!(photos(&window)[3], ["3.0", "3.1", "3.2", "3.3"]);
        assert!(window.is_focused(&photo(&window, 2, "1.jpg")), "{language:?}");
    }
}

#[test]
fn a_removed_photo_gives_the_focus_to_its_neighbour_and_can_be_brought_back() {
    for language in Language::ALL {
        let mut window = review(language, 5);
        open(&mut window, 2);
        window.key_press(Key::End);
        window.key_press(Key::Delete);
        settle(&mut window);
        assert_eq!(photos(&window)[2], ["2.0", "2.1"]);
        assert!(window.is_focused(&photo(&window, 2, "1.jpg")), "{language:?}");
        window.key_press(Key::Home);
        window.key_press(Key::Delete);
        settle(&mut window);
        assert!(window.is_focused(&photo(&window, 1, "1.jpg")), "{language:?}");
        assert!(window.shows(&window.format("notifications-photos-removed", args!["count" => 1])));
        let undo = window.message("undo");
        window.harness.get_all_by_label(&undo).last().unwrap().click();
        settle(&mut window);
        assert_eq!(photos(&window)[2], ["2.0", "2.1"]);
    }
}

#[test]
fn a_product_that_lost_its_last_photo_gives_the_focus_to_the_next_one() {
    let mut window = review(Language::English, 3);
    open(&mut window, 0);
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(photos(&window), [vec!["1.0", "1.1"], vec!["2.0", "2.1", "2.2"]]);
    assert!(window.is_focused(&button(&window, 0)));
}

#[test]
fn enter_opens_the_photo_in_the_editor() {
    let mut window = review(Language::English, 3);
    open(&mut window, 2);
    window.key_press(Key::ArrowRight);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(window.shows(&window.format("editor-title", args!["name" => "1.jpg"])), "{:?}", window.texts());
}

#[test]
fn the_menu_key_offers_what_can_be_done_and_the_focus_comes_back() {
    for language in Language::ALL {
        let mut window = review(language, 4);
        open(&mut window, 3);
        window.key_press(Key::End);
        window.key_press_modifiers(Modifiers::SHIFT, Key::F10);
        settle(&mut window);
        assert!(window.is_focused(&window.message("editor-menu")), "{:?}", window.texts());
        window.key_press(Key::Escape);
        settle(&mut window);
        assert!(window.is_focused(&photo(&window, 4, "3.jpg")), "{language:?}");
        window.key_press_modifiers(Modifiers::SHIFT, Key::F10);
        settle(&mut window);
        window.key_press(Key::Tab);
        window.key_press(Key::Enter);
        settle(&mut window);
        assert_eq!(photos(&window)[3], ["3.3", "3.0", "3.1", "3.2"], "{language:?}");
        assert!(window.is_focused(&photo(&window, 1, "3.jpg")), "{language:?}");
    }
}

#[test]
fn selected_photos_become_a_product_of_their_own() {
    for language in Language::ALL {
        let mut window = review(language, 4);
        open(&mut window, 3);
        let (onward, _) = keys(language);
        window.key_press(onward);
        window.key_press_modifiers(Modifiers::SHIFT, onward);
        settle(&mut window);
        assert!(window.shows(&window.format("strip-selected", args!["count" => 2])), "{:?}", window.texts());
        window.press_message("strip-split");
        settle(&mut window);
        assert_eq!(photos(&window)[3..], [vec!["3.0", "3.3"], vec!["3.1", "3.2"]], "{language:?}");
        assert!(window.is_focused(&photo(&window, 2, "3.jpg")), "{:?}", window.texts());
    }
}

#[test]
fn photos_are_moved_to_a_product_found_by_its_name() {
    for language in Language::ALL {
        let mut window = review(language, 6);
        open(&mut window, 3);
        window.key_press(Key::End);
        window.press_message("strip-move");
        settle(&mut window);
        window.type_keys("zzz");
        settle(&mut window);
        let none = window.message("strip-move-none");
        assert_eq!(window.harness.get_by_label(&none).accesskit_node().live(), Live::Polite, "{language:?}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        let name = window.app().model().import.review.with_defaults(1).name;
        window.type_keys(&name);
        settle(&mut window);
        let row = window
            .harness
            .get_all_by_role_and_label(eframe::egui::accesskit::Role::Button, &name)
            .last()
            .unwrap();
        row.click();
        settle(&mut window);
        assert_eq!(photos(&window)[1], ["1.0", "1.1", "3.3"], "{language:?}");
        assert_eq!(photos(&window)[3], ["3.0", "3.1", "3.2"]);
    }
}

#[test]
fn a_photo_is_dragged_to_another_position_and_onto_another_product() {
    for language in Language::ALL {
        let mut window = review(language, 4);
        open(&mut window, 3);
        let (first, third) =
            (place(&window, &photo(&window, 1, "0.jpg")), place(&window, &photo(&window, 3, "2.jpg")));
        drag(&mut window, third, first);
        assert_eq!(photos(&window)[3], ["3.2", "3.0", "3.1", "3.3"], "{language:?}");
        let (last, row) = (place(&window, &photo(&window, 4, "3.jpg")), place(&window, &button(&window, 0)));
        drag(&mut window, last, row);
        assert_eq!(photos(&window)[0], ["0.0", "3.3"], "{language:?}");
        assert_eq!(photos(&window)[3], ["3.2", "3.0", "3.1"]);
    }
}

#[test]
fn several_selected_photos_are_moved_together_by_mouse_and_keys() {
    for language in Language::ALL {
        let mut window = review(language, 5);
        open(&mut window, 3);
        let (second, third, last) =
            (photo(&window, 2, "1.jpg"), photo(&window, 3, "2.jpg"), photo(&window, 4, "3.jpg"));
        window.press(&second);
        window.key_press_modifiers(Modifiers::SHIFT, keys(language).0);
        settle(&mut window);
        let (from, to) = (place(&window, &third), place(&window, &last));
        drag(&mut window, from, to);
        assert_eq!(photos(&window)[3], ["3.0", "3.3", "3.1", "3.2"], "{language:?}");
        window.key_press_modifiers(Modifiers::ALT, keys(language).1);
        settle(&mut window);
        assert_eq!(photos(&window)[3], ["3.0", "3.1", "3.2", "3.3"], "{language:?}");
        window.key_press_modifiers(Modifiers::ALT, Key::Home);
        settle(&mut window);
        assert_eq!(photos(&window)[3], ["3.1", "3.2", "3.0", "3.3"], "{language:?}");
        let row = place(&window, &button(&window, 1));
        let from = place(&window, &photo(&window, 1, "1.jpg"));
        drag(&mut window, from, row);
        assert_eq!(
            (photos(&window)[1].len(), photos(&window)[3].clone()),
            (4, vec!["3.0".to_owned(), "3.3".to_owned()])
        );
        for expected in [
            vec!["3.1", "3.2", "3.0", "3.3"],
            vec!["3.0", "3.1", "3.2", "3.3"],
            vec!["3.0", "3.3", "3.1", "3.2"],
        ] {
            window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
            settle(&mut window);
            assert_eq!(photos(&window)[3], expected, "{language:?}");
        }
    }
}

#[test]
fn products_are_merged_and_their_photos_stay_in_sight() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        open(&mut window, 1);
        window.press_message("strip-merge-below");
        settle(&mut window);
        assert_eq!(photos(&window), [vec!["0.0"], vec!["2.0", "2.1", "2.2", "1.0", "1.1"]], "{language:?}");
        assert!(window.shows_message("notifications-merged"));
        assert!(window.is_focused(&photo(&window, 4, "0.jpg")), "{:?}", window.texts());
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
        assert_eq!(photos(&window)[1], ["1.0", "1.1"]);
    }
}

#[test]
fn a_photo_that_cannot_be_used_is_replaced_or_removed() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        let damaged = window.app().model().import.review.drafts()[2].photos[1].clone();
        let Event::Import(ImportEvent::Planned { drafts, ignored, .. }) = scenes::planned(3, 0) else {
            unreachable!()
        };
        let problem = Problem::new(ProblemKind::FileEmpty).with_subject(damaged.display().to_string());
        window.deliver(Event::Import(ImportEvent::Planned {
            drafts,
            problems: vec![problem],
            ignored,
            folders: vec![],
        }));
        open(&mut window, 2);
        window.take_commands();
        window.press_message("strip-replace");
        assert!(matches!(
            window.take_commands().as_slice(),
            [Command::Platform(PlatformCommand::Pick(PickTarget::ReviewPhoto))]
        ));
        window.deliver(Event::Platform(PlatformEvent::Picked {
            what: PickTarget::ReviewPhoto,
            paths: vec![PathBuf::from("/new 9/better.jpg")],
        }));
        settle(&mut window);
        assert_eq!(photos(&window)[2], ["2.0", "9.better", "2.2"], "{language:?}");
        assert!(!window.shows_message("strip-replace"));
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
        window.harness.get_all_by_label(&window.message("strip-remove")).last().unwrap().click();
        settle(&mut window);
        assert_eq!(photos(&window)[2], ["2.0", "2.2"], "{language:?}");
    }
}

#[test]
fn the_menu_of_a_photo_that_cannot_be_used_says_why_and_looks_at_the_file_again() {
    for language in Language::ALL {
        let mut window = review(language, 3);
        open(&mut window, 2);
        let damaged = window.app().model().import.review.drafts()[2].photos[1].clone();
        let key = vitrine::worker::PictureKey::File(damaged.clone());
        let problem = Problem::new(ProblemKind::PhotoDamaged).with_subject(damaged.display().to_string());
        let why = window.app().words().product_problem(&problem);
        window.deliver(Event::Photo(PhotoEvent::Picture {
            key: key.clone(),
            result: Err(problem),
            is_provisional: false,
        }));
        window.key_press(Key::Home);
        window.key_press(if language.is_rtl() { Key::ArrowLeft } else { Key::ArrowRight });
        window.key_press_modifiers(Modifiers::SHIFT, Key::F10);
        settle(&mut window);
        let said = format!("{} {}", why.cause, why.remedy);
        assert!(window.shows(&said), "{language:?}: {:?}", window.texts());
        window.take_commands();
        window.press_message("strip-check-again");
        assert!(window.deliver_pictures().contains(&key), "{language:?}: the file is read again");
        assert!(!window.shows_message("strip-replace"), "{language:?}: it is whole now");
    }
}

#[test]
fn the_photos_of_the_last_of_10_000_products_are_shown_in_a_small_window() {
    let mut window = TestWindow::with_size(Language::English, [760.0, 500.0]);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(10_000, 0));
    let first = window.cell(Field::Name, 1);
    window.focus(&first);
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    settle(&mut window);
    open(&mut window, 9_999);
    let cover = photo(&window, 1, "0.jpg");
    assert!(window.is_focused(&cover));
    let visible = window.harness.ctx.content_rect();
    assert!(visible.contains_rect(window.harness.get_by_label(&cover).rect()), "it is in sight");
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    settle(&mut window);
    assert_eq!(photos(&window)[9_999], ["9999.1", "9999.0", "9999.2", "9999.3"]);
}
