//! The parsers of what strangers send: those of the libraries, and of the program the files themselves, so
//! that no window has to be built.
#![allow(dead_code, unused_imports, reason = "only the parsers are called")]

/// Of the worker, what receives from a phone.
#[path = "."]
pub mod worker {
    #[path = "."]
    pub mod phone {
        #[path = "../../src/worker/phone/access.rs"]
        pub mod access;
        #[path = "../../src/worker/phone/inbox/mod.rs"]
        pub mod inbox;
        #[path = "../../src/worker/phone/photo_hash.rs"]
        pub mod photo_hash;
        #[path = "../../src/worker/phone/received.rs"]
        pub mod received;
    }
}

pub mod answers;
pub mod auth;
pub mod delivery;
pub mod phone;
pub mod photos;
pub mod printed;
pub mod refusals;
pub mod rewriting;
pub mod sheets;
pub mod sign_in;

/// A decoder that falls over is caught by `media`, and no find; what is not caught ends the search all the
/// same. Where one fell is told once.
pub fn bear_caught_panics() {
    static TOLD: std::sync::Mutex<std::collections::BTreeSet<String>> =
        std::sync::Mutex::new(std::collections::BTreeSet::new());
    std::panic::set_hook(Box::new(|panic| {
        let at = panic.location().map(ToString::to_string).unwrap_or_default();
        if TOLD.lock().is_ok_and(|mut told| told.insert(at)) {
            eprintln!("{panic}");
        }
    }));
}
