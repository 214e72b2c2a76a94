//! The program: the worker, the window and the terminal. What stands by itself is a library in `crates`.
//!
//! The modules, lowest layer first. A module may use those listed before it, never those after it;
//! `tests/house/layers.rs` reads the source and fails when a layer uses a higher one, or when files of one
//! layer use each other in a cycle.
//!
//! | module      | contents |
//! |-------------|------------------|
//! | [`build_info`] | which build of the program this is |
//! | `corpus`    | only for tests: the corpora of the fuzz targets |
//! | [`client`]  | one typed call per operation of the contract |
//! | [`auth`]    | the ways to sign in, comparison of redirect addresses, the keychain |
//! | [`card_sheet`] | a PDF file of cards to print |
//! | [`store`]   | one SQLite file: accounts, journal, uploaded files, settings; no secret |
//! | [`i18n`]    | messages in English and Persian, numbers, money, dates |
//! | `ledger`    | only for tests: what people confirmed, and whether the shops hold exactly that |
//! | [`worker`]  | the one tokio thread: takes `Command`s, sends `Event`s |
//! | [`ui`]      | the window |
//! | [`cli`]     | the same worker from a terminal |
//! | `walk`      | only for tests: a person at random in the window |
//!
//! `ARCHITECTURE.md` explains how a dropped photo becomes a product, `docs/decisions.md` why things are as
//! they are.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]
// What is printed goes through `cli::printing`; clippy.toml refuses the other ways.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

pub mod auth;
pub mod build_info;
pub mod card_sheet;
pub mod cli;
pub mod client;
#[cfg(test)]
#[path = "../fuzz/src/corpus.rs"]
mod corpus;
pub mod i18n;
#[cfg(test)]
mod ledger;
pub mod store;
pub mod ui;
#[cfg(test)]
mod walk;
pub mod worker;
