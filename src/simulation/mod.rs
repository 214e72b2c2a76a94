//! What all simulators have in common: random numbers that a seed always draws alike, and the words for what goes wrong between the program
//! and a marketplace. Only for tests.
//!
//! [`import::sim`](crate::import) and [`edit::sim`](crate::edit) play an engine against a model marketplace, `worker::sim` the whole worker
//! against the sandbox, whose own faults ([`crate::sandbox::FaultRule`]) are set from the same [`Conditions`].

mod conditions;
#[path = "../../fuzz/src/corpus.rs"]
pub mod corpus;
mod dice;

pub use conditions::{Conditions, Deceptions};
pub use dice::Dice;

/// A number that a run by hand is given, such as a seed.
pub fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
