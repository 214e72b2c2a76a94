//! Changes of products: what the screen shows of them, and what the shops may hold. As for imports, the
//! checks compare what was pressed, what was reported and what the shops hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::expectations::Shop;
use crate::worker::sim_env;
use vitrine_core::edit::plan::{LeftOut, Preview};
use vitrine_core::edit::{EditRun, EditRunId, FieldChange, RowState, StoredRow};
use vitrine_core::import::Waiting;
use vitrine_domain::{Field, FieldKey, FieldValue, ProblemKind, ProductId, VariantId};
use vitrine_model::messages::{EditEvent, EditProgress};
use vitrine_sandbox::{CreatedProduct, ProductFields, Sandbox};

/// The fields that change here.
pub const FIELDS: [Field; 2] = [Field::PrimaryPrice, Field::Stock];
/// A request may replace a value that is younger than this, in seconds: the product was read before that, and
/// the request was on its way. Nothing in the interface could prevent it.
const RACE: i64 = 40;
/// The same where requests arrive when nobody waits for them any more.
const RACE_OF_STUCK: i64 = 130;

/// What the window shows of changes.
#[derive(Default)]
pub struct EditScreen {
    /// The last preview, if it is ready.
    pub preview: Option<(u64, Shop, Arc<Preview>)>,
    pub runs: Vec<EditRun>,
    pub rows: BTreeMap<EditRunId, Vec<StoredRow>>,
    /// The run that was opened last.
    pub open: Option<EditRunId>,
    pub waiting: Option<Waiting>,
    /// Whether its end was reported.
    pub ended: bool,
}

impl EditScreen {
    /// Takes an event about the shop on the screen.
    pub fn on_event(&mut self, update: EditEvent, shop: Option<Shop>) {
        match update {
            EditEvent::Available(_)
            | EditEvent::Read { .. }
            | EditEvent::Reading { .. }
            | EditEvent::Retried { .. }
            | EditEvent::SheetAsks { .. } => {}
            EditEvent::Previewed { preview, result } => {
                self.preview = shop.zip(result.ok()).map(|(shop, ready)| (preview, shop, ready));
            }
            EditEvent::Runs(runs) => self.runs = runs,
            EditEvent::Opened { run, rows, .. } => {
                self.rows.insert(run, rows);
                (self.open, self.ended) = (Some(run), false);
            }
            EditEvent::Rows { run, rows } => {
                let shown = self.rows.entry(run).or_default();
                rows.into_iter().for_each(|(place, row)| shown[place] = row);
            }
            EditEvent::Progress { progress: EditProgress { waiting, .. }, .. } => self.waiting = waiting,
            EditEvent::Ended { .. } => (self.ended, self.waiting) = (true, None),
            EditEvent::Following(_) | EditEvent::CellsRestored(_) => {}
        }
    }

    /// The run on the screen, and the places of its rows that wait for a decision.
    pub fn moved(&self) -> Option<(EditRunId, Vec<usize>)> {
        let run = self.open?;
        let rows = self.rows.get(&run)?.iter().enumerate();
        let moved: Vec<usize> =
            rows.filter(|(_, row)| row.state == RowState::Moved).map(|(place, _)| place).collect();
        (!moved.is_empty()).then_some((run, moved))
    }
}

/// One value of a product.
#[derive(Debug, Default)]
struct Cell {
    now: i64,
    /// When somebody else changed it last.
    moved_at: Option<Timestamp>,
    /// Every value that it had.
    seen: BTreeSet<i64>,
    /// The changes that the person started: from which value to which.
    consents: BTreeSet<(i64, i64)>,
}

/// What was pressed about changes, and what the shops may hold.
pub struct EditExpectations {
    markets: Arc<[Sandbox; 2]>,
    cells: BTreeMap<(usize, ProductId, FieldKey), Cell>,
    /// All other fields, which nobody changes.
    others: BTreeMap<(usize, ProductId), ProductFields>,
    /// The shops in which something was started.
    pub shops: BTreeSet<Shop>,
    /// How old a value may be, in seconds, that a request replaces.
    race: i64,
}

impl EditExpectations {
    pub fn new(markets: Arc<[Sandbox; 2]>) -> Self {
        let mut expectations = Self {
            markets,
            cells: BTreeMap::new(),
            others: BTreeMap::new(),
            shops: BTreeSet::new(),
            race: RACE,
        };
        for market in 0..2 {
            for product in expectations.markets[market].products() {
                let id = ProductId::from(product.id);
                for key in keys(&product) {
                    let now = value(&product, &key);
                    let cell = Cell { now, seen: BTreeSet::from([now]), ..Cell::default() };
                    expectations.cells.insert((market, id.clone(), key), cell);
                }
                expectations.others.insert((market, id), others(product.fields));
            }
        }
        expectations
    }

    /// From now on requests may arrive when nobody waits for them any more.
    pub const fn expect_stuck_requests(&mut self) {
        self.race = RACE_OF_STUCK;
    }

    /// Start was pressed below this preview, without what was left out.
    pub fn start(&mut self, shop: Shop, preview: &Preview, left_out: &LeftOut) {
        self.shops.insert(shop);
        for row in preview.to_send(left_out) {
            row.changes
                .iter()
                .for_each(|change| self.consent(shop, &row.product, change, change.base.as_ref()));
        }
    }

    /// The person chose the new values of a row that moved.
    pub fn overwrite(&mut self, shop: Shop, row: &StoredRow) {
        for (change, now) in row.changes.iter().zip(&row.now) {
            self.consent(shop, &row.product, change, now.as_ref());
        }
    }

    fn consent(&mut self, shop: Shop, product: &ProductId, change: &FieldChange, from: Option<&FieldValue>) {
        let cell = self.cells.get_mut(&(shop.0, product.clone(), change.key()));
        if let (Some(cell), Some(from)) = (cell, from) {
            cell.consents.insert((number(from), number(&change.new)));
        }
    }

    /// Somebody else changes values in a shop.
    pub fn move_value(
        &mut self,
        market: usize,
        product: u64,
        change: impl FnOnce(&Sandbox),
    ) -> Result<(), String> {
        self.check()?;
        change(&self.markets[market]);
        let Some(moved) = self.markets[market].products().into_iter().find(|other| other.id == product)
        else {
            return Ok(());
        };
        for key in keys(&moved) {
            let now = value(&moved, &key);
            if let Some(cell) = self.cells.get_mut(&(market, ProductId::from(product), key))
                && cell.now != now
            {
                cell.now = now;
                cell.seen.insert(cell.now);
                cell.moved_at = Some(sim_env::clock());
            }
        }
        Ok(())
    }

    /// Every change in a shop was started there, and from the value that was there.
    pub fn check(&mut self) -> Result<(), String> {
        for market in 0..2 {
            for product in self.markets[market].products() {
                let id = ProductId::from(product.id);
                for key in keys(&product) {
                    let now = value(&product, &key);
                    let Some(cell) = self.cells.get_mut(&(market, id.clone(), key.clone())) else { continue };
                    cell.changed_to(now, product.changed_at, self.race)
                        .map_err(|what| format!("{id} in {market}, {key:?}: {what}"))?;
                }
                if self
                    .others
                    .get(&(market, id.clone()))
                    .is_some_and(|before| *before != others(product.fields))
                {
                    return Err(format!("{id} in {market}: a field was changed that nobody asked for"));
                }
            }
        }
        Ok(())
    }

    /// What is reported of the runs of a shop is true.
    pub fn check_reports(
        &self,
        shop: Shop,
        runs: &BTreeMap<EditRunId, Vec<StoredRow>>,
    ) -> Result<(), String> {
        let all =
            || runs.values().flatten().flat_map(|row| row.changes.iter().map(move |change| (row, change)));
        for (row, change) in all() {
            let Some(cell) = self.cells.get(&(shop.0, row.product.clone(), change.key())) else { continue };
            let new = number(&change.new);
            let is_there = |other: &StoredRow, of: &FieldChange| {
                (&other.product, of.key(), &of.new) == (&row.product, change.key(), &change.new)
                    && matches!(other.state, RowState::Changed | RowState::Equal)
            };
            let is_unconfirmed =
                row.problem.as_ref().is_some_and(|problem| problem.kind == ProblemKind::ChangeUnconfirmed);
            match row.state {
                RowState::Waiting | RowState::Sent => return Err(format!("{row:?} is not settled")),
                RowState::Changed | RowState::Equal if !cell.seen.contains(&new) => {
                    return Err(format!(
                        "{} is told to be {:?}, and never had {new}: {cell:?}",
                        row.product, row.state
                    ));
                }
                // A person left it as the shop has it, with a part of it, at which an undo looks.
                RowState::Cancelled if row.sent && row.changes.len() > 1 => {}
                RowState::Failed | RowState::Cancelled
                    if !is_unconfirmed
                        && cell.now == new
                        && !all().any(|(row, change)| is_there(row, change))
                        && cell.was_changed() =>
                {
                    return Err(format!(
                        "{} is told to be {:?}, and has {new}: {row:?}",
                        row.product, row.state
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Cell {
    fn was_changed(&self) -> bool {
        self.seen.len() > 1
    }

    fn changed_to(&mut self, value: i64, at: Option<Timestamp>, race: i64) -> Result<(), String> {
        if value == self.now {
            return Ok(());
        }
        let is_wanted = self.consents.iter().any(|(_, new)| *new == value);
        let at = at.unwrap_or_else(sim_env::clock);
        let is_race = self.moved_at.is_some_and(|moved| at.as_second() - moved.as_second() <= race);
        if !is_wanted {
            return Err(format!("{value} was never started, instead of {}", self.now));
        }
        if !self.consents.contains(&(self.now, value)) && !is_race {
            return Err(format!("{value} replaces {}, which nobody agreed to: {self:?}", self.now));
        }
        self.now = value;
        self.seen.insert(value);
        Ok(())
    }
}

fn variants(fields: &ProductFields) -> &[Value] {
    fields.extra.get("variants").and_then(Value::as_array).map_or(&[][..], Vec::as_slice)
}

/// The values of a product that change here: its own, or those of its variants.
fn keys(product: &CreatedProduct) -> Vec<FieldKey> {
    let count = variants(&product.fields).len();
    if count == 0 {
        return FIELDS.map(FieldKey::from).to_vec();
    }
    let of_variant = |place| {
        let variant = Some(variant_id(product.id, place));
        FIELDS.map(|field| FieldKey { field, variant: variant.clone() })
    };
    (0..count).flat_map(of_variant).collect()
}

/// The id of a variant by its place, as the practice shop gives it.
pub fn variant_id(product: u64, place: usize) -> VariantId {
    VariantId::from(product * 100 + place as u64 + 1)
}

fn value(product: &CreatedProduct, key: &FieldKey) -> i64 {
    let fields = &product.fields;
    let Some(variant) = &key.variant else {
        let number = if key.field == Field::Stock { fields.stock } else { fields.primary_price };
        return number.unwrap_or_default();
    };
    let place = (0..).zip(variants(fields)).find(|(place, _)| variant_id(product.id, *place) == *variant);
    place.and_then(|(_, variant)| variant[key.field.name()].as_i64()).unwrap_or_default()
}

fn others(mut fields: ProductFields) -> ProductFields {
    let variants = fields.extra.get_mut("variants").and_then(Value::as_array_mut);
    for variant in variants.into_iter().flatten() {
        FIELDS.into_iter().for_each(|field| variant[field.name()] = Value::Null);
    }
    ProductFields { primary_price: None, stock: None, ..fields }
}

fn number(value: &FieldValue) -> i64 {
    value.integer().unwrap_or_default()
}

// The engine holds such a change back, so that no sequence shows this.
#[test]
fn a_value_that_replaces_one_of_somebody_else_is_noticed() {
    let consents = BTreeSet::from([(1000, 20_000)]);
    let cell = |now| Cell { now, consents: consents.clone(), ..Cell::default() };
    assert_eq!(cell(1000).changed_to(20_000, None, RACE), Ok(()));
    assert!(cell(1001).changed_to(20_000, None, RACE).unwrap_err().contains("which nobody agreed to"));
    assert!(cell(1000).changed_to(2000, None, RACE).unwrap_err().contains("was never started"));
}
