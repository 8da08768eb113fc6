//! The runs that have ended, newest last. Knows nothing about HTTP.

use std::collections::VecDeque;

use comfy_server::{ClearOrDelete, EndedRun, HistoryQuery};

/// The number of runs it keeps, as in ComfyUI.
const MAX_RUNS: usize = 10_000;

/// The number of bytes it keeps: entries contain the whole prompt and the texts of the run.
const MAX_BYTES: usize = 32_000_000;

/// The runs that have ended.
pub(super) struct History {
    runs: VecDeque<EndedRun>,
    /// The bytes of all runs.
    bytes: usize,
    max_bytes: usize,
}

impl Default for History {
    fn default() -> Self {
        Self {
            runs: VecDeque::new(),
            bytes: 0,
            max_bytes: MAX_BYTES,
        }
    }
}

impl History {
    /// Adds a run; it replaces one with the same id. The oldest ones make room, but the newest is kept.
    pub(super) fn add(&mut self, id: String, entry: String) {
        self.retain(|run| run.id != id);
        let entry = entry.into();
        let run = EndedRun { id, entry };
        self.bytes += size(&run);
        self.runs.push_back(run);
        while self.runs.len() > 1 && (self.runs.len() > MAX_RUNS || self.bytes > self.max_bytes) {
            if let Some(run) = self.runs.pop_front() {
                self.bytes -= size(&run);
            }
        }
    }

    /// Removes runs.
    pub(super) fn remove(&mut self, runs: &ClearOrDelete) {
        self.retain(|run| !runs.removes(&run.id));
    }

    fn retain(&mut self, keep: impl Fn(&EndedRun) -> bool) {
        self.runs.retain(|run| {
            let is_kept = keep(run);
            if !is_kept {
                self.bytes -= size(run);
            }
            is_kept
        });
    }

    /// The runs that a query asks for.
    pub(super) fn find(&self, query: &HistoryQuery) -> Vec<EndedRun> {
        match query {
            HistoryQuery::Run(id) => self
                .runs
                .iter()
                .filter(|run| run.id == *id)
                .cloned()
                .collect(),
            HistoryQuery::Page { max_items, offset } => {
                let len = self.runs.len();
                let max_items = max_items.unwrap_or(len);
                let offset = offset.unwrap_or(len.saturating_sub(max_items));
                self.runs
                    .iter()
                    .skip(offset)
                    .take(max_items)
                    .cloned()
                    .collect()
            }
        }
    }
}

fn size(run: &EndedRun) -> usize {
    run.id.len() + run.entry.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(history: &History) -> Vec<&str> {
        history.runs.iter().map(|run| run.id.as_str()).collect()
    }

    #[test]
    fn the_oldest_runs_make_room_in_bytes() {
        let mut history = History {
            max_bytes: 30,
            ..History::default()
        };
        for id in ["a", "b", "c"] {
            history.add(id.to_owned(), "x".repeat(9));
        }
        assert_eq!(ids(&history), ["a", "b", "c"]);
        history.remove(&ClearOrDelete {
            clear: false,
            delete: vec!["b".to_owned()],
        });
        history.add("d".to_owned(), "x".repeat(9));
        assert_eq!(ids(&history), ["a", "c", "d"]);
        history.add("c".to_owned(), "x".repeat(19));
        assert_eq!((ids(&history), history.bytes), (vec!["d", "c"], 30));
        history.add("e".to_owned(), "x".repeat(99));
        assert_eq!(ids(&history), ["e"]);
        history.remove(&ClearOrDelete {
            clear: true,
            delete: Vec::new(),
        });
        assert_eq!(history.bytes, 0);
    }

    #[test]
    fn the_oldest_run_makes_room_in_number() {
        let runs = (0..MAX_RUNS).map(|id| EndedRun {
            id: id.to_string(),
            entry: "".into(),
        });
        let mut history = History {
            runs: runs.collect(),
            bytes: 100_000,
            ..History::default()
        };
        history.add("new".to_owned(), String::new());
        assert_eq!((history.runs.len(), ids(&history)[0]), (MAX_RUNS, "1"));
    }
}
