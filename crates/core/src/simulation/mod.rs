//! What all simulators have in common: random numbers that a seed always draws alike, and the words for what
//! goes wrong between the program and a marketplace. Only for tests.
//!
//! [`import::sim`](crate::import) and [`edit::sim`](crate::edit) play an engine against a model marketplace,
//! `worker::sim` the whole worker against the sandbox, whose own faults ([`vitrine_sandbox::FaultRule`]) are
//! set from the same [`Conditions`].

mod conditions;
mod dice;

pub use conditions::{Conditions, Deceptions, refusal_after};
pub use dice::Dice;

/// The seeds to be played: those of each test run, or a number or a range of `VITRINE_SEEDS`, as in `40000`
/// and `40000..90000`.
pub fn seeds(usual: u64) -> std::ops::Range<u64> {
    let Ok(told) = std::env::var("VITRINE_SEEDS") else { return 0..usual };
    let (first, end) = told.split_once("..").unwrap_or(("0", &told));
    let number = |text: &str| text.parse().expect("VITRINE_SEEDS is a number, or one..another");
    number(first)..number(end)
}

/// A number that a run by hand is given, such as a seed.
pub fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
