//! The program's parsers of what strangers send, and nothing else of it: the files themselves, so that private ones can be
//! reached and no window has to be built.
#![allow(dead_code, unused_imports, reason = "only the parsers are called")]

#[path = "../../src/domain/mod.rs"]
pub mod domain;

#[path = "../../src/media/mod.rs"]
pub mod media;

pub mod auth;
pub mod market;
pub mod photos;
