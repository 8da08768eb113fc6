//! Shared results: which run a link shows, and whether the author of its workflow allows that. Knows no HTTP.

mod share_tokens;

use std::sync::Arc;

pub(crate) use share_tokens::ShareTokens;

use crate::catalog::{CatalogError, DeployedWorkflow, SharedCatalog};
use api::RunStatus;
use store::{RunRecord, RunStore, ShareRecord, ShareStore, StoreError};
use workflow::Sharing;

/// The path below which shared results are served.
pub const SHARED_PATH: &str = "/shared";

/// A result that a link shows.
pub(crate) struct SharedRun {
    pub(crate) share: ShareRecord,
    pub(crate) run: RunRecord,
    /// The workflow as the run has used it; `None` if the service no longer knows it.
    pub(crate) deployed: Option<Arc<DeployedWorkflow>>,
    pub(crate) has_inputs: bool,
}

/// Why nothing shows what a link shows.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShareError {
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The shared results of one service.
pub(crate) struct Shares {
    tokens: ShareTokens,
    catalog: Arc<SharedCatalog>,
    store: Arc<dyn ShareStore>,
    stored_runs: Arc<dyn RunStore>,
}

impl Shares {
    /// The results that links with these tokens show.
    pub(crate) fn new(
        tokens: ShareTokens,
        catalog: Arc<SharedCatalog>,
        store: Arc<dyn ShareStore>,
        stored_runs: Arc<dyn RunStore>,
    ) -> Self {
        Self {
            tokens,
            catalog,
            store,
            stored_runs,
        }
    }

    /// The path of the link to a share. `None` if the share is damaged.
    pub(crate) fn path(&self, share: &ShareRecord) -> Option<String> {
        let token = self.tokens.token(&share.id, &share.owner)?;
        Some(format!("{SHARED_PATH}/{token}"))
    }

    /// The name of a workflow, for people.
    pub(crate) async fn workflow_name(
        &self,
        id: &str,
        version: Option<u32>,
    ) -> Result<String, CatalogError> {
        let deployed = self.catalog.once_deployed(id, version).await?;
        Ok(deployed.map_or_else(|| id.to_owned(), |deployed| deployed.entry.name.clone()))
    }

    /// What the current version of a workflow lets links show, or the last one if it was deleted. `None` if the
    /// service does not know the workflow.
    pub(crate) async fn sharing(&self, workflow_id: &str) -> Result<Option<Sharing>, CatalogError> {
        let last = self.catalog.once_deployed(workflow_id, None).await?;
        Ok(last.map(|last| last.runnable.workflow.about.sharing))
    }

    /// What the link with this token shows. `None` if there is no such link, it has expired, or the workflow does
    /// not allow it any more: nobody can tell these apart.
    pub(crate) async fn find(&self, token: &str) -> Result<Option<SharedRun>, ShareError> {
        let Some((id, by_first)) = self.tokens.id(token) else {
            return Ok(None);
        };
        let share = self.store.share(&id).await?;
        let Some(share) = share.filter(|share| share.owner.is_empty() == by_first) else {
            return Ok(None);
        };
        let run = self.stored_runs.listed_run(&share.run_id).await?;
        let Some(run) = run.filter(|run| run.status == RunStatus::Completed) else {
            return Ok(None);
        };
        let has_inputs = match self.sharing(&run.workflow_id).await? {
            None | Some(Sharing::Forbidden) => return Ok(None),
            Some(sharing) => sharing == Sharing::Allowed,
        };
        let deployed = self.catalog.once_deployed(&run.workflow_id, run.version);
        Ok(Some(SharedRun {
            deployed: deployed.await?,
            share,
            run,
            has_inputs,
        }))
    }
}
