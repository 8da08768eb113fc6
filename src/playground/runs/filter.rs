//! Which runs of the list are shown: the search text, the state filter, and the expanded batches.

use super::diff;
use super::record::RunRecord;
use super::run_row::RunRow;
use super::run_state::RunState;
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::text::lower;

/// Which runs of the list are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filter {
    /// The search text.
    pub(super) text: String,
    /// The index of the state filter in [`STATE_FILTERS`].
    pub(super) state: usize,
    /// The ids of the expanded batches.
    pub(super) expanded: Vec<String>,
    /// How many lines beyond the first page are shown.
    pub(super) more: usize,
}

/// The state filters: the option's value, its label, and the names of the states.
pub(super) const STATE_FILTERS: [(&str, Message, &str); 6] = [
    ("all", say::RUN_FILTER_ALL, ""),
    (
        "active",
        say::RUN_FILTER_ACTIVE,
        "uploading accepted pending running",
    ),
    ("completed", say::RUN_FILTER_COMPLETED, "completed"),
    ("failed", say::RUN_FILTER_FAILED, "failed"),
    ("cancelled", say::RUN_FILTER_CANCELLED, "cancelled"),
    ("unknown", say::RUN_FILTER_UNKNOWN, "unknown"),
];

impl Filter {
    /// Expands or collapses a batch.
    pub(super) fn toggle(&mut self, batch_id: &str) {
        if self.expanded.iter().any(|expanded| expanded == batch_id) {
            self.expanded.retain(|expanded| expanded != batch_id);
        } else {
            self.expanded.push(batch_id.to_owned());
        }
    }

    /// Whether a search text or a state is chosen.
    pub(super) fn is_active(&self) -> bool {
        !self.text.is_empty() || self.state > 0
    }

    /// Whether a run matches the search text and the state.
    pub(super) fn matches(&self, row: &RunRow) -> bool {
        let states = STATE_FILTERS
            .get(self.state)
            .map_or("", |(_, _, states)| states);
        let in_state = states.is_empty() || {
            let state = row.state().name();
            states.split(' ').any(|name| name == state)
        };
        let found = |text: &str| {
            let contains = |record: &RunRecord| diff::contains(record, text);
            is_called(row.state(), text) || row.record.with_untracked(contains)
        };
        let text = lower(&self.text);
        let has_value = |record: &RunRecord| diff::has_value(record, &text);
        let has_value = row.record.with_untracked(has_value);
        in_state && has_value.unwrap_or_else(|| found(&text) || text.split_whitespace().all(found))
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
