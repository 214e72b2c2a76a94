//! The store: its contents, kills, and failing disks.

#[path = "../kit/mod.rs"]
mod kit;

mod damage;
mod data;
mod open;
