//! From files and sheets to products in the shop, each exactly once; and changes of products, each proven.
//!
//! - [`market`] has the marketplace file and the JSON of the contract, [`pace`] the rate of requests.
//! - [`import`] makes drafts of files and sheets, and products of drafts; [`edit`] changes products;
//!   [`catalog`] lists them. [`sorting`] orders the rows of every table.
//!
//! Comes in: the bytes of files and answers, and the time. Goes out: drafts, products, and effects for the
//! worker to perform. Never: a disk, a network, a clock, a thread. The simulators play every order of events
//! against the engines.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]
// What is printed goes through the program's `cli::printing`.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

pub mod catalog;
pub mod edit;
pub mod import;
pub mod market;
pub mod pace;
#[cfg(any(test, feature = "simulation"))]
pub mod simulation;
pub mod sorting;
