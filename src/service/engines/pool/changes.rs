//! Changes of the pool while the service runs. An instance that is removed stays known until its runs have ended.

use std::sync::{Arc, MutexGuard, PoisonError};

use super::{InstancePool, Instances};
use crate::engines::engine_access::EngineAccess;
use crate::engines::engine_settings::{EngineSettings, EngineSource};
use crate::engines::instance::Instance;
use comfy_client::engine_address;

impl InstancePool {
    /// Adds an instance, unless one has its address. One that was removed and still has runs comes back.
    pub(crate) fn add(
        &self,
        settings: EngineSettings,
        access: &EngineAccess,
    ) -> Result<Arc<Instance>, String> {
        let address = engine_address(&settings.url)?;
        let mut absent = self.absent();
        if let Some(known) = self.instance(&address) {
            return Ok(known);
        }
        let known = absent.iter().position(|one| one.address == address);
        let instance = match known {
            Some(index) => {
                let instance = absent.remove(index);
                instance.set_settings(settings);
                instance.membership.set_draining(false);
                instance
            }
            None => Arc::new(Instance::new(settings, access)?),
        };
        self.change(|instances| instances.push(instance.clone()));
        Ok(instance)
    }

    /// Removes an instance: it gets no further runs, and leaves once it has none.
    pub(crate) fn remove(&self, instance: &Arc<Instance>) {
        let mut absent = self.absent();
        self.change(|instances| instances.retain(|one| !Arc::ptr_eq(one, instance)));
        instance.membership.set_draining(true);
        absent.push(instance.clone());
    }

    /// Lets the removed instances leave that have no runs any more.
    pub(crate) fn let_leave(&self) {
        self.absent().retain(|instance| {
            let stays = instance.tasks.runs().count() > 0;
            if !stays {
                instance.membership.leave();
            }
            stays
        });
    }

    /// The instance at an address, also if it has been removed.
    pub(crate) fn find(&self, address: &str) -> Option<Arc<Instance>> {
        let removed = || {
            let absent = self.absent();
            absent.iter().find(|one| one.address == address).cloned()
        };
        self.instance(address).or_else(removed)
    }

    /// The instance at an address where a run was handed over to it. If it is no longer in the settings, one that
    /// stays silent.
    pub(crate) fn instance_or_absent(
        &self,
        address: &str,
        access: &EngineAccess,
    ) -> Option<Arc<Instance>> {
        self.find(address).or_else(|| {
            let settings = EngineSettings::new(address, EngineSource::Caller);
            let instance = Arc::new(Instance::new(settings, access).ok()?);
            self.absent().push(instance.clone());
            Some(instance)
        })
    }

    /// The instances, and those that were removed and still have runs.
    pub(crate) fn listed(&self) -> Vec<Arc<Instance>> {
        let absent = self.absent();
        let busy = absent.iter().filter(|one| one.tasks.runs().count() > 0);
        self.instances().iter().chain(busy).cloned().collect()
    }

    /// The instances that runs may be at.
    pub(crate) fn all(&self) -> Vec<Arc<Instance>> {
        let absent = self.absent();
        let instances = self.instances();
        instances.iter().chain(absent.iter()).cloned().collect()
    }

    fn absent(&self) -> MutexGuard<'_, Vec<Arc<Instance>>> {
        self.absent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Arc<Instance>>)) {
        let mut known = self
            .instances
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let mut instances = known.to_vec();
        change(&mut instances);
        *known = Instances::from(instances);
    }
}
