//! The rows of a list that was saved, beside what the shop has: which of them ask for a change.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::wish::{ListedSales, Wish, wish_for_price, wish_for_stock};
use crate::edit::change::{RowState, StoredRow};
use crate::edit::plan::{LeftOut, Preview, PreviewRow, RequestedChange, Shop};
use crate::edit::run::EditRunId;
use vitrine_domain::{Draft, Field, FieldKey, FieldValue, Problem, ProblemKind, ProductId, VariantId};

/// The fields that a list keeps in step.
pub const FOLLOWED: [Field; 2] = [Field::PrimaryPrice, Field::Stock];
/// So many products may be sold out in one step without a person. More are more likely a list that lost a
/// column, unless it is a large one.
const SOLD_OUT_ALONE: usize = 5;
/// One in so many products of a list may be sold out in one step.
const SOLD_OUT_SHARE: usize = 4;

/// A number of the shop that a list gives.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "StoredKey", try_from = "StoredKey")]
pub struct ListedKey {
    pub product: ProductId,
    pub key: FieldKey,
}

#[derive(Serialize, Deserialize)]
struct StoredKey(ProductId, String, Option<VariantId>);

impl From<ListedKey> for StoredKey {
    fn from(ListedKey { product, key }: ListedKey) -> Self {
        Self(product, key.field.name().to_owned(), key.variant)
    }
}

impl TryFrom<StoredKey> for ListedKey {
    type Error = String;

    fn try_from(StoredKey(product, field, variant): StoredKey) -> Result<Self, String> {
        let field = Field::from_name(&field).ok_or(field)?;
        Ok(Self { product, key: FieldKey { field, variant } })
    }
}

/// What a list meant the shop to have at its last step, where that is in the shop, or a person left the
/// shop's own number.
pub type Agreed = BTreeMap<ListedKey, i64>;

/// A number that was sent, or is about to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// What the list means the shop to have.
    pub listed: i64,
    /// What was sent. It differs where the shop has sold.
    pub sent: i64,
    /// The run is later than this one.
    pub after: Option<EditRunId>,
}

/// What became of a number that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingFate {
    /// It is in the shop, or may be.
    Agreed,
    /// It was not sent.
    Dropped,
    /// That is not known yet, or waits for a person.
    Open,
}

impl Pending {
    /// What became of it in these rows of later runs, the oldest first.
    pub fn fate<'a>(&self, of: &ListedKey, rows: impl Iterator<Item = &'a StoredRow>) -> PendingFate {
        let is_it = |row: &&StoredRow| {
            let has = |change: &crate::edit::FieldChange| {
                change.key() == of.key && change.new.integer() == Some(self.sent)
            };
            row.product == of.product && row.changes.iter().any(has)
        };
        match rows.filter(is_it).last() {
            Some(row) if row.may_have_changed() || row.state == RowState::Equal => PendingFate::Agreed,
            Some(row) if row.state == RowState::Moved || !row.state.is_final() => PendingFate::Open,
            _ => PendingFate::Dropped,
        }
    }
}

/// How a list is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowRules {
    /// So many pieces of each product are never offered.
    pub reserve: i64,
    pub sales: ListedSales,
}

/// Which numbers other lists give, each with the name of its list.
pub type TakenBy = HashMap<ListedKey, String>;

/// What is known of a list beside its rows.
pub struct KnownOfList<'a> {
    pub agreed: &'a Agreed,
    pub pending: &'a BTreeMap<ListedKey, Pending>,
    pub others: &'a TakenBy,
    pub rules: FollowRules,
}

/// What a list asks for.
#[derive(Debug, Default, PartialEq)]
pub struct ListStep {
    /// The requests of a preview.
    pub requested: Vec<RequestedChange>,
    /// The numbers that the list and the shop agree on.
    pub agreed: Vec<(ListedKey, i64)>,
    /// What the list means the shop to have, of what is requested, and whether that is clear without a
    /// person.
    pub wanted: BTreeMap<ListedKey, (i64, bool)>,
    /// How many stocks the list has.
    pub stocks: usize,
}

/// Compares the rows of a list with the shop. Rows that are missing ask for nothing.
pub fn list_step(rows: Vec<RequestedChange>, shop: &Shop<'_>, known: &KnownOfList<'_>) -> ListStep {
    let mut step = ListStep::default();
    let meant = |row: &RequestedChange| {
        let meant = shop.meant(row).ok()??;
        Some((meant.state.product.id.clone(), meant.variant.map(|variant| variant.id.clone())))
    };
    let mut times: HashMap<(ProductId, Option<VariantId>), usize> = HashMap::new();
    rows.iter().filter_map(meant).for_each(|of| *times.entry(of).or_default() += 1);
    for mut row in rows {
        row.problems
            .retain(|problem| FOLLOWED.iter().any(|field| problem.field.as_deref() == Some(field.name())));
        let values: Vec<(Field, String)> = std::mem::take(&mut row.values)
            .into_iter()
            .filter(|(field, _)| FOLLOWED.contains(field))
            .collect();
        match meant(&row) {
            // Which of the rows holds, nobody knows.
            Some(of) if times.get(&of).is_some_and(|times| *times > 1) => {
                row.problems
                    .push(Problem::new(ProblemKind::RepeatedRow).with_subject(row.target.to_string()));
            }
            _ => values.into_iter().for_each(|(field, text)| {
                take(&mut step, &mut row, field, text, shop, known);
            }),
        }
        step.requested.push(row);
    }
    step
}

/// Adds what one cell asks for.
fn take(
    step: &mut ListStep,
    row: &mut RequestedChange,
    field: Field,
    text: String,
    shop: &Shop<'_>,
    known: &KnownOfList<'_>,
) {
    let mut draft = Draft::default();
    let number = draft.set(field, &text).ok().and_then(|()| draft.value(field)?.integer());
    let (Ok(Some(meant)), Some(number)) = (shop.meant(row), number) else {
        // The preview says why.
        return row.values.push((field, text));
    };
    let variant = meant.variant.map(|variant| variant.id.clone());
    let key = ListedKey { product: meant.state.product.id.clone(), key: FieldKey { field, variant } };
    if let Some(other) = known.others.get(&key) {
        let problem = Problem::new(ProblemKind::InOtherList).with_subject(other);
        return row.problems.push(problem.with_field(field.name()));
    }
    if known.pending.contains_key(&key) {
        return;
    }
    let (agreed, now) = (known.agreed.get(&key).copied(), meant.value(field).and_then(|now| now.integer()));
    let (listed, wish) = if field == Field::Stock {
        step.stocks += 1;
        let listed = number.saturating_sub(known.rules.reserve).max(0);
        (listed, wish_for_stock(listed, agreed, now, known.rules.sales))
    } else {
        (number, wish_for_price(number, agreed, now))
    };
    let (new, is_clear) = match wish {
        Wish::Unchanged => return,
        Wish::Agrees => return step.agreed.push((key, listed)),
        Wish::Take(new) => (new, true),
        Wish::First(new) => (new, false),
        Wish::Ask { new, was } => {
            row.base.push((field, FieldValue::of_number(field, was)));
            (new, false)
        }
    };
    row.values.push((field, new.to_string()));
    step.wanted.insert(key, (listed, is_clear));
}

/// Why nothing of a step is sent without a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// So many products would be sold out at once.
    SoldOut(usize),
    /// The list is older than the one of the last step.
    Older,
}

/// Which changes of a preview wait for a person, where the owner wants stocks to be sent without one: all but
/// stocks of which is clear what they mean.
///
/// # Errors
/// Why all of them wait.
pub fn what_goes_alone(preview: &Preview, step: &ListStep, is_older: bool) -> Result<LeftOut, Hold> {
    let (mut waiting, mut sold_out, mut alone) = (BTreeSet::new(), 0, 0);
    for (place, row) in preview.rows.iter().enumerate().filter(|(_, row)| row.is_sent()) {
        for (at, change) in row.changes.iter().enumerate() {
            let key = row.product.clone().map(|product| ListedKey { product, key: change.key() });
            let is_clear = key.and_then(|key| step.wanted.get(&key)).is_some_and(|(_, clear)| *clear);
            let goes = change.field == Field::Stock && is_clear && !change.is_unusual_stock();
            if goes && is_of_shop(row, at) {
                alone += 1;
                sold_out += usize::from(change.new.integer() == Some(0));
            } else {
                waiting.insert((place, at));
            }
        }
    }
    match () {
        () if is_older && alone > 0 => Err(Hold::Older),
        () if sold_out > SOLD_OUT_ALONE && sold_out * SOLD_OUT_SHARE > step.stocks => {
            Err(Hold::SoldOut(sold_out))
        }
        () => Ok(waiting),
    }
}

/// Whether a change is based on what the shop has.
fn is_of_shop(row: &PreviewRow, at: usize) -> bool {
    match (row.from_shop.get(at), row.changes.get(at)) {
        (Some(from_shop), Some(change)) => from_shop.base == change.base,
        (None, Some(_)) => true,
        _ => false,
    }
}
