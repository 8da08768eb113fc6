//! The last answer to `GET /api/v1/comfy/queue`: many watchers ask at the same time, and a thousand waiting runs take
//! a while to write. No I/O.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;

/// How long an answer is used if no run has come or gone: instances change, too.
const USED_FOR: Duration = Duration::from_millis(100);

/// The last answer to each key.
#[derive(Debug, Default)]
pub(crate) struct QueueView(Mutex<HashMap<String, Answer>>);

#[derive(Clone, Debug)]
struct Answer {
    body: Bytes,
    made: Instant,
    /// The version of the waiting runs that it shows.
    version: u64,
}

impl QueueView {
    /// The answer to a key for this version of the waiting runs: the last one, or else a new one.
    pub(crate) fn get(
        &self,
        key: &str,
        version: u64,
        now: Instant,
        make: impl FnOnce() -> Bytes,
    ) -> Bytes {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_good = |answer: &&Answer| {
            answer.version == version && now.saturating_duration_since(answer.made) < USED_FOR
        };
        if let Some(answer) = last.get(key).filter(is_good) {
            return answer.body.clone();
        }
        let body = make();
        let answer = Answer {
            body: body.clone(),
            made: now,
            version,
        };
        last.insert(key.to_owned(), answer);
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_used_until_it_is_old_or_a_run_has_come_or_gone() {
        let (view, now) = (QueueView::default(), Instant::now());
        let get = |version, now, text: &'static str| {
            view.get("", version, now, || Bytes::from_static(text.as_bytes()))
        };
        let answers = [get(1, now, "a"), get(1, now, "b"), get(2, now, "c")];
        assert_eq!(answers, ["a", "a", "c"]);
        assert_eq!(get(2, now + USED_FOR / 2, "d"), "c");
        assert_eq!(get(2, now + USED_FOR, "e"), "e");
        let other = view.get("other", 2, now + USED_FOR, || Bytes::from_static(b"own"));
        assert_eq!(other, "own", "each key has its own runs in it");
    }
}
