//! The order, state, interval and search text that the user chose; stored in the browser. Knows
//! nothing about the controls.

use std::cmp::Ordering;

use super::instance::Instance;
use crate::storage::{self, StorageArea};

/// The sort orders.
pub(super) const SORTS: [&str; 4] = ["own", "load", "name", "mine"];
/// The states to filter by.
pub(super) const STATES: [&str; 6] = ["all", "running", "idle", "pending", "trouble", "mine"];
/// The polling intervals in milliseconds; 0 is automatic.
pub(super) const INTERVALS: [u32; 4] = [0, 1000, 5000, 15_000];

/// The user's view of the queue: indices into the tables above, and a search text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ViewOptions {
    /// The index of the sort order.
    pub(super) sort: usize,
    /// The index of the state.
    pub(super) state: usize,
    /// The index of the interval.
    pub(super) interval: usize,
    /// The search text.
    pub(super) text: String,
}

impl ViewOptions {
    /// The stored options.
    pub(super) fn load() -> Self {
        let stored: String = storage::load(StorageArea::Browser, "queue").unwrap_or_default();
        Self::parse(&stored)
    }

    /// Stores the options.
    pub(super) fn save(&self) {
        storage::save(StorageArea::Browser, "queue", &self.to_text());
    }

    fn to_text(&self) -> String {
        let numbers = [self.sort, self.state, self.interval].map(|number| number.to_string());
        [&numbers.join(" "), " ", &self.text].concat()
    }

    fn parse(stored: &str) -> Self {
        let mut parts = stored.splitn(4, ' ');
        let mut number = |count: usize| {
            let number = parts.next().and_then(|part| part.parse().ok());
            number.filter(|number| *number < count).unwrap_or_default()
        };
        Self {
            sort: number(SORTS.len()),
            state: number(STATES.len()),
            interval: number(INTERVALS.len()),
            text: parts.next().unwrap_or_default().to_owned(),
        }
    }

    /// How many choices are set, apart from the search text.
    pub(super) fn count(&self) -> usize {
        let choices = [self.sort, self.state, self.interval];
        choices.into_iter().filter(|choice| *choice > 0).count()
    }

    /// Whether any instance may be hidden.
    pub(super) fn is_filtering(&self) -> bool {
        self.state > 0 || !self.text.is_empty()
    }

    /// Whether an instance is in the chosen state.
    pub(super) fn matches_state(&self, instance: &Instance) -> bool {
        let status = instance.status();
        match STATES.get(self.state).copied().unwrap_or_default() {
            state @ ("running" | "idle") => status.name() == state,
            "pending" => instance.snapshot.pending > 0,
            "trouble" => status.is_unavailable(),
            "mine" => !instance.own_tasks.is_empty(),
            _ => true,
        }
    }

    /// Whether the search text is part of the address, a task's id, or the workflow's name of one of
    /// the user's own tasks. `workflow_name` finds that name by the task's id.
    pub(super) fn matches_search(
        &self,
        instance: &Instance,
        workflow_name: &dyn Fn(&str) -> Option<String>,
    ) -> bool {
        let text = self.text.trim().to_ascii_lowercase();
        let has = |content: &str| content.to_ascii_lowercase().contains(&text);
        let in_name =
            |task: &usize| workflow_name(instance.task_id(*task)).is_some_and(|name| has(&name));
        // Ids are long, numerous and nearly always lower case, so they are searched without a copy.
        let in_ids = |text: &str| instance.snapshot.ids.contains(text);
        text.is_empty()
            || has(&instance.address)
            || in_ids(&text)
            || in_ids(self.text.trim())
            || instance.own_tasks.iter().any(in_name)
    }

    /// Compares two instances by the chosen order; equal ones keep the deployment's order.
    pub(super) fn compare(&self, left: &Instance, right: &Instance) -> Ordering {
        let first_own = |instance: &Instance| {
            let first = instance.own_tasks.first().copied();
            first.unwrap_or(usize::MAX)
        };
        match SORTS.get(self.sort).copied().unwrap_or_default() {
            "load" => right.task_count().cmp(&left.task_count()),
            "name" => left.address.cmp(&right.address),
            "mine" => first_own(left).cmp(&first_own(right)),
            _ => Ordering::Equal,
        }
    }
}

#[cfg(test)]
mod tests;
