//! What people confirmed, and whether the shops hold exactly that: the judge of the simulations of the worker
//! and of the walks through the window. It hears what was pressed and looks into the marketplaces, and knows
//! nothing of what stands between them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use vitrine_core::edit::plan::{LeftOut, Preview};
use vitrine_core::edit::{FieldChange, StoredRow};
use vitrine_domain::{Draft, Field, FieldKey, FieldValue, Price, ProductId, VariantId};
use vitrine_sandbox::{CreatedProduct, ProductFields, Sandbox};

/// A marketplace and one of its shops.
pub type Shop = (usize, u64);

/// The fields that simulated people change: of a product without variants, or of a variant.
pub const NUMBERS: [Field; 2] = [Field::PrimaryPrice, Field::Stock];
/// A request may replace a value that is younger than this, in seconds: the product was read before that, and
/// the request was on its way. Nothing in the interface could prevent it.
const RACE: i64 = 40;
/// The same where requests arrive when nobody waits for them any more.
const RACE_OF_STUCK: i64 = 130;

/// What may be created under a name.
#[derive(Default)]
struct Confirmed {
    times: usize,
    prices: BTreeSet<Option<i64>>,
    /// The create form's product, which no stopped import holds back.
    of_form: bool,
}

impl Confirmed {
    fn add(&mut self, draft: &Draft, times: usize) {
        self.times = times;
        self.prices.insert(draft.primary_price.map(Price::wire));
    }
}

/// One value of a product.
#[derive(Debug, Default)]
pub struct KnownValue {
    pub now: String,
    /// When somebody else changed it last.
    moved_at: Option<Timestamp>,
    /// Every value that it had.
    pub seen: BTreeSet<String>,
    /// The changes that the person started: from which value to which; `None`: from whatever is there.
    consents: BTreeSet<(Option<String>, String)>,
}

/// What is known of a product that is in a shop.
struct Known {
    /// Where and under which name it was created, since the simulation began.
    created: Option<(Shop, String)>,
    values: BTreeMap<FieldKey, KnownValue>,
    /// All other fields, which nobody changes.
    others: ProductFields,
}

pub struct Ledger {
    markets: Arc<[Sandbox; 2]>,
    confirmed: BTreeMap<(Shop, String), Confirmed>,
    /// Confirmed while an account was being left, so that they may belong to any account.
    of_any_shop: BTreeMap<String, Confirmed>,
    /// How many products of a name there were when their import was told to be cancelled.
    closed: BTreeMap<(Shop, String), usize>,
    /// The shops in which no import creates anything from then on.
    stopped: BTreeMap<Shop, Timestamp>,
    known: BTreeMap<(usize, u64), Known>,
    /// How old a value may be, in seconds, that a request replaces.
    race: i64,
    clock: fn() -> Timestamp,
}

impl Ledger {
    /// Begins with what the marketplaces hold.
    pub fn new(markets: Arc<[Sandbox; 2]>, clock: fn() -> Timestamp) -> Self {
        let mut ledger = Self {
            confirmed: BTreeMap::new(),
            of_any_shop: BTreeMap::new(),
            closed: BTreeMap::new(),
            stopped: BTreeMap::new(),
            known: BTreeMap::new(),
            race: RACE,
            clock,
            markets,
        };
        for market in 0..2 {
            for product in ledger.markets[market].products() {
                ledger.known.insert((market, product.id), Known::new(None, product));
            }
        }
        ledger
    }

    /// A product may be created, once more if it was confirmed before and is wanted `again`. `shop` is the
    /// one on the screen; `None` while its account was being left.
    pub fn confirm(&mut self, shop: Option<Shop>, draft: &Draft, again: bool) {
        let Some(shop) = shop else {
            self.closed.retain(|(_, closed), _| *closed != draft.name);
            let confirmed = self.of_any_shop.entry(draft.name.clone()).or_default();
            confirmed.add(draft, confirmed.times + 1);
            return;
        };
        let key = (shop, draft.name.clone());
        self.closed.remove(&key);
        let confirmed = self.confirmed.entry(key).or_default();
        confirmed.add(draft, if again { confirmed.times + 1 } else { confirmed.times.max(1) });
    }

    /// The create form's product may be created, whatever imports do.
    pub fn confirm_form(&mut self, shop: Shop, draft: &Draft) {
        self.confirm(Some(shop), draft, true);
        self.confirmed.entry((shop, draft.name.clone())).or_default().of_form = true;
    }

    /// Photos of the products of this name are others now, so that earlier and later ones differ.
    pub fn confirm_other_photos(&mut self, name: &str) {
        let of_name = self.confirmed.iter_mut().filter(|((_, confirmed), _)| confirmed == name);
        of_name.for_each(|(_, confirmed)| confirmed.times += 1);
    }

    /// How many products of a name may be in a shop.
    pub fn times(&self, shop: Shop, name: &str) -> usize {
        self.confirmed.get(&(shop, name.to_owned())).map_or(0, |confirmed| confirmed.times)
    }

    /// Whether products of a name may be in any shop.
    pub fn is_of_any_shop(&self, name: &str) -> bool {
        self.of_any_shop.contains_key(name)
    }

    /// The shops in which something may have been created.
    pub fn shops(&self) -> BTreeSet<Shop> {
        let all = || (0..2).flat_map(|market| [501, 502].map(|vendor| (market, vendor)));
        let confirmed = self.confirmed.keys().map(|(shop, _)| *shop);
        if self.of_any_shop.is_empty() { confirmed.collect() } else { all().collect() }
    }

    /// How many products of a name are in a shop.
    pub fn count(&self, shop: Shop, name: &str) -> usize {
        let products = self.markets[shop.0].products();
        products.iter().filter(|product| product.vendor == shop.1 && product.fields.name == name).count()
    }

    /// The import of a product was told to be cancelled: no more of its name are created.
    pub fn close(&mut self, shop: Shop, name: &str) {
        self.closed.insert((shop, name.to_owned()), self.count(shop, name));
    }

    /// The import of a product goes on.
    pub fn reopen(&mut self, shop: Shop, name: &str) {
        self.closed.remove(&(shop, name.to_owned()));
    }

    /// No import creates anything in a shop from then on.
    pub fn stop(&mut self, shop: Shop, from: Timestamp) {
        self.stopped.insert(shop, from);
    }

    /// Something was pressed that may create products, in one of these shops.
    pub fn goes_on(&mut self, which: impl Fn(Shop) -> bool) {
        self.stopped.retain(|shop, _| !which(*shop));
    }

    /// The stops before this time are known to the program for certain, and no others.
    pub fn keep_stops_before(&mut self, known: Timestamp) {
        self.stopped.retain(|_, stopped| *stopped <= known);
    }

    /// The changes of this preview may be made, without what was left out.
    pub fn change(&mut self, shop: Shop, preview: &Preview, left_out: &LeftOut) {
        for row in preview.to_send(left_out) {
            row.changes
                .iter()
                .for_each(|change| self.consent(shop, &row.product, change, change.base.as_ref()));
        }
    }

    /// The new values of a row that moved may replace those that are there now.
    pub fn overwrite(&mut self, shop: Shop, row: &StoredRow) {
        for (change, now) in row.changes.iter().zip(&row.now) {
            self.consent(shop, &row.product, change, now.as_ref());
        }
    }

    fn consent(&mut self, shop: Shop, product: &ProductId, change: &FieldChange, from: Option<&FieldValue>) {
        let known = number(product).and_then(|id| self.known.get_mut(&(shop.0, id)));
        if let Some(value) = known.and_then(|known| known.values.get_mut(&change.key())) {
            value.consents.insert((from.map(FieldValue::to_string), change.new.to_string()));
        }
    }

    /// What is known of a value; `None`: of a field that nobody changes.
    pub fn value(&self, market: usize, product: &ProductId, key: &FieldKey) -> Option<&KnownValue> {
        self.known.get(&(market, number(product)?))?.values.get(key)
    }

    /// From now on requests may arrive when nobody waits for them any more.
    pub const fn expect_stuck_requests(&mut self) {
        self.race = RACE_OF_STUCK;
    }

    /// Somebody else changes values of a product.
    pub fn change_by_others(
        &mut self,
        market: usize,
        product: u64,
        change: impl FnOnce(&Sandbox),
    ) -> Result<(), String> {
        self.check()?;
        change(&self.markets[market]);
        let moved = self.markets[market].products().into_iter().find(|other| other.id == product);
        let (Some(moved), Some(known)) = (moved, self.known.get_mut(&(market, product))) else {
            return Ok(());
        };
        for (key, known) in &mut known.values {
            let now = value(&moved, key);
            if known.now != now {
                known.take(now);
                known.moved_at = Some((self.clock)());
            }
        }
        Ok(())
    }

    /// Every product was confirmed for its shop, at its price and as often as it is there; and every change
    /// of a value was confirmed, from the value that was there.
    pub fn check(&mut self) -> Result<(), String> {
        for market in 0..2 {
            for product in self.markets[market].products() {
                if !self.known.contains_key(&(market, product.id)) {
                    self.check_created((market, product.vendor), product)?;
                } else if let Some(known) = self.known.get_mut(&(market, product.id)) {
                    let at = product.changed_at.unwrap_or_else(self.clock);
                    known
                        .check(product, at, self.race)
                        .map_err(|what| format!("in market {market}: {what}"))?;
                }
            }
        }
        self.check_counts()
    }

    /// Takes a new product into the ledger, if it may be there.
    fn check_created(&mut self, shop: Shop, product: CreatedProduct) -> Result<(), String> {
        let (name, price) = (product.fields.name.clone(), product.fields.primary_price);
        let of_shop = self.confirmed.get(&(shop, name.clone()));
        let mut confirmed = of_shop.into_iter().chain(self.of_any_shop.get(&name));
        if !confirmed.any(|confirmed| confirmed.prices.contains(&price)) {
            return Err(format!("{name} is in {shop:?} at {price:?}, which nobody confirmed"));
        }
        if let Some(stopped) = self.stopped.get(&shop)
            && product.created_at > *stopped
            && !of_shop.is_some_and(|confirmed| confirmed.of_form)
        {
            let at = product.created_at;
            return Err(format!(
                "{name} was created in {shop:?} at {at}; its import was stopped at {stopped}"
            ));
        }
        self.known.insert((shop.0, product.id), Known::new(Some((shop, name)), product));
        Ok(())
    }

    fn check_counts(&self) -> Result<(), String> {
        let mut there: BTreeMap<&(Shop, String), usize> = BTreeMap::new();
        for created in self.known.values().filter_map(|known| known.created.as_ref()) {
            *there.entry(created).or_default() += 1;
        }
        let mut beyond: BTreeMap<&str, usize> = BTreeMap::new();
        for (key, count) in there {
            let (shop, name) = key;
            if self.closed.get(key).is_some_and(|closed| count > *closed) {
                return Err(format!(
                    "{name} was created in {shop:?} after its import was told to be cancelled"
                ));
            }
            let allowed = self.times(*shop, name);
            *beyond.entry(name).or_default() += count.saturating_sub(allowed);
            if beyond[name.as_str()] > self.of_any_shop.get(name).map_or(0, |confirmed| confirmed.times) {
                return Err(format!("{name} is {count} times in {shop:?}, where it may be {allowed} times"));
            }
        }
        Ok(())
    }
}

impl Known {
    fn new(created: Option<(Shop, String)>, product: CreatedProduct) -> Self {
        let values = keys(&product).into_iter().map(|key| {
            let mut known = KnownValue::default();
            known.take(value(&product, &key));
            (key, known)
        });
        Self { created, values: values.collect(), others: others(product.fields) }
    }

    fn check(&mut self, product: CreatedProduct, at: Timestamp, race: i64) -> Result<(), String> {
        for (key, known) in &mut self.values {
            let changed = known.change_to(value(&product, key), at, race);
            changed.map_err(|what| format!("product {}, {key:?}: {what}", product.id))?;
        }
        let id = product.id;
        if self.others == others(product.fields) {
            Ok(())
        } else {
            Err(format!("product {id}: a field was changed that nobody asked for"))
        }
    }
}

impl KnownValue {
    fn take(&mut self, value: String) {
        self.seen.insert(value.clone());
        self.now = value;
    }

    fn change_to(&mut self, value: String, at: Timestamp, race: i64) -> Result<(), String> {
        if value == self.now {
            return Ok(());
        }
        let is_race = self.moved_at.is_some_and(|moved| at.as_second() - moved.as_second() <= race);
        let mut consents = self.consents.iter().filter(|(_, new)| *new == value).peekable();
        if consents.peek().is_none() {
            return Err(format!("{value} was never confirmed, instead of {}", self.now));
        }
        if !is_race && !consents.any(|(from, _)| from.as_ref().is_none_or(|from| *from == self.now)) {
            return Err(format!("{value} replaces {}, which nobody agreed to: {self:?}", self.now));
        }
        self.take(value);
        Ok(())
    }
}

fn variants(fields: &ProductFields) -> &[Value] {
    fields.extra.get("variants").and_then(Value::as_array).map_or(&[][..], Vec::as_slice)
}

/// The values of a product that change here: its own, or those of its variants.
fn keys(product: &CreatedProduct) -> Vec<FieldKey> {
    let count = variants(&product.fields).len();
    let of_variant = |place| {
        let variant = Some(variant_id(product.id, place));
        NUMBERS.map(|field| FieldKey { field, variant: variant.clone() })
    };
    let own = if count == 0 { &NUMBERS[..] } else { &[] };
    let own = own.iter().chain(&[Field::Name]).map(|field| FieldKey::from(*field));
    own.chain((0..count).flat_map(of_variant)).collect()
}

/// The id of a variant by its place, as the practice shop gives it.
pub fn variant_id(product: u64, place: usize) -> VariantId {
    VariantId::from(product * 100 + place as u64 + 1)
}

fn value(product: &CreatedProduct, key: &FieldKey) -> String {
    let fields = &product.fields;
    let number = match (&key.variant, key.field) {
        (None, Field::Name) => return fields.name.clone(),
        (None, Field::Stock) => fields.stock,
        (None, _) => fields.primary_price,
        (Some(id), field) => {
            let place = (0..).zip(variants(fields)).find(|(place, _)| variant_id(product.id, *place) == *id);
            place.and_then(|(_, variant)| variant[field.name()].as_i64())
        }
    };
    // A list shows 0 where there is no value.
    number.unwrap_or_default().to_string()
}

fn others(mut fields: ProductFields) -> ProductFields {
    let variants = fields.extra.get_mut("variants").and_then(Value::as_array_mut);
    for variant in variants.into_iter().flatten() {
        NUMBERS.into_iter().for_each(|field| variant[field.name()] = Value::Null);
    }
    ProductFields { name: String::new(), primary_price: None, stock: None, ..fields }
}

fn number(id: &ProductId) -> Option<u64> {
    id.as_str().parse().ok()
}

// The engine holds such a change back, so that no sequence shows this.
#[test]
fn a_value_that_replaces_one_of_somebody_else_is_noticed() {
    let consents = BTreeSet::from([(Some("1000".to_owned()), "20000".to_owned())]);
    let change = |now: &str, to: &str| {
        let mut known =
            KnownValue { now: now.to_owned(), consents: consents.clone(), ..KnownValue::default() };
        known.change_to(to.to_owned(), Timestamp::UNIX_EPOCH, RACE)
    };
    assert_eq!(change("1000", "20000"), Ok(()));
    assert!(change("1001", "20000").unwrap_err().contains("which nobody agreed to"));
    assert!(change("1000", "2000").unwrap_err().contains("was never confirmed"));
}
