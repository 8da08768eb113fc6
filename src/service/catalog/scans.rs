//! Keeps the catalog up to date on a thread of its own. Those who need it wait for that, but not for long: a folder on
//! a stalled network disk stops nobody. Does not know what is read.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::Catalog;

/// How long a request waits for the folder before it is served from what is known.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// The scans of one catalog.
#[derive(Debug)]
pub(super) struct Scans {
    patience: Duration,
    asked: Mutex<Asked>,
    /// Why the last scan could not look at the folder.
    failure: Mutex<Option<String>>,
    /// The last scan that has looked at the folder.
    looked: watch::Sender<u64>,
    /// The last scan that has read every workflow.
    read: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Asked {
    /// The number of the next scan.
    next: u64,
    /// The start of the running scan; `None` if none is running.
    since: Option<Instant>,
}

/// What a request waits for.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// The files of the folder have been looked at.
    Looked,
    /// Every workflow has been read with the classes of now.
    Read,
}

impl Scans {
    /// No scan yet. Requests wait for one as long as `patience`.
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            patience,
            asked: Mutex::default(),
            failure: Mutex::default(),
            looked: watch::Sender::default(),
            read: watch::Sender::default(),
        }
    }

    /// Scans from now on, unless that is about to happen.
    pub(super) fn start(self: &Arc<Self>, catalog: &Arc<Catalog>) {
        self.ask(catalog);
    }

    /// Waits until a scan that has started after this call has come so far. Returns early if that takes too long, and
    /// at once if the running scan has already taken too long.
    pub(super) async fn wait(self: &Arc<Self>, catalog: &Arc<Catalog>, step: Step) {
        let (number, since) = self.ask(catalog);
        let now = Instant::now();
        if since + self.patience <= now {
            return;
        }
        let done = match step {
            Step::Looked => &self.looked,
            Step::Read => &self.read,
        };
        let mut done = done.subscribe();
        let done = done.wait_for(|done| *done >= number);
        // An error means that nobody scans any more.
        let _ = timeout_at(now + self.patience, done).await;
    }

    /// The number of a scan that starts after this call, and when the running one has started.
    fn ask(self: &Arc<Self>, catalog: &Arc<Catalog>) -> (u64, Instant) {
        let mut asked = self.asked();
        asked.next += 1;
        let number = asked.next;
        if let Some(since) = asked.since {
            return (number, since);
        }
        let now = Instant::now();
        let (scans, catalog) = (self.clone(), catalog.clone());
        let thread = std::thread::Builder::new().name("catalog".to_owned());
        // Not a task: the program must be able to end while the folder does not answer.
        match thread.spawn(move || scans.run(&catalog)) {
            Ok(_) => asked.since = Some(now),
            Err(why) => tracing::error!("looking for changed workflows: {why}"),
        }
        (number, now)
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Logs a failure, unless it is that of the last scan.
    fn report(&self, failure: Option<String>) {
        let mut last = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = failure.as_ref().filter(|_| *last != failure) {
            tracing::warn!("{why}; serving what was read before");
        }
        *last = failure;
    }

    /// Scans until nobody has asked for a further scan.
    fn run(&self, catalog: &Catalog) {
        let running = Running(self);
        let mut last = None;
        while let Some(number) = running.next(last) {
            self.report(catalog.look().err().map(|why| why.to_string()));
            self.looked.send_replace(number);
            catalog.read_all();
            self.read.send_replace(number);
            last = Some(number);
        }
    }
}

/// The thread that scans. If it ends early, the next request starts another one.
struct Running<'a>(&'a Scans);

impl Running<'_> {
    /// The number of the next scan; `None` if nobody has asked for one after the last.
    fn next(&self, last: Option<u64>) -> Option<u64> {
        let mut asked = self.0.asked();
        if last == Some(asked.next) {
            asked.since = None;
            return None;
        }
        asked.since = Some(Instant::now());
        Some(asked.next)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.asked().since = None;
        }
    }
}
