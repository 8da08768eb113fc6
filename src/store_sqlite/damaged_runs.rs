//! Reports runs whose rows cannot be read, each once. Does not know how rows are read.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The most damaged runs it remembers.
const MAX_REMEMBERED: usize = 10_000;

/// The ids of damaged runs that the log has.
#[derive(Clone, Default)]
pub(super) struct DamagedRuns(Arc<Mutex<HashSet<String>>>);

impl DamagedRuns {
    /// Logs that a run is skipped, and why; once per run.
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
