//! When waiting runs are expected to start. The order is that of the keys' turns, as if every run were warm and fit
//! every instance: each goes to the instance that is expected to be free first. It is computed when somebody asks for
//! it, and not more often than that is worth.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::lines::Line;
use super::{Millis, Needs, Placed, Placement, WaitingRun};

/// The part of its expected time that a run is expected to take still, however long it has taken.
const UNFINISHED: f64 = 0.1;
/// How long an order is used: one of few runs while nothing changes, one of many in any case. In milliseconds.
const USED_FOR: Millis = 1000;
/// Up to how many runs the order is always computed again.
const FEW: usize = 1000;

/// When a waiting run is expected to start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its place among all waiting runs, counted from 1.
    pub position: usize,
    /// The expected seconds until it starts; `None` while no instance that it fits takes runs, or a run ahead of it
    /// is of a workflow that has never completed.
    pub starts_in: Option<f64>,
    /// The expected seconds that it takes; `None` if no run of its workflow has completed.
    pub takes: Option<f64>,
}

/// The order of the waiting runs.
#[derive(Debug, Default)]
pub(super) struct Order {
    runs: Vec<u64>,
    /// For each run its index, and the seconds from then until it starts, if that is known.
    places: HashMap<u64, (usize, Option<f64>)>,
    computed: Millis,
    is_outdated: bool,
}

impl Order {
    pub(super) fn outdate(&mut self) {
        self.is_outdated = true;
    }
}

/// A time to start at, in a heap.
#[derive(PartialEq)]
pub(super) struct Start(pub(super) f64);

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

/// Times at which something is free, the first one on top.
type Starts = BinaryHeap<Reverse<Start>>;

/// The waiting runs of a key.
struct Turns {
    share: f64,
    /// In their order.
    runs: Vec<u64>,
    /// When each of its places is free, if their number is limited.
    places: Option<Starts>,
}

/// When a run starts that could start then, once one of the places is free. It takes that place.
fn next_start(places: &mut Starts, starts: f64, takes: f64) -> f64 {
    let free = places.pop().map_or(0.0, |Reverse(Start(seconds))| seconds);
    let starts = starts.max(free);
    places.push(Reverse(Start(starts + takes)));
    starts
}

impl Placement {
    /// When a run is expected to start; `None` if it does not wait.
    pub fn estimate(&mut self, id: &str, now: Millis) -> Option<Estimate> {
        let number = *self.numbers.get(id)?;
        self.update_order(now);
        let (index, starts) = *self.order.places.get(&number)?;
        let since = seconds_between(self.order.computed, now);
        Some(Estimate {
            position: index + 1,
            starts_in: starts.map(|starts| (starts - since).max(0.0)),
            takes: self.expected(&self.waiting.get(&number)?.run.workflow),
        })
    }

    /// The expected seconds that a run of a workflow takes; `None` if none has completed.
    pub fn expected(&self, workflow: &str) -> Option<f64> {
        self.typical(workflow)
            .map(|_| self.durations.anywhere(workflow, false))
    }

    /// The seconds that a run of a workflow took so far, on average; `None` if none has completed.
    pub fn typical(&self, workflow: &str) -> Option<f64> {
        self.durations.learned(workflow)
    }

    /// The ids of the first waiting runs, in the expected order.
    pub fn first(&mut self, count: usize, now: Millis) -> Vec<String> {
        let numbers = self.first_numbers(count, now).into_iter();
        let ids = numbers.filter_map(|number| Some(self.waiting.get(&number)?.run.id.clone()));
        ids.collect()
    }

    /// The numbers of the first waiting runs, in the expected order.
    pub(super) fn first_numbers(&mut self, count: usize, now: Millis) -> Vec<u64> {
        self.update_order(now);
        let runs = self.order.runs.iter();
        let waiting = runs.filter(|number| self.waiting.contains_key(number));
        waiting.take(count).copied().collect()
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

    /// The runs at each instance that has some, in the order in which they were handed over.
    pub(super) fn runs_by_instance(&self) -> HashMap<u32, Vec<&Placed>> {
        let mut runs: HashMap<u32, Vec<&Placed>> = HashMap::new();
        for placed in self.placed.values() {
            runs.entry(placed.instance).or_default().push(placed);
        }
        for runs in runs.values_mut() {
            runs.sort_by_key(|placed| (placed.placed_at, placed.number));
        }
        runs
    }

    /// The expected seconds until an instance ends the first of its runs.
    pub(super) fn first_ends_in(&self, instance: u32, runs: &[&Placed], now: Millis) -> f64 {
        let Some(first) = runs.first() else {
            return 0.0;
        };
        let started = first.placed_at.max(self.instances.idle_since(instance));
        let rest = first.charged - seconds_between(started, now);
        rest.max(first.charged * UNFINISHED)
    }

    /// The expected seconds until each instance that takes runs is free.
    fn free_in(&self, now: Millis) -> Vec<f64> {
        let busy = self.runs_by_instance();
        let open = self.instances.open();
        open.map(|id| {
            let runs = busy.get(&id).map_or(&[][..], Vec::as_slice);
            let others = runs.iter().skip(1).map(|placed| placed.charged);
            self.first_ends_in(id, runs, now) + others.sum::<f64>()
        })
        .collect()
    }

    /// The needs that an instance fits which takes runs now.
    pub(super) fn startable(&self) -> HashSet<Needs> {
        let open: HashSet<u32> = self.instances.open().collect();
        let fits = self.fits.iter();
        let fits = fits.filter(|(_, fitting)| !fitting.is_disjoint(&open));
        fits.map(|(needs, _)| *needs).collect()
    }

    /// The waiting runs of a key in their order.
    fn turns(&self, key: &str, line: &Line, now: Millis) -> Turns {
        let ranks = line.ranks().flat_map(|rank| {
            let mut runs: Vec<u64> = rank.values().flatten().copied().collect();
            runs.sort_unstable();
            runs
        });
        Turns {
            share: line.share(),
            runs: ranks.collect(),
            places: line.max_placed().map(|max| self.places_of(key, max, now)),
        }
    }

    /// The expected seconds until each of the places is free that a key with a limit may have.
    fn places_of(&self, key: &str, max: usize, now: Millis) -> Starts {
        let own = self.placed.values().filter(|placed| placed.run.key == key);
        let ends = own.map(|placed| {
            let rest = placed.charged - seconds_between(placed.placed_at, now);
            Reverse(Start(rest.max(placed.charged * UNFINISHED)))
        });
        let mut places: Starts = ends.collect();
        while places.len() > max {
            places.pop();
        }
        // More are no limit.
        let free = (max - places.len()).min(self.count());
        places.extend((0..free).map(|_| Reverse(Start(0.0))));
        places
    }

    pub(super) fn takes(&self, number: u64) -> f64 {
        let entry = self.waiting.get(&number);
        entry.map_or(0.0, |entry| {
            self.durations.anywhere(&entry.run.workflow, false)
        })
    }

    fn update_order(&mut self, now: Millis) {
        let is_recent = now < self.order.computed + USED_FOR;
        let is_usable = !self.order.is_outdated || self.count() > FEW;
        if is_recent && is_usable {
            return;
        }
        let mut lines: Vec<Turns> = self
            .lines
            .in_turn()
            .map(|(key, line)| self.turns(key, line, now))
            .collect();
        let starts = self.lines.in_turn().map(|(_, line)| line.virtual_time());
        let starts = starts
            .enumerate()
            .map(|(index, time)| Reverse((Start(time), index, 0)));
        let mut heap: BinaryHeap<_> = starts.collect();
        let free = self.free_in(now).into_iter();
        let mut free: BinaryHeap<_> = free.map(|seconds| Reverse(Start(seconds))).collect();
        let (mut runs, mut places) = (Vec::new(), HashMap::new());
        let is_known = |run: &WaitingRun| self.typical(&run.workflow).is_some();
        // Of other workflows, nobody knows how long they take.
        let startable = self.startable();
        let mut are_known = self.placed.values().all(|placed| is_known(&placed.run));
        while let Some(Reverse((Start(time), index, next))) = heap.pop() {
            let Turns {
                share,
                runs: line,
                places: own_places,
            } = &mut lines[index];
            let Some(number) = line.get(next) else {
                continue;
            };
            let takes = self.takes(*number);
            let entry = self.waiting.get(number);
            if !entry.is_some_and(|entry| startable.contains(&entry.run.needs)) {
                // Nobody knows when an instance will take it, and no other run waits for that.
                places.insert(*number, (runs.len(), None));
                runs.push(*number);
                heap.push(Reverse((Start(time + takes / *share), index, next + 1)));
                continue;
            }
            let starts = free.pop().map_or(0.0, |Reverse(Start(seconds))| seconds);
            free.push(Reverse(Start(starts + takes)));
            let starts = match own_places {
                Some(own) => next_start(own, starts, takes),
                None => starts,
            };
            places.insert(*number, (runs.len(), are_known.then_some(starts)));
            are_known &= self
                .waiting
                .get(number)
                .is_none_or(|entry| is_known(&entry.run));
            runs.push(*number);
            heap.push(Reverse((Start(time + takes / *share), index, next + 1)));
        }
        self.order = Order {
            runs,
            places,
            computed: now,
            is_outdated: false,
        };
    }
}

pub(super) fn seconds_between(from: Millis, to: Millis) -> f64 {
    to.saturating_sub(from) as f64 / 1000.0
}
