//! Rules of the worker that its simulation (`sim`) switches off one at a time, to show that it would notice their absence.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// What was started in one account does not begin in another.
    Account,
    /// What was started is on the disk at once.
    Pending,
    /// Of several plans the one asked for last counts.
    Plans,
}

impl Guard {
    #[cfg(not(test))]
    pub const fn holds(self) -> bool {
        true
    }

    #[cfg(test)]
    pub fn holds(self) -> bool {
        OFF.get() != Some(self)
    }
}

#[cfg(test)]
thread_local! {
    static OFF: std::cell::Cell<Option<Guard>> = const { std::cell::Cell::new(None) };
}

/// For this thread, until another is.
#[cfg(test)]
pub fn switch_off(guard: Option<Guard>) {
    OFF.set(guard);
}
