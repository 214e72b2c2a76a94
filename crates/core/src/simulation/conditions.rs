//! What goes wrong between the program and a marketplace.

use super::Dice;
use vitrine_domain::{AnswerForm, Problem, ProblemKind};

/// Faults of a network, a marketplace and a keychain. Probabilities are per mille of the requests. A
/// simulator without a keychain, or with a model marketplace that has its own way of limiting requests,
/// leaves those as they are.
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
    /// What is answered and listed that is not what was done.
    pub deceptions: Deceptions,
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

/// Answers and lists that do not say what was done, per mille of the creations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deceptions {
    /// The work is done, and then it is [refused](refusal_after).
    pub refused_after: u16,
    /// A success without the work: a notice of maintenance, an error with an id inside a success, a job that
    /// fails later.
    pub hollow: u16,
    /// A success without the work, with the id of a product: of one that was there before, or of none.
    pub phantom: u16,
    /// An upload is answered with the id of another file.
    pub crossed: u16,
    /// The answer arrives after the sender has stopped waiting for it, and within five minutes.
    pub overdue: u16,
    /// A gateway repeats a request that it has passed on.
    pub repeated: u16,
    /// A product's photo comes back as another one, as none, or as that of another product.
    pub changed_covers: u16,
    /// A buyer or a sale changes a product before any list shows it.
    pub sold: u16,
    /// A product that no list ever shows.
    pub hidden: u16,
}

impl Deceptions {
    /// Everything says what was done.
    pub const NONE: Self = Self {
        refused_after: 0,
        hollow: 0,
        phantom: 0,
        crossed: 0,
        overdue: 0,
        repeated: 0,
        changed_covers: 0,
        sold: 0,
        hidden: 0,
    };
}

/// The refusal of what was done, by a gateway or because a token ended meanwhile. `forms`: those that a
/// simulated program can doubt.
pub fn refusal_after(dice: &mut Dice, forms: &[AnswerForm]) -> Problem {
    const STATUSES: [(u16, ProblemKind); 5] = [
        (401, ProblemKind::Unauthorized),
        (403, ProblemKind::Forbidden),
        (404, ProblemKind::NotFound),
        (409, ProblemKind::Refused),
        (422, ProblemKind::Unprocessable),
    ];
    let form = *dice.pick(forms);
    let (status, code) = *dice.pick(&STATUSES);
    let (code, form) = match (code, form) {
        (ProblemKind::Unauthorized, _) => (code, AnswerForm::Own),
        (_, AnswerForm::Page) => (ProblemKind::ForeignAnswer, form),
        other => other,
    };
    Problem { status: Some(status), form, ..Problem::new(code) }
}
