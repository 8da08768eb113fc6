//! The runs that have ended, newest last. Knows nothing about HTTP.

use std::collections::VecDeque;

/// The number of runs it keeps, as in ComfyUI.
const MAX_RUNS: usize = 10_000;

/// The runs that have ended.
#[derive(Default)]
pub(super) struct History {
    /// The `prompt_id` and the entry as JSON.
    runs: VecDeque<(String, String)>,
}

impl History {
    /// Adds a run; it replaces one with the same id.
    pub(super) fn add(&mut self, id: String, entry: String) {
        self.delete(&[&id]);
        self.runs.push_back((id, entry));
        if self.runs.len() > MAX_RUNS {
            self.runs.pop_front();
        }
    }

    /// Removes all runs.
    pub(super) fn clear(&mut self) {
        self.runs.clear();
    }

    /// Removes the runs with these ids.
    pub(super) fn delete(&mut self, ids: &[&str]) {
        self.runs.retain(|(id, _)| !ids.contains(&id.as_str()));
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

fn object<'a>(runs: impl Iterator<Item = &'a (String, String)>) -> String {
    let entries: Vec<String> = runs
        .map(|(id, entry)| format!("{}: {entry}", serde_json::Value::from(id.as_str())))
        .collect();
    format!("{{{}}}", entries.join(", "))
}
