//! The marketplace client: one typed call per operation of the contract, a check of the addresses in a market
//! file, and reading other documents. A call is one request; retrying, waiting and storing are up to the
//! worker and the engine.

mod answer_age;
mod document;
#[cfg(test)]
pub mod memory;
mod operations;
mod probe;
mod transport;
mod webhooks;

pub use document::read_document;
pub use operations::{Client, FileToSend};
pub use probe::probe;
pub use transport::Timeouts;
