//! Operations of the store that a run cannot go on without. A store that fails, such as on a full disk, usually works
//! again later: they are repeated until it does. Each of them may be repeated although it was already written.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Runs;
use store::StoreError;

/// The pause before an operation is repeated: at first, and at most.
const PAUSES: (Duration, Duration) = match cfg!(test) {
    true => (Duration::from_millis(1), Duration::from_millis(8)),
    false => (Duration::from_millis(250), Duration::from_secs(4)),
};

/// How often failures are logged.
const LOGGING: Duration = Duration::from_secs(60);

/// What keeps runs from going on, as far as it is the store.
#[derive(Debug, Default)]
pub(crate) struct StoreTrouble {
    /// The number of operations that are being repeated.
    repeated: AtomicUsize,
    last: Mutex<LastFailure>,
}

#[derive(Debug, Default)]
struct LastFailure {
    /// Why the last operation failed; `None` once one has succeeded.
    why: Option<String>,
    logged: Option<Instant>,
}

/// An operation that is being repeated.
struct Repeated<'a>(&'a StoreTrouble);

impl Drop for Repeated<'_> {
    fn drop(&mut self) {
        self.0.repeated.fetch_sub(1, Relaxed);
    }
}

impl StoreTrouble {
    /// Why runs cannot go on, if the store is the reason.
    pub(crate) fn why(&self) -> Option<String> {
        let is_repeated = self.repeated.load(Relaxed) > 0;
        self.last().why.clone().filter(|_| is_repeated)
    }

    /// Notes that an operation has failed and is repeated later. Logs it, once a minute for all of them.
    pub(super) fn note(&self, what: &str, error: &StoreError) {
        let mut last = self.last();
        let remedy = match error.is_disk_full() {
            true => "free disk space in the data folder",
            false => "check that the disk of the data folder works",
        };
        let why = format!("{what}: {error}; {remedy}");
        if last.logged.is_none_or(|at| at.elapsed() > LOGGING) {
            last.logged = Some(Instant::now());
            tracing::error!("{why}; trying again");
        }
        last.why = Some(why);
    }

    /// Notes that an operation has succeeded.
    fn end(&self) {
        if self.repeated.load(Relaxed) > 0 && self.last().why.take().is_some() {
            tracing::info!("the run store works again; runs go on");
        }
    }

    fn begin(&self) -> Repeated<'_> {
        self.repeated.fetch_add(1, Relaxed);
        Repeated(self)
    }

    fn last(&self) -> MutexGuard<'_, LastFailure> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Runs {
    /// Repeats an operation of the store until it succeeds.
    ///
    /// # Errors
    /// When repeating it is no use: the row of the run is damaged, or the service stops.
    pub(super) async fn persist<T, F>(
        &self,
        what: &str,
        operation: impl Fn() -> F,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let (mut pause, mut repeated) = (PAUSES.0, None);
        loop {
            let error = match operation().await {
                Ok(done) => {
                    self.store_trouble.end();
                    return Ok(done);
                }
                Err(error) if error.is_lasting() => return Err(error),
                Err(error) => error,
            };
            repeated.get_or_insert_with(|| self.store_trouble.begin());
            self.store_trouble.note(what, &error);
            if !self.background.sleep(pause).await {
                return Err(error);
            }
            pause = PAUSES.1.min(pause * 2);
        }
    }
}
