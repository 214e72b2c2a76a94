//! What this computer has, and what is not to be believed of it: files of others, the program's own folders,
//! local connections.
//!
//! - [`files`] opens what others wrote: plain files only, within bounds, without waiting for a pipe or
//!   another computer.
//! - [`private`] makes folders and files that only the person who uses the program can open.
//! - `serve` accepts, watches and ends the connections of servers on this computer. It needs tokio; the
//!   feature `serve` builds it.
//!
//! Comes in: paths, sockets. Goes out: open files and streams. Never: what is in a file, or what is served.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]
// What is printed goes through the program's `cli::printing`.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

pub mod files;
pub mod private;
#[cfg(feature = "serve")]
pub mod serve;
