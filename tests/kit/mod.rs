//! Shared by several test programs: a practice shop and the program, a worker, a window without a screen, photos, and time
//! limits.
#![allow(dead_code, unused_imports, reason = "each test program uses a part")]

pub mod patience;
pub mod photos;
pub mod shop;
pub mod stage;
pub mod worker;
