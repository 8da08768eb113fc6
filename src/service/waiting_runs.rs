//! The runs that wait in the service, and the choice of the next one for an engine instance. The store has them
//! too; this is what the choice needs to know. No I/O.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::instance::Instance;
use super::job::Job;
use super::needs::Needs;
use super::store::RunRecord;
use crate::api::Priority;
use crate::workflow::{NamedModel, Workflow};

/// A run that waits.
#[derive(Debug)]
pub(crate) struct WaitingRun {
    pub(crate) id: String,
    pub(crate) priority: Priority,
    needs: RunNeeds,
    /// The addresses of instances that refused it for their own reasons.
    pub(crate) refused_by: HashSet<String>,
}

/// What a run needs of an instance.
#[derive(Debug)]
pub(crate) struct RunNeeds {
    workflow: Workflow,
    models: Vec<NamedModel>,
    /// The size of its largest file, in bytes.
    largest_file: u64,
}

impl WaitingRun {
    /// The run of this record, whose job is known.
    pub(crate) fn new(run: &RunRecord, job: &Job) -> Self {
        let needs = job.needs();
        Self {
            id: run.id.clone(),
            priority: run.priority,
            needs: RunNeeds {
                workflow: needs.workflow.clone(),
                models: needs.models.to_vec(),
                largest_file: job.largest_file(),
            },
            refused_by: HashSet::new(),
        }
    }

    /// Whether an instance can execute it, as far as is known.
    pub(crate) fn fits(&self, instance: &Instance) -> bool {
        let takes = |limit: u64| self.needs.largest_file <= limit;
        self.fits_but_for_size(instance) && instance.max_upload().is_none_or(takes)
    }

    /// The same for smaller files.
    pub(crate) fn fits_but_for_size(&self, instance: &Instance) -> bool {
        let needs = Needs {
            workflow: &self.needs.workflow,
            models: &self.needs.models,
        };
        let has_all = instance
            .last_classes()
            .is_some_and(|classes| needs.are_met(&classes));
        has_all && !self.refused_by.contains(&instance.address)
    }
}

/// The runs that wait, and the places at the instances.
#[derive(Default)]
pub(crate) struct WaitingRuns {
    line: Mutex<Line>,
    changed: Notify,
}

#[derive(Default)]
struct Line {
    waiting: VecDeque<WaitingRun>,
    /// The address of the instance that each run is at which does not wait.
    places: HashMap<String, String>,
    /// The number of runs that are being accepted.
    admitted: usize,
}

/// The right of one run to wait.
pub(crate) struct Admission<'a> {
    runs: &'a WaitingRuns,
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        self.runs.line().admitted -= 1;
    }
}

impl WaitingRuns {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a run behind the others of its priority.
    pub(crate) fn add(&self, run: WaitingRun) {
        let mut line = self.line();
        let behind = |other: &WaitingRun| other.priority >= run.priority;
        let index = line.waiting.iter().rposition(behind);
        line.waiting.insert(index.map_or(0, |index| index + 1), run);
        drop(line);
        self.notify();
    }

    /// Adds a run again that has lost its instance, before the others.
    pub(crate) fn add_back(&self, run: WaitingRun) {
        let mut line = self.line();
        line.places.remove(&run.id);
        line.waiting.push_front(run);
        drop(line);
        self.notify();
    }

    /// Notes that a run is at an instance without having waited.
    pub(crate) fn occupy(&self, run_id: &str, instance: &Instance) {
        let address = instance.address.clone();
        self.line().places.insert(run_id.to_owned(), address);
    }

    /// Removes a run that has ended, wherever it is.
    pub(crate) fn remove(&self, run_id: &str) {
        let mut line = self.line();
        line.waiting.retain(|run| run.id != run_id);
        line.places.remove(run_id);
        drop(line);
        self.notify();
    }

    /// Takes the next run, if an instance has room for one. The instance keeps the place until the run ends.
    pub(crate) fn next(
        &self,
        instances: &[Arc<Instance>],
        depth: usize,
    ) -> Option<(Arc<Instance>, WaitingRun)> {
        let mut line = self.line();
        let at = |address: &String| line.places.values().filter(|at| *at == address).count();
        let open: Vec<(usize, &Arc<Instance>)> = instances
            .iter()
            .filter(|instance| instance.takes_runs())
            .map(|instance| (at(&instance.address), instance))
            .filter(|(load, _)| *load < depth)
            .map(|(load, instance)| (load + instance.foreign(), instance))
            .collect();
        let chosen = line.waiting.iter().enumerate().find_map(|(index, run)| {
            let fitting = open.iter().filter(|(_, instance)| run.fits(instance));
            let (_, instance) = fitting.min_by_key(|(load, _)| *load)?;
            Some((index, Arc::clone(instance)))
        });
        let (index, instance) = chosen?;
        let run = line.waiting.remove(index)?;
        line.places.insert(run.id.clone(), instance.address.clone());
        Some((instance, run))
    }

    /// Admits one more run if fewer than `limit` wait. The admission counts until it is dropped.
    pub(crate) fn admit(&self, limit: usize) -> Option<Admission<'_>> {
        let mut line = self.line();
        if line.waiting.len() + line.admitted >= limit {
            return None;
        }
        line.admitted += 1;
        Some(Admission { runs: self })
    }

    /// The number of waiting runs.
    pub(crate) fn count(&self) -> usize {
        self.line().waiting.len()
    }

    /// The ids of the first waiting runs, in order.
    pub(crate) fn first(&self, count: usize) -> Vec<String> {
        let line = self.line();
        line.waiting
            .iter()
            .take(count)
            .map(|run| run.id.clone())
            .collect()
    }

    /// Lets the dispatcher look again.
    pub(crate) fn notify(&self) {
        self.changed.notify_one();
    }

    /// Waits for a call of [`WaitingRuns::notify`].
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }
}
