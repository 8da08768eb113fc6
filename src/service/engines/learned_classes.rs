//! What is known about the node classes of all engine instances. Does not read them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::class_cache::ClassCache;

/// What is known about the classes of all instances.
#[derive(Debug)]
pub(super) struct LearnedClasses {
    /// Locked while what depends on the classes of all engines is brought up to date.
    cache: Mutex<ClassCache>,
    /// The start of the last refresh. Locked during a refresh.
    pub(super) refreshed: tokio::sync::Mutex<Option<Instant>>,
}

impl LearnedClasses {
    pub(super) fn new(cache: ClassCache) -> Self {
        Self {
            cache: Mutex::new(cache),
            refreshed: tokio::sync::Mutex::default(),
        }
    }

    /// Keeps what depends on the classes of all engines from changing elsewhere.
    pub(super) fn lock(&self) -> MutexGuard<'_, ClassCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
