//! What one connection is doing, and how long it may go on doing so.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::limits::Limits;
use super::pace::Pace;

/// How long a request that makes room may still be told so.
const FAREWELL: Duration = Duration::from_secs(1);

/// What one connection is doing.
#[derive(Clone, Debug)]
pub(super) struct Activity {
    /// The number of requests that are being served: more than one while the body of an answered
    /// request is still being read.
    requests: usize,
    /// Whether bytes of the next request's headers have arrived.
    in_headers: bool,
    /// Since when it waits for the next request, or for the rest of its headers.
    waiting_since: Instant,
    /// Since when the caller has read nothing of the answer that waits for it.
    blocked_since: Option<Instant>,
    /// How fast the caller reads what waits for it.
    reading: Pace,
    /// Whether the caller had too many requests in work for its last one.
    is_refused: bool,
    /// Since when its place is needed for another connection.
    replaced_since: Option<Instant>,
}

impl Activity {
    /// A new connection.
    pub(super) fn new() -> Self {
        Self {
            requests: 0,
            in_headers: true,
            waiting_since: Instant::now(),
            blocked_since: None,
            reading: Pace::default(),
            is_refused: false,
            replaced_since: None,
        }
    }

    /// Since when it has been waiting for a request; `None` while it serves one or sends its answer.
    pub(super) fn waiting_since(&self) -> Option<Instant> {
        (self.requests == 0 && self.blocked_since.is_none()).then_some(self.waiting_since)
    }

    /// When it makes room for other connections: those of refused callers first, then the one that has waited longest.
    /// `None` while it serves a request that was not refused.
    pub(super) fn turn_to_go(&self) -> Option<(bool, Instant)> {
        let may_go = self.is_refused || self.waiting_since().is_some();
        may_go.then_some((!self.is_refused, self.waiting_since))
    }

    /// Bytes have arrived. Returns whether that changes anything.
    pub(super) fn received(&mut self) -> bool {
        if self.requests > 0 || self.in_headers {
            return false;
        }
        self.in_headers = true;
        self.waiting_since = Instant::now();
        true
    }

    /// A request's headers are complete.
    pub(super) fn request_started(&mut self) {
        self.requests += 1;
        self.in_headers = false;
        self.is_refused = false;
    }

    /// A request has been answered, and its body has been read or discarded.
    pub(super) fn request_ended(&mut self) {
        self.requests -= 1;
        self.waiting_since = Instant::now();
    }

    /// The caller has stopped reading. Returns whether that changes anything.
    pub(super) fn blocked(&mut self) -> bool {
        if self.blocked_since.is_some() {
            return false;
        }
        let now = Instant::now();
        self.blocked_since = Some(now);
        self.waiting_since = now;
        true
    }

    /// The caller has read so many bytes of its answer. Returns whether that changes anything.
    pub(super) fn wrote(&mut self, bytes: u64, limits: &Limits) -> bool {
        let blocked = self.blocked_since.take();
        let waited = blocked.map(|since| since.elapsed()).unwrap_or_default();
        self.reading.moved(waited, bytes, limits.answer_pace());
        if blocked.is_some() {
            self.waiting_since = Instant::now();
        }
        blocked.is_some()
    }

    /// The caller has too many requests in work for this one.
    pub(super) fn refuse(&mut self) {
        self.is_refused = true;
    }

    /// Its place is needed for another connection.
    pub(super) fn replace(&mut self) {
        self.replaced_since = Some(Instant::now());
    }

    /// Whether its place is needed for another connection.
    pub(super) fn is_replaced(&self) -> bool {
        self.replaced_since.is_some()
    }

    fn deadline(&self, limits: &Limits) -> Option<Instant> {
        if let Some(since) = self.replaced_since {
            let is_waiting = self.waiting_since().is_some();
            return Some(if is_waiting { since } else { since + FAREWELL });
        }
        let time = match self.in_headers {
            true => limits.header_time,
            false => limits.idle_time,
        };
        let left = self.reading.left(limits.answer_pace());
        let blocked = self.blocked_since.map(|since| since + left);
        blocked.or_else(|| Some(self.waiting_since()? + time))
    }
}

/// Completes when the connection exceeds a time limit or is replaced.
pub(super) async fn overdue(mut activity: watch::Receiver<Activity>, limits: &Limits) {
    loop {
        let deadline = activity.borrow_and_update().deadline(limits);
        let expired = async {
            match deadline {
                Some(deadline) => sleep_until(deadline).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // The sender lives as long as the connection.
            Ok(()) = activity.changed() => {}
            () = expired => return,
        }
    }
}
