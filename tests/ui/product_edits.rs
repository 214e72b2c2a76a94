//! Changing products of the shop: forms, preview, run, decisions and undo.

use super::products::focus_first_row;
use super::*;
use eframe::egui::accesskit::{Live, Role, Toggled};
use eframe::egui::{Key, Modifiers};
use std::path::PathBuf;

use jiff::{Timestamp, ToSpan as _};
use vitrine::i18n::without_direction_marks;
use vitrine::worker::{
    AlbumPhoto, EditCommand, EditEvent, EditReading, ImportCommand, ImportEvent, PickTarget, PlatformEvent,
    Wanted,
};
use vitrine_core::edit::plan::{Preview, PreviewCounts, PreviewOutcome, PreviewRow};
use vitrine_core::edit::{EditCounts, EditRun, EditRunId, FieldChange, RowState, StoredRow};
use vitrine_core::import::report::ReportKind;
use vitrine_core::import::sheet::{ColumnUse, SheetColumn, SheetOverview};
use vitrine_core::import::{Counts, ImportRun, RunId};
use vitrine_domain::{
    Field, FieldValue, FileId, PhotoUrls, Price, Problem, ProblemKind, Product, ProductId, ProductPhoto,
    ProductState, parse_integer,
};

use scenes::product_edit_scenes::{RUN, ended, price, row};

/// The products screen of a marketplace that lets products be changed.
fn window(language: Language) -> TestWindow {
    let mut window = TestWindow::new(language);
    open_products(&mut window);
    window
}

pub fn open_products(window: &mut TestWindow) {
    window.deliver(scenes::signed_in());
    window.deliver_all(scenes::products(12));
    window.deliver(Event::Edit(EditEvent::Available(true)));
    window.app_mut().act(Action::Go(Screen::Products));
    window.harness.run();
    window.take_commands();
}

fn edits(commands: Vec<Command>) -> Vec<EditCommand> {
    commands
        .into_iter()
        .filter_map(|command| if let Command::Edit(edit) = command { Some(edit) } else { None })
        .collect()
}

pub fn preview(outcomes: &[PreviewOutcome]) -> Preview {
    let row = |(index, outcome): (usize, &PreviewOutcome)| PreviewRow {
        row: None,
        key: index.to_string(),
        product: Some(ProductId::from(90_000 + index as u64)),
        name: format!("Kilim {index}"),
        changes: vec![price(1000, 1080)],
        from_shop: Vec::new(),
        paid: Vec::new(),
        outcome: outcome.clone(),
    };
    let count = |wanted: &PreviewOutcome| outcomes.iter().filter(|outcome| *outcome == wanted).count();
    let counts = PreviewCounts {
        to_change: count(&PreviewOutcome::Change),
        moved: count(&PreviewOutcome::Moved),
        equal: count(&PreviewOutcome::Equal),
        not_found: count(&PreviewOutcome::NotFound),
        ..PreviewCounts::default()
    };
    Preview { rows: outcomes.iter().enumerate().map(row).collect(), counts, ..Preview::default() }
}

/// A price with its unit.
fn money(window: &TestWindow, price: i64) -> String {
    window.app().words().money(Price::on_wire(price), window.app().model().currency())
}

/// The number of the preview that was asked for.
fn asked(commands: Vec<Command>) -> u64 {
    let asked = edits(commands)
        .into_iter()
        .find_map(|edit| if let EditCommand::Preview { preview, .. } = edit { Some(preview) } else { None });
    asked.expect("a preview is asked for")
}

/// Selects all products and presses what changes them.
pub fn change_all(window: &mut TestWindow) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    press_change_selected(window);
}

/// Presses what changes the selected products, however many there are.
pub fn press_change_selected(window: &mut TestWindow) {
    let name = |count: usize| window.format("edits-change-selected", args!["count" => count]);
    let count = (1..=window.app().model().products.list().len()).find(|count| window.shows(&name(*count)));
    let name = name(count.expect("products are selected"));
    window.press(&name);
}

#[test]
fn a_marketplace_without_such_operations_offers_no_changes() {
    let mut window = window(Language::English);
    assert!(window.shows_message("edits-open"));
    window.deliver(Event::Edit(EditEvent::Available(false)));
    assert!(!window.shows_message("edits-open"));
}

#[test]
fn prices_of_the_selection_are_raised_after_a_preview() {
    for language in Language::ALL {
        let mut window = window(language);
        focus_first_row(&mut window);
        change_all(&mut window);
        window.press_message("bulk-increase-percent");
        let percent = window.message("bulk-percent");
        window.type_into(&percent, if language == Language::Persian { "۸" } else { "8" });
        window.press_message("edits-preview");
        let commands = edits(window.take_commands());
        let number = match commands.as_slice() {
            [.., EditCommand::Preview { preview, wanted: Wanted::Products { products, rules }, .. }] => {
                assert_eq!(
                    (products.len(), rules.len(), rules[0].field),
                    (12, 1, Field::PrimaryPrice),
                    "{language:?}"
                );
                *preview
            }
            other => panic!("{language:?}: {other:?}"),
        };
        window.deliver(Event::Edit(EditEvent::Reading { preview: number, read: 3, of: 12 }));
        let read = window.format("edits-read", args!["read" => 3, "count" => 12]);
        assert!(window.shows(&read), "{language:?}");

        let shown = preview(&[PreviewOutcome::Change, PreviewOutcome::Moved, PreviewOutcome::Equal]);
        window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result: Ok(shown.into()) }));
        assert!(
            window.shows("Kilim 0") && window.shows("Kilim 1") && !window.shows("Kilim 2"),
            "{language:?}"
        );
        let (name, old, new) =
            (window.message("field-primary-price"), money(&window, 1000), money(&window, 1080));
        let line = window.format("bulk-change", args!["name" => name, "old" => old, "new" => new]);
        let line = without_direction_marks(&line).into_owned();
        let rows = window.harness.get_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label());
        assert_eq!(rows.filter(|row| row.contains(&line)).count(), 2, "{language:?}: {line}");
        let send = window.format("edits-send", args!["count" => 2]);
        window.press(&send);
        let sent = edits(window.take_commands());
        assert!(
            matches!(sent.as_slice(), [EditCommand::Start { preview, left_out }] if *preview == number && left_out.is_empty()),
            "{language:?}: {sent:?}"
        );
    }
}

#[test]
fn more_days_of_preparation_are_until_a_day_in_the_owners_calendar() {
    let cases = Language::ALL.into_iter().flat_map(|language| [(language, Some(10)), (language, None)]);
    for (language, before) in cases {
        let mut window = window(language);
        focus_first_row(&mut window);
        change_all(&mut window);
        assert!(!window.shows_message("edits-back-help"), "{language:?}: prices do not come back");
        window.press_message("field-preparation-days");
        window.press_message("bulk-increase");
        let days = window.message("field-preparation-days");
        window.type_into(&days, "3");
        let back = window.message("edits-back-in");
        window.type_into(&back, if language == Language::Persian { "۱۰" } else { "10" });
        window.harness.run();
        let day = window.app().model().now.date().checked_add(10.days()).unwrap();
        let on = window.format("edits-back-on", args!["date" => window.app().words().date(day)]);
        assert!(window.shows(&on), "{language:?}: {on}");
        window.press_message("edits-preview");
        let commands = edits(window.take_commands());
        let [
            ..,
            EditCommand::Preview {
                preview: number,
                wanted: Wanted::DaysOff { products, rules, back_on },
                ..
            },
        ] = commands.as_slice()
        else {
            panic!("{language:?}: {commands:?}")
        };
        assert_eq!((products.len(), rules[0].field, *back_on), (12, Field::PreparationDays, day));
        let number = *number;
        let days = |number| FieldValue::of_number(Field::PreparationDays, number);
        let row = |index: u64, base: Option<i64>| PreviewRow {
            row: None,
            key: index.to_string(),
            product: Some(ProductId::from(90_000 + index)),
            name: format!("Kilim {index}"),
            changes: vec![FieldChange::new(Field::PreparationDays, base.map(days), days(13))],
            from_shop: Vec::new(),
            paid: Vec::new(),
            outcome: PreviewOutcome::Change,
        };
        let counts = PreviewCounts { to_change: 2, ..PreviewCounts::default() };
        let preview = Preview { rows: vec![row(0, before), row(1, None)], counts, ..Preview::default() };
        window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result: Ok(preview.into()) }));
        let names_day = window.shows(&on);
        assert_eq!(names_day, before.is_some(), "{language:?}: the day, if anything comes back");
        let stays = window.message("edits-row-stays");
        let expected = if before.is_some() { 2 } else { 4 };
        let shown = window.count_shown(&stays);
        assert_eq!(shown, expected, "{language:?}: in a row and its cell: what comes back is not known");
    }
}

#[test]
fn a_spreadsheet_with_several_prices_asks_which_one_counts() {
    for language in Language::ALL {
        let mut window = window(language);
        let path = PathBuf::from("/lists/prices.csv");
        window.deliver(Event::Platform(PlatformEvent::Picked {
            what: PickTarget::ProductSheet,
            paths: vec![path.clone()],
        }));
        let number = asked(window.take_commands());
        let column = |index, heading: &str, example: &str, used_for| SheetColumn {
            index,
            heading: heading.to_owned(),
            examples: vec![example.to_owned()],
            used_for,
        };
        let price = Some(ColumnUse::Field(Field::PrimaryPrice));
        let mut overview = SheetOverview {
            path,
            columns: vec![
                column(0, "sku", "A", None),
                column(1, "قیمت", "1100", price),
                column(2, "قیمت", "900", None),
            ],
            ..SheetOverview::default()
        };
        overview.understood.doubts.other_prices = vec![2];
        window.deliver(Event::Edit(EditEvent::SheetAsks { preview: number, overview: Box::new(overview) }));
        window.deliver(Event::Edit(EditEvent::Previewed {
            preview: number,
            result: Err(Problem::new(ProblemKind::SheetColumns)),
        }));
        assert!(window.shows_message("cancel") && !window.shows("--column"), "{:?}", window.texts());
        window.press("قیمت (C): 900");
        let Some(EditCommand::Preview { wanted: Wanted::Sheet { columns, .. }, .. }) =
            edits(window.take_commands()).pop()
        else {
            panic!("{language:?}")
        };
        assert_eq!(columns, [("C".to_owned(), price)], "two have the heading: by its letter");
    }
}

#[test]
fn what_was_typed_is_there_again_after_a_look_at_the_preview() {
    let mut window = window(Language::English);
    focus_first_row(&mut window);
    change_all(&mut window);
    let input = window.label(Field::PrimaryPrice);
    window.type_into(&input, "250000");
    window.press_message("edits-preview");
    let number = asked(window.take_commands());
    window.deliver(Event::Edit(EditEvent::Previewed {
        preview: number,
        result: Ok(preview(&[PreviewOutcome::Change]).into()),
    }));
    window.press_message("edits-back");
    assert!(edits(window.take_commands()).iter().any(|edit| matches!(edit, EditCommand::CancelPreview)));
    assert!(window.is_focused(&input), "it is typed on there");
    assert_eq!(window.value(&input), "250000");
    window.deliver(Event::Edit(EditEvent::Previewed {
        preview: number,
        result: Ok(preview(&[PreviewOutcome::Change]).into()),
    }));
    assert!(!window.shows("Kilim 0"), "an answer to a preview that was given up");
}

#[test]
fn of_one_product_only_the_fields_that_were_changed_are_wanted() {
    for language in Language::ALL {
        let mut window = window(language);
        let first = window.app().model().products.list().product(0).unwrap();
        focus_first_row(&mut window);
        window.key_press(Key::Enter);
        window.press_message("edits-change");
        let stock = window.label(Field::Stock);
        window.focus(&stock);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("17");
        window.press_message("edits-preview");
        let commands = edits(window.take_commands());
        match commands.as_slice() {
            [.., EditCommand::Preview { wanted: Wanted::Product { product, values, .. }, .. }] => {
                assert_eq!(
                    (product, values.as_slice()),
                    (&first.id, [(Field::Stock.into(), "17".to_owned())].as_slice()),
                    "{language:?}"
                );
            }
            other => panic!("{language:?}: {other:?}"),
        }
    }
}

/// Everything that the shop shows of a product with two photos.
fn read(product: Product) -> ProductState {
    let photo = |id: u64| ProductPhoto { id: Some(FileId::from(id)), urls: PhotoUrls::default() };
    let details =
        [(Field::Brief, FieldValue::Text("Soft".to_owned())), (Field::Weight, FieldValue::Number(900))];
    ProductState {
        primary_price: Some(Price::on_wire(1500)),
        details: details.into(),
        album: Some(vec![photo(70), photo(71)]),
        ..ProductState::from(product)
    }
}

/// The product whose form is open was read.
pub fn deliver_all_of_the_product(window: &mut TestWindow) {
    let product = window.app().model().products.list().product(0).unwrap();
    window.deliver(Event::Edit(EditEvent::Read {
        product: product.id.clone(),
        result: Ok(Box::new(read(product))),
    }));
}

#[test]
fn the_form_of_one_product_shows_all_of_it_and_its_photos_can_be_added_ordered_and_removed() {
    for language in Language::ALL {
        let mut window = window(language);
        let product = window.app().model().products.list().product(0).unwrap();
        focus_first_row(&mut window);
        window.key_press(Key::Enter);
        window.press_message("edits-change");
        let asked = edits(window.take_commands());
        assert!(
            asked.iter().any(|command| matches!(command, EditCommand::Read(id) if *id == product.id)),
            "{language:?}: {asked:?}"
        );
        assert!(window.shows_message("edits-reading"));
        let name = window.label(Field::Name);
        window.focus(&name);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.type_keys("Kilim of wool");
        deliver_all_of_the_product(&mut window);
        assert_eq!(window.value(&name), "Kilim of wool", "{language:?}: what was typed meanwhile stays");
        let brief = window.label(Field::Brief);
        assert_eq!(window.value(&brief), "Soft", "{language:?}");

        let photo = |window: &TestWindow, number: i64| {
            window.format("edits-photo", args!["number" => window.app().words().integer(number)])
        };
        let removed = photo(&window, 2);
        let remove = window.format("create-photo-remove", args!["name" => removed]);
        window.press(&remove);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos/front.jpg")]));
        window.harness.run();
        let earlier = window.format("create-photo-earlier", args!["name" => "front.jpg"]);
        window.press(&earlier);
        window.press_message("edits-preview");
        match edits(window.take_commands()).as_slice() {
            [.., EditCommand::Preview { wanted: Wanted::Product { values, album, .. }, .. }] => {
                assert_eq!(
                    values.as_slice(),
                    [(Field::Name.into(), "Kilim of wool".to_owned())],
                    "{language:?}: what was read is no change"
                );
                let wanted = [
                    AlbumPhoto::New(PathBuf::from("/photos/front.jpg")),
                    AlbumPhoto::InShop(FileId::from(70)),
                ];
                assert_eq!(album.as_deref(), Some(wanted.as_slice()), "{language:?}");
            }
            other => panic!("{language:?}: {other:?}"),
        }
    }
}

#[test]
fn a_product_that_cannot_be_read_can_be_changed_as_far_as_the_list_shows_it_and_be_read_again() {
    let mut window = window(Language::English);
    let product = window.app().model().products.list().product(0).unwrap();
    focus_first_row(&mut window);
    window.key_press(Key::Enter);
    window.press_message("edits-change");
    let unreachable = Err(Problem::new(ProblemKind::Unreachable));
    window.deliver(Event::Edit(EditEvent::Read { product: product.id.clone(), result: unreachable }));
    assert!(window.shows(&window.label(Field::Stock)));
    window.take_commands();
    window.press_message("retry");
    assert!(matches!(edits(window.take_commands()).as_slice(), [EditCommand::Read(id)] if *id == product.id));
    let state = ProductState { album: None, ..read(product.clone()) };
    window.deliver(Event::Edit(EditEvent::Read { product: product.id, result: Ok(Box::new(state)) }));
    assert!(window.shows_message("edits-photos-unknown"), "photos that are not all shown are not replaced");
}

#[test]
fn a_product_that_was_sold_meanwhile_shows_three_values_and_waits_for_a_decision() {
    for language in Language::ALL {
        let mut window = window(language);
        window.deliver_all(ended(&[RowState::Changed, RowState::Moved, RowState::Moved]));
        window.press_message("edits-decide");
        let name = window.message("field-primary-price");
        let [old, now, new] = [1000, 7000, 1080].map(|price| money(&window, price));
        let line = window
            .format("edits-three-values", args!["name" => name, "old" => old, "now" => now, "new" => new]);
        assert_eq!(window.count_shown(&line), 2, "{language:?}");
        window.press_message("edits-keep-all");
        let sent = edits(window.take_commands());
        assert!(
            matches!(sent.as_slice(), [EditCommand::Decide { run: RUN, rows, overwrite: false }] if *rows == [1, 2]),
            "{language:?}: {sent:?}"
        );
    }
}

#[test]
fn a_button_shows_why_products_could_not_be_changed_and_what_to_do() {
    for language in Language::ALL {
        let mut window = window(language);
        window.deliver_all(ended(&[RowState::Changed, RowState::Failed]));
        window.press_message("edits-reasons");
        let problem = row(1, RowState::Failed).problem.unwrap();
        let words = window.app().words().product_problem(&problem);
        let title = without_direction_marks(&words.title).into_owned();
        window.press(&title);
        for text in [words.title, words.cause, words.remedy] {
            assert!(window.shows(&without_direction_marks(&text)), "{language:?}: {text}");
        }
    }
}

#[test]
fn a_value_that_moved_once_more_is_said_where_it_is_decided_again_and_the_run_is_told_of_once() {
    for language in Language::ALL {
        let mut window = window(language);
        let [opened, mut end] = ended(&[RowState::Changed, RowState::Moved]);
        window.deliver_all([opened, end.clone()]);
        window.press_message("edits-decide");
        let again =
            |window: &TestWindow| window.shows(&window.format("edits-decide-again", args!["count" => 1]));
        assert!(window.shows_message("edits-decide-help") && !again(&window), "{language:?}");
        window.press_message("edits-overwrite");
        let moved =
            StoredRow { now: vec![Some(FieldValue::Price(Price::on_wire(7500)))], ..row(1, RowState::Moved) };
        window.deliver(Event::Edit(EditEvent::Rows { run: RUN, rows: vec![(1, moved)] }));
        window.deliver(end.clone());
        assert!(again(&window), "{language:?}: {:?}", window.texts());
        window.deliver(Event::Edit(EditEvent::Rows { run: RUN, rows: vec![(1, row(1, RowState::Changed))] }));
        if let Event::Edit(EditEvent::Ended { progress, .. }) = &mut end {
            progress.counts = EditCounts { changed: 2, ..EditCounts::default() };
        }
        window.deliver(end);
        assert!(!again(&window), "{language:?}");
        assert_eq!(window.app().model().notifications.newest_first().len(), 1, "{language:?}");
    }
}

#[test]
fn a_run_is_paused_continued_and_stopped() {
    let mut window = window(Language::English);
    let rows = vec![row(0, RowState::Changed), row(1, RowState::Waiting)];
    window.deliver(Event::Edit(EditEvent::Opened { run: RUN, rows, undoes: None }));
    let running = window.format("edits-running", args!["done" => 1, "count" => 2]);
    assert!(window.shows(&running));
    window.press_message("import-pause");
    window.press_message("edits-cancel");
    let sent = edits(window.take_commands());
    assert!(matches!(sent.as_slice(), [EditCommand::Pause, EditCommand::Cancel]), "{sent:?}");
    assert!(window.shows_message("edits-cancelling"));
}

#[test]
fn a_preview_that_is_ready_is_announced_and_the_keys_of_the_main_action_lead_to_it() {
    for language in Language::ALL {
        let mut window = window(language);
        focus_first_row(&mut window);
        change_all(&mut window);
        window.take_commands();
        window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
        window.harness.run();
        assert!(edits(window.take_commands()).is_empty(), "{language:?}: nothing was typed yet");
        let price = window.label(Field::PrimaryPrice);
        window.type_into(&price, "250000");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
        window.harness.run();
        let number = asked(window.take_commands());
        let change = PreviewOutcome::Change;
        window.deliver(Event::Edit(EditEvent::Previewed {
            preview: number,
            result: Ok(preview(&[change.clone(), change]).into()),
        }));
        let said = window.format("announce-preview-ready", args!["count" => 2]);
        let heard = announcements::announced(&window, Live::Polite);
        assert!(heard.iter().any(|heard| heard.trim() == said), "{language:?}: {heard:?}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
        window.harness.run();
        let sent = edits(window.take_commands());
        assert!(matches!(sent.as_slice(), [EditCommand::Start { .. }]), "{language:?}: {sent:?}");
    }
}

#[test]
fn a_run_that_ended_and_earlier_ones_can_be_undone_after_a_preview() {
    for language in Language::ALL {
        let mut window = window(language);
        window.deliver_all(ended(&[RowState::Changed, RowState::Changed]));
        window.press_message("edits-undo");
        let sent = edits(window.take_commands());
        assert!(
            matches!(sent.as_slice(), [EditCommand::Preview { wanted: Wanted::Undo(RUN), .. }]),
            "{language:?}: {sent:?}"
        );
        window.press_message("cancel");
        window.press_message("close");
        let counts = EditCounts { changed: 2, ..EditCounts::default() };
        let earlier = EditRun {
            id: RUN,
            started_at: Timestamp::UNIX_EPOCH,
            undoes: None,
            back_on: None,
            counts,
            example: None,
        };
        window.deliver(Event::Edit(EditEvent::Runs(vec![earlier])));
        window.take_commands();
        window.press_message("edits-open");
        window.press_message("activity-title");
        window.press_message("edits-undo");
        let sent = edits(window.take_commands());
        assert!(
            matches!(sent.as_slice(), [.., EditCommand::Preview { wanted: Wanted::Undo(RUN), .. }]),
            "{language:?}: {sent:?}"
        );
    }
}

#[test]
fn what_was_done_from_this_computer_stands_in_one_list_with_its_reports() {
    for language in Language::ALL {
        let mut window = window(language);
        window.take_commands();
        window.press_message("notifications-title");
        window.press_message("activity-title");
        let asked = window.take_commands();
        assert!(
            asked.iter().any(|command| matches!(command, Command::Import(ImportCommand::Runs))),
            "{language:?}: {asked:?}"
        );
        assert!(
            asked.iter().any(|command| matches!(command, Command::Edit(EditCommand::Runs))),
            "{language:?}: {asked:?}"
        );
        assert!(window.shows_message("activity-none"), "{language:?}");
        let title = window.format("activity-title-in", args!["shop" => "صنایع دستی گلرنگ"]);
        assert!(window.shows(&title), "{language:?}: {:?}", window.texts());
        let counts = Counts { created: 12, failed: 1, ..Counts::default() };
        let import = ImportRun { id: RunId(7), started_at: Timestamp::UNIX_EPOCH, counts };
        window.deliver(Event::Import(ImportEvent::Runs(vec![import])));
        let counts = EditCounts { changed: 2, ..EditCounts::default() };
        let change = EditRun {
            id: RUN,
            started_at: Timestamp::UNIX_EPOCH,
            undoes: None,
            back_on: None,
            counts,
            example: None,
        };
        window.deliver(Event::Edit(EditEvent::Runs(vec![change])));
        for outcome in [
            window.format("outcome-created", args!["count" => 12]),
            window.format("outcome-failed", args!["count" => 1]),
        ] {
            assert!(window.shows(&outcome), "{language:?}: {outcome}");
        }
        window.press_message("report-save");
        window.press_message("report-save-failed");
        let asked = window.take_commands();
        let report = |kind| move |command: &Command| matches!(command, Command::Import(ImportCommand::Report { run: Some(RunId(7)), kind: asked }) if *asked == kind);
        assert!(
            asked.iter().any(report(ReportKind::Whole)) && asked.iter().any(report(ReportKind::Failed)),
            "{language:?}: {asked:?}"
        );
        window.press_message("edits-undo");
        let sent = edits(window.take_commands());
        assert!(
            matches!(sent.as_slice(), [.., EditCommand::Preview { wanted: Wanted::Undo(RUN), .. }]),
            "{language:?}: {sent:?}"
        );
    }
}

#[test]
fn a_run_that_brought_old_values_back_says_so() {
    for language in Language::ALL {
        let mut window = window(language);
        let [mut opened, end] = ended(&[RowState::Changed, RowState::Changed]);
        if let Event::Edit(EditEvent::Opened { undoes, .. }) = &mut opened {
            *undoes = Some(RUN);
        }
        window.deliver_all([opened, end]);
        assert!(window.shows(&window.format("edits-ended-undo", args!["count" => 2])), "{language:?}");
        assert!(!window.shows(&window.format("edits-ended", args!["count" => 2])), "{language:?}");
        assert!(window.shows_message("edits-redo") && !window.shows_message("edits-undo"), "{language:?}");
    }
}

#[test]
fn changes_that_an_earlier_session_left_are_continued() {
    let mut window = window(Language::Persian);
    let counts = EditCounts { changed: 2, waiting: 5, ..EditCounts::default() };
    let left = EditRun {
        id: RUN,
        started_at: Timestamp::UNIX_EPOCH,
        undoes: None,
        back_on: None,
        counts,
        example: None,
    };
    window.deliver(Event::Edit(EditEvent::Runs(vec![left])));
    assert!(window.shows(&window.format("edits-unfinished", args!["count" => 5])));
    window.press_message("edits-resume");
    assert!(matches!(edits(window.take_commands()).as_slice(), [EditCommand::Resume]));
}

/// The form of the first product, with another price. Returns the button that opened it.
pub fn form_with_a_new_price(window: &mut TestWindow) -> String {
    focus_first_row(window);
    window.key_press(Key::Enter);
    let opener = window.message("edits-change");
    window.focus(&opener);
    window.tap_key(Key::Enter);
    deliver_all_of_the_product(window);
    let price = window.label(Field::PrimaryPrice);
    window.focus(&price);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.type_keys("2500");
    opener
}

#[test]
fn what_was_typed_for_one_product_is_not_thrown_away_without_a_question() {
    for language in Language::ALL {
        let mut window = window(language);
        let opener = form_with_a_new_price(&mut window);
        window.tap_key(Key::Escape);
        assert!(window.shows_message("edits-discard-ask"), "{language:?}");
        window.press_message("edits-discard-no");
        let price = window.label(Field::PrimaryPrice);
        assert!(!window.shows_message("edits-discard-ask") && window.shows(&price), "{language:?}");
        assert_eq!(parse_integer(&window.value(&price)), Ok(2500), "{language:?}");
        window.tap_key(Key::Escape);
        window.press_message("edits-discard");
        assert!(!window.shows(&price), "{language:?}");
        assert!(window.is_focused(&opener), "{language:?}: where the form was opened");
        window.tap_key(Key::Enter);
        deliver_all_of_the_product(&mut window);
        window.tap_key(Key::Escape);
        assert!(
            !window.shows_message("edits-discard-ask") && !window.shows(&price),
            "{language:?}: there was nothing to lose"
        );
    }
}

#[test]
fn the_focus_returns_to_where_the_form_was_opened_also_after_a_look_at_the_preview() {
    let mut window = window(Language::English);
    let opener = form_with_a_new_price(&mut window);
    for ending in ["edits-back", "edits-send"] {
        window.press_message("edits-preview");
        let number = asked(window.take_commands());
        window.deliver(Event::Edit(EditEvent::Previewed {
            preview: number,
            result: Ok(preview(&[PreviewOutcome::Change]).into()),
        }));
        let button = window.format(ending, args!["count" => 1]);
        window.press(&button);
    }
    assert!(edits(window.take_commands()).iter().any(|edit| matches!(edit, EditCommand::Start { .. })));
    assert!(window.is_focused(&opener));
}

#[test]
fn what_is_typed_for_one_product_moves_no_field_of_it() {
    for (language, size) in [(Language::English, [1366.0, 768.0]), (Language::Persian, [760.0, 500.0])] {
        let mut window = TestWindow::with_size(language, size);
        open_products(&mut window);
        form_with_a_new_price(&mut window);
        let fields = [Field::Name, Field::PrimaryPrice, Field::Stock].map(|field| window.label(field));
        let places = |window: &TestWindow| fields.clone().map(|field| window.field_rect(&field));
        let before = places(&window);
        for typed in ["5", "x", "-"] {
            window.type_keys(typed);
            assert_eq!(places(&window), before, "{language:?} {size:?}: {typed}");
        }
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.key_press(Key::Backspace);
        window.harness.run();
        assert_eq!(places(&window), before, "{language:?} {size:?}: emptied");
    }
}

#[test]
fn a_field_that_is_wrong_is_named_beside_the_button_that_waits_for_it() {
    for language in Language::ALL {
        let mut window = window(language);
        form_with_a_new_price(&mut window);
        window.type_keys("x");
        window.harness.run();
        let name = window.message("field-primary-price");
        let hint = window.format("edits-check-fields", args!["fields" => name]);
        assert!(window.shows(&hint) && !window.is_enabled(&window.message("edits-preview")), "{language:?}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.key_press(Key::Backspace);
        window.harness.run();
        let old = money(&window, 1500);
        assert!(
            window.shows(&window.format("edits-field-stays", args!["value" => old])),
            "{language:?}: {:?}",
            window.texts()
        );
        assert!(!window.shows(&hint), "{language:?}");
    }
}

#[test]
fn while_the_marketplace_does_not_answer_the_preview_says_that_it_is_asked_again() {
    for language in Language::ALL {
        let mut window = window(language);
        form_with_a_new_price(&mut window);
        window.press_message("edits-preview");
        let preview = asked(window.take_commands());
        for now in [true, false] {
            window.deliver(Event::Edit(EditEvent::Retried { reading: EditReading::Preview(preview), now }));
            assert_eq!(window.shows_message("edits-retried"), now, "{language:?}");
        }
        window.deliver(Event::Edit(EditEvent::Retried {
            reading: EditReading::Preview(preview - 1),
            now: true,
        }));
        assert!(!window.shows_message("edits-retried"), "{language:?}: of an earlier preview");
        window.press_message("edits-back");
    }
}

#[test]
fn prices_that_are_brought_back_are_not_called_unusual() {
    let mut window = window(Language::English);
    let mut shown = preview(&[PreviewOutcome::Change]);
    shown.rows[0].changes = vec![price(1000, 9000)];
    let warning = window.message("edits-row-unusual");
    form_with_a_new_price(&mut window);
    window.press_message("edits-preview");
    let number = asked(window.take_commands());
    window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result: Ok(shown.clone().into()) }));
    assert!(window.shows(&warning));
    window.press(&window.format("edits-send", args!["count" => 1]));
    window.deliver_all(ended(&[RowState::Changed]));
    window.press_message("edits-undo");
    let number = asked(window.take_commands());
    window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result: Ok(shown.into()) }));
    assert!(window.shows("Kilim 0") && !window.shows(&warning));
    assert!(window.shows(&window.format("edits-restore", args!["count" => 1])), "{:?}", window.texts());
}

#[test]
fn the_focus_stays_at_the_run_that_is_continued_and_ends() {
    for language in Language::ALL {
        let mut window = window(language);
        let counts = EditCounts { changed: 2, waiting: 5, ..EditCounts::default() };
        let left = EditRun {
            id: RUN,
            started_at: Timestamp::UNIX_EPOCH,
            undoes: None,
            back_on: None,
            counts,
            example: None,
        };
        window.deliver(Event::Edit(EditEvent::Runs(vec![left])));
        let resume = window.message("edits-resume");
        window.focus(&resume);
        window.tap_key(Key::Enter);
        window.deliver(Event::Edit(EditEvent::Opened {
            run: RUN,
            rows: vec![row(0, RowState::Waiting)],
            undoes: None,
        }));
        assert!(window.is_focused(&window.message("import-pause")), "{language:?}");
        window.deliver_all(ended(&[RowState::Changed]));
        assert!(window.is_focused(&window.message("close")), "{language:?}");
    }
}

#[test]
fn changes_that_end_out_of_sight_are_announced() {
    for (states, expected) in [
        (&[RowState::Changed, RowState::Equal][..], "1 product was changed"),
        (
            &[RowState::Changed, RowState::Moved, RowState::Failed],
            "Changes finished: 2 products weren’t changed",
        ),
    ] {
        for focused in [true, false] {
            let mut window = window(Language::English);
            window.harness.input_mut().focused = focused;
            window.harness.run();
            window.deliver_all(ended(states));
            let expected: &[&str] = if focused { &[] } else { &[expected] };
            assert_eq!(announced(&mut window), expected);
        }
    }
}

fn announced(window: &mut TestWindow) -> Vec<String> {
    let said = |command| {
        if let Command::Platform(PlatformCommand::Notify(said)) = command { Some(said) } else { None }
    };
    window.take_commands().into_iter().filter_map(said).collect()
}

fn run(id: u64, undoes: Option<u64>, changed: usize) -> EditRun {
    let counts = EditCounts { changed, ..EditCounts::default() };
    let started_at = Timestamp::from_second(60 * id as i64).unwrap();
    EditRun {
        id: EditRunId(id),
        started_at,
        undoes: undoes.map(EditRunId),
        back_on: None,
        counts,
        example: None,
    }
}

/// The runs whose undoing was asked for.
fn undone(window: &mut TestWindow) -> Vec<EditRunId> {
    let undone = |edit| match edit {
        EditCommand::Preview { wanted: Wanted::Undo(run), .. } => Some(run),
        _ => None,
    };
    edits(window.take_commands()).into_iter().filter_map(undone).collect()
}

#[test]
fn ctrl_z_among_the_products_undoes_the_last_change_that_was_not_undone_also_after_a_restart() {
    for language in Language::ALL {
        let mut window = window(language);
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        let nothing = window.message("announce-nothing-to-undo");
        let heard = announcements::announced(&window, Live::Polite);
        assert!(heard.iter().any(|heard| heard.trim() == nothing), "{language:?}: {heard:?}");
        // As the worker tells it at the next start: the second change was undone.
        window.deliver(Event::Edit(EditEvent::Runs(vec![
            run(3, Some(2), 5),
            run(2, None, 5),
            run(1, None, 4),
        ])));
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        assert_eq!(undone(&mut window), [EditRunId(1)], "{language:?}");
        assert!(window.shows_message("edits-undo-title"), "{language:?}");
        window.press_message("cancel");
        window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        assert_eq!(undone(&mut window), [EditRunId(3)], "{language:?}: what was undone is made again");
    }
}

#[test]
fn undo_of_the_list_of_actions_is_that_of_the_page() {
    for language in Language::ALL {
        let mut window = window(language);
        window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
        window.deliver(scenes::planned(3, 0));
        let remove = ReviewAction::Remove(0);
        window.app_mut().act(Action::Import(ImportAction::Review(remove)));
        window.app_mut().act(Action::Go(Screen::Products));
        window.deliver(Event::Edit(EditEvent::Runs(vec![run(1, None, 4)])));
        window.take_commands();
        window.key_press_modifiers(Modifiers::COMMAND, Key::K);
        let undo = window.message("undo");
        window.type_keys(&undo);
        window.tap_key(Key::Enter);
        window.harness.run();
        assert_eq!(undone(&mut window), [EditRunId(1)], "{language:?}");
        assert_eq!(window.app().model().import.review.drafts().len(), 2, "{language:?}: the review stays");
    }
}

#[test]
fn a_change_that_was_undone_is_not_undone_again() {
    for language in Language::ALL {
        let mut window = window(language);
        window.app_mut().act(Action::ShowActivity(true));
        window.deliver(Event::Edit(EditEvent::Runs(vec![run(2, Some(1), 5), run(1, None, 5)])));
        assert!(!window.shows_message("edits-undo"), "{language:?}: {:?}", window.texts());
        window.press_message("edits-redo");
        assert_eq!(undone(&mut window), [EditRunId(2)], "{language:?}");
    }
}

#[test]
fn an_earlier_import_is_opened_from_what_was_done_and_the_page_stays_while_that_is_looked_at() {
    for language in Language::ALL {
        let mut window = window(language);
        window.app_mut().act(Action::Go(Screen::Settings));
        window.app_mut().act(Action::ShowActivity(true));
        let counts = Counts { created: 12, failed: 1, ..Counts::default() };
        let import = ImportRun { id: RunId(7), started_at: Timestamp::UNIX_EPOCH, counts };
        window.deliver(Event::Import(ImportEvent::Runs(vec![import])));
        assert_eq!(window.app().model().screen, Screen::Settings, "{language:?}");
        window.take_commands();
        window.press_message("import-last-failed-show");
        assert_eq!(window.app().model().screen, Screen::Import, "{language:?}");
        let asked = window.take_commands();
        assert!(
            asked
                .iter()
                .any(|command| matches!(command, Command::Import(ImportCommand::Reopen(Some(RunId(7)))))),
            "{language:?}: {asked:?}"
        );
    }
}

#[test]
fn what_was_typed_for_a_field_is_there_again_when_it_is_chosen_again() {
    for language in Language::ALL {
        let mut window = window(language);
        focus_first_row(&mut window);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        let change = window.format("edits-change-selected", args!["count" => 12]);
        window.press(&change);
        window.press_message("bulk-increase-percent");
        let percent = window.message("bulk-percent");
        window.type_into(&percent, "7");
        let field = |window: &TestWindow, field| window.app().words().field(field).into_owned();
        let (stock, price) = (field(&window, Field::Stock), field(&window, Field::PrimaryPrice));
        window.press(&stock);
        window.press(&price);
        assert_eq!(parse_integer(&window.value(&percent)), Ok(7), "{language:?}");
    }
}

#[test]
fn the_box_of_all_rows_is_half_ticked_while_some_are_selected() {
    for language in Language::ALL {
        let mut window = window(language);
        let all = window.message("review-select-all");
        let ticked = |window: &TestWindow| window.harness.get_by_label(&all).accesskit_node().toggled();
        assert_eq!(ticked(&window), Some(Toggled::False), "{language:?}");
        focus_first_row(&mut window);
        window.tap_key(Key::Space);
        assert_eq!(ticked(&window), Some(Toggled::Mixed), "{language:?}");
        window.press(&all);
        assert_eq!(ticked(&window), Some(Toggled::True), "{language:?}");
    }
}

#[test]
fn of_a_thousand_imports_those_in_sight_are_drawn() {
    for language in Language::ALL {
        let mut window = window(language);
        window.app_mut().act(Action::ShowActivity(true));
        window.harness.run();
        let import = |id| {
            let counts = Counts { created: id as usize, ..Counts::default() };
            ImportRun { id: RunId(id), started_at: Timestamp::UNIX_EPOCH, counts }
        };
        window.deliver(Event::Import(ImportEvent::Runs((1..=1_000).rev().map(import).collect())));
        assert!(window.shows(&window.format("outcome-created", args!["count" => 1_000])), "{language:?}");
        let reports = window.count_shown(&window.message("report-save"));
        assert!((1..40).contains(&reports), "{language:?}: {reports} of 1,000");
    }
}
