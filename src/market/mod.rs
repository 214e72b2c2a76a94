//! The marketplace: its addresses, wire types, and one typed call per operation of the contract.

mod webhook;

pub use webhook::NewWebhook;
