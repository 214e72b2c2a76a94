//! TCP connections that can be reset deliberately.

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

/// Accepts connections until `closed`, which also resets the open ones.
pub struct BreakableListener {
    pub listener: TcpListener,
    pub closed: CancellationToken,
}

impl Listener for BreakableListener {
    type Io = BreakableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (BreakableStream, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    // Otherwise small answers wait for the client's delayed acknowledgement.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "the sandbox could not switch off Nagle's algorithm");
                    }
                    let closed = Box::pin(self.closed.clone().cancelled_owned());
                    return (BreakableStream { stream, handle: ConnectionHandle::default(), closed }, from);
                }
                Err(error) => {
                    // Usually too many open files; some will be closed.
                    tracing::warn!(%error, "the sandbox could not accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
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

    #[cfg(test)]
    pub fn is_reset(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl Connected<IncomingStream<'_, BreakableListener>> for ConnectionHandle {
    fn connect_info(stream: IncomingStream<'_, BreakableListener>) -> Self {
        stream.io().handle.clone()
    }
}

/// The connection as axum's I/O type.
pub struct BreakableStream {
    stream: TcpStream,
    handle: ConnectionHandle,
    closed: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl BreakableStream {
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let is_reset = self.handle.0.load(Ordering::Acquire);
        if is_reset {
            // Makes closing send RST instead of FIN.
            self.stream.set_zero_linger()?;
        }
        if is_reset || self.closed.as_mut().poll(context).is_ready() {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl AsyncRead for BreakableStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for BreakableStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, slices: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
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
