//! Photos between the disk and the marketplace.

#[path = "../kit/mod.rs"]
mod kit;

mod codes;
mod damage;
mod forecast;
mod fuzz_corpus;
mod heic;
mod learned_limits;
mod limits;
mod memory;
mod privacy;
mod scaled_decoding;
mod thumbnail_cache;
mod thumbnails;
mod worst_folder;
