//! Connections of the receiver, which anybody may open: their number and the time in which they say nothing
//! are bounded.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Context;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;

use vitrine_local::serve::{Closed, Watch, WatchedStream, accept, when_closed};

/// So many connections are kept although they are silent. One more closes the one that has been silent
/// longest.
const MAX_SILENT: usize = 128;
/// After this time a connection counts as silent.
const SILENT_AFTER: Duration = Duration::from_secs(1);
/// The most connections at a time, below the number of files that systems allow. One more closes the most
/// silent one in any case.
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

    fn guard(&mut self) -> Silence {
        self.accepted += 1;
        let closed = CancellationToken::new();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let most_silent = open
            .iter()
            .min_by_key(|(_, (since, _))| *since)
            .map(|(number, (since, _))| (*number, since.elapsed()));
        if let Some((number, silent)) = most_silent
            && (open.len() >= MAX_CONNECTIONS || (open.len() >= MAX_SILENT && silent >= SILENT_AFTER))
            && let Some((_, closed)) = open.remove(&number)
        {
            closed.cancel();
        }
        open.insert(self.accepted, (Instant::now(), closed.clone()));
        drop(open);
        Silence {
            number: self.accepted,
            open: Arc::clone(&self.open),
            closed: when_closed(&closed),
            limit: Box::pin(tokio::time::sleep(MAX_SILENCE)),
        }
    }
}

impl Listener for GuardedListener {
    type Io = WatchedStream<Silence>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        let (stream, from) = accept(&self.listener, "receiver").await;
        (WatchedStream { stream, watch: self.guard() }, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Ends a connection that is silent for too long, or makes room for a newer one. An answer that is being sent
/// is sent.
pub struct Silence {
    number: u64,
    open: Open,
    closed: Closed,
    limit: Pin<Box<Sleep>>,
}

impl Drop for Silence {
    fn drop(&mut self) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

impl Watch for Silence {
    fn before_reading(&mut self, _: &TcpStream, context: &mut Context<'_>) -> io::Result<()> {
        if self.closed.as_mut().poll(context).is_ready() {
            Err(io::ErrorKind::ConnectionReset.into())
        } else {
            Ok(())
        }
    }

    fn after_reading(&mut self, is_read: bool, context: &mut Context<'_>) -> io::Result<()> {
        if is_read {
            let now = Instant::now();
            self.limit.as_mut().reset(now + MAX_SILENCE);
            if let Some((since, _)) =
                self.open.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&self.number)
            {
                *since = now;
            }
        } else if self.limit.as_mut().poll(context).is_ready() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(())
    }

    fn before_writing(&mut self, _: &TcpStream, _: &mut Context<'_>) -> io::Result<()> {
        Ok(())
    }
}
