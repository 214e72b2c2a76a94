//! From a connection to a handler and back.

pub mod caller;
pub mod connection;
pub mod gate;
pub mod refusal;
