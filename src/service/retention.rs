//! For how long runs are kept: what limits them, when each expires, and the task that removes those that are too old,
//! too many or too large. A run that has not ended, or that a link shows, is never removed. Also whether the disk has room
//! for more. Knows no HTTP.

mod expiry;
mod limits;
mod pass;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use chrono::{DateTime, Utc};

pub(crate) use pass::{keep_within, measure};

use crate::catalog::{CatalogError, SharedCatalog};
use crate::disk::{Disk, NoRoom};
use crate::outputs::Outputs;
use crate::runs::Runs;
use crate::trusted_time::TrustedTime;
use store::{RetentionStore, RunRecord};
use workflow::Keep;

/// The limits of one service.
pub(crate) struct Retention {
    /// Those of all runs together. A workflow may have narrower ones of its own.
    pub(crate) all: Keep,
    /// Whether the sizes of all runs are known.
    is_measured: AtomicBool,
    time: Arc<TrustedTime>,
    disk: Arc<Disk>,
    runs: Arc<Runs>,
    outputs: Arc<Outputs>,
    catalog: Arc<SharedCatalog>,
    store: Arc<dyn RetentionStore>,
}

impl Retention {
    /// Keeps this of all runs.
    pub(crate) fn new(
        all: Keep,
        disk: Arc<Disk>,
        time: Arc<TrustedTime>,
        runs: Arc<Runs>,
        outputs: Arc<Outputs>,
        catalog: Arc<SharedCatalog>,
        store: Arc<dyn RetentionStore>,
    ) -> Self {
        Self {
            all,
            is_measured: AtomicBool::new(false),
            time,
            disk,
            runs,
            outputs,
            catalog,
            store,
        }
    }

    /// Ensures that the disk has room for another run or workflow. If it has not, what is no longer kept goes first.
    ///
    /// # Errors
    /// When there is still too little.
    pub(crate) async fn ensure_room(&self) -> Result<(), NoRoom> {
        if self.min_free_disk() == 0 {
            return Ok(());
        }
        let free = self.free_disk().await;
        match free.and_then(|free| self.disk.shortage(free)) {
            Some(shortage) => Err(shortage),
            None => Ok(()),
        }
    }

    /// The bytes that are free on the disk; `None` if that cannot be measured.
    pub(crate) async fn free_disk(&self) -> Option<u64> {
        let make_room = async {
            if let Err(why) = self.remove_all().await {
                tracing::warn!("making room on the disk: {why}");
            }
        };
        self.disk.free(Instant::now(), make_room).await
    }

    /// The bytes that are to stay free on the disk.
    pub(crate) fn min_free_disk(&self) -> u64 {
        self.disk.min_free()
    }

    /// The bytes that are free on the disk, and its size, as far as they can be measured. Removes nothing.
    pub(crate) async fn disk_space(&self) -> (Option<u64>, Option<u64>) {
        self.disk.space().await
    }

    /// When a run is too old; `None` if it never is, or has not ended.
    pub(crate) async fn expires_at(
        &self,
        run: &RunRecord,
    ) -> Result<Option<DateTime<Utc>>, CatalogError> {
        let Some(completed_at) = run.completed_at else {
            return Ok(None);
        };
        let own = self.of_workflow(&run.workflow_id).await?;
        let seconds = limits::narrower(self.all.seconds, own.seconds);
        let expires_at = seconds.and_then(|seconds| expiry::after(completed_at, seconds));
        // A link keeps its run.
        Ok(expires_at.map(|time| run.shared_until.map_or(time, |until| until.max(time))))
    }

    /// What its author keeps of the runs of a workflow, also of one that was deleted.
    async fn of_workflow(&self, workflow_id: &str) -> Result<Keep, CatalogError> {
        let last = self.catalog.last_known(workflow_id).await?;
        Ok(last.map_or_else(Keep::default, |last| last.runnable.workflow.about.keep))
    }

    /// What is kept of the runs of a workflow, if something limits them.
    pub(crate) fn of(&self, own: Keep) -> Option<limits::Limits> {
        limits::Limits::of(&Keep {
            seconds: limits::narrower(self.all.seconds, own.seconds),
            ..own
        })
    }

    /// What is kept of all runs together, if something limits them.
    pub(crate) fn of_all(&self) -> Option<limits::Limits> {
        limits::Limits::of(&self.all)
    }
}
