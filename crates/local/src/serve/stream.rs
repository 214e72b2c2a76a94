//! A connection that whoever accepted it watches and can end.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// Decides while a connection is open whether it stays so. An error ends it.
pub trait Watch: Unpin {
    /// Asked before each attempt to read.
    ///
    /// # Errors
    /// When the connection is to end.
    fn before_reading(&mut self, stream: &TcpStream, context: &mut Context<'_>) -> io::Result<()>;

    /// Asked after each attempt to read, with whether it succeeded.
    ///
    /// # Errors
    /// When the connection is to end.
    fn after_reading(&mut self, _is_read: bool, _context: &mut Context<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Asked before each attempt to write.
    ///
    /// # Errors
    /// When the connection is to end.
    fn before_writing(&mut self, stream: &TcpStream, context: &mut Context<'_>) -> io::Result<()> {
        self.before_reading(stream, context)
    }
}

/// Ends when a token is cancelled.
pub type Closed = Pin<Box<WaitForCancellationFutureOwned>>;

/// What a watch polls to know of the token.
pub fn when_closed(token: &CancellationToken) -> Closed {
    Box::pin(token.clone().cancelled_owned())
}

/// The connection as axum's I/O type.
pub struct WatchedStream<W> {
    pub stream: TcpStream,
    pub watch: W,
}

impl<W: Watch> AsyncRead for WatchedStream<W> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { stream, watch } = self.get_mut();
        watch.before_reading(stream, context)?;
        let read = Pin::new(stream).poll_read(context, buffer);
        watch.after_reading(read.is_ready(), context)?;
        read
    }
}

impl<W: Watch> AsyncWrite for WatchedStream<W> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let Self { stream, watch } = self.get_mut();
        watch.before_writing(stream, context)?;
        Pin::new(stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let Self { stream, watch } = self.get_mut();
        watch.before_writing(stream, context)?;
        Pin::new(stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { stream, watch } = self.get_mut();
        watch.before_writing(stream, context)?;
        Pin::new(stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { stream, watch } = self.get_mut();
        watch.before_writing(stream, context)?;
        Pin::new(stream).poll_shutdown(context)
    }
}
