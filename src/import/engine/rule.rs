//! The rules the simulator can switch off, to see that it would notice.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Rule {
    /// A cover is uploaded for its own draft alone.
    OwnCover,
    /// The intent is durable before the creation leaves.
    IntentFirst,
    /// After a lost answer the shop is looked at before anything is sent again.
    LookFirst,
    /// Absence is read from complete listings only.
    CompleteOnly,
    /// Absence is believed only after a wait and a second look.
    LookTwice,
    /// Absence is believed early only with a later product of ours in the listing.
    Fence,
    /// That product was sent after the lost creation could take effect.
    LateFence,
    /// Absence proves something only where the list was seen to show products of ours, and none is held back.
    ListShowsOurs,
    /// Some time has to pass in this process, whatever the clock says of an earlier one's wait.
    WaitHere,
    /// What was turned away for pace is looked for before it is sent again.
    DoubtThrottled,
    /// The first product of a shop is created alone and read back.
    Canary,
    /// Products the shop held before are not taken for ours.
    Baseline,
    /// A refused product is not sent again as it is.
    RefusedIsFinal,
    /// Three equal refusals stop the run.
    StopAfterThree,
    /// Nothing is sent while nobody is signed in.
    SignIn,
    /// Nobody else goes on with the run.
    SameAccount,
    /// Nothing leaves inside a wait that was asked for after the permit was given.
    WaitAfterIntent,
    /// Nothing new leaves after a cancel or in a pause.
    Stop,
    /// Photos kept in memory are bounded.
    Memory,
}

#[cfg(test)]
impl Rule {
    pub(in crate::import) const ALL: [Self; 19] = [
        Self::OwnCover,
        Self::IntentFirst,
        Self::LookFirst,
        Self::CompleteOnly,
        Self::LookTwice,
        Self::Fence,
        Self::LateFence,
        Self::ListShowsOurs,
        Self::WaitHere,
        Self::DoubtThrottled,
        Self::Canary,
        Self::Baseline,
        Self::RefusedIsFinal,
        Self::StopAfterThree,
        Self::SignIn,
        Self::SameAccount,
        Self::WaitAfterIntent,
        Self::Stop,
        Self::Memory,
    ];
}
