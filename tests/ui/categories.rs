//! Categories: the picker, the create form, and the review.

use super::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event as Input, Key, Modifiers};
use scenes::Step;
use scenes::category_scenes::{self, KILIM, MUG};
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{CategoryCommand, CategoryEvent, Settings};
use vitrine_core::import::categories::CategoryChoices;
use vitrine_domain::category::Category;

fn show(language: Language, size: [f32; 2], steps: Vec<Step>) -> TestWindow {
    let mut window = TestWindow::with_size(language, size);
    window.show_steps(steps);
    window
}

fn review(language: Language) -> TestWindow {
    show(language, [1280.0, 800.0], category_scenes::review())
}

fn form(language: Language) -> TestWindow {
    let mut window = show(language, [1100.0, 2200.0], category_scenes::form());
    window.take_commands();
    window
}

fn category_of(window: &TestWindow, product: usize) -> Option<i64> {
    let model = window.app().model();
    model.import.review.evaluated(product, &model.rules()).0.category_id
}

fn attribute_of(window: &TestWindow, product: usize, attribute: i64) -> Option<Vec<i64>> {
    let model = window.app().model();
    let draft = model.import.review.evaluated(product, &model.rules()).0;
    let sent = draft.product_attribute.into_iter().filter_map(|value| value.sent);
    sent.filter(|sent| sent.attribute_id == attribute).map(|sent| sent.selected_values).next()
}

#[test]
fn a_category_is_found_by_typing_and_chosen_with_enter() {
    for language in Language::ALL {
        let mut window = review(language);
        window.press_message("category-choose");
        window.type_keys("گبه دستباف");
        window.tap_key(Key::Enter);
        let commands = window.take_commands();
        let mapped = commands.iter().find_map(|command| match command {
            Command::Category(CategoryCommand::MapFolder { folder, category }) => {
                Some((folder.clone(), *category))
            }
            _ => None,
        });
        assert_eq!(
            mapped,
            Some(("photos/various".to_owned(), Some(303))),
            "{language:?}: the folder is offered first"
        );
        assert!(!window.shows_message("category-find"), "{language:?}: the picker is closed");
    }
}

#[test]
fn a_search_for_a_category_that_finds_less_moves_nothing() {
    for language in Language::ALL {
        let mut window = review(language);
        window.press_message("category-choose");
        let find = window.message("category-find");
        let before = window.field_rect(&find);
        for typed in ["گبه", " xyz"] {
            window.type_keys(typed);
            window.harness.run();
            assert_eq!(window.field_rect(&find), before, "{language:?}: {typed}");
        }
    }
}

#[test]
fn what_categories_lack_is_announced_with_their_card() {
    for language in Language::ALL {
        let window = review(language);
        let said = announcements::announced(&window, eframe::egui::accesskit::Live::Polite);
        let lacks = window.format("category-gap-folder", args!["count" => 2, "folder" => "Various"]);
        let lacks = without_direction_marks(&lacks);
        assert!(said.iter().any(|said| said.contains(lacks.as_ref())), "{language:?}: {said:?}");
    }
}

#[test]
fn a_start_that_has_to_wait_says_for_what() {
    for language in Language::ALL {
        let window = review(language);
        let start = window.start_button(4);
        assert!(!window.is_enabled(&start), "{language:?}");
        let said = window
            .harness
            .get_by_label(&start)
            .accesskit_node()
            .data()
            .description()
            .unwrap_or_default()
            .to_owned();
        let field = window.app().words().field(Field::CategoryId).into_owned();
        assert!(said.contains(&*without_direction_marks(&field)), "{language:?}: “{said}”");
    }
}

/// Whoever works through the panel with the keyboard goes on with what is left there.
#[test]
fn a_category_chosen_in_the_panel_leaves_the_focus_in_the_panel() {
    for language in Language::ALL {
        let mut window = review(language);
        let choose = window.message("category-choose");
        window.focus(&choose);
        window.tap_key(Key::Enter);
        window.type_keys("گبه دستباف");
        window.tap_key(Key::Enter);
        let mut choices = CategoryChoices::default();
        choices.map_folder("photos/Various", Some(303));
        window.deliver(Event::Category(CategoryEvent::Choices(choices)));
        assert_eq!([2, 3].map(|product| category_of(&window, product)), [Some(303); 2], "{language:?}");
        assert!(window.harness.query_by_label(&choose).is_none(), "{language:?}: it is settled");
        let held = window
            .harness
            .query_all_by(|node| node.is_focused())
            .find(|node| node.accesskit_node().role() != Role::Window)
            .unwrap();
        let is_in_panel =
            if language.is_rtl() { held.rect().right() < 320.0 } else { held.rect().left() > 960.0 };
        assert!(is_in_panel, "{language:?}: {:?}", held.accesskit_node().label());
    }
}

#[test]
fn arrows_choose_control_d_pins_and_escape_leaves_everything_as_it_was() {
    let mut window = review(Language::English);
    window.press_message("category-choose");
    window.take_commands();
    window.tap_key(Key::ArrowDown);
    window.tap_key(Key::ArrowDown);
    window.key_press_modifiers(Modifiers::COMMAND, Key::D);
    window.harness.run();
    let pinned = window.take_commands();
    assert!(
        matches!(pinned[..], [Command::Category(CategoryCommand::Pin { category: MUG, pinned: true })]),
        "{pinned:?}"
    );
    let choices = CategoryChoices { pinned: vec![MUG], ..CategoryChoices::default() };
    window.deliver(Event::Category(CategoryEvent::Choices(choices)));
    window.tap_key(Key::Escape);
    assert_eq!(category_of(&window, 2), None);
    assert!(window.is_focused(&window.message("category-choose")), "the button has the focus again");
}

#[test]
fn products_in_folders_named_like_categories_have_them_and_others_follow_the_mapped_folder() {
    let mut window = review(Language::English);
    assert_eq!(
        [0, 1, 2, 3].map(|product| category_of(&window, product)),
        [Some(KILIM), Some(KILIM), None, None]
    );
    let mut choices = CategoryChoices::default();
    choices.map_folder("photos/Various", Some(MUG));
    window.deliver(Event::Category(CategoryEvent::Choices(choices)));
    assert_eq!([2, 3].map(|product| category_of(&window, product)), [Some(MUG), Some(MUG)]);
    assert!(window.shows("2 products in “Kilim” need “Material”"));
}

#[test]
fn required_properties_are_filled_in_for_all_products_of_a_category_and_undone_together() {
    for language in Language::ALL {
        let mut window = review(language);
        window.press_message("category-gap-fill");
        let choose = format!("Material: {}", window.message("category-choose-option"));
        assert!(window.is_focused(&choose), "{language:?}: what is required is filled in first");
        window.press(&choose);
        window.press("Wool");
        window.type_into(
            &window.format("field-with-unit", args!["field" => "Size", "unit" => "cm"]),
            "120; 80",
        );
        let apply = window.format("category-details-apply", args!["count" => 2]);
        window.press(&apply);
        assert_eq!(
            [0, 1].map(|product| attribute_of(&window, product, 219)),
            [Some(vec![17]), Some(vec![17])],
            "{language:?}"
        );
        assert_eq!(window.app().model().import.review.checks().incomplete(), [2, 3], "{language:?}");
        window.app_mut().act(Action::Import(ImportAction::Undo));
        window.harness.run();
        assert_eq!(attribute_of(&window, 0, 219), None, "{language:?}");
    }
}

#[test]
fn what_is_chosen_in_a_selected_row_is_chosen_for_all_selected_rows() {
    let mut window = review(Language::English);
    window.press_message("review-select-all");
    let jar = category_cell(&window, 3, &window.message("category-cell-none"));
    window.press(&jar);
    window.type_keys("mug");
    window.tap_key(Key::Enter);
    assert_eq!([0, 1, 2, 3].map(|product| category_of(&window, product)), [Some(MUG); 4]);
}

#[test]
fn an_earlier_product_suggests_a_category_which_is_used_only_when_pressed() {
    let mut window = review(Language::English);
    let mut choices = CategoryChoices::default();
    choices.remember([("Jar".to_owned(), MUG)]);
    window.deliver(Event::Category(CategoryEvent::Choices(choices)));
    assert_eq!(category_of(&window, 2), None);
    let suggestion = window.format("category-suggestion-short", args!["name" => "Jar", "title" => "Mug"]);
    window.press(&suggestion);
    assert_eq!([2, 3].map(|product| category_of(&window, product)), [Some(MUG), None]);
}

#[test]
fn attributes_are_requested_once_for_each_category_in_use() {
    let mut window = TestWindow::new(Language::English);
    let mut requested = Vec::new();
    for step in category_scenes::review() {
        window.apply_step(step);
        requested.extend(window.take_commands().into_iter().filter_map(|command| match command {
            Command::Category(CategoryCommand::LoadAttributes { category, again: false }) => Some(category),
            _ => None,
        }));
    }
    assert_eq!(requested, [KILIM]);
}

#[test]
fn the_form_sends_category_attributes_and_status() {
    for language in Language::ALL {
        let mut window = form(language);
        let name = window.label(Field::Name);
        window.type_into(&name, "Rug");
        window.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
        window.deliver(Event::Form(FormEvent::Photo {
            id: FormPhotoId(0),
            state: FormPhotoState::Uploaded(FileId::from(5)),
        }));
        assert!(
            window.shows(&window.format("create-blocked-fields", args!["fields" => "Material"])),
            "{language:?}"
        );
        let choose = format!("Material: {}", window.message("category-choose-option"));
        window.press(&choose);
        window.press("Cotton");
        window.type_into(
            &window.format("field-with-unit", args!["field" => "Size", "unit" => "cm"]),
            "120 × 80",
        );
        let more = window.format("category-more-attributes", args!["count" => 1, "filled" => 0]);
        window.press(&more);
        window.press("Red");
        window.press("Blue");
        window.press_message("status-hidden");
        window.take_commands();
        window.press_message("create-send");
        window.press_message("import-unpriced-create");
        let sent = window.take_commands();
        let [Command::Form(FormCommand::Send { draft, .. })] = sent.as_slice() else {
            panic!("{language:?}: {sent:?}")
        };
        assert_eq!((draft.category_id, draft.status), (Some(KILIM), Some(3790)));
        let mut values: Vec<_> =
            draft.product_attribute.iter().filter_map(|value| value.sent.clone()).collect();
        values.sort_by_key(|value| value.attribute_id);
        let values: Vec<_> = values
            .into_iter()
            .map(|value| (value.attribute_id, value.value, value.selected_values))
            .collect();
        assert_eq!(
            values,
            [(219, None, vec![18]), (221, Some("120 × 80".to_owned()), vec![]), (222, None, vec![31, 32])],
            "{language:?}"
        );
    }
}

#[test]
fn a_marketplace_without_categories_has_none_of_this() {
    let mut window = TestWindow::with_size(Language::English, [1100.0, 2200.0]);
    window.deliver(scenes::signed_in());
    window.press_message("nav-create");
    for field in Field::ALL.into_iter().filter(|field| !field.is_of_contract()) {
        assert!(!window.shows(&window.label(field)), "{field:?}");
    }
    assert!(!window.shows_message("create-section-others"));
}

#[test]
fn of_20_000_categories_only_those_in_sight_are_drawn() {
    let mut window = form(Language::English);
    let leaf = |id: i64| Category {
        id,
        title: format!("Category {id}"),
        parent: None,
        is_leaf: true,
        unit: None,
        max_preparation_days: None,
    };
    let tree = (1..=20_000).map(leaf).collect::<Vec<_>>();
    window.deliver(Event::Category(CategoryEvent::Loaded {
        tree: std::sync::Arc::new(tree.into()),
        outdated: None,
    }));
    let category = window.label(Field::CategoryId);
    window.press(&category);
    // Each with its pin.
    assert!((10..=18).contains(&window.count_shown("Category ")), "{}", window.count_shown("Category "));
    window.type_keys("19999");
    assert!(window.shows("Category 19999"));
}

fn category_cell(window: &TestWindow, row: usize, path: &str) -> String {
    let product = window.product_called(Field::CategoryId, row);
    window.format("category-cell", args!["product" => product, "path" => path])
}

fn empty_cell(window: &TestWindow, row: usize) -> String {
    category_cell(window, row, &window.message("category-cell-none"))
}

#[test]
fn categories_are_filled_down_copied_and_undone_like_any_cell() {
    for language in Language::ALL {
        let mut window = review(language);
        let first = category_cell(&window, 1, "Home / Rugs / Kilim");
        window.focus(&first);
        for _ in 0..3 {
            window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        }
        window.key_press_modifiers(Modifiers::COMMAND, Key::D);
        assert_eq!(
            [0, 1, 2, 3].map(|product| category_of(&window, product)),
            [Some(KILIM); 4],
            "{language:?}"
        );
        let copied = window.copy();
        assert_eq!(copied, Some(["Home / Rugs / Kilim"; 4].join("\n")), "{language:?}");
        window.app_mut().act(Action::Import(ImportAction::Undo));
        window.harness.run();
        assert_eq!([2, 3].map(|product| category_of(&window, product)), [None, None], "{language:?}");
    }
}

#[test]
fn pasted_text_becomes_the_category_that_it_names_or_an_error_in_its_cell() {
    for language in Language::ALL {
        let mut window = review(language);
        let third = empty_cell(&window, 3);
        window.focus(&third);
        window.deliver_in_one_frame([Input::Paste("Kitchen / Mug\nRugs / Nowhere\n".to_owned())]);
        window.harness.run();
        assert_eq!([2, 3].map(|product| category_of(&window, product)), [Some(MUG), None], "{language:?}");
        assert!(
            window.shows(&category_cell(&window, 4, "Rugs / Nowhere")),
            "{language:?}: it is shown as it was pasted"
        );
        let error = vitrine_domain::FieldError::UnknownChoice { text: "Rugs / Nowhere".into() };
        let (brief, whole) =
            (window.app().words().field_rule_in_brief(&error), window.app().words().field_error(&error));
        assert!(window.shows(&brief), "{language:?}: as much as fits: {:?}", window.texts());
        let fourth = category_cell(&window, 4, "Rugs / Nowhere");
        window.focus(&fourth);
        let description =
            window.harness.get_by_label(&fourth).accesskit_node().data().description().map(str::to_owned);
        let whole = without_direction_marks(&whole).into_owned();
        assert_eq!(description.as_deref(), Some(whole.as_str()), "{language:?}: the whole error is read out");
        assert!(window.shows(&whole), "{language:?}: and shown as long as the cell has the focus");
        window.deliver_in_one_frame([Input::Paste("۳۰۲".to_owned())]);
        window.harness.run();
        assert_eq!(category_of(&window, 3), Some(KILIM), "{language:?}: by its number");
        window.key_press(Key::Delete);
        assert_eq!(category_of(&window, 3), None, "{language:?}");
    }
}

#[test]
fn arrow_keys_move_through_the_categories_and_enter_opens_the_picker() {
    let mut window = review(Language::English);
    let third = empty_cell(&window, 3);
    window.focus(&third);
    window.key_press(Key::ArrowDown);
    assert!(window.is_focused(&empty_cell(&window, 4)));
    window.key_press(Key::ArrowUp);
    assert!(window.is_focused(&third));
    window.tap_key(Key::Enter);
    assert!(window.shows_message("category-find"));
    window.type_keys("mug");
    window.tap_key(Key::Enter);
    assert_eq!([2, 3].map(|product| category_of(&window, product)), [Some(MUG), None]);
    window.key_press(Key::Escape);
    assert_eq!(category_of(&window, 2), Some(MUG), "Escape leaves the table and takes nothing back");
}

#[test]
fn a_folders_category_is_taken_back_by_undo() {
    let mut window = review(Language::English);
    let mapped = |window: &mut TestWindow| {
        window.take_commands().into_iter().find_map(|command| match command {
            Command::Category(CategoryCommand::MapFolder { folder, category }) => Some((folder, category)),
            _ => None,
        })
    };
    window.press_message("category-choose");
    window.type_keys("mug");
    window.tap_key(Key::Enter);
    assert_eq!(mapped(&mut window), Some(("photos/various".to_owned(), Some(MUG))));
    assert_eq!([2, 3].map(|product| category_of(&window, product)), [Some(MUG), Some(MUG)]);
    for (action, category) in [(ImportAction::Undo, None), (ImportAction::Redo, Some(MUG))] {
        window.app_mut().act(Action::Import(action));
        window.harness.run();
        assert_eq!(mapped(&mut window), Some(("photos/various".to_owned(), category)));
        assert_eq!([2, 3].map(|product| category_of(&window, product)), [category; 2]);
    }
}

/// Its question is answered and gone; the next one, or what stands near, has the focus.
#[test]
fn the_focus_stays_near_the_question_that_was_answered() {
    for language in Language::ALL {
        let mut window = review(language);
        let choose = window.message("category-choose");
        window.focus(&choose);
        window.tap_key(Key::Enter);
        window.type_keys("mug");
        window.tap_key(Key::Enter);
        assert_eq!(category_of(&window, 2), Some(MUG), "{language:?}");
        let focused = window.harness.get_by(|node| node.is_focused() && node.role() != Role::Window);
        assert_ne!(focused.accesskit_node().role(), Role::Heading, "{language:?}");
    }
}

#[test]
fn a_default_category_and_status_are_for_products_that_have_none() {
    for language in Language::ALL {
        let mut window = review(language);
        let button = window.format(
            "import-default-value",
            args!["field" => window.app().words().field(Field::CategoryId), "value" => window.message("category-default-empty")],
        );
        // It is below the sight in the panel.
        window.harness.get_by_label(&button).scroll_to_me();
        window.harness.run();
        window.press(&button);
        window.type_keys("mug");
        window.tap_key(Key::Enter);
        let categories = [0, 1, 2, 3].map(|product| category_of(&window, product));
        assert_eq!(
            categories,
            [Some(KILIM), Some(KILIM), Some(MUG), Some(MUG)],
            "{language:?}: the folder comes first"
        );
        let status = format!("{}: {}", window.label(Field::Status), window.message("status-published"));
        window.press(&status);
        window.press_message("status-hidden");
        let model = window.app().model();
        assert_eq!(model.import.review.evaluated(2, &model.rules()).0.status, Some(3790), "{language:?}");
        let kept = model.import.review.defaults().valid();
        assert_eq!(
            (kept.values.category_id, kept.values.status),
            (Some(MUG), Some(3790)),
            "{language:?}: a template keeps them"
        );
        for _ in 0..2 {
            window.app_mut().act(Action::Import(ImportAction::Undo));
        }
        window.harness.run();
        assert_eq!(category_of(&window, 2), None, "{language:?}");
    }
}

#[test]
fn the_last_default_category_is_offered_only_where_it_exists() {
    let defaults = vitrine_domain::Draft {
        category_id: Some(MUG),
        status: Some(3790),
        ..vitrine_domain::Draft::default()
    };
    let settings = || {
        let language = Some(Language::English.tag().to_owned());
        Step::Event(Event::Platform(PlatformEvent::Settings(Box::new(Settings {
            language,
            defaults: vitrine_model::messages::SavedDefaults {
                last: defaults.clone().into(),
                ..Default::default()
            },
            ..Settings::default()
        }))))
    };
    let offer = |window: &TestWindow| window.count_shown("Use earlier values");
    let steps = [settings()].into_iter().chain(category_scenes::review()).collect();
    let mut window = show(Language::English, [1280.0, 800.0], steps);
    let offered = "Use earlier values: Category Home / Kitchen / Mug, Status Hidden";
    window.harness.get_by_label(offered).scroll_to_me();
    window.harness.run();
    window.press(offered);
    assert_eq!(category_of(&window, 2), Some(MUG));
    let elsewhere =
        vec![settings(), Step::Event(scenes::signed_in()), Step::Event(category_scenes::planned())];
    assert_eq!(
        offer(&show(Language::English, [1280.0, 800.0], elsewhere)),
        0,
        "a marketplace without categories and statuses"
    );
}

fn attributes_fail(window: &mut TestWindow) {
    let problem = Problem::new(ProblemKind::Unreachable);
    window.deliver(Event::Category(CategoryEvent::AttributesFailed { category: KILIM, problem }));
}

#[test]
fn products_whose_attributes_could_not_be_read_wait_until_a_person_does_without_them() {
    for language in Language::ALL {
        let mut steps = category_scenes::review();
        steps.pop();
        let mut window = show(language, [1280.0, 800.0], steps);
        assert_eq!(
            window.app().model().import.review.checks().incomplete(),
            [0, 1, 2, 3],
            "{language:?}: not read yet"
        );
        let notice = window.format("category-gap-unknown", args!["count" => 2, "category" => "Kilim"]);
        assert!(!window.shows(&notice), "{language:?}: nothing has to be done about it");
        attributes_fail(&mut window);
        assert!(window.shows(&notice), "{language:?}: {:?}", window.texts());
        window.take_commands();
        window.press_message("retry");
        let sent = window.take_commands();
        let asked: Vec<&Command> =
            sent.iter().filter(|command| matches!(command, Command::Category(_))).collect();
        assert!(
            matches!(
                asked[..],
                [Command::Category(CategoryCommand::LoadAttributes { category: KILIM, again: true })]
            ),
            "{language:?}: {asked:?}"
        );
        window.deliver(Event::Category(CategoryEvent::AttributesLoading(KILIM)));
        assert!(!window.shows(&notice), "{language:?}: on its way");
        attributes_fail(&mut window);
        window.press_message("category-attributes-skip");
        assert_eq!(window.app().model().import.review.checks().incomplete(), [2, 3], "{language:?}");
        assert!(!window.shows(&notice), "{language:?}");
    }
}

#[test]
fn the_form_is_sent_without_attributes_that_could_not_be_read_only_on_request() {
    for language in Language::ALL {
        let mut steps = category_scenes::form();
        steps.pop();
        let mut window = show(language, [1100.0, 2200.0], steps);
        let name = window.label(Field::Name);
        window.type_into(&name, "Rug");
        window.app_mut().act(Action::Form(FormAction::Add(vec![photo("rug.jpg")])));
        window.deliver(Event::Form(FormEvent::Photo {
            id: FormPhotoId(0),
            state: FormPhotoState::Uploaded(FileId::from(5)),
        }));
        attributes_fail(&mut window);
        let send = window.message("create-send");
        assert!(!window.is_enabled(&send), "{language:?}");
        window.press_message("category-attributes-skip");
        assert!(window.shows_message("category-attributes-skipped"), "{language:?}");
        window.take_commands();
        window.press(&send);
        window.press_message("import-unpriced-create");
        assert!(
            matches!(window.take_commands()[..], [Command::Form(FormCommand::Send { .. })]),
            "{language:?}"
        );
    }
}
