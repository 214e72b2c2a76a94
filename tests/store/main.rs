//! The store: its contents, how fast it opens, and what happens after kills and with damaged files and
//! failing disks.

#[path = "../kit/mod.rs"]
mod kit;

mod catalog;
mod damage;
mod data;
mod edits;
mod open;
