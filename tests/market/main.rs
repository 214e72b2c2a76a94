//! Both sides of the contract: the client against hand-written servers, and the practice marketplace against
//! a plain client.

#[path = "../kit/mod.rs"]
mod kit;

mod client;
mod delivery_corpus;
mod sandbox;
