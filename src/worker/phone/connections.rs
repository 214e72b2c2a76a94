//! The connections of the phone's server: a limited number, and little time for those that are not of a phone that was let in.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// A further connection closes the oldest one, if possible one that nobody let in.
const MAX_CONNECTIONS: usize = 48;

/// A connection has so much time to show the cookie.
const STRANGER_TIME: Duration = Duration::from_secs(10);

/// Accepts connections until it is dropped, and closes them when `closed` says so.
pub struct GuardedListener {
    pub listener: TcpListener,
    pub closed: CancellationToken,
    pub open: VecDeque<ConnectionHandle>,
}

/// A handle to the connection of a request.
#[derive(Clone)]
pub struct ConnectionHandle {
    admitted: Arc<AtomicBool>,
    closed: CancellationToken,
}

impl ConnectionHandle {
    /// The connection is one of a phone that was let in.
    pub fn admit(&self) {
        self.admitted.store(true, Ordering::Relaxed);
    }

    fn is_admitted(&self) -> bool {
        self.admitted.load(Ordering::Relaxed)
    }
}

impl GuardedListener {
    /// Keeps a place for one more connection.
    fn make_room(&mut self) {
        self.open.retain(|open| !open.closed.is_cancelled());
        if self.open.len() >= MAX_CONNECTIONS {
            let stranger = self.open.iter().position(|open| !open.is_admitted()).unwrap_or_default();
            if let Some(oldest) = self.open.remove(stranger) {
                oldest.closed.cancel();
            }
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
                    let _ = stream.set_nodelay(true);
                    self.make_room();
                    let handle = ConnectionHandle { admitted: Arc::default(), closed: self.closed.child_token() };
                    self.open.push_back(handle.clone());
                    let stranger = handle.clone();
                    tokio::spawn(async move {
                        tokio::select! {
                            () = tokio::time::sleep(STRANGER_TIME) => {}
                            () = stranger.closed.cancelled() => {}
                        }
                        if !stranger.is_admitted() {
                            stranger.closed.cancel();
                        }
                    });
                    let closed = Box::pin(handle.closed.clone().cancelled_owned());
                    return (GuardedStream { stream, handle, closed }, from);
                }
                Err(error) => {
                    // Usually too many open files; some will be closed.
                    tracing::warn!(%error, "a connection of a phone was not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, GuardedListener>> for ConnectionHandle {
    fn connect_info(stream: IncomingStream<'_, GuardedListener>) -> Self {
        stream.io().handle.clone()
    }
}

/// The connection as axum's I/O type.
pub struct GuardedStream {
    stream: TcpStream,
    handle: ConnectionHandle,
    closed: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl Drop for GuardedStream {
    fn drop(&mut self) {
        // Gives its place free.
        self.handle.closed.cancel();
    }
}

impl GuardedStream {
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.closed.as_mut().poll(context).is_ready() { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(()) }
    }
}

impl AsyncRead for GuardedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for GuardedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
