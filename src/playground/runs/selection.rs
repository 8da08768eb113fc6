//! Which result is shown: that of the selected run, or of its whole batch. While the newest run is followed and
//! in progress, it is the newest result, so that the last one stays until there is another.

use super::run_row::RunRow;
use super::run_state::RunState;
use ui::RwSignal;

/// The run that a person or the page selected.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Selection {
    /// Its key.
    pub(super) key: Option<u32>,
    /// Whether the page selected it, because it is the newest.
    pub(super) is_followed: bool,
    /// Whether it is shown alone, even if it is part of a batch.
    pub(super) is_alone: bool,
    /// What stays while the selected run is followed and there is no newer result.
    pub(super) before: Option<Before>,
}

/// What was shown when a run was sent.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Before {
    /// The key of its run.
    pub(super) key: u32,
    /// Whether it was shown alone, even if it is part of a batch.
    pub(super) is_alone: bool,
    /// When the run was sent.
    pub(super) until: f64,
}

/// The result that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// That of the run with this key.
    Run(u32),
    /// Those of the batch with this id.
    Batch(String),
}

/// The key of the run whose result is shown; tracked. Of a shown batch, it is the current one.
pub(super) fn shown_run(rows: RwSignal<Vec<RunRow>>, selected: RwSignal<Selection>) -> Option<u32> {
    match selected.get() {
        Selection {
            key: Some(key),
            is_followed: true,
            before,
            ..
        } => rows.with(|rows| {
            let followed = rows.iter().find(|row| row.key == key);
            let batch = followed.and_then(RunRow::batch_id);
            let candidate = |row| Candidate::of(row, batch.as_deref());
            let candidates = rows.iter().map(candidate);
            Some(shown_while_followed(key, before, candidates))
        }),
        Selection { key, .. } => key,
    }
}

/// What is shown; tracked.
pub(super) fn shown(
    rows: RwSignal<Vec<RunRow>>,
    selected: RwSignal<Selection>,
    run: Option<u32>,
) -> Option<Shown> {
    let key = run?;
    let batch = rows.with(|rows| rows.iter().find(|row| row.key == key)?.batch_id());
    let is_alone = |selected: &Selection| match selected.before {
        Some(before) if selected.key != run => before.is_alone && before.key == key,
        _ => selected.is_alone,
    };
    let batch = batch.filter(|_| !selected.with(is_alone));
    Some(batch.map_or(Shown::Run(key), Shown::Batch))
}

/// A run that may be shown while another one is followed.
#[derive(Clone, Copy)]
struct Candidate {
    key: u32,
    state: RunState,
    has_preview: bool,
    /// Whether it is in the batch of the followed run.
    is_in_batch: bool,
    /// When its state last changed.
    changed: f64,
}

impl Candidate {
    /// Tracks the state and the preview.
    fn of(row: &RunRow, batch: Option<&str>) -> Self {
        Self {
            key: row.key,
            state: row.state(),
            has_preview: row.has_preview(),
            is_in_batch: batch.is_some_and(|batch| row.is_in_batch(batch)),
            changed: row.record.with_untracked(|record| record.changed),
        }
    }

    fn has_picture(&self) -> bool {
        self.state == RunState::Completed || self.has_preview
    }

    /// The run that is shown for this result. With any result of its batch, the followed run is: so the current one
    /// of the batch stays the same while results arrive.
    fn shown_as(self, followed: u32) -> u32 {
        if self.is_in_batch { followed } else { self.key }
    }
}

/// The run that is shown while this one is followed; the runs are given newest first.
fn shown_while_followed(
    key: u32,
    before: Option<Before>,
    mut runs: impl Iterator<Item = Candidate> + Clone,
) -> u32 {
    let followed = runs.clone().find(|run| run.key == key);
    let before = before.filter(|before| runs.clone().any(|run| run.key == before.key));
    match (followed.map(|run| run.state), before) {
        // What was shown before comes back.
        (Some(RunState::Cancelled), Some(before)) => before.key,
        (Some(state), Some(before)) if state.is_active() => {
            let is_newer = |run: &Candidate| run.has_picture() && run.changed >= before.until;
            runs.find(is_newer)
                .map_or(before.key, |run| run.shown_as(key))
        }
        (Some(state), None) if state.is_active() => runs
            .find(Candidate::has_picture)
            .map_or(key, |run| run.shown_as(key)),
        _ => key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RunState::{Cancelled, Completed, Failed, Pending, Running};

    fn run(key: u32, state: RunState) -> Candidate {
        Candidate {
            key,
            state,
            has_preview: false,
            is_in_batch: false,
            changed: f64::from(key),
        }
    }

    fn before(key: u32, until: f64) -> Option<Before> {
        let is_alone = false;
        Some(Before {
            key,
            is_alone,
            until,
        })
    }

    fn shown(key: u32, before: Option<Before>, runs: &[(u32, RunState)]) -> u32 {
        let runs = runs.iter().map(|(key, state)| run(*key, *state));
        shown_while_followed(key, before, runs)
    }

    #[test]
    fn the_newest_result_is_shown_while_a_later_run_is_in_progress() {
        let runs = [(4, Pending), (3, Running), (2, Completed), (1, Completed)];
        assert_eq!(shown(4, None, &runs), 2);
    }

    #[test]
    fn a_preview_replaces_an_earlier_result() {
        let mut runs = [run(4, Pending), run(3, Running), run(2, Completed)];
        runs[1].has_preview = true;
        assert_eq!(shown_while_followed(4, None, runs.into_iter()), 3);
    }

    #[test]
    fn the_current_run_of_a_batch_stays_the_same_while_results_arrive() {
        let mut runs = [run(3, Completed), run(2, Running), run(1, Completed)];
        (runs[0].is_in_batch, runs[1].is_in_batch) = (true, true);
        assert_eq!(shown_while_followed(2, None, runs.into_iter()), 2);
        assert_eq!(shown_while_followed(2, before(1, 2.5), runs.into_iter()), 2);
    }

    #[test]
    fn an_older_result_that_was_shown_stays_until_there_is_a_newer_one() {
        let runs = [(4, Pending), (3, Running), (2, Completed), (1, Completed)];
        assert_eq!(shown(4, before(1, 3.5), &runs), 1);
        let runs = [(5, Pending), (4, Completed), (2, Completed), (1, Completed)];
        assert_eq!(shown(5, before(1, 3.5), &runs), 4);
    }

    #[test]
    fn what_was_shown_comes_back_when_the_run_is_cancelled() {
        let runs = [(4, Cancelled), (2, Completed), (1, Completed)];
        assert_eq!(shown(4, before(1, 3.5), &runs), 1);
        assert_eq!(shown(4, before(3, 3.5), &runs), 4, "it was removed");
        assert_eq!(shown(4, None, &runs), 4);
    }

    #[test]
    fn a_run_that_ended_is_shown_itself() {
        assert_eq!(shown(2, None, &[(2, Failed), (1, Completed)]), 2);
        assert_eq!(
            shown(2, before(1, 1.5), &[(2, Completed), (1, Completed)]),
            2
        );
    }

    #[test]
    fn without_a_result_the_run_in_progress_is_shown() {
        assert_eq!(shown(2, None, &[(2, Pending), (1, Failed)]), 2);
    }
}
