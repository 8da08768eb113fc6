//! What the board takes from a picture: who came, went and changed, and which tasks are ours.

use std::collections::HashMap;

use super::State;
use crate::playground::queue::load_history;
use crate::playground::queue::row::Row;
use crate::playground::queue::snapshot::{Changes, Seen};

/// How long an instance that went is shown as gone, in milliseconds.
const GONE: f64 = 60_000.0;

impl State {
    /// Takes a picture; `stopped` are runs of ours that were cancelled. Says whether it changed anything, and whether the load was noted.
    pub(in crate::playground::queue) fn take(
        &mut self,
        changes: Changes,
        stopped: &[String],
        now: f64,
    ) -> (bool, bool) {
        let mut changed = false;
        if let Some(addresses) = changes.addresses {
            changed |= self.list(addresses, now);
        }
        changed |= self.drop_gone(now);
        for (place, seen) in changes.seen {
            changed |= self.see(place, seen, stopped, now);
        }
        let mut mine: HashMap<usize, Vec<usize>> = HashMap::new();
        for found in changes.found {
            if let Some(key) = self.at(found.instance) {
                mine.entry(key).or_default().push(found.task);
            }
        }
        changed |= self.mark(mine);
        self.last = now;
        (changed, self.sample(now))
    }

    /// Takes the deployment's list of instances.
    fn list(&mut self, addresses: Vec<String>, now: f64) -> bool {
        let first = self.last == 0.0;
        let all: Vec<usize> = self.keys().collect();
        let mut known: HashMap<String, usize> = all
            .iter()
            .filter_map(|key| Some((self.row(*key)?.address.clone(), *key)))
            .collect();
        let before = std::mem::take(&mut self.listed);
        for address in addresses {
            let key = known.remove(&address).unwrap_or_else(|| {
                let row = Row::new(address, now, !first);
                self.rows.push(Some(Box::new(row)));
                self.rows.len() - 1
            });
            self.listed.push(key);
        }
        self.others = all
            .into_iter()
            .filter(|key| known.values().any(|other| other == key))
            .collect();
        for key in self.listed.clone() {
            self.come(key);
        }
        for key in self.others.clone() {
            self.go(key, now);
        }
        before != self.listed
    }

    fn come(&mut self, key: usize) {
        if let Some(row) = self.row_mut(key)
            && row.gone.take().is_some()
        {
            row.touch();
        }
    }

    pub(super) fn go(&mut self, key: usize, now: f64) {
        if let Some(row) = self.row_mut(key)
            && row.gone.is_none()
            && row.health.is_none()
        {
            row.gone = Some(now);
            row.seen = Seen::default();
            row.touch();
        }
    }

    fn drop_gone(&mut self, now: f64) -> bool {
        let count = self.others.len();
        let others = std::mem::take(&mut self.others);
        for key in others {
            let over = self.row(key).and_then(|row| row.gone);
            if over.is_some_and(|gone| now - gone > GONE) {
                self.rows[key] = None;
            } else {
                self.others.push(key);
            }
        }
        count != self.others.len()
    }

    fn see(&mut self, place: usize, seen: Seen, stopped: &[String], now: f64) -> bool {
        let before = self.last;
        let Some(row) = self.at(place).and_then(|key| self.row_mut(key)) else {
            return false;
        };
        if row.seen == seen {
            row.pace.look();
            return false;
        }
        let status = row.status();
        let running = seen.ids.split('\t').take(seen.running);
        row.pace.see(running, stopped, before, now);
        row.seen = seen;
        row.most = row.most.max(row.tasks());
        row.searched = false;
        if row.status() != status {
            row.since = now;
        }
        row.touch();
        true
    }

    /// Marks the tasks of ours, by their instance.
    fn mark(&mut self, mut mine: HashMap<usize, Vec<usize>>) -> bool {
        let mut changed = false;
        for row in self.rows.iter_mut().enumerate() {
            let (key, Some(row)) = row else { continue };
            if row.mine.is_empty() && mine.is_empty() {
                continue;
            }
            let tasks = mine.remove(&key).unwrap_or_default();
            if row.mine != tasks {
                row.mine = tasks;
                row.searched = false;
                row.touch();
                changed = true;
            }
        }
        changed
    }

    /// Notes every instance's load when it is due.
    fn sample(&mut self, now: f64) -> bool {
        let slot = (now / load_history::EVERY).floor();
        let steps = (slot - self.slot) as usize;
        self.slot = slot;
        if steps == 0 {
            return false;
        }
        for row in self.rows.iter_mut().flatten() {
            // What came and went between two samples was load as well.
            let tasks = row.tasks();
            row.load.push(row.most.max(tasks), steps);
            row.most = tasks;
        }
        true
    }
}
