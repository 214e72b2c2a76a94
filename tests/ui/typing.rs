//! Text typed into every editor of every screen, one key at a time, reaches the program.

use super::*;
use eframe::egui::{Event as Input, Key};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use vitrine::market::MarketKey;
use vitrine::ui::text::edit_id;

use crate::kit::stage::typing::Editor;

/// A state of the window with something to type in.
struct Place {
    name: &'static str,
    set_up: fn(&mut Stage),
}

fn scene(stage: &mut Stage, name: &str) {
    stage.play(scenes::all().into_iter().find(|scene| scene.name == name).unwrap_or_else(|| panic!("a scene called {name}")));
}

/// Beside the scenes: what opens only when it is pressed.
const PLACES: [Place; 11] = [
    Place {
        name: "refresh token",
        set_up: |stage| {
            scene(stage, "login-token");
            stage.press_key("login-has-refresh-token");
        },
    },
    Place {
        name: "sign-in in the browser with other scopes and a client secret",
        set_up: |stage| {
            scene(stage, "login-browser");
            stage.press_key("method-browser");
        },
    },
    Place {
        name: "sign-in of the program itself",
        set_up: |stage| {
            scene(stage, "login-browser");
            stage.press_key("method-client-credentials");
        },
    },
    Place {
        name: "an error on the page in the browser",
        set_up: |stage| {
            stage.tell(scenes::ways(true));
            stage.tell(scenes::signed_out(None));
            let back = "redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback";
            stage.tell(Event::SignInAddress(format!("https://market.example/sso?{back}&state=x")));
            stage.press_key("browser-error");
        },
    },
    Place {
        name: "marketplace with one address",
        set_up: |stage| {
            stage.app_mut().act(Action::Setup(vitrine::ui::SetupAction::New));
            stage.harness.run();
        },
    },
    Place {
        name: "known webhook service",
        set_up: |stage| {
            scene(stage, "webhooks");
            stage.press_key("webhooks-service-existing");
        },
    },
    Place {
        name: "review without a word typed",
        set_up: |stage| {
            stage.tell(scenes::signed_in());
            stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            stage.tell(scenes::planned(3, 0));
        },
    },
    Place {
        name: "review of incomplete products only",
        set_up: |stage| {
            stage.tell(scenes::signed_in());
            stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            stage.tell(scenes::planned(3, 0));
            stage.press_key("import-incomplete-show");
        },
    },
    Place {
        name: "products without a price",
        set_up: |stage| {
            stage.tell(scenes::signed_in_where(&[Field::Name, Field::Photo]));
            stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
            stage.tell(scenes::planned(1, 0));
            let start = stage.start_button(1);
            stage.press(&start);
        },
    },
    Place {
        name: "fixing one failed product",
        set_up: |stage| {
            scene(stage, "import-running");
            stage.press(&stage.words("import-count-failed"));
            let name = stage.app().model().import.row(DraftId(10)).unwrap().name.clone();
            let fix = stage.format("import-fix-row", args!["name" => name.as_str()]);
            stage.press(&fix);
        },
    },
    Place {
        name: "fixing failed products together",
        set_up: |stage| {
            scene(stage, "import-running");
            let fix = stage.format("import-fix-all", args!["count" => 2]);
            stage.press(&fix);
        },
    },
];

type SetUp = Box<dyn Fn(&mut Stage)>;

fn places() -> Vec<(String, SetUp)> {
    // The photo editor stands over a form that cannot be reached meanwhile, and has nothing to type in itself.
    let scenes = scenes::all()
        .into_iter()
        .map(|found| found.name)
        .filter(|name| *name != "editor")
        .map(|name| (name.to_owned(), Box::new(move |stage: &mut Stage| scene(stage, name)) as SetUp));
    scenes.chain(PLACES.map(|place| (place.name.to_owned(), Box::new(place.set_up) as SetUp))).collect()
}

/// Types a word, clears it, types another, and so on: each has to be there whole, with the keyboard still in its place.
fn type_words(stage: &mut Stage, place: &str, editor: &Editor) {
    stage.click_into(editor);
    for word in ["250", "a۵گ"] {
        stage.clear_by_keys();
        let told = format!("{place}: “{}” after “{word}”", editor.name);
        assert_eq!(stage.held_by(editor).as_deref(), Some(""), "{told} was to be typed: cleared");
        for (typed, c) in word.chars().enumerate() {
            stage.type_keys(&c.to_string());
            assert!(stage.has_keyboard(editor), "{told}: the keyboard is lost after {} keys", typed + 1);
        }
        let held = stage.held_by(editor).unwrap_or_default();
        // Of a password only its length is told.
        let dots = held.chars().all(|c| c == '•') && held.chars().count() == word.chars().count();
        assert!(held == word || dots, "{told}: {held:?}");
    }
}

#[test]
fn every_editor_accepts_whole_words_and_keeps_the_focus() {
    walk(Language::English);
}

#[test]
fn every_editor_accepts_whole_words_and_keeps_the_focus_in_persian() {
    walk(Language::Persian);
}

fn walk(language: Language) {
    let mut walked = BTreeSet::new();
    for (name, set_up) in places() {
        let mut stage = Stage::new(language);
        set_up(&mut stage);
        let editors = stage.editors();
        // Rows of a table are alike. Scrolling to one of them may take others out of sight.
        for (at, editor) in editors.into_iter().enumerate().take(9) {
            if stage.held_by(&editor).is_some() {
                walked.insert(editor.id);
                type_words(&mut stage, &format!("{language:?}, {name}, editor {at}"), &editor);
            }
        }
    }
    for (what, id) in known_editors() {
        assert!(walked.contains(&id.accesskit_id()), "{what} was not walked");
    }
}

/// An editor of each kind there is, as the screens identify it.
fn known_editors() -> Vec<(String, eframe::egui::Id)> {
    let mut known = Vec::new();
    for name in [
        "sign-in token",
        "sign-in other scopes",
        "sign-in address",
        "sign-in registered address",
        "webhook address",
        "webhook service",
        "find products",
    ] {
        known.push((name.to_owned(), edit_id(name)));
    }
    for key in ["login-refresh-token", "secret"] {
        known.push((format!("sign-in secret {key}"), edit_id(("sign-in secret", key))));
    }
    for field in [Field::Name, Field::PrimaryPrice, Field::Stock, Field::Brief, Field::Description, Field::Sku] {
        known.push((format!("new product {field:?}"), edit_id(("new product", field))));
    }
    for field in [Field::PrimaryPrice, Field::Stock, Field::PreparationDays, Field::Weight, Field::PackageWeight] {
        known.push((format!("all products {field:?}"), edit_id(("all products", field))));
    }
    for key in [MarketKey::Name, MarketKey::Base, MarketKey::Core, MarketKey::Upload, MarketKey::Auth, MarketKey::ClientId] {
        known.push((format!("marketplace {key:?}"), edit_id(("marketplace", key))));
    }
    for field in [Field::Name, Field::PrimaryPrice, Field::Stock] {
        let planned = scenes::planned_drafts(3).remove(0);
        let identity = ("planned product", Some((&planned.source, &planned.source_name)), field);
        known.push((format!("planned product {field:?}"), edit_id(identity)));
    }
    for field in [Field::PrimaryPrice, Field::Stock] {
        known.push((format!("unpriced products {field:?}"), edit_id(("unpriced products", field))));
    }
    known.push(("failed products together".to_owned(), edit_id(("failed product", None::<DraftId>, Field::PrimaryPrice))));
    known
}

/// The kinds in [`known_editors`], by the calls that make them: a new editor has to be added there, so that it is walked.
#[test]
fn the_walk_covers_every_editor() {
    let calls = calls_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui/screens"));
    assert_eq!(calls, 15, "editors were added to the screens or taken out: add them to `known_editors`, and then the number here");
}

fn calls_in(folder: &Path) -> usize {
    let calls = |path: &Path| {
        let source = fs::read_to_string(path).unwrap();
        source.matches("line_edit(").count() + source.matches("paragraph_edit(").count()
    };
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { calls_in(&path) } else { calls(&path) }).sum()
}

fn review(language: Language) -> Stage {
    let mut stage = Stage::in_shop(language);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.tell(scenes::planned(3, 0));
    stage
}

fn cell(stage: &Stage, key: &str, row: usize) -> Editor {
    stage.editor(&stage.format(key, args!["row" => row]))
}

#[test]
fn a_price_typed_into_an_empty_cell_is_sent_unchanged() {
    for language in BOTH {
        let mut stage = review(language);
        for (row, (price, stock)) in [("250001", "3"), ("۹۹٬۰۰۰", "۱۲"), ("7", "0")].into_iter().enumerate() {
            let editor = cell(&stage, "import-price-of", row + 1);
            stage.click_into(&editor);
            stage.type_keys(price);
            stage.key(Key::Tab);
            stage.type_keys(stock);
        }
        stage.harness.run();
        stage.sent();
        let start = stage.start_button(3);
        stage.press(&start);
        let sent = stage.sent();
        let drafts = sent
            .iter()
            .find_map(|command| if let Command::Import(ImportCommand::Start { drafts, .. }) = command { Some(drafts) } else { None });
        let typed: Vec<_> = drafts.unwrap().iter().map(|planned| (planned.draft.primary_price, planned.draft.stock)).collect();
        assert_eq!(typed, [(Some(250_001), Some(3)), (Some(99_000), Some(12)), (Some(7), Some(0))], "{language:?}");
    }
}

#[test]
fn a_completed_row_stays_in_the_filter_until_it_loses_the_focus() {
    for language in BOTH {
        let mut stage = review(language);
        stage.press_key("import-incomplete-show");
        let first = cell(&stage, "import-price-of", 1);
        stage.click_into(&first);
        stage.type_keys("250001");
        let typed = |stage: &Stage, place| stage.app().model().import.typed(place, Field::PrimaryPrice).map(str::to_owned);
        assert_eq!((typed(&stage, 0).as_deref(), typed(&stage, 1), typed(&stage, 2)), (Some("250001"), None, None), "{language:?}");
        assert!(stage.has_keyboard(&first));
        // To its stock, then on to what follows, and into the next product.
        stage.key(Key::Tab);
        stage.type_keys("4");
        assert!(stage.held_by(&first).is_some(), "it has the keyboard still");
        let second = cell(&stage, "import-price-of", 2);
        stage.click_into(&second);
        stage.harness.run();
        assert_eq!(stage.held_by(&first), None, "the keyboard has left it");
        stage.type_keys("99");
        assert_eq!((typed(&stage, 0).as_deref(), typed(&stage, 1).as_deref(), typed(&stage, 2)), (Some("250001"), Some("99"), None));
    }
}

#[test]
fn the_filter_ends_only_when_the_last_completed_row_loses_the_focus() {
    let mut stage = review(Language::English);
    for row in [1, 2] {
        let editor = cell(&stage, "import-price-of", row);
        stage.click_into(&editor);
        stage.type_keys("5");
    }
    stage.press_key("import-incomplete-show");
    let last = cell(&stage, "import-price-of", 3);
    stage.click_into(&last);
    stage.type_keys("1234");
    assert_eq!(stage.held_by(&last).as_deref(), Some("1234"));
    assert_eq!(stage.editors().iter().filter(|editor| editor.name.starts_with("Price of")).count(), 1);
    stage.key(Key::Enter);
    stage.key(Key::Escape);
    stage.harness.run();
    assert_eq!(stage.editors().iter().filter(|editor| editor.name.starts_with("Price of")).count(), 3);
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
        modifiers: eframe::egui::Modifiers::NONE,
    })
}

#[test]
fn words_and_tabs_arriving_in_one_frame_go_to_their_own_fields() {
    for language in BOTH {
        let mut stage = review(language);
        let name = cell(&stage, "import-name-of", 1);
        stage.click_into(&name);
        stage.clear_by_keys();
        stage.at_once(text("Wooden box").chain(tab()).chain(text("250001")).chain(tab()).chain(text("12")));
        let typed = |field| stage.app().model().import.typed(0, field).unwrap_or_default();
        let all = [Field::Name, Field::PrimaryPrice, Field::Stock].map(typed);
        assert_eq!(all, ["Wooden box", "250001", "12"], "{language:?}");

        let mut stage = Stage::new(language);
        scene(&mut stage, "create-empty");
        let name = stage.editor(&stage.label(Field::Name));
        stage.click_into(&name);
        stage.at_once(text("Wooden box").chain(tab()).chain(text("Walnut")).chain(tab()).chain(tab()).chain(text("9")));
        assert_eq!(stage.held_by(&name).as_deref(), Some("Wooden box"), "{language:?}");
        let brief = stage.editor(&stage.label(Field::Brief));
        assert_eq!(stage.held_by(&brief).as_deref(), Some("Walnut"), "{language:?}");
    }
}

#[test]
fn text_typed_before_a_click_in_the_same_frame_stays_in_its_field() {
    let mut stage = review(Language::English);
    let (first, second) = (cell(&stage, "import-price-of", 1), cell(&stage, "import-price-of", 2));
    stage.click_into(&second);
    let at = stage.harness.get_by(|node| node.locate().0 == first.id).rect().center();
    let button = |pressed| Input::PointerButton {
        pos: at,
        button: eframe::egui::PointerButton::Primary,
        pressed,
        modifiers: eframe::egui::Modifiers::NONE,
    };
    stage.at_once(text("77").chain([Input::PointerMoved(at), button(true), button(false)]).chain(text("5")));
    assert_eq!((stage.held_by(&first).as_deref(), stage.held_by(&second).as_deref()), (Some("5"), Some("77")));
}
