//! The engine instances of one service: which there are, what they can do, and what they may cost. Does not know the
//! runs at them.

use std::sync::Arc;

use super::background::Background;
use super::catalog::SharedCatalog;
use super::class_cache::ClassCache;
use super::dispatch_signal::DispatchSignal;
use super::engine_client::{EngineHeaders, EngineLimits};
use super::learned_classes::LearnedClasses;
use super::object_info::ObjectInfo;
use super::pool::InstancePool;
use super::store::Store;

/// The engine instances of one service.
pub(crate) struct Engines {
    pub(crate) pool: InstancePool,
    pub(crate) object_info: ObjectInfo,
    /// Wakes the dispatcher of the runs.
    pub(crate) signal: Arc<DispatchSignal>,
    pub(super) learned: LearnedClasses,
    /// The credentials of instances without their own.
    pub(super) credentials: EngineHeaders,
    pub(super) limits: EngineLimits,
    /// Its workflows are converted with the classes of the instances.
    pub(super) catalog: Arc<SharedCatalog>,
    /// Has the instances that callers have added or drained.
    pub(super) store: Arc<dyn Store>,
    pub(super) background: Background,
}

/// What the engine instances of a service share from its start on.
pub(crate) struct EngineOptions {
    pub(crate) credentials: EngineHeaders,
    pub(crate) limits: EngineLimits,
    pub(crate) class_cache: ClassCache,
}

impl Engines {
    /// The instances of a pool.
    pub(crate) fn new(
        pool: InstancePool,
        options: EngineOptions,
        object_info: ObjectInfo,
        catalog: Arc<SharedCatalog>,
        store: Arc<dyn Store>,
        background: Background,
    ) -> Self {
        Self {
            pool,
            object_info,
            signal: Arc::default(),
            learned: LearnedClasses::new(options.class_cache),
            credentials: options.credentials,
            limits: options.limits,
            catalog,
            store,
            background,
        }
    }
}
