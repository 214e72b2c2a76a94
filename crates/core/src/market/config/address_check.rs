//! What was found at the addresses of a market file.

use super::draft::MarketKey;

/// The result of checking one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressCheck {
    pub key: MarketKey,
    /// The URL that was requested.
    pub address: String,
    pub result: Result<(), AddressFailure>,
}

/// Why no marketplace API was found at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressFailure {
    /// No such host is known.
    NoSuchHost,
    /// The host is known, and nobody answers there.
    NoAnswer,
    /// No secure connection was possible; with the system's message.
    Tls(String),
    /// The request timed out.
    TimedOut,
    /// It is a web page for people.
    WebPage,
    /// There is nothing at this path.
    NotFound,
    /// The server failed with this status.
    ServerError(u16),
    /// It redirects to another host.
    Elsewhere(String),
    /// The answer was incomplete or invalid.
    Broken(String),
    /// Another program listens on the port of the redirect address.
    PortTaken,
    /// The system lets no program listen on the port of the redirect address.
    PortRefused,
}
