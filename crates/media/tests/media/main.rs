//! Photos between the disk and what is sent.

#[path = "../kit"]
mod kit {
    #[allow(dead_code, reason = "other tests use the rest")]
    pub mod photos;
}

mod damage;
mod forecast;
mod fuzz_corpus;
mod heic;
mod limits;
mod memory;
mod privacy;
mod scaled_decoding;
mod thumbnail_cache;
mod thumbnails;
