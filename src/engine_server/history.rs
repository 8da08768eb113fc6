//! The runs that have ended, newest last. Knows nothing about HTTP.

use std::collections::VecDeque;

use serde_json::Value;

/// The number of runs it keeps, as in ComfyUI.
const MAX_RUNS: usize = 10_000;

/// The number of bytes it keeps: entries contain the whole prompt and the texts of the run.
const MAX_BYTES: usize = 32_000_000;

/// The runs that have ended.
pub(super) struct History {
    /// The `prompt_id` and the entry as JSON; boxed, because the capacity of a string may be twice its length.
    runs: VecDeque<(String, Box<str>)>,
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
        self.delete(&[&id]);
        self.bytes += size(&id, &entry);
        self.runs.push_back((id, entry.into_boxed_str()));
        while self.runs.len() > 1 && (self.runs.len() > MAX_RUNS || self.bytes > self.max_bytes) {
            if let Some((id, entry)) = self.runs.pop_front() {
                self.bytes -= size(&id, &entry);
            }
        }
    }

    /// Removes all runs.
    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.bytes = 0;
    }

    /// Removes the runs with these ids.
    pub(super) fn delete(&mut self, ids: &[&str]) {
        self.runs.retain(|(id, entry)| {
            let keep = !ids.contains(&id.as_str());
            if !keep {
                self.bytes -= size(id, entry);
            }
            keep
        });
    }

    /// `{id: entry}`, or `{}` for an unknown run.
    pub(super) fn one(&self, id: &str) -> String {
        object(self.runs.iter().filter(|(known, _)| known == id))
    }

    /// `{id: entry, …}` for up to `max_items` runs from `offset`; without an offset, the last ones.
    pub(super) fn page(&self, max_items: Option<usize>, offset: Option<usize>) -> String {
        let len = self.runs.len();
        let max_items = max_items.unwrap_or(len);
        let offset = offset.unwrap_or(len.saturating_sub(max_items));
        object(self.runs.iter().skip(offset).take(max_items))
    }
}

fn size(id: &str, entry: &str) -> usize {
    id.len() + entry.len()
}

fn object<'a>(runs: impl Iterator<Item = &'a (String, Box<str>)>) -> String {
    // The entries of runs with long texts are in memory once more, not several times.
    let runs: Vec<_> = runs.collect();
    let length: usize = runs.iter().map(|(id, entry)| size(id, entry) + 6).sum();
    let mut object = String::with_capacity(length + 2);
    object.push('{');
    for (index, (id, entry)) in runs.into_iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        object.extend([
            separator,
            &Value::from(id.as_str()).to_string(),
            ": ",
            entry,
        ]);
    }
    object.push('}');
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(history: &History) -> Vec<&str> {
        history.runs.iter().map(|(id, _)| id.as_str()).collect()
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
        history.delete(&["b"]);
        history.add("d".to_owned(), "x".repeat(9));
        assert_eq!(ids(&history), ["a", "c", "d"]);
        history.add("c".to_owned(), "x".repeat(19));
        assert_eq!((ids(&history), history.bytes), (vec!["d", "c"], 30));
        history.add("e".to_owned(), "x".repeat(99));
        assert_eq!(ids(&history), ["e"]);
        history.clear();
        assert_eq!(history.bytes, 0);
    }

    #[test]
    fn the_oldest_run_makes_room_in_number() {
        let runs = (0..MAX_RUNS).map(|id| (id.to_string(), Box::default()));
        let mut history = History {
            runs: runs.collect(),
            bytes: 100_000,
            ..History::default()
        };
        history.add("new".to_owned(), String::new());
        assert_eq!((history.runs.len(), ids(&history)[0]), (MAX_RUNS, "1"));
    }
}
