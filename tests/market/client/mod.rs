//! The marketplace client against hand-written servers: its requests, and how it interprets responses.

mod changes;
mod failures;
mod listing;
mod requests;
mod server;
mod socks;
mod token_endpoint;
mod wrapped_responses;
