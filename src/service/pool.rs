//! All engine instances, and on which of them a run is placed (the contract, section 4.1, rule 3).

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use super::answer::Refusal;
use super::instance::Instance;
use super::job::Job;
use super::options::StartError;
use crate::workflow::lower::unknown;
use crate::workflow::{Problem, Workflow};

/// The longest that anybody is told to wait, in seconds.
const LONGEST_WAIT: f64 = 60.0;

/// All engine instances.
pub(crate) struct Pool {
    instances: Vec<Arc<Instance>>,
    /// The most tasks that may run and wait at one instance.
    limit: usize,
    /// One choice at a time, so that two do not take the same last place.
    choosing: Mutex<()>,
    /// How long runs took lately, in seconds.
    usual: Mutex<f64>,
    changed: Notify,
}

/// A place at an instance, kept free until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) instance: Arc<Instance>,
    run_id: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.instance.release(&self.run_id);
    }
}

impl Pool {
    /// A pool of the instances at these addresses.
    pub(crate) fn new(addresses: &[String], limit: usize) -> Result<Self, StartError> {
        let mut instances: Vec<Arc<Instance>> = Vec::new();
        for address in addresses {
            let instance = Instance::new(address)?;
            if !instances.iter().any(|known| known.uri == instance.uri) {
                instances.push(Arc::new(instance));
            }
        }
        let usual = Mutex::new(1.0);
        Ok(Self {
            instances,
            limit,
            choosing: Mutex::default(),
            usual,
            changed: Notify::new(),
        })
    }

    /// Every instance, in the order in which they were named.
    pub(crate) fn instances(&self) -> &[Arc<Instance>] {
        &self.instances
    }

    /// The instance at an address.
    pub(crate) fn instance(&self, uri: &str) -> Option<&Arc<Instance>> {
        self.instances.iter().find(|instance| instance.uri == uri)
    }

    /// What keeps a workflow from running on any instance that answers: the nodes that even the one
    /// that comes nearest does not know. Nothing where none answers.
    pub(crate) fn unknown(&self, workflow: &Workflow) -> Vec<Problem> {
        let classes = self.instances.iter().filter_map(|one| one.object_info());
        let problems = classes.map(|classes| unknown(workflow, &classes));
        problems.min_by_key(Vec::len).unwrap_or_default()
    }

    /// A place for a job at the least loaded instance that answers, was not tried yet, and knows its
    /// nodes; where none knows all of them, at one that knows the most.
    pub(crate) fn reserve(&self, job: &Job, tried: &[String]) -> Result<Place, Refusal> {
        let _choosing = self.choosing.lock().unwrap_or_else(PoisonError::into_inner);
        let open = self
            .instances
            .iter()
            .filter(|instance| !tried.contains(&instance.uri));
        let fitness = |instance: &Arc<Instance>| {
            let classes = instance.object_info()?;
            Some((unknown(&job.workflow, &classes).len(), instance.load()?))
        };
        let best = open
            .filter_map(|instance| Some((fitness(instance)?, instance)))
            .min_by_key(|(fitness, _)| *fitness);
        let ((_, load), instance) = best.ok_or_else(|| {
            let message = "no engine instance answers; try again, or see the service's log";
            Refusal::Unavailable(message.to_owned(), 5)
        })?;
        if load >= self.limit {
            return Err(Refusal::Full(self.wait()));
        }
        instance.reserve(&job.run_id);
        Ok(Place {
            instance: instance.clone(),
            run_id: job.run_id.clone(),
        })
    }

    /// Notes how long a run took, in seconds.
    pub(crate) fn took(&self, seconds: f64) {
        let mut usual = self.usual.lock().unwrap_or_else(PoisonError::into_inner);
        *usual = *usual * 0.8 + seconds * 0.2;
    }

    /// Seconds until a place should be free.
    fn wait(&self) -> u64 {
        let usual = *self.usual.lock().unwrap_or_else(PoisonError::into_inner);
        let soon = usual / self.instances.len().max(1) as f64;
        soon.ceil().clamp(1.0, LONGEST_WAIT) as u64
    }

    /// Says that runs that wait for an instance may find one now.
    pub(crate) fn wake(&self) {
        self.changed.notify_one();
    }

    /// Returns when [`Pool::wake`] was called.
    pub(crate) async fn woken(&self) {
        self.changed.notified().await;
    }
}

#[cfg(test)]
mod tests;
