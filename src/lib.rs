//! Vitrine fills a marketplace shop from a folder of photos: every product exactly once.
//!
//! The modules, lowest layer first. A module may use those listed before it, never those after it;
//! `tests/house/layers.rs` reads the source and fails when a layer uses a higher one, or when files of one layer use
//! each other in a cycle.
//!
//! | module      | contents |
//! |-------------|------------------|
//! | [`build_info`] | which build of the program this is |
//! | [`domain`]  | plain values of a shop: draft, product, field checks, problem |
//! | [`files`]   | files of others opened: plain ones only, within bounds, without waiting |
//! | [`market`]  | the marketplace's addresses, wire types, one typed call per operation |
//! | [`pace`]    | the rate limiter that every request to one marketplace passes |
//! | `simulation` | only for tests: seeded dice, and the words for what goes wrong |
//! | [`private`] | folders and files that only the person who uses the program can open |
//! | [`serve`]   | connections of the servers on this computer: accepted, watched, ended |
//! | [`auth`]    | the ways to sign in, comparison of redirect addresses, the keychain |
//! | [`media`]   | photos made ready to send, and thumbnails |
//! | [`card_sheet`] | a PDF file of cards to print |
//! | [`import`]  | files → drafts (`plan`), drafts → products (`engine`, without I/O) |
//! | [`edit`]    | changes of products that are in the shop: `plan`, `engine` (without I/O) |
//! | [`catalog`] | the shop's products as a list: find, filter, sort, count |
//! | [`store`]   | one SQLite file: accounts, journal, uploaded files, settings; no secret |
//! | [`sandbox`] | a practice marketplace on 127.0.0.1, written from the contract |
//! | [`i18n`]    | messages in English and Persian, numbers, money, dates |
//! | [`worker`]  | the one tokio thread: takes `Command`s, sends `Event`s |
//! | [`ui`]      | the window |
//! | [`cli`]     | the same worker from a terminal |
//!
//! `ARCHITECTURE.md` explains how a dropped photo becomes a product, `docs/decisions.md` why things are as they are.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it cannot
// fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]
// What is printed goes through `cli::printing`; clippy.toml refuses the other ways.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

pub mod auth;
pub mod build_info;
pub mod card_sheet;
pub mod catalog;
pub mod cli;
pub mod domain;
pub mod edit;
pub mod files;
pub mod i18n;
pub mod import;
pub mod market;
pub mod media;
pub mod pace;
pub mod private;
pub mod sandbox;
pub mod serve;
#[cfg(test)]
mod simulation;
pub mod store;
pub mod ui;
pub mod worker;
