//! Saving a report from the window: the worker supplies the rows and writes the worded table.

use vitrine::domain::Currency;
use vitrine::i18n::Language;
use vitrine::import::report::ReportKind;
use vitrine::worker::{Command, Event, ImportCommand, SaveTo};

use crate::kit::stage::{Stage, scenes};

fn after_an_import(language: Language) -> Stage {
    let mut stage = Stage::new(language);
    stage.play(scenes::all().into_iter().find(|scene| scene.name == "import-ended").unwrap());
    stage.sent();
    stage
}

#[test]
fn a_finished_import_offers_reports_of_all_and_of_failed_products() {
    let mut stage = after_an_import(Language::Persian);
    for (key, asked) in [("report-save", ReportKind::Whole), ("report-save-failed", ReportKind::Failed)] {
        stage.press_key(key);
        let sent = stage.sent();
        assert!(matches!(sent.as_slice(), [Command::Import(ImportCommand::Report { run: None, kind })] if *kind == asked), "{sent:?}");
    }
}

#[test]
fn the_report_is_in_the_windows_language_and_its_path_is_chosen() {
    let mut stage = after_an_import(Language::Persian);
    stage.tell(Event::Report { kind: ReportKind::Whole, rows: Vec::new(), currency: Currency::Unnamed });
    let sent = stage.sent();
    let [Command::Import(ImportCommand::SaveTable { table, to: SaveTo::Ask(name) })] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((table.right_to_left, table.columns[0].heading.as_str(), name.as_str()), (true, "نام", "گزارش افزودن گروهی"));
}
