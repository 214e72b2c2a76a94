//! What tests of several programs share: a practice shop and the program run against it, a worker, the window without a
//! screen, photos, and how long anything may take.
#![allow(dead_code, unused_imports, reason = "each test program uses a part")]

pub mod patience;
pub mod photos;
pub mod shop;
pub mod stage;
pub mod worker;
