//! Drawing and requests do not grow with the amount of content.

use vitrine::import::Counts;
use vitrine::ui::Unpriced;

use super::*;

const FAILURES: u64 = 5_000;
const CAUSES: u64 = 300;

/// A run that ended with every product failed.
fn failed(problem: impl Fn(u64) -> Problem) -> Stage {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.tell(scenes::planned(2, 0));
    stage.app_mut().act(Action::Import(ImportAction::TypeDefault(Field::PrimaryPrice, "450000".to_owned())));
    stage.app_mut().act(Action::Import(ImportAction::Start { again: false, unpriced: Unpriced::Create }));
    let rows: Vec<_> = (0..FAILURES).map(|i| scenes::row(i, State::Failed, Some(problem(i)))).collect();
    let drafts = rows.iter().map(|row| row.id).zip(scenes::planned_drafts(FAILURES as usize)).collect();
    stage.tell(Event::ImportDrafts(drafts));
    stage.tell(Event::ImportRows(rows));
    let counts = Counts { failed: FAILURES as usize, ..Counts::default() };
    stage.tell(Event::ImportEnded(Progress { counts, ..Progress::default() }));
    stage
}

fn refused(field: &str) -> Problem {
    Problem { has_body: true, status: Some(422), ..Problem::new(Code::Unprocessable).with_field(field) }
}

#[test]
fn of_300_causes_only_the_visible_ones_are_drawn() {
    let mut stage = failed(|i| refused("primary_price").with_quotation(format!("cause {}", i % CAUSES)));
    let fix = stage.format("import-fix-all", args!["count" => 17]);
    assert!((1..=8).contains(&stage.times_shown(&fix)), "{}", stage.times_shown(&fix));
    assert!(stage.shows("cause 0") && !stage.shows("cause 150"));
    let at = stage.harness.query_all_by_label(&fix).next().unwrap().rect().center();
    stage.harness.hover_at(at);
    for _ in 0..200 {
        let wheel = eframe::egui::Event::MouseWheel {
            unit: eframe::egui::MouseWheelUnit::Point,
            delta: eframe::egui::vec2(0.0, -5_000.0),
            phase: eframe::egui::TouchPhase::Move,
            source: eframe::egui::MouseWheelSource::Wheel,
            modifiers: eframe::egui::Modifiers::NONE,
        };
        stage.harness.event(wheel);
        stage.harness.step();
    }
    stage.harness.run();
    assert!(stage.shows(&format!("cause {}", CAUSES - 1)), "{:?}", stage.texts());
    let last = stage.format("import-fix-all", args!["count" => 16]);
    assert!((1..=8).contains(&stage.times_shown(&last)));
}

#[test]
fn of_many_lines_in_a_rename_dialog_only_the_visible_ones_are_drawn() {
    let mut stage = failed(|_| refused("name").with_quotation("taken"));
    let fix = stage.format("import-fix-all", args!["count" => FAILURES as usize]);
    stage.press(&fix);
    let lines = stage.times_shown(&stage.label(Field::Name));
    assert!((3..=30).contains(&lines), "{lines}");
}

#[test]
fn of_5_000_planned_products_only_the_visible_rows_are_drawn() {
    let mut stage = Stage::in_shop(Language::English);
    stage.app_mut().act(Action::Drop(vec![PathBuf::from("/photos")]));
    stage.tell(scenes::planned(5_000, 0));
    let price = |row: usize| stage.format("import-price-of", args!["row" => row]);
    let drawn = (1..=5_000).step_by(50).filter(|row| stage.shows(&price(*row))).count();
    assert_eq!(drawn, 1, "of every fiftieth row only the first");
}
