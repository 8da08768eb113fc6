//! Which result is shown: that of the selected run, or of its whole batch. While the newest run is followed and
//! in progress, it is the newest result, so that the last one stays until there is another.

use super::run_row::RunRow;
use super::run_state::RunState;
use crate::playground::ui::RwSignal;

/// The run that a person or the page selected.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Selection {
    /// Its key.
    pub(super) key: Option<u32>,
    /// Whether the page selected it, because it is the newest.
    pub(super) is_followed: bool,
    /// Whether it is shown alone, even if it is part of a batch.
    pub(super) is_alone: bool,
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
            ..
        } => rows.with(|rows| {
            let runs = rows
                .iter()
                .map(|row| (row.key, row.state(), row.has_preview()));
            Some(shown_while_followed(key, runs))
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
    let batch = rows.with(|rows| {
        let row = rows.iter().find(|row| row.key == key)?;
        row.record
            .with_untracked(|record| Some(record.batch.as_ref()?.id.clone()))
    });
    let batch = batch.filter(|_| !selected.with(|selected| selected.is_alone));
    Some(batch.map_or(Shown::Run(key), Shown::Batch))
}

/// The run that is shown while this one is followed. The runs are given newest first, with their state and
/// whether they have a preview.
fn shown_while_followed(
    key: u32,
    mut runs: impl Iterator<Item = (u32, RunState, bool)> + Clone,
) -> u32 {
    let is_active = |(other, state, _): (u32, RunState, bool)| other == key && state.is_active();
    if !runs.clone().any(is_active) {
        return key;
    }
    let has_picture = |(_, state, has_preview): &(u32, RunState, bool)| {
        *state == RunState::Completed || *has_preview
    };
    runs.find(has_picture).map_or(key, |(other, ..)| other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use RunState::{Completed, Failed, Pending, Running};

    fn shown(key: u32, runs: &[(u32, RunState)]) -> u32 {
        shown_while_followed(key, runs.iter().map(|(key, state)| (*key, *state, false)))
    }

    #[test]
    fn the_newest_result_is_shown_while_a_later_run_is_in_progress() {
        let runs = [(4, Pending), (3, Running), (2, Completed), (1, Completed)];
        assert_eq!(shown(4, &runs), 2);
    }

    #[test]
    fn a_preview_replaces_an_earlier_result() {
        let runs = [
            (4, Pending, false),
            (3, Running, true),
            (2, Completed, false),
        ];
        assert_eq!(shown_while_followed(4, runs.into_iter()), 3);
    }

    #[test]
    fn a_run_that_ended_is_shown_itself() {
        assert_eq!(shown(2, &[(2, Failed), (1, Completed)]), 2);
        assert_eq!(shown(2, &[(2, Completed), (1, Completed)]), 2);
    }

    #[test]
    fn without_a_result_the_run_in_progress_is_shown() {
        assert_eq!(shown(2, &[(2, Pending), (1, Failed)]), 2);
    }
}
