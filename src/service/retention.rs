//! For how long runs are kept: what limits them, when each expires, and the task that removes those that are too old,
//! too many or too large. A run that has not ended, or that a link shows, is never removed. Knows no HTTP.

mod expiry;
mod limits;
mod measuring;
mod pass;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) use pass::{keep_within, measure};

use crate::catalog::{CatalogError, SharedCatalog};
use crate::outputs::Outputs;
use crate::runs::Runs;
use crate::store::{RunRecord, Store};
use workflow::Keep;

/// The limits of one service.
pub(crate) struct Retention {
    /// Those of all runs together. A workflow may have narrower ones of its own.
    pub(crate) all: Keep,
    /// Whether the sizes of all runs are known.
    is_measured: AtomicBool,
    runs: Arc<Runs>,
    outputs: Arc<Outputs>,
    catalog: Arc<SharedCatalog>,
    store: Arc<dyn Store>,
}

impl Retention {
    /// Keeps this of all runs.
    pub(crate) fn new(
        all: Keep,
        runs: Arc<Runs>,
        outputs: Arc<Outputs>,
        catalog: Arc<SharedCatalog>,
        store: Arc<dyn Store>,
    ) -> Self {
        Self {
            all,
            is_measured: AtomicBool::new(false),
            runs,
            outputs,
            catalog,
            store,
        }
    }

    /// When a run is too old, RFC 3339; `None` if it never is, or has not ended.
    pub(crate) async fn expires_at(&self, run: &RunRecord) -> Result<Option<String>, CatalogError> {
        let Some(completed_at) = &run.completed_at else {
            return Ok(None);
        };
        let own = self.of_workflow(&run.workflow_id).await?;
        let seconds = limits::narrower(self.all.seconds, own.seconds);
        let expires_at = seconds.and_then(|seconds| expiry::after(completed_at, seconds));
        // A link keeps its run.
        Ok(expires_at.map(|time| match &run.shared_until {
            Some(until) if *until > time => until.clone(),
            _ => time,
        }))
    }

    /// What its author keeps of the runs of a workflow, also of one that was deleted.
    async fn of_workflow(&self, workflow_id: &str) -> Result<Keep, CatalogError> {
        let last = self.catalog.last_known(workflow_id).await?;
        Ok(last.map_or_else(Keep::default, |last| last.workflow.about.keep))
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
