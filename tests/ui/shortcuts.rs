//! Every line of the overview of keyboard shortcuts works, with each of its keys, in both languages.

use super::focus::focused;
use super::*;
use eframe::egui::accesskit::{Action as Request, Role};
use eframe::egui::{Event as Input, Key, Modifiers, OutputCommand, ViewportCommand};
use scenes::category_scenes::{self, MUG};
use vitrine::ui::commands::{self, Combination, UiCommand};
use vitrine::worker::CategoryCommand;
use vitrine_domain::{Crop, PhotoEdit, Ratio};

/// Presses the keys of a shortcut in the window of a case.
struct Case {
    window: TestWindow,
    language: Language,
    keys: Combination,
}

impl Case {
    fn in_scene(&mut self, name: &str, size: [f32; 2]) {
        self.window = TestWindow::with_size(self.language, size);
        self.window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
        self.window.take_commands();
    }

    /// A review; each product has one photo more than the one before.
    fn in_review(&mut self, products: usize) {
        self.window = TestWindow::signed_in(self.language);
        self.window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        self.window.deliver(scenes::planned(products, 0));
        self.window.take_commands();
    }

    /// A review with prices from 100 on, and the focus in the first of them.
    fn at_first_price(&mut self) {
        self.in_review(4);
        let prices = (0..4).map(|row| (row, Field::PrimaryPrice, (100 * (row + 1)).to_string())).collect();
        self.window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::SetCells(prices))));
        self.window.harness.run();
        let first = self.price(1);
        self.window.focus(&first);
        // Brought by the table's keys, so that the whole text is selected.
        self.window.tap_key(Key::ArrowDown);
        self.window.tap_key(Key::ArrowUp);
        assert_eq!(focused(&self.window), first);
    }

    /// The photos of the fourth product, with the focus on the second of four.
    fn at_second_photo(&mut self) {
        self.in_review(5);
        let count = self.window.app().words().integer(4);
        let name = self.window.app().model().import.review.with_defaults(3).name;
        let open = self.window.format("strip-show", args!["name" => name, "count" => count]);
        self.window.press(&open);
        self.window.deliver_pictures();
        let onward = if self.language.is_rtl() { Key::ArrowLeft } else { Key::ArrowRight };
        self.window.tap_key(onward);
        self.window.deliver_pictures();
    }

    /// The frame of a square crop in the photo editor.
    fn at_crop_frame(&mut self) {
        self.in_editor();
        self.window.press_message("editor-crop-square");
        self.window.deliver_pictures();
        // Smaller, and away from the edges, so that it can be moved.
        let frame = self.window.message("editor-frame");
        self.window.focus(&frame);
        for _ in 0..20 {
            self.window.harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
            self.window.harness.run();
        }
        for _ in 0..5 {
            self.window.tap_key(Key::ArrowRight);
        }
    }

    /// The products table, with the focus on the second of six rows.
    fn at_second_product(&mut self) {
        self.window = TestWindow::signed_in(self.language);
        self.window.app_mut().act(Action::Go(Screen::Products));
        self.window.deliver_all(scenes::products(6));
        products::focus_first_row(&mut self.window);
        self.window.tap_key(Key::ArrowDown);
        self.window.take_commands();
    }

    /// The number of selected products, as the bar above the table says it.
    fn selected_products(&self) -> usize {
        let said = |count: &usize| {
            self.window.shows(&self.window.format("review-selected", args!["count" => *count]))
        };
        (1..=6).find(said).unwrap_or_default()
    }

    fn in_editor(&mut self) {
        self.window = TestWindow::signed_in(self.language);
        self.window.app_mut().act(Action::Go(Screen::Create));
        self.window.app_mut().act(Action::Drop(vec!["/p/front.jpg".into()]));
        self.window.harness.run();
        let open = self.window.format("editor-open", args!["name" => "front.jpg"]);
        self.window.press(&open);
        self.window.deliver_pictures();
        self.window.deliver_pictures();
    }

    /// The list of categories of a product that has none.
    fn in_picker(&mut self) {
        self.window = TestWindow::with_size(self.language, [1280.0, 800.0]);
        self.window.show_steps(category_scenes::review());
        self.window.press_message("category-choose");
        self.window.type_keys("mug");
        self.window.take_commands();
    }

    fn press(&mut self) {
        let (modifiers, key) = self.keys;
        self.window.harness.key_press_modifiers(modifiers, key);
        self.window.harness.run();
    }

    fn price(&self, row: usize) -> String {
        self.window.cell(Field::PrimaryPrice, row)
    }

    fn prices(&self) -> Vec<String> {
        (1..=4).map(|row| review_grid::plain(&self.window.value(&self.price(row)))).collect()
    }

    fn photos(&self) -> Vec<String> {
        let photos = self.window.app().model().import.review.drafts()[3].photos.iter();
        photos.map(|photo| photo.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    }

    fn edit(&self) -> PhotoEdit {
        self.window.app().model().editor.as_ref().expect("the editor is open").edit()
    }

    fn frame(&self) -> (i32, i32, i32) {
        let Some(Crop::Shaped { ratio: Ratio::SQUARE, x, y, scale }) = self.edit().crop else {
            panic!("{:?}", self.edit())
        };
        (x.into(), y.into(), scale.into())
    }
}

/// Works the shortcut in a place where it applies, and checks what it has done. A new line of the overview
/// needs a case here.
#[expect(clippy::too_many_lines, reason = "a case for each line of the overview")]
fn work(case: &mut Case, command: UiCommand) {
    match command {
        UiCommand::Zoom => zoom(case),
        UiCommand::Scroll => scroll(case),
        UiCommand::PastePhotos => paste(case),
        UiCommand::Quit => quit(case),
        UiCommand::GoToRow | UiCommand::GoToEnds => go_to_row(case),
        UiCommand::GoToCell | UiCommand::GoToEndsOfRow => go_to_cell(case),
        UiCommand::OpenDetails => {
            case.at_second_product();
            case.press();
            assert!(case.window.shows_message("products-details"));
        }
        UiCommand::ShowVariants => {
            case.at_second_product();
            let list = case.window.app().model().products.list();
            let shirt = variants::in_two_sizes(list.product(1).unwrap());
            case.window.deliver(Event::Catalog(CatalogEvent::Newest(vec![shirt])));
            let onward = if case.language.is_rtl() { Key::ArrowLeft } else { Key::ArrowRight };
            if case.keys.1 != onward {
                case.window.tap_key(onward);
                assert!(case.window.shows("M"), "they are shown first");
            }
            case.press();
            assert_eq!(case.window.shows("M"), case.keys.1 == onward);
        }
        UiCommand::SelectProduct => {
            case.at_second_product();
            case.press();
            assert_eq!(case.selected_products(), 1);
        }
        UiCommand::SelectProducts => {
            case.at_second_product();
            case.press();
            case.press();
            assert_eq!(case.selected_products(), if case.keys.1 == Key::ArrowDown { 3 } else { 2 });
        }
        UiCommand::SelectAllProducts => {
            case.at_second_product();
            case.press();
            assert_eq!(case.selected_products(), 6);
        }
        UiCommand::CopyProducts => {
            case.at_second_product();
            let (modifiers, key) = case.keys;
            // Only pressed: releasing it takes a frame of its own.
            case.window.harness.event(Input::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers,
            });
            case.window.harness.step();
            let copied =
                case.window.harness.output().platform_output.commands.iter().any(
                    |command| matches!(command, OutputCommand::CopyText(text) if text.contains("90001")),
                );
            assert!(copied, "the second product is copied");
        }
        UiCommand::GoToCellBelow => {
            case.at_first_price();
            case.press();
            assert_eq!(focused(&case.window), case.price(2));
        }
        UiCommand::EditCell => {
            case.at_first_price();
            case.press();
            case.window.type_keys("5");
            assert_eq!(case.prices()[0], "1005", "the price was not replaced");
        }
        UiCommand::ExtendRange => {
            case.at_first_price();
            case.press();
            case.window.tap_key(Key::Delete);
            assert_eq!(case.prices(), ["", "", "300", "400"]);
        }
        UiCommand::FillDown => {
            case.at_first_price();
            case.window.tap_key(Key::ArrowDown);
            case.press();
            assert_eq!(case.prices(), ["100", "100", "300", "400"]);
        }
        UiCommand::MergeUp => {
            case.at_first_price();
            case.window.tap_key(Key::ArrowDown);
            case.press();
            assert_eq!(
                case.window.app().model().import.review.drafts().len(),
                3,
                "the second product is one with the first"
            );
        }
        UiCommand::SelectRow => {
            case.at_first_price();
            case.press();
            assert!(case.window.shows(&case.window.format("review-selected", args!["count" => 1])));
        }
        UiCommand::SelectAll => {
            case.at_first_price();
            case.press();
            assert!(case.window.shows(&case.window.format("review-selected", args!["count" => 4])));
        }
        UiCommand::Undo => {
            case.at_first_price();
            case.press();
            assert_eq!(case.prices(), [""; 4]);
        }
        UiCommand::Redo => {
            case.at_first_price();
            case.window.app_mut().act(Action::Import(ImportAction::Undo));
            case.window.harness.run();
            assert_eq!(case.prices(), [""; 4]);
            case.press();
            assert_eq!(case.prices(), ["100", "200", "300", "400"]);
        }
        UiCommand::LeaveTable => {
            case.at_first_price();
            case.press();
            let now = focused(&case.window);
            assert!((1..=4).all(|row| now != case.price(row)), "{now}");
        }
        UiCommand::ChooseCategory => {
            case.in_picker();
            case.press();
            let model = case.window.app().model();
            assert_eq!(model.import.review.evaluated(2, &model.rules()).0.category_id, Some(MUG));
        }
        UiCommand::PinCategory => {
            case.in_picker();
            case.press();
            let sent = case.window.take_commands();
            assert!(
                matches!(sent[..], [Command::Category(CategoryCommand::Pin { category: MUG, pinned: true })]),
                "{sent:?}"
            );
        }
        UiCommand::EditPhoto => {
            case.at_second_photo();
            case.press();
            assert!(case.window.shows(&case.window.format("editor-title", args!["name" => "1.jpg"])));
        }
        UiCommand::MovePhoto => {
            case.at_second_photo();
            case.press();
            let towards_start = (case.keys.1 == Key::ArrowLeft) != case.language.is_rtl();
            assert_eq!(
                case.photos(),
                if towards_start { ["1", "0", "2", "3"] } else { ["0", "2", "1", "3"] }
            );
        }
        UiCommand::SelectPhoto => {
            case.at_second_photo();
            // With Ctrl the selection stays where it was.
            case.window.harness.key_press_modifiers(Modifiers::COMMAND, Key::End);
            case.window.harness.run();
            case.press();
            assert!(case.window.shows(&case.window.format("strip-selected", args!["count" => 2])));
        }
        UiCommand::RemovePhoto => {
            case.at_second_photo();
            case.press();
            assert_eq!(case.photos(), ["0", "2", "3"]);
        }
        UiCommand::SplitProduct => {
            case.at_second_photo();
            case.press();
            assert_eq!(case.photos(), ["0"]);
        }
        UiCommand::RotatePhoto => {
            case.in_editor();
            case.press();
            let turned = if case.keys.1 == Key::OpenBracket {
                PhotoEdit::default().rotated_left()
            } else {
                PhotoEdit::default().rotated_right()
            };
            assert_eq!(case.edit(), turned);
        }
        UiCommand::MoveFrame => {
            case.at_crop_frame();
            let before = case.frame();
            case.press();
            let after = case.frame();
            let is_left = case.keys.1 == Key::ArrowLeft;
            assert!(if is_left { after.0 < before.0 } else { after.0 > before.0 }, "{before:?} {after:?}");
            assert_eq!(after.2, before.2, "its size stays");
        }
        UiCommand::ResizeFrame => {
            case.at_crop_frame();
            let before = case.frame().2;
            case.press();
            let after = case.frame().2;
            assert!(
                if case.keys.1 == Key::ArrowLeft { after < before } else { after > before },
                "{before} {after}"
            );
        }
        command => in_window(case, command),
    }
}

fn goes_to(case: &mut Case, screen: Screen) {
    let other = if screen == Screen::Products { Screen::Webhooks } else { Screen::Products };
    case.window.app_mut().act(Action::Go(other));
    case.window.harness.run();
    case.press();
    assert_eq!(case.window.app().model().screen, screen);
}

/// A command of the whole window.
fn in_window(case: &mut Case, command: UiCommand) {
    case.in_scene("products", [1100.0, 760.0]);
    let heading = focused(&case.window);
    match command {
        UiCommand::GoToImport => goes_to(case, Screen::Import),
        UiCommand::GoToCreate => goes_to(case, Screen::Create),
        UiCommand::GoToProducts => goes_to(case, Screen::Products),
        UiCommand::GoToSettings => goes_to(case, Screen::Settings),
        UiCommand::GoToWebhooks => goes_to(case, Screen::Webhooks),
        UiCommand::Palette => {
            case.press();
            assert!(case.window.shows_message("palette-title"));
        }
        UiCommand::Overview => {
            case.press();
            assert!(case.window.shows_message("shortcuts-title"));
        }
        UiCommand::Find => {
            case.press();
            assert_eq!(focused(&case.window), case.window.message("products-search"));
        }
        UiCommand::MainAction => {
            case.at_first_price();
            case.press();
            let sent = case.window.take_commands();
            let is_start = |command: &Command| matches!(command, Command::Import(ImportCommand::Start { drafts, .. }) if drafts.len() == 4);
            assert!(sent.iter().any(is_start), "{sent:?}");
        }
        UiCommand::CreateNext => {
            case.window.app_mut().act(Action::Go(Screen::Create));
            case.window.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
            case.window.deliver(Event::Form(FormEvent::Photo {
                id: FormPhotoId(0),
                state: FormPhotoState::Uploaded(FileId::from(5)),
            }));
            for (field, text) in [(Field::Name, "Rug"), (Field::PrimaryPrice, "500")] {
                case.window.app_mut().act(Action::Form(FormAction::Type(field, text.to_owned())));
            }
            case.window.harness.run();
            case.press();
            let sent = case.window.take_commands();
            assert!(
                sent.iter().any(|command| matches!(command, Command::Form(FormCommand::Send { .. }))),
                "{sent:?}"
            );
            case.window.deliver(Event::Form(FormEvent::Result(Ok(None))));
            assert!(case.window.app().model().form.is_empty(), "the next product is begun");
        }
        UiCommand::Refresh => {
            case.press();
            assert!(matches!(case.window.take_commands()[..], [Command::Catalog(CatalogCommand::Load)]));
        }
        UiCommand::NextRegion | UiCommand::PreviousRegion => {
            let back = if command == UiCommand::NextRegion { Modifiers::SHIFT } else { Modifiers::NONE };
            case.press();
            let there = focused(&case.window);
            assert_ne!(there, heading);
            case.window.harness.key_press_modifiers(back, Key::F6);
            case.window.harness.run();
            assert_ne!(focused(&case.window), there, "the other key goes back");
            case.press();
            assert_eq!(focused(&case.window), there);
        }
        _ => panic!("{command:?} has keys, but no case"),
    }
}

fn zoom(case: &mut Case) {
    case.in_scene("products", [1100.0, 760.0]);
    let zoom = |case: &Case| case.window.app().model().settings.zoom();
    if case.keys.1 == Key::Num0 {
        case.window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Plus);
        case.window.harness.run();
        assert_ne!(zoom(case), 100);
    }
    case.press();
    match case.keys.1 {
        Key::Plus => assert!(zoom(case) > 100),
        Key::Minus => assert!(zoom(case) < 100),
        Key::Num0 => assert_eq!(zoom(case), 100),
        key => panic!("{key:?} is no key of the zoom"),
    }
}

fn scroll(case: &mut Case) {
    case.in_scene("settings-accounts", [760.0, 500.0]);
    let title = case.window.message("settings-title");
    let top = |case: &Case| {
        let headings = case
            .window
            .harness
            .query_all_by(|node| node.role() == Role::Heading && node.label().as_deref() == Some(&title));
        headings.map(|heading| heading.rect().top()).next().expect("the heading")
    };
    let begin = top(case);
    if case.keys.1 == Key::PageUp {
        case.window.tap_key(Key::PageDown);
        assert!(top(case) < begin);
        case.press();
        assert_eq!(top(case), begin);
    } else {
        case.press();
        assert!(top(case) < begin);
    }
}

/// The window system reports copied files by nothing but the released key.
fn paste(case: &mut Case) {
    case.in_review(2);
    let (modifiers, key) = case.keys;
    case.window.harness.input_mut().events.push(Input::Key {
        key,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers,
    });
    case.window.harness.run();
    let sent = case.window.take_commands();
    let is_paste = |command: &Command| {
        matches!(command, Command::Platform(PlatformCommand::PasteFiles(PasteTarget::Import)))
    };
    assert!(sent.iter().any(is_paste), "{sent:?}");
}

fn quit(case: &mut Case) {
    case.in_scene("products", [1100.0, 760.0]);
    let (modifiers, key) = case.keys;
    case.window.harness.input_mut().events.push(Input::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    });
    case.window.harness.step();
    let closes = case
        .window
        .harness
        .output()
        .viewport_output
        .values()
        .any(|window| window.commands.contains(&ViewportCommand::Close));
    assert!(closes);
}

/// A product of the shop: from the cell with its name to those beside it, and to the ends of its row.
fn go_to_cell(case: &mut Case) {
    case.in_scene("products", [1100.0, 760.0]);
    products::focus_first_row(&mut case.window);
    let forward = if case.language.is_rtl() { Key::ArrowLeft } else { Key::ArrowRight };
    for _ in 0..3 {
        case.window.tap_key(forward);
    }
    let reads = |case: &Case, key: &str| focused(&case.window).starts_with(&case.window.message(key));
    assert!(reads(case, "column-title"), "{}", focused(&case.window));
    case.press();
    let now = focused(&case.window);
    match case.keys.1 {
        Key::Home => assert!(
            reads(case, "review-select-all") || now.contains(&case.window.message("row-not-selected")),
            "{now}"
        ),
        Key::End => assert!(reads(case, "column-stock"), "{now}"),
        key if key == forward => assert!(reads(case, "column-price"), "{now}"),
        Key::ArrowLeft | Key::ArrowRight => assert!(reads(case, "column-photo"), "{now}"),
        _ => panic!("{now}"),
    }
}

/// The products of the shop, from the third row; Home and End from anywhere.
fn go_to_row(case: &mut Case) {
    case.in_scene("products", [1100.0, 760.0]);
    let stop = case
        .window
        .harness
        .query_all_by_role(Role::Row)
        .find(|row| row.accesskit_node().data().supports_action(Request::Focus));
    stop.expect("a row that takes the focus").focus();
    case.window.harness.run();
    let mut names = vec![focused(&case.window)];
    for _ in 0..3 {
        case.window.tap_key(Key::ArrowDown);
        names.push(focused(&case.window));
    }
    case.window.tap_key(Key::ArrowUp);
    case.press();
    let now = focused(&case.window);
    match case.keys.1 {
        Key::ArrowDown => assert_eq!(now, names[3]),
        Key::ArrowUp => assert_eq!(now, names[1]),
        Key::Home => assert_eq!(now, names[0]),
        _ => {
            assert!(!names.contains(&now), "{now}");
            case.window.tap_key(Key::ArrowDown);
            assert_eq!(focused(&case.window), now, "it is the last row");
        }
    }
}

#[test]
fn each_key_of_each_line_works() {
    let mut failed = Vec::new();
    for language in Language::ALL {
        for command in UiCommand::ALL {
            for &keys in command.spec().keys {
                let works = std::panic::catch_unwind(|| {
                    let mut case = Case { window: TestWindow::signed_in(language), language, keys };
                    work(&mut case, command);
                });
                if works.is_err() {
                    failed.push(format!("{language:?}: {} ({command:?})", commands::written(keys)));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Without this, a case that expects what is there anyway would pass.
#[test]
fn no_case_passes_without_its_keys() {
    let mut passed = Vec::new();
    for command in UiCommand::ALL.into_iter().filter(|command| command.spec().section.is_some()) {
        let nothing = (Modifiers::NONE, Key::F35);
        let works = std::panic::catch_unwind(|| {
            let mut case = Case {
                window: TestWindow::signed_in(Language::English),
                language: Language::English,
                keys: nothing,
            };
            work(&mut case, command);
        });
        if works.is_ok() {
            passed.push(format!("{command:?}"));
        }
    }
    assert!(passed.is_empty(), "{passed:#?}");
}

/// The second key comes before the first one has been applied, as from a quick hand or a held key.
#[test]
fn zoom_keys_in_quick_succession_come_to_rest() {
    let mut window = TestWindow::signed_in(Language::English);
    for _ in 0..4 {
        let (modifiers, physical_key) = (Modifiers::COMMAND, None);
        window.harness.input_mut().events.push(Input::Key {
            key: Key::Plus,
            pressed: true,
            repeat: false,
            modifiers,
            physical_key,
        });
        window.harness.step();
    }
    window.harness.step();
    let zoom = |window: &TestWindow| (window.harness.ctx.zoom_factor() * 100.0).round() as u16;
    assert_eq!(zoom(&window), 140);
    for _ in 0..6 {
        window.harness.step();
        assert_eq!((zoom(&window), window.app().model().settings.zoom()), (140, 140));
    }
}
