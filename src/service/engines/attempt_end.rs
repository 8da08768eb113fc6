//! What is known of an attempt that has left its engine's queue. The history decides, in ComfyUI's own terms: an
//! interrupted task has an entry that says so. A task that is in neither was forgotten: the engine was restarted, or
//! its queue or history was cleared. Nothing shows which, or whether somebody meant this task: a task that is deleted
//! while it waits leaves no trace in `/queue`, `/history` or `/api/jobs`. No I/O.

use super::instance::TrackedRun;
use run_core::HistoryEntry;
use run_core::task_outcome::{self, TaskOutcome};

/// What is known of an attempt that has left its engine's queue.
#[derive(Debug)]
pub(crate) enum AttemptEnd {
    /// It has ended, and this says how.
    Ended(HistoryEntry),
    /// The engine may still be reading the request that hands it over, or writing the history. A later snapshot decides.
    Uncertain,
    /// The engine has forgotten it.
    Forgotten,
}

impl AttemptEnd {
    /// The history of a run as its events report it, if they show its end, and of a completed run the outputs of all
    /// these nodes: any event may be missing.
    pub(crate) fn reported(run: &TrackedRun, wanted: &[String]) -> Option<HistoryEntry> {
        let entry = run.report.entry()?;
        let has_all = wanted.iter().all(|node| entry.outputs.contains_key(node));
        (has_all || task_outcome::outcome(&entry) != TaskOutcome::Completed).then_some(entry)
    }

    /// The end of a run with this entry in its engine's history.
    pub(crate) fn of(run: &TrackedRun, entry: Option<HistoryEntry>) -> Self {
        // ComfyUI adds the entry after it has sent the last event.
        let comes_later = run.report.is_complete_to_the_end();
        match entry {
            Some(entry) => Self::Ended(entry),
            None if run.is_uncertain() || comes_later => Self::Uncertain,
            None => Self::Forgotten,
        }
    }
}
