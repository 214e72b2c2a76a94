//! Accepting connections.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// How long a server waits that has too many files open.
const PAUSE: Duration = Duration::from_millis(50);

/// The next connection of a server, which the log calls `server`. What fails is tried again.
pub async fn accept(listener: &TcpListener, server: &'static str) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                // Otherwise small answers wait for the other side's delayed acknowledgement.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(server, %error, "Nagle's algorithm is not switched off");
                }
                return (stream, from);
            }
            Err(error) => {
                // Usually too many open files; some will be closed.
                tracing::warn!(server, %error, "a connection was not accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}
