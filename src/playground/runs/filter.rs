//! What of the list of runs is shown: what is looked for, which states, which groups are open.

use super::diff;
use super::record::{Record, RunRow};
use super::run_state::RunState;
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::text::lower;

/// What of the list is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Look {
    /// What is looked for.
    pub(super) text: String,
    /// The states that are shown, by their place among [`FILTERS`].
    pub(super) filter: usize,
    /// The groups that are open.
    pub(super) open: Vec<String>,
    /// How many more lines were asked for.
    pub(super) more: usize,
}

/// Each choice of states: its name in the page, its words, the states.
pub(super) const FILTERS: [(&str, Message, &str); 6] = [
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

impl Look {
    /// Opens a group, or closes it.
    pub(super) fn toggle(&mut self, group: &str) {
        if self.open.iter().any(|open| open == group) {
            self.open.retain(|open| open != group);
        } else {
            self.open.push(group.to_owned());
        }
    }

    /// Whether something is looked for.
    pub(super) fn looks(&self) -> bool {
        !self.text.is_empty() || self.filter > 0
    }

    /// Whether a run is what is looked for.
    pub(super) fn fits(&self, row: &RunRow) -> bool {
        let states = FILTERS.get(self.filter).map_or("", |(_, _, states)| states);
        let stands = states.is_empty() || {
            let state = row.state().word();
            states.split(' ').any(|word| word == state)
        };
        let found = |word: &str| {
            let has = |record: &Record| diff::has(record, word);
            is_called(row.state(), word) || row.record.with_untracked(has)
        };
        let text = lower(&self.text);
        stands && (found(&text) || text.split_whitespace().all(found))
    }
}

/// The fewest letters that are taken for the beginning of a state's word: fewer are in most texts.
const LETTERS: usize = 3;

/// Whether what is looked for begins one of the words that the page has for this state.
fn is_called(state: RunState, words: &str) -> bool {
    let words = words.trim();
    let called = |message: Message| {
        words.chars().count() >= LETTERS && lower(message.now()).starts_with(words)
    };
    let of =
        |(_, _, states): &(&str, Message, &str)| states.split(' ').any(|own| own == state.word());
    called(state.message())
        || state == RunState::Completed && called(say::TITLE_COMPLETED)
        || FILTERS
            .iter()
            .filter(|filter| of(filter))
            .any(|filter| called(filter.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_what_the_page_calls_it() {
        for (words, state) in [
            ("failed", RunState::Failed),
            ("cancelled", RunState::Cancelled),
            ("done", RunState::Completed),
            ("compl", RunState::Completed),
            ("running ", RunState::Running),
            ("under way", RunState::Pending),
        ] {
            assert!(is_called(state, words), "{words}");
        }
        assert!(!is_called(RunState::Completed, "failed"));
        assert!(!is_called(RunState::Running, "nning"));
        assert!(!is_called(RunState::Completed, "c"));
    }
}
