//! Templates: default values and a rule for prices, saved for one shop and used in the review.

use super::*;
use eframe::egui::{Key, Modifiers};
use vitrine::worker::Settings;
use vitrine_core::import::Template;
use vitrine_core::import::bulk::{BulkChange, BulkOperation};
use vitrine_domain::{AccountKey, Draft, UserId, VendorId};

pub fn template(name: &str, stock: i64, percent: Option<&str>) -> Template {
    let rule = |percent: &str| BulkChange {
        operation: BulkOperation::IncreasePercent,
        operand: percent.to_owned(),
        rounding: "1000".to_owned(),
    };
    Template {
        account: AccountKey {
            market: "Practice shop".to_owned(),
            user: UserId::from(7),
            vendor: VendorId::from(12),
        },
        name: name.to_owned(),
        defaults: Draft { stock: Some(stock), ..Draft::default() }.into(),
        price_rule: percent.map(rule),
    }
}

/// A review of three products, of which the first has a price, in a shop with these templates.
pub fn review(language: Language, templates: Vec<Template>) -> TestWindow {
    let mut window = TestWindow::with_size(language, [1100.0, 1000.0]);
    let tag = language.tag().to_owned();
    window.deliver(Event::Platform(PlatformEvent::Settings(Box::new(Settings {
        language: Some(tag),
        templates,
        ..Settings::default()
    }))));
    window.deliver(scenes::signed_in());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    let price = window.cell(Field::PrimaryPrice, 1);
    window.type_into(&price, "41300");
    window.take_commands();
    window
}

fn price(window: &TestWindow, row: usize) -> String {
    review_grid::plain(&window.value(&window.cell(Field::PrimaryPrice, row)))
}

fn stock(window: &TestWindow) -> String {
    review_grid::plain(&window.value(&window.label(Field::Stock)))
}

fn retype(window: &mut TestWindow, name: &str, text: &str) {
    let editor = window.editor(name);
    window.click_into(&editor);
    window.clear_by_keys();
    window.type_keys(text);
    window.harness.run();
}

pub fn saved(window: &mut TestWindow) -> Vec<Template> {
    let saved = window.take_commands().into_iter().rev().find_map(|command| match command {
        Command::Platform(PlatformCommand::SaveSettings(settings)) => Some(settings.templates),
        _ => None,
    });
    saved.expect("saved settings")
}

#[test]
fn a_template_is_previewed_used_and_taken_back_by_one_undo() {
    for language in Language::ALL {
        let mut window = review(language, vec![template("Wholesale", 5, Some("30"))]);
        let label = window.label(Field::Stock);
        window.type_into(&label, "3");
        window.press_message("templates-open");
        let words = |number| window.app().words().integer(number);
        let line =
            args!["name" => window.app().words().field(Field::Stock), "old" => words(3), "new" => words(5)];
        assert!(
            window.shows(&window.format("bulk-change", line)),
            "what was typed is replaced visibly: {:?}",
            window.texts()
        );
        assert!(window.shows(&words(54_000)), "{:?}", window.texts());
        let using = window.format("templates-use", args!["name" => "Wholesale"]);
        window.press(&using);
        assert_eq!(
            (stock(&window), price(&window, 1), price(&window, 2)),
            ("5".to_owned(), "54000".to_owned(), String::new())
        );
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!((stock(&window), price(&window, 1)), ("3".to_owned(), "41300".to_owned()));
    }
}

#[test]
fn a_template_that_changes_nothing_more_cannot_be_used_again() {
    let mut window = review(Language::English, vec![template("Wholesale", 5, Some("30"))]);
    window.press_message("templates-open");
    window.press("Use “Wholesale”");
    window.press_message("templates-open");
    assert!(
        !window.is_enabled("Use “Wholesale”") && window.shows_message("templates-nothing"),
        "{:?}",
        window.texts()
    );
}

#[test]
fn the_default_values_and_a_rule_are_saved_under_a_name() {
    for language in Language::ALL {
        let mut window = review(language, vec![]);
        let label = window.label(Field::Stock);
        window.type_into(&label, "۷");
        window.press_message("templates-open");
        window.press_message("templates-save-as");
        assert!(!window.is_enabled(&window.message("templates-save")), "it has no name");
        let name = window.message("templates-name");
        window.type_into(&name, "عمده");
        window.press_message("bulk-decrease-percent");
        assert!(!window.is_enabled(&window.message("templates-save")), "the rule lacks its number");
        let percent = window.message("bulk-percent");
        window.type_into(&percent, "10");
        window.press_message("templates-save");
        let templates = saved(&mut window);
        let [template] = templates.as_slice() else { panic!("{templates:?}") };
        assert_eq!((template.name.as_str(), template.defaults.values.stock), ("عمده", Some(7)));
        assert_eq!(template.account.vendor, VendorId::from(12));
        let rule = template.price_rule.as_ref().unwrap();
        assert_eq!((rule.operation, rule.operand.as_str()), (BulkOperation::DecreasePercent, "10"));
        assert!(
            window.shows(&window.format("templates-use", args!["name" => "عمده"])),
            "it is offered at once"
        );
    }
}

#[test]
fn a_template_is_renamed_deleted_and_brought_back() {
    let mut window =
        review(Language::English, vec![template("Wholesale", 5, None), template("Retail", 2, None)]);
    window.press_message("templates-open");
    window.press("Retail");
    window.press_message("templates-rename");
    let name = window.message("templates-name");
    retype(&mut window, &name, "Wholesale");
    assert!(window.shows_message("templates-name-taken"), "{:?}", window.texts());
    assert!(!window.is_enabled(&window.message("templates-rename-apply")));
    retype(&mut window, &name, "Shop");
    window.press_message("templates-rename-apply");
    let names =
        |templates: &[Template]| templates.iter().map(|template| template.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&saved(&mut window)), ["Wholesale", "Shop"]);
    assert!(window.shows("Use “Shop”"), "the renamed one stays chosen: {:?}", window.texts());
    window.press_message("templates-delete");
    assert_eq!(names(&saved(&mut window)), ["Wholesale"]);
    // In the header, and in the dialog.
    window
        .harness
        .get_all_by_label(&window.message("undo"))
        .last()
        .expect("a button that brings it back")
        .click();
    window.harness.run();
    assert_eq!(names(&saved(&mut window)), ["Wholesale", "Shop"]);
}

#[test]
fn a_template_of_one_shop_is_not_offered_in_another() {
    let mut window = review(Language::English, vec![template("Wholesale", 5, None)]);
    window.deliver(scenes::signed_in_at_market());
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(3, 0));
    window.press_message("templates-open");
    assert!(window.shows_message("templates-none") && !window.shows("Wholesale"), "{:?}", window.texts());
}
