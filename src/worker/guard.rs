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
        super::sim::holds(self)
    }
}
