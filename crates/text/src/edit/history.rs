//! The undo history of an editor. It stores changes, not copies of the text.

use crate::selection::Selection;

/// A change: at byte `at`, `removed` was replaced by `inserted`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub at: usize,
    pub removed: String,
    pub inserted: String,
    /// The selection before the change.
    pub before: Selection,
}

/// Consecutive keystrokes of typing or of deleting form one change; other changes stand alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Typing,
    Deleting,
    Other,
}

/// The changes that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
    /// The kind of the last change, while it can still be extended.
    open: Option<Kind>,
}

/// The limit of the history in bytes; the oldest changes are dropped first.
const MAX_HISTORY_BYTES: usize = 4 * 1024 * 1024;

impl History {
    /// Adds a change, or extends the last one.
    pub fn record(&mut self, change: Change, kind: Kind) {
        self.undone.clear();
        let merged =
            self.open == Some(kind) && self.done.last_mut().is_some_and(|last| last.merge(&change, kind));
        if !merged {
            self.done.push(change);
        }
        self.open = (kind != Kind::Other).then_some(kind);
        self.forget_oldest();
    }

    fn forget_oldest(&mut self) {
        let mut bytes = 0;
        let first_kept = self.done.iter().rposition(|change| {
            bytes += change.len();
            bytes > MAX_HISTORY_BYTES
        });
        self.done.drain(..first_kept.map_or(0, |too_old| too_old + 1));
    }

    /// Ends the last change, so that the next one is undone separately.
    pub fn seal(&mut self) {
        self.open = None;
    }

    /// Whether there is a change to undo.
    pub const fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is a change to redo.
    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Undoes the last change. `None` if there is none, or if the text was changed by someone else since.
    pub fn undo(&mut self, text: &mut String) -> Option<Change> {
        self.open = None;
        let change = self.done.pop()?;
        if !has_part(text, change.at, &change.inserted) {
            self.done.clear();
            self.undone.clear();
            return None;
        }
        text.replace_range(change.at..change.at + change.inserted.len(), &change.removed);
        self.undone.push(change.clone());
        Some(change)
    }

    /// Redoes the last change that was undone; `None` as for [`undo`](Self::undo).
    pub fn redo(&mut self, text: &mut String) -> Option<Change> {
        self.open = None;
        let change = self.undone.pop()?;
        if !has_part(text, change.at, &change.removed) {
            self.done.clear();
            self.undone.clear();
            return None;
        }
        text.replace_range(change.at..change.at + change.removed.len(), &change.inserted);
        self.done.push(change.clone());
        Some(change)
    }
}

impl Change {
    fn len(&self) -> usize {
        self.removed.len() + self.inserted.len()
    }

    /// Merges `next` into this change if it continues it within a word.
    fn merge(&mut self, next: &Self, kind: Kind) -> bool {
        match kind {
            Kind::Typing if next.removed.is_empty() && next.at == self.at + self.inserted.len() => {
                let new_word = self.inserted.ends_with(char::is_whitespace)
                    && !next.inserted.starts_with(char::is_whitespace);
                if !new_word {
                    self.inserted.push_str(&next.inserted);
                }
                !new_word
            }
            Kind::Deleting if self.inserted.is_empty() && next.at + next.removed.len() == self.at => {
                self.removed.insert_str(0, &next.removed);
                self.at = next.at;
                true
            }
            Kind::Deleting if self.inserted.is_empty() && next.at == self.at => {
                self.removed.push_str(&next.removed);
                true
            }
            _ => false,
        }
    }
}

fn has_part(text: &str, at: usize, part: &str) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(part))
}
