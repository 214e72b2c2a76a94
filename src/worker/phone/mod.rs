//! Receives photos from a phone in the same network: a page of this program, opened in the phone's browser.
//!
//! [`access`] decides which requests are accepted, [`server`] serves them, [`inbox`] keeps the photos. The
//! server runs only while somebody wants it, and no token of a marketplace is ever near it.

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
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use inbox::Inbox;
use server::FromPhone;
use vitrine_domain::Problem;
use vitrine_model::messages::Network;

pub use inbox::{FOLDER as INBOX_FOLDER, received_product};
pub use received::{FILE as RECEIVED_FILE, ReceivedProduct};
pub use service::Phone;

/// The result of a task about a phone.
pub enum PhoneTaskResult {
    /// The inbox was read and a port was bound.
    Opened(Result<Box<Opened>, Problem>),
    Event(FromPhone),
    /// The server has ended.
    Stopped,
    /// Photos that nothing refers to were deleted.
    Cleaned,
}

/// What receiving needs.
pub struct Opened {
    pub inbox: Inbox,
    pub networks: Vec<Network>,
    pub network: Network,
    pub listener: tokio::net::TcpListener,
    pub address: std::net::SocketAddr,
    /// Products of earlier sessions that no review has.
    pub products: Vec<PathBuf>,
}
