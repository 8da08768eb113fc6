//! The queues of every instance at one moment, as the page stores them: counts and task ids only.
//! Pure; knows nothing about the worker.

use std::collections::HashSet;

use crate::api::{QueueEntry, decode};

/// The longest id that is kept, in bytes; longer ones are cut.
const MAX_ID: usize = 128;

/// The queues of every instance at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct QueueSnapshot {
    /// Every instance's address, in the deployment's order.
    pub(super) addresses: Vec<String>,
    /// Every instance's queue, in the same order.
    pub(super) instances: Vec<InstanceSnapshot>,
    /// The user's own tasks.
    pub(super) own_tasks: Vec<OwnTask>,
}

/// One instance's queue at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InstanceSnapshot {
    /// How many tasks are running.
    pub(super) running: usize,
    /// How many tasks are pending.
    pub(super) pending: usize,
    /// Whether the deployment could not read its queue.
    pub(super) silent: bool,
    /// The tasks' ids, separated by tabs: running ones, then pending ones in their order.
    pub(super) ids: String,
}

/// One of the user's own tasks in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnTask {
    /// Its id.
    pub(super) id: String,
    /// The index of its instance.
    pub(super) instance: usize,
    /// Its index among the instance's ids.
    pub(super) task: usize,
}

impl QueueSnapshot {
    /// Reads the body of an answer; `own_ids` are the ids of the user's own tasks, separated by tabs.
    ///
    /// # Errors
    /// Why the body is not a queue.
    pub(super) fn read(body: &[u8], own_ids: &str) -> Result<Self, String> {
        let answer = decode::queue_answer(body)?;
        let mut own_ids: Vec<&str> = own_ids.split('\t').filter(|id| !id.is_empty()).collect();
        own_ids.sort_unstable();
        let mut snapshot = Self {
            addresses: unique_addresses(&answer.entries),
            ..Self::default()
        };
        for (index, (entry, silent)) in answer.entries.iter().zip(&answer.silent).enumerate() {
            let mut instance = snapshot.read_entry(index, entry, &own_ids);
            instance.silent = instance.ids.is_empty() && *silent;
            snapshot.instances.push(instance);
        }
        Ok(snapshot)
    }

    /// Reads one instance's queue, and adds the user's own tasks in it.
    fn read_entry(
        &mut self,
        index: usize,
        entry: &QueueEntry,
        own_ids: &[&str],
    ) -> InstanceSnapshot {
        let mut instance = InstanceSnapshot {
            running: entry.queue.running.len(),
            pending: entry.queue.pending.len(),
            ..InstanceSnapshot::default()
        };
        let tasks = entry.queue.running.iter().chain(&entry.queue.pending);
        for (position, task) in tasks.enumerate() {
            if position > 0 {
                instance.ids.push('\t');
            }
            push_clean(&task.id, &mut instance.ids);
            if own_ids.binary_search(&task.id.as_str()).is_ok() {
                self.own_tasks.push(OwnTask {
                    id: task.id.clone(),
                    instance: index,
                    task: position,
                });
            }
        }
        instance
    }
}

/// The instances' addresses, made unique: a missing or repeated one gets its number appended.
fn unique_addresses(entries: &[QueueEntry]) -> Vec<String> {
    let mut used = HashSet::new();
    let unique = |(index, entry): (usize, &QueueEntry)| {
        let mut address = String::new();
        push_clean(&entry.address, &mut address);
        if address.is_empty() || used.contains(&address) {
            address = [&address, " #", &(index + 1).to_string()].concat();
        }
        used.insert(address.clone());
        address
    };
    entries.iter().enumerate().map(unique).collect()
}

/// Appends a text from the deployment, cut to [`MAX_ID`] and with control characters replaced: tabs
/// and line breaks separate texts here.
fn push_clean(text: &str, out: &mut String) {
    let mut end = text.len().min(MAX_ID);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    if text.bytes().all(|byte| byte >= 0x20) {
        out.push_str(text);
    } else {
        out.extend(text.chars().map(|char| match char {
            '\0'..='\u{1f}' => '\u{fffd}',
            char => char,
        }));
    }
}

#[cfg(test)]
mod tests;
