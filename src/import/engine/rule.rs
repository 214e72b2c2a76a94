//! The rules that the simulator can switch off, to show that it notices.

/// A rule of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Rule {
    /// An uploaded cover is used for its own draft alone.
    OwnCover,
    /// The intent is durable before the creation is sent.
    IntentFirst,
    /// After a lost response the shop is checked before anything is sent again.
    LookFirst,
    /// Only complete listings prove absence.
    CompleteOnly,
    /// Absence counts only after a wait and a second listing.
    LookTwice,
    /// Absence counts early only with a later product of ours in the listing.
    Fence,
    /// That product was sent after the unconfirmed creation could last take effect.
    LateFence,
    /// Absence counts only if the list was seen to show products of ours and holds none back.
    ListShowsOurs,
    /// Some time has to pass in this process, whatever the clock says about an earlier process's wait.
    WaitHere,
    /// A creation that got a 429 is checked before it is sent again.
    DoubtThrottled,
    /// The first product of a shop is created alone and looked for in the list.
    Canary,
    /// Products that the shop held before are not taken for ours.
    Baseline,
    /// A refused product is not sent again unchanged.
    RefusedIsFinal,
    /// Three equal refusals in a row stop the run.
    StopAfterThree,
    /// Nothing is sent while nobody is signed in.
    SignIn,
    /// No other account continues the run.
    SameAccount,
    /// Nothing is sent during a wait that was requested after the permit was given.
    WaitAfterIntent,
    /// Nothing new is sent after a cancellation or during a pause.
    Stop,
    /// The number of photos in memory is limited.
    Memory,
    /// An SKU alone does not tell whose a product is.
    SkuProof,
}

#[cfg(test)]
impl Rule {
    pub(in crate::import) const ALL: [Self; 20] = [
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
        Self::SkuProof,
    ];
}
