//! Changes of the shop's products, as events of the worker.

use vitrine::worker::{EditEvent, EditProgress, Event};
use vitrine_core::edit::{EditCounts, EditRunId, FieldChange, RowState, StoredRow};
use vitrine_domain::{Field, FieldValue, Price, Problem, ProblemKind, ProductId};

pub const RUN: EditRunId = EditRunId(4);

/// A price that is raised.
pub fn price(base: i64, new: i64) -> FieldChange {
    FieldChange::new(
        Field::PrimaryPrice,
        Some(FieldValue::Price(Price::on_wire(base))),
        FieldValue::Price(Price::on_wire(new)),
    )
}

/// A product whose price is raised. If it moved, the shop has 7,000 instead.
pub fn row(index: u64, state: RowState) -> StoredRow {
    StoredRow {
        product: ProductId::from(90_000 + index),
        name: format!("Kilim {index}"),
        changes: vec![price(1000, 1080)],
        state,
        sent: !matches!(state, RowState::Waiting | RowState::Equal),
        now: if state == RowState::Moved {
            vec![Some(FieldValue::Price(Price::on_wire(7000)))]
        } else {
            vec![]
        },
        problem: (state == RowState::Failed)
            .then(|| Problem::new(ProblemKind::Unprocessable).with_field("primary_price")),
    }
}

/// A run that ended with products in these states.
pub fn ended(states: &[RowState]) -> [Event; 2] {
    let rows: Vec<StoredRow> = states.iter().zip(0..).map(|(state, index)| row(index, *state)).collect();
    let progress = EditProgress { counts: EditCounts::of(states.iter().copied()), ..EditProgress::default() };
    [EditEvent::Opened { run: RUN, rows, undoes: None }, EditEvent::Ended { run: RUN, progress }]
        .map(Event::Edit)
}
