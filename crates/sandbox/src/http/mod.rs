//! Connections, middleware, and request and refusal formats.

pub mod caller;
pub mod connection;
pub mod middleware;
mod persian;
pub mod refusal;
