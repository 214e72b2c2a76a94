//! Results of tasks about a phone.

use std::path::PathBuf;

use super::inbox::Inbox;
use super::server::FromPhone;
use vitrine_domain::Problem;
use vitrine_model::messages::Network;

/// The result of a task about a phone.
pub enum TaskResult {
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
