//! The marketplace client against hand-written servers: what it sends, and what it makes of what comes back.

mod failures;
mod listing;
mod requests;
mod server;
mod token_endpoint;
mod wrapped;
