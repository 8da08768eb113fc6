//! What placement looks like from outside: how many runs wait and have a place, how much work that is, and how often
//! the models of a run were in memory already.

use std::collections::{BTreeMap, HashMap};

use super::estimate::seconds_between;
use super::{Millis, Placed, Placement};

/// The runs that have a place, by instance and in order.
type ByInstance<'a> = HashMap<u32, Vec<&'a Placed>>;

/// How many runs were handed over, by where their models were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandOvers {
    /// Their models were those that the instance had in memory.
    pub warm: u64,
    /// The instance had to load their models.
    pub cold: u64,
    /// They use no models.
    pub without_models: u64,
}

/// The runs of a workflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCounts {
    /// How many wait.
    pub waiting: usize,
    /// How many are at instances.
    pub placed: usize,
}

/// What placement looks like at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The runs of each workflow that has some.
    pub workflows: BTreeMap<String, RunCounts>,
    /// How many of the waiting runs fit no instance that takes runs now.
    pub without_instance: usize,
    /// The expected seconds that instances need for all runs that wait or have a place.
    pub work: f64,
    /// How many instances have a run.
    pub busy_instances: usize,
    /// How many runs were handed over since the start.
    pub hand_overs: HandOvers,
}

impl Placement {
    /// What placement looks like now.
    pub fn summary(&self, now: Millis) -> Summary {
        let mut workflows: HashMap<&str, RunCounts> = HashMap::new();
        let startable = self.startable();
        let mut without_instance = 0;
        for entry in self.waiting.values() {
            let run = &entry.run;
            workflows.entry(&run.workflow).or_default().waiting += 1;
            without_instance += usize::from(!startable.contains(&run.needs));
        }
        let by_instance = self.runs_by_instance();
        let executing_for = self.executing_for(&by_instance, now);
        let waiting = workflows.iter().map(|(workflow, counts)| {
            let expected = self.durations.anywhere(workflow, false);
            // A workflow that has never completed takes at least as long as its run that is executed now.
            let so_far = executing_for.get(*workflow).copied();
            let so_far = so_far.filter(|_| self.durations.learned(workflow).is_none());
            counts.waiting as f64 * so_far.map_or(expected, |so_far| expected.max(so_far))
        });
        // An empty sum of floats is -0.
        let waiting = waiting.sum::<f64>().max(0.0);
        for placed in self.placed.values() {
            workflows.entry(&placed.run.workflow).or_default().placed += 1;
        }
        let workflows = workflows.into_iter();
        Summary {
            workflows: workflows
                .map(|(workflow, counts)| (workflow.to_owned(), counts))
                .collect(),
            without_instance,
            work: waiting + self.placed_work(&by_instance, now),
            busy_instances: by_instance.len(),
            hand_overs: self.hand_overs,
        }
    }

    /// For how many seconds a run of each workflow has been executed so far, the longest one.
    fn executing_for<'a>(
        &self,
        by_instance: &ByInstance<'a>,
        now: Millis,
    ) -> HashMap<&'a str, f64> {
        let mut longest: HashMap<&str, f64> = HashMap::new();
        for (instance, runs) in by_instance {
            let Some(first) = runs.first() else { continue };
            let started = first.placed_at.max(self.instances.idle_since(*instance));
            let seconds = longest.entry(&first.run.workflow).or_default();
            *seconds = seconds.max(seconds_between(started, now));
        }
        longest
    }

    /// The expected seconds until all runs that have a place would have ended, one after the other.
    fn placed_work(&self, by_instance: &ByInstance<'_>, now: Millis) -> f64 {
        let work = by_instance.iter().map(|(instance, runs)| {
            let others = runs.iter().skip(1).map(|placed| placed.charged);
            self.first_ends_in(*instance, runs, now) + others.sum::<f64>()
        });
        work.sum::<f64>().max(0.0)
    }
}
