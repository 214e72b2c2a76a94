//! What is told beside the screens: shown over them until it is dismissed, and kept to be read again.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Zoned;

use crate::domain::Problem;

/// Something that was told and belongs to no screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Notification {
    Problem(Problem),
    /// A file was saved.
    Saved(PathBuf),
}

#[derive(Clone, Debug)]
pub struct Note {
    pub id: u64,
    pub told: Notification,
    /// How often the same was told while it stood there.
    pub times: usize,
    /// When, the last time.
    pub at: Zoned,
    /// Stands over the screens.
    pub shown: bool,
    /// Someone has dismissed it or looked through the list.
    pub read: bool,
}

/// The oldest first.
#[derive(Debug, Default)]
pub struct NotificationLog {
    /// The list is looked at.
    pub open: bool,
    all: Vec<Note>,
    next: u64,
}

/// More would cover the window; the oldest make room and are found in the list.
const SHOWN: usize = 4;
/// More would not be read.
const KEPT: usize = 100;
/// Good news goes by itself.
const GOOD: Duration = Duration::from_secs(8);

impl NotificationLog {
    pub fn tell(&mut self, told: Notification, now: &Zoned) {
        let same = self.all.iter().position(|note| note.shown && note.told == told);
        let note = match same {
            Some(place) => {
                let note = self.all.remove(place);
                Note { times: note.times + 1, at: now.clone(), ..note }
            }
            None => {
                let id = self.next;
                self.next += 1;
                Note { id, told, times: 1, at: now.clone(), shown: true, read: false }
            }
        };
        self.all.push(note);
        let over = self.shown().count().saturating_sub(SHOWN);
        self.all.iter_mut().filter(|note| note.shown).take(over).for_each(|note| note.shown = false);
        self.all.drain(..self.all.len().saturating_sub(KEPT));
    }

    /// What stands over the screens.
    pub fn shown(&self) -> impl Iterator<Item = &Note> {
        self.all.iter().filter(|note| note.shown)
    }

    /// All that is kept, the newest first.
    pub fn newest_first(&self) -> impl ExactSizeIterator<Item = &Note> {
        self.all.iter().rev()
    }

    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn unread(&self) -> usize {
        self.all.iter().filter(|note| !note.read).count()
    }

    pub fn dismiss(&mut self, id: u64) {
        for note in self.all.iter_mut().filter(|note| note.id == id) {
            (note.shown, note.read) = (false, true);
        }
    }

    /// Opens or closes the list: who looks through it has read it all.
    pub fn show(&mut self, open: bool) {
        self.open = open;
        for note in &mut self.all {
            (note.shown, note.read) = (false, true);
        }
    }

    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Lets good news go when its time is over. How long until the next goes.
    pub fn expire(&mut self, now: &Zoned) -> Option<Duration> {
        let mut next: Option<Duration> = None;
        for note in self.all.iter_mut().filter(|note| note.shown && matches!(note.told, Notification::Saved(_))) {
            let stood = now.duration_since(&note.at).unsigned_abs();
            match GOOD.checked_sub(stood).filter(|left| !left.is_zero()) {
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
    use crate::domain::Code;

    fn problem(about: usize) -> Notification {
        Notification::Problem(Problem::new(Code::Unreachable).about(about.to_string()))
    }

    fn told(count: usize) -> NotificationLog {
        let mut notes = NotificationLog::default();
        (0..count).for_each(|about| notes.tell(problem(about), &Zoned::default()));
        notes
    }

    #[test]
    fn the_oldest_make_room_and_are_kept() {
        let notes = told(6);
        assert_eq!(notes.shown().map(|note| note.id).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert_eq!(notes.newest_first().map(|note| note.id).collect::<Vec<_>>(), [5, 4, 3, 2, 1, 0]);
        assert_eq!(told(300).newest_first().len(), KEPT);
    }

    #[test]
    fn the_same_again_is_counted_while_it_stands_there_and_told_anew_after_it_was_dismissed() {
        let mut notes = told(2);
        let later = Zoned::default() + 1.minute();
        notes.tell(problem(0), &later);
        let newest = notes.newest_first().next().unwrap().clone();
        assert_eq!((newest.id, newest.times, newest.at), (0, 2, later.clone()));
        notes.dismiss(0);
        notes.tell(problem(0), &later);
        assert_eq!(notes.newest_first().map(|note| note.times).collect::<Vec<_>>(), [1, 2, 1]);
    }

    #[test]
    fn what_was_dismissed_or_looked_at_is_read() {
        let mut notes = told(5);
        assert_eq!(notes.unread(), 5);
        notes.dismiss(4);
        assert_eq!((notes.unread(), notes.shown().count()), (4, 3));
        notes.show(true);
        assert_eq!((notes.unread(), notes.shown().count(), notes.newest_first().len()), (0, 0, 5));
    }

    #[test]
    fn good_news_goes_by_itself_and_a_problem_stays() {
        let mut notes = told(1);
        let at = Zoned::default();
        notes.tell(Notification::Saved("report.xlsx".into()), &at);
        assert_eq!(notes.expire(&(&at + 3.seconds())), Some(Duration::from_secs(5)));
        assert_eq!(notes.expire(&(&at + 9.seconds())), None);
        assert_eq!(notes.shown().map(|note| note.id).collect::<Vec<_>>(), [0]);
        assert_eq!(notes.newest_first().len(), 2);
    }
}
