//! What one connection is doing, and how long it may go on doing so.

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::limits::Limits;

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
    /// Whether its place is needed for another connection.
    replaced: bool,
}

impl Activity {
    /// A new connection.
    pub(super) fn new() -> Self {
        Self {
            requests: 0,
            in_headers: true,
            waiting_since: Instant::now(),
            blocked_since: None,
            replaced: false,
        }
    }

    /// Since when it has been waiting for a request; `None` while it serves one or sends its answer.
    pub(super) fn waiting_since(&self) -> Option<Instant> {
        (self.requests == 0 && self.blocked_since.is_none()).then_some(self.waiting_since)
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
    }

    /// A request has been answered, and its body has been read or discarded.
    pub(super) fn request_ended(&mut self) {
        self.requests -= 1;
        self.waiting_since = Instant::now();
    }

    /// The caller reads its answer, or has stopped reading. Returns whether that changes anything.
    pub(super) fn blocked(&mut self, blocked: bool) -> bool {
        if self.blocked_since.is_some() == blocked {
            return false;
        }
        let now = Instant::now();
        self.blocked_since = blocked.then_some(now);
        self.waiting_since = now;
        true
    }

    /// Its place is needed for another connection.
    pub(super) fn replace(&mut self) {
        self.replaced = true;
    }

    fn deadline(&self, limits: &Limits) -> Option<Instant> {
        let time = match self.in_headers {
            true => limits.header_time,
            false => limits.idle_time,
        };
        let blocked = self.blocked_since.map(|since| since + limits.answer_stall);
        blocked.or_else(|| Some(self.waiting_since()? + time))
    }
}

/// Completes when the connection exceeds a time limit or is replaced.
pub(super) async fn overdue(mut activity: watch::Receiver<Activity>, limits: &Limits) {
    loop {
        let (replaced, deadline) = {
            let activity = activity.borrow_and_update();
            (activity.replaced, activity.deadline(limits))
        };
        if replaced {
            return;
        }
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
