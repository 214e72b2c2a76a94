//! One product of a run, and where it is on its way.

use std::time::Duration;

use super::protocol::Config;
use crate::edit::change::{FieldChange, RowState, StoredRow};
use vitrine_domain::text::folded;
use vitrine_domain::{Backoff, Change, Field, FieldValue, Problem, ProductChange, ProductState};

/// How long a request whose connection broke, or that timed out, may still take effect.
pub const BROKEN: Duration = Duration::from_secs(10);
pub const TIMED_OUT: Duration = Duration::from_secs(30);
/// How long a change that was accepted may take until the shop shows it.
pub const ACCEPTED: Duration = Duration::from_secs(60);
/// How long what was sent stays in doubt after its window and a reading that fails: then a person is asked.
pub const PERSON_AFTER: Duration = Duration::from_secs(15 * 60);
/// Between readings that did not settle what became of a change.
const LOOKS: Backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(8));

#[derive(Debug)]
pub struct Item {
    pub row: StoredRow,
    pub stage: Stage,
    /// How often it was sent in this process.
    pub attempts: u32,
    /// Whether something was sent that may have been done, in part or for a while.
    pub may_be_applied: bool,
    /// When the product was read last. What it had then is in `row.now`.
    pub read_at: Option<Duration>,
    /// Whether some change of it waited for a review then.
    pub in_review: bool,
    /// Readings of it that failed, one after the other.
    pub unread: Unread,
    /// It has to be read alone: a list does not show it, or not all that matters.
    pub reads_alone: bool,
    /// It has to be sent alone: a request with others was refused as a whole.
    pub sends_alone: bool,
    /// Whether some change of it waited for a review before this one was sent.
    pub was_in_review: bool,
    /// Why the marketplace refused it when it was sent last. Believed once the shop was seen without the new
    /// values.
    pub refusal: Option<Problem>,
    /// Why it is not known what became of it when it was sent last.
    pub lost: Option<Problem>,
}

/// Readings of a product that failed, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unread {
    pub count: u32,
    /// When the first of them failed.
    pub since: Duration,
}

/// Where a product is on its way.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// To be read before it is sent. What was sent before can no longer take effect.
    Queued,
    Checking,
    Ready {
        read_at: Duration,
    },
    /// The intent is being recorded, or the request is on its way.
    Sending,
    /// To be read because of what was sent.
    Unproven(Doubt),
    Proving(Doubt),
    Done,
}

/// What is known of a request that was sent.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    pub since: Duration,
    /// The marketplace said that it took the change.
    pub accepted: bool,
    /// It said that the change waits for a review.
    pub in_review: bool,
    /// How long it may still take effect.
    pub window: Duration,
    /// How often the shop was read for it.
    pub looks: u32,
}

impl Doubt {
    /// Of a request that nothing but the shop can tell of.
    pub const fn lost(since: Duration, window: Duration) -> Self {
        Self { since, accepted: false, in_review: false, window, looks: 0 }
    }

    /// When it can no longer take effect.
    pub fn until(&self) -> Duration {
        self.since + self.window
    }

    /// When to read next, after a reading that did not settle it.
    pub fn next_look(&self, now: Duration) -> Duration {
        let (next, end) = (now + LOOKS.after(self.looks + 1), self.until());
        if now < end { next.min(end) } else { next }
    }

    pub fn is_over(&self, now: Duration) -> bool {
        now >= self.until()
    }
}

/// How a product's values compare with a change: what holds for some field, the last of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// It has its new value, perhaps as the marketplace writes it.
    New,
    /// It is not shown by this reading.
    Hidden,
    /// It has its base.
    Pending,
    /// It has another value.
    Moved,
}

impl Item {
    pub fn new(row: StoredRow, config: Config) -> Self {
        // Lists do not show such fields, and batches do not take them.
        let is_single =
            |change: &FieldChange| !change.field.changes(Change::Many) && change.field != Field::Discount;
        let alone = row.changes.iter().any(is_single);
        let has_variants = row.changes.iter().any(|change| change.variant.is_some());
        let has_stock = row.changes.iter().any(|change| change.field == Field::Stock);
        Self {
            stage: Stage::Queued,
            attempts: 0,
            may_be_applied: row.sent || row.state == RowState::Sent,
            read_at: None,
            in_review: false,
            unread: Unread::default(),
            reads_alone: alone || (has_stock && !config.lists_promptly),
            sends_alone: alone || (has_variants && !config.batch_variants),
            was_in_review: true,
            refusal: None,
            lost: None,
            row,
        }
    }

    /// Whether this is the new value, perhaps as the marketplace writes it: what appears after our request,
    /// and was not there before, is what became of it. A stock moves by itself, and is never another way of
    /// writing one.
    fn is_new(&self, change: &FieldChange, now: &FieldValue) -> bool {
        let may_be_spelled =
            self.may_be_applied && change.field != Field::Stock && Some(now) != change.base.as_ref();
        *now == change.new || (may_be_spelled && is_spelling(&change.new, now))
    }

    /// What is not known of its last request, and until when it may take effect.
    pub const fn in_doubt(&self) -> Option<Doubt> {
        match self.stage {
            Stage::Unproven(doubt) | Stage::Proving(doubt) => Some(doubt),
            _ => None,
        }
    }

    /// Until when it is looked for, of a product whose change is in doubt.
    pub fn overdue_at(&self) -> Option<Duration> {
        let doubt = self.in_doubt()?;
        let since = doubt.until();
        Some(since.max(self.read_at.unwrap_or_default()) + PERSON_AFTER)
    }

    /// Notes what the shop has at `now`, and compares it. Fields that this reading does not show say nothing
    /// about the others.
    pub fn note(&mut self, state: &ProductState, now: Duration) -> Comparison {
        (self.read_at, self.in_review) = (Some(now), state.in_review);
        self.row.now = self.row.changes.iter().map(|change| state.value_of(&change.key())).collect();
        let compared =
            self.row.changes.iter().zip(&self.row.now).map(|(change, now)| match (now, &change.base) {
                (None, _) => Comparison::Hidden,
                (Some(now), _) if self.is_new(change, now) => Comparison::New,
                (Some(now), Some(base)) if now != base => Comparison::Moved,
                (Some(_), _) => Comparison::Pending,
            });
        compared.max().unwrap_or(Comparison::New)
    }

    /// Whether some field is not shown by the last reading.
    pub fn is_hidden_in_part(&self) -> bool {
        self.row.now.iter().any(Option::is_none)
    }

    /// Whether some field had its new value when it was read last, and another one before it was sent.
    pub fn has_part(&self) -> bool {
        let is_ours = |change: &FieldChange, now: &FieldValue| {
            change.base.as_ref() != Some(now) && self.is_new(change, now)
        };
        self.row
            .changes
            .iter()
            .zip(&self.row.now)
            .any(|(change, now)| now.as_ref().is_some_and(|now| is_ours(change, now)))
    }

    pub fn changes(&self, field: Field) -> bool {
        self.row.changes.iter().any(|change| change.field == field)
    }

    /// Why the product as it is now can no longer be changed in this way.
    pub fn obstacle(&self, state: &ProductState) -> Option<Problem> {
        self.row.changes.iter().find_map(|change| change.obstacle(state))
    }

    /// The discount that it gets, where it gets one. It takes another operation than the other fields, and is
    /// sent with those of its kind alone.
    pub fn discount(&self) -> Option<&FieldValue> {
        let discounts = self.row.changes.iter().filter(|change| change.field == Field::Discount);
        discounts.map(|change| &change.new).next()
    }

    /// What has to be sent: the fields that do not have their new values, by the values just read.
    pub fn to_send(&self) -> ProductChange {
        let has = |index: usize, change: &FieldChange| {
            self.row.now.get(index).and_then(Option::as_ref).is_some_and(|now| self.is_new(change, now))
        };
        let lacks = |(index, change): &(usize, &FieldChange)| !has(*index, change);
        let values = self
            .row
            .changes
            .iter()
            .enumerate()
            .filter(lacks)
            .map(|(_, change)| (change.key(), change.new.clone()))
            .collect();
        ProductChange { id: self.row.product.clone(), values }
    }
}

/// Whether a marketplace may have made one value of the other: it writes some letters in its own way, trims,
/// cuts and rounds.
fn is_spelling(sent: &FieldValue, shown: &FieldValue) -> bool {
    match (sent, shown) {
        (FieldValue::Text(sent), FieldValue::Text(shown)) => {
            let bare = |text: &str| folded(text).replace(' ', "");
            let (sent, shown) = (bare(sent), bare(shown));
            !shown.is_empty() && (sent == shown || (sent.starts_with(&shown) && shown.len() * 2 > sent.len()))
        }
        // A shop does not say for how many days a discount was given.
        (FieldValue::Discount(sent), FieldValue::Discount(shown)) => sent.percent == shown.percent,
        _ => sent.integer().zip(shown.integer()).is_some_and(|(sent, shown)| is_rounding(sent, shown)),
    }
}

/// Whether the number shown is the number sent, rounded to tens, fifties, hundreds and so on.
fn is_rounding(sent: i64, shown: i64) -> bool {
    let tens =
        std::iter::successors(Some(10_i64), |step| step.checked_mul(10)).take_while(|step| *step <= sent);
    let distance = sent.saturating_sub(shown).saturating_abs();
    tens.flat_map(|step| [step, step / 2]).any(|step| shown % step == 0 && distance < step)
}
