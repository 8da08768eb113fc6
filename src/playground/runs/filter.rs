//! Which runs of the list are shown: by the search text, star, state, workflow and date.

use super::diff;
use super::record::RunRecord;
use super::run_row::RunRow;
use super::run_state::RunState;
use crate::language::Message;
use crate::messages as say;
use crate::text::lower;

/// Which runs of the list are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filter {
    /// The search text.
    pub(super) text: String,
    /// The index of the state filter in [`STATE_FILTERS`].
    pub(super) state: usize,
    /// Whether only marked runs are shown.
    pub(super) is_starred: bool,
    /// The id of the only workflow whose runs are shown; empty for all.
    pub(super) workflow: String,
    /// The index of the date filter in [`DATE_FILTERS`].
    pub(super) date: usize,
}

/// The state filters: the option's value, its label, and the names of the states.
pub(super) const STATE_FILTERS: [(&str, Message, &str); 7] = [
    ("all", say::RUN_FILTER_ALL, ""),
    (
        "active",
        say::RUN_FILTER_ACTIVE,
        "waiting uploading accepted pending running",
    ),
    ("completed", say::RUN_FILTER_COMPLETED, "completed"),
    ("failed", say::RUN_FILTER_FAILED, "failed"),
    ("cancelled", say::RUN_FILTER_CANCELLED, "cancelled"),
    ("not-sent", say::RUN_FILTER_NOT_SENT, "not-sent"),
    ("unknown", say::RUN_FILTER_UNKNOWN, "unknown"),
];

/// The date filters: the option's value, its label, and the days that it covers.
pub(super) const DATE_FILTERS: [(&str, Message, f64); 4] = [
    ("any", say::RUN_FILTER_ANY_DATE, f64::INFINITY),
    ("day", say::RUN_FILTER_TODAY, 1.0),
    ("week", say::RUN_FILTER_WEEK, 7.0),
    ("month", say::RUN_FILTER_MONTH, 30.0),
];
const DAY: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

impl Filter {
    /// Whether anything is chosen.
    pub(super) fn is_active(&self) -> bool {
        *self != Self::default()
    }

    /// How many filters are chosen, apart from the search text.
    pub(super) fn count(&self) -> usize {
        let chosen = [
            self.state > 0,
            self.is_starred,
            !self.workflow.is_empty(),
            self.date > 0,
        ];
        chosen.into_iter().filter(|chosen| *chosen).count()
    }

    /// Whether a run matches all that is chosen. Tracks its state and its star if they matter.
    pub(super) fn matches(&self, row: &RunRow, now: f64) -> bool {
        let days = DATE_FILTERS
            .get(self.date)
            .map_or(f64::INFINITY, |(.., days)| *days);
        let is_in = |record: &RunRecord| {
            (self.workflow.is_empty() || self.workflow == record.workflow_id)
                && now - record.created <= days * DAY
        };
        row.record.with_untracked(is_in)
            && (!self.is_starred || row.record.with(|record| record.is_starred))
            && self.matches_state_and_text(row)
    }

    /// Tracks the state if that matters.
    fn matches_state_and_text(&self, row: &RunRow) -> bool {
        let states = STATE_FILTERS
            .get(self.state)
            .map_or("", |(_, _, states)| states);
        let in_state = states.is_empty() || {
            let state = row.state().name();
            states.split(' ').any(|name| name == state)
        };
        // Of thousands of runs, every one is asked whenever one of them changes.
        if !in_state || self.text.is_empty() {
            return in_state;
        }
        let found = |text: &str| {
            let contains = |record: &RunRecord| diff::contains(record, text);
            is_called(row.state(), text) || row.record.with_untracked(contains)
        };
        let text = lower(&self.text);
        let has_value = |record: &RunRecord| diff::has_value(record, &text);
        let has_value = row.record.with_untracked(has_value);
        has_value.unwrap_or_else(|| found(&text) || text.split_whitespace().all(found))
    }
}

/// The minimum length of a prefix of a state's label that a search matches; most texts contain shorter
/// ones.
const MIN_PREFIX: usize = 3;

/// Whether a label of this state starts with the search text.
fn is_called(state: RunState, text: &str) -> bool {
    let text = text.trim();
    let matches =
        |label: Message| text.chars().count() >= MIN_PREFIX && lower(label.now()).starts_with(text);
    let covers =
        |(_, _, states): &(&str, Message, &str)| states.split(' ').any(|name| name == state.name());
    matches(state.message())
        || state == RunState::Completed && matches(say::TITLE_COMPLETED)
        || STATE_FILTERS
            .iter()
            .filter(|filter| covers(filter))
            .any(|(_, label, _)| matches(*label))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_its_labels_on_the_page() {
        for (text, state) in [
            ("failed", RunState::Failed),
            ("cancelled", RunState::Cancelled),
            ("done", RunState::Completed),
            ("compl", RunState::Completed),
            ("running ", RunState::Running),
            ("in progress", RunState::Pending),
        ] {
            assert!(is_called(state, text), "{text}");
        }
        assert!(!is_called(RunState::Completed, "failed"));
        assert!(!is_called(RunState::Running, "nning"));
        assert!(!is_called(RunState::Completed, "c"));
    }
}
