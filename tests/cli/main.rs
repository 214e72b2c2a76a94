//! The program itself, run from the command line against the practice shop.

#[path = "../kit/mod.rs"]
mod kit;

mod account;
mod done;
mod faults;
mod import;
#[cfg(unix)]
mod killed;
mod report;
