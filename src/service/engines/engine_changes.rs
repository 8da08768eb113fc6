//! Engine instances come and go while the service runs: callers add, drain and remove them, and the configuration
//! file is read again. What callers have changed is stored and holds after a restart.

use std::collections::HashSet;
use std::sync::Arc;

use super::Engines;
use super::care;
use super::engine_settings::{EngineSettings, EngineSource, MAX_ENGINES, ensure_few};
use super::events;
use super::instance::Instance;
use super::instance_observer::InstanceObserver;
use comfy_client::{EngineRules, engine_address, engine_url};
use store::{AuditAction, AuditRecord, Author, KeptEngine, StoreError};

/// What a new configuration has changed: addresses of engine instances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigChanges {
    /// Those that are new.
    pub added: Vec<String>,
    /// Those that are no longer configured. They finish their runs.
    pub removed: Vec<String>,
    /// Those with other settings.
    pub changed: Vec<String>,
}

/// Why the engine instances were not changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineChangeError {
    #[error(
        "{0}: the service uses its embedded engines; start it with --engine or --config to use others"
    )]
    Embedded(&'static str),
    /// The address is not valid.
    #[error("{0}")]
    Address(String),
    #[error("adding an engine instance: there are {MAX_ENGINES} already; remove one first")]
    TooMany,
    #[error("there is no engine instance at {0}; list them to see their addresses")]
    Unknown(String),
    /// A valid address cannot be used.
    #[error("{0}")]
    Joining(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Engines {
    /// Adds an engine instance. One that is known takes runs again, with the labels and the depth that are given.
    pub(crate) async fn add(
        self: &Arc<Self>,
        settings: EngineSettings,
        observer: &Arc<dyn InstanceObserver>,
        by: &Author,
    ) -> Result<Arc<Instance>, EngineChangeError> {
        if !self.has_stand_ins {
            self.ensure_own("adding an engine instance")?;
        }
        let address = engine_address(&settings.url).map_err(EngineChangeError::Address)?;
        let known = self.pool.instance(&address);
        let is_own = |known: &Arc<Instance>| known.membership.settings().source.is_operator();
        if !known.as_ref().is_some_and(is_own) {
            self.ensure_allowed(&address).await?;
        }
        if known.is_none() && self.pool.instances().len() >= MAX_ENGINES {
            return Err(EngineChangeError::TooMany);
        }
        let instance = match known {
            Some(known) => {
                known
                    .membership
                    .take_runs_again(settings.labels, settings.depth);
                known
            }
            None => {
                let joined = self.join(settings, observer);
                let joined = joined.map_err(EngineChangeError::Joining)?;
                self.dismiss_stand_ins(&joined, observer);
                joined
            }
        };
        let line = by.does(AuditAction::AddEngine, &address);
        self.store_changes([address.clone()], Some(line)).await?;
        self.instances_changed().await;
        tracing::info!("added the engine instance {address}");
        Ok(instance)
    }

    /// Lets an engine instance finish its runs and gives it no further ones.
    pub(crate) async fn drain(
        &self,
        address: &str,
        by: &Author,
    ) -> Result<Arc<Instance>, EngineChangeError> {
        let instance = self.known(address)?;
        instance.membership.set_draining(true);
        self.signal.notify_instances();
        let line = by.does(AuditAction::DrainEngine, &instance.address);
        let address = instance.address.clone();
        self.store_changes([address], Some(line)).await?;
        tracing::info!("draining the engine instance {}", instance.address);
        Ok(instance)
    }

    /// Removes an engine instance. It finishes its runs.
    pub(crate) async fn remove(
        self: &Arc<Self>,
        address: &str,
        observer: &Arc<dyn InstanceObserver>,
        by: &Author,
    ) -> Result<Arc<Instance>, EngineChangeError> {
        self.ensure_own("removing an engine instance")?;
        let instance = self.known(address)?;
        self.part_with(&instance, observer);
        let line = by.does(AuditAction::RemoveEngine, &instance.address);
        let address = instance.address.clone();
        self.store_changes([address], Some(line)).await?;
        self.instances_changed().await;
        let runs = instance.tasks.runs().count();
        tracing::info!(
            "removed the engine instance {}, which has {runs} runs",
            instance.address
        );
        Ok(instance)
    }

    /// Replaces the instances of the configuration file by these. Fails before anything is changed.
    pub(crate) async fn configure(
        self: &Arc<Self>,
        configured: Vec<EngineSettings>,
        observer: &Arc<dyn InstanceObserver>,
    ) -> Result<ConfigChanges, String> {
        let addresses = configured.iter().map(|one| engine_address(&one.url));
        let addresses: HashSet<String> = addresses.collect::<Result<_, _>>()?;
        let instances = self.pool.instances();
        let others = instances.iter().filter(|one| {
            let is_from_file = one.membership.settings().source == EngineSource::File;
            !is_from_file && !addresses.contains(&one.address)
        });
        ensure_few(addresses.len() + others.count())?;
        let mut changes = ConfigChanges::default();
        for instance in self.pool.instances().iter() {
            let is_from_file = instance.membership.settings().source == EngineSource::File;
            if is_from_file && !addresses.contains(&instance.address) {
                self.part_with(instance, observer);
                changes.removed.push(instance.address.clone());
            }
        }
        for settings in configured {
            match self.pool.instance(&engine_address(&settings.url)?) {
                Some(known) => {
                    if known.set_settings(self.with_credentials(settings)) {
                        changes.changed.push(known.address.clone());
                    }
                }
                None => changes
                    .added
                    .push(self.join(settings, observer)?.address.clone()),
            }
        }
        let changed = addresses.into_iter().chain(changes.removed.clone());
        let stored = self.store_changes(changed, None).await;
        stored.map_err(|why| why.to_string())?;
        self.instances_changed().await;
        Ok(changes)
    }

    /// Follows an instance, and looks after it, until it leaves.
    pub(crate) fn follow(
        self: &Arc<Self>,
        instance: &Arc<Instance>,
        observer: &Arc<dyn InstanceObserver>,
    ) {
        if instance.membership.begin_following() {
            let following = events::follow(self.clone(), instance.clone(), observer.clone());
            self.background.spawn(following);
            let caring = care::look_after(self.clone(), instance.clone(), observer.clone());
            self.background.spawn(caring);
        }
    }

    /// The instance at an address where a run was handed over to it.
    pub(crate) fn known_or_absent(&self, address: &str) -> Option<Arc<Instance>> {
        self.pool.instance_or_absent(address, &self.access)
    }

    fn join(
        self: &Arc<Self>,
        settings: EngineSettings,
        observer: &Arc<dyn InstanceObserver>,
    ) -> Result<Arc<Instance>, String> {
        let settings = self.with_credentials(settings);
        let instance = self.pool.add(settings, &self.access)?;
        self.follow(&instance, observer);
        Ok(instance)
    }

    /// Removes the embedded engines: another engine has joined, for which they stood in.
    fn dismiss_stand_ins(&self, joined: &Arc<Instance>, observer: &Arc<dyn InstanceObserver>) {
        if !self.pool.is_embedded() {
            return;
        }
        self.pool.end_embedded();
        let instances = self.pool.instances();
        let stand_ins = instances.iter().filter(|one| one.address != joined.address);
        stand_ins.for_each(|instance| self.part_with(instance, observer));
    }

    fn part_with(&self, instance: &Arc<Instance>, observer: &Arc<dyn InstanceObserver>) {
        self.pool.remove(instance);
        observer.instance_was_removed(instance);
    }

    fn with_credentials(&self, mut settings: EngineSettings) -> EngineSettings {
        settings.authorize_by(&self.credentials);
        settings
    }

    fn known(&self, address: &str) -> Result<Arc<Instance>, EngineChangeError> {
        let address = engine_address(address).ok();
        let known = address
            .as_ref()
            .and_then(|address| self.pool.instance(address));
        known.ok_or_else(|| {
            // One that is not valid may contain a password or a token.
            let address = address.as_deref().unwrap_or("this address");
            EngineChangeError::Unknown(address.to_owned())
        })
    }

    fn ensure_own(&self, action: &'static str) -> Result<(), EngineChangeError> {
        if !self.pool.is_embedded() {
            return Ok(());
        }
        Err(EngineChangeError::Embedded(action))
    }

    /// Ensures that a caller may add an instance at this address.
    async fn ensure_allowed(&self, address: &str) -> Result<(), EngineChangeError> {
        let url = engine_url(address).map_err(EngineChangeError::Address)?;
        let guard = EngineRules::guard(self.access.networks.clone(), false);
        let allowed = guard.ensure_allowed(&url).await;
        allowed.map_err(|refused| EngineChangeError::Address(refused.to_string()))
    }

    /// Stores what has become of the instances at these addresses.
    async fn store_changes(
        &self,
        addresses: impl IntoIterator<Item = String>,
        line: Option<AuditRecord>,
    ) -> Result<(), StoreError> {
        let (mut stored, mut forgotten) = (Vec::new(), Vec::new());
        for address in addresses {
            match self.pool.instance(&address).as_deref().and_then(kept) {
                Some(engine) => stored.push(engine),
                None => forgotten.push(address),
            }
        }
        self.store.change_engines(stored, forgotten, line).await
    }
}

/// What is stored of an instance, if callers have changed it.
fn kept(instance: &Instance) -> Option<KeptEngine> {
    let membership = instance.membership.settings();
    let is_added = membership.source == EngineSource::Caller;
    (is_added || membership.is_draining).then(|| KeptEngine {
        address: instance.address.clone(),
        labels: membership.labels,
        depth: membership.depth,
        is_added,
        is_draining: membership.is_draining,
    })
}
