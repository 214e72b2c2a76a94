//! The practice marketplace conforms to the contract; tested with a plain HTTP client and raw sockets.

mod faults;
mod operations;
mod sign_in;
mod visitor;
