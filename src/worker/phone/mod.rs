//! Receives photos from a phone in the same network: a page of this program, opened in the phone's browser.
//!
//! [`access`] decides which requests are accepted, [`server`] serves them, [`inbox`] keeps the photos. The server runs only while
//! somebody wants it, and no token of a marketplace is ever near it.

mod access;
mod connections;
#[cfg(test)]
mod fuzz_corpus;
mod inbox;
mod interfaces;
mod page;
mod photo_hash;
mod received;
mod server;
mod service;
mod task_result;
#[cfg(test)]
mod tests;

pub use inbox::{FOLDER as INBOX_FOLDER, received_product};
pub use received::ReceivedProduct;
pub use service::Phone;
pub use task_result::TaskResult;
