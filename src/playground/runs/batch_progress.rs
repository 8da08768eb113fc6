//! The progress and the state of a batch, derived from the states of its runs. Pure.

use super::run_state::RunState;
use crate::language::{Message, integer};
use crate::messages as say;

/// How many runs a batch has that was sent with `count` runs. While it is in progress, some may not be listed yet;
/// afterwards, some may have been removed.
pub(crate) fn batch_size(states: &[RunState], count: usize) -> usize {
    match states.iter().any(|state| state.is_active()) {
        true => count.max(states.len()),
        false => states.len(),
    }
}

/// The progress of a batch that was sent with `count` runs, in words.
pub(crate) fn progress_text(states: &[RunState], count: usize) -> String {
    let count = integer(batch_size(states, count));
    let completed = integer(number_in(states, RunState::Completed));
    let mut text = say::BATCH_PROGRESS.with(&[&completed, &count]);
    for (state, message) in [
        (RunState::Failed, say::BATCH_FAILED),
        (RunState::Cancelled, say::BATCH_CANCELLED),
        (RunState::Unknown, say::BATCH_UNKNOWN),
        (RunState::NotSent, say::BATCH_NOT_SENT),
    ] {
        let number = number_in(states, state);
        if number > 0 {
            text.push_str(", ");
            text.push_str(&message.with(&[&integer(number)]));
        }
    }
    text
}

/// How many percent of a batch have completed.
pub(super) fn percent_done(states: &[RunState], count: usize) -> Option<usize> {
    let all = batch_size(states, count);
    (all > 0).then(|| number_in(states, RunState::Completed) * 100 / all)
}

/// The state of a batch: that of its most advanced active run, or else the worst result.
pub(super) fn batch_state(states: &[RunState]) -> RunState {
    const ORDER: [RunState; 10] = [
        RunState::Running,
        RunState::Uploading,
        RunState::Pending,
        RunState::Accepted,
        RunState::Waiting,
        RunState::NotSent,
        RunState::Failed,
        RunState::Unknown,
        RunState::Cancelled,
        RunState::Completed,
    ];
    let first = ORDER.into_iter().find(|state| states.contains(state));
    first.unwrap_or_default()
}

/// The state of a batch in one word. If some runs completed and the others were cancelled, it is
/// neither “completed” nor “cancelled”.
pub(super) fn batch_state_label(states: &[RunState]) -> Message {
    match batch_state(states) {
        RunState::Cancelled if states.contains(&RunState::Completed) => say::RUN_ENDED,
        state => state.message(),
    }
}

/// How many runs are in this state.
pub(super) fn number_in(states: &[RunState], state: RunState) -> usize {
    states.iter().filter(|other| **other == state).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use RunState::{Cancelled, Completed, Failed, NotSent, Pending, Running, Unknown};

    #[test]
    fn a_batch_is_running_while_one_of_its_runs_is() {
        assert_eq!(batch_state(&[Completed, Failed, Running, Pending]), Running);
    }

    #[test]
    fn a_batch_that_ended_has_the_worst_result() {
        assert_eq!(batch_state(&[Completed, Cancelled, Failed]), Failed);
    }

    #[test]
    fn a_partly_cancelled_batch_is_neither_completed_nor_cancelled() {
        let label = |states: &[RunState]| batch_state_label(states).now();
        assert_eq!(label(&[Cancelled, Completed, Cancelled]), "ended");
        assert_eq!(label(&[Cancelled, Cancelled]), "cancelled");
        assert_eq!(label(&[Completed, Completed]), "completed");
    }

    #[test]
    fn progress_counts_runs_that_were_not_sent_yet() {
        assert_eq!(progress_text(&[Completed, Running], 12), "1 of 12 done");
    }

    #[test]
    fn progress_does_not_count_runs_that_were_removed() {
        assert_eq!(progress_text(&[Completed], 12), "1 of 1 done");
    }

    #[test]
    fn progress_lists_runs_that_did_not_complete() {
        let states = [Completed, Failed, Cancelled, Unknown, NotSent, NotSent];
        let text = progress_text(&states, 6);
        assert_eq!(
            text,
            "1 of 6 done, 1 failed, 1 cancelled, 1 unknown, 2 not sent"
        );
    }
}
