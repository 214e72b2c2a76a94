//! A spreadsheet with which the shop is kept in step: how that begins, what is said of it, and how it ends.

use super::product_edits::open_products;
use super::*;
use eframe::egui::Key;
use jiff::Timestamp;
use std::path::PathBuf;
use vitrine::worker::{
    EditCommand, EditEvent, FollowOptions, FollowedList, ListId, ListState, PickTarget, PlatformEvent, Wanted,
};
use vitrine_core::edit::FieldChange;
use vitrine_core::edit::follow::{FollowRules, Hold, ListedSales};
use vitrine_core::edit::plan::{Preview, PreviewCounts, PreviewOutcome, PreviewRow};
use vitrine_domain::{Field, FieldValue, Problem, ProblemKind, ProductId};

const LIST: ListId = ListId(3);

fn path() -> PathBuf {
    PathBuf::from("/lists/stock.xlsx")
}

fn edits(window: &mut TestWindow) -> Vec<EditCommand> {
    let edit = |command| if let Command::Edit(edit) = command { Some(edit) } else { None };
    window.take_commands().into_iter().filter_map(edit).collect()
}

fn stock(old: i64, new: i64) -> FieldChange {
    FieldChange::new(Field::Stock, Some(FieldValue::Number(old)), FieldValue::Number(new))
}

fn preview(changes: Vec<(FieldChange, Vec<FieldChange>)>) -> Preview {
    let row = |(index, (change, from_shop)): (u64, (FieldChange, Vec<FieldChange>))| PreviewRow {
        row: Some(2),
        key: index.to_string(),
        product: Some(ProductId::from(90_000 + index)),
        name: format!("Kilim {index}"),
        changes: vec![change],
        outcome: if from_shop.is_empty() { PreviewOutcome::Change } else { PreviewOutcome::Moved },
        from_shop,
        paid: Vec::new(),
    };
    (0..).zip(changes).map(row).collect()
}

fn list(state: ListState) -> Event {
    let options = FollowOptions::default();
    Event::Edit(EditEvent::Following(vec![FollowedList { id: LIST, path: path(), options, state }]))
}

fn compared(to_change: usize, moved: usize, hold: Option<Hold>) -> ListState {
    let counts = PreviewCounts { to_change, moved, ..PreviewCounts::default() };
    ListState::Compared {
        counts,
        undecided: 0,
        saved_at: Some(Timestamp::from_second(1_790_000_000).unwrap()),
        hold,
    }
}

#[test]
fn a_spreadsheet_is_followed_from_its_preview_as_somebody_says_by_keys() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        open_products(&mut window);
        let picked = PlatformEvent::Picked { what: PickTarget::ProductSheet, paths: vec![path()] };
        window.deliver(Event::Platform(picked));
        let number = match edits(&mut window).as_slice() {
            [.., EditCommand::Preview { preview, .. }] => *preview,
            other => panic!("{other:?}"),
        };
        let result = Ok(preview(vec![(stock(10, 12), vec![])]).into());
        window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result }));
        let open = window.message("follow-open");
        window.focus(&open);
        window.key_press(Key::Enter);
        assert!(window.shows_message("follow-help"), "{:?}", window.texts());
        // The pieces that are kept back are typed at once.
        window.type_keys(if language == Language::Persian { "۲" } else { "2" });
        let no = window.message("follow-sales-not-counted");
        window.press(&no);
        let sends = window.message("follow-sends-stock");
        window.focus(&sends);
        window.key_press(Key::Space);
        let begin = window.message("follow-begin");
        window.focus(&begin);
        window.key_press(Key::Enter);
        let sheet = edits(&mut window)
            .into_iter()
            .find_map(|edit| if let EditCommand::Follow(sheet) = edit { Some(sheet) } else { None })
            .expect("it is followed");
        let rules = FollowRules { reserve: 2, sales: ListedSales::NotCounted };
        assert_eq!(
            (sheet.path, sheet.options, sheet.is_remembered),
            (path(), FollowOptions { rules, sends_stock: true }, true),
            "{language:?}"
        );
        assert!(!window.shows_message("follow-help"));
    }
}

/// Opens the dialog that begins to follow a spreadsheet.
pub fn open_dialog(window: &mut TestWindow) {
    open_products(window);
    let picked = PlatformEvent::Picked { what: PickTarget::ProductSheet, paths: vec![path()] };
    window.deliver(Event::Platform(picked));
    let Some(EditCommand::Preview { preview: number, .. }) = edits(window).pop() else { panic!() };
    let result = Ok(preview(vec![(stock(10, 12), vec![])]).into());
    window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result }));
    window.press_message("follow-open");
}

#[test]
fn pieces_that_are_no_number_are_said_so_and_nothing_is_followed() {
    let mut window = TestWindow::new(Language::English);
    open_dialog(&mut window);
    window.type_keys("few");
    assert!(!window.is_enabled(&window.message("follow-begin")));
    window.key_press(Key::Escape);
    assert!(!edits(&mut window).iter().any(|edit| matches!(edit, EditCommand::Follow(_))));
}

#[test]
fn what_a_list_says_is_below_the_table_and_shown_on_request() {
    for language in Language::ALL {
        let mut window = TestWindow::new(language);
        open_products(&mut window);
        window.deliver(list(compared(0, 0, None)));
        let named = |window: &TestWindow, key| window.format(key, args!["name" => "stock.xlsx"]);
        assert!(window.shows(&named(&window, "follow-in-step")), "{:?}", window.texts());
        let undecided = ListState::Compared {
            counts: PreviewCounts::default(),
            undecided: 4,
            saved_at: None,
            hold: None,
        };
        window.deliver(list(undecided));
        let waits = window.format("follow-undecided", args!["name" => "stock.xlsx", "count" => 4]);
        assert!(window.shows(&waits) && !window.shows(&named(&window, "follow-in-step")));
        window.deliver(list(ListState::Missing));
        assert!(window.shows(&named(&window, "follow-missing")));
        window.deliver(list(compared(2, 1, Some(Hold::SoldOut(2)))));
        let differs = window.format("follow-differs", args!["name" => "stock.xlsx", "count" => 3]);
        let held = window.format("follow-held-sold-out", args!["count" => 2]);
        assert!(window.shows(&differs) && window.shows(&held), "{:?}", window.texts());
        assert!(edits(&mut window).is_empty(), "nothing is sent, and nothing opens, by itself");
        let show = window.format("follow-show", args!["count" => 3]);
        window.focus(&show);
        window.key_press(Key::Enter);
        let number = match edits(&mut window).as_slice() {
            [.., EditCommand::Preview { preview, wanted: Wanted::Followed(LIST), .. }] => *preview,
            other => panic!("{language:?}: {other:?}"),
        };
        let changes = vec![(stock(10, 12), vec![]), (stock(10, 7), vec![stock(8, 7)])];
        let result = Ok(preview(changes).into());
        window.deliver(Event::Edit(EditEvent::Previewed { preview: number, result }));
        assert!(window.shows(&window.format("follow-asks", args!["count" => 1])), "{:?}", window.texts());
        assert!(!window.shows_message("follow-open"), "it is followed already");
        // Saved once more while its changes are looked at: the preview stays as it is.
        window.deliver(list(compared(5, 0, None)));
        assert!(window.shows(&window.format("follow-asks", args!["count" => 1])));
        window.press(&window.format("edits-send", args!["count" => 2]));
        assert!(matches!(edits(&mut window).as_slice(), [.., EditCommand::Start { .. }]));
    }
}

#[test]
fn following_ends_by_one_button() {
    let mut window = TestWindow::new(Language::English);
    open_products(&mut window);
    window.deliver(list(ListState::Failed(Problem::new(ProblemKind::Sheet))));
    let stop = window.message("follow-stop");
    window.focus(&stop);
    window.key_press(Key::Enter);
    assert!(matches!(edits(&mut window).as_slice(), [EditCommand::StopFollowing(LIST)]));
    window.deliver(Event::Edit(EditEvent::Following(Vec::new())));
    assert!(!window.shows(&stop));
}

#[test]
fn elsewhere_a_list_that_differs_is_said_once() {
    let mut window = TestWindow::new(Language::English);
    open_products(&mut window);
    window.app_mut().act(Action::Go(Screen::Import));
    window.harness.run();
    let differs = window.format("follow-differs", args!["name" => "stock.xlsx", "count" => 2]);
    window.deliver(list(compared(2, 0, None)));
    window.deliver(list(compared(2, 0, None)));
    assert_eq!(window.count_shown(&differs), 1, "{:?}", window.texts());
}
