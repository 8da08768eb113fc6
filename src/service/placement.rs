//! The pool of engine instances, and the choice of the one that executes a run (the contract,
//! section 4.1, rule 3). Does not know how a run is handed over.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Notify;

use super::api_error::ApiError;
use super::class_cache::ClassCache;
use super::instance::Instance;
use super::job::Job;
use super::missing_classes;
use super::needs::{Missing, Needs};
use crate::workflow::Problem;
use crate::workflow::classes::NodeClasses;

/// The longest `Retry-After`, in seconds.
const MAX_RETRY_AFTER: f64 = 60.0;
/// `Retry-After` while no instance responds, in seconds.
const OFFLINE_RETRY_AFTER: u64 = 5;

/// The pool of engine instances.
pub(crate) struct InstancePool {
    instances: Vec<Arc<Instance>>,
    /// The maximum number of running and waiting tasks per instance.
    queue_limit: usize,
    /// Whether the instances are embedded engines.
    embedded: bool,
    /// Serialises choices, so that two runs cannot take the same last slot.
    choice: Mutex<()>,
    /// The moving average of run durations, in seconds.
    average_duration: Mutex<f64>,
    slot_freed: Notify,
}

/// A slot at an instance, reserved until it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    pub(crate) instance: Arc<Instance>,
    run_id: String,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.instance.release(&self.run_id);
    }
}

impl InstancePool {
    /// A pool of these instances, without those whose address is repeated.
    pub(crate) fn new(all: Vec<Instance>, queue_limit: usize, embedded: bool) -> Self {
        let mut instances: Vec<Arc<Instance>> = Vec::new();
        for instance in all {
            if !instances
                .iter()
                .any(|known| known.address == instance.address)
            {
                instances.push(Arc::new(instance));
            }
        }
        Self {
            instances,
            queue_limit,
            embedded,
            choice: Mutex::default(),
            average_duration: Mutex::new(1.0),
            slot_freed: Notify::new(),
        }
    }

    /// All instances, in the order of the options.
    pub(crate) fn instances(&self) -> &[Arc<Instance>] {
        &self.instances
    }

    /// The instance at an address.
    pub(crate) fn instance(&self, address: &str) -> Option<&Arc<Instance>> {
        self.instances
            .iter()
            .find(|instance| instance.address == address)
    }

    /// The addresses of the embedded engines.
    pub(crate) fn embedded_addresses(&self) -> Vec<String> {
        let instances = self.instances.iter().filter(|_| self.embedded);
        instances.map(|instance| instance.address.clone()).collect()
    }

    /// Whether the instances are embedded engines.
    pub(crate) fn is_embedded(&self) -> bool {
        self.embedded
    }

    /// Sets the classes of the instances to those in the cache.
    pub(crate) fn recall(&self, cache: &ClassCache) {
        for instance in self.instances.iter().filter(|_| !self.embedded) {
            if let Some(classes) = cache.read(&instance.address) {
                instance.set_classes(classes);
            }
        }
    }

    /// The last known classes of all instances, merged.
    pub(crate) fn all_classes(&self) -> NodeClasses {
        let mut all = NodeClasses::default();
        for classes in self.instances.iter().filter_map(|one| one.last_classes()) {
            all.merge(&classes);
        }
        all
    }

    /// Why no online instance can execute a workflow: the classes and models that the instance lacks which has the
    /// most. Empty if all instances are offline.
    pub(crate) fn problems(&self, needs: Needs) -> Vec<Problem> {
        let Some((missing, known)) = self.least_missing(needs) else {
            return Vec::new();
        };
        let mut problems = missing_classes::problems(&missing.classes, self.embedded);
        problems.extend(needs.workflow.model_problems(&missing.models, &known));
        problems
    }

    /// Whether a run would be refused because of a model.
    pub(crate) fn lacks_models(&self, needs: Needs) -> bool {
        let missing = self.least_missing(needs);
        let lacks = missing.is_some_and(|(missing, _)| !missing.models.is_empty());
        lacks && self.awaited(needs).is_none()
    }

    /// What the online instance lacks which lacks least, and its classes.
    fn least_missing<'a>(&self, needs: Needs<'a>) -> Option<(Missing<'a>, Arc<NodeClasses>)> {
        let known = self.instances.iter().filter_map(|one| one.classes());
        let missing = known.map(|known| (needs.missing(&known), known));
        missing.min_by_key(|(missing, _)| missing.rank())
    }

    /// The offline instance that a workflow waits for: it can execute the workflow, as far as is known, and no
    /// online instance can.
    pub(crate) fn awaited(&self, needs: Needs) -> Option<&Arc<Instance>> {
        let can = |classes: Arc<NodeClasses>| needs.are_met(&classes);
        let mut online = self.instances.iter().filter_map(|one| one.classes());
        if online.any(can) {
            return None;
        }
        let mut instances = self.instances.iter();
        instances.find(|one| one.load().is_none() && one.last_classes().is_some_and(can))
    }

    /// Waits until an instance is online, or each has been tried since the service started: a run that comes
    /// in the first moment must not be refused.
    pub(crate) async fn first_contact(&self) {
        let mut contacts: FuturesUnordered<_> = self
            .instances
            .iter()
            .map(|instance| instance.contacted())
            .collect();
        while self.instances.iter().all(|one| one.load().is_none()) {
            if contacts.next().await.is_none() {
                return;
            }
        }
    }

    /// Chooses the instance for a job and reserves a slot there: among the online instances that
    /// were not tried yet, those that lack the fewest nodes and models, and of these the least loaded.
    pub(crate) fn reserve(&self, job: &Job, tried: &[String]) -> Result<Reservation, ApiError> {
        let is_online = self.instances.iter().any(|one| one.load().is_some());
        if let Some(awaited) = self.awaited(job.needs()).filter(|_| is_online) {
            return Err(waiting_for(awaited));
        }
        let _choice = self.choice.lock().unwrap_or_else(PoisonError::into_inner);
        let untried = self
            .instances
            .iter()
            .filter(|instance| !tried.contains(&instance.address));
        let rank = |instance: &Arc<Instance>| {
            let classes = instance.classes()?;
            Some((job.needs().missing(&classes).rank(), instance.load()?))
        };
        let best = untried
            .filter_map(|instance| Some((rank(instance)?, instance)))
            .min_by_key(|(rank, _)| *rank);
        let ((_, load), instance) = best.ok_or_else(|| {
            let message = "no engine instance responds; try again, or check the service’s log";
            ApiError::Unavailable(message.to_owned(), OFFLINE_RETRY_AFTER)
        })?;
        if load >= self.queue_limit {
            return Err(ApiError::QueueFull(self.retry_after()));
        }
        instance.reserve(&job.run_id);
        Ok(Reservation {
            instance: instance.clone(),
            run_id: job.run_id.clone(),
        })
    }

    /// Adds the duration of a run to the average.
    pub(crate) fn record_duration(&self, seconds: f64) {
        let mut average = self
            .average_duration
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *average = *average * 0.8 + seconds * 0.2;
    }

    /// The estimated time until a slot is free, in seconds.
    fn retry_after(&self) -> u64 {
        let average = *self
            .average_duration
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let estimate = average / self.instances.len().max(1) as f64;
        estimate.ceil().clamp(1.0, MAX_RETRY_AFTER) as u64
    }

    /// Retries the connections to offline instances soon.
    pub(crate) fn probe(&self) {
        for instance in &self.instances {
            instance.request_refresh();
        }
    }

    /// Notifies the waiting runs that an instance may have a free slot.
    pub(crate) fn notify_slot_freed(&self) {
        self.slot_freed.notify_one();
    }

    /// Waits for a call of [`InstancePool::notify_slot_freed`].
    pub(crate) async fn slot_freed(&self) {
        self.slot_freed.notified().await;
    }
}

/// The refusal of a run that only an offline instance can execute.
pub(crate) fn waiting_for(instance: &Instance) -> ApiError {
    let message = missing_classes::waiting_for(&instance.address).to_string();
    ApiError::Unavailable(format!("{message}; try again"), OFFLINE_RETRY_AFTER)
}

#[cfg(test)]
mod tests;
