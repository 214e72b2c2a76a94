//! TCP connections that can be reset deliberately.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Context;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use vitrine_local::serve::{Closed, Watch, WatchedStream, accept, when_closed};

/// Accepts connections until `closed`, which also resets the open ones.
pub struct BreakableListener {
    pub listener: TcpListener,
    pub closed: CancellationToken,
}

impl Listener for BreakableListener {
    type Io = WatchedStream<Breakable>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        let (stream, from) = accept(&self.listener, "sandbox").await;
        let watch = Breakable { handle: ConnectionHandle::default(), closed: when_closed(&self.closed) };
        (WatchedStream { stream, watch }, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A handle to the connection of a request.
#[derive(Clone, Default)]
pub struct ConnectionHandle(Arc<AtomicBool>);

impl ConnectionHandle {
    /// Resets the connection: nothing further is sent.
    pub fn reset(&self) {
        self.0.store(true, Ordering::Release);
    }

    #[cfg(any(test, feature = "simulation"))]
    pub fn is_reset(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl Connected<IncomingStream<'_, BreakableListener>> for ConnectionHandle {
    fn connect_info(stream: IncomingStream<'_, BreakableListener>) -> Self {
        stream.io().watch.handle.clone()
    }
}

/// Ends a connection that was reset, and all of them when the listener is closed.
pub struct Breakable {
    handle: ConnectionHandle,
    closed: Closed,
}

impl Watch for Breakable {
    fn before_reading(&mut self, stream: &TcpStream, context: &mut Context<'_>) -> io::Result<()> {
        let is_reset = self.handle.0.load(Ordering::Acquire);
        if is_reset {
            // Makes closing send RST instead of FIN.
            stream.set_zero_linger()?;
        }
        if is_reset || self.closed.as_mut().poll(context).is_ready() {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}
