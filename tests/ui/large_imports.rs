//! With large imports, only what is visible is drawn and requested.

use vitrine::ui::Unpriced;
use vitrine_core::import::Counts;

use super::*;

const FAILURES: u64 = 5_000;
const CAUSES: u64 = 300;

/// An ended import in which every product failed.
fn failed_import(problem: impl Fn(u64) -> Problem) -> TestWindow {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(2, 0));
    window.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
        Field::PrimaryPrice,
        "450000".to_owned(),
    ))));
    window.app_mut().act(Action::Import(ImportAction::Start { again: false, unpriced: Unpriced::Create }));
    let rows: Vec<_> = (0..FAILURES).map(|i| scenes::row(i, State::Failed, Some(problem(i)))).collect();
    let drafts = rows.iter().map(|row| row.id).zip(scenes::planned_drafts(FAILURES as usize)).collect();
    window.deliver(Event::Import(ImportEvent::Drafts(drafts)));
    window.deliver(Event::Import(ImportEvent::Rows(rows)));
    let counts = Counts { failed: FAILURES as usize, ..Counts::default() };
    window.deliver(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
    window
}

fn rejected(field: &str) -> Problem {
    Problem {
        form: AnswerForm::Own,
        status: Some(422),
        ..Problem::new(ProblemKind::Unprocessable).with_field(field)
    }
}

#[test]
fn of_300_causes_only_the_visible_ones_are_drawn() {
    let mut window =
        failed_import(|i| rejected("primary_price").with_quotation(format!("cause {}", i % CAUSES)));
    let fix = window.format("import-fix-all", args!["count" => 17]);
    assert!((1..=8).contains(&window.count_shown(&fix)), "{}", window.count_shown(&fix));
    assert!(window.shows("cause 0") && !window.shows("cause 150"));
    let at = window.harness.query_all_by_label(&fix).next().unwrap().rect().center();
    window.harness.hover_at(at);
    for _ in 0..200 {
        let wheel = eframe::egui::Event::MouseWheel {
            unit: eframe::egui::MouseWheelUnit::Point,
            delta: eframe::egui::vec2(0.0, -5_000.0),
            phase: eframe::egui::TouchPhase::Move,
            source: eframe::egui::MouseWheelSource::Wheel,
            modifiers: eframe::egui::Modifiers::NONE,
        };
        window.harness.event(wheel);
        window.harness.step();
    }
    window.harness.run();
    assert!(window.shows(&format!("cause {}", CAUSES - 1)), "{:?}", window.texts());
    let last = window.format("import-fix-all", args!["count" => 16]);
    assert!((1..=8).contains(&window.count_shown(&last)));
}

#[test]
fn of_many_lines_in_a_rename_dialog_only_the_visible_ones_are_drawn() {
    let mut window = failed_import(|_| rejected("name").with_quotation("taken"));
    let fix = window.format("import-fix-all", args!["count" => FAILURES as usize]);
    window.press(&fix);
    let lines = window.count_shown(&window.label(Field::Name));
    // Each line has a label and a field with this name.
    assert!((3..=60).contains(&lines), "{lines}");
}

#[test]
fn of_5_000_planned_products_only_the_visible_rows_are_drawn() {
    let mut window = TestWindow::signed_in(Language::English);
    window.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.deliver(scenes::planned(5_000, 0));
    let price = |row: usize| window.cell(Field::PrimaryPrice, row);
    let drawn = (1..=5_000).step_by(50).filter(|row| window.shows(&price(*row))).count();
    assert_eq!(drawn, 1, "of every fiftieth row, only the first is drawn");
}
