//! Keeps the node classes of the engine instances up to date, with what depends on them. ComfyUI does not report
//! new models, so its classes are read again before a run is refused for want of one.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use tokio::time::{Instant, timeout};

use super::Engines;
use super::instance::Instance;
use crate::catalog::DeployedWorkflow;
use workflow::Problem;
use workflow::classes::NodeClasses;

/// How many instances are read at the same time: each answer may have tens of megabytes.
const AT_ONCE: usize = 4;
/// How long a refresh waits for one instance. A busy one is slow to answer.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(5);
/// How old the classes may be when workflows are listed that lack a model, and how long a list waits for them.
const LISTING_AGE: Duration = Duration::from_secs(10);
const LISTING_WAIT: Duration = Duration::from_secs(2);
/// How long a run waits for the instances that were not tried yet.
const CONTACT_WAIT: Duration = Duration::from_secs(20);

impl Engines {
    /// Waits until workflows are converted with the classes of an instance, or each instance has been tried.
    pub(crate) async fn first_contact(&self) {
        self.pool.contact(|| self.catalog.has_classes()).await;
    }

    /// Waits until each instance has been tried since the service started. Returns whether that took a while: more
    /// workflows may be able to run now.
    pub(crate) async fn all_contacted(&self) -> bool {
        let contacted = timeout(CONTACT_WAIT, self.pool.contact(|| false)).await;
        contacted.unwrap_or(false)
    }

    /// Everything that keeps a workflow from running now, also only with the default of a field.
    pub(crate) fn problems(&self, deployed: &DeployedWorkflow) -> Vec<Problem> {
        let mut problems = deployed.entry.problems.clone();
        if self.pool.known_classes().is_empty() {
            if problems.is_empty() {
                problems.push(Problem::waiting_for_first_engine());
            }
            return problems;
        }
        match self.pool.awaited(deployed.runnable.needs()) {
            Some(instance) => problems.push(Problem::waiting_for_engine(&instance.address)),
            None => problems.extend(self.pool.problems(deployed.runnable.needs())),
        }
        let needs = deployed.runnable.needs_with_defaults();
        problems.extend(self.pool.default_problems(needs, &deployed.runnable.schema));
        problems
    }

    /// What keeps only outputs of a workflow from being produced now that its runs go on without.
    pub(crate) fn warnings(&self, deployed: &DeployedWorkflow) -> Vec<Problem> {
        let mut warnings = deployed.entry.warnings.clone();
        warnings.extend(self.pool.warnings(deployed.runnable.needs()));
        warnings
    }

    /// Sets an instance's classes, and converts the workflows again if they have changed.
    pub(crate) async fn learn(self: &Arc<Self>, instance: &Arc<Instance>, classes: NodeClasses) {
        let (engines, instance) = (self.clone(), instance.clone());
        blocking(move || {
            let cache = engines.learned.lock();
            if !instance.classes.set(engines.pool.shared(classes)) {
                return;
            }
            engines.use_all_classes();
            if let Some(classes) = instance
                .classes
                .last()
                .filter(|_| !engines.pool.is_embedded())
            {
                cache.write(&instance.address, &classes);
            }
        })
        .await;
    }

    /// Converts the workflows again for other instances. Those that were reached before have the classes of that
    /// time.
    pub(crate) async fn instances_changed(self: &Arc<Self>) {
        let engines = self.clone();
        blocking(move || {
            let cache = engines.learned.lock();
            engines.pool.recall(&cache);
            engines.use_all_classes();
        })
        .await;
    }

    fn use_all_classes(&self) {
        let all = Arc::new(self.pool.all_classes());
        self.object_info.set(&all);
        self.signal.notify_instances();
        self.catalog.set_classes(all);
    }

    /// Reads the classes of an instance again. If it does not answer, the known ones stay.
    pub(crate) async fn refresh_classes_of(self: &Arc<Self>, instance: &Arc<Instance>) {
        match timeout(REFRESH_TIMEOUT, instance.client.object_info()).await {
            Ok(Ok(classes)) => self.learn(instance, classes).await,
            Ok(Err(why)) => tracing::warn!("reading node classes again: {why}"),
            Err(_) => {
                let (address, seconds) = (&instance.address, REFRESH_TIMEOUT.as_secs());
                tracing::warn!("reading node classes again: {address} took over {seconds} s");
            }
        }
    }

    /// Reads the classes of all online instances again. Callers that wait for one refresh share the next one.
    pub(crate) async fn refresh_classes(self: &Arc<Self>) {
        self.refresh_older_than(Duration::ZERO).await;
    }

    /// Reads the classes of all online instances again, unless a refresh has started within this time.
    async fn refresh_older_than(self: &Arc<Self>, age: Duration) {
        let asked = Instant::now();
        let mut refreshed = self.learned.refreshed.lock().await;
        if refreshed.is_some_and(|last| last + age > asked) {
            return;
        }
        *refreshed = Some(Instant::now());
        let online = self.pool.instances();
        let online = online.iter().filter(|one| one.availability.is_online());
        stream::iter(online)
            .for_each_concurrent(AT_ONCE, |instance| self.refresh_classes_of(instance))
            .await;
    }

    /// Lets a list of these workflows see new models: if one of them lacks a model, the classes are read again now
    /// and then. The list does not wait for a slow engine; the next one has what it answers.
    pub(crate) async fn refresh_for_list(self: &Arc<Self>, listed: &[Arc<DeployedWorkflow>]) {
        let mut listed = listed.iter();
        if listed.any(|deployed| {
            self.pool
                .lacks_options(deployed.runnable.needs_with_defaults())
        }) {
            let engines = self.clone();
            let refresh = self
                .background
                .spawn(async move { engines.refresh_older_than(LISTING_AGE).await });
            let _ = timeout(LISTING_WAIT, refresh).await;
        }
    }
}

/// Many classes take a while.
async fn blocking(learning: impl FnOnce() + Send + 'static) {
    if let Err(why) = tokio::task::spawn_blocking(learning).await {
        tracing::error!("learning the node classes of an engine instance: {why}");
    }
}
