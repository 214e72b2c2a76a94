//! HTTP requests: one typed call per operation, and a check of the addresses in a market file.

mod client;
#[cfg(test)]
pub mod memory;
mod probe;
mod transport;

pub use client::{Client, FileToSend};
pub use probe::{AddressCheck, AddressFailure, probe};
pub use transport::Timeouts;
