//! The engine instances of one service: which there are, what they can do, and what they report. Knows the runs at them
//! only by what the instances report.

mod attempt_end;
mod care;
mod class_cache;
mod class_refresh;
mod dispatch_signal;
mod engine_access;
mod engine_care;
mod engine_changes;
mod engine_restart;
mod engine_settings;
mod engine_state;
mod events;
mod instance;
mod instance_observer;
mod learned_classes;
mod node_progress;
mod node_times;
mod object_info;
mod pool;
mod saved_workflows;
mod search;
mod upload_limit;

use std::sync::Arc;

pub(crate) use attempt_end::AttemptEnd;
pub(crate) use class_cache::ClassCache;
pub(crate) use dispatch_signal::DispatchSignal;
pub(crate) use engine_access::EngineAccess;
pub use engine_care::EngineCare;
pub use engine_changes::ConfigChanges;
pub(crate) use engine_changes::EngineChangeError;
pub use engine_restart::EngineRestart;
pub(crate) use engine_settings::ensure_few;
pub use engine_settings::{EngineSettings, EngineSource};
pub use engine_state::EngineState;
pub(crate) use instance::{Health, Instance, RunChange, TrackedRun};
pub(crate) use instance_observer::InstanceObserver;
use learned_classes::LearnedClasses;
#[cfg(fuzzing)]
pub(crate) use node_progress::NodeProgress;
pub(crate) use node_progress::RunNodes;
pub(crate) use node_times::NodeTimes;
pub(crate) use object_info::{ObjectInfo, WrittenClasses};
pub(crate) use pool::{InstancePool, at_start};
pub use search::{EngineSearch, FoundEngine};
pub(crate) use upload_limit::FileTooLarge;
pub use upload_limit::UploadLimit;

use crate::background::Background;
use crate::catalog::SharedCatalog;
use comfy_client::EngineHeaders;
use store::{AuditStore, EngineStore};

/// The engine instances of one service.
pub(crate) struct Engines {
    pub(crate) pool: InstancePool,
    pub(crate) object_info: ObjectInfo,
    /// Wakes the dispatcher of the runs.
    pub(crate) signal: Arc<DispatchSignal>,
    learned: LearnedClasses,
    /// The credentials of instances without their own.
    credentials: EngineHeaders,
    access: EngineAccess,
    care: EngineCare,
    /// Whether embedded engines stand in for the first one that is added.
    has_stand_ins: bool,
    /// Where ComfyUI may be on this machine; `None` to look nowhere.
    search: Option<EngineSearch>,
    /// Its workflows are converted with the classes of the instances.
    catalog: Arc<SharedCatalog>,
    /// Has the instances that callers have added or drained.
    store: Arc<dyn EngineStore>,
    audit: Arc<dyn AuditStore>,
    background: Background,
}

/// What the engine instances of a service share from its start on.
pub(crate) struct EngineOptions {
    pub(crate) credentials: EngineHeaders,
    pub(crate) access: EngineAccess,
    pub(crate) care: EngineCare,
    pub(crate) has_stand_ins: bool,
    pub(crate) search: Option<EngineSearch>,
    pub(crate) class_cache: ClassCache,
}

impl Engines {
    /// The instances of a pool.
    pub(crate) fn new(
        pool: InstancePool,
        options: EngineOptions,
        object_info: ObjectInfo,
        catalog: Arc<SharedCatalog>,
        store: Arc<dyn EngineStore>,
        audit: Arc<dyn AuditStore>,
        background: Background,
    ) -> Self {
        Self {
            pool,
            object_info,
            signal: Arc::default(),
            learned: LearnedClasses::new(options.class_cache),
            credentials: options.credentials,
            access: options.access,
            care: options.care,
            has_stand_ins: options.has_stand_ins,
            search: options.search,
            catalog,
            store,
            audit,
            background,
        }
    }

    /// The ComfyUI that answer on this machine now, each with whether it is an instance already. None if the service
    /// does not look for them.
    pub(crate) async fn found(&self) -> Vec<(FoundEngine, bool)> {
        let Some(search) = &self.search else {
            return Vec::new();
        };
        let found = search.run().await.into_iter();
        found
            .map(|one| {
                let is_known = self.pool.instance(&one.url).is_some();
                (one, is_known)
            })
            .collect()
    }
}
