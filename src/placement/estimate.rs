//! When waiting runs are expected to start. The order is that of the keys' turns, as if every run were warm and fit
//! every instance; it is computed when somebody asks for it, and not more often than that is worth.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{Millis, Needs, Placement};

/// How long an order of many runs is used although something has changed, in milliseconds.
const USED_FOR: Millis = 1000;
/// Up to how many runs the order is always computed again.
const FEW: usize = 1000;

/// When a waiting run is expected to start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its place among all waiting runs, counted from 1.
    pub position: usize,
    /// The expected seconds until it starts.
    pub starts_in: f64,
    /// The expected seconds that it takes.
    pub takes: f64,
}

/// The order of the waiting runs.
#[derive(Debug, Default)]
pub(super) struct Order {
    runs: Vec<u64>,
    /// For each run its index, and the seconds of the runs before it.
    places: HashMap<u64, (usize, f64)>,
    computed: Millis,
    is_outdated: bool,
}

impl Order {
    pub(super) fn outdate(&mut self) {
        self.is_outdated = true;
    }
}

/// A virtual time to start at, in a heap.
#[derive(PartialEq)]
struct Start(f64);

impl Eq for Start {}

impl PartialOrd for Start {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Start {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Placement {
    /// When a run is expected to start; `None` if it does not wait.
    pub fn estimate(&mut self, id: &str, now: Millis) -> Option<Estimate> {
        let number = *self.numbers.get(id)?;
        self.update_order(now);
        let (index, before) = *self.order.places.get(&number)?;
        let takes = self.takes(number);
        let open = self.instances.open().max(1) as f64;
        Some(Estimate {
            position: index + 1,
            starts_in: before / open,
            takes,
        })
    }

    /// The expected seconds that a run of a workflow takes.
    pub fn expected(&self, workflow: &str) -> f64 {
        self.durations.anywhere(workflow, false)
    }

    /// The ids of the first waiting runs, in the expected order.
    pub fn first(&mut self, count: usize, now: Millis) -> Vec<String> {
        self.update_order(now);
        let runs = self.order.runs.iter();
        let ids = runs.filter_map(|number| Some(self.waiting.get(number)?.run.id.clone()));
        ids.take(count).collect()
    }

    /// The ids of a key's waiting runs, oldest first.
    pub fn of_key(&self, key: &str) -> Vec<String> {
        let own = self
            .waiting
            .iter()
            .filter(|(_, entry)| entry.run.key == key);
        let mut own: Vec<_> = own
            .map(|(number, entry)| (*number, &entry.run.id))
            .collect();
        own.sort_unstable();
        own.into_iter().map(|(_, id)| id.clone()).collect()
    }

    /// The expected seconds until one run fewer waits for the instances that these needs fit.
    pub fn retry_after(&self, needs: Needs) -> f64 {
        let waiting = self.waiting.values();
        let takes = waiting.map(|entry| self.durations.anywhere(&entry.run.workflow, false));
        let average = takes.sum::<f64>() / self.count().max(1) as f64;
        average / self.fitting(needs).max(1) as f64
    }

    fn takes(&self, number: u64) -> f64 {
        let entry = self.waiting.get(&number);
        entry.map_or(0.0, |entry| {
            self.durations.anywhere(&entry.run.workflow, false)
        })
    }

    fn update_order(&mut self, now: Millis) {
        let is_recent = now < self.order.computed + USED_FOR && self.count() > FEW;
        if !self.order.is_outdated || is_recent {
            return;
        }
        let lines: Vec<(f64, Vec<u64>)> = self
            .lines
            .in_turn()
            .map(|line| {
                let ranks = line.ranks().flat_map(|rank| {
                    let mut runs: Vec<u64> = rank.values().flatten().copied().collect();
                    runs.sort_unstable();
                    runs
                });
                (line.share(), ranks.collect())
            })
            .collect();
        let starts = self.lines.in_turn().map(|line| line.virtual_time());
        let starts = starts
            .enumerate()
            .map(|(index, time)| Reverse((Start(time), index, 0)));
        let mut heap: BinaryHeap<_> = starts.collect();
        let (mut runs, mut places, mut before) = (Vec::new(), HashMap::new(), 0.0);
        while let Some(Reverse((Start(time), index, next))) = heap.pop() {
            let (share, line) = &lines[index];
            let Some(number) = line.get(next) else {
                continue;
            };
            places.insert(*number, (runs.len(), before));
            runs.push(*number);
            let takes = self.takes(*number);
            before += takes;
            heap.push(Reverse((Start(time + takes / share), index, next + 1)));
        }
        self.order = Order {
            runs,
            places,
            computed: now,
            is_outdated: false,
        };
    }
}
