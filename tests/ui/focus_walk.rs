//! A walk with Tab through every dialog and special page: one named thing in sight has the focus after each
//! step, Tab reaches everything that can be used and returns, and Escape gives the focus back.

use super::focus::focused;
use super::templates::{self, template};
use super::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use eframe::egui::accesskit::{NodeId, Role, Toggled};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::AccessKitNode;
use scenes::category_scenes;
use vitrine::ui::{LeaveTarget, Question, SetupAction};
use vitrine_core::edit::RowState;
use vitrine_core::import::plan::Reason;
use vitrine_core::import::sheet::SheetOverview;
use vitrine_domain::PriceUnit;

/// Something that opens over a screen, or a page of its own.
struct Case {
    name: &'static str,
    open: fn(Language) -> TestWindow,
    /// What Escape does.
    escape: Escape,
}

#[derive(Clone, Copy, PartialEq)]
enum Escape {
    /// Closes the dialog.
    Closes,
    /// Asks a question in front of it, which the next Escape closes.
    Asks,
    /// Nothing: it is a page.
    Stays,
}

const SMALL: [f32; 2] = [900.0, 600.0];
const LARGE: [f32; 2] = [1280.0, 800.0];

fn scene(language: Language, name: &str) -> TestWindow {
    let mut window = TestWindow::with_size(language, SMALL);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == name).unwrap());
    window.take_commands();
    window
}

fn press_by_key(window: &mut TestWindow, name: &str) {
    window.focus(name);
    window.tap_key(Key::Enter);
}

fn opened_by(language: Language, name: &str, button: fn(&TestWindow) -> String) -> TestWindow {
    let mut window = scene(language, name);
    let button = button(&window);
    press_by_key(&mut window, &button);
    window
}

fn review(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, SMALL);
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    window.take_commands();
    window
}

fn bulk(language: Language) -> TestWindow {
    let mut window = review(language);
    let name = window.app().model().import.review.drafts()[0].draft.name.clone();
    let select = window.format("review-select-row", args!["name" => name]);
    window.focus(&select);
    window.tap_key(Key::Space);
    let open = window.message("review-bulk-open");
    press_by_key(&mut window, &open);
    window
}

/// The photos of the second product, which has two.
fn photo_strip(language: Language) -> TestWindow {
    let mut window = review(language);
    let model = window.app().model();
    let count = window.app().words().integer(model.import.review.drafts()[1].photos.len() as i64);
    let strip = window
        .format("strip-show", args!["name" => model.import.review.with_defaults(1).name, "count" => count]);
    press_by_key(&mut window, &strip);
    window.deliver_pictures();
    window
}

fn properties(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, LARGE);
    window.show_steps(category_scenes::review());
    let fill = window.message("category-gap-fill");
    press_by_key(&mut window, &fill);
    window
}

fn choose_category(language: Language) -> TestWindow {
    let mut window = scene(language, "import-categories");
    window.open_things();
    let choose = window.message("category-choose");
    press_by_key(&mut window, &choose);
    window
}

fn grouping_question(language: Language) -> TestWindow {
    let folders = ["goods", "more"].map(|name| grouping::folder(name, 9, Reason::NamesSayNothing, true));
    grouping::review(language, folders.to_vec(), &["/photos/goods/vase.jpg"])
}

/// The dialog of a product that alone failed.
fn fix_one(language: Language) -> TestWindow {
    let mut window = scene(language, "import-ended");
    window.deliver(Event::Import(ImportEvent::Rows(vec![scenes::row(13, State::Created, None)])));
    window.press_message("import-count-failed");
    let name = window.app().model().import.run.row(DraftId(10)).expect("a failed product").name.clone();
    let fix = window.format("import-fix-row", args!["name" => name]);
    press_by_key(&mut window, &fix);
    window
}

fn unit_of_prices(language: Language) -> TestWindow {
    let named = SheetOverview { named_unit: Some(PriceUnit::Toman), ..sheet::overview() };
    let mut window = sheet::reviewed(language, named);
    let price = window.label(Field::PrimaryPrice);
    window.press_message("import-defaults");
    window.type_into(&price, "500");
    let start = window.start_button(3);
    press_by_key(&mut window, &start);
    window
}

fn sign_out_unfinished(language: Language) -> TestWindow {
    opened_by(language, "settings-accounts", |w| {
        w.format("account-sign-out", args!["name" => "صنایع دستی گلرنگ"])
    })
}

fn move_photo(language: Language) -> TestWindow {
    let mut window = photo_strip(language);
    window.tap_key(Key::End);
    let move_photo = window.message("strip-move");
    press_by_key(&mut window, &move_photo);
    window
}

fn with_templates(language: Language, opens_saving: bool) -> TestWindow {
    let mut window = templates::review(language, vec![template("Wholesale", 5, Some("30"))]);
    let open = window.message("templates-open");
    press_by_key(&mut window, &open);
    if opens_saving {
        let save = window.message("templates-save-as");
        press_by_key(&mut window, &save);
    }
    window
}

fn unpriced(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, SMALL);
    window.deliver(scenes::signed_in_with_required(&[Field::Name, Field::Photo]));
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.harness.run();
    window
}

fn shortcut(language: Language, modifiers: Modifiers, key: Key) -> TestWindow {
    let mut window = scene(language, "products");
    window.key_press_modifiers(modifiers, key);
    window.harness.run();
    window
}

fn after(language: Language, name: &str, action: Action) -> TestWindow {
    let mut window = scene(language, name);
    window.app_mut().act(action);
    window.harness.run();
    window
}

/// The editor with an edit, opened with the keyboard.
fn edited(language: Language) -> TestWindow {
    let mut window =
        opened_by(language, "create", |window| window.format("editor-open", args!["name" => "rug-back.jpg"]));
    window.deliver_pictures();
    window.tap_key(Key::CloseBracket);
    window
}

fn sheet_columns(language: Language) -> TestWindow {
    let mut window = sheet::reviewed(language, sheet::overview());
    let change = window.message("sheet-change");
    press_by_key(&mut window, &change);
    window
}

fn repeated_webhook(language: Language) -> TestWindow {
    let mut window = webhooks::complete_form(language, [1100.0, 760.0]);
    let add = window.message("webhooks-add");
    press_by_key(&mut window, &add);
    webhooks::answer(&mut window, Ok(None));
    window.tap_key(Key::Enter);
    window
}

fn leaving(language: Language) -> TestWindow {
    let mut window = scene(language, "settings-accounts");
    window.deliver(Event::Account(AccountEvent::Leaving));
    window
}

fn missing_permission(language: Language) -> TestWindow {
    let mut window = scene(language, "products");
    let problem = Problem {
        status: Some(403),
        ..Problem::new(ProblemKind::Forbidden).with_subject(Scope::PRODUCT_READ)
    };
    window.deliver(Event::Catalog(CatalogEvent::Failed(problem)));
    window
}

/// The question whether a changed price of a product may be lost.
fn changed_product(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, SMALL);
    product_edits::open_products(&mut window);
    product_edits::form_with_a_new_price(&mut window);
    window
}

/// Changes that wait for a decision, and one that failed.
fn attention(language: Language) -> TestWindow {
    let mut window = TestWindow::with_size(language, SMALL);
    product_edits::open_products(&mut window);
    window.deliver_all(scenes::product_edit_scenes::ended(&[
        RowState::Moved,
        RowState::Moved,
        RowState::Failed,
    ]));
    let decide = window.message("edits-decide");
    press_by_key(&mut window, &decide);
    window
}

const CASES: [Case; 34] = [
    Case {
        name: "stop import",
        open: |l| opened_by(l, "import-running", |w| w.message("import-cancel")),
        escape: Escape::Closes,
    },
    Case {
        name: "fix all",
        open: |l| opened_by(l, "import-ended", |w| w.format("import-fix-all", args!["count" => 2])),
        escape: Escape::Closes,
    },
    Case { name: "fix one", open: fix_one, escape: Escape::Closes },
    Case { name: "choose a category", open: choose_category, escape: Escape::Closes },
    Case { name: "properties", open: properties, escape: Escape::Closes },
    Case {
        name: "category of the form",
        open: |l| opened_by(l, "create-category", |w| w.label(Field::CategoryId)),
        escape: Escape::Closes,
    },
    Case { name: "unit of prices", open: unit_of_prices, escape: Escape::Closes },
    Case { name: "sign out with unfinished products", open: sign_out_unfinished, escape: Escape::Closes },
    Case { name: "grouping question", open: grouping_question, escape: Escape::Stays },
    Case { name: "move photo", open: move_photo, escape: Escape::Closes },
    Case { name: "unpriced", open: unpriced, escape: Escape::Closes },
    Case { name: "templates", open: |l| with_templates(l, false), escape: Escape::Closes },
    Case { name: "save template", open: |l| with_templates(l, true), escape: Escape::Closes },
    Case { name: "sheet columns", open: sheet_columns, escape: Escape::Closes },
    Case { name: "review columns", open: |l| opened_by_review(l, "review-columns"), escape: Escape::Closes },
    Case { name: "bulk change", open: bulk, escape: Escape::Closes },
    Case {
        name: "sign out",
        open: |l| {
            opened_by(l, "settings-accounts", |w| {
                w.format("account-sign-out", args!["name" => "Walnut & Wool"])
            })
        },
        escape: Escape::Closes,
    },
    Case {
        name: "remove marketplace",
        open: |l| {
            opened_by(l, "settings-accounts", |w| w.format("market-remove-named", args!["name" => "broken"]))
        },
        escape: Escape::Closes,
    },
    Case {
        name: "leave while importing",
        open: |l| after(l, "import-running", Action::Leave(LeaveTarget::Add)),
        escape: Escape::Closes,
    },
    Case {
        name: "sign out in the menu",
        open: |l| after(l, "settings-accounts", Action::Question(sign_out())),
        escape: Escape::Closes,
    },
    Case { name: "repeated webhook", open: repeated_webhook, escape: Escape::Closes },
    Case {
        name: "notifications",
        open: |l| opened_by(l, "import-running", |w| w.message("notifications-title")),
        escape: Escape::Closes,
    },
    Case {
        name: "list of actions",
        open: |l| shortcut(l, Modifiers::COMMAND, Key::K),
        escape: Escape::Closes,
    },
    Case { name: "shortcuts", open: |l| shortcut(l, Modifiers::NONE, Key::F1), escape: Escape::Closes },
    Case {
        name: "photo editor",
        open: |l| opened_by(l, "create", |w| w.format("editor-open", args!["name" => "rug-back.jpg"])),
        escape: Escape::Closes,
    },
    Case { name: "edited photo", open: edited, escape: Escape::Asks },
    Case { name: "changed product", open: changed_product, escape: Escape::Asks },
    Case { name: "changes that need attention", open: attention, escape: Escape::Closes },
    Case { name: "leaving", open: leaving, escape: Escape::Stays },
    Case { name: "missing permission", open: missing_permission, escape: Escape::Stays },
    Case { name: "settings", open: |l| scene(l, "settings-accounts"), escape: Escape::Stays },
    Case { name: "confirm", open: |l| scene(l, "confirm"), escape: Escape::Stays },
    Case { name: "sign in again", open: |l| scene(l, "reauthorize"), escape: Escape::Stays },
    Case {
        name: "setup",
        open: |l| after(l, "settings-accounts", Action::Setup(SetupAction::New)),
        escape: Escape::Stays,
    },
];

fn opened_by_review(language: Language, key: &str) -> TestWindow {
    let mut window = review(language);
    let button = window.message(key);
    press_by_key(&mut window, &button);
    window
}

fn sign_out() -> Question {
    scenes::sign_out()
}

/// Roles of what can be used.
const INTERACTIVE: [Role; 14] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::Tab,
    Role::ComboBox,
    Role::Slider,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::PasswordInput,
    Role::SearchInput,
    Role::NumberInput,
    Role::Canvas,
    Role::Link,
    Role::SpinButton,
];

/// What can be used now: in the topmost dialog, else in the whole window.
fn usable(window: &TestWindow) -> BTreeMap<NodeId, String> {
    let top = window.harness.query_all_by_role(Role::Dialog).last().unwrap_or_else(|| window.harness.root());
    // Ctrl+D pins the category that is selected in the list.
    let pin = window.format("category-pin", args!["path" => "\n"]);
    let (before, after) = pin.split_once('\n').expect("a message with a place for the path");
    let is_pin = |name: &str| name.starts_with(before) && name.ends_with(after);
    // The arrow keys go to the check box of a row.
    let row = window.format("review-select-row", args!["name" => "\n"]);
    let (before_row, after_row) = row.split_once('\n').expect("a message with a place for the name");
    let is_in_row = |node: &AccessKitNode<'_>| {
        let name = node.label().unwrap_or_default();
        node.role() == Role::CheckBox && name.starts_with(before_row) && name.ends_with(after_row)
    };
    // Of several options Tab goes to one; the arrow keys go to the others.
    let is_other_option =
        |node: &AccessKitNode<'_>| node.role() == Role::RadioButton && node.toggled() != Some(Toggled::True);
    let is_usable = |node: &AccessKitNode<'_>| {
        let is_reached = !node.is_disabled() && !is_other_option(node) && !is_in_row(node);
        INTERACTIVE.contains(&node.role()) && is_reached && !node.label().is_some_and(|name| is_pin(&name))
    };
    let nodes = top.query_all_by(is_usable);
    nodes
        .map(|node| node.accesskit_node())
        .map(|node| (node.locate().0, node.label().unwrap_or_default()))
        .collect()
}

fn focused_node(window: &TestWindow) -> NodeId {
    window.harness.get_by(|node| node.is_focused() && node.role() != Role::Window).accesskit_node().locate().0
}

/// Presses Tab until it returns to where it began.
fn walk(window: &mut TestWindow, place: &str) {
    let mut reached = BTreeMap::new();
    let mut wanted = usable(window);
    for _ in 0..150 {
        window.harness.key_press(Key::Tab);
        window.harness.run();
        let name = focused(window);
        wanted.extend(usable(window));
        if reached.insert(focused_node(window), name).is_some() {
            let missed: Vec<&String> =
                wanted.iter().filter(|(id, _)| !reached.contains_key(id)).map(|(_, name)| name).collect();
            assert!(
                missed.is_empty(),
                "{place}: Tab does not reach {missed:?}; it reaches {:?}",
                reached.values()
            );
            return;
        }
    }
    panic!("{place}: Tab does not return: {:?}", reached.values());
}

fn dialogs(window: &TestWindow) -> usize {
    // egui adds one without a name.
    window
        .harness
        .query_all_by_role(Role::Dialog)
        .filter(|dialog| dialog.accesskit_node().label().is_some())
        .count()
}

/// What destroys, sends or gives up something that cannot be had back by another press.
const IRREVERSIBLE: [&str; 21] = [
    "edits-discard",
    "edits-keep",
    "edits-keep-all",
    "edits-overwrite",
    "edits-overwrite-all",
    "editor-discard",
    "import-cancel",
    "import-cancel-yes",
    "import-remove-yes",
    "import-unpriced-create",
    "leave-confirm",
    "leave-sign-out-confirm",
    "market-remove",
    "receiver-clear",
    "receiver-token-forget",
    "sign-out",
    "sign-out-drop",
    "sign-out-keep",
    "strip-remove",
    "templates-delete",
    "webhooks-delete",
];

/// What has the focus when a dialog opens destroys nothing: a second Enter would press it.
fn begins_safely(window: &TestWindow, place: &str) {
    if dialogs(window) == 0 {
        return;
    }
    let focused = focused(window);
    let pressed = IRREVERSIBLE.iter().find(|key| focused == window.message(key));
    assert!(pressed.is_none(), "{place}: {pressed:?} has the focus");
}

/// Every button that is drawn as a dangerous one is among those that no dialog begins with.
#[test]
fn every_dangerous_button_is_known_to_these_tests() {
    let screens = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui/screens");
    let unknown: Vec<String> =
        dangerous_in(&screens).into_iter().filter(|key| !IRREVERSIBLE.contains(&key.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The messages on dangerous buttons.
fn dangerous_in(folder: &Path) -> Vec<String> {
    let of_file = |path: &Path| {
        let source = fs::read_to_string(path).unwrap();
        let keys = source.split("Button::danger(").skip(1);
        keys.map(|rest| rest.split('"').nth(1).expect("a message").to_owned()).collect::<Vec<_>>()
    };
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { dangerous_in(&path) } else { of_file(&path) }).collect()
}

/// Opens it, walks through it, and presses Escape.
fn pass(language: Language, Case { name, open, escape }: &Case) {
    let place = format!("{language:?} {name}");
    let mut window = open(language);
    assert_eq!(dialogs(&window), usize::from(*escape != Escape::Stays), "{place}: it opens");
    focused(&window);
    begins_safely(&window, &place);
    walk(&mut window, &place);
    window.tap_key(Key::Escape);
    focused(&window);
    if *escape == Escape::Asks {
        assert_eq!(dialogs(&window), 2, "{place}: a question in front of it");
        begins_safely(&window, &place);
        let safe = ["editor-discard-no", "edits-discard-no"].map(|key| window.message(key));
        assert!(
            safe.contains(&focused(&window)),
            "{place}: the safe answer has the focus, not {}",
            focused(&window)
        );
        walk(&mut window, &format!("{place}, question"));
        window.tap_key(Key::Escape);
    }
    assert_eq!(dialogs(&window), usize::from(*escape == Escape::Asks), "{place}: after Escape");
    focused(&window);
}

#[test]
fn tab_reaches_everything_in_each_dialog_and_page_and_escape_gives_the_focus_back() {
    let mut failed = Vec::new();
    for language in Language::ALL {
        for case in &CASES {
            if std::panic::catch_unwind(|| pass(language, case)).is_err() {
                failed.push(format!("{language:?} {}", case.name));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Tab goes along the cells of the review's table. The buttons of its rows are reached with the arrow keys,
/// from those of the first and the last row.
#[test]
fn the_buttons_of_each_row_of_the_review_are_reached_with_arrow_keys() {
    for language in Language::ALL {
        let mut window = review(language);
        let name =
            |window: &TestWindow, index: usize| window.app().model().import.review.with_defaults(index).name;
        let remove = |window: &TestWindow, index: usize| {
            window.format("import-remove-row", args!["name" => name(window, index)])
        };
        let select = |window: &TestWindow, index: usize| {
            window.format("review-select-row", args!["name" => name(window, index)])
        };
        let (first, last) = (select(&window, 0), remove(&window, 2));
        window.focus(&first);
        window.tap_key(Key::ArrowDown);
        assert_eq!(focused(&window), select(&window, 1), "{language:?}");
        window.focus(&last);
        window.tap_key(Key::ArrowUp);
        assert_eq!(focused(&window), remove(&window, 1), "{language:?}");
    }
}
