//! Where the keyboard focus is after each step.

use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event as Input, Key, Modifiers};

/// The name of what has the focus. Exactly one thing has it, which is named and in sight.
pub fn focused(window: &TestWindow) -> String {
    let nodes: Vec<_> = window
        .harness
        .query_all_by(|node| node.is_focused())
        .filter(|node| node.accesskit_node().role() != Role::Window)
        .collect();
    let names: Vec<String> =
        nodes.iter().map(|node| node.accesskit_node().label().unwrap_or_default()).collect();
    assert_eq!(names.len(), 1, "what has the focus: {names:?}");
    assert!(!names[0].trim().is_empty(), "what has the focus has no name");
    let (rect, bounds) = (nodes[0].rect(), window.harness.ctx.content_rect());
    // A result that is scrolled into view may hide the heading.
    let is_heading = nodes[0].accesskit_node().role() == Role::Heading;
    assert!(
        rect.is_positive() && (is_heading || bounds.intersects(rect)),
        "{:?} has the focus, but is not in sight: {rect:?}",
        names[0]
    );
    names[0].clone()
}

fn has_focus(window: &TestWindow) -> bool {
    window
        .harness
        .query_all_by(|node| node.is_focused())
        .any(|node| node.accesskit_node().role() != Role::Window)
}

fn is_heading(window: &TestWindow) -> bool {
    window.harness.query_all_by_role(Role::Heading).any(|heading| heading.is_focused())
}

fn scene(language: Language, name: &str) -> TestWindow {
    let mut window = TestWindow::with_size(language, [900.0, 600.0]);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
    window.take_commands();
    window
}

#[test]
fn after_each_step_of_each_scene_one_named_thing_in_sight_has_the_focus() {
    for language in Language::ALL {
        for scene in scenes::all() {
            let name = scene.name;
            let mut window = TestWindow::with_size(language, [900.0, 600.0]);
            for step in scene.steps {
                window.apply_step(step);
                assert!(has_focus(&window), "{language:?} {name}: nothing has the focus");
                focused(&window);
            }
        }
    }
}

#[test]
fn a_new_page_begins_at_its_heading_and_tab_goes_on_from_there() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        for (key, heading) in
            [(Key::Num3, "products-title"), (Key::Num5, "webhooks-title"), (Key::Num4, "settings-title")]
        {
            window.harness.key_press_modifiers(Modifiers::COMMAND, key);
            window.harness.run();
            assert_eq!(focused(&window), window.message(heading), "{language:?}");
        }
        window.harness.key_press(Key::Tab);
        window.harness.run();
        let chosen = if language == Language::English { "English" } else { "فارسی" };
        assert_eq!(focused(&window), chosen, "{language:?}: the chosen one of several options");
    }
}

#[test]
fn neither_escape_nor_enter_takes_the_focus_from_a_field_or_a_button() {
    let mut window = scene(Language::English, "create-empty");
    let field = window.label(Field::Name);
    window.focus(&field);
    for key in [Key::Escape, Key::Enter] {
        window.harness.key_press(key);
        window.harness.run();
        assert_eq!(focused(&window), field, "{key:?}");
    }
    let button = window.message("create-photos-choose");
    window.focus(&button);
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert_eq!(focused(&window), button);
}

#[test]
fn a_notice_that_appears_above_leaves_the_focus_where_it_is() {
    let mut window = scene(Language::English, "products");
    let refresh = window.message("refresh");
    for name in [window.message("products-search"), refresh] {
        window.focus(&name);
        window.deliver(Event::Catalog(CatalogEvent::Failed(scenes::unreachable())));
        assert_eq!(focused(&window), name);
        window.deliver_all(scenes::products(240));
        assert_eq!(focused(&window), name);
    }
}

#[test]
fn enter_in_any_frame_of_a_refusal_leaves_the_focus_in_the_refused_field() {
    for (language, frames) in
        Language::ALL.into_iter().flat_map(|language| (0..6).map(move |frames| (language, frames)))
    {
        let mut window = TestWindow::new(language);
        let refused = |code: Option<ProblemKind>| scenes::signed_out(code.map(Problem::new));
        window.deliver(refused(None));
        let token = window.message("login-token");
        window.type_into(&token, "no token");
        window.tap_key(Key::Enter);
        for _ in 0..frames {
            window.harness.event(Input::WindowFocused(true));
        }
        window.harness.key_press(Key::Enter);
        window.deliver(refused(Some(ProblemKind::Unauthorized)));
        assert!(has_focus(&window), "{language:?}: nothing has the focus after Enter in frame {frames}");
        assert_eq!(focused(&window), token, "{language:?}: after Enter in frame {frames}");
    }
}

#[test]
fn a_button_that_is_busy_keeps_the_focus_and_does_nothing() {
    let mut window = scene(Language::English, "products");
    let refresh = window.message("refresh");
    window.focus(&refresh);
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(matches!(window.take_commands().as_slice(), [Command::Catalog(CatalogCommand::Load)]));
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(window.take_commands().is_empty(), "before the worker has answered");
    window.deliver(Event::Catalog(CatalogEvent::Started { load: 900_000 }));
    assert!(!window.is_enabled(&refresh));
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(window.take_commands().is_empty(), "while it is loading");
    assert_eq!(focused(&window), refresh);
}

#[test]
fn the_key_press_for_pause_does_not_press_the_button_that_takes_its_place() {
    for language in Language::ALL {
        let mut window = scene(language, "import-running");
        let pause = window.message("import-pause");
        window.focus(&pause);
        let rows: Vec<_> = (0..40).map(|row| scenes::row(row, State::Created, None)).collect();
        window.harness.input_mut().events.push(Input::Key {
            key: Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        window.deliver(Event::Import(ImportEvent::Rows(rows)));
        window.take_commands();
        window.harness.input_mut().events.push(Input::Key {
            key: Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        window.deliver(Event::Import(ImportEvent::Ended(Progress::default())));
        assert_eq!(window.app().model().screen, Screen::Import, "{language:?}");
        assert_eq!(
            focused(&window),
            window.format("import-done-title", args!["count" => 0]),
            "the result has the focus"
        );
    }
}

#[test]
fn a_removed_photo_gives_the_focus_to_its_neighbour() {
    let mut window = scene(Language::English, "create");
    let remove =
        |window: &TestWindow, name: &str| window.format("create-photo-remove", args!["name" => name]);
    let (second, third) = (remove(&window, "rug-back.jpg"), remove(&window, "rug-detail.jpg"));
    window.focus(&second);
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(focused(&window), third);
    let last = remove(&window, "scan.jpg");
    window.focus(&last);
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(focused(&window), third, "the one before, if there is none after");
}

#[test]
fn a_menu_takes_the_focus_keeps_it_and_gives_it_back() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        window.deliver(scenes::signed_in_at_market());
        window.deliver(scenes::accounts(true));
        let opener = window.message("account-menu");
        window.focus(&opener);
        window.tap_key(Key::Enter);
        let first = focused(&window);
        assert_ne!(first, opener, "{language:?}: the first entry has the focus");
        window.tap_key(Key::ArrowUp);
        assert_eq!(
            focused(&window),
            window.message("sign-out"),
            "{language:?}: from the first entry to the last"
        );
        window.tap_key(Key::ArrowDown);
        assert_eq!(focused(&window), first, "{language:?}");
        window.tap_key(Key::Escape);
        assert_eq!(focused(&window), opener, "{language:?}");
        window.tap_key(Key::Enter);
        window.tap_key(Key::End);
        window.tap_key(Key::Enter);
        assert_eq!(
            focused(&window),
            window.message("cancel"),
            "{language:?}: the question that was chosen in the menu"
        );
        window.tap_key(Key::Escape);
        assert_eq!(focused(&window), opener, "{language:?}: after the question");
    }
}

#[test]
fn a_long_table_is_read_to_its_end_with_the_keyboard() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        let is_row = |window: &TestWindow| {
            window.harness.query_all_by_role(Role::Row).any(|row| row.accesskit_node().is_focused())
        };
        for _ in 0..60 {
            if is_row(&window) {
                break;
            }
            window.harness.key_press(Key::Tab);
            window.harness.run();
        }
        assert!(is_row(&window), "{language:?}: Tab reaches a row");
        let position = |window: &TestWindow| {
            let row = window
                .harness
                .query_all_by_role(Role::Row)
                .find(|row| row.accesskit_node().is_focused())
                .expect("a row has the focus");
            row.accesskit_node().data().position_in_set()
        };
        let none = Modifiers::NONE;
        let ends = [(Modifiers::COMMAND, Key::End, 239), (Modifiers::COMMAND, Key::Home, 0)];
        let rows = [(none, Key::ArrowDown, 1), (none, Key::ArrowDown, 2), (none, Key::ArrowUp, 1)];
        for (modifiers, key, expected) in rows.into_iter().chain(ends) {
            window.harness.key_press_modifiers(modifiers, key);
            window.harness.run();
            focused(&window);
            assert_eq!(position(&window), Some(expected), "{language:?} {key:?}");
        }
        window.harness.key_press(Key::PageDown);
        window.harness.run();
        assert!(position(&window).is_some_and(|row| row > 2), "{language:?}: a page");
    }
}

#[test]
fn the_list_of_actions_is_used_with_the_keyboard_alone_in_both_languages() {
    for (language, typed) in [
        (Language::English, "webh"),
        (Language::English, "هوک"),
        (Language::Persian, "webh"),
        (Language::Persian, "هوک"),
    ] {
        let mut window = TestWindow::signed_in(language);
        window.key_press_modifiers(Modifiers::COMMAND, Key::K);
        window.harness.run();
        assert_eq!(focused(&window), window.message("palette-find"), "{language:?}");
        window.type_keys(typed);
        window.harness.run();
        assert_eq!(focused(&window), window.message("palette-find"), "{language:?}: after typing");
        window.tap_key(Key::Enter);
        assert_eq!(window.app().model().screen, Screen::Webhooks, "{language:?} {typed}");
        assert_eq!(focused(&window), window.message("webhooks-title"), "{language:?}");
    }
}

#[test]
fn the_answer_of_a_dialog_that_starts_the_import_leaves_the_focus_at_the_progress() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [900.0, 600.0]);
        window.deliver(scenes::signed_in_with_required(&[Field::Name, Field::Photo]));
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        assert!(is_heading(&window), "{language:?}: the review begins at its heading");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
        window.harness.run();
        assert_eq!(focused(&window), window.label(Field::PrimaryPrice), "{language:?}: what is asked for");
        let create = window.message("import-unpriced-create");
        window.focus(&create);
        window.take_commands();
        window.tap_key(Key::Enter);
        window.tap_key(Key::Enter);
        let starts = window
            .take_commands()
            .into_iter()
            .filter(|command| matches!(command, Command::Import(ImportCommand::Start { .. })));
        assert_eq!(starts.count(), 1, "{language:?}: a second Enter starts nothing");
        let running = focused(&window);
        assert!(is_heading(&window), "{language:?}: {running}");
        window.deliver(Event::Import(ImportEvent::Ended(Progress::default())));
        assert_ne!(focused(&window), running, "{language:?}: the result is told");
        assert!(is_heading(&window), "{language:?}");
    }
}

#[test]
fn a_shortcut_of_the_table_works_and_none_works_behind_a_dialog() {
    let mut window = scene(Language::English, "products");
    window.key_press_modifiers(Modifiers::COMMAND, Key::F);
    window.harness.run();
    assert_eq!(focused(&window), window.message("products-search"));
    window.tap_key(Key::F5);
    assert!(matches!(window.take_commands().as_slice(), [Command::Catalog(CatalogCommand::Load)]));
    window.tap_key(Key::F1);
    assert_eq!(focused(&window), window.message("close"));
    window.press_message("shortcuts-title");
    assert!(window.shows_message("shortcut-fill-down"));
    window.tap_key(Key::F5);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num4);
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    window.harness.run();
    assert_eq!((window.take_commands().len(), window.app().model().screen), (0, Screen::Products));
    window.tap_key(Key::Escape);
    assert_eq!(focused(&window), window.message("products-search"), "the focus returns");
    let mut passed = std::collections::BTreeSet::new();
    for _ in 0..4 {
        window.tap_key(Key::F6);
        passed.insert(focused(&window));
    }
    assert!(
        passed.len() >= 2 && passed.contains(&window.message("products-search")),
        "F6 goes round the parts of the window: {passed:?}"
    );
    window.key_press_modifiers(Modifiers::COMMAND, Key::Comma);
    window.harness.run();
    assert_eq!(focused(&window), window.message("settings-title"));
}

#[test]
fn a_shortcut_pressed_right_after_a_dialog_was_closed_counts() {
    let key =
        |key, modifiers| Input::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    for language in Language::ALL {
        let mut window = scene(language, "products");
        let palette = window.message("palette-title");
        for (opened, pressed) in [("shortcuts-title", Key::F1), ("palette-title", Key::K)] {
            let modifiers = if pressed == Key::K { Modifiers::COMMAND } else { Modifiers::NONE };
            window.key_press_modifiers(Modifiers::COMMAND, Key::K);
            window.harness.run();
            assert!(window.shows(&palette), "{language:?}");
            // Faster than the frames.
            window
                .harness
                .input_mut()
                .events
                .extend([key(Key::Escape, Modifiers::NONE), key(pressed, modifiers)]);
            window.harness.run();
            assert!(window.shows_message(opened), "{language:?} {pressed:?}");
            window.tap_key(Key::Escape);
            assert!(!window.shows_message(opened), "{language:?} {pressed:?}");
        }
    }
}

/// The keyboard goes on where the mouse was used.
#[test]
fn what_is_clicked_has_the_focus_except_in_the_navigation() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Go(Screen::Settings));
        window.harness.run();
        let dark = window.message("settings-theme-dark");
        let at = window.rects_of(&dark)[0].center();
        window.click(at);
        window.harness.run();
        assert!(window.is_focused(&dark), "{language:?}: an option");
        let title = window.message("nav-webhooks");
        let tab = window.rects_of(&title)[0].center();
        window.click(tab);
        window.harness.run();
        assert!(is_heading(&window), "{language:?}: a new page begins at its heading");
    }
}

#[test]
fn several_options_are_one_stop_of_the_tab_key_and_the_arrow_keys_choose() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Go(Screen::Settings));
        window.harness.run();
        let [light, dark] = ["settings-theme-light", "settings-theme-dark"].map(|key| window.message(key));
        window.press(&light);
        assert!(
            window.is_focused(&light) && window.app().model().settings.theme == Theme::Light,
            "{language:?}"
        );
        let forward = if language == Language::Persian { Key::ArrowLeft } else { Key::ArrowRight };
        window.tap_key(forward);
        assert!(
            window.is_focused(&dark) && window.app().model().settings.theme == Theme::Dark,
            "{language:?}"
        );
        window.tap_key(Key::ArrowDown);
        assert!(window.is_focused(&dark), "{language:?}: the last one is the last");
        window.tap_key(Key::Tab);
        assert!(
            !window.is_focused(&light) && !window.is_focused(&dark),
            "{language:?}: {}",
            focused(&window)
        );
        window.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
        assert!(window.is_focused(&dark), "{language:?}: {}", focused(&window));
        window.tap_key(Key::Home);
        assert_eq!(window.app().model().settings.theme, Theme::System, "{language:?}");
    }
}

#[test]
fn f6_goes_to_the_details_of_a_product_and_back_to_its_row() {
    for (language, size) in [(Language::English, [1100.0, 760.0]), (Language::Persian, [760.0, 500.0])] {
        let mut window = TestWindow::with_size(language, size);
        window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "products").unwrap());
        products::focus_first_row(&mut window);
        let row = focused(&window);
        window.tap_key(Key::Enter);
        let is_beside = focused(&window) == row;
        assert_eq!(is_beside, size[0] > 900.0, "{language:?}: {}", focused(&window));
        if is_beside {
            window.tap_key(Key::F6);
        }
        let first = focused(&window);
        assert_eq!(first, window.message(if is_beside { "close" } else { "products-back" }), "{language:?}");
        window.tap_key(Key::F6);
        let toolbar = ["close", "products-back"].map(|key| window.message(key));
        assert!(
            !toolbar.contains(&focused(&window)) && focused(&window) != row,
            "{language:?}: {}",
            focused(&window)
        );
        window.key_press_modifiers(Modifiers::SHIFT, Key::F6);
        window.harness.run();
        assert_eq!(focused(&window), first, "{language:?}: back where the focus was");
        if is_beside {
            window.key_press_modifiers(Modifiers::SHIFT, Key::F6);
            window.harness.run();
            assert_eq!(focused(&window), row, "{language:?}");
        }
    }
}

/// The buttons of the selection go with it; the rows are what comes next.
#[test]
fn who_gives_up_a_selection_is_in_the_table() {
    for (language, name) in Language::ALL
        .into_iter()
        .flat_map(|language| ["products", "import-review"].map(|name| (language, name)))
    {
        let mut window = scene(language, name);
        let all = window.message("review-select-all");
        window.harness.get_all_by_label(&all).last().unwrap().click();
        window.harness.run();
        let none = window.message("review-select-none");
        window.focus(&none);
        window.tap_key(Key::Enter);
        assert!(window.harness.query_by_label(&none).is_none(), "{language:?} {name}");
        let table = window.harness.get_all_by_role(Role::Table).next().unwrap().rect();
        let held = window
            .harness
            .query_all_by(|node| node.is_focused())
            .find(|node| node.accesskit_node().role() != Role::Window)
            .unwrap()
            .rect();
        assert!(table.contains(held.center()), "{language:?} {name}: {}", focused(&window));
    }
}

#[test]
fn the_heading_keeps_the_focus_when_the_contents_of_its_page_arrive() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [900.0, 600.0]);
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Go(Screen::Products));
        window.harness.run();
        assert!(is_heading(&window), "{language:?}: the page is empty");
        scenes::products(3).into_iter().for_each(|event| window.deliver(event));
        assert!(is_heading(&window), "{language:?}: products have arrived");
    }
}

#[test]
fn whoever_leaves_a_shop_by_the_navigation_begins_at_the_next_heading() {
    for language in Language::ALL {
        let mut window = scene(language, "products");
        // The first page has the button of the notifications, too.
        window.app_mut().act(Action::PastedTooMuch(1));
        let menu = window.message("account-menu");
        window.focus(&menu);
        window.deliver(Event::Session(Session::Nobody));
        assert!(is_heading(&window), "{language:?}: {}", focused(&window));
    }
}
