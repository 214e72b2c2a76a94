//! The rules that the simulator can switch off, to show that it notices.

/// A rule of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::edit) enum Rule {
    /// Only products that still have the base values are sent.
    BaseCheck,
    /// Products are read again if the last reading is too old.
    FreshReading,
    /// After a lost answer the product is read before anything is sent again.
    LookFirst,
    /// A stock is not sent again while the first request may still take effect.
    WaitForStock,
    /// The intent is durable before the request leaves.
    IntentFirst,
    /// An accepted change counts only when the shop shows it.
    Prove,
    /// Nothing is sent while nobody is signed in.
    SignIn,
    /// Three equal refusals stop the run.
    StopAfterThree,
    /// What may still take effect is not given up.
    KeepDoubt,
    /// A product that cannot be read fails.
    BoundReadings,
}

#[cfg(test)]
impl Rule {
    pub(in crate::edit) const ALL: [Self; 10] = [
        Self::BaseCheck,
        Self::FreshReading,
        Self::LookFirst,
        Self::WaitForStock,
        Self::IntentFirst,
        Self::Prove,
        Self::SignIn,
        Self::StopAfterThree,
        Self::KeepDoubt,
        Self::BoundReadings,
    ];
}
