//! Rules of the worker that its simulation (`sim`) switches off one at a time, to show that it notices their absence.

/// A rule that can be switched off in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// What was started in one account does not run in another.
    Account,
    /// A started import is on disk at once.
    Pending,
    /// What waits for categories belongs to a run, so that Pause and Cancel reach it.
    Categories,
    /// Of several plans only the last requested one counts.
    Plans,
    /// A renewed token belongs to the session whose token it was, and is saved only while that one holds its keychain entry.
    Renewal,
    /// A renewed token that the keychain did not accept is kept, and saved later.
    UnsavedToken,
    /// Only the preview that Start was pressed below is sent.
    Preview,
}

impl Guard {
    /// Whether the rule applies: always, outside of tests.
    #[cfg(not(test))]
    pub const fn holds(self) -> bool {
        true
    }

    /// Whether the rule applies: unless it is switched off on this thread.
    #[cfg(test)]
    pub fn holds(self) -> bool {
        OFF.get() != Some(self)
    }
}

#[cfg(test)]
thread_local! {
    static OFF: std::cell::Cell<Option<Guard>> = const { std::cell::Cell::new(None) };
}

/// Switches a rule off for this thread, until the next call.
#[cfg(test)]
pub fn switch_off(guard: Option<Guard>) {
    OFF.set(guard);
}
