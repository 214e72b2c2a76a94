//! A doorkeeper before the catcher's HTTP server, which has no limits of its own.
//!
//! tiny_http reads lines of any length, waits for slow senders for ever, and gives every connection a thread. So it
//! listens on a port of its own, and this task passes on what comes to the registered one: a whole request head, of
//! bounded size, within bounded time, from a bounded number of connections, one request each.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

/// The longest request head passed on, in bytes. A redirect is far shorter.
const MAX_BYTES: usize = 16 * 1024;

/// How long a connection may take for everything.
const LIMIT: Duration = Duration::from_secs(10);

/// Connections at a time. One more ends the oldest, so idle ones cannot keep a browser out.
const MAX_CONNECTIONS: usize = 32;

/// Passes requests from `listener` to the server at `inner`, for as long as it is polled.
pub async fn stand_before(listener: TcpListener, inner: SocketAddr) {
    let mut visits = JoinSet::new();
    let mut oldest_first: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let Ok((visitor, _)) = listener.accept().await else {
            // Out of file descriptors: those of ended visits come free.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        while visits.try_join_next().is_some() {}
        oldest_first.retain(|visit| !visit.is_finished());
        if oldest_first.len() >= MAX_CONNECTIONS
            && let Some(oldest) = oldest_first.pop_front()
        {
            oldest.abort();
        }
        oldest_first.push_back(visits.spawn(async move { drop(timeout(LIMIT, visit(visitor, inner)).await) }));
    }
}

async fn visit(mut visitor: TcpStream, inner: SocketAddr) -> io::Result<()> {
    let head = match read_head(&mut visitor).await? {
        Ok(head) => head,
        Err(refusal) => return refuse(&mut visitor, refusal).await,
    };
    let mut server = TcpStream::connect(inner).await?;
    server.write_all(&head).await?;
    // No more requests on this connection: the server answers and closes.
    server.shutdown().await?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).await?;
    // The server does not say it by itself, and a browser would send its next request here.
    if let Some(at) = answer.windows(2).position(|two| two == b"\r\n") {
        answer.splice(at..at, *b"\r\nConnection: close");
    }
    visitor.write_all(&answer).await?;
    visitor.shutdown().await
}

/// The head of a request, its empty line included, or the status line it is refused with.
async fn read_head(visitor: &mut TcpStream) -> io::Result<Result<Vec<u8>, &'static str>> {
    let mut head = Vec::with_capacity(1024);
    let mut part = [0; 1024];
    loop {
        let read = visitor.read(&mut part).await?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // Where the end may lie: it can straddle two reads.
        let from = head.len().saturating_sub(3);
        head.extend_from_slice(&part[..read]);
        if let Some(at) = head[from..].windows(4).position(|four| four == b"\r\n\r\n") {
            head.truncate(from + at + 4);
            return Ok(if announces_body(&head) { Err("413 Content Too Large") } else { Ok(head) });
        }
        if head.len() > MAX_BYTES {
            return Ok(Err("431 Request Header Fields Too Large"));
        }
    }
}

/// A redirect has no body. The server would set memory aside for whatever length is claimed.
fn announces_body(head: &[u8]) -> bool {
    head.split(|&byte| byte == b'\n').any(|line| {
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default().trim_ascii();
        name.eq_ignore_ascii_case(b"content-length") || name.eq_ignore_ascii_case(b"transfer-encoding")
    })
}

async fn refuse(visitor: &mut TcpStream, status: &str) -> io::Result<()> {
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n");
    visitor.write_all(answer.as_bytes()).await?;
    visitor.shutdown().await?;
    // Read what is still on its way, or closing would reset the connection before the answer is seen.
    tokio::io::copy(&mut visitor.take(1024 * 1024), &mut tokio::io::sink()).await.map(drop)
}
