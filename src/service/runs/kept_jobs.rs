//! The jobs of runs that wait or are at an engine, in memory: as many as fit into a limit. The others are read from the
//! store when it is their turn.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use run_core::Job;

/// The memory that all jobs may take, in units.
const ROOM: usize = 64 << 10;
/// The size of a unit, in bytes.
const UNIT: usize = 1 << 10;

/// The room for jobs in memory.
#[derive(Debug)]
pub(crate) struct KeptJobs(Arc<Semaphore>);

/// A job in memory.
#[derive(Debug)]
pub(crate) struct KeptJob {
    pub(crate) job: Arc<Job>,
    _room: OwnedSemaphorePermit,
}

impl Default for KeptJobs {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(ROOM)))
    }
}

impl KeptJobs {
    /// Keeps a job, if there is room for it until it is dropped.
    pub(crate) fn keep(&self, job: Arc<Job>) -> Option<Arc<KeptJob>> {
        let units = u32::try_from(job.weight().div_ceil(UNIT)).ok()?;
        let room = self.0.clone().try_acquire_many_owned(units).ok()?;
        Some(Arc::new(KeptJob { job, _room: room }))
    }
}
