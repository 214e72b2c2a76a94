//! The practice marketplace held to the contract, spoken to with a plain HTTP client and raw sockets.

mod faults;
mod operations;
mod sign_in;
mod visitor;
