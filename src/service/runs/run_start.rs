//! Records when runs start at their engine instance. The end of a run is recorded only after its start, so that no
//! start is missing from the events. Does not know how a start is detected.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing::Instrument;

use super::Runs;
use store::Hold;

/// The attempts whose start the store does not have yet, by prompt id.
#[derive(Debug, Default)]
pub(super) struct UnrecordedStarts(Mutex<HashSet<String>>);

impl UnrecordedStarts {
    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records that an engine has started a run.
pub(super) fn record_start(runs: &Arc<Runs>, hold: Hold) {
    let mut unrecorded = runs.unrecorded_starts.lock();
    unrecorded.insert(hold.prompt_id.clone());
    drop(unrecorded);
    let log_ids = runs.waiting.log_ids(&hold.run_id);
    let (runs, background) = (runs.clone(), runs.background.clone());
    let recording = async move { record(&runs, &hold).await };
    background.spawn(recording.instrument(log_ids));
}

/// Records the start of a run now, unless the store has it.
pub(super) async fn ensure_recorded(runs: &Runs, hold: &Hold) {
    let is_unrecorded = runs.unrecorded_starts.lock().contains(&hold.prompt_id);
    if is_unrecorded {
        record(runs, hold).await;
    }
}

async fn record(runs: &Runs, hold: &Hold) {
    let mark = || runs.open_runs.mark_running(hold);
    let recorded = runs.persist("recording the start of a run", mark).await;
    runs.unrecorded_starts.lock().remove(&hold.prompt_id);
    if let Err(error) = recorded {
        tracing::debug!("recording the start of the run {}: {error}", hold.run_id);
    }
}
