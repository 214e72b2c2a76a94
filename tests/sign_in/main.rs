//! Signing in, by the browser and with a keychain. Apart from the other tests, because the gate runs it a second time under
//! `tests/with-keychain.sh`; without a keychain made for tests, and without Chromium, parts of it only say so.

#[path = "../kit/mod.rs"]
mod kit;

mod browser;
#[cfg(unix)]
mod chromium;
#[cfg(all(unix, not(target_os = "macos")))]
mod keychain;
#[cfg(unix)]
mod secrets;
