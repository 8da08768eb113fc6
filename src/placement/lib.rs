//! Which waiting run is best for an engine instance that has room. A pure decision: no I/O, no clock, no engine.
//!
//! - **Fit**: a run only goes to an instance that the caller has listed for its needs.
//! - **Warm**: an instance prefers runs whose models it used last, because loading models takes longer than most
//!   runs. A run waits for such an instance while that is expected to be sooner than loading its models elsewhere.
//! - **Fair**: keys take turns by virtual time, the seconds that their runs have used divided by their share. Each
//!   has its part of a full queue.
//! - **Limited**: of a key with a limit, only so many runs have a place at the same time.
//! - **Bounded**: a run is overtaken for warmth only for a few times as long as loading its models takes.
//! - **Learned**: how long runs take, from those that have ended.

mod admission;
mod choice;
mod durations;
mod estimate;
mod instances;
mod lines;
mod summary;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

pub use durations::LearnedDuration;
pub use estimate::Estimate;
pub use summary::{HandOvers, RunCounts, Summary};

use durations::Durations;
use estimate::Order;
use instances::{Instances, ModelSet, NO_MODELS};
use lines::{Group, Lines};

/// A time in milliseconds since any moment before the first call.
pub type Millis = u64;

/// What a run needs of an instance: runs with equal needs fit the same instances.
pub type Needs = u64;

/// The name of the first key, which may do everything.
pub const FIRST_KEY: &str = "";

/// A run that waits.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingRun {
    /// Its id.
    pub id: String,
    /// The name of the key that submitted it.
    pub key: String,
    /// Its rank among the runs of its key: higher ones go first.
    pub priority: u8,
    /// The workflow, for learning how long its runs take.
    pub workflow: String,
    /// The names of the models that it uses, sorted; empty if it uses none.
    pub models: Vec<String>,
    /// What it needs of an instance.
    pub needs: Needs,
}

/// A waiting run with what placement adds.
#[derive(Debug)]
struct Entry {
    run: WaitingRun,
    group: Group,
    /// Since when other runs have overtaken it for warmth.
    overtaken_since: Option<Millis>,
}

/// A run at an instance.
#[derive(Debug)]
struct Placed {
    run: WaitingRun,
    number: u64,
    instance: u32,
    placed_at: Millis,
    /// The seconds that were charged to its key.
    charged: f64,
    is_cold: bool,
}

/// The runs that wait, the places at the instances, and what was learned.
#[derive(Debug, Default)]
pub struct Placement {
    lines: Lines,
    instances: Instances,
    durations: Durations,
    waiting: HashMap<u64, Entry>,
    numbers: HashMap<String, u64>,
    placed: HashMap<String, Placed>,
    /// The instances that each needs fit.
    fits: HashMap<Needs, HashSet<u32>>,
    last_number: u64,
    /// Runs to find an instance for.
    offered: VecDeque<u64>,
    /// When each run that waits for a warm instance stops doing so.
    patient: BTreeSet<(Millis, u64)>,
    /// How many runs wait for each set of models.
    wanted: HashMap<ModelSet, usize>,
    order: Order,
    hand_overs: HandOvers,
}

impl Placement {
    /// Without runs and instances.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the share of a key; the usual one is 1.
    pub fn set_share(&mut self, key: &str, share: f64) {
        self.lines.set_share(key, share);
    }

    /// Limits how many runs of a key may be at instances at the same time; the others wait.
    pub fn set_max_placed(&mut self, key: &str, max: Option<usize>) {
        self.lines.set_max_placed(key, max);
        self.instances.ask_all();
        self.order.outdate();
    }

    /// Lists the instances that runs with these needs fit.
    pub fn set_fits(&mut self, needs: Needs, instances: &[&str]) {
        let fitting = instances.iter().map(|name| self.instances.id(name));
        let fitting: HashSet<u32> = fitting.collect();
        self.instances.ask_again(fitting.iter().copied());
        self.fits.insert(needs, fitting);
    }

    /// Whether the instances that these needs fit are known.
    pub fn knows(&self, needs: Needs) -> bool {
        self.fits.contains_key(&needs)
    }

    /// Forgets which instances these needs fit; no run with them may wait.
    pub fn forget(&mut self, needs: Needs) {
        self.fits.remove(&needs);
    }

    /// Adds an instance or changes it. `depth` is the number of runs that it may have at the same time, 0 while it
    /// takes none; `foreign` is the number of its tasks from elsewhere.
    pub fn set_instance(&mut self, name: &str, depth: usize, foreign: usize, now: Millis) {
        self.instances.set(name, depth, foreign, now);
    }

    /// Forgets which models an instance has in its memory: it has restarted.
    pub fn set_cold(&mut self, name: &str) {
        self.instances.set_cold(name);
    }

    /// Adds a run behind the others of its key and priority.
    pub fn add(&mut self, run: WaitingRun) {
        self.last_number += 1;
        self.insert(run, self.last_number);
    }

    /// Takes a run back from its instance: it keeps its turn and costs its key nothing. Its needs may be other ones.
    pub fn take_back(&mut self, run: WaitingRun, now: Millis) {
        let Some(placed) = self.placed.remove(&run.id) else {
            return self.add(run);
        };
        self.vacate(&placed, now);
        self.lines.charge(&placed.run.key, -placed.charged);
        self.insert(run, placed.number);
    }

    /// Notes that a run is at an instance without having been placed there.
    pub fn occupy(&mut self, run: WaitingRun, instance: &str, now: Millis) {
        let instance = self.instances.id(instance);
        self.last_number += 1;
        let number = self.last_number;
        self.place(run, number, instance, now);
    }

    /// Removes a run, wherever it is. Returns false if it is not known.
    pub fn remove(&mut self, id: &str, now: Millis) -> bool {
        if let Some(number) = self.numbers.get(id).copied() {
            return self.take(number).is_some();
        }
        self.ended(id, None, now)
    }

    /// Frees the place of a run. If it has completed, `seconds` is how long that took. Returns false if it has no
    /// place.
    pub fn ended(&mut self, id: &str, seconds: Option<f64>, now: Millis) -> bool {
        let Some(placed) = self.placed.remove(id) else {
            return false;
        };
        self.vacate(&placed, now);
        let Some(seconds) = seconds else {
            return true;
        };
        let Placed { run, instance, .. } = &placed;
        let name = self.instances.name(*instance).to_owned();
        self.durations
            .learn(&run.workflow, &name, seconds, placed.is_cold);
        self.lines.charge(&run.key, seconds - placed.charged);
        true
    }

    /// The next run to hand over, and the instance that gets it. Call it until it returns `None` whenever something
    /// has changed, and at [`Placement::next_due`].
    pub fn next(&mut self, now: Millis) -> Option<(String, String)> {
        self.end_patience(now);
        let idle = self.instances.idle_count();
        if idle > 0 && self.offered.len() > idle {
            // There are more runs than idle instances: these choose.
            self.offered.clear();
            self.instances.ask_all();
        }
        while let Some(number) = self.offered.pop_front() {
            if let Some(instance) = self.instance_for(number, now) {
                return Some(self.hand_over(number, instance, now));
            }
        }
        while let Some(instance) = self.instances.next_to_ask() {
            if let Some(number) = self.run_for(instance, now) {
                return Some(self.hand_over(number, instance, now));
            }
        }
        None
    }

    /// When [`Placement::next`] is to be called again although nothing changes.
    pub fn next_due(&self) -> Option<Millis> {
        self.patient.first().map(|(due, _)| *due)
    }

    /// The number of waiting runs.
    pub fn count(&self) -> usize {
        self.waiting.len()
    }

    /// The number of instances that these needs fit.
    pub fn fitting(&self, needs: Needs) -> usize {
        self.fits.get(&needs).map_or(0, HashSet::len)
    }

    /// The instance at which a run has a place.
    pub fn place_of(&self, id: &str) -> Option<&str> {
        let placed = self.placed.get(id)?;
        Some(self.instances.name(placed.instance))
    }

    /// The runs that have places, each with its instance.
    pub fn places(&self) -> impl Iterator<Item = (&str, &str)> {
        let placed = self.placed.iter();
        placed.map(|(id, placed)| (id.as_str(), self.instances.name(placed.instance)))
    }

    /// What was learned about durations.
    pub fn learned(&self) -> Vec<LearnedDuration> {
        self.durations.rows()
    }

    /// Restores what was learned.
    pub fn restore(&mut self, learned: Vec<LearnedDuration>) {
        self.durations = Durations::of(learned);
    }

    fn insert(&mut self, run: WaitingRun, number: u64) {
        let models = self.instances.model_set(&run.models);
        let group = Group {
            needs: run.needs,
            models,
        };
        self.lines.insert(&run.key, run.priority, group, number);
        *self.wanted.entry(models).or_default() += 1;
        self.numbers.insert(run.id.clone(), number);
        self.offered.push_back(number);
        let entry = Entry {
            run,
            group,
            overtaken_since: None,
        };
        self.waiting.insert(number, entry);
        self.order.outdate();
    }

    fn take(&mut self, number: u64) -> Option<WaitingRun> {
        let entry = self.waiting.remove(&number)?;
        let run = entry.run;
        self.lines
            .remove(&run.key, run.priority, entry.group, number);
        if let Some(wanted) = self.wanted.get_mut(&entry.group.models) {
            *wanted -= 1;
        }
        self.numbers.remove(&run.id);
        self.order.outdate();
        Some(run)
    }

    fn hand_over(&mut self, number: u64, instance: u32, now: Millis) -> (String, String) {
        let name = self.instances.name(instance).to_owned();
        let group = self.waiting.get(&number).map(|entry| entry.group);
        let Some((run, group)) = self.take(number).zip(group) else {
            return (name, String::new());
        };
        // The next one like it may have waited behind it, with an instance idle.
        if self.lines.first(&run.key, run.priority, group).is_some() {
            let idle = self.instances.idle().find(|id| self.fits(group, *id));
            self.instances.ask_again(idle.into_iter());
        }
        let id = run.id.clone();
        self.lines.serve(&run.key);
        self.count_hand_over(instance, group.models);
        self.place(run, number, instance, now);
        (name, id)
    }

    fn count_hand_over(&mut self, instance: u32, models: ModelSet) {
        let counts = &mut self.hand_overs;
        let count = match self.instances.is_warm(instance, models) {
            _ if models == NO_MODELS => &mut counts.without_models,
            true => &mut counts.warm,
            false => &mut counts.cold,
        };
        *count += 1;
    }

    fn place(&mut self, run: WaitingRun, number: u64, instance: u32, now: Millis) {
        let models = self.instances.model_set(&run.models);
        let is_cold = !self.instances.is_warm(instance, models);
        let name = self.instances.name(instance);
        let charged = self.durations.expected(&run.workflow, name, is_cold);
        self.instances.occupy(instance, models);
        self.lines.place(&run.key);
        self.lines.charge(&run.key, charged);
        let id = run.id.clone();
        let placed = Placed {
            run,
            number,
            instance,
            placed_at: now,
            charged,
            is_cold,
        };
        self.placed.insert(id, placed);
    }

    fn vacate(&mut self, placed: &Placed, now: Millis) {
        self.instances.free(placed.instance, now);
        if self.lines.vacate(&placed.run.key) {
            // The next run of the key may fit another instance only, which has been idle all the time.
            self.instances.ask_all();
        }
    }
}

#[cfg(test)]
mod tests;
