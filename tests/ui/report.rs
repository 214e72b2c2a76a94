//! Saving a report: the worker supplies the rows, the window writes the texts, and the worker writes the
//! file.

use vitrine::i18n::Language;
use vitrine::worker::{Command, Event, ImportCommand, ImportEvent, SaveTo};
use vitrine_core::import::report::ReportKind;
use vitrine_domain::Currency;

use crate::kit::window::{TestWindow, scenes};

fn after_an_import(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    window.show_scene(scenes::all().into_iter().find(|scene| scene.name == "import-ended").unwrap());
    window.take_commands();
    window
}

#[test]
fn a_finished_import_offers_reports_of_all_and_of_failed_products() {
    let mut window = after_an_import(Language::Persian);
    for (key, expected) in [("report-save", ReportKind::Whole), ("report-save-failed", ReportKind::Failed)] {
        window.press_message(key);
        let sent = window.take_commands();
        assert!(
            matches!(sent.as_slice(), [Command::Import(ImportCommand::Report { run: None, kind })] if *kind == expected),
            "{sent:?}"
        );
    }
}

#[test]
fn the_report_is_in_the_windows_language_and_its_path_is_chosen() {
    let mut window = after_an_import(Language::Persian);
    window.deliver(Event::Import(ImportEvent::Report {
        kind: ReportKind::Whole,
        rows: Vec::new(),
        currency: Currency::Unnamed,
    }));
    let sent = window.take_commands();
    let [Command::Import(ImportCommand::SaveTable { table, to: SaveTo::Ask(name) })] = sent.as_slice() else {
        panic!("{sent:?}")
    };
    assert_eq!(
        (table.right_to_left, table.columns[0].heading.as_str(), name.as_str()),
        (true, "نام", "گزارش افزودن گروهی")
    );
}
