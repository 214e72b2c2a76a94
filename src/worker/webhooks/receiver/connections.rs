//! Connections of the receiver, which anybody may open: their number and the time in which they say nothing are bounded.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// So many connections are kept although they are silent. One more closes the one that has been silent longest.
const MAX_SILENT: usize = 128;
/// After this time a connection counts as silent.
const SILENT_AFTER: Duration = Duration::from_secs(1);
/// The most connections at a time, below the number of files that systems allow. One more closes the most silent one in any case.
const MAX_CONNECTIONS: usize = 512;
/// How long a connection may say nothing.
const MAX_SILENCE: Duration = Duration::from_secs(10);

/// The open connections: since when each is silent, and what closes it.
type Open = Arc<Mutex<BTreeMap<u64, (Instant, CancellationToken)>>>;

/// Accepts connections.
pub struct GuardedListener {
    listener: TcpListener,
    open: Open,
    accepted: u64,
}

impl GuardedListener {
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, open: Open::default(), accepted: 0 }
    }

    fn guard(&mut self, stream: TcpStream) -> GuardedStream {
        self.accepted += 1;
        let closed = CancellationToken::new();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let most_silent = open.iter().min_by_key(|(_, (since, _))| *since).map(|(number, (since, _))| (*number, since.elapsed()));
        if let Some((number, silent)) = most_silent
            && (open.len() >= MAX_CONNECTIONS || (open.len() >= MAX_SILENT && silent >= SILENT_AFTER))
            && let Some((_, closed)) = open.remove(&number)
        {
            closed.cancel();
        }
        open.insert(self.accepted, (Instant::now(), closed.clone()));
        drop(open);
        GuardedStream {
            stream,
            number: self.accepted,
            open: Arc::clone(&self.open),
            closed: Box::pin(closed.cancelled_owned()),
            silence: Box::pin(tokio::time::sleep(MAX_SILENCE)),
        }
    }
}

impl Listener for GuardedListener {
    type Io = GuardedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (GuardedStream, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    // Otherwise small answers wait for the sender's delayed acknowledgement.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "the receiver could not switch off Nagle's algorithm");
                    }
                    return (self.guard(stream), from);
                }
                Err(error) => {
                    // Usually too many open files; some will be closed.
                    tracing::warn!(%error, "the receiver could not accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that ends when it is silent for too long, or makes room for a newer one.
pub struct GuardedStream {
    stream: TcpStream,
    number: u64,
    open: Open,
    closed: Pin<Box<WaitForCancellationFutureOwned>>,
    silence: Pin<Box<Sleep>>,
}

impl Drop for GuardedStream {
    fn drop(&mut self) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

impl AsyncRead for GuardedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.closed.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            let now = Instant::now();
            self.silence.as_mut().reset(now + MAX_SILENCE);
            if let Some((since, _)) = self.open.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&self.number) {
                *since = now;
            }
        } else if self.silence.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for GuardedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
