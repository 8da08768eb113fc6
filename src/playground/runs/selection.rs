//! Which run's result is shown: that of the selected run. While the newest run is followed and in
//! progress, it is that of the newest run that completed.

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
}

/// The key of the run whose result is shown; tracked.
pub(super) fn shown(rows: RwSignal<Vec<RunRow>>, selected: RwSignal<Selection>) -> Option<u32> {
    match selected.get() {
        Selection {
            key: Some(key),
            is_followed: true,
        } => rows.with(|rows| {
            let runs = rows.iter().map(|row| (row.key, row.state()));
            Some(shown_while_followed(key, runs))
        }),
        Selection { key, .. } => key,
    }
}

/// The same for a followed run. The runs are given newest first.
fn shown_while_followed(key: u32, mut runs: impl Iterator<Item = (u32, RunState)> + Clone) -> u32 {
    let is_active = |(other, state): (u32, RunState)| other == key && state.is_active();
    let is_active = runs.clone().any(is_active);
    let completed = runs.find(|(_, state)| *state == RunState::Completed);
    let completed = completed.filter(|_| is_active);
    completed.map_or(key, |(completed, _)| completed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use RunState::{Completed, Failed, Pending, Running};

    fn shown(key: u32, runs: &[(u32, RunState)]) -> u32 {
        shown_while_followed(key, runs.iter().copied())
    }

    #[test]
    fn the_newest_result_is_shown_while_a_later_run_is_in_progress() {
        let runs = [(4, Pending), (3, Running), (2, Completed), (1, Completed)];
        assert_eq!(shown(4, &runs), 2);
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
