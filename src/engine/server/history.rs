//! The runs that ended, newest last. Knows nothing of HTTP.

use std::collections::VecDeque;

/// How many runs are remembered, as in ComfyUI.
const MAX_RUNS: usize = 10_000;

/// The runs that ended.
#[derive(Default)]
pub(super) struct History {
    /// `prompt_id` and the entry as JSON.
    runs: VecDeque<(String, String)>,
}

impl History {
    /// Remembers a run; one of the same id is replaced.
    pub(super) fn add(&mut self, id: String, entry: String) {
        self.delete(&[&id]);
        self.runs.push_back((id, entry));
        if self.runs.len() > MAX_RUNS {
            self.runs.pop_front();
        }
    }

    pub(super) fn clear(&mut self) {
        self.runs.clear();
    }

    pub(super) fn delete(&mut self, ids: &[&str]) {
        self.runs.retain(|(id, _)| !ids.contains(&id.as_str()));
    }

    /// `{id: entry}`, or `{}` for an unknown run.
    pub(super) fn one(&self, id: &str) -> String {
        object(self.runs.iter().filter(|(known, _)| known == id))
    }

    /// `{id: entry, …}` of `most` runs from `offset` on; without an offset the last ones.
    pub(super) fn many(&self, most: Option<usize>, offset: Option<usize>) -> String {
        let len = self.runs.len();
        let most = most.unwrap_or(len);
        let offset = offset.unwrap_or(len.saturating_sub(most));
        object(self.runs.iter().skip(offset).take(most))
    }
}

fn object<'a>(runs: impl Iterator<Item = &'a (String, String)>) -> String {
    let entries: Vec<String> = runs
        .map(|(id, entry)| format!("{}: {entry}", serde_json::Value::from(id.as_str())))
        .collect();
    format!("{{{}}}", entries.join(", "))
}
