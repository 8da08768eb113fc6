//! Applies a snapshot: which instances were added, removed or changed, and which tasks are the user's
//! own.

use std::collections::HashMap;

use super::BoardState;
use crate::queue::delta::SnapshotDelta;
use crate::queue::instance::Instance;
use crate::queue::load_history;
use crate::queue::snapshot::InstanceSnapshot;

/// How long a removed instance is still shown, in milliseconds.
const SHOWN_WHEN_GONE: f64 = 60_000.0;

impl BoardState {
    /// Applies a snapshot; `cancelled` are the user's cancelled runs. Returns whether it changed
    /// anything, and whether the load was sampled.
    pub(in crate::queue) fn apply(
        &mut self,
        delta: SnapshotDelta,
        cancelled: &[String],
        now: f64,
    ) -> (bool, bool) {
        let mut changed = false;
        if let Some(addresses) = delta.addresses {
            changed |= self.apply_addresses(addresses, now);
        }
        changed |= self.remove_gone(now);
        for (index, snapshot) in delta.instances {
            changed |= self.apply_instance(index, snapshot, cancelled, now);
        }
        let mut own_tasks: HashMap<usize, Vec<usize>> = HashMap::new();
        for own in delta.own_tasks {
            if let Some(key) = self.key_at(own.instance) {
                own_tasks.entry(key).or_default().push(own.task);
            }
        }
        changed |= self.apply_own_tasks(own_tasks);
        changed |= self.waiting != delta.waiting;
        self.waiting = delta.waiting;
        self.snapshot_at = now;
        (changed, self.sample_load(now))
    }

    /// Applies the deployment's list of instances.
    fn apply_addresses(&mut self, addresses: Vec<String>, now: f64) -> bool {
        let first = self.snapshot_at == 0.0;
        let all: Vec<usize> = self.keys().collect();
        let mut known: HashMap<String, usize> = all
            .iter()
            .filter_map(|key| Some((self.instance(*key)?.address.clone(), *key)))
            .collect();
        let before = std::mem::take(&mut self.listed);
        for address in addresses {
            let key = known.remove(&address).unwrap_or_else(|| {
                let instance = Instance::new(address, now, !first);
                self.instances.push(Some(Box::new(instance)));
                self.instances.len() - 1
            });
            self.listed.push(key);
        }
        self.unlisted = all
            .into_iter()
            .filter(|key| known.values().any(|other| other == key))
            .collect();
        for key in self.listed.clone() {
            self.mark_listed(key);
        }
        for key in self.unlisted.clone() {
            self.mark_gone(key, now);
        }
        before != self.listed
    }

    fn mark_listed(&mut self, key: usize) {
        if let Some(instance) = self.instance_mut(key)
            && instance.gone_at.take().is_some()
        {
            instance.notify();
        }
    }

    /// Marks an instance as gone, unless the deployment still reports its health.
    pub(super) fn mark_gone(&mut self, key: usize, now: f64) {
        if let Some(instance) = self.instance_mut(key)
            && instance.gone_at.is_none()
            && instance.health.is_none()
        {
            instance.gone_at = Some(now);
            instance.snapshot = InstanceSnapshot::default();
            instance.notify();
        }
    }

    /// Removes instances that have been gone for a while.
    fn remove_gone(&mut self, now: f64) -> bool {
        let count = self.unlisted.len();
        let unlisted = std::mem::take(&mut self.unlisted);
        for key in unlisted {
            let gone_at = self.instance(key).and_then(|instance| instance.gone_at);
            if gone_at.is_some_and(|gone_at| now - gone_at > SHOWN_WHEN_GONE) {
                if let Some(instance) = self.instances.get_mut(key) {
                    *instance = None;
                }
            } else {
                self.unlisted.push(key);
            }
        }
        count != self.unlisted.len()
    }

    fn apply_instance(
        &mut self,
        index: usize,
        snapshot: InstanceSnapshot,
        cancelled: &[String],
        now: f64,
    ) -> bool {
        let before = self.snapshot_at;
        let key = self.key_at(index);
        let Some(instance) = key.and_then(|key| self.instance_mut(key)) else {
            return false;
        };
        if instance.snapshot == snapshot {
            instance.run_times.observe_unchanged();
            return false;
        }
        let status = instance.status();
        let running = snapshot.ids.split('\t').take(snapshot.running);
        let times = &mut instance.run_times;
        times.observe(running, cancelled, before, now);
        instance.snapshot = snapshot;
        instance.peak = instance.peak.max(instance.task_count());
        instance.search_is_current = false;
        if instance.status() != status {
            instance.status_since = now;
        }
        instance.notify();
        true
    }

    /// Sets the user's own tasks, grouped by instance.
    fn apply_own_tasks(&mut self, mut own_tasks: HashMap<usize, Vec<usize>>) -> bool {
        let mut changed = false;
        for slot in self.instances.iter_mut().enumerate() {
            let (key, Some(instance)) = slot else {
                continue;
            };
            if instance.own_tasks.is_empty() && own_tasks.is_empty() {
                continue;
            }
            let tasks = own_tasks.remove(&key).unwrap_or_default();
            if instance.own_tasks != tasks {
                instance.own_tasks = tasks;
                instance.search_is_current = false;
                instance.notify();
                changed = true;
            }
        }
        changed
    }

    /// Samples every instance's load if it is due; returns whether it was.
    fn sample_load(&mut self, now: f64) -> bool {
        let slot = (now / load_history::INTERVAL).floor();
        let steps = (slot - self.sample_slot) as usize;
        self.sample_slot = slot;
        if steps == 0 {
            return false;
        }
        for instance in self.instances.iter_mut().flatten() {
            // Tasks that started and finished between two samples count as well.
            let tasks = instance.task_count();
            instance.load.push(instance.peak.max(tasks), steps);
            instance.peak = tasks;
        }
        true
    }
}
