//! The connections of the phone's server: a limited number, and little time for those that are not of a phone
//! that was let in.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Context;
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use vitrine_local::serve::{Closed, Watch, WatchedStream, accept, when_closed};

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
    type Io = WatchedStream<Guest>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        let (stream, from) = accept(&self.listener, "phone").await;
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
        let closed = when_closed(&handle.closed);
        (WatchedStream { stream, watch: Guest { handle, closed } }, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, GuardedListener>> for ConnectionHandle {
    fn connect_info(stream: IncomingStream<'_, GuardedListener>) -> Self {
        stream.io().watch.handle.clone()
    }
}

/// Ends the connection of a phone when its handle is closed.
pub struct Guest {
    handle: ConnectionHandle,
    closed: Closed,
}

impl Drop for Guest {
    fn drop(&mut self) {
        // Gives its place free.
        self.handle.closed.cancel();
    }
}

impl Watch for Guest {
    fn before_reading(&mut self, _: &TcpStream, context: &mut Context<'_>) -> io::Result<()> {
        if self.closed.as_mut().poll(context).is_ready() {
            Err(io::ErrorKind::ConnectionReset.into())
        } else {
            Ok(())
        }
    }
}
