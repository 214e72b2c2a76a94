//! Signing in through the browser and with a keychain. These tests have a program of their own, because the
//! gate runs them a second time under `tests/with-keychain.sh`. Without a keychain for tests, or without
//! Chromium, parts are skipped.

#[path = "../kit/mod.rs"]
mod kit;

mod browser;
#[cfg(unix)]
mod chromium;
#[cfg(all(unix, not(target_os = "macos")))]
mod keychain;
#[cfg(all(unix, not(target_os = "macos")))]
mod offline;
#[cfg(unix)]
mod secrets;
