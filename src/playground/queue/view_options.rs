//! Which instances are to be seen and in what order; kept in the browser. Knows nothing of controls.

use std::cmp::Ordering;

use super::row::Row;
use crate::playground::storage::{self, Place};

/// The orders.
pub(super) const SORTS: [&str; 4] = ["own", "load", "name", "mine"];
/// The states to choose from.
pub(super) const STATES: [&str; 6] = ["all", "running", "idle", "pending", "trouble", "mine"];
/// The milliseconds between two pictures; 0 leaves it to the page.
pub(super) const INTERVALS: [u32; 4] = [0, 1000, 5000, 15_000];

/// What the person wishes to see: places in the tables above, and a text to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// The order.
    pub(super) sort: usize,
    /// The state.
    pub(super) state: usize,
    /// The interval.
    pub(super) interval: usize,
    /// The text.
    pub(super) text: String,
}

impl Wish {
    /// What was wished before.
    pub(super) fn load() -> Self {
        let kept: String = storage::load(Place::Browser, "queue").unwrap_or_default();
        Self::read(&kept)
    }

    /// Keeps it.
    pub(super) fn save(&self) {
        storage::save(Place::Browser, "queue", &self.write());
    }

    fn write(&self) -> String {
        let numbers = [self.sort, self.state, self.interval].map(|number| number.to_string());
        [&numbers.join(" "), " ", &self.text].concat()
    }

    fn read(kept: &str) -> Self {
        let mut words = kept.splitn(4, ' ');
        let mut number = |count: usize| {
            let number = words.next().and_then(|word| word.parse().ok());
            number.filter(|number| *number < count).unwrap_or_default()
        };
        Self {
            sort: number(SORTS.len()),
            state: number(STATES.len()),
            interval: number(INTERVALS.len()),
            text: words.next().unwrap_or_default().to_owned(),
        }
    }

    /// Whether it leaves any instance out.
    pub(super) fn filters(&self) -> bool {
        self.state > 0 || !self.text.is_empty()
    }

    /// Whether an instance is in the state.
    pub(super) fn takes(&self, row: &Row) -> bool {
        let status = row.status();
        match STATES.get(self.state).copied().unwrap_or_default() {
            "running" | "idle" => status.name() == STATES[self.state],
            "pending" => row.seen.pending > 0,
            "trouble" => status.is_trouble(),
            "mine" => !row.mine.is_empty(),
            _ => true,
        }
    }

    /// Whether the text is in an address, an id of a task, or one of `names`.
    pub(super) fn finds(&self, row: &Row, names: &dyn Fn(&str) -> Option<String>) -> bool {
        let text = self.text.trim().to_ascii_lowercase();
        let has = |words: &str| words.to_ascii_lowercase().contains(&text);
        let named = |task: &usize| names(row.id(*task)).is_some_and(|name| has(&name));
        // Ids are long and many, and nearly always lower case.
        let ids = |text: &str| row.seen.ids.contains(text);
        text.is_empty()
            || has(&row.address)
            || ids(&text)
            || ids(self.text.trim())
            || row.mine.iter().any(named)
    }

    /// Which of two instances comes first; those that are alike stay in the deployment's order.
    pub(super) fn order(&self, left: &Row, right: &Row) -> Ordering {
        let first = |row: &Row| row.mine.first().copied().unwrap_or(usize::MAX);
        match SORTS.get(self.sort).copied().unwrap_or_default() {
            "load" => right.tasks().cmp(&left.tasks()),
            "name" => left.address.cmp(&right.address),
            "mine" => first(left).cmp(&first(right)),
            _ => Ordering::Equal,
        }
    }
}

#[cfg(test)]
mod tests;
