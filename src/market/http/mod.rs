//! HTTP requests: one typed call per operation, a check of the addresses in a market file, and reading other documents.

mod answer_age;
mod client;
mod document;
#[cfg(test)]
pub mod memory;
mod probe;
mod transport;
mod webhooks;

pub use client::{Client, FileToSend};
pub use document::read_document;
pub use probe::{AddressCheck, AddressFailure, probe};
pub use transport::Timeouts;
