//! The runs that wait in the service, and the choice of the next one for an engine instance: feeds `placement` with
//! what is known about runs and instances. The store has the runs, too.

mod needs;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;
use tracing::Span;

use needs::RunNeeds;
pub(crate) use needs::WaitingRun;

use crate::engines::{DispatchSignal, Instance};
use crate::log_ids;
use placement::{Estimate, LearnedDuration, Millis, Needs, Placement, Summary};
use store::{KeyTerms, holder};

/// The runs that wait, and the places at the instances.
pub(crate) struct WaitingRuns {
    line: Mutex<Line>,
    signal: Arc<DispatchSignal>,
    started: Instant,
}

#[derive(Default)]
struct Line {
    placement: Placement,
    /// What the waiting runs need, and how many of them.
    needs: HashMap<Needs, (RunNeeds, usize)>,
    /// The runs that wait or have a place.
    runs: HashMap<String, WaitingRun>,
}

/// The right of one run to wait.
pub(crate) struct Admission<'a> {
    runs: &'a WaitingRuns,
    /// The name of its key.
    key: String,
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        self.runs.line().placement.release(&self.key);
    }
}

impl WaitingRuns {
    /// No runs. Every change of the runs or of the instances sends this signal.
    pub(crate) fn new(signal: Arc<DispatchSignal>) -> Self {
        Self {
            line: Mutex::default(),
            signal,
            started: Instant::now(),
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Millis {
        Millis::try_from(self.started.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }

    /// Adds a run behind the others of its key and priority.
    pub(crate) fn add(&self, run: WaitingRun, instances: &[Arc<Instance>]) {
        let mut line = self.line();
        let placed = line.insert(run, instances);
        line.placement.add(placed);
        drop(line);
        self.signal.notify();
    }

    /// Lets a run wait again that its instance did not take or has lost; it keeps its turn.
    pub(crate) fn add_back(&self, run: WaitingRun, instances: &[Arc<Instance>]) {
        let now = self.now();
        let mut line = self.line();
        if line.runs.contains_key(&run.id) && line.placement.place_of(&run.id).is_none() {
            // It waits already.
            return;
        }
        line.forget(&run.id);
        let placed = line.insert(run, instances);
        line.placement.take_back(placed, now);
        drop(line);
        self.signal.notify();
    }

    /// Notes that a run is at an instance, whether it has waited or not.
    pub(crate) fn occupy(&self, run: WaitingRun, instance: &Instance) {
        let now = self.now();
        let mut line = self.line();
        line.forget(&run.id);
        line.placement.remove(&run.id, now);
        let placed = line.insert(run, &[]);
        line.placement.occupy(placed, &instance.address, now);
    }

    /// The runs that have places, each with the address of its instance.
    pub(crate) fn places(&self) -> HashMap<String, String> {
        let line = self.line();
        let places = line.placement.places();
        places
            .map(|(id, address)| (id.to_owned(), address.to_owned()))
            .collect()
    }

    /// Those of these runs that neither wait nor have a place.
    pub(crate) fn unknown(&self, mut ids: Vec<String>) -> Vec<String> {
        let line = self.line();
        ids.retain(|id| !line.runs.contains_key(id));
        ids
    }

    /// The run with this id, if it waits or has a place.
    pub(crate) fn get(&self, run_id: &str) -> Option<WaitingRun> {
        self.line().runs.get(run_id).cloned()
    }

    /// The span of what happens to a run, for the log. Only with its id if the run neither waits nor has a place.
    pub(crate) fn log_ids(&self, run_id: &str) -> Span {
        let line = self.line();
        let run = line.runs.get(run_id);
        let owner = run.map(|run| holder(run.owner()));
        log_ids::of_run(run_id, owner, run.and_then(WaitingRun::trace))
    }

    /// How many runs wait and have a place, and how much work they are.
    pub(crate) fn summary(&self) -> Summary {
        let now = self.now();
        self.line().placement.summary(now)
    }

    /// Removes a run that has ended, wherever it is. If it has completed, `seconds` is how long that took.
    pub(crate) fn remove(&self, run_id: &str, seconds: Option<f64>) {
        let now = self.now();
        let mut line = self.line();
        line.forget(run_id);
        if !line.placement.ended(run_id, seconds, now) {
            line.placement.remove(run_id, now);
        }
        drop(line);
        self.signal.notify();
    }

    /// Takes the next run, if an instance has room for one. The instance keeps the place until the run ends.
    pub(crate) fn next(&self, instances: &[Arc<Instance>], depth: usize) -> Option<Placed> {
        let now = self.now();
        let mut line = self.line();
        if self.signal.take_instances_changed() {
            line.update(instances, depth, now);
        }
        let (address, id) = line.placement.next(now)?;
        self.signal.count();
        Some(Placed { address, id })
    }

    /// When to look again although nothing changes.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        let due = self.line().placement.next_due()?;
        Some(self.started + std::time::Duration::from_millis(due))
    }

    /// Admits a run where `limit` runs may wait. The admission counts until it is dropped.
    ///
    /// # Errors
    /// The expected seconds until its key has room for it, if that is known.
    pub(crate) fn admit(
        &self,
        run: &WaitingRun,
        limit: usize,
    ) -> Result<Admission<'_>, Option<f64>> {
        let now = self.now();
        let placement = &mut self.line().placement;
        if !placement.admit(run.owner(), limit) {
            return Err(placement.room_in(run.owner(), limit, run.needs, now));
        }
        Ok(Admission {
            runs: self,
            key: run.owner().to_owned(),
        })
    }

    /// The number of waiting runs.
    pub(crate) fn count(&self) -> usize {
        self.line().placement.count()
    }

    /// The ids of the first waiting runs, in the expected order.
    pub(crate) fn first(&self, count: usize) -> Vec<String> {
        let now = self.now();
        self.line().placement.first(count, now)
    }

    /// The waiting runs of a key, oldest first.
    pub(crate) fn of_key(&self, key: &str) -> Vec<(String, Estimate)> {
        let now = self.now();
        let mut line = self.line();
        let ids = line.placement.of_key(key).into_iter();
        let own = ids.filter_map(|id| {
            let estimate = line.placement.estimate(&id, now)?;
            Some((id, estimate))
        });
        own.collect()
    }

    /// When a run is expected to start; `None` if it does not wait.
    pub(crate) fn estimate(&self, run_id: &str) -> Option<Estimate> {
        let now = self.now();
        self.line().placement.estimate(run_id, now)
    }

    /// The expected seconds that a run of a workflow takes; `None` if none has completed.
    pub(crate) fn takes(&self, workflow_id: &str) -> Option<f64> {
        self.line().placement.expected(workflow_id)
    }

    /// Sets the share of a key, and how many of its runs may be at instances at the same time; the others wait.
    pub(crate) fn set_terms(&self, key: &str, terms: &KeyTerms) {
        let max = terms.concurrent.map(|max| max as usize);
        let mut line = self.line();
        line.placement.set_share(key, terms.share);
        line.placement.set_max_placed(key, max);
        drop(line);
        self.signal.notify();
    }

    /// Notes that an instance takes no runs any more, because it was removed.
    pub(crate) fn remove_instance(&self, instance: &Instance) {
        let now = self.now();
        let mut line = self.line();
        line.placement.set_instance(&instance.address, 0, 0, now);
        line.placement.set_cold(&instance.address);
        drop(line);
        self.signal.notify_instances();
    }

    /// Notes that an instance has probably forgotten the models in its memory.
    pub(crate) fn set_cold(&self, instance: &Instance) {
        self.line().placement.set_cold(&instance.address);
    }

    /// How long a run of a workflow usually takes, in milliseconds, if one has completed.
    pub(crate) fn typical_ms(&self, workflow_id: &str) -> Option<u32> {
        let seconds = self.line().placement.typical(workflow_id)?;
        Some((seconds * 1000.0).round() as u32)
    }

    /// What was learned about durations.
    pub(crate) fn learned(&self) -> Vec<LearnedDuration> {
        self.line().placement.learned()
    }

    /// Restores what was learned about durations.
    pub(crate) fn restore(&self, learned: Vec<LearnedDuration>) {
        self.line().placement.restore(learned);
    }
}

/// A run that goes to an instance.
pub(crate) struct Placed {
    /// The address of the instance.
    pub(crate) address: String,
    /// The id of the run.
    pub(crate) id: String,
}

impl Line {
    /// Keeps a run and what it needs. Returns what placement knows of it.
    fn insert(
        &mut self,
        mut run: WaitingRun,
        instances: &[Arc<Instance>],
    ) -> placement::WaitingRun {
        let placed = run.placed();
        let entry = self.needs.entry(run.needs);
        let (needs, count) = entry.or_insert_with(|| (run.needs_of(), 0));
        *count += 1;
        run.share(needs);
        if !self.placement.knows(run.needs) {
            let fitting = instances.iter().filter(|instance| needs.fit(instance));
            let fitting: Vec<&str> = fitting.map(|instance| instance.address.as_str()).collect();
            self.placement.set_fits(run.needs, &fitting);
        }
        self.runs.insert(run.id.clone(), run);
        placed
    }

    fn forget(&mut self, run_id: &str) {
        let Some(run) = self.runs.remove(run_id) else {
            return;
        };
        let Some((_, count)) = self.needs.get_mut(&run.needs) else {
            return;
        };
        *count -= 1;
        if *count == 0 {
            self.needs.remove(&run.needs);
            self.placement.forget(run.needs);
        }
    }

    /// Notes what the instances are and can now.
    fn update(&mut self, instances: &[Arc<Instance>], depth: usize, now: Millis) {
        for instance in instances {
            let depth = match instance.takes_runs() {
                true => instance.membership.settings().depth.unwrap_or(depth),
                false => 0,
            };
            let foreign = instance.tasks.known().foreign();
            self.placement
                .set_instance(&instance.address, depth, foreign, now);
        }
        for (id, (needs, _)) in &self.needs {
            let fitting = instances.iter().filter(|instance| needs.fit(instance));
            let fitting: Vec<&str> = fitting.map(|instance| instance.address.as_str()).collect();
            self.placement.set_fits(*id, &fitting);
        }
    }
}
