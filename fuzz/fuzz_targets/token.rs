#![no_main]
//! What is taken for a token can stand in a header, and taking it again changes nothing.

use libfuzzer_sys::fuzz_target;
use secrecy::ExposeSecret;
use vitrine_fuzz::auth::token::{clean, expiry};

fuzz_target!(|text: &str| {
    if let Ok(token) = clean(text) {
        let token = token.expose_secret();
        assert!(!token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic()));
        assert_eq!(clean(token).expect("still a token").expose_secret(), token);
    }
    let _ = expiry(&text.into());
});
