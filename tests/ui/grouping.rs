//! How photos become products: the reasons, the question about an unclear folder, and names by a pattern.

use super::*;
use eframe::egui::{Key, Modifiers};
use vitrine_core::import::plan::{FolderPlan, Reason};
use vitrine_core::import::{Grouping, PlannedDraft};

pub fn folder(name: &str, photos: usize, reason: Reason, is_unclear: bool) -> FolderPlan {
    let folder = PathBuf::from("/photos").join(name);
    FolderPlan {
        photos,
        sample: (1..=photos).map(|number| folder.join(format!("IMG_{number}.jpg"))).collect(),
        folder,
        grouping: Grouping::Folder,
        reason,
        products: 1,
        cards: 0,
        choices: vec![(Grouping::Folder, 1), (Grouping::File, photos), (Grouping::Time, 3)],
        is_unclear,
        may_be_compared: is_unclear && reason == Reason::NamesSayNothing,
    }
}

/// A review of these folders and products, each named after its only photo.
pub fn review(language: Language, folders: Vec<FolderPlan>, photos: &[&str]) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    plan(&mut window, folders, photos);
    window.take_commands();
    window
}

fn plan(window: &mut TestWindow, folders: Vec<FolderPlan>, photos: &[&str]) {
    let draft = |photo: &&str| {
        let path = PathBuf::from(photo);
        let name = path.file_stem().unwrap().to_string_lossy().replace('_', " ");
        let draft = vitrine_domain::Draft { name: name.clone(), ..Default::default() };
        PlannedDraft {
            draft,
            source: path.clone(),
            source_name: name,
            photos: vec![path],
            ..PlannedDraft::default()
        }
    };
    window.deliver(Event::Import(ImportEvent::Planned {
        drafts: photos.iter().map(draft).collect(),
        problems: vec![],
        ignored: 0,
        folders,
    }));
}

/// The answers for folders in the last plan that was requested.
fn answers(window: &mut TestWindow) -> Vec<(PathBuf, Grouping)> {
    let sent = window.take_commands();
    let choice = sent.iter().rev().find_map(|command| match command {
        Command::Import(ImportCommand::Plan { grouping, .. }) => Some(grouping.folders.clone()),
        _ => None,
    });
    choice.unwrap_or_else(|| panic!("{sent:?}")).into_iter().collect()
}

fn names(window: &TestWindow, rows: usize) -> Vec<String> {
    (1..=rows).map(|row| window.value(&window.cell(Field::Name, row))).collect()
}

#[test]
fn nine_photos_in_one_folder_are_a_question_with_their_pictures() {
    for language in Language::ALL {
        let mut window = review(
            language,
            vec![folder("goods", 9, Reason::NamesSayNothing, true)],
            &["/photos/goods/vase.jpg"],
        );
        assert!(
            window.shows(&window.format("import-grouping-question", args!["count" => 9])),
            "{:?}",
            window.texts()
        );
        assert!(window.shows("IMG_1.jpg"), "the pictures are shown: {:?}", window.texts());
        let nine = window.format("import-group-as-each", args!["count" => 9]);
        window.press(&nine);
        assert_eq!(answers(&mut window), [(PathBuf::from("/photos/goods"), Grouping::File)], "{language:?}");
        plan(
            &mut window,
            vec![FolderPlan { reason: Reason::Chosen, ..folder("goods", 9, Reason::Chosen, false) }],
            &["/photos/goods/vase.jpg"],
        );
        assert!(!window.shows(&window.format("import-grouping-question", args!["count" => 9])));
    }
}

#[test]
fn an_answer_is_for_its_folder_and_can_be_undone_and_asked_again() {
    let unclear = || {
        vec![
            folder("goods", 9, Reason::DifferentNames, true),
            folder("more", 7, Reason::DifferentNames, true),
        ]
    };
    let mut window = review(Language::English, unclear(), &["/photos/goods/vase.jpg"]);
    let one = window.message("import-group-as-one");
    window.press(&one);
    assert_eq!(answers(&mut window), [(PathBuf::from("/photos/goods"), Grouping::Folder)]);
    let answered =
        || vec![folder("goods", 9, Reason::Chosen, false), folder("more", 7, Reason::DifferentNames, true)];
    plan(&mut window, answered(), &["/photos/goods/vase.jpg"]);
    assert!(
        window.shows(&window.format("import-grouping-question", args!["count" => 7])),
        "the next question"
    );
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    assert_eq!(answers(&mut window), [], "undone");
    plan(&mut window, unclear(), &["/photos/goods/vase.jpg"]);
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(answers(&mut window).len(), 1, "made again");
    plan(&mut window, answered(), &["/photos/goods/vase.jpg"]);
    window.press_message("import-grouping");
    window.press_message("import-grouping-ask-again");
    assert_eq!(answers(&mut window), []);
}

#[test]
fn photos_that_look_alike_are_offered_as_products() {
    for language in Language::ALL {
        let mut window = review(language, vec![], &[]);
        plan(
            &mut window,
            vec![folder("goods", 9, Reason::NamesSayNothing, true)],
            &["/photos/goods/IMG_1.jpg", "/photos/goods/IMG_2.jpg"],
        );
        let compared = window.take_commands().into_iter().find_map(|command| match command {
            Command::Import(ImportCommand::ComparePhotos { folder, photos }) => Some((folder, photos.len())),
            _ => None,
        });
        assert_eq!(compared, Some((PathBuf::from("/photos/goods"), 2)), "{language:?}");
        assert!(window.shows_message("import-comparing-photos"), "{:?}", window.texts());
        window.deliver(Event::Import(ImportEvent::PhotosCompared {
            folder: "/photos/goods".into(),
            photos: 9,
            products: 4,
            by_cards: None,
        }));
        assert!(!window.shows_message("import-comparing-photos"));
        let four = window.format("import-group-by-likeness", args!["count" => 4]);
        window.press(&four);
        assert_eq!(
            answers(&mut window),
            [(PathBuf::from("/photos/goods"), Grouping::Likeness)],
            "{language:?}"
        );
        plan(&mut window, vec![folder("goods", 9, Reason::Chosen, false)], &["/photos/goods/IMG_1.jpg"]);
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!(answers(&mut window), [], "undone");
    }
}

#[test]
fn one_answer_can_be_given_for_all_unclear_folders() {
    for language in Language::ALL {
        let folders = vec![
            folder("goods", 9, Reason::DifferentNames, true),
            folder("clear", 3, Reason::Folder, false),
            folder("more", 7, Reason::DifferentNames, true),
        ];
        let mut window = review(language, folders, &["/photos/goods/vase.jpg"]);
        let for_all = window.format("import-grouping-for-all", args!["count" => 1]);
        window.press(&for_all);
        let nine = window.format("import-group-as-each", args!["count" => 9]);
        window.press(&nine);
        let expected = ["goods", "more"].map(|name| (PathBuf::from("/photos").join(name), Grouping::File));
        assert_eq!(answers(&mut window), expected, "{language:?}");
    }
}

#[test]
fn the_reasons_are_shown_and_nothing_is_asked_where_all_is_clear() {
    for language in Language::ALL {
        let folders = vec![
            folder("a", 3, Reason::Folder, false),
            folder("b", 3, Reason::Folder, false),
            folder("c", 2, Reason::SameName, false),
        ];
        let mut window = review(language, folders, &["/photos/vase.jpg"]);
        window.press_message("import-grouping");
        let reasons = [
            window.format("import-grouped-folder", args!["folders" => 2, "photos" => 6]),
            window.format("import-grouped-same-name", args!["folders" => 1, "photos" => 2]),
        ];
        assert!(window.shows(&reasons.join("  ·  ")), "{language:?} {:?}", window.texts());
        assert!(!window.shows(&window.format("import-grouping-question", args!["count" => 3])));
    }
}

#[test]
fn answers_are_restored_with_the_review() {
    let saved = vitrine::worker::SavedReview {
        dropped: vec![PathBuf::from("/photos")],
        folders: vec![(PathBuf::from("/photos/goods"), Grouping::Time)],
        ..Default::default()
    };
    let mut window = TestWindow::signed_in(Language::English);
    window.deliver(Event::Import(ImportEvent::ReviewRestored(Box::new(saved))));
    assert_eq!(answers(&mut window), [(PathBuf::from("/photos/goods"), Grouping::Time)]);
}

#[test]
fn products_without_real_names_are_named_by_a_pattern_in_one_change() {
    for (language, pattern, expected) in [
        (Language::English, "Kilim {number}", ["Kilim 1", "Bowl", "Kilim 2"]),
        (Language::Persian, "گلیم {شماره}", ["گلیم ۱", "Bowl", "گلیم ۲"]),
    ] {
        let mut window =
            review(language, vec![], &["/photos/IMG_1.jpg", "/photos/Bowl.jpg", "/photos/IMG_2.jpg"]);
        assert!(
            window.shows(&window.format("import-naming-title", args!["count" => 2])),
            "{language:?} {:?}",
            window.texts()
        );
        let field = window.message("import-naming-pattern");
        window.focus(&field);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys(pattern);
        let example = window.message("list-separator");
        let example = window
            .format("import-naming-example", args!["names" => [expected[0], expected[2]].join(&example)]);
        assert!(window.shows(&example), "{example} {:?}", window.texts());
        let apply = window.format("import-naming-apply", args!["count" => 2]);
        window.press(&apply);
        assert_eq!(names(&window, 3), expected, "{language:?}");
        assert!(!window.shows(&window.format("import-naming-title", args!["count" => 2])));
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!(names(&window, 3), ["IMG 1", "Bowl", "IMG 2"], "one undo takes all of them back");
    }
}

#[test]
fn the_folder_is_proposed_as_the_name_unless_it_says_nothing() {
    let mut window =
        review(Language::English, vec![], &["/photos/Kilims/IMG_1.jpg", "/photos/Kilims/IMG_2.jpg"]);
    assert_eq!(window.value(&window.message("import-naming-pattern")), "{folder} {number}");
    let apply = window.format("import-naming-apply", args!["count" => 2]);
    window.press(&apply);
    assert_eq!(names(&window, 2), ["Kilims 1", "Kilims 2"]);
    let window = review(Language::English, vec![], &["/DCIM/IMG_1.jpg"]);
    assert_eq!(window.value(&window.message("import-naming-pattern")), "");
}

#[test]
fn names_that_are_kept_are_not_asked_about_again() {
    let mut window = review(Language::English, vec![], &["/photos/IMG_1.jpg"]);
    window.press_message("import-naming-decline");
    assert!(!window.shows_message("import-naming-decline"));
    let mut window = review(Language::English, vec![], &["/photos/Bowl.jpg", "/photos/Rug.jpg"]);
    assert!(!window.shows_message("import-naming-decline"), "these have names");
    window.press_message("import-name-by-pattern");
    assert!(
        window.shows(&window.format("import-naming-all", args!["count" => 2])),
        "but can be named by a pattern on request"
    );
}

#[test]
fn naming_all_products_does_not_take_the_place_of_the_question_about_some() {
    for language in Language::ALL {
        let mut window = review(language, vec![], &["/photos/IMG_1.jpg", "/photos/Rug.jpg"]);
        let question = window.format("import-naming-title", args!["count" => 1]);
        let all = window.format("import-naming-all", args!["count" => 2]);
        assert!(window.shows(&question), "{language:?}");
        window.press_message("import-name-by-pattern");
        assert!(window.shows(&all) && !window.shows(&question), "{language:?}: a page of its own");
        window.press_message("settle-close");
        window.open_things();
        assert!(window.shows(&question) && !window.shows(&all), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn a_question_shows_no_photo_that_was_taken_out_and_does_not_count_it() {
    for language in Language::ALL {
        let folders = vec![folder("goods", 3, Reason::NamesSayNothing, true)];
        let photos = ["/photos/goods/IMG_1.jpg", "/photos/goods/IMG_2.jpg", "/photos/goods/IMG_3.jpg"];
        let mut window = review(language, folders, &photos);
        assert!(
            window.shows(&window.format("import-grouping-question", args!["count" => 3])),
            "{language:?}"
        );
        let is_shown = |window: &TestWindow| window.harness.query_by_label("IMG_2.jpg").is_some();
        assert!(is_shown(&window), "{language:?}: {:?}", window.texts());
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Remove(1))));
        window.harness.run();
        assert!(
            window.shows(&window.format("import-grouping-question", args!["count" => 2])),
            "{language:?}"
        );
        assert!(!is_shown(&window), "{language:?}");
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Remove(1))));
        window.harness.run();
        assert!(
            !window.shows(&window.format("import-grouping-question", args!["count" => 1])),
            "one photo can be grouped in one way"
        );
    }
}
