//! The body of a request. It fails if it arrives too slowly.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use super::exchange::Exchange;
use super::pace::{MinPace, Pace};

/// The body of a request.
pub(super) struct RequestBody {
    body: Incoming,
    exchange: Arc<Exchange>,
    pace: Pace,
    min_pace: MinPace,
    /// When the wait for the next frame began, and the timer that ends it.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl RequestBody {
    /// The body of this exchange's request.
    pub(super) fn new(body: Incoming, exchange: Arc<Exchange>, min_pace: MinPace) -> Self {
        Self {
            body,
            exchange,
            pace: Pace::default(),
            min_pace,
            waiting: None,
        }
    }

    fn poll_stall(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let left = self.pace.left(self.min_pace);
        let begin = || (Instant::now(), Box::pin(sleep(left)));
        let (_, end) = self.waiting.get_or_insert_with(begin);
        std::task::ready!(end.as_mut().poll(cx));
        self.exchange.stall();
        Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())))
    }

    fn arrived(&mut self, frame: Option<&Frame<Bytes>>) {
        let waited = self.waiting.take().map(|(since, _)| since.elapsed());
        let bytes = frame.and_then(Frame::data_ref).map_or(0, Bytes::len);
        let min_pace = self.min_pace;
        self.pace
            .moved(waited.unwrap_or_default(), bytes as u64, min_pace);
        if frame.is_none() {
            self.exchange.received();
        }
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
                let arrived = frame.as_ref().and_then(|frame| frame.as_ref().ok());
                self.arrived(arrived);
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

impl Drop for RequestBody {
    fn drop(&mut self) {
        self.exchange.received();
    }
}
