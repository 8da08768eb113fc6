//! Which run the page chooses for the stage. Pure.
//!
//! While a person looks at a run of their own choice, the page chooses nothing. Otherwise, from the latest press of
//! Run on, the stage shows the first of these that exists:
//!
//! 1. what ended last since then; a batch counts as one run, which ends with its first result, so that the stage
//!    does not alternate between a batch and the runs beside it
//! 2. a running run with a preview; the one that was sent first, because it ends next
//! 3. what was shown before, unless it was cancelled
//! 4. a run in progress, running ones first
//! 5. what ended last of all, such as a cancelled run, or a run of another tab
//!
//! So a cancelled run and a run of another tab never replace what is shown.

use crate::runs::run_state::RunState;

/// A run that may be shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) key: u32,
    pub(super) state: RunState,
    pub(super) has_preview: bool,
    /// The id of its batch, and its index there.
    pub(super) batch: Option<(String, usize)>,
    /// Whether it is a run of another tab.
    pub(super) is_of_other_tab: bool,
    /// When its state last changed.
    pub(super) changed: f64,
}

impl Candidate {
    fn has_ended(&self) -> bool {
        self.state != RunState::Cancelled && !self.state.is_active()
    }

    fn batch_id(&self) -> Option<&str> {
        self.batch.as_ref().map(|(id, _)| id.as_str())
    }
}

/// The key of the run that is shown, of all runs, newest first. `since` is when Run was last pressed, `before` the key
/// of the run that was shown then.
pub(super) fn on_stage(since: f64, before: Option<u32>, runs: &[Candidate]) -> Option<u32> {
    let is_before = |run: &Candidate| Some(run.key) == before && run.state != RunState::Cancelled;
    let own = || runs.iter().filter(|run| !run.is_of_other_tab);
    let chosen = ended_last(own().rev().filter(|run| run.has_ended()), since)
        .or_else(|| own().rfind(|run| run.has_preview))
        .or_else(|| runs.iter().find(|run| is_before(run)))
        .or_else(|| own().rfind(|run| run.state == RunState::Running))
        .or_else(|| own().rfind(|run| run.state.is_active()))
        .or_else(|| ended_last(own().rev(), 0.0))
        .or_else(|| runs.first())?;
    let was_shown = Some(chosen.key) == before;
    Some(
        if was_shown {
            chosen
        } else {
            first_of_batch(chosen, runs)
        }
        .key,
    )
}

/// Of these runs, oldest first, the one that ended last, if it did since this time. Of a batch, only the first end
/// counts.
fn ended_last<'a>(runs: impl Iterator<Item = &'a Candidate>, since: f64) -> Option<&'a Candidate> {
    let mut runs: Vec<_> = runs.collect();
    runs.sort_by(|left, right| left.changed.total_cmp(&right.changed));
    let mut batches = Vec::new();
    runs.retain(|run| match run.batch_id() {
        Some(batch) if batches.contains(&batch) => false,
        batch => {
            batches.extend(batch);
            run.changed >= since
        }
    });
    runs.last().copied()
}

/// The run that stands for a run's batch, always the same, so that nothing moves while results arrive.
fn first_of_batch<'a>(run: &'a Candidate, runs: &'a [Candidate]) -> &'a Candidate {
    let is_in_batch =
        |other: &&Candidate| other.batch_id().is_some() && other.batch_id() == run.batch_id();
    let index = |run: &&Candidate| run.batch.as_ref().map_or(0, |(_, index)| *index);
    runs.iter()
        .filter(is_in_batch)
        .min_by_key(index)
        .unwrap_or(run)
}

#[cfg(test)]
mod tests;
