//! The pool of engine instances: what they know together, and which workflows they can execute. Does not know
//! how runs are placed or handed over.

mod changes;
mod start;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

pub(crate) use start::at_start;

use super::class_cache::ClassCache;
use super::instance::Instance;
use super::upload_limit::UploadLimit;
use api::RunProgress;
use run_core::{Missing, Needs};
use schema::{self, InputSchema};
use workflow::Problem;
use workflow::classes::NodeClasses;
use workflow::lower::missing_class_problems;

/// The instances in their order.
type Instances = Arc<[Arc<Instance>]>;

/// The pool of engine instances.
pub(crate) struct InstancePool {
    instances: RwLock<Instances>,
    /// Instances that were removed but may have runs of ours.
    absent: Mutex<Vec<Arc<Instance>>>,
    /// Whether the instances are embedded engines.
    embedded: AtomicBool,
}

impl InstancePool {
    /// A pool of these instances, whose addresses differ.
    pub(crate) fn new(instances: Vec<Instance>, embedded: bool) -> Self {
        let instances = instances.into_iter().map(Arc::new);
        Self {
            instances: RwLock::new(instances.collect()),
            absent: Mutex::default(),
            embedded: AtomicBool::new(embedded),
        }
    }

    /// All instances: those of the options first, then by the time when they were added.
    pub(crate) fn instances(&self) -> Instances {
        let instances = self.instances.read();
        instances.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The instance at an address.
    pub(crate) fn instance(&self, address: &str) -> Option<Arc<Instance>> {
        let instances = self.instances();
        instances
            .iter()
            .find(|instance| instance.address == address)
            .cloned()
    }

    /// The progress of a run, if an instance executes and reports it, and how many previews of it there were.
    pub(crate) fn progress(&self, run_id: &str) -> (Option<RunProgress>, u32) {
        let instances = self.all();
        let mut found = instances.iter().map(|one| one.progress_of_run(run_id));
        found.find_map(|progress| progress).unwrap_or_default()
    }

    /// The addresses of the embedded engines.
    pub(crate) fn embedded_addresses(&self) -> Vec<String> {
        let instances = self.instances();
        let embedded = instances.iter().filter(|_| self.is_embedded());
        embedded.map(|instance| instance.address.clone()).collect()
    }

    /// Whether the instances are embedded engines.
    pub(crate) fn is_embedded(&self) -> bool {
        self.embedded.load(Ordering::Relaxed)
    }

    /// Notes that they are other engines from now on.
    pub(crate) fn end_embedded(&self) {
        self.embedded.store(false, Ordering::Relaxed);
    }

    /// Sets the classes of instances that were not reached yet to those in the cache.
    pub(crate) fn recall(&self, cache: &ClassCache) {
        let instances = self.instances();
        let unknown = instances
            .iter()
            .filter(|one| !self.is_embedded() && one.classes.last().is_none());
        for instance in unknown {
            if let Some(classes) = cache.read(&instance.address) {
                instance.classes.set(self.shared(classes));
            }
        }
    }

    /// These classes, or those of an instance that has the same: what is made for them is made once.
    pub(crate) fn shared(&self, classes: NodeClasses) -> Arc<NodeClasses> {
        let mut known = self.known_classes().into_iter();
        let same = known.find(|known| **known == classes);
        same.unwrap_or_else(|| Arc::new(classes))
    }

    /// The last known classes of all instances, merged.
    pub(crate) fn all_classes(&self) -> NodeClasses {
        let mut all = NodeClasses::default();
        for classes in self.known_classes() {
            all.merge(&classes);
        }
        all
    }

    /// The last known classes of each instance that was ever reached.
    pub(crate) fn known_classes(&self) -> Vec<Arc<NodeClasses>> {
        let instances = self.instances();
        instances
            .iter()
            .filter_map(|one| one.classes.last())
            .collect()
    }

    /// Why no known instance can execute a workflow: the classes and models that the instance lacks which has the
    /// most, and what it refuses. Empty if no instance is known.
    pub(crate) fn problems(&self, needs: Needs) -> Vec<Problem> {
        let Some((missing, known)) = self.least_missing(needs) else {
            return Vec::new();
        };
        let mut problems = missing_class_problems(&missing.classes, self.is_embedded());
        problems.extend(needs.workflow.model_problems(&missing.models, &known));
        problems.extend(missing.verdict.problems.iter().cloned());
        problems
    }

    /// What the known instance that lacks least leaves out of a workflow.
    pub(crate) fn warnings(&self, needs: Needs) -> Vec<Problem> {
        let missing = self.least_missing(needs);
        missing.map_or_else(Vec::new, |(missing, _)| missing.verdict.left_out.clone())
    }

    /// The models that the values of a run name and that keep every known instance from executing it, with the keys
    /// of these values and what to say about each. Empty if an instance would not execute it with other values either.
    pub(crate) fn missing_choices(&self, needs: Needs) -> Vec<(String, String)> {
        let Some((missing, known)) = self.least_missing(needs) else {
            return Vec::new();
        };
        let chosen = missing.chosen.iter().filter(|_| !missing.is_of_workflow());
        let messages = chosen.filter_map(|chosen| {
            let message = needs.workflow.missing_model(&chosen.model, &known)?;
            Some((chosen.key.clone(), message))
        });
        messages.collect()
    }

    /// The problems of fields whose defaults name models that the instance lacks which lacks least.
    pub(crate) fn default_problems(&self, needs: Needs, schema: &InputSchema) -> Vec<Problem> {
        let Some((missing, known)) = self.least_missing(needs) else {
            return Vec::new();
        };
        schema::default_problems(needs.workflow, schema, missing.chosen, &known)
    }

    /// Whether a run would be refused for want of a model or another option, which an engine may have got since.
    pub(crate) fn lacks_options(&self, needs: Needs) -> bool {
        let lacks = |missing: &Missing| {
            let models = missing.models.len() + missing.chosen.len();
            models > 0 || missing.verdict.lacks_option
        };
        let missing = self.least_missing(needs);
        missing.is_some_and(|(missing, _)| lacks(&missing))
    }

    /// What the known instance lacks which lacks least, and its classes.
    fn least_missing<'a>(&self, needs: Needs<'a>) -> Option<(Missing<'a>, Arc<NodeClasses>)> {
        let known = self.known_classes().into_iter();
        let missing = known.map(|known| (needs.missing(&known), known));
        missing.min_by_key(|(missing, _)| missing.rank())
    }

    /// The largest upload that one of the instances takes which could execute a workflow; `None` if one of them does
    /// not say.
    pub(crate) fn upload_limit(&self, needs: Needs) -> Option<UploadLimit> {
        let instances = self.instances();
        let is_able = |one: &&Arc<Instance>| {
            let classes = one.classes.last();
            classes.is_some_and(|classes| needs.are_met(&classes))
        };
        let limits = instances.iter().filter(is_able);
        let limits = limits.map(|one| one.uploads.limit().map(UploadLimit));
        let limits: Option<Vec<UploadLimit>> = limits.collect();
        limits?.into_iter().max()
    }

    /// The offline instance that a workflow waits for: it can execute the workflow, as far as is known, and no
    /// online instance can.
    pub(crate) fn awaited(&self, needs: Needs) -> Option<Arc<Instance>> {
        let can = |classes: Arc<NodeClasses>| needs.are_met(&classes);
        let instances = self.instances();
        let mut online = instances.iter().filter_map(|one| one.online_classes());
        if online.any(can) {
            return None;
        }
        let is_able = |one: &&Arc<Instance>| {
            !one.availability.is_online() && one.classes.last().is_some_and(can)
        };
        instances.iter().find(is_able).cloned()
    }

    /// Waits until there are classes to use, or each instance has been tried since the service started: a run that
    /// comes in the first moment must not be refused. Returns whether it has waited.
    pub(crate) async fn contact(&self, has_classes: impl Fn() -> bool) -> bool {
        let instances = self.instances();
        let mut contacts: FuturesUnordered<_> = instances
            .iter()
            .filter(|instance| !instance.availability.is_contacted())
            .map(|instance| instance.availability.contacted())
            .collect();
        let waits = !contacts.is_empty() && !has_classes();
        while !has_classes() && contacts.next().await.is_some() {}
        waits
    }

    /// Retries the connections to offline instances soon.
    pub(crate) fn probe(&self) {
        for instance in self.instances().iter() {
            instance.tasks.refresh.request();
        }
    }
}

#[cfg(test)]
mod tests;
