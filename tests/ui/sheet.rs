//! The spreadsheet of the review: its notice, its columns, and the unit of its prices.

use std::collections::HashSet;

use super::*;
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use vitrine::worker::{SaveTo, SheetRequest, SheetSource};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::sheet::{
    CellConflict, ColumnUse, Precedence, RowKind, SheetColumn, SheetOverview, SheetRow, TextEncoding,
};
use vitrine_domain::{Draft, Price, PriceUnit};

fn column(index: usize, heading: &str, examples: &[&str], field: Option<Field>) -> SheetColumn {
    let examples = examples.iter().map(|example| (*example).to_owned()).collect();
    SheetColumn { index, heading: heading.to_owned(), examples, used_for: field.map(ColumnUse::Field) }
}

pub fn overview() -> SheetOverview {
    let row = |row: usize, name: &str, has_photos| SheetRow {
        row,
        name: name.to_owned(),
        product: Some((PathBuf::from("/photos"), name.to_owned())),
        has_photos,
    };
    SheetOverview {
        path: PathBuf::from("/photos/prices.csv"),
        columns: vec![
            column(0, "نام", &["گلیم", "کاسه"], Some(Field::Name)),
            column(1, "قیمت (تومان)", &["۲۵٬۰۰۰"], Some(Field::PrimaryPrice)),
            column(2, "رنگ", &["قرمز", "آبی"], None),
        ],
        rows: vec![row(2, "گلیم", true), row(3, "کاسه", false), row(4, "چراغ", false)],
        without_row: vec!["Vase".to_owned()],
        ..SheetOverview::default()
    }
}

pub fn reviewed(language: Language, overview: SheetOverview) -> TestWindow {
    let mut window = TestWindow::signed_in(language);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    plan(&mut window, overview);
    window.take_commands();
    window
}

fn plan(window: &mut TestWindow, overview: SheetOverview) {
    window.deliver(Event::Import(ImportEvent::SheetPlanned { sheets: vec![overview], others: vec![] }));
    window.deliver(scenes::planned(3, 0));
}

/// The products of a sheet and of photos: two rows have no photos, and one product has no row.
fn plan_with_rest(window: &mut TestWindow, overview: SheetOverview) {
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(Event::Import(ImportEvent::SheetPlanned { sheets: vec![overview], others: vec![] }));
    let product = |(name, photos): (&str, usize)| PlannedDraft {
        draft: Draft { name: name.to_owned(), ..Draft::default() },
        source: PathBuf::from("/photos"),
        source_name: name.to_owned(),
        photos: (0..photos).map(|photo| PathBuf::from(format!("/photos/{name}/{photo}.jpg"))).collect(),
        ..PlannedDraft::default()
    };
    let drafts = [("گلیم", 1), ("کاسه", 0), ("چراغ", 0), ("Vase", 1)].map(product).to_vec();
    window.deliver(Event::Import(ImportEvent::Planned {
        drafts,
        problems: vec![],
        ignored: 0,
        folders: vec![],
    }));
    window.take_commands();
}

/// The sheet that the window asked for last.
fn requested(sent: &[Command]) -> SheetRequest {
    let mut plans = sent.iter().filter_map(|command| match command {
        Command::Import(ImportCommand::Plan { sheet, .. }) => Some(sheet.clone()),
        _ => None,
    });
    plans.next_back().unwrap_or_else(|| panic!("{sent:?}"))
}

#[test]
fn the_review_says_what_became_of_the_sheet() {
    let mut window = TestWindow::signed_in(Language::English);
    let read = SheetOverview { encoding: Some(TextEncoding::Windows1256), from_folder: true, ..overview() };
    plan_with_rest(&mut window, read);
    assert!(window.shows("prices.csv: 3 rows · 2 columns used · 1 not used"), "{:?}", window.texts());
    assert!(window.shows("Windows-1256") && window.shows("Found in your folder."));
    window.press("2 rows without photos");
    assert!(window.shows("3 (کاسه)") && window.shows("4 (چراغ)"), "{:?}", window.texts());
    window.press("1 product without a row");
    assert!(window.shows("Vase") && !window.shows("3 (کاسه)"));
    window.press_message("sheet-do-not-use");
    assert_eq!(requested(&window.take_commands()).source, SheetSource::None);
}

#[test]
fn sheets_in_a_folder_are_offered() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(Event::Import(ImportEvent::SheetPlanned {
            sheets: vec![],
            others: ["/photos/a.csv", "/photos/b.csv"].map(PathBuf::from).to_vec(),
        }));
        window.deliver(scenes::planned(3, 0));
        let label = window.format("sheet-use", args!["name" => "b.csv"]);
        window.press(&label);
        assert_eq!(
            requested(&window.take_commands()).source,
            SheetSource::File(PathBuf::from("/photos/b.csv"))
        );
    }
}

#[test]
fn a_column_is_assigned_in_the_dialog_and_the_choice_is_remembered() {
    for language in Language::ALL {
        let mut window = reviewed(language, overview());
        window.press_message("sheet-change");
        assert!(window.shows("قرمز") && window.shows("آبی"), "example values");
        let (unused, brief) = (window.message("sheet-not-used"), window.message("field-brief"));
        window.press(&format!("رنگ: {unused}"));
        // The table behind the dialog may have a heading with this label.
        let is_option = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Button && node.label().is_some_and(|label| label == brief)
        };
        window.harness.get_by(is_option).click();
        window.harness.run();
        window.press_message("sheet-columns-apply");
        let sent = window.take_commands();
        let columns = requested(&sent).columns.remove(0);
        assert_eq!(columns.columns, ["name", "primary_price", "brief"], "{language:?}");
        let saved = sent.iter().find_map(|command| match command {
            Command::Platform(PlatformCommand::SaveSettings(settings)) => Some(settings.sheets.clone()),
            _ => None,
        });
        assert_eq!(saved, Some(vec![columns]));
    }
}

/// Presses and releases in one frame, as a tap on a touchpad or a slow computer does.
fn tap(window: &mut TestWindow, at: eframe::egui::Pos2) {
    use eframe::egui::{Event as Input, Modifiers, PointerButton};
    window.harness.input_mut().events.push(Input::PointerMoved(at));
    window.harness.run();
    let button = |pressed| Input::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.input_mut().events.extend([true, false].map(button));
    window.harness.run();
}

#[test]
fn the_choices_of_the_columns_lie_in_front_of_the_dialog_each_time_it_opens() {
    for language in Language::ALL {
        let mut window = reviewed(language, overview());
        let (unused, weight) = (window.message("sheet-not-used"), window.message("field-weight"));
        let choice = format!("رنگ: {unused}");
        for time in 1..=3 {
            window.press_message("sheet-change");
            let at = window.harness.get_by_label(&choice).rect().center();
            tap(&mut window, at);
            let is_option = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
                node.role() == Role::Button && node.label().is_some_and(|label| label == weight)
            };
            window.harness.get_by(is_option).scroll_to_me();
            window.harness.run();
            let at = window.harness.get_by(is_option).rect().center();
            tap(&mut window, at);
            assert!(
                window.shows(&format!("رنگ: {weight}")),
                "{language:?}, time {time}: the tap went to the choice"
            );
            window.press_message("cancel");
        }
    }
}

#[test]
fn an_amount_beside_pieces_is_the_price_of_one_or_of_none() {
    for (key, used_for) in [("sheet-price-of-one", "primary_price"), ("sheet-price-of-all", "")] {
        let mut asking = overview();
        asking.columns =
            vec![column(0, "نام", &["گلیم"], Some(Field::Name)), column(1, "مبلغ", &["6000"], None)];
        asking.understood.doubts.other_prices = vec![1];
        let mut window = reviewed(Language::Persian, asking);
        window.press_message(key);
        assert_eq!(requested(&window.take_commands()).columns[0].columns, ["name", used_for], "{key}");
    }
}

#[test]
fn the_question_about_the_unit_is_announced_with_its_sheet() {
    for language in Language::ALL {
        let window = reviewed(language, SheetOverview { named_unit: Some(PriceUnit::Toman), ..overview() });
        let question = window.format(
            "sheet-unit-question",
            args!["sheet" => window.message("unit-toman"), "shop" => window.message("unit-rial")],
        );
        let said = announcements::announced(&window, eframe::egui::accesskit::Live::Polite);
        assert!(said.iter().any(|said| said.contains(&question)), "{language:?}: {said:?}");
    }
}

#[test]
fn who_answers_a_question_in_the_panel_is_there_again_after_the_sheet_was_read_again() {
    for language in Language::ALL {
        let named = SheetOverview { named_unit: Some(PriceUnit::Toman), ..overview() };
        let mut window = reviewed(language, named);
        let convert = window.format(
            "sheet-unit-convert",
            args!["sheet" => window.message("unit-toman"), "shop" => window.message("unit-rial")],
        );
        window.focus(&convert);
        window.tap_key(Key::Enter);
        assert!(!window.shows(&convert), "{language:?}: the sheet is read again");
        plan(&mut window, overview());
        let mut focused = window.harness.query_all_by(|node| node.is_focused());
        assert!(
            focused.any(|node| node.accesskit_node().role() == Role::Button),
            "{language:?}: not at the heading"
        );
    }
}

#[test]
fn start_asks_in_which_unit_the_prices_are() {
    for language in Language::ALL {
        let named = SheetOverview { named_unit: Some(PriceUnit::Toman), ..overview() };
        let mut window = reviewed(language, named.clone());
        let price = window.label(Field::PrimaryPrice);
        window.press_message("import-defaults");
        window.type_into(&price, "500");
        let start = window.start_button(3);
        window.press(&start);
        let is_start = |command: &Command| matches!(command, Command::Import(ImportCommand::Start { .. }));
        assert!(!window.take_commands().iter().any(is_start), "{language:?}");
        assert!(window.shows("۲۵۰٬۰۰۰") || window.shows("250,000"), "an example: {:?}", window.texts());
        let convert = window.format(
            "sheet-unit-convert",
            args!["sheet" => window.message("unit-toman"), "shop" => window.message("unit-rial")],
        );
        // The notice behind the dialog has the same button.
        let buttons: Vec<_> =
            window.harness.get_all_by(|node| node.label().is_some_and(|label| label == convert)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        assert_eq!(requested(&window.take_commands()).columns[0].price_unit, Some(PriceUnit::Toman));
        plan(&mut window, SheetOverview { price_unit: Some(PriceUnit::Toman), ..named });
        window.press(&start);
        assert!(window.take_commands().iter().any(is_start), "{language:?}");
    }
}

#[test]
fn buttons_that_keep_rows_of_different_kinds_are_told_apart() {
    for language in Language::ALL {
        let window = TestWindow::signed_in(language);
        // Where the marketplace has variants, rows are joined; elsewhere, they are variants.
        let kinds = RowKind::ALL.into_iter().filter(|kind| kind.may_be_kept() && *kind != RowKind::Joined);
        let names: Vec<String> =
            kinds.map(|kind| window.format("sheet-keep-rows", args!["kind" => kind.name()])).collect();
        let different: HashSet<&String> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
    }
}

#[test]
fn toman_stand_beside_no_price_whose_unit_is_asked() {
    for language in Language::ALL {
        let mut window = reviewed(language, overview());
        let mut show = |overview: SheetOverview| {
            window
                .deliver(Event::Import(ImportEvent::SheetPlanned { sheets: vec![overview], others: vec![] }));
            let mut drafts = scenes::planned_drafts(1);
            drafts[0].draft.primary_price = Some(Price::on_wire(370_000));
            let planned = ImportEvent::Planned { drafts, problems: vec![], ignored: 0, folders: vec![] };
            window.deliver(Event::Import(planned));
            let toman = window.message("unit-toman");
            let number = if language == Language::English { "37,000" } else { "۳۷٬۰۰۰" };
            window.texts().iter().any(|text| text.contains(number) && text.contains(&toman))
        };
        let named = SheetOverview { named_unit: Some(PriceUnit::Toman), ..overview() };
        assert!(!show(named.clone()), "{language:?}: nobody has said the unit");
        assert!(show(SheetOverview { price_unit: Some(PriceUnit::Toman), ..named }), "{language:?}");
        assert!(show(overview()), "{language:?}: nothing is asked");
    }
}

#[test]
fn start_asks_whose_values_count_where_two_sheets_differ() {
    for language in Language::ALL {
        let conflict = CellConflict {
            name: "گلیم".to_owned(),
            field: Field::Stock,
            earlier: "3".to_owned(),
            later: "9".to_owned(),
        };
        let second = SheetOverview {
            path: PathBuf::from("/stock.csv"),
            conflicts: vec![conflict],
            ..SheetOverview::default()
        };
        let mut window = reviewed(language, overview());
        let answered = |precedence| vec![overview(), SheetOverview { precedence, ..second.clone() }];
        window.deliver(Event::Import(ImportEvent::SheetPlanned { sheets: answered(None), others: vec![] }));
        window.deliver(scenes::planned(3, 0));
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "500");
        let start = window.start_button(3);
        window.press(&start);
        let is_start = |command: &Command| matches!(command, Command::Import(ImportCommand::Start { .. }));
        assert!(!window.take_commands().iter().any(is_start), "{language:?}");
        let later = window.format("sheet-prefer", args!["name" => "stock.csv"]);
        // The notice behind the dialog has the same button.
        let buttons: Vec<_> =
            window.harness.get_all_by(|node| node.label().is_some_and(|label| label == later)).collect();
        buttons.last().unwrap().click();
        drop(buttons);
        window.harness.run();
        assert_eq!(
            requested(&window.take_commands()).precedence,
            [(PathBuf::from("/stock.csv"), Precedence::Later)],
            "{language:?}"
        );
        window.deliver(Event::Import(ImportEvent::SheetPlanned {
            sheets: answered(Some(Precedence::Later)),
            others: vec![],
        }));
        window.deliver(scenes::planned(3, 0));
        let used = window.format("sheet-preferred", args!["count" => 1, "name" => "stock.csv"]);
        assert!(window.shows(&used), "{language:?}: {:?}", window.texts());
        window.press(&start);
        assert!(window.take_commands().iter().any(is_start), "{language:?}");
    }
}

#[test]
fn a_template_with_the_headings_of_the_language_can_be_saved() {
    for language in Language::ALL {
        let mut window = TestWindow::signed_in(language);
        window.app_mut().act(Action::Go(Screen::Import));
        window.harness.run();
        window.press_message("sheet-template");
        let sent = window.take_commands();
        let Some(Command::Import(ImportCommand::SaveTable { table, to: SaveTo::Ask(_) })) = sent.last()
        else {
            panic!("{sent:?}")
        };
        assert!(
            table.columns.iter().any(|column| column.heading == window.label(Field::PrimaryPrice)),
            "{language:?}"
        );
    }
}

#[test]
fn the_results_of_an_import_go_into_a_copy_of_the_sheet() {
    let mut window = reviewed(Language::English, overview());
    let price = window.label(Field::PrimaryPrice);
    window.press_message("import-defaults");
    window.type_into(&price, "500");
    let start = window.start_button(3);
    window.press(&start);
    window.deliver(Event::Import(ImportEvent::Ended(Progress::default())));
    window.take_commands();
    window.press_message("sheet-save-results");
    let sent = window.take_commands();
    let Some(Command::Import(ImportCommand::SheetResults(sheet))) = sent.last() else { panic!("{sent:?}") };
    assert_eq!((sheet.path.as_path(), sheet.rows.len()), (std::path::Path::new("/photos/prices.csv"), 3));
}

#[test]
fn the_results_of_a_resumed_import_go_into_a_copy_of_its_sheet() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Import(ImportAction::Resume));
    let sheet = overview().imported();
    window.deliver(Event::Import(ImportEvent::Sheet(Box::new(sheet.clone()))));
    window.deliver(Event::Import(ImportEvent::Ended(Progress::default())));
    window.press_message("sheet-save-results");
    let sent = window.take_commands();
    let Some(Command::Import(ImportCommand::SheetResults(asked))) = sent.last() else { panic!("{sent:?}") };
    assert_eq!(**asked, sheet);
}

#[test]
fn rows_without_photos_and_photos_without_a_row_are_shown_in_the_table() {
    for language in Language::ALL {
        let mut window = TestWindow::with_size(language, [1100.0, 1200.0]);
        window.deliver(scenes::signed_in());
        plan_with_rest(&mut window, overview());
        let list = window.format("sheet-products-without-row", args!["count" => 1]);
        window.press(&list);
        window.press_message("sheet-show-in-table");
        let shown =
            |window: &TestWindow| (1..=4).filter(|row| window.shows(&window.cell(Field::Name, *row))).count();
        assert!(window.shows_message("review-filter-without-row"));
        assert_eq!(shown(&window), 1, "the others have a row");
        let list = window.format("sheet-rows-without-photos", args!["count" => 2]);
        window.press(&list);
        window.press_message("sheet-show-in-table");
        window.harness.run();
        assert!(window.shows_message("review-filter-without-photos"));
        assert_eq!(shown(&window), 2);
        // What is taken out of the review has no row to find any more.
        window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Remove(3))));
        window.harness.run();
        let alone = window.format("sheet-products-without-row", args!["count" => 1]);
        assert!(!window.shows(&alone), "{language:?}: {:?}", window.texts());
    }
}

#[test]
fn the_dialog_fits_a_small_window() {
    for language in Language::ALL {
        let mut window =
            TestWindow::with_theme(language, Theme::Dark, Harness::builder().with_size([760.0, 500.0]));
        window.deliver(scenes::signed_in());
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        plan(&mut window, overview());
        window.press_message("review-sheet");
        window.press_message("sheet-change");
        let apply = window.message("sheet-columns-apply");
        let area = window.harness.ctx.content_rect();
        assert!(area.contains_rect(window.harness.get_by_label(&apply).rect()), "{language:?}");
    }
}
