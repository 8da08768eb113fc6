//! Records when runs start at their engine instance. The end of a run is recorded only after its start, so that no
//! start is missing from the events. Does not know how a start is detected.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing::Instrument;

use super::Runs;

/// The attempts whose start the store does not have yet, by prompt id.
#[derive(Debug, Default)]
pub(super) struct UnrecordedStarts(Mutex<HashSet<String>>);

impl UnrecordedStarts {
    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records that an engine has started a run.
pub(super) fn record_start(runs: &Arc<Runs>, run_id: String, prompt_id: String) {
    runs.unrecorded_starts.lock().insert(prompt_id.clone());
    let log_ids = runs.waiting.log_ids(&run_id);
    let (runs, background) = (runs.clone(), runs.background.clone());
    let recording = async move { record(&runs, &run_id, &prompt_id).await };
    background.spawn(recording.instrument(log_ids));
}

/// Records the start of a run now, unless the store has it.
pub(super) async fn ensure_recorded(runs: &Runs, run_id: &str, prompt_id: &str) {
    let is_unrecorded = runs.unrecorded_starts.lock().contains(prompt_id);
    if is_unrecorded {
        record(runs, run_id, prompt_id).await;
    }
}

async fn record(runs: &Runs, run_id: &str, prompt_id: &str) {
    let mark = || runs.store.mark_running(run_id, prompt_id);
    let recorded = runs.persist("recording the start of a run", mark).await;
    runs.unrecorded_starts.lock().remove(prompt_id);
    if let Err(error) = recorded {
        tracing::debug!("recording the start of the run {run_id}: {error}");
    }
}
