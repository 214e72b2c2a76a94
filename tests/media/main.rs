//! Photos between the disk and the marketplace, in the whole program.

#[path = "../kit/mod.rs"]
mod kit;

mod codes;
mod learned_limits;
mod memory;
mod worst_folder;
