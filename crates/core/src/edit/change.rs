//! What a run changes about each product, and how far that is.

use serde::{Deserialize, Serialize};
use vitrine_domain::{
    Field, FieldKey, FieldValue, Problem, ProblemKind, ProductId, ProductState, Variant, VariantId,
    may_be_price,
};

/// A price changes unusually from this factor on: it may be in another unit.
const UNUSUAL_FACTOR: i64 = 5;

/// A new value for one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    pub field: Field,
    /// The variant whose value changes; `None` for the product's own.
    pub variant: Option<ChangedVariant>,
    /// The value on which the change is based: it is sent only while the shop has this value. `None` where no
    /// list shows the field; then the value that is read before sending becomes the base.
    pub base: Option<FieldValue>,
    pub new: FieldValue,
}

/// A variant of a product, with what it was called when the change was planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedVariant {
    pub id: VariantId,
    pub name: String,
}

impl From<&Variant> for ChangedVariant {
    fn from(variant: &Variant) -> Self {
        Self { id: variant.id.clone(), name: variant.called().to_owned() }
    }
}

impl FieldChange {
    /// A change of a product's own value.
    pub const fn new(field: Field, base: Option<FieldValue>, new: FieldValue) -> Self {
        Self { field, variant: None, base, new }
    }

    /// Which value of the product it changes.
    pub fn key(&self) -> FieldKey {
        FieldKey { field: self.field, variant: self.variant.as_ref().map(|variant| variant.id.clone()) }
    }

    /// Why a product as it is now can no longer be changed in this way: its price and stock are those of its
    /// variants, or the variant is gone.
    pub fn obstacle(&self, state: &ProductState) -> Option<Problem> {
        match &self.variant {
            None if state.has_variants && Variant::FIELDS.contains(&self.field) => {
                Some(Problem::new(ProblemKind::HasVariants))
            }
            Some(variant) if state.variant(&variant.id).is_none() => {
                Some(Problem::new(ProblemKind::VariantGone).with_subject(&variant.name))
            }
            _ => None,
        }
    }

    /// The old and the new number of requests, if it changes one.
    pub const fn numbers(&self) -> Option<(i64, i64)> {
        match &self.base {
            Some(old) => match (old.integer(), self.new.integer()) {
                (Some(old), Some(new)) => Some((old, new)),
                _ => None,
            },
            None => None,
        }
    }

    /// Whether a number changes, also where there was none before.
    pub const fn is_of_number(&self) -> bool {
        let is_number = match &self.base {
            Some(old) => old.integer().is_some(),
            None => true,
        };
        is_number && self.new.integer().is_some()
    }

    /// Whether a price becomes so much higher or lower that it may be in another unit.
    pub fn is_unusual_price(&self) -> bool {
        let is_far = |(old, new): (i64, i64)| {
            old > 0
                && (new >= old.saturating_mul(UNUSUAL_FACTOR) || old >= new.saturating_mul(UNUSUAL_FACTOR))
        };
        self.field == Field::PrimaryPrice && self.numbers().is_some_and(is_far)
    }

    /// Whether a stock becomes so large that it may be a price in the wrong column.
    pub fn is_unusual_stock(&self) -> bool {
        let was_usual = self.numbers().is_none_or(|(old, _)| !may_be_price(old));
        self.field == Field::Stock && self.new.integer().is_some_and(may_be_price) && was_usual
    }

    /// Whether a product had a value before that it can be given again. A first SKU can only be replaced,
    /// not removed; a discount that ran had a number of days that no reading shows.
    pub fn can_be_undone(&self) -> bool {
        let is_empty = |base: &FieldValue| matches!(base, FieldValue::Text(text) if text.is_empty());
        match &self.base {
            Some(FieldValue::Discount(before)) if before.runs() => false,
            Some(base) => !is_empty(base) || self.field.is_clearable(),
            None => false,
        }
    }
}

/// How far the change of a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowState {
    /// To be sent: nothing was, or what was sent is known not to have been done, or not all of it.
    Waiting,
    /// It may have been sent: the shop is read to see what it did.
    Sent,
    /// The shop shows the new values.
    Changed,
    /// The marketplace took the change; it shows the old values until it was reviewed.
    InReview,
    /// The shop had the new values already.
    Equal,
    /// Somebody else changed a value after the preview: a person decides.
    Moved,
    Failed,
    /// Given up before it was sent, or left as the shop has it.
    Cancelled,
}

impl RowState {
    /// Every state.
    pub const ALL: [Self; 8] = [
        Self::Waiting,
        Self::Sent,
        Self::Changed,
        Self::InReview,
        Self::Equal,
        Self::Moved,
        Self::Failed,
        Self::Cancelled,
    ];

    /// Its name in the store and in JSON lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Changed => "changed",
            Self::InReview => "in_review",
            Self::Equal => "equal",
            Self::Moved => "moved",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether nothing more is done without a person.
    pub const fn is_final(self) -> bool {
        !matches!(self, Self::Waiting | Self::Sent)
    }
}

/// One product of a run, as it is stored and shown.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRow {
    pub product: ProductId,
    /// Its name when the change was planned.
    pub name: String,
    pub changes: Vec<FieldChange>,
    pub state: RowState,
    /// Whether a request with it left, or may have left: what the shop has may be ours, whatever the answer
    /// said.
    pub sent: bool,
    /// What the shop has instead, for each change of a row that [moved](RowState::Moved), and of one whose
    /// values the marketplace wrote in its own way.
    pub now: Vec<Option<FieldValue>>,
    pub problem: Option<Problem>,
}

impl StoredRow {
    /// Whether the shop may have its new values: it was sent. Earlier versions kept only what became of it.
    pub fn may_have_changed(&self) -> bool {
        let is_unproven = |problem: &Problem| {
            matches!(problem.kind, ProblemKind::ChangeUnconfirmed | ProblemKind::NotApplied)
        };
        let was_sent = self.sent || self.problem.as_ref().is_some_and(is_unproven);
        matches!(self.state, RowState::Changed | RowState::InReview) || was_sent
    }

    /// Whether a value is there that one of its changes replaced.
    pub fn is_shown_as_before(&self, state: &ProductState) -> bool {
        let is_old = |change: &FieldChange| {
            change.base.as_ref() != Some(&change.new)
                && change.base.is_some()
                && state.value_of(&change.key()) == change.base
        };
        self.may_have_changed() && self.changes.iter().any(is_old)
    }

    /// Whether the marketplace wrote some value in its own way. That it says until when a discount runs, and
    /// not for how many days, is no other way.
    pub fn is_spelled(&self) -> bool {
        let mut changes = self.changes.iter().enumerate();
        changes.any(|(place, change)| change.field != Field::Discount && self.spelled(place).is_some())
    }

    /// What the marketplace made of the new value of a change, where it wrote it in its own way: without the
    /// spaces, with other letters of the same word, rounded.
    pub fn spelled(&self, change: usize) -> Option<&FieldValue> {
        let now = self.now.get(change)?.as_ref().filter(|_| self.state == RowState::Changed)?;
        (self.changes.get(change)?.new != *now).then_some(now)
    }
}
