//! Whom the practice marketplace stands in for: the contract to the letter, or the public marketplace as its
//! own client sees it.
//!
//! Everything in which the two differ is here; handlers ask for the difference that concerns them, never for
//! the whole.

/// The differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Where the operations of the base layout are.
    pub base: &'static str,
    /// Where the webhook service is.
    pub webhook: &'static str,
    /// Whether a request has to say that it accepts JSON.
    pub demands_accept: bool,
    /// Whether an app may ask a person for everything at once, and for single scopes with its own
    /// credentials.
    pub grants_any_scopes: bool,
    /// Whether a token of client credentials acts for the app alone, and not for its owner.
    pub client_is_nobody: bool,
    /// In which forms products, files, users and webhooks are sent and shown.
    pub forms: Forms,
}

/// The forms of what is sent and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// Those of the contract (section 2): nothing more is required or promised.
    Contract,
    /// Those of the public marketplace's interface description.
    Public,
}

impl Dialect {
    /// The contract. Each host placeholder has a path of its own, so that a client that mixes up two hosts
    /// gets a 404.
    pub const CONTRACT: Self = Self {
        base: "/api",
        webhook: "/webhook",
        demands_accept: true,
        grants_any_scopes: false,
        client_is_nobody: false,
        forms: Forms::Contract,
    };

    /// The public marketplace: one host for all of v1, as its client expects.
    pub const PUBLIC: Self = Self {
        base: "",
        webhook: "",
        demands_accept: false,
        grants_any_scopes: true,
        client_is_nobody: true,
        forms: Forms::Public,
    };

    /// Whether products, files, users and webhooks have the forms of the public marketplace.
    pub fn is_public(&self) -> bool {
        self.forms == Forms::Public
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Self::CONTRACT
    }
}
