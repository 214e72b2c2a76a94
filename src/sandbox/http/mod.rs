//! Connections, middleware, and request and refusal formats.

pub mod caller;
pub mod connection;
pub mod middleware;
pub mod refusal;
