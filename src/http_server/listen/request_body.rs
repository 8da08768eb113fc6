//! The body of a request. It fails if it makes no progress for too long.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

use super::exchange::Exchange;

/// The body of a request.
pub(super) struct RequestBody {
    body: Incoming,
    exchange: Arc<Exchange>,
    max_stall: Duration,
    /// Measures how long the next frame takes.
    stall: Option<Pin<Box<Sleep>>>,
}

impl RequestBody {
    /// The body of this exchange's request.
    pub(super) fn new(body: Incoming, exchange: Arc<Exchange>, max_stall: Duration) -> Self {
        Self {
            body,
            exchange,
            max_stall,
            stall: None,
        }
    }

    fn poll_stall(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let max_stall = self.max_stall;
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(max_stall)));
        std::task::ready!(stall.as_mut().poll(cx));
        self.exchange.stall();
        Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())))
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if self.exchange.is_stalled() {
            return Poll::Ready(None);
        }
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(frame) => {
                self.stall = None;
                Poll::Ready(frame.map(|frame| frame.map_err(BoxError::from)))
            }
            Poll::Pending => self.poll_stall(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
