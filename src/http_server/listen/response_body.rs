//! The body of an answer. Its exchange ends with it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};

use super::exchange::Exchange;

/// The body of an answer.
pub(super) struct ResponseBody {
    body: Body,
    _exchange: Arc<Exchange>,
}

impl ResponseBody {
    /// The body of this exchange's answer.
    pub(super) fn new(body: Body, exchange: Arc<Exchange>) -> Self {
        Self {
            body,
            _exchange: exchange,
        }
    }
}

impl hyper::body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
