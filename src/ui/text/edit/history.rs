//! What was changed, so that it can be undone and done again. Keeps the changes, not copies of the text.

use crate::ui::text::selection::Selection;

/// `removed` gave way to `inserted` at `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub at: usize,
    pub removed: String,
    pub inserted: String,
    /// The selection before it.
    pub before: Selection,
}

/// Typing and deleting go on from keypress to keypress as one change; anything else stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Typing,
    Deleting,
    Other,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
    /// The kind of the last change while it may still grow.
    open: Option<Kind>,
}

/// The most bytes kept. What is older is forgotten first.
const LONGEST: usize = 4 * 1024 * 1024;

impl History {
    pub fn record(&mut self, change: Change, kind: Kind) {
        self.undone.clear();
        let grown = self.open == Some(kind) && self.done.last_mut().is_some_and(|last| last.grow(&change, kind));
        if !grown {
            self.done.push(change);
        }
        self.open = (kind != Kind::Other).then_some(kind);
        self.forget_oldest();
    }

    fn forget_oldest(&mut self) {
        let mut kept = 0;
        let first_kept = self.done.iter().rposition(|change| {
            kept += change.len();
            kept > LONGEST
        });
        self.done.drain(..first_kept.map_or(0, |too_old| too_old + 1));
    }

    /// Ends the last change: what follows is undone by itself.
    pub fn seal(&mut self) {
        self.open = None;
    }

    pub const fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes the last change back. Nothing when there is none, or the text is not as the change left it.
    pub fn undo(&mut self, text: &mut String) -> Option<Change> {
        self.open = None;
        let change = self.done.pop()?;
        if !holds(text, change.at, &change.inserted) {
            self.done.clear();
            self.undone.clear();
            return None;
        }
        text.replace_range(change.at..change.at + change.inserted.len(), &change.removed);
        self.undone.push(change.clone());
        Some(change)
    }

    pub fn redo(&mut self, text: &mut String) -> Option<Change> {
        self.open = None;
        let change = self.undone.pop()?;
        if !holds(text, change.at, &change.removed) {
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

    /// Takes `next` into this change when it goes on where this one stopped, within a word.
    fn grow(&mut self, next: &Self, kind: Kind) -> bool {
        match kind {
            Kind::Typing if next.removed.is_empty() && next.at == self.at + self.inserted.len() => {
                let new_word = self.inserted.ends_with(char::is_whitespace) && !next.inserted.starts_with(char::is_whitespace);
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

fn holds(text: &str, at: usize, part: &str) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(part))
}
