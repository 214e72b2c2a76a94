//! Shared by several test programs: a practice shop, a server that misbehaves, an environment to run the
//! program in, a worker, a window without a display, photos, and time limits.
#![allow(dead_code, unused_imports, reason = "each test program uses a part")]

#[path = "../../crates/media/tests/kit/photos.rs"]
pub mod photos;
pub mod routes;
pub mod server;
pub mod shop;
pub mod timeout;
pub mod window;
pub mod worker;
