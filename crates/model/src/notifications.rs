//! Notifications: shown over the screens until dismissed, and kept in a list to be read again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Zoned;

use vitrine_core::edit::EditRunId;
use vitrine_core::import::file_name::file_name;
use vitrine_domain::{Problem, ProductId};

/// A notification that belongs to no screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Notification {
    /// Something went wrong.
    Problem(Problem),
    /// The program failed when it was used last; with the report.
    Crashed(String),
    /// What can be sent to whoever helps with a problem, and where the program keeps its data.
    ProblemReport { report: String, folder: PathBuf },
    /// This version of the program is newer.
    NewVersion(String),
    /// A file was saved at this path.
    Saved(PathBuf),
    /// No browser opened for the page at this address.
    PageNotOpened(String),
    /// So many rows of what was pasted into the review had no product to go to.
    PastedTooMuch(usize),
    /// So many rows of what was pasted into the products table had no row to go to, or came to a product that
    /// has prices and stocks in its variants.
    NotPasted { beyond: usize, in_variants: usize },
    /// So many values of the review were replaced at once, by the change of this number.
    Replaced { values: usize, change: u64 },
    /// Nothing of what was dropped or pasted was added.
    NothingAdded(NotAdded),
    /// Of what was dropped, these files were left out.
    FilesLeftOut(OtherFiles),
    /// So many products of the shop were copied, for a spreadsheet.
    Copied(usize),
    /// So many photos or folders of photos came into the watched folder, and were added.
    FoundInFolder(usize),
    /// So many wait there until nobody types in the review.
    WaitsInFolder(usize),
    /// So many products were taken out of the review by the change of this number.
    Removed { products: usize, change: u64 },
    /// So many photos were taken out of a product of the review by the change of this number.
    PhotosRemoved { photos: usize, change: u64 },
    /// The import of so many products that was paused because the account was left goes on.
    ImportResumed(usize),
    /// An import of an earlier session was interrupted, and a review is on the screen: so many products it
    /// had, of which so many are not sent.
    ImportUnfinished { total: usize, waiting: usize },
    /// So many products of an earlier session are in the review again.
    ReviewWaits {
        count: usize,
        /// Of how many the files have changed since the review was saved.
        changed: usize,
    },
    /// So many changes of products are unfinished since last time.
    EditsUnfinished(usize),
    /// A spreadsheet that is followed was saved, and differs from the shop in so many products.
    ListDiffers { name: String, count: usize },
    /// An import ended: so many products are in the shop, so many are not, and of so many a person has to say
    /// whether they are.
    ImportEnded { done: usize, missing: usize, asked: usize },
    /// A run of changes ended: so many products have the new values, or the old ones again, and so many do
    /// not.
    EditsEnded { run: EditRunId, changed: usize, missing: usize, is_undo: bool },
    /// A product was created from the form, which holds the next one already. The marketplace may not tell
    /// its id.
    ProductCreated { name: String, id: Option<ProductId> },
    /// Two products of the review became one by the change of this number.
    ProductsMerged { change: u64 },
}

/// Files that are neither photos nor spreadsheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherFiles {
    /// The names of the first ones.
    pub names: Vec<String>,
    pub count: usize,
}

impl OtherFiles {
    /// How many are named.
    const NAMED: usize = 3;

    /// So many files, of which these are known.
    pub(crate) fn new<'a>(files: impl Iterator<Item = &'a Path>, count: usize) -> Self {
        Self { names: files.take(Self::NAMED).map(file_name).collect(), count }
    }
}

/// Why nothing was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAdded {
    /// The review has all of its photos already.
    Known,
    /// The review has all of its photos already, and the spreadsheet says something else of so many products.
    NewValues(usize),
    /// A spreadsheet describes only products that are in the shop.
    InShop,
    /// There are no photos in it.
    NoPhotos,
    /// The files are neither photos nor spreadsheets.
    OtherFiles(OtherFiles),
    /// A dialog was open.
    DialogOpen,
    /// The clipboard has no photos.
    NothingCopied,
}

/// A notification with its history.
#[derive(Clone, Debug)]
pub struct NotificationEntry {
    /// Identifies the entry.
    pub id: u64,
    /// What it says.
    pub notification: Notification,
    /// How often it occurred while it was shown.
    pub count: usize,
    /// When it occurred last.
    pub at: Zoned,
    /// Whether it is shown over the screens.
    pub shown: bool,
    /// Whether it was dismissed or seen in the list.
    pub read: bool,
    /// The shop that was left to which it belongs, so that nothing can be done about it any more.
    pub left: Option<ShopAt>,
}

/// A shop, as it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShopAt {
    /// Its name; a marketplace may tell none.
    pub shop: Option<String>,
    /// The marketplace.
    pub market: String,
}

/// The notifications of this session, oldest first.
#[derive(Debug, Default)]
pub struct NotificationLog {
    /// Whether the list is open.
    pub open: bool,
    /// The shop in which one is signed in, or was last.
    shop: Option<ShopAt>,
    all: Vec<NotificationEntry>,
    next: u64,
}

/// The number of notifications shown at a time. The oldest leave the screen and stay in the list.
const MAX_SHOWN: usize = 4;
/// The length of the list; older ones are dropped.
const MAX_LOGGED: usize = 100;
/// How long a success is shown.
const SUCCESS_DURATION: Duration = Duration::from_secs(8);

impl NotificationLog {
    /// Adds a notification; one that is shown already is counted instead.
    pub fn add(&mut self, notification: Notification, now: &Zoned) {
        // Said of a list each time its shop is opened, as long as it is true.
        if matches!(notification, Notification::ListDiffers { .. }) {
            self.all.retain(|note| note.shown || note.notification != notification);
        }
        let same = self.all.iter().position(|note| note.shown && note.notification == notification);
        let note = match same {
            Some(index) => {
                let note = self.all.remove(index);
                NotificationEntry { count: note.count + 1, at: now.clone(), ..note }
            }
            None => {
                let id = self.next;
                self.next += 1;
                NotificationEntry {
                    id,
                    notification,
                    count: 1,
                    at: now.clone(),
                    shown: true,
                    read: false,
                    left: None,
                }
            }
        };
        self.all.push(note);
        let over = self.shown().count().saturating_sub(MAX_SHOWN);
        self.all.iter_mut().filter(|note| note.shown).take(over).for_each(|note| note.shown = false);
        self.all.drain(..self.all.len().saturating_sub(MAX_LOGGED));
    }

    /// Keeps what the screen itself says, to be read later. `read`: the person sees that screen. A run of
    /// changes that goes on after a decision has ended anew: that takes the place of what was said of it
    /// before.
    pub fn keep(&mut self, notification: Notification, now: &Zoned, read: bool) {
        if let Notification::EditsEnded { run: ended, .. } = &notification {
            self.all.retain(
                |note| !matches!(&note.notification, Notification::EditsEnded { run, .. } if run == ended),
            );
        }
        self.add(notification, now);
        if let Some(note) = self.all.last_mut() {
            (note.shown, note.read) = (false, read);
        }
    }

    /// The notifications shown over the screens.
    pub fn shown(&self) -> impl Iterator<Item = &NotificationEntry> {
        self.all.iter().filter(|note| note.shown)
    }

    /// All notifications in the list, newest first.
    pub fn newest_first(&self) -> impl ExactSizeIterator<Item = &NotificationEntry> {
        self.all.iter().rev()
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The number of unread notifications.
    pub fn unread(&self) -> usize {
        self.all.iter().filter(|note| !note.read).count()
    }

    /// Takes a notification off the screen.
    pub fn dismiss(&mut self, id: u64) {
        for note in self.all.iter_mut().filter(|note| note.id == id) {
            (note.shown, note.read) = (false, true);
        }
    }

    /// Something was dropped: what became of an earlier drop leaves the screen.
    pub(super) fn drop_begins(&mut self) {
        for note in &mut self.all {
            note.shown &=
                !matches!(note.notification, Notification::NothingAdded(_) | Notification::FilesLeftOut(_));
        }
    }

    /// Takes the notification of a new version off the screen: its notes are read.
    pub fn dismiss_new_version(&mut self) {
        for note in
            self.all.iter_mut().filter(|note| matches!(note.notification, Notification::NewVersion(_)))
        {
            (note.shown, note.read) = (false, true);
        }
    }

    /// Opens or closes the list, which marks all notifications as read.
    pub fn show(&mut self, open: bool) {
        self.open = open;
        for note in &mut self.all {
            (note.shown, note.read) = (false, true);
        }
    }

    /// The account was left. What belongs to it leaves the screen and stays in the list, without its buttons:
    /// the same product or change of another shop is another one.
    pub(super) fn account_left(&mut self) {
        let own = |note: &&mut NotificationEntry| {
            !matches!(
                note.notification,
                Notification::Problem(_)
                    | Notification::Crashed(_)
                    | Notification::ProblemReport { .. }
                    | Notification::NewVersion(_)
                    | Notification::Saved(_)
                    | Notification::PageNotOpened(_)
            )
        };
        // What waits there is true of that shop alone.
        self.all.retain(|note| {
            !matches!(
                note.notification,
                Notification::ReviewWaits { .. } | Notification::ImportUnfinished { .. }
            )
        });
        for note in self.all.iter_mut().filter(own) {
            note.shown = false;
            if note.left.is_none() {
                note.left.clone_from(&self.shop);
            }
        }
    }

    /// What is told from now on is of this shop.
    pub(super) fn entered(&mut self, shop: ShopAt) {
        self.shop = Some(shop);
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Takes successes off the screen when their time is over. Returns the time until the next one.
    pub fn expire(&mut self, now: &Zoned) -> Option<Duration> {
        let mut next: Option<Duration> = None;
        for note in self.all.iter_mut().filter(|note| {
            note.shown
                && !matches!(
                    note.notification,
                    Notification::Problem(_)
                        | Notification::NothingAdded(
                            NotAdded::DialogOpen | NotAdded::OtherFiles(_) | NotAdded::NewValues(_)
                        )
                        | Notification::FilesLeftOut(_)
                        | Notification::ReviewWaits { changed: 1.., .. }
                        | Notification::PastedTooMuch(_)
                        | Notification::NotPasted { .. }
                        | Notification::PageNotOpened(_)
                        | Notification::Crashed(_)
                        | Notification::NewVersion(_)
                )
        }) {
            let shown_for = now.duration_since(&note.at).unsigned_abs();
            match SUCCESS_DURATION.checked_sub(shown_for).filter(|left| !left.is_zero()) {
                Some(left) => next = Some(next.map_or(left, |next| next.min(left))),
                None => (note.shown, note.read) = (false, true),
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;

    use super::*;
    use vitrine_domain::ProblemKind;

    fn problem(about: usize) -> Notification {
        Notification::Problem(Problem::new(ProblemKind::Unreachable).with_subject(about.to_string()))
    }

    fn log(count: usize) -> NotificationLog {
        let mut notes = NotificationLog::default();
        (0..count).for_each(|about| notes.add(problem(about), &Zoned::default()));
        notes
    }

    #[test]
    fn old_notifications_leave_the_screen_and_stay_in_the_list() {
        let notes = log(6);
        assert_eq!(notes.shown().map(|note| note.id).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert_eq!(notes.newest_first().map(|note| note.id).collect::<Vec<_>>(), [5, 4, 3, 2, 1, 0]);
        assert_eq!(log(300).newest_first().len(), MAX_LOGGED);
    }

    #[test]
    fn what_waits_in_a_shop_is_not_said_in_another_one() {
        let mut notes = log(1);
        notes.keep(Notification::ReviewWaits { count: 6, changed: 0 }, &Zoned::default(), false);
        notes.add(Notification::ImportUnfinished { total: 9, waiting: 2 }, &Zoned::default());
        notes.account_left();
        assert_eq!(notes.newest_first().map(|note| note.id).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn what_became_of_a_drop_is_said_until_the_next_one() {
        let mut notes = log(1);
        let film = OtherFiles { names: vec!["film.mp4".to_owned()], count: 1 };
        notes.add(Notification::NothingAdded(NotAdded::OtherFiles(film)), &Zoned::default());
        assert_eq!(notes.shown().count(), 2);
        notes.drop_begins();
        let shown: Vec<u64> = notes.shown().map(|note| note.id).collect();
        assert_eq!((shown, notes.newest_first().len()), (vec![0], 2));
    }

    #[test]
    fn a_repetition_is_counted_while_shown_and_added_again_after_it_was_dismissed() {
        let mut notes = log(2);
        let later = Zoned::default() + 1.minute();
        notes.add(problem(0), &later);
        let newest = notes.newest_first().next().unwrap().clone();
        assert_eq!((newest.id, newest.count, newest.at), (0, 2, later.clone()));
        notes.dismiss(0);
        notes.add(problem(0), &later);
        assert_eq!(notes.newest_first().map(|note| note.count).collect::<Vec<_>>(), [1, 2, 1]);
    }

    #[test]
    fn dismissing_or_opening_the_list_marks_as_read() {
        let mut notes = log(5);
        assert_eq!(notes.unread(), 5);
        notes.dismiss(4);
        assert_eq!((notes.unread(), notes.shown().count()), (4, 3));
        notes.show(true);
        assert_eq!((notes.unread(), notes.shown().count(), notes.newest_first().len()), (0, 0, 5));
    }

    #[test]
    fn a_success_disappears_after_a_while_and_a_problem_stays() {
        let mut notes = log(1);
        let at = Zoned::default();
        notes.add(Notification::Saved("report.xlsx".into()), &at);
        assert_eq!(notes.expire(&(&at + 3.seconds())), Some(Duration::from_secs(5)));
        assert_eq!(notes.expire(&(&at + 9.seconds())), None);
        assert_eq!(notes.shown().map(|note| note.id).collect::<Vec<_>>(), [0]);
        assert_eq!(notes.newest_first().len(), 2);
    }
}
