//! Reports each run whose row cannot be read once. Does not know how rows are read.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of damaged runs that it remembers.
const MAX_REMEMBERED: usize = 10_000;

/// The ids of damaged runs that were logged.
#[derive(Clone, Default)]
pub(super) struct DamagedRuns(Arc<Mutex<HashSet<String>>>);

impl DamagedRuns {
    /// Logs that a run is skipped, and why. Logs each run once.
    pub(super) fn report(&self, id: &str, why: &str) {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() < MAX_REMEMBERED && reported.insert(id.to_owned()) {
            tracing::error!(
                "reading the run {id} from the run store: {why}; it is skipped. Restore the store from a backup, \
                 or delete the row"
            );
        }
    }
}
