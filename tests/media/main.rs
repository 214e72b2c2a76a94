//! Photos between the disk and the marketplace.

#[path = "../kit/mod.rs"]
mod kit;

mod damage;
mod forecast;
mod fuzz_corpus;
#[cfg(feature = "heif")]
mod heif;
mod kept;
mod learned;
mod limits;
mod memory;
mod privacy;
mod scaled;
mod showing;
mod worst_folder;
