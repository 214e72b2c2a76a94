//! Serves the pages of a sign-in to whoever connects: heads of limited size, within limited time, from a
//! limited number of connections, one request each. Nothing else listens: the answer is made in memory.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

use super::answer::rejection;
use super::callback::Rejected;
use super::request_head::RequestHead;
use vitrine_local::serve::accept;

/// The maximum length of a request head, in bytes. A redirect is far shorter.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The time limit of a connection.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum number of connections. A further one closes the oldest, so that idle ones cannot block a
/// browser.
const MAX_CONNECTIONS: usize = 32;

/// So much of what a client still sends is read, in bytes, so that it sees the answer.
const MAX_DRAINED_BYTES: u64 = 1 << 20;

/// Answers requests.
pub trait Pages: Send + 'static {
    /// The answer to a request that came over this connection.
    fn answer(&mut self, request: &RequestHead<'_>, from: &TcpStream) -> Vec<u8>;
}

/// Serves `pages` at `listener` while polled.
pub async fn serve(listener: TcpListener, pages: Arc<Mutex<impl Pages>>) {
    let mut connections = JoinSet::new();
    let mut oldest_first: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let (client, _) = accept(&listener, "sign-in").await;
        while connections.try_join_next().is_some() {}
        oldest_first.retain(|connection| !connection.is_finished());
        if oldest_first.len() >= MAX_CONNECTIONS
            && let Some(oldest) = oldest_first.pop_front()
        {
            oldest.abort();
        }
        let pages = Arc::clone(&pages);
        oldest_first.push_back(connections.spawn(async move {
            drop(timeout(CONNECTION_TIMEOUT, handle_connection(client, &pages)).await);
        }));
    }
}

async fn handle_connection(mut client: TcpStream, pages: &Mutex<impl Pages>) -> io::Result<()> {
    let read = read_head(&mut client).await?;
    let answer = match read.as_ref().map_err(|rejected| *rejected).and_then(|head| RequestHead::parse(head)) {
        Ok(request) => pages.lock().unwrap_or_else(PoisonError::into_inner).answer(&request, &client),
        Err(Rejected(status)) => rejection(status),
    };
    client.write_all(&answer).await?;
    client.shutdown().await?;
    // Closing with unread data would reset the connection before the answer arrives.
    tokio::io::copy(&mut client.take(MAX_DRAINED_BYTES), &mut tokio::io::sink()).await.map(drop)
}

/// Reads a request head including its empty line.
async fn read_head(client: &mut TcpStream) -> io::Result<Result<Vec<u8>, Rejected>> {
    let mut head = Vec::with_capacity(1024);
    let mut part = [0; 1024];
    loop {
        let read = client.read(&mut part).await?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // The end of the head may straddle two reads.
        let from = head.len().saturating_sub(3);
        head.extend_from_slice(&part[..read]);
        if let Some(at) = head[from..].windows(4).position(|four| four == b"\r\n\r\n") {
            head.truncate(from + at + 4);
            return Ok(Ok(head));
        }
        if head.len() > MAX_HEAD_BYTES {
            return Ok(Err(Rejected(431)));
        }
    }
}
