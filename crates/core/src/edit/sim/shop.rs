//! The model marketplace: what each product has, and when that changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use super::world::{Peculiarity, World};
use crate::simulation::Dice;
use vitrine_domain::{
    AnswerForm, BatchItem, Field, FieldKey, FieldValue, Price, Problem, ProblemKind, Product, ProductChange,
    ProductId, ProductState, Status, Variant, VariantId,
};

/// A field of a product over time.
#[derive(Clone, Debug)]
pub struct Cell {
    pub value: FieldValue,
    /// When somebody else changed it last.
    pub moved_at: Option<Duration>,
    /// Every value that a request of ours gave it.
    pub written: Vec<FieldValue>,
    /// The present one came with a request of ours, and not from somebody who happened to set the same.
    pub is_written: bool,
    /// A value that waits for its review.
    pub proposed: Option<FieldValue>,
    /// What it had before a request of ours gave it a value for the first time.
    pub before: Option<FieldValue>,
    /// Earlier values, each with the time at which it ended.
    past: Vec<(Duration, FieldValue)>,
}

impl Cell {
    fn set(&mut self, value: FieldValue, at: Duration) {
        self.past.push((at, std::mem::replace(&mut self.value, value)));
    }

    /// The value that it had at this time.
    fn at(&self, time: Duration) -> &FieldValue {
        self.past.iter().find(|(end, _)| *end > time).map_or(&self.value, |(_, value)| value)
    }
}

/// Something that will be applied.
#[derive(Clone, Debug)]
pub struct Write {
    pub at: Duration,
    pub product: usize,
    pub values: Vec<(FieldKey, FieldValue)>,
    /// When the reading was made that the request relies on.
    pub snapshot: Duration,
}

pub struct Shop {
    pub cells: Vec<BTreeMap<FieldKey, Cell>>,
    pub pending: Vec<Write>,
    peculiarities: Vec<Peculiarity>,
    unreadable_from: Duration,
    list_age: Duration,
    pub now: Duration,
}

pub fn id(product: usize) -> ProductId {
    ProductId::from(product as u64 + 1)
}

fn index(id: &ProductId) -> usize {
    id.as_str().parse::<usize>().unwrap() - 1
}

impl Shop {
    pub fn new(world: &World) -> Self {
        let cell = |old: &FieldValue| Cell {
            value: old.clone(),
            moved_at: None,
            written: Vec::new(),
            is_written: false,
            proposed: None,
            before: None,
            past: Vec::new(),
        };
        let cells = world
            .products
            .iter()
            .map(|(_, fields)| fields.iter().map(|(key, old, _)| (key.clone(), cell(old))).collect());
        let peculiarities = world.products.iter().map(|(peculiarity, _)| *peculiarity).collect();
        Self {
            cells: cells.collect(),
            pending: Vec::new(),
            peculiarities,
            unreadable_from: world.unreadable_from,
            list_age: world.list_age,
            now: Duration::ZERO,
        }
    }

    /// Brings the shop to this time: applies what was to be applied. Returns what overwrote a change that a
    /// reading could have shown.
    pub fn advance(&mut self, world: &World, to: Duration) -> Result<(), String> {
        self.now = to;
        let mut due: Vec<(Duration, Due)> = Vec::new();
        for write in std::mem::take(&mut self.pending) {
            if write.at <= to { due.push((write.at, Due::Write(write))) } else { self.pending.push(write) }
        }
        due.sort_by_key(|(at, _)| *at);
        for (_, Due::Write(write)) in due {
            self.apply(world, write)?;
        }
        Ok(())
    }

    pub fn move_value(&mut self, product: usize, key: &FieldKey, value: FieldValue, at: Duration) {
        if let Some(cell) = self.cells[product].get_mut(key) {
            cell.set(value, at);
            (cell.moved_at, cell.is_written) = (Some(at), false);
        }
    }

    fn apply(&mut self, world: &World, write: Write) -> Result<(), String> {
        let wanted: HashMap<&FieldKey, (&FieldValue, &FieldValue)> =
            world.products[write.product].1.iter().map(|(key, old, new)| (key, (old, new))).collect();
        for (key, value) in write.values {
            if self.is_gone(write.product, key.variant.as_ref()) {
                continue;
            }
            let cell = self.cells[write.product].get_mut(&key).unwrap();
            if world.review && key.field == Field::Name {
                cell.proposed = Some(value);
                continue;
            }
            let (old, new) = wanted[&key];
            let value = if world.spells { spelled(value) } else { value };
            let is_foreign = cell.value != *old && cell.value != *new && cell.value != value;
            // Only stocks move by themselves, and so often that a list's age matters.
            let seen = if key.field == Field::Stock {
                write.snapshot
            } else {
                write.snapshot.saturating_sub(world.list_age)
            };
            if is_foreign && cell.moved_at.is_some_and(|moved| moved <= seen) {
                return Err(format!(
                    "product {} lost the {key:?} {} that somebody set at {:?}; it was read at {:?}",
                    write.product, cell.value, cell.moved_at, write.snapshot
                ));
            }
            cell.before.get_or_insert_with(|| cell.value.clone());
            cell.written.push(value.clone());
            cell.is_written = true;
            cell.set(value, write.at);
        }
        Ok(())
    }

    /// Whether a variant was deleted: the first of a product of which one goes.
    pub fn is_gone(&self, place: usize, variant: Option<&VariantId>) -> bool {
        let is_first = variant.is_some_and(|id| *id == VariantId::from(1));
        is_first && self.peculiarities[place] == Peculiarity::VariantGone && self.now >= self.unreadable_from
    }

    /// What a reading shows. `None`: there is no such product.
    pub fn state(&self, product: &ProductId, alone: bool) -> Option<ProductState> {
        let place = index(product);
        let is_hidden = !alone
            && self.peculiarities[place] == Peculiarity::Unreadable
            && self.now >= self.unreadable_from;
        if self.peculiarities[place] == Peculiarity::Gone || is_hidden {
            return None;
        }
        let cells = &self.cells[place];
        let now = |cell: &'_ Cell| {
            if alone { cell.value.clone() } else { cell.at(self.now.saturating_sub(self.list_age)).clone() }
        };
        let shown = |field: Field| cells.get(&FieldKey::from(field)).map(now);
        let number = |field| match shown(field) {
            Some(value) => value.integer(),
            None => None,
        };
        let of_variant = |id: &VariantId, field| match cells
            .get(&FieldKey { field, variant: Some(id.clone()) })
            .map(now)
        {
            Some(value) => value.integer(),
            None => None,
        };
        let ids: BTreeSet<&VariantId> = cells.keys().filter_map(|key| key.variant.as_ref()).collect();
        let variants: Vec<Variant> = ids
            .into_iter()
            .filter(|id| !self.is_gone(place, Some(id)))
            .map(|id| Variant {
                id: id.clone(),
                name: format!("Size {id}"),
                properties: Vec::new(),
                sku: None,
                primary_price: of_variant(id, Field::PrimaryPrice).map(Price::on_wire),
                stock: of_variant(id, Field::Stock),
            })
            .collect();
        let has_variants = !variants.is_empty();
        let title = match shown(Field::Name) {
            Some(FieldValue::Text(text)) => text,
            _ => "Rug".to_owned(),
        };
        let product = Product {
            title,
            price: number(Field::PrimaryPrice).map(Price::on_wire),
            status: Some(Status { name: None, value: Some(2976) }),
            inventory: number(Field::Stock),
            variants,
            ..Product::with_id(product.clone())
        };
        Some(ProductState {
            album: None,
            product,
            primary_price: number(Field::PrimaryPrice).map(Price::on_wire).filter(|_| alone),
            preparation_days: number(Field::PreparationDays).filter(|_| alone),
            details: BTreeMap::new(),
            has_variants: self.peculiarities[place] == Peculiarity::Variants || has_variants,
            in_review: cells.values().any(|cell| cell.proposed.is_some()),
        })
    }

    /// Takes a request that arrives now. `late`: how much later it is applied.
    pub fn receive(
        &mut self,
        world: &World,
        dice: &mut Dice,
        changes: &[ProductChange],
        snapshots: &[Duration],
        alone: bool,
        late: Duration,
    ) -> Result<Vec<BatchItem>, Problem> {
        let refusal = |said: &str| Problem {
            form: AnswerForm::Own,
            status: Some(422),
            ..Problem::new(ProblemKind::Unprocessable).with_quotation(said)
        };
        if world.refuses_all {
            return Err(refusal("not allowed"));
        }
        let mut items = Vec::new();
        let first = self.pending.len();
        for (change, snapshot) in changes.iter().zip(snapshots) {
            let place = index(&change.id);
            let problem = match self.peculiarities[place] {
                Peculiarity::Gone => Some(Problem {
                    form: AnswerForm::Own,
                    status: Some(404),
                    ..Problem::new(ProblemKind::NotFound)
                }),
                Peculiarity::Refused => Some(refusal(&format!("value {place}"))),
                Peculiarity::Ignored => None,
                Peculiarity::None
                | Peculiarity::Variants
                | Peculiarity::VariantGone
                | Peculiarity::Unreadable => {
                    let (at, values) = (self.now + late, change.values.clone());
                    self.pending.push(Write { at, product: place, values, snapshot: *snapshot });
                    None
                }
            };
            if let (true, Some(problem)) = (alone || world.stops_batches, problem.clone()) {
                // Whoever refuses has done by then what it does.
                self.pending[first..].iter_mut().for_each(|write| write.at = self.now);
                return Err(problem);
            }
            let in_review = world.review
                && change.values.iter().any(|(key, _)| key.field == Field::Name)
                && !matches!(
                    self.peculiarities[place],
                    Peculiarity::Gone | Peculiarity::Refused | Peculiarity::Ignored
                );
            items.push(BatchItem { id: change.id.clone(), in_review, problem });
        }
        if !alone {
            items.retain(|_| !dice.per_mille(world.left_out));
            if world.reordered {
                items.reverse();
            }
        }
        Ok(items)
    }
}

/// How the marketplace writes a value.
pub fn spelled(value: FieldValue) -> FieldValue {
    match value {
        FieldValue::Price(price) => FieldValue::Price(Price::on_wire(price.wire() / 10 * 10)),
        FieldValue::Text(text) => FieldValue::Text(text.trim().replace('ي', "ی")),
        value => value,
    }
}

enum Due {
    Write(Write),
}
