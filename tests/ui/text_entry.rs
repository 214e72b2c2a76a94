//! Text typed into any editor of any screen, one key at a time, arrives completely.

use super::products::focus_first_row;
use super::*;
use eframe::egui::{Event as Input, Key, Modifiers};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use vitrine_core::market::MarketKey;
use vitrine_domain::{FieldKind, Price};
use vitrine_text::edit_id;

use crate::kit::window::typing::Editor;

/// A state of the window that contains text editors.
struct EditorState {
    name: &'static str,
    set_up: fn(&mut TestWindow),
}

fn show_scene(window: &mut TestWindow, name: &str) {
    window.show_scene(
        scenes::all()
            .into_iter()
            .find(|scene| scene.name == name)
            .unwrap_or_else(|| panic!("there is no scene {name}")),
    );
}

/// States in addition to the scenes: those that need an action first.
const STATES: [EditorState; 30] = [
    EditorState {
        name: "the variants of a new product",
        set_up: |window| {
            variants::open_form(window);
            window.press_message("variants-add");
        },
    },
    EditorState { name: "a spreadsheet to be followed", set_up: followed_lists::open_dialog },
    EditorState {
        name: "a discount of several products",
        set_up: |window| {
            discounts::open(window);
            discounts::open_dialog(window);
        },
    },
    EditorState {
        name: "the days off of several products",
        set_up: |window| {
            product_edits::open_products(window);
            focus_first_row(window);
            product_edits::change_all(window);
            window.press_message("field-preparation-days");
        },
    },
    EditorState {
        name: "the names of several products",
        set_up: |window| {
            product_edits::open_products(window);
            focus_first_row(window);
            product_edits::change_all(window);
            window.press_message("field-name");
        },
    },
    EditorState {
        name: "one product of the shop",
        set_up: |window| {
            product_edits::open_products(window);
            focus_first_row(window);
            window.key_press(Key::Enter);
            window.press_message("edits-change");
            product_edits::deliver_all_of_the_product(window);
        },
    },
    EditorState {
        name: "choosing a category",
        set_up: |window| {
            show_scene(window, "import-categories");
            window.press_message("category-choose");
        },
    },
    EditorState {
        name: "the properties of products",
        set_up: |window| {
            show_scene(window, "import-categories");
            window.press_message("category-gap-fill");
        },
    },
    EditorState {
        name: "refresh token",
        set_up: |window| {
            show_scene(window, "login-token");
            window.press_message("login-has-refresh-token");
        },
    },
    EditorState {
        name: "sign-in in the browser with other scopes and a client secret",
        set_up: |window| {
            show_scene(window, "login-browser");
            window.press_message("method-browser");
        },
    },
    EditorState {
        name: "sign-in with client credentials",
        set_up: |window| {
            show_scene(window, "login-browser");
            window.press_message("method-client-credentials");
        },
    },
    EditorState {
        name: "an error on the page in the browser",
        set_up: |window| {
            window.deliver(scenes::sign_in_methods(true));
            window.deliver(scenes::signed_out(None));
            let back = "redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback";
            window.deliver(Event::Account(AccountEvent::SignInAddress(format!(
                "https://market.example/sso?{back}&state=x"
            ))));
            window.press_message("browser-error");
        },
    },
    EditorState {
        name: "marketplace with one address",
        set_up: |window| {
            window.app_mut().act(Action::Setup(vitrine::ui::SetupAction::New));
            window.harness.run();
        },
    },
    EditorState {
        name: "known webhook service",
        set_up: |window| {
            show_scene(window, "webhooks");
            window.press_message("webhooks-service-existing");
        },
    },
    EditorState {
        name: "receiver of webhooks",
        set_up: |window| {
            show_scene(window, "webhooks");
            window.press_message("webhooks-part-receive");
        },
    },
    EditorState {
        name: "untouched review",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(3, 0));
        },
    },
    EditorState {
        name: "review of incomplete products only",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(3, 0));
            window.press_message("import-incomplete-show");
        },
    },
    EditorState {
        name: "changing the selected products",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(3, 0));
            window.press_message("review-select-all");
            window.press_message("review-bulk-open");
            window.press_message("bulk-increase");
        },
    },
    EditorState {
        name: "saving a template",
        set_up: |window| {
            show_scene(window, "import-review");
            window.press_message("templates-open");
            window.press_message("templates-save-as");
            window.press_message("bulk-increase");
        },
    },
    EditorState {
        name: "renaming a template",
        set_up: |window| {
            *window = templates::review(Language::English, vec![templates::template("Wholesale", 5, None)]);
            window.press_message("templates-open");
            window.press_message("templates-rename");
        },
    },
    EditorState {
        name: "naming products by a pattern",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(3, 0));
            window.press_message("import-name-by-pattern");
        },
    },
    EditorState {
        name: "texts for all products",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(3, 0));
            window.press_message("import-defaults");
            window.press_message("import-texts-open");
        },
    },
    EditorState {
        name: "the list of actions",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.key_press_modifiers(Modifiers::COMMAND, Key::K);
            window.harness.run();
        },
    },
    EditorState {
        name: "moving photos to another product",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(6, 0));
            let photos = window.app().words().integer(4);
            let name = window.app().model().import.review.with_defaults(3).name;
            let open = window.format("strip-show", args!["name" => name, "count" => photos]);
            window.press(&open);
            window.key_press(Key::End);
            window.press_message("strip-move");
        },
    },
    EditorState {
        name: "the filter of the products",
        set_up: |window| {
            window.deliver(scenes::signed_in());
            window.app_mut().act(Action::Go(Screen::Products));
            window.deliver_all(scenes::products(6));
            window.press_message("filter-show");
        },
    },
    EditorState {
        name: "a price in the table of products",
        set_up: |window| {
            *window = typed_cells::in_cell(Language::English, Field::PrimaryPrice);
        },
    },
    EditorState {
        name: "a stock in the table of products",
        set_up: |window| {
            *window = typed_cells::in_cell(Language::English, Field::Stock);
        },
    },
    EditorState {
        name: "products without a price",
        set_up: |window| {
            window.deliver(scenes::signed_in_with_required(&[Field::Name, Field::Photo]));
            window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            window.deliver(scenes::planned(1, 0));
            let start = window.start_button(1);
            window.press(&start);
        },
    },
    EditorState {
        name: "fixing one failed product",
        set_up: |window| {
            show_scene(window, "import-running");
            window.press(&window.message("import-count-failed"));
            let name = window.app().model().import.run.row(DraftId(10)).unwrap().name.clone();
            let fix = window.format("import-fix-row", args!["name" => name.as_str()]);
            window.press(&fix);
        },
    },
    EditorState {
        name: "fixing failed products together",
        set_up: |window| {
            show_scene(window, "import-running");
            let fix = window.format("import-fix-all", args!["count" => 2]);
            window.press(&fix);
        },
    },
];

type SetUp = Box<dyn Fn(&mut TestWindow)>;

fn states() -> Vec<(String, SetUp)> {
    // The photo editor has no text editors and makes those of the form behind it unreachable.
    let scenes =
        scenes::all().into_iter().map(|found| found.name).filter(|name| *name != "editor").map(|name| {
            (name.to_owned(), Box::new(move |window: &mut TestWindow| show_scene(window, name)) as SetUp)
        });
    scenes.chain(STATES.map(|state| (state.name.to_owned(), Box::new(state.set_up) as SetUp))).collect()
}

/// Clears the editor and types a word, for several words. Each must arrive completely without the editor
/// losing the focus.
fn type_words(window: &mut TestWindow, state: &str, editor: &Editor) {
    window.click_into(editor);
    for word in ["250", "a۵گ"] {
        window.clear_by_keys();
        let what = format!("{state}: “{}” after “{word}”", editor.name);
        assert_eq!(window.text_of(editor).as_deref(), Some(""), "{what}: the editor is not cleared");
        for (typed, c) in word.chars().enumerate() {
            window.type_keys(&c.to_string());
            assert!(window.has_focus(editor), "{what}: the focus is lost after {} keys", typed + 1);
        }
        let content = window.text_of(editor).unwrap_or_default();
        // A password is shown as dots.
        let dots = content.chars().all(|c| c == '•') && content.chars().count() == word.chars().count();
        assert!(content == word || dots, "{what}: {content:?}");
    }
}

#[test]
fn every_editor_accepts_whole_words_and_keeps_the_focus() {
    type_into_every_editor(Language::English);
}

#[test]
fn every_editor_accepts_whole_words_and_keeps_the_focus_in_persian() {
    type_into_every_editor(Language::Persian);
}

fn type_into_every_editor(language: Language) {
    let mut tested = BTreeSet::new();
    let finders = ["find in the review", "find products"].map(|find| edit_id(find).accesskit_id());
    for (name, set_up) in states() {
        let mut window = TestWindow::new(language);
        set_up(&mut window);
        let editors = window.editors();
        // The rows of a table are alike, so a few of them suffice. Scrolling to one may hide others.
        for (at, editor) in editors.into_iter().enumerate().take(18) {
            // What is found by one word hides the rows. Where it is left, a cell may be no editor any more.
            let is_finder = finders.contains(&editor.id);
            if (is_finder && tested.contains(&editor.id)) || window.text_of(&editor).is_none() {
                continue;
            }
            tested.insert(editor.id);
            type_words(&mut window, &format!("{language:?}, {name}, editor {at}"), &editor);
            if is_finder {
                window.clear_by_keys();
                window.harness.run();
            }
        }
    }
    for (what, id) in known_editors() {
        assert!(tested.contains(&id.accesskit_id()), "{what} was not tested");
    }
}

/// One editor of each kind, by the ID that its screen gives it.
fn known_editors() -> Vec<(String, eframe::egui::Id)> {
    let mut known = Vec::new();
    for name in [
        "sign-in token",
        "sign-in other scopes",
        "sign-in address",
        "sign-in registered address",
        "webhook address",
        "webhook service",
        "webhook token",
        "receiver port",
        "receiver token",
        "receiver forward",
        "find products",
        "find in the review",
        "bulk operand",
        "bulk rounding",
        "find an action",
        "name pattern",
        "template name",
        "product for the photos",
        "find a category",
        "text to find in names",
        "text instead",
        "quantity of products",
        "pieces kept back",
        "percent of a discount",
        "days of a discount",
        "days off",
        "products-price-least",
        "products-price-greatest",
    ] {
        known.push((name.to_owned(), edit_id(name)));
    }
    for of in ["new product attribute", "attribute of products"] {
        known.push((of.to_owned(), edit_id((of, 221_i64))));
    }
    for key in ["login-refresh-token", "secret"] {
        known.push((format!("sign-in secret {key}"), edit_id(("sign-in secret", key))));
    }
    for field in
        [Field::Name, Field::PrimaryPrice, Field::Stock, Field::Brief, Field::Description, Field::Sku]
    {
        known.push((format!("new product {field:?}"), edit_id(("new product", field))));
    }
    for field in
        Field::ALL.into_iter().filter(|field| field.spec().has_default && field.kind() != FieldKind::Choice)
    {
        known.push((format!("all products {field:?}"), edit_id(("all products", field))));
    }
    for key in [
        MarketKey::Name,
        MarketKey::Base,
        MarketKey::Core,
        MarketKey::Upload,
        MarketKey::Auth,
        MarketKey::ClientId,
    ] {
        known.push((format!("marketplace {key:?}"), edit_id(("marketplace", key))));
    }
    for field in [Field::Name, Field::PrimaryPrice, Field::Stock] {
        let planned = scenes::planned_drafts(3).remove(0);
        let identity = ("planned product", Some((&planned.source, &planned.source_name)), field);
        known.push((format!("planned product {field:?}"), edit_id(identity)));
    }
    let of_a_product = [
        Field::Name,
        Field::PrimaryPrice,
        Field::Stock,
        Field::PreparationDays,
        Field::Brief,
        Field::Weight,
        Field::Sku,
    ];
    for field in of_a_product {
        known.push((
            format!("product of the shop {field:?}"),
            edit_id(("field of a product", &vitrine_domain::FieldKey::from(field))),
        ));
    }
    for field in [Field::PrimaryPrice, Field::Stock] {
        let first = vitrine_domain::ProductOrVariant::from(ProductId::from(90_000));
        let identity = ("cell of a product", &first.product, &first.variant, field);
        known.push((format!("table of products {field:?}"), edit_id(identity)));
    }
    for field in [Field::PrimaryPrice, Field::Stock] {
        known.push((format!("unpriced products {field:?}"), edit_id(("unpriced products", field))));
    }
    for column in 0..4_usize {
        let identity = ("variant of the new product", 0_usize, column);
        known.push((format!("column {column} of the variants"), edit_id(identity)));
    }
    known.push((
        "failed products together".to_owned(),
        edit_id(("failed product", None::<DraftId>, Field::PrimaryPrice)),
    ));
    known
}

/// Counts the calls that create editors, so that a new editor is added to [`known_editors`] and thereby
/// tested.
#[test]
fn every_editor_is_known_to_these_tests() {
    let calls = editor_calls_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui/screens"));
    assert_eq!(
        calls, 40,
        "the screens have more or fewer editors than before: update `known_editors`, and then the number here"
    );
}

fn editor_calls_in(folder: &Path) -> usize {
    let calls = |path: &Path| {
        let source = fs::read_to_string(path).unwrap();
        source.matches("line_edit(").count() + source.matches("paragraph_edit(").count()
    };
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { editor_calls_in(&path) } else { calls(&path) }).sum()
}

fn review(language: Language) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    window
}

fn cell(window: &TestWindow, field: Field, row: usize) -> Editor {
    window.editor(&window.cell(field, row))
}

#[test]
fn a_price_typed_into_an_empty_cell_is_sent_unchanged() {
    for language in Language::ALL {
        let mut window = review(language);
        for (row, (price, stock)) in [("250001", "3"), ("۹۹٬۰۰۰", "۱۲"), ("7", "0")].into_iter().enumerate()
        {
            let editor = cell(&window, Field::PrimaryPrice, row + 1);
            window.click_into(&editor);
            window.type_keys(price);
            window.key_press(Key::Tab);
            window.type_keys(stock);
        }
        window.harness.run();
        window.take_commands();
        let start = window.start_button(3);
        window.press(&start);
        let sent = window.take_commands();
        let drafts = sent.iter().find_map(|command| {
            if let Command::Import(ImportCommand::Start { drafts, .. }) = command {
                Some(drafts)
            } else {
                None
            }
        });
        let typed: Vec<_> = drafts
            .unwrap()
            .iter()
            .map(|planned| (planned.draft.primary_price.map(Price::wire), planned.draft.stock))
            .collect();
        assert_eq!(
            typed,
            [(Some(250_001), Some(3)), (Some(99_000), Some(12)), (Some(7), Some(0))],
            "{language:?}"
        );
    }
}

#[test]
fn a_completed_row_stays_in_the_filter() {
    for language in Language::ALL {
        let mut window = review(language);
        window.press_message("import-incomplete-show");
        let first = cell(&window, Field::PrimaryPrice, 1);
        window.click_into(&first);
        window.type_keys("250001");
        let typed = |window: &TestWindow, place| {
            window.app().model().import.review.typed(place, Field::PrimaryPrice).map(str::to_owned)
        };
        assert_eq!(
            (typed(&window, 0).as_deref(), typed(&window, 1), typed(&window, 2)),
            (Some("250001"), None, None),
            "{language:?}"
        );
        assert!(window.has_focus(&first));
        // Tab moves to the stock of the same product.
        window.key_press(Key::Tab);
        window.type_keys("4");
        let second = cell(&window, Field::PrimaryPrice, 2);
        window.click_into(&second);
        window.harness.run();
        assert!(window.text_of(&first).is_some(), "it stays until the filter is chosen again");
        window.type_keys("99");
        assert_eq!(
            (typed(&window, 0).as_deref(), typed(&window, 1).as_deref(), typed(&window, 2)),
            (Some("250001"), Some("99"), None)
        );
    }
}

#[test]
fn the_filter_ends_only_when_the_last_completed_row_loses_the_focus() {
    let mut window = review(Language::English);
    for row in [1, 2] {
        let editor = cell(&window, Field::PrimaryPrice, row);
        window.click_into(&editor);
        window.type_keys("5");
    }
    window.press_message("import-incomplete-show");
    let last = cell(&window, Field::PrimaryPrice, 3);
    window.click_into(&last);
    window.type_keys("1234");
    assert_eq!(window.text_of(&last).as_deref(), Some("1234"));
    assert_eq!(window.editors().iter().filter(|editor| editor.name.starts_with("Price (rial), ")).count(), 1);
    window.key_press(Key::Enter);
    window.key_press(Key::Escape);
    window.harness.run();
    assert_eq!(window.editors().iter().filter(|editor| editor.name.starts_with("Price (rial), ")).count(), 3);
}

fn text(text: &str) -> impl Iterator<Item = Input> + use<'_> {
    text.chars().map(|c| Input::Text(c.to_string()))
}

fn tab() -> impl Iterator<Item = Input> {
    [true, false].into_iter().map(|pressed| Input::Key {
        key: Key::Tab,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    })
}

#[test]
fn text_and_tabs_arriving_in_one_frame_reach_their_own_fields() {
    for language in Language::ALL {
        let mut window = review(language);
        let name = cell(&window, Field::Name, 1);
        window.click_into(&name);
        window.clear_by_keys();
        window.deliver_in_one_frame(
            text("Wooden box").chain(tab()).chain(text("250001")).chain(tab()).chain(text("12")),
        );
        let typed = |field| window.app().model().import.review.typed(0, field).unwrap_or_default();
        let all = [Field::Name, Field::PrimaryPrice, Field::Stock].map(typed);
        assert_eq!(all, ["Wooden box", "250001", "12"], "{language:?}");

        let mut window = TestWindow::new(language);
        show_scene(&mut window, "create-empty");
        let name = window.editor(&window.label(Field::Name));
        window.click_into(&name);
        let numbers = tab().chain(text("7")).chain(tab()).chain(text("9"));
        window.deliver_in_one_frame(text("Wooden box").chain(numbers).chain(tab()).chain(text("Walnut")));
        assert_eq!(window.text_of(&name).as_deref(), Some("Wooden box"), "{language:?}");
        let number = |field| window.text_of(&window.editor(&window.label(field)));
        let digit = |number| Some(window.app().words().integer(number));
        assert_eq!((number(Field::PrimaryPrice), number(Field::Stock)), (digit(7), digit(9)), "{language:?}");
        let brief = window.editor(&window.label(Field::Brief));
        assert_eq!(window.text_of(&brief).as_deref(), Some("Walnut"), "{language:?}");
    }
}

#[test]
fn text_typed_before_a_click_in_the_same_frame_stays_in_its_field() {
    let mut window = review(Language::English);
    let (first, second) = (cell(&window, Field::PrimaryPrice, 1), cell(&window, Field::PrimaryPrice, 2));
    window.click_into(&second);
    let at = window.harness.get_by(|node| node.locate().0 == first.id).rect().center();
    let button = |pressed| Input::PointerButton {
        pos: at,
        button: eframe::egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.deliver_in_one_frame(
        text("77").chain([Input::PointerMoved(at), button(true), button(false)]).chain(text("5")),
    );
    assert_eq!(
        (window.text_of(&first).as_deref(), window.text_of(&second).as_deref()),
        (Some("5"), Some("77"))
    );
}

/// The editor that has the focus, with its content.
fn focused_text(window: &TestWindow) -> Option<String> {
    window.editors().iter().find(|editor| window.has_focus(editor)).and_then(|editor| window.text_of(editor))
}

#[test]
fn what_is_typed_right_after_the_keys_of_a_search_goes_into_its_field() {
    let mut found = 0;
    for (place, scene) in scenes::all().into_iter().enumerate() {
        // Each pair of languages and numbers of frames comes in many scenes.
        let (language, frames) = (Language::ALL[place % 2], place % 3);
        for key in [Key::F, Key::K] {
            let state = format!("{language:?}, {}, {key:?}, {frames} frames later", scene.name);
            let mut window = TestWindow::new(language);
            show_scene(&mut window, scene.name);
            window.harness.input_mut().events.push(Input::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::COMMAND,
            });
            (0..frames).for_each(|_| window.harness.step());
            window.deliver_in_one_frame(text("qz"));
            let typed = focused_text(&window);
            let arrived = |typed: &String| typed.ends_with("qz") || typed.ends_with("••");
            assert!(typed.iter().all(arrived), "{state}: {typed:?}");
            found += usize::from(typed.is_some());
        }
    }
    assert!(found > 30, "{found}");
}
