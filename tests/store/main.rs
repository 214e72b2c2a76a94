//! The store: what the data file keeps, and what becomes of it when a process is killed or a disk fails.

#[path = "../kit/mod.rs"]
mod kit;

mod damage;
mod data;
mod open;
