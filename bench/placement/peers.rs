//! Placements of other programs, as their documentation and code describe them.

use std::collections::{BTreeMap, VecDeque};

use crate::scenario::Scenario;
use crate::simulation::Instance;

/// The instances without runs.
fn idle(instances: &[Instance]) -> impl Iterator<Item = usize> {
    let all = instances.iter().enumerate();
    all.filter(|(_, instance)| instance.queue.is_empty())
        .map(|(id, _)| id)
}

/// How runs get to instances.
pub(crate) trait Policy {
    fn name(&self) -> &'static str;
    fn submit(&mut self, scenario: &Scenario, run: usize, now: u64);
    /// The next run to give to an instance.
    fn next(&mut self, instances: &[Instance], now: u64) -> Option<(usize, usize)>;
    fn ended(&mut self, _run: usize, _seconds: f64, _now: u64) {}
    /// When to ask again although nothing changes.
    fn due(&self) -> Option<u64> {
        None
    }
}

/// The oldest run goes to any idle instance.
#[derive(Default)]
pub(crate) struct Fifo(VecDeque<usize>);

impl Policy for Fifo {
    fn name(&self) -> &'static str {
        "first in, first out"
    }

    fn submit(&mut self, _: &Scenario, run: usize, _now: u64) {
        self.0.push_back(run);
    }

    fn next(&mut self, instances: &[Instance], _now: u64) -> Option<(usize, usize)> {
        let first = idle(instances).next()?;
        Some((first, self.0.pop_front()?))
    }
}

/// Each run goes at once to the instance with the fewest runs.
#[derive(Default)]
pub(crate) struct LeastLoaded(VecDeque<usize>);

impl Policy for LeastLoaded {
    fn name(&self) -> &'static str {
        "least loaded"
    }

    fn submit(&mut self, _: &Scenario, run: usize, _now: u64) {
        self.0.push_back(run);
    }

    fn next(&mut self, instances: &[Instance], _now: u64) -> Option<(usize, usize)> {
        let run = self.0.pop_front()?;
        let all = instances.iter().enumerate();
        let (least, _) = all.min_by_key(|(_, instance)| instance.queue.len())?;
        Some((least, run))
    }
}

/// SwarmUI: an idle instance with the model takes its run; another one loads the model with the most pressure,
/// ten for each waiting run and one for each second that the oldest has waited.
#[derive(Default)]
pub(crate) struct Pressure {
    by_model: BTreeMap<usize, VecDeque<(u64, usize)>>,
}

impl Policy for Pressure {
    fn name(&self) -> &'static str {
        "SwarmUI's pressure"
    }

    fn submit(&mut self, scenario: &Scenario, run: usize, now: u64) {
        let model = scenario.runs[run].model;
        self.by_model
            .entry(model)
            .or_default()
            .push_back((now, run));
    }

    fn next(&mut self, instances: &[Instance], now: u64) -> Option<(usize, usize)> {
        self.by_model.retain(|_, runs| !runs.is_empty());
        if self.by_model.is_empty() {
            return None;
        }
        let mut first = None;
        for id in idle(instances) {
            first = first.or(Some(id));
            let memory = &instances[id].models;
            let model = memory
                .iter()
                .find(|model| self.by_model.contains_key(model));
            if let Some(runs) = model.and_then(|model| self.by_model.get_mut(model)) {
                return runs.pop_front().map(|(_, run)| (id, run));
            }
        }
        let first = first?;
        let pressure = |runs: &VecDeque<(u64, usize)>| {
            let oldest = runs.front().map_or(now, |(since, _)| *since);
            runs.len() as u64 * 10_000 + (now - oldest)
        };
        let most = self
            .by_model
            .values_mut()
            .max_by_key(|runs| pressure(runs))?;
        most.pop_front().map(|(_, run)| (first, run))
    }
}

/// InvokeAI: users take turns; the run goes to any idle instance.
#[derive(Default)]
pub(crate) struct RoundRobin {
    by_key: BTreeMap<usize, VecDeque<usize>>,
    last: usize,
}

impl Policy for RoundRobin {
    fn name(&self) -> &'static str {
        "InvokeAI's round robin"
    }

    fn submit(&mut self, scenario: &Scenario, run: usize, _now: u64) {
        let key = scenario.runs[run].key;
        self.by_key.entry(key).or_default().push_back(run);
    }

    fn next(&mut self, instances: &[Instance], _now: u64) -> Option<(usize, usize)> {
        let first = idle(instances).next()?;
        self.by_key.retain(|_, runs| !runs.is_empty());
        let after = self.by_key.range(self.last + 1..).next();
        let key = *after.or_else(|| self.by_key.iter().next())?.0;
        self.last = key;
        let run = self.by_key.get_mut(&key)?.pop_front()?;
        Some((first, run))
    }
}
