//! A request's body that comes back when its reader has given up, so that the rest of it can be
//! read and thrown away.

use axum::body::{Body, BodyDataStream};
use futures_util::StreamExt;
use tokio::sync::mpsc;

use crate::service::answer::discard;

/// What is left of a body when its reader has stopped.
pub(super) struct Rest(mpsc::Receiver<Body>);

impl Rest {
    /// Reads it on in the background.
    pub(super) fn discard(mut self) {
        if let Ok(body) = self.0.try_recv() {
            discard(body);
        }
    }
}

/// A body that comes back when its reader is dropped.
pub(super) fn lend(body: Body) -> (Body, Rest) {
    let (sender, receiver) = mpsc::channel(1);
    let lent = Lent {
        stream: Some(body.into_data_stream()),
        back: sender,
    };
    let stream = futures_util::stream::unfold(lent, |mut lent| async {
        let item = lent.stream.as_mut()?.next().await?;
        Some((item, lent))
    });
    (Body::from_stream(stream), Rest(receiver))
}

struct Lent {
    stream: Option<BodyDataStream>,
    back: mpsc::Sender<Body>,
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(stream) = self.stream.take() {
            let _ = self.back.try_send(Body::from_stream(stream));
        }
    }
}
