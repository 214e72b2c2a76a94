//! Starts whatever may be started: readings and requests.

use std::time::Duration;

use super::item::Stage;
use super::protocol::Effect;
use super::state::{Engine, MAX_READING_AGE, MAX_RECORDING, Request, Step};
use crate::edit::change::RowState;
use crate::pace::{Kind, Outcome, Pace, Permit};
use vitrine_domain::{Problem, ProblemKind, ProductId};

/// The most readings under way.
const MAX_READINGS: usize = 4;
/// The most rows that are read ahead of being sent.
const MAX_AHEAD: usize = 300;
/// How long proofs wait for others that can be read with the same request.
const GATHERING: Duration = Duration::from_millis(250);
/// When all slots of the limiter are taken, it is asked again after this time.
const SLOT_RETRY: Duration = Duration::from_millis(50);

impl Engine {
    pub(super) fn advance(&mut self, step: &mut Step<'_>) {
        if let Some((_, retry)) = self.storage {
            if step.now < retry {
                return step.wake_at(retry);
            }
            self.storage = None;
            step.effects.extend(
                self.unsaved
                    .iter()
                    .map(|(number, rows)| Effect::Record { number: *number, rows: rows.clone() }),
            );
        }
        if self.signed_out {
            return;
        }
        self.end_overdue(step);
        self.drop_stale(step.now);
        self.read(step);
        self.send_ready(step);
    }

    /// What cannot be found out for too long is given to a person: a list that fails for ever answers
    /// nothing.
    fn end_overdue(&mut self, step: &mut Step<'_>) {
        let Some(at) = self.overdue_at else { return };
        if step.now < at {
            return step.wake_at(at);
        }
        let due: Vec<(usize, Duration)> =
            (0..self.items.len()).filter_map(|row| Some((row, self.items[row].overdue_at()?))).collect();
        self.overdue_at = due.iter().map(|(_, at)| *at).filter(|at| *at > step.now).min();
        let now = step.now;
        for (row, _) in due.into_iter().filter(|(_, at)| *at <= now) {
            self.to_check.remove(&row);
            self.to_prove.retain(|(_, other)| *other != row);
            let problem =
                self.last_failure.clone().unwrap_or_else(|| Problem::new(ProblemKind::ChangeUnconfirmed));
            self.end_unseen(step, row, &problem);
        }
        // The answer to a reading that never ends is not waited for.
        let items = &self.items;
        self.readings.retain(|_, (rows, _)| rows.iter().any(|row| !matches!(items[*row].stage, Stage::Done)));
        if let Some(at) = self.overdue_at {
            step.wake_at(at);
        }
    }

    fn may_send(&self) -> bool {
        !self.paused && !self.cancelled && self.refusals.stopped.is_none()
    }

    /// Rows whose reading is too old are read again.
    fn drop_stale(&mut self, now: Duration) {
        while let Some(&row) = self.ready.front() {
            match self.items[row].stage {
                Stage::Ready { read_at } if now.saturating_sub(read_at) <= MAX_READING_AGE => return,
                Stage::Ready { .. } => {
                    self.items[row].stage = Stage::Queued;
                    self.to_check.insert(row);
                }
                _ => {}
            }
            self.ready.pop_front();
        }
    }

    fn read(&mut self, step: &mut Step<'_>) {
        self.read_retry = self.read_retry.filter(|retry| *retry > step.now);
        if let Some(retry) = self.read_retry {
            return step.wake_at(retry);
        }
        while self.readings.len() < MAX_READINGS {
            let mut rows = self.proofs_due(step);
            if rows.is_empty() {
                rows = self.checks_due(step);
            }
            let Some(&first) = rows.first() else { return };
            let alone = self.items[first].reads_alone;
            let read = self.next_number;
            self.next_number += 1;
            for &row in &rows {
                self.items[row].stage = match self.items[row].stage {
                    Stage::Unproven(doubt) => Stage::Proving(doubt),
                    _ => Stage::Checking,
                };
            }
            let ids: Vec<ProductId> = rows.iter().map(|&row| self.items[row].row.product.clone()).collect();
            self.readings.insert(read, (rows, alone));
            step.effects.push(Effect::Read { read, ids, alone });
        }
    }

    /// Rows to be read because of what was sent: as many as fit, or one that has to be read alone.
    fn proofs_due(&mut self, step: &mut Step<'_>) -> Vec<usize> {
        let Some(&(oldest, _)) = self.to_prove.first() else { return Vec::new() };
        if oldest > step.now {
            step.wake_at(oldest);
            return Vec::new();
        }
        let due: Vec<(Duration, usize)> =
            self.to_prove.iter().copied().take_while(|(due, _)| *due <= step.now).collect();
        let more_to_come = !self.sending.is_empty() || !self.intents.is_empty();
        if more_to_come && due.len() < self.config.read_items && step.now < oldest + GATHERING {
            step.wake_at(oldest + GATHERING);
            return Vec::new();
        }
        let chosen = self.together(due.iter().map(|(_, row)| *row));
        self.to_prove.retain(|(_, row)| !chosen.contains(row));
        chosen
    }

    /// Rows to be read before they are sent, unless enough are ready.
    fn checks_due(&mut self, step: &mut Step<'_>) -> Vec<usize> {
        let held_until = self.held_until.filter(|until| *until > step.now);
        let checking = self.readings.values().map(|(rows, _)| rows.len()).sum::<usize>();
        let batch = self.config.batch.unwrap_or(1);
        // Where the limiter holds requests back, only a few are sent before a reading is too old.
        let ahead = if self.held_until.is_some() { batch * 2 } else { MAX_AHEAD };
        if let (Some(until), true) = (held_until, self.may_send() && !self.to_check.is_empty()) {
            step.wake_at(until);
            return Vec::new();
        }
        if !self.may_send() || self.ready.len() + checking >= ahead.max(batch) {
            return Vec::new();
        }
        let chosen = self.together(self.to_check.iter().copied());
        chosen.iter().for_each(|row| {
            self.to_check.remove(row);
        });
        chosen
    }

    /// The first rows that can be read with one request.
    fn together(&self, rows: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut chosen = Vec::new();
        for row in rows {
            let alone = self.items[row].reads_alone;
            if alone && chosen.is_empty() {
                return vec![row];
            }
            if !alone {
                chosen.push(row);
            }
            if chosen.len() >= self.config.read_items {
                break;
            }
        }
        chosen
    }

    fn send_ready(&mut self, step: &mut Step<'_>) {
        self.held_until = self.held_until.filter(|until| *until > step.now);
        while self.may_send() {
            let rows = self.next_request(step);
            let Some(&first) = rows.first() else { return };
            let ticket = match step.pace.permit(step.now, Kind::Create) {
                Permit::Go(ticket) => ticket,
                Permit::Wait(at) => {
                    self.held_until = Some(at);
                    return step.wake_at(at);
                }
                Permit::Full => return step.wake_at(step.now + SLOT_RETRY),
            };
            self.ready.retain(|row| !rows.contains(row));
            for &row in &rows {
                let item = &mut self.items[row];
                item.stage = Stage::Sending;
                item.row.sent = true;
                (item.refusal, item.lost) = (None, None);
                self.set_state(row, RowState::Sent);
            }
            let alone = self.config.batch.is_none() || self.items[first].sends_alone;
            let number = self.record(step, &rows);
            let request = Request { rows, alone, ticket, sent_at: step.now };
            self.intents.push_back((number, request));
        }
    }

    /// The rows of the next request: a full one, or what there is when no more are being read, or when its
    /// readings grow old.
    fn next_request(&self, step: &mut Step<'_>) -> Vec<usize> {
        let Some(&first) = self.ready.front() else { return Vec::new() };
        let size = self.config.batch.unwrap_or(1);
        if size == 1 || self.items[first].sends_alone {
            return vec![first];
        }
        let discount = self.items[first].discount();
        let goes_along =
            |row: &usize| !self.items[*row].sends_alone && self.items[*row].discount() == discount;
        let rows: Vec<usize> = self.ready.iter().copied().filter(goes_along).take(size).collect();
        let is_being_read = |row: &usize| matches!(self.items[*row].stage, Stage::Checking);
        let more_to_come =
            !self.to_check.is_empty() || self.readings.values().flat_map(|(rows, _)| rows).any(is_being_read);
        let Stage::Ready { read_at } = self.items[first].stage else { return rows };
        let full_until = read_at + MAX_READING_AGE / 2;
        if rows.len() < size && more_to_come && step.now < full_until {
            step.wake_at(full_until);
            // Those that are sent alone do not wait for a full request. If they did, they could take the
            // places of what is still to be read, and nothing would ever be sent.
            return self.ready.iter().copied().find(|&row| self.items[row].sends_alone).into_iter().collect();
        }
        rows
    }

    pub(super) fn send(&mut self, step: &mut Step<'_>, number: u64, request: Request) {
        // A pause, a sign-out or a slow disk came in between.
        let is_stale = |row: &usize| {
            step.now.saturating_sub(request.sent_at) > MAX_RECORDING
                || self.items[*row].row.state != RowState::Sent
        };
        if !self.may_send() || self.signed_out || request.rows.iter().any(is_stale) {
            step.pace.done(step.now, request.ticket, Outcome::NotSent);
            request.rows.iter().for_each(|&row| self.queue(step, row));
            return;
        }
        let changes = request.rows.iter().map(|&row| self.items[row].to_send()).collect();
        for &row in &request.rows {
            self.items[row].attempts += 1;
        }
        step.effects.push(Effect::Send { request: number, changes, alone: request.alone });
        self.sending.insert(number, Request { sent_at: step.now, ..request });
    }

    /// Hands back the permits of requests whose answers will not be received.
    pub fn abandon(&mut self, now: Duration, pace: &mut Pace) {
        let requests = std::mem::take(&mut self.intents)
            .into_iter()
            .map(|(_, request)| request)
            .chain(std::mem::take(&mut self.sending).into_values());
        requests.for_each(|request| pace.done(now, request.ticket, Outcome::NotSent));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::edit::change::{FieldChange, StoredRow};
    use crate::edit::engine::{Config, Input};
    use crate::pace::Limits;
    use vitrine_domain::{
        BatchItem, Discount, Field, FieldValue, Price, Problem, ProblemKind, Product, ProductChange,
        ProductState,
    };

    fn raised(id: u64) -> StoredRow {
        let value = |number| FieldValue::Price(Price::on_wire(number));
        StoredRow {
            product: id.into(),
            name: format!("Rug {id}"),
            changes: vec![FieldChange::new(Field::PrimaryPrice, Some(value(100)), value(120))],
            state: RowState::Waiting,
            sent: false,
            now: Vec::new(),
            problem: None,
        }
    }

    #[test]
    fn what_timed_out_at_a_gateway_is_sent_again_when_it_can_no_longer_take_effect() {
        let mut engine = Engine::new(
            vec![raised(1)],
            Config { batch: Some(10), batch_variants: true, read_items: 1, lists_promptly: true },
        );
        let (mut pace, mut sent) = (Pace::new(Limits::default()), Vec::new());
        let mut due: BTreeMap<(Duration, u64), Input> = BTreeMap::from([((Duration::ZERO, 0), Input::Start)]);
        let mut number = 0;
        while let Some(((now, _), input)) = due.pop_first()
            && sent.len() < 2
        {
            for effect in engine.handle(now, input, &mut pace) {
                let (after, input) = match effect {
                    Effect::Read { read, .. } => {
                        let shown = ProductState {
                            primary_price: Some(Price::on_wire(100)),
                            ..ProductState::from(Product::with_id(1.into()))
                        };
                        (Duration::from_millis(100), Input::Read { read, result: Ok(vec![shown]) })
                    }
                    Effect::Record { number, .. } => (Duration::ZERO, Input::Recorded { through: number }),
                    Effect::Send { request, .. } => {
                        sent.push(now);
                        let problem = Problem { status: Some(504), ..Problem::new(ProblemKind::ServerError) };
                        (Duration::from_millis(100), Input::Sent { request, result: Err(problem) })
                    }
                    Effect::WakeAt(at) => (at.saturating_sub(now), Input::Tick),
                };
                number += 1;
                due.insert((now + after, number), input);
            }
        }
        assert!(sent[1] - sent[0] >= Duration::from_secs(30), "{sent:?}");
    }

    /// A marketplace that takes every discount and shows none: what was sent, with the products of each.
    fn taken_and_never_shown(rows: Vec<StoredRow>) -> (Vec<Vec<ProductId>>, Vec<RowState>) {
        let mut engine = Engine::new(
            rows,
            Config { batch: Some(10), batch_variants: true, read_items: 10, lists_promptly: true },
        );
        let (mut pace, mut sent) = (Pace::new(Limits::default()), Vec::new());
        let mut due: BTreeMap<(Duration, u64), Input> = BTreeMap::from([((Duration::ZERO, 0), Input::Start)]);
        let mut number = 0;
        while let Some(((now, _), input)) = due.pop_first() {
            assert!(now < Duration::from_secs(3600));
            for effect in engine.handle(now, input, &mut pace) {
                let (after, input) = match effect {
                    Effect::Read { read, ids, .. } => {
                        let shown = |id: &ProductId| {
                            let product = Product::with_id(id.clone());
                            Product { discount: Some(Discount::NONE), ..product }.into()
                        };
                        let result = Ok(ids.iter().map(shown).collect());
                        (Duration::from_millis(100), Input::Read { read, result })
                    }
                    Effect::Record { number, .. } => (Duration::ZERO, Input::Recorded { through: number }),
                    Effect::Send { request, changes, .. } => {
                        sent.push(changes.iter().map(|change| change.id.clone()).collect());
                        let taken = |change: ProductChange| BatchItem {
                            id: change.id,
                            in_review: false,
                            problem: None,
                        };
                        let result = Ok(changes.into_iter().map(taken).collect());
                        (Duration::from_millis(100), Input::Sent { request, result })
                    }
                    Effect::WakeAt(at) => (at.saturating_sub(now), Input::Tick),
                };
                number += 1;
                due.insert((now + after, number), input);
            }
            if engine.rows().all(|row| row.state.is_final()) {
                break;
            }
        }
        (sent, engine.rows().map(|row| row.state).collect())
    }

    fn discounted(id: u64, percent: u8) -> StoredRow {
        let value = FieldValue::Discount;
        let change = FieldChange::new(
            Field::Discount,
            Some(value(Discount::NONE)),
            value(Discount::wanted(percent, 7)),
        );
        StoredRow { changes: vec![change], ..raised(id) }
    }

    #[test]
    fn a_discount_that_was_taken_and_never_appears_is_not_sent_again() {
        let (sent, states) = taken_and_never_shown(vec![discounted(1, 20), discounted(2, 20)]);
        assert_eq!((sent, states), (vec![vec![1.into(), 2.into()]], vec![RowState::Failed; 2]));
    }

    #[test]
    fn different_discounts_are_never_in_one_request() {
        let rows = vec![discounted(1, 20), discounted(2, 30), discounted(3, 20)];
        let (mut sent, _) = taken_and_never_shown(rows);
        sent.sort();
        assert_eq!(sent, [vec![1.into(), 3.into()], vec![ProductId::from(2)]]);
    }

    /// Readings of one product each, four at a time, take longer than a reading counts. A full request would
    /// wait for more of them than are ever fresh together.
    #[test]
    fn products_that_are_read_one_by_one_are_sent_although_readings_are_slow() {
        let mut engine = Engine::new(
            (0..30).map(raised).collect(),
            Config { batch: Some(10), batch_variants: true, read_items: 1, lists_promptly: true },
        );
        let mut pace = Pace::new(Limits::default());
        let mut prices: BTreeMap<ProductId, i64> = (0..30_u64).map(|id| (id.into(), 100)).collect();
        let mut due: BTreeMap<(Duration, u64), Input> = BTreeMap::from([((Duration::ZERO, 0), Input::Start)]);
        let mut number = 0;
        while let Some(((now, _), input)) = due.pop_first() {
            assert!(now < Duration::from_secs(120) && number < 10_000, "not all are sent");
            for effect in engine.handle(now, input, &mut pace) {
                let (after, input) = match effect {
                    Effect::Read { read, ids, .. } => {
                        let shown = |id: &ProductId| ProductState {
                            primary_price: Some(Price::on_wire(prices[id])),
                            ..ProductState::from(Product::with_id(id.clone()))
                        };
                        (
                            Duration::from_secs(2),
                            Input::Read { read, result: Ok(ids.iter().map(shown).collect()) },
                        )
                    }
                    Effect::Record { number, .. } => (Duration::ZERO, Input::Recorded { through: number }),
                    Effect::Send { request, changes, .. } => {
                        prices.extend(changes.iter().map(|change| (change.id.clone(), 120)));
                        let accepted = changes
                            .into_iter()
                            .map(|change| BatchItem { id: change.id, in_review: false, problem: None })
                            .collect();
                        (Duration::from_millis(100), Input::Sent { request, result: Ok(accepted) })
                    }
                    Effect::WakeAt(at) => (at.saturating_sub(now), Input::Tick),
                };
                number += 1;
                due.insert((now + after, number), input);
            }
            if engine.rows().all(|row| row.state == RowState::Changed) {
                return;
            }
        }
        panic!("the run goes on with nothing to come");
    }
}
