//! The drafts of a run, and the queues in which they wait.
//!
//! An item alone says how far its draft has come. The queues are derived from that: [`Queues::note`] is the
//! one function that says what is in them, and [`Items::change`] the one way to change an item.

use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::time::Duration;

use super::evidence::absence::UnconfirmedCreation;
use super::item::{Item, Photo, Progress, Stage};
use crate::import::state::{Counts, DraftId};
use vitrine_domain::ProductId;
use vitrine_media::ContentHash;

/// An index into [`Items`].
pub(super) type ItemIndex = usize;

/// The drafts, in the order in which they were added.
#[derive(Debug, Default)]
pub(super) struct Items {
    all: Vec<Item>,
    by_draft: HashMap<DraftId, ItemIndex>,
    queues: Queues,
    /// How many places were given out in front of the queue.
    in_front: i64,
}

/// Products that a list has yet to show: created ones, and those whose name or SKU is said to be taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SoughtProducts {
    /// Those that a complete list lacked.
    pub unseen: BTreeSet<ItemIndex>,
    /// Those that none has shown, or could have shown, by when their answers came.
    pub unshown: BTreeSet<(Duration, ItemIndex)>,
}

/// What can be found of the items without asking each of them, in their order.
///
/// It is large because it has a queue for each state that an item waits in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Queues {
    pub counts: Counts,
    /// Drafts that were not begun, each with its place.
    pub waiting: BTreeSet<(i64, ItemIndex)>,
    pub to_prepare: BTreeSet<(ItemIndex, usize)>,
    pub to_upload: BTreeSet<(ItemIndex, usize)>,
    pub ready: BTreeSet<ItemIndex>,
    /// Drafts that a person corrected or retried: they go before the others.
    pub preferred: BTreeSet<ItemIndex>,
    /// Photos and creations to be tried again, and when.
    pub deferred: BTreeSet<(Duration, Deferred)>,
    /// Creations whose intent is being made durable, with the number of its record.
    pub intents: BTreeSet<(u64, ItemIndex)>,
    pub unconfirmed: BTreeSet<ItemIndex>,
    pub sought: SoughtProducts,
    /// Products of drafts that are done. Of several drafts with one product, the one that had it first.
    pub assigned: HashMap<ProductId, ItemIndex>,
    pub creating: usize,
    pub preparing: usize,
    pub in_memory: usize,
    pub bytes: u64,
    pub sending: usize,
    /// The content of the photos being uploaded, and of how many of them.
    pub sending_contents: HashMap<ContentHash, usize>,
}

/// Something to try again at a later time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deferred {
    Creation(ItemIndex),
    Upload(ItemIndex, usize),
}

impl Deref for Items {
    type Target = [Item];

    fn deref(&self) -> &[Item] {
        &self.all
    }
}

impl Items {
    pub const fn queues(&self) -> &Queues {
        &self.queues
    }

    /// The item of a draft.
    pub fn find(&self, draft: DraftId) -> Option<ItemIndex> {
        self.by_draft.get(&draft).copied()
    }

    /// Adds an item, and lets it go to the end of the queue if it waits. One that is there already stays as
    /// it is.
    pub fn push(&mut self, mut item: Item) {
        let index = self.all.len();
        if self.by_draft.contains_key(&item.id) {
            return;
        }
        if matches!(item.progress(), Progress::Waiting(_)) {
            item.advance(Progress::Waiting(i64::try_from(index).unwrap_or(i64::MAX)));
        }
        self.by_draft.insert(item.id, index);
        self.queues.note(index, &item, true);
        self.all.push(item);
    }

    /// Changes an item, which may change its queues.
    pub fn change<T>(&mut self, index: ItemIndex, change: impl FnOnce(&mut Item) -> T) -> T {
        let item = &mut self.all[index];
        self.queues.note(index, item, false);
        let result = change(item);
        self.queues.note(index, item, true);
        result
    }

    /// Changes a photo of an item.
    pub fn change_photo<T>(
        &mut self,
        (index, photo): (ItemIndex, usize),
        change: impl FnOnce(&mut Photo) -> T,
    ) -> T {
        let item = &mut self.all[index];
        self.queues.note_photo((index, photo), item, false);
        let result = change(&mut item.photos[photo]);
        self.queues.note_photo((index, photo), item, true);
        result
    }

    /// The creation of which it is not known what became. No queue depends on more than that there is one.
    pub fn open_mut(&mut self, index: ItemIndex) -> Option<&mut UnconfirmedCreation> {
        self.all[index].open_mut()
    }

    /// A place before all others in the queue.
    pub const fn first_place(&mut self) -> i64 {
        self.in_front += 1;
        -self.in_front
    }

    /// Takes all items out.
    pub fn take(&mut self) -> Vec<Item> {
        std::mem::take(self).all
    }

    /// Whether the queues hold what the items say, and nothing else.
    #[cfg(test)]
    pub fn check(&self) {
        let mut derived = Queues::default();
        self.all.iter().enumerate().for_each(|(index, item)| derived.note(index, item, true));
        // Which of several drafts had a product first is not to be seen any more.
        derived.assigned.clone_from(&self.queues.assigned);
        assert_eq!(self.queues, derived);
        let is_done =
            |item: &Item| matches!(item.progress(), Progress::Created { .. } | Progress::Skipped { .. });
        let has_it = |(product, &index): (&ProductId, &ItemIndex)| {
            is_done(&self.all[index]) && self.all[index].product() == Some(product)
        };
        assert!(self.queues.assigned.iter().all(has_it));
    }
}

impl Queues {
    /// Puts an item into the queues that it belongs to, or takes it out of them.
    fn note(&mut self, index: ItemIndex, item: &Item, is_there: bool) {
        if is_there {
            self.counts.add(item.shown_state());
        } else {
            self.counts.remove(item.shown_state());
        }
        put(&mut self.preferred, index, is_there && item.is_preferred);
        put(&mut self.sought.unseen, index, is_there && item.is_unseen());
        if let Some(answered) = item.unshown_since() {
            put(&mut self.sought.unshown, (answered, index), is_there);
        }
        match item.progress() {
            Progress::Waiting(place) => put(&mut self.waiting, (*place, index), is_there),
            Progress::Ready { not_before: None } => put(&mut self.ready, index, is_there),
            Progress::Ready { not_before: Some(time) } => {
                put(&mut self.deferred, (*time, Deferred::Creation(index)), is_there);
            }
            Progress::Creating { intent, .. } => {
                count(&mut self.creating, is_there);
                if let Some(number) = intent {
                    put(&mut self.intents, (*number, index), is_there);
                }
            }
            Progress::Unconfirmed(_) => put(&mut self.unconfirmed, index, is_there),
            Progress::Created { product, .. } | Progress::Skipped { product } => {
                if let Some(product) = product {
                    self.assign(product, index, is_there);
                }
            }
            Progress::Uploading | Progress::Failed(_) | Progress::Cancelled => {}
        }
        (0..item.photos.len()).for_each(|photo| self.note_photo((index, photo), item, is_there));
    }

    fn note_photo(&mut self, place: (ItemIndex, usize), item: &Item, is_there: bool) {
        let is_wanted = is_there && matches!(item.progress(), Progress::Uploading);
        let (index, photo) = place;
        match item.photos[photo].stage {
            Stage::Waiting => put(&mut self.to_prepare, place, is_wanted),
            Stage::Preparing => {
                count(&mut self.preparing, is_there);
                count(&mut self.in_memory, is_there);
            }
            Stage::Prepared { bytes, not_before } => {
                self.keep(bytes, is_there);
                match not_before {
                    None => put(&mut self.to_upload, place, is_wanted),
                    Some(time) => put(&mut self.deferred, (time, Deferred::Upload(index, photo)), is_wanted),
                }
            }
            Stage::Sending { bytes, .. } => {
                self.keep(bytes, is_there);
                count(&mut self.sending, is_there);
                if let Some(content) = item.content(photo) {
                    count(self.sending_contents.entry(content).or_default(), is_there);
                    self.sending_contents.retain(|_, photos| *photos > 0);
                }
            }
            Stage::Up(_) => {}
        }
    }

    fn keep(&mut self, bytes: u64, is_there: bool) {
        count(&mut self.in_memory, is_there);
        self.bytes = if is_there { self.bytes + bytes } else { self.bytes - bytes };
    }

    fn assign(&mut self, product: &ProductId, index: ItemIndex, is_there: bool) {
        if is_there {
            self.assigned.entry(product.clone()).or_insert(index);
        } else if self.assigned.get(product) == Some(&index) {
            self.assigned.remove(product);
        }
    }
}

fn put<T: Ord>(queue: &mut BTreeSet<T>, key: T, is_there: bool) {
    if is_there {
        queue.insert(key);
    } else {
        queue.remove(&key);
    }
}

const fn count(counted: &mut usize, is_there: bool) {
    if is_there {
        *counted += 1;
    } else {
        *counted -= 1;
    }
}
