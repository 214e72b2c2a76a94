//! Requests: one typed call per operation, and trying whether the addresses of a market file lead anywhere.

mod client;
#[cfg(test)]
pub mod memory;
mod probe;
mod transport;

pub use client::{Client, FileToSend};
pub use probe::{NotReached, Tested, probe};
pub use transport::Timeouts;
