//! A connection's bytes. Notes when the next request's first bytes arrive, when the caller stops
//! reading, and how many bytes it moves.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::activity::Activity;
use super::in_work::Connection;
use super::limits::Limits;

/// A connection's bytes.
pub(super) struct WatchedStream {
    stream: TcpStream,
    connection: Connection,
    limits: Arc<Limits>,
}

impl WatchedStream {
    /// Notes the activity of a stream.
    pub(super) fn new(stream: TcpStream, connection: Connection, limits: Arc<Limits>) -> Self {
        Self {
            stream,
            connection,
            limits,
        }
    }

    fn wrote(&self, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let bytes = match &result {
            Poll::Ready(result) => Some(*result.as_ref().unwrap_or(&0) as u64),
            Poll::Pending => None,
        };
        self.connection
            .moved
            .fetch_add(bytes.unwrap_or_default(), Ordering::Relaxed);
        let activity = &self.connection.activity;
        activity.send_if_modified(|activity| match bytes {
            Some(bytes) => activity.wrote(bytes, &self.limits),
            None => activity.blocked(),
        });
        result
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(cx, buf);
        let bytes = buf.filled().len() - before;
        if bytes > 0 {
            let connection = &self.connection;
            connection.moved.fetch_add(bytes as u64, Ordering::Relaxed);
            connection.activity.send_if_modified(Activity::received);
        }
        result
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.wrote(result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
