//! What must hold of each request that leaves the engine, whatever the rest of it decides. Checked in every
//! build: a request that would break one of these is not sent.
//!
//! This knows inputs, effects and what was confirmed before the run, and shares no state with what it checks.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::protocol::{Effect, Input};
use super::update::RowUpdate;
use crate::edit::change::{FieldChange, RowState, StoredRow};
use vitrine_domain::{FieldKey, FieldValue, ProductChange, ProductId, ProductState};

/// What was read, recorded and sent.
#[derive(Debug, Default)]
pub(super) struct Invariants {
    /// The values that the run changes, of some product.
    keys: BTreeSet<FieldKey>,
    /// All records up to this one are durable.
    durable: Option<u64>,
    /// Readings under way, and the products they are of.
    asked: HashMap<u64, Vec<ProductId>>,
    /// What the shop had, by the last reading of each product that no request has used.
    shown: HashMap<ProductId, Vec<(FieldKey, FieldValue)>>,
    /// The intents that no request has used, by the number of their record.
    intents: HashMap<u64, Vec<RowUpdate>>,
    /// The products on their way, and the requests they are in.
    in_flight: HashMap<ProductId, u64>,
}

/// Why a request must not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    NoDurableIntent,
    InFlight,
    NotConfirmed,
    NotRead,
    NotTheBase,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoDurableIntent => "its intent is not durable",
            Self::InFlight => "it is being changed",
            Self::NotConfirmed => "a value is another one than was confirmed",
            Self::NotRead => "it was not read since it was last sent",
            Self::NotTheBase => "the shop has another value than the change is based on",
        })
    }
}

impl Invariants {
    pub fn new(rows: &[StoredRow]) -> Self {
        let keys = rows.iter().flat_map(|row| &row.changes).map(FieldChange::key).collect();
        Self { keys, ..Self::default() }
    }

    /// Notes what has happened.
    pub fn note(&mut self, input: &Input) {
        match input {
            Input::Recorded { through } => self.durable = self.durable.max(Some(*through)),
            Input::Sent { request, .. } => self.in_flight.retain(|_, other| other != request),
            Input::Read { read, result } => {
                let asked = self.asked.remove(read).unwrap_or_default();
                let states = result.iter().flatten();
                for state in states.filter(|state| asked.contains(&state.product.id)) {
                    self.shown.insert(state.product.id.clone(), self.values(state));
                }
            }
            _ => {}
        }
    }

    fn values(&self, state: &ProductState) -> Vec<(FieldKey, FieldValue)> {
        self.keys.iter().filter_map(|key| Some((key.clone(), state.value_of(key)?))).collect()
    }

    /// Takes out the requests that must not be sent. `confirmed`: the rows of the run, of which only the
    /// products and their new values are used.
    pub fn hold_back<'a>(
        &mut self,
        effects: &mut Vec<Effect>,
        confirmed: impl Fn(usize) -> &'a StoredRow,
    ) -> Vec<(u64, Violation)> {
        let mut held_back = Vec::new();
        effects.retain(|effect| match effect {
            Effect::Record { number, rows } => {
                self.recorded(*number, rows, &confirmed);
                true
            }
            Effect::Read { read, ids, .. } => {
                self.asked.insert(*read, ids.clone());
                true
            }
            Effect::Send { request, changes, .. } => match self.send(*request, changes, &confirmed) {
                Ok(()) => true,
                Err(violation) => {
                    held_back.push((*request, violation));
                    false
                }
            },
            Effect::WakeAt(_) => true,
        });
        held_back
    }

    fn recorded<'a>(&mut self, number: u64, rows: &[RowUpdate], confirmed: &impl Fn(usize) -> &'a StoredRow) {
        // A row that is recorded again is not sent by its earlier intent.
        self.intents
            .retain(|_, intent| intent.iter().all(|earlier| rows.iter().all(|row| row.row != earlier.row)));
        if rows.iter().all(|row| row.state == RowState::Sent) {
            self.intents.insert(number, rows.to_vec());
        }
        for row in rows.iter().filter(|row| row.state.is_final()) {
            self.shown.remove(&confirmed(row.row).product);
        }
    }

    fn send<'a>(
        &mut self,
        request: u64,
        changes: &[ProductChange],
        confirmed: &impl Fn(usize) -> &'a StoredRow,
    ) -> Result<(), Violation> {
        let is_durable = self.durable.is_some_and(|through| request <= through);
        let intent =
            self.intents.remove(&request).filter(|intent| is_durable && intent.len() == changes.len());
        let intent = intent.ok_or(Violation::NoDurableIntent)?;
        for (row, change) in intent.iter().zip(changes) {
            self.check(row, change, confirmed(row.row))?;
        }
        for change in changes {
            self.shown.remove(&change.id);
            self.in_flight.insert(change.id.clone(), request);
        }
        Ok(())
    }

    fn check(
        &self,
        intent: &RowUpdate,
        sent: &ProductChange,
        confirmed: &StoredRow,
    ) -> Result<(), Violation> {
        if self.in_flight.contains_key(&sent.id) {
            return Err(Violation::InFlight);
        }
        if confirmed.product != sent.id {
            return Err(Violation::NotConfirmed);
        }
        let shown = self.shown.get(&sent.id).ok_or(Violation::NotRead)?;
        for (key, new) in &sent.values {
            let place =
                confirmed.changes.iter().position(|change| change.key() == *key && change.new == *new);
            let place = place.ok_or(Violation::NotConfirmed)?;
            let now = shown.iter().find(|(other, _)| other == key).map(|(_, value)| value);
            // A field that even a reading of this product alone does not show has no value that could be
            // compared.
            if now.is_some() && now != intent.bases.get(place).and_then(Option::as_ref) {
                return Err(Violation::NotTheBase);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::item::Stage;
    use super::super::{Config, Engine};
    use super::*;
    use crate::pace::{Limits, Pace};
    use vitrine_domain::{Field, Price, ProblemKind, Product};

    fn price(toman: i64) -> FieldValue {
        FieldValue::Price(Price::on_wire(toman))
    }

    /// The change of a product's price from 100 to 120.
    fn row(id: u64) -> StoredRow {
        let change = FieldChange::new(Field::PrimaryPrice, Some(price(100)), price(120));
        let state = RowState::Waiting;
        StoredRow {
            product: id.into(),
            name: format!("Rug {id}"),
            changes: vec![change],
            state,
            sent: false,
            now: Vec::new(),
            problem: None,
        }
    }

    fn state(id: u64, toman: i64) -> ProductState {
        ProductState {
            primary_price: Some(Price::on_wire(toman)),
            ..ProductState::from(Product::with_id(id.into()))
        }
    }

    fn read(number: u64, ids: &[u64]) -> Effect {
        Effect::Read { read: number, ids: ids.iter().map(|id| ProductId::from(*id)).collect(), alone: false }
    }

    fn intent(number: u64, row_state: RowState) -> Effect {
        Effect::Record { number, rows: vec![RowUpdate { state: row_state, ..RowUpdate::of(0, &row(1)) }] }
    }

    fn send(request: u64, id: u64, toman: i64) -> Effect {
        let changes = vec![ProductChange {
            id: ProductId::from(id),
            values: vec![(Field::PrimaryPrice.into(), price(toman))],
        }];
        Effect::Send { request, changes, alone: true }
    }

    struct Run(Invariants);

    impl Run {
        /// A run of product 1, which was read, with this price, and whose intent 1 is durable.
        fn ready(toman: i64) -> Self {
            let mut run = Self(Invariants::new(&[row(1)]));
            run.reads(1, toman);
            run.intends(1);
            run
        }

        fn reads(&mut self, number: u64, toman: i64) {
            assert_eq!(self.violation(read(number, &[1])), None);
            // What was not asked for counts for nothing.
            self.0.note(&Input::Read { read: number, result: Ok(vec![state(1, toman), state(2, 100)]) });
        }

        fn intends(&mut self, number: u64) {
            assert_eq!(self.violation(intent(number, RowState::Sent)), None);
            self.0.note(&Input::Recorded { through: number });
        }

        fn violation(&mut self, effect: Effect) -> Option<Violation> {
            let row = row(1);
            let mut effects = vec![effect];
            let held_back = self.0.hold_back(&mut effects, |_| &row);
            assert_eq!(effects.is_empty(), !held_back.is_empty());
            held_back.first().map(|(_, violation)| *violation)
        }
    }

    #[test]
    fn a_change_that_was_read_and_recorded_is_sent() {
        assert_eq!(Run::ready(100).violation(send(1, 1, 120)), None);
    }

    #[test]
    fn nothing_is_sent_before_its_intent_is_durable_or_after_another_record() {
        let mut run = Run::ready(100);
        assert_eq!(run.violation(intent(2, RowState::Sent)), None);
        assert_eq!(run.violation(send(2, 1, 120)), Some(Violation::NoDurableIntent));
        let mut cancelled = Run::ready(100);
        assert_eq!(cancelled.violation(intent(2, RowState::Cancelled)), None);
        assert_eq!(cancelled.violation(send(1, 1, 120)), Some(Violation::NoDurableIntent));
    }

    #[test]
    fn each_request_has_an_intent_and_a_reading_of_its_own_and_waits_for_the_answer() {
        let mut run = Run::ready(100);
        assert_eq!(run.violation(send(1, 1, 120)), None);
        assert_eq!(run.violation(send(1, 1, 120)), Some(Violation::NoDurableIntent));
        run.intends(2);
        assert_eq!(run.violation(send(2, 1, 120)), Some(Violation::InFlight));
        run.0.note(&Input::Sent { request: 1, result: Ok(Vec::new()) });
        run.intends(3);
        assert_eq!(run.violation(send(3, 1, 120)), Some(Violation::NotRead));
        run.reads(4, 100);
        run.intends(4);
        assert_eq!(run.violation(send(4, 1, 120)), None);
    }

    #[test]
    fn only_the_confirmed_value_of_the_confirmed_product_is_sent() {
        assert_eq!(Run::ready(100).violation(send(1, 1, 1200)), Some(Violation::NotConfirmed));
        assert_eq!(Run::ready(100).violation(send(1, 2, 120)), Some(Violation::NotConfirmed));
    }

    #[test]
    fn a_value_that_somebody_else_changed_is_not_overwritten() {
        assert_eq!(Run::ready(90).violation(send(1, 1, 120)), Some(Violation::NotTheBase));
    }

    #[test]
    fn a_field_that_no_reading_shows_is_sent() {
        let description = FieldValue::Text("Wool, by hand".to_owned());
        let change = FieldChange::new(Field::Description, None, description.clone());
        let described = StoredRow { changes: vec![change], ..row(1) };
        let mut invariants = Invariants::new(std::slice::from_ref(&described));
        let sent = RowUpdate { state: RowState::Sent, ..RowUpdate::of(0, &described) };
        let changes = vec![ProductChange {
            id: ProductId::from(1),
            values: vec![(Field::Description.into(), description)],
        }];
        let mut held_back = |effect| invariants.hold_back(&mut vec![effect], |_| &described);
        assert_eq!(held_back(read(1, &[1])), []);
        invariants.note(&Input::Read { read: 1, result: Ok(vec![state(1, 100)]) });
        let mut held_back = |effect| invariants.hold_back(&mut vec![effect], |_| &described);
        assert_eq!(held_back(Effect::Record { number: 2, rows: vec![sent] }), []);
        invariants.note(&Input::Recorded { through: 2 });
        let mut held_back = |effect| invariants.hold_back(&mut vec![effect], |_| &described);
        assert_eq!(held_back(Effect::Send { request: 2, changes, alone: true }), []);
    }

    /// With a fault in the engine, here that a product counts as read while it is being read, nothing is
    /// sent.
    #[test]
    fn an_engine_with_a_fault_fails_the_product_and_pauses() {
        let mut engine = Engine::new(
            vec![row(1)],
            Config { batch: None, batch_variants: false, read_items: 10, lists_promptly: true },
        );
        let mut pace = Pace::new(Limits::default());
        engine.handle(Duration::ZERO, Input::Start, &mut pace);
        engine.items[0].stage = Stage::Ready { read_at: Duration::ZERO };
        engine.ready.push_back(0);
        let mut inputs = vec![Input::Continue];
        let mut sent = 0;
        while let Some(input) = inputs.pop() {
            for effect in engine.handle(Duration::ZERO, input, &mut pace) {
                match effect {
                    Effect::Record { number, .. } => inputs.push(Input::Recorded { through: number }),
                    Effect::Send { .. } => sent += 1,
                    Effect::Read { .. } | Effect::WakeAt(_) => {}
                }
            }
        }
        assert_eq!(sent, 0);
        let row = engine.rows().next().unwrap();
        assert_eq!(
            (row.state, row.problem.as_ref().map(|problem| problem.kind)),
            (RowState::Failed, Some(ProblemKind::Internal))
        );
        assert!(engine.paused);
    }
}
