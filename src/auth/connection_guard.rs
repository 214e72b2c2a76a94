//! Protects the HTTP server of the catcher, which has no limits itself.
//!
//! tiny_http reads lines of any length, waits for slow senders indefinitely, and starts a thread per connection. So it
//! listens on an internal port, and this task forwards requests from the registered one: complete request heads of limited
//! size, within limited time, from a limited number of connections, one request each.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

use crate::serve::accept;

/// The maximum length of a request head, in bytes. A redirect is far shorter.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The time limit of a connection.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum number of connections. A further one closes the oldest, so that idle ones cannot block a browser.
const MAX_CONNECTIONS: usize = 32;

/// Forwards requests from `listener` to the server at `inner` while polled.
pub async fn forward(listener: TcpListener, inner: SocketAddr) {
    let mut connections = JoinSet::new();
    let mut oldest_first: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let (client, _) = accept(&listener, "redirect").await;
        while connections.try_join_next().is_some() {}
        oldest_first.retain(|connection| !connection.is_finished());
        if oldest_first.len() >= MAX_CONNECTIONS
            && let Some(oldest) = oldest_first.pop_front()
        {
            oldest.abort();
        }
        oldest_first.push_back(connections.spawn(async move { drop(timeout(CONNECTION_TIMEOUT, handle_connection(client, inner)).await) }));
    }
}

async fn handle_connection(mut client: TcpStream, inner: SocketAddr) -> io::Result<()> {
    let head = match read_head(&mut client).await? {
        Ok(head) => head,
        Err(status) => return reject(&mut client, status).await,
    };
    let mut server = TcpStream::connect(inner).await?;
    server.write_all(&head).await?;
    // Closing the write side tells the server that no further request follows: it answers and closes.
    server.shutdown().await?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).await?;
    // tiny_http does not send this header itself, and the browser would send its next request on this connection.
    if let Some(at) = answer.windows(2).position(|two| two == b"\r\n") {
        answer.splice(at..at, *b"\r\nConnection: close");
    }
    client.write_all(&answer).await?;
    client.shutdown().await
}

/// Reads a request head including its empty line, or returns the status line of a rejection.
async fn read_head(client: &mut TcpStream) -> io::Result<Result<Vec<u8>, &'static str>> {
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
            return Ok(if announces_body(&head) { Err("413 Content Too Large") } else { Ok(head) });
        }
        if head.len() > MAX_HEAD_BYTES {
            return Ok(Err("431 Request Header Fields Too Large"));
        }
    }
}

/// A redirect has no body; tiny_http would allocate memory for any announced length.
fn announces_body(head: &[u8]) -> bool {
    head.split(|&byte| byte == b'\n').any(|line| {
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default().trim_ascii();
        name.eq_ignore_ascii_case(b"content-length") || name.eq_ignore_ascii_case(b"transfer-encoding")
    })
}

async fn reject(client: &mut TcpStream, status: &str) -> io::Result<()> {
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n");
    client.write_all(answer.as_bytes()).await?;
    client.shutdown().await?;
    // Drains what the client still sends: closing with unread data would reset the connection before the answer arrives.
    tokio::io::copy(&mut client.take(1024 * 1024), &mut tokio::io::sink()).await.map(drop)
}
