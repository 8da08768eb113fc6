//! Reads events once after they were written, and gives them to the streams that are open. Without streams, it reads
//! nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::StreamExt;
use tokio::sync::broadcast::{self, Receiver, Sender, error::RecvError};

use crate::background::Background;
use crate::trusted_time::TrustedTime;
use store::{EventStore, RunEvent, StoreError};

/// How many events are read at once.
pub(super) const PAGE: u32 = 256;
/// How many events wait for a reader of all runs, and for one of a single run; who is slower reads them from the store.
const WAITING: usize = 1024;
const WAITING_OF_RUN: usize = 16;
/// The pause after the store has failed.
const PAUSE: Duration = Duration::from_secs(1);
/// For how long events are kept, and how often older ones are removed.
const KEPT: TimeDelta = TimeDelta::hours(48);
const FORGET_INTERVAL: Duration = Duration::from_secs(600);

/// The events of all runs as they are written.
pub(super) struct Feed {
    store: Arc<dyn EventStore>,
    all: Sender<Arc<RunEvent>>,
    of_runs: Mutex<HashMap<String, Sender<Arc<RunEvent>>>>,
}

impl Feed {
    /// The feed of this store's events.
    pub(super) fn new(store: Arc<dyn EventStore>) -> Self {
        Self {
            store,
            all: broadcast::channel(WAITING).0,
            of_runs: Mutex::default(),
        }
    }

    /// The events of all runs from now on.
    pub(super) fn all(&self) -> Receiver<Arc<RunEvent>> {
        self.all.subscribe()
    }

    /// The events of a run from now on.
    pub(super) fn of_run(self: &Arc<Self>, run_id: &str) -> RunReceiver {
        let mut of_runs = self.of_runs();
        let sender = of_runs.entry(run_id.to_owned());
        let sender = sender.or_insert_with(|| broadcast::channel(WAITING_OF_RUN).0);
        RunReceiver {
            run_id: run_id.to_owned(),
            receiver: Some(sender.subscribe()),
            feed: self.clone(),
        }
    }

    fn of_runs(&self) -> MutexGuard<'_, HashMap<String, Sender<Arc<RunEvent>>>> {
        self.of_runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives out what is written, until the service stops.
    pub(super) async fn follow(&self, background: &Background) {
        let follow = || self.store.follow_events();
        let what = "following the events of runs";
        let Some(mut news) = background.repeat(what, PAUSE, follow).await else {
            return;
        };
        let mut given = news.last;
        loop {
            // Before looking for listeners: one that comes later reads a state that has these events.
            let last = tokio::select! {
                () = background.stopped() => return,
                last = news.later.next() => last,
            };
            let Some(last) = last else {
                return;
            };
            if !self.has_listeners() {
                given = last;
                continue;
            }
            while given < last {
                match self.store.events_after(given, PAGE).await {
                    Ok(events) => given = self.give(events).unwrap_or(last),
                    Err(why) => {
                        tracing::warn!("reading the events of runs: {why}; trying again");
                        tokio::time::sleep(PAUSE).await;
                    }
                }
            }
        }
    }

    fn has_listeners(&self) -> bool {
        self.all.receiver_count() > 0 || !self.of_runs().is_empty()
    }

    /// Gives events to the streams. Returns the id of the last one; `None` without events: those that were written are
    /// of runs that were removed.
    pub(super) fn give(&self, events: Vec<RunEvent>) -> Option<i64> {
        let last = events.last()?.id;
        for event in events.into_iter().map(Arc::new) {
            if let Some(sender) = self.of_runs().get(&event.run_id) {
                // An error means that nobody listens.
                let _ = sender.send(event.clone());
            }
            let _ = self.all.send(event);
        }
        Some(last)
    }
}

/// The events of one run.
pub(super) struct RunReceiver {
    run_id: String,
    /// There until this is dropped.
    receiver: Option<Receiver<Arc<RunEvent>>>,
    feed: Arc<Feed>,
}

impl RunReceiver {
    pub(super) async fn recv(&mut self) -> Result<Arc<RunEvent>, RecvError> {
        match &mut self.receiver {
            Some(receiver) => receiver.recv().await,
            None => Err(RecvError::Closed),
        }
    }
}

impl Drop for RunReceiver {
    fn drop(&mut self) {
        let mut of_runs = self.feed.of_runs();
        self.receiver = None;
        let is_unused = |sender: &Sender<_>| sender.receiver_count() == 0;
        if of_runs.get(&self.run_id).is_some_and(is_unused) {
            of_runs.remove(&self.run_id);
        }
    }
}

/// Removes events that nobody will resume at any more, until the service stops.
pub(crate) async fn forget_old(
    store: Arc<dyn EventStore>,
    time: Arc<TrustedTime>,
    background: Background,
) {
    loop {
        let forgotten = async {
            while let Some(now) = time.now().await
                && store.forget_events(now - KEPT).await?
            {}
            Ok::<_, StoreError>(())
        };
        if let Err(why) = forgotten.await {
            tracing::warn!("removing old events of runs: {why}");
        }
        if !background.sleep(FORGET_INTERVAL).await {
            return;
        }
    }
}
