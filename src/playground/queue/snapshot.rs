//! The queues of every instance at one moment, as the page stores them: counts and task ids only.
//! Pure; knows nothing about the worker.

use std::collections::HashSet;

use super::clean_text::push_clean;
use super::waiting_snapshot::WaitingSnapshot;
use api::{Condition, QueueEntry, decode};

/// The queues of every instance at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct QueueSnapshot {
    /// Every instance's address, in the deployment's order.
    pub(super) addresses: Vec<String>,
    /// Every instance's queue, in the same order.
    pub(super) instances: Vec<InstanceSnapshot>,
    /// The user's own tasks.
    pub(super) own_tasks: Vec<OwnTask>,
    /// The runs that wait for an instance.
    pub(super) waiting: WaitingSnapshot,
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
    /// Why the instance takes no runs, if the deployment says so with the queue.
    pub(super) condition: Option<Condition>,
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
            waiting: WaitingSnapshot::of(&answer.waiting, &own_ids),
            ..Self::default()
        };
        let states = answer.silent.iter().zip(&answer.conditions);
        for (index, (entry, (silent, condition))) in answer.entries.iter().zip(states).enumerate() {
            let mut instance = snapshot.read_entry(index, entry, &own_ids);
            instance.silent = instance.ids.is_empty() && *silent;
            instance.condition = *condition;
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

#[cfg(test)]
mod tests;
