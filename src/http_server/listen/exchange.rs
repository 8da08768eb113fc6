//! One request and its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;

use super::activity::Activity;

/// One request and its answer, from the end of the headers until both bodies are done.
pub(super) struct Exchange {
    activity: Arc<watch::Sender<Activity>>,
    stalled: AtomicBool,
}

impl Exchange {
    /// A request has begun on this connection.
    pub(super) fn start(activity: &Arc<watch::Sender<Activity>>) -> Arc<Self> {
        activity.send_modify(Activity::request_started);
        Arc::new(Self {
            activity: Arc::clone(activity),
            stalled: AtomicBool::new(false),
        })
    }

    /// The request's body has made no progress for too long.
    pub(super) fn stall(&self) {
        self.stalled.store(true, Ordering::Relaxed);
    }

    /// Whether the request's body has made no progress for too long.
    pub(super) fn is_stalled(&self) -> bool {
        self.stalled.load(Ordering::Relaxed)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.activity.send_modify(Activity::request_ended);
    }
}
