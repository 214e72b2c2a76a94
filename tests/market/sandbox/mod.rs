//! The practice marketplace conforms to the contract; tested with a plain HTTP client and raw sockets.

mod categories;
mod changes;
mod deliveries;
mod faults;
mod operations;
mod plain_client;
mod public;
mod sign_in;
