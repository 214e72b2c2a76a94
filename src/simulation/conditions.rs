//! What goes wrong between the program and a marketplace.

/// Faults of a network, a marketplace and a keychain. Probabilities are per mille of the requests. A simulator without a keychain, or
/// with a model marketplace that has its own way of limiting requests, leaves those as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conditions {
    /// Maximum delay of requests and responses, in milliseconds.
    pub delay_ms: u64,
    /// A request is delayed by up to 20 s.
    pub slow: u16,
    /// A change arrives so late that the sender has just stopped waiting.
    pub stuck: u16,
    /// The connection breaks before the request arrives.
    pub lost_requests: u16,
    /// The work is done, then the connection breaks.
    pub lost_responses: u16,
    /// The work is done, and the response arrives after minutes.
    pub late: u16,
    /// No connection can be made.
    pub unreachable: u16,
    /// An error 500 or above, before or after the work.
    pub error_before: u16,
    pub error_after: u16,
    /// A 429, before or after the work.
    pub throttled: u16,
    pub throttled_after: u16,
    /// A 422.
    pub refused: u16,
    /// A 401.
    pub unauthorized: u16,
    /// A page of a list fails, in addition to those that are lost.
    pub failing_pages: u16,
    /// The answer breaks off.
    pub cut: u16,
    /// Requests above this rate get a 429.
    pub per_second: Option<u8>,
    /// How long a new product stays out of the list, in milliseconds.
    pub lag_ms: u64,
    /// A token is refused after this many requests.
    pub token_requests: Option<u8>,
    /// The lifetime of issued tokens in seconds, where it is short.
    pub token_seconds: Option<u64>,
    /// How long the keychain takes, in milliseconds, and whether it refuses then.
    pub keychain_ms: u64,
    pub keychain_refuses: bool,
}
