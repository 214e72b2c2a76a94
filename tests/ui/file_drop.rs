use super::*;
use eframe::egui::{DroppedFileHandle, HoveredFile};
use std::sync::Arc;
use vitrine::worker::{EditCommand, EditEvent, Wanted};
use vitrine_core::edit::plan::PreviewOutcome;

#[derive(Debug)]
struct TestFile(PathBuf);

impl eframe::egui::DroppedFile for TestFile {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window does not read dropped files".to_owned())
    }
}

fn drop_one(window: &mut TestWindow, name: &str) {
    let file: DroppedFileHandle = Arc::new(TestFile(PathBuf::from("/photos").join(name)));
    window.harness.input_mut().dropped_files.push(file);
    window.harness.step();
}

#[test]
fn files_arriving_one_per_frame_are_one_drop() {
    let mut window = TestWindow::signed_in(Language::English);
    drop_one(&mut window, "a.jpg");
    drop_one(&mut window, "b.jpg");
    window.harness.run();
    let sent = window.take_commands();
    assert!(
        matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths.len() == 2),
        "{sent:?}"
    );
}

#[test]
fn a_drop_goes_to_the_form_while_it_is_shown() {
    let mut window = TestWindow::signed_in(Language::English);
    window.press_message("nav-create");
    drop_one(&mut window, "a.jpg");
    window.harness.run();
    assert!(matches!(window.take_commands().as_slice(), [Command::Form(FormCommand::AddPhoto { .. })]));
}

/// A price list that was dropped there became nameless products of the review.
#[test]
fn a_spreadsheet_on_the_page_of_the_products_changes_them_and_photos_go_to_the_review() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        product_edits::open_products(&mut window);
        window.harness.input_mut().hovered_files.push(HoveredFile::default());
        (0..2).for_each(|_| window.harness.step());
        assert!(window.shows_message("drop-here-products"), "{language:?}");
        window.harness.input_mut().hovered_files.clear();
        drop_one(&mut window, "prices.xlsx");
        window.harness.run();
        let sent = window.take_commands();
        let [Command::Edit(EditCommand::Preview { wanted: Wanted::Sheet { path, .. }, .. })] =
            sent.as_slice()
        else {
            panic!("{language:?}: {sent:?}")
        };
        assert_eq!(path, &PathBuf::from("/photos/prices.xlsx"), "{language:?}");
        assert_eq!(window.app().model().screen, Screen::Products, "{language:?}");
        window.press_message("cancel");
        window.take_commands();
        drop_one(&mut window, "a.jpg");
        window.harness.run();
        let sent = window.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Import(ImportCommand::Plan { .. })]),
            "{language:?}: {sent:?}"
        );
    }
}

/// Whoever drops the list of a new supplier there does not stand before "nothing to change".
#[test]
fn a_spreadsheet_that_names_no_product_of_the_shop_leads_on_to_the_review() {
    let not_found = product_edits::preview(&[PreviewOutcome::NotFound, PreviewOutcome::NotFound]);
    let some_found = product_edits::preview(&[PreviewOutcome::NotFound, PreviewOutcome::Equal]);
    let unread = Problem::new(ProblemKind::SheetColumns).with_subject("new.xlsx");
    for (result, leads_on) in [(Ok(not_found), true), (Err(unread), true), (Ok(some_found), false)] {
        for language in Language::ALL {
            let mut window = TestWindow::new(language);
            product_edits::open_products(&mut window);
            drop_one(&mut window, "new.xlsx");
            window.harness.run();
            let preview = window.take_commands().into_iter().find_map(|command| match command {
                Command::Edit(EditCommand::Preview { preview, .. }) => Some(preview),
                _ => None,
            });
            let preview = preview.expect("a preview is asked for");
            window
                .deliver(Event::Edit(EditEvent::Previewed { preview, result: result.clone().map(Arc::new) }));
            assert_eq!(window.shows_message("edits-sheet-add"), leads_on, "{language:?} {result:?}");
            if leads_on {
                window.press_message("edits-sheet-add");
                window.harness.run();
                let sent = window.take_commands();
                let reads = |command: &Command| match command {
                    Command::Import(ImportCommand::Plan { sheet, .. }) => {
                        sheet.dropped == [PathBuf::from("/photos/new.xlsx")]
                    }
                    _ => false,
                };
                assert!(sent.iter().any(reads), "{language:?}: {sent:?}");
                assert_eq!(window.app().model().screen, Screen::Import, "{language:?}");
            }
        }
    }
}

#[test]
fn the_drop_target_is_shown_while_files_hover() {
    let mut window = TestWindow::signed_in(Language::English);
    window.harness.input_mut().hovered_files.push(HoveredFile::default());
    window.harness.step();
    window.harness.step();
    assert!(window.shows_message("drop-here-import"));
}

#[test]
fn what_hovers_over_the_window_during_a_review_would_be_added_to_it() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    window.harness.input_mut().hovered_files.push(HoveredFile::default());
    window.harness.step();
    window.harness.step();
    assert!(window.shows_message("drop-here-review"));
}

#[test]
fn a_market_file_dropped_before_signing_in_opens_that_marketplace() {
    let mut window = TestWindow::new(Language::English);
    drop_one(&mut window, "bazaar.toml");
    window.harness.run();
    let sent = window.take_commands();
    assert!(
        matches!(sent.as_slice(), [Command::Account(AccountCommand::UseMarket(MarketChoice::File(file)))] if file.ends_with("bazaar.toml")),
        "{sent:?}"
    );

    // After signing in, it is treated like any other file.
    let mut window = TestWindow::signed_in(Language::English);
    drop_one(&mut window, "bazaar.toml");
    window.harness.run();
    assert!(matches!(window.take_commands().as_slice(), [Command::Import(ImportCommand::Plan { .. })]));
}

/// The person stays on the page, where it is said which files they are.
#[test]
fn files_that_are_surely_no_photos_lead_nowhere_and_are_named() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        product_edits::open_products(&mut window);
        ["clip.mp4", "voice.m4a", "notes.txt", "film.mov", "letter.docx"]
            .iter()
            .for_each(|name| drop_one(&mut window, name));
        window.harness.run();
        assert!(window.take_commands().is_empty(), "{language:?}");
        assert_eq!(window.app().model().screen, Screen::Products, "{language:?}");
        let said = window.texts().join("\n");
        for name in ["clip.mp4", "voice.m4a", "notes.txt"] {
            assert!(said.contains(name), "{language:?}: {name} is not named: {said}");
        }
        assert!(!said.contains("film.mov"), "{language:?}: {said}");
    }
}

#[test]
fn a_drop_on_the_list_of_notifications_closes_it_and_the_pages_can_be_chosen() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        product_edits::open_products(&mut window);
        window.press_message("notifications-title");
        assert!(window.shows_message("notifications-none"), "{language:?}");
        drop_one(&mut window, "a.jpg");
        window.harness.run();
        assert!(!window.shows_message("notifications-none"), "{language:?}");
        assert_eq!(window.app().model().screen, Screen::Import, "{language:?}");
        let products = window.message("nav-products");
        let at = window.point_at(&products);
        window.click(at);
        window.harness.run();
        assert_eq!(window.app().model().screen, Screen::Products, "{language:?}");
    }
}

#[test]
fn a_drop_on_a_dialog_that_takes_none_does_nothing_and_says_so() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.tap_key(eframe::egui::Key::F1);
        window.harness.input_mut().hovered_files.push(HoveredFile::default());
        (0..2).for_each(|_| window.harness.step());
        assert!(window.shows_message("drop-here-dialog"), "{language:?}");
        window.harness.input_mut().hovered_files.clear();
        window.take_commands();
        drop_one(&mut window, "a.jpg");
        window.harness.run();
        assert!(window.take_commands().is_empty(), "{language:?}");
        assert!(window.shows_message("notifications-not-added-dialog"), "{language:?}");
    }
}
