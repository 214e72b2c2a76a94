//! Vitrine fills a marketplace shop from a folder of photos: every product exactly once.
//!
//! The map, ground floor first. A module may use those listed before it, never those after it;
//! `tests/house/floors.rs` reads the source and fails when a floor reaches up, or when files of a floor use each other in a circle.
//!
//! | module      | what lives there |
//! |-------------|------------------|
//! | [`domain`]  | what a shop is made of, as plain values: draft, product, field checks, problem |
//! | [`market`]  | the marketplace's addresses, wire types, one typed call per operation |
//! | [`pace`]    | how fast one marketplace is asked: the limiter that every request to it passes |
//! | [`auth`]    | the ways to sign in, where a return address differs, and the keychain |
//! | [`media`]   | photo bytes made fit to send, and thumbnails |
//! | [`import`]  | files → drafts (`plan`), drafts → products (`engine`, without I/O) |
//! | [`store`]   | one SQLite file: accounts, journal, uploaded files, settings; no secret |
//! | [`sandbox`] | a practice marketplace on 127.0.0.1, written from the contract |
//! | [`i18n`]    | the messages in English and Persian, numbers, money, dates |
//! | [`worker`]  | the one tokio thread: takes `Command`s, sends `Event`s |
//! | [`ui`]      | the window |
//! | [`cli`]     | the same worker from a terminal |
//!
//! `ARCHITECTURE.md` is the tour: how a dropped photo becomes a product, and why it is built so.

// Panics on what comes from outside: a missing value, text cut inside a letter. An `expect` says why it cannot happen.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]

pub mod auth;
pub mod cli;
pub mod domain;
pub mod i18n;
pub mod import;
pub mod market;
pub mod media;
pub mod pace;
pub mod sandbox;
pub mod store;
pub mod ui;
pub mod worker;
