//! Drains the body of a request that is rejected before it was read completely. Closing the connection
//! earlier could hide the answer from the client.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::extract::Request;
use axum::http::header;
use futures_util::StreamExt;
use tokio::sync::mpsc;

/// The maximum time and number of bytes for which a rejected body is drained.
const DRAIN_TIME: Duration = Duration::from_secs(30);
const DRAIN_BYTES: usize = 1 << 30;

/// The same for callers that have too many requests: each takes a connection for as long.
const BRIEF_DRAIN_TIME: Duration = Duration::from_secs(1);

/// Reads a request's body to its end in the background and discards it, unless the client waits to be
/// asked for it.
pub(crate) fn drain(request: Request) {
    drain_for(request, DRAIN_TIME);
}

/// The same, for a shorter time.
pub(crate) fn drain_briefly(request: Request) {
    drain_for(request, BRIEF_DRAIN_TIME);
}

fn drain_for(request: Request, time: Duration) {
    if !request.headers().contains_key(header::EXPECT) {
        drain_body(request.into_body(), time);
    }
}

fn drain_body(body: Body, time: Duration) {
    tokio::spawn(tokio::time::timeout(time, async move {
        let mut stream = body.into_data_stream();
        let mut size = 0;
        while let Some(Ok(bytes)) = stream.next().await {
            size += bytes.len();
            if size > DRAIN_BYTES {
                break;
            }
        }
    }));
}

/// Wraps a body so that its unread remainder can be drained after its reader is dropped.
pub(crate) fn drainable(body: Body) -> (Body, Remainder) {
    let (sender, receiver) = mpsc::channel(1);
    let reader = Reader {
        stream: Some(body.into_data_stream()),
        remainder: sender,
    };
    let stream = futures_util::stream::unfold(reader, |mut reader| async {
        let item = reader.stream.as_mut()?.next().await?;
        Some((item, reader))
    });
    (Body::from_stream(stream), Remainder(receiver))
}

/// The part of a body that its reader has not read.
pub(crate) struct Remainder(mpsc::Receiver<Body>);

impl Remainder {
    /// Drains it in the background.
    pub(crate) fn drain(mut self) {
        if let Ok(body) = self.0.try_recv() {
            drain_body(body, DRAIN_TIME);
        }
    }
}

struct Reader {
    stream: Option<BodyDataStream>,
    remainder: mpsc::Sender<Body>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(stream) = self.stream.take() {
            let _ = self.remainder.try_send(Body::from_stream(stream));
        }
    }
}
