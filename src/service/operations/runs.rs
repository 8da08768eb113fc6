//! Runs: reading, listing, cancelling, deleting and repeating them, tokens for one of them, and their events.

mod events;
mod listing;
mod previews;
mod removal;
mod token;

use std::sync::Arc;

pub use events::{EventChoice, Reader};
pub use listing::{Page, RunFilter, SortBy};
pub use removal::DELETE_RUNS;
pub use token::{MAKE_RUN_TOKEN, SECONDS};

use super::access::{Access, Needs};
use super::detached::to_the_end;
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::{Auth, Caller};
use crate::engines::Engines;
use crate::outputs::Outputs;
use crate::run_events::RunEvents;
use crate::run_views::{RunView, RunViews};
use crate::runs::{Runs, cancel};
use api::{Right, RunStatus};
use store::{RemovalStore, RunRecord, RunStore};

/// To read one run.
pub const READ_RUN: Needs = Needs::right(Right::Read).or_run_token();
/// To list runs.
pub const READ_RUNS: Needs = Needs::right(Right::Read);
/// To cancel a run.
pub const CANCEL_RUN: Needs = Needs::right(Right::Run).or_run_token();

/// The use cases of runs.
pub struct RunOperations {
    access: Access,
    auth: Arc<Auth>,
    engines: Arc<Engines>,
    outputs: Arc<Outputs>,
    runs: Arc<Runs>,
    run_events: Arc<RunEvents>,
    views: RunViews,
    store: Arc<dyn RunStore>,
    removals: Arc<dyn RemovalStore>,
}

/// An output that a caller requested.
pub enum NamedOutput {
    /// Its run has not ended.
    Pending,
    /// It exists.
    Ready {
        /// The name of the key that submitted the run.
        owner: String,
        /// How its run has ended.
        status: RunStatus,
    },
}

impl RunOperations {
    /// The runs of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            auth: parts.auth.clone(),
            engines: parts.engines.clone(),
            outputs: parts.outputs.clone(),
            runs: parts.runs.clone(),
            run_events: parts.run_events.clone(),
            views: parts.run_views.clone(),
            store: parts.store.clone(),
            removals: parts.store.clone(),
        }
    }

    /// A run of the caller.
    pub async fn read(&self, caller: &Caller, run_id: &str) -> Result<RunView, DomainError> {
        self.access.require(caller, READ_RUN)?;
        let run = self.complete(caller, run_id).await?;
        Ok(self.views.view(run).await?)
    }

    /// The output `<run_id>/<name>` of a run of the caller.
    pub async fn output(
        &self,
        caller: &Caller,
        filename: &str,
    ) -> Result<NamedOutput, DomainError> {
        self.access.require(caller, READ_RUN)?;
        let not_found = || DomainError::NotFound(format!("there is no output “{filename}”"));
        let (run_id, name) = filename.split_once('/').ok_or_else(not_found)?;
        let run = self.store.listed_run(run_id).await?;
        let run = run.filter(|run| caller.reaches(run));
        let run = run.ok_or_else(not_found)?;
        if !run.status.is_final() {
            return Ok(NamedOutput::Pending);
        }
        let is_listed = run.outputs.iter().any(|output| output == name);
        if !is_listed || self.outputs.find(run_id, name).await.is_none() {
            return Err(not_found());
        }
        Ok(NamedOutput::Ready {
            owner: run.owner,
            status: run.status,
        })
    }

    /// Cancels a run of the caller.
    pub async fn cancel(&self, caller: &Caller, run_id: &str) -> Result<(), DomainError> {
        self.access.require(caller, CANCEL_RUN)?;
        let run = self.find(caller, run_id).await?;
        let runs = self.runs.clone();
        // A caller that disconnects may not leave a cancelled run at its engine.
        to_the_end(async move { cancel::cancel(&runs, &run).await }).await
    }

    /// A run of the caller as in a list, without megabytes of text. Runs of others do not exist for the caller.
    async fn find(&self, caller: &Caller, run_id: &str) -> Result<RunRecord, DomainError> {
        owned(self.store.listed_run(run_id).await?, caller, run_id)
    }

    /// The same run, complete.
    async fn complete(&self, caller: &Caller, run_id: &str) -> Result<RunRecord, DomainError> {
        owned(self.store.run(run_id).await?, caller, run_id)
    }
}

/// A run, if the caller can access it.
pub(in crate::operations) fn owned(
    run: Option<RunRecord>,
    caller: &Caller,
    run_id: &str,
) -> Result<RunRecord, DomainError> {
    let run = run.filter(|run| caller.reaches(run));
    run.ok_or_else(|| unknown(run_id))
}

fn unknown(run_id: &str) -> DomainError {
    DomainError::NotFound(format!("there is no run “{run_id}”"))
}
