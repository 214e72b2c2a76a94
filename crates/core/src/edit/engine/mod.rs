//! Brings the new values of a run into the shop: a state machine without I/O.
//!
//! A product goes through these steps. It is *read* (many ids with one request) just before it is sent; if a
//! value is no longer the one that the change is based on, it waits for a person. Its *intent* is recorded
//! durably, then it is *sent*, together with others where the marketplace has an operation for that. It
//! counts as changed only when a later reading *proves* it: the answer of a batch only says that it was
//! accepted, and a lost answer says nothing. Nothing is sent again without reading first. The vital part of
//! this is checked again, independently, at each request that leaves the engine ([`invariants`]).

mod advance;
mod answers;
mod invariants;
mod item;
mod progress;
mod protocol;
mod readings;
mod state;
mod update;

pub use protocol::{Config, Effect, Input};
pub use state::{Engine, MAX_READING_AGE, MAX_RECORDING};
pub use update::RowUpdate;
