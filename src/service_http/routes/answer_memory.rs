//! Limits the memory of all answers that are being sent: a caller that reads slowly keeps its answer in memory. Parties
//! share it fairly. Files and answers that all callers share do not count.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as _, Frame, SizeHint};

use crate::api_error::ApiError;
use parties::on_behalf;
use parties::{FairMemory, Taken};

/// The memory for all answers that are being sent, in kilobytes.
const MAX_KILOBYTES: usize = 256 << 10;
/// Smaller answers do not count: connections are limited, too.
const FREE: u64 = 64 << 10;
/// Seconds until other callers may have read their answers.
const RETRY_AFTER: u64 = 5;

/// Marks an answer that need not be counted, because its bytes are shared, or counted already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accounted;

/// The memory for answers.
#[derive(Clone, Debug)]
pub(super) struct AnswerMemory(Arc<FairMemory>);

impl Default for AnswerMemory {
    fn default() -> Self {
        Self(FairMemory::new(MAX_KILOBYTES))
    }
}

/// Answers with 503 if the answers to others take too much memory.
pub(super) async fn limit(
    State(memory): State<AnswerMemory>,
    request: Request,
    next: Next,
) -> Response {
    memory.counted(next.run(request).await)
}

impl AnswerMemory {
    fn counted(&self, response: Response) -> Response {
        // Files are read while they are sent; their bodies do not know their size.
        let size = response.body().size_hint().exact().unwrap_or_default();
        let is_accounted = response.extensions().get::<Accounted>().is_some();
        if size <= FREE || is_accounted {
            return response;
        }
        let kilobytes = usize::try_from(size.div_ceil(1024)).unwrap_or(MAX_KILOBYTES);
        let taken = self.0.take(on_behalf::party().as_ref(), kilobytes);
        match taken {
            Some(taken) => {
                let taken = Arc::new(taken);
                let mut response = response.map(|body| Body::new(CountedBody { body, taken }));
                response.extensions_mut().insert(Accounted);
                response
            }
            None => {
                let why = format!(
                    "answering: the answers to other requests take too much memory; try again in {RETRY_AFTER} s"
                );
                ApiError::unavailable(why, RETRY_AFTER).into_response()
            }
        }
    }
}

/// A body that gives its memory back when it has been sent, or its caller is gone.
struct CountedBody {
    body: Body,
    taken: Arc<Taken>,
}

/// Bytes of a body, which are in memory for longer than the body itself.
struct CountedBytes {
    bytes: Bytes,
    _taken: Arc<Taken>,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl hyper::body::Body for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        let counted = |bytes| {
            Bytes::from_owner(CountedBytes {
                bytes,
                _taken: self.taken.clone(),
            })
        };
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(counted))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn answers_that_nobody_reads_are_limited_and_give_their_memory_back() {
        let memory = AnswerMemory(FairMemory::new(1000));
        let answer = |kilobytes: usize| memory.counted(vec![0; kilobytes << 10].into_response());
        let unread = [answer(500), answer(400)];
        for response in &unread {
            assert_eq!(response.status(), StatusCode::OK);
        }
        let refused = answer(200);
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.headers().contains_key("retry-after"));
        assert_eq!(
            answer(64).status(),
            StatusCode::OK,
            "small ones do not count"
        );
        drop(unread);
        let size = answer(200).body().size_hint().exact();
        assert_eq!(size, Some(200 << 10), "the length is still known");
    }

    #[tokio::test]
    async fn bytes_that_were_taken_from_the_body_still_count() {
        let memory = AnswerMemory(FairMemory::new(200));
        let mut body = memory
            .counted(vec![7; 100 << 10].into_response())
            .into_body();
        let frame = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await;
        drop(body);
        assert_eq!(memory.0.in_use(), 100);
        let bytes = frame.unwrap().unwrap().into_data().unwrap();
        assert_eq!((bytes.len(), bytes[0]), (100 << 10, 7));
        drop(bytes);
        assert_eq!(memory.0.in_use(), 0);
    }

    #[test]
    fn shared_bytes_do_not_count() {
        let memory = AnswerMemory(FairMemory::new(0));
        let shared = || (axum::Extension(Accounted), vec![0; 1 << 20]).into_response();
        assert_eq!(memory.counted(shared()).status(), StatusCode::OK);
    }
}
