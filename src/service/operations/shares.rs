//! Links to results that need no key: making, listing and revoking them, and their contents.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::access::{Access, Needs};
use super::detached::to_the_end;
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::catalog::DeployedWorkflow;
use crate::form::StoredInput;
use crate::outputs::Outputs;
use crate::shares::{ShareTokens, SharedRun, Shares};
use api::{Right, RunStatus, Share};
use store::{AuditAction, Author, NewShare, RunRecord, RunStore, ShareRecord, ShareStore, rfc3339};
use workflow::Sharing;

/// To share results, and to see and revoke their links.
pub const SHARE_RESULTS: Needs = Needs::right(Right::Share);

/// The days until a link expires: by default, and at most.
pub const DAYS: (u32, u32) = (7, 365);

/// The use cases of shared results.
#[derive(Clone)]
pub struct ShareOperations {
    access: Access,
    shares: Arc<Shares>,
    outputs: Arc<Outputs>,
    store: Arc<dyn ShareStore>,
    stored_runs: Arc<dyn RunStore>,
}

/// The contents of a link, which everybody with the link sees.
pub struct SharedResult {
    /// The path of the link; `None` if the share is damaged.
    pub path: Option<String>,
    /// The name of the workflow, for people.
    pub workflow: String,
    /// RFC 3339.
    pub made_at: String,
    /// RFC 3339.
    pub expires_at: String,
    /// The run.
    pub run_id: String,
    /// The names of the run's outputs.
    pub outputs: Vec<String>,
    /// The values of the run, if the link shows them.
    pub inputs: Option<Vec<StoredInput>>,
    /// The workflow as the run used it, if the service still has it.
    pub deployed: Option<Arc<DeployedWorkflow>>,
}

/// An output that a link shows.
pub struct SharedOutput {
    /// The run that produced it.
    pub run_id: String,
    /// Whether the texts in it, which may be the run's inputs, are shown.
    pub has_inputs: bool,
}

impl ShareOperations {
    /// The shared results of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            shares: parts.shares.clone(),
            outputs: parts.outputs.clone(),
            store: parts.store.clone(),
            stored_runs: parts.store.clone(),
        }
    }

    /// Shares the result of a completed run of the caller for this many days. The link in the answer is a path.
    pub async fn create(
        &self,
        caller: &Caller,
        run_id: &str,
        days: Option<u64>,
    ) -> Result<Share, DomainError> {
        self.access.require(caller, SHARE_RESULTS)?;
        let days = checked(days)?;
        let run = self.stored_runs.listed_run(run_id).await?;
        let run = run.filter(|run| caller.reaches(run));
        let run = run.ok_or_else(|| {
            DomainError::NotFound(format!(
                "sharing a result: there is no run “{run_id}”; list the runs to see their IDs"
            ))
        })?;
        self.ensure_sharable(&run).await?;
        let share = NewShare {
            id: ShareTokens::new_id(),
            run_id: run.id,
            owner: caller.name.clone(),
            days,
        };
        let share = to_the_end(self.clone().add(share, caller.author())).await?;
        let share = self.listed(vec![share]).await?.pop();
        share.ok_or_else(|| DomainError::internal("a new share has no link"))
    }

    async fn add(self, share: NewShare, by: Author) -> Result<ShareRecord, DomainError> {
        let line = by.does(AuditAction::CreateShare, subject(&share.run_id, &share.id));
        let added = self.store.add_share(share, line).await?;
        added.ok_or_else(|| {
            let why =
                "sharing a result: this key has too many links; revoke those that are not needed";
            DomainError::Conflict(why.to_owned())
        })
    }

    /// The shares of the caller that have not expired. Their links are paths.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Share>, DomainError> {
        self.access.require(caller, SHARE_RESULTS)?;
        let shares = self.store.shares(caller.reach()).await?;
        self.listed(shares).await
    }

    /// Revokes a share. Its link opens nothing from now on.
    pub async fn revoke(&self, caller: &Caller, id: &str) -> Result<(), DomainError> {
        self.access.require(caller, SHARE_RESULTS)?;
        let not_found = || {
            DomainError::NotFound(format!(
                "revoking a link: there is no share “{id}”, or it has expired; list the shares to see their IDs"
            ))
        };
        let share = self.store.share(id).await?;
        let share = share.filter(|share| caller.reaches_run_of(&share.owner, &share.workflow_id));
        let share = share.ok_or_else(not_found)?;
        let subject = subject(&share.run_id, &share.id);
        let line = caller.author().does(AuditAction::RevokeShare, subject);
        let own = self.clone();
        let removed = to_the_end(async move {
            let removed = own.store.remove_share(&share.id, line).await;
            own.outputs.clean_plain_copies().await;
            removed
        });
        match removed.await? {
            true => Ok(()),
            false => Err(not_found()),
        }
    }

    /// The contents of the link with this token; `None` if it opens nothing. The token is the permission.
    pub async fn open(&self, token: &str) -> Result<Option<SharedResult>, DomainError> {
        let Some(shared) = self.shares.find(token).await? else {
            return Ok(None);
        };
        let SharedRun {
            share,
            run,
            deployed,
            has_inputs,
        } = shared;
        let complete = match has_inputs {
            true => self.stored_runs.run(&run.id).await?,
            false => None,
        };
        let name = self.shares.workflow_name(&run.workflow_id, run.version);
        let made_at = run.completed_at.or(run.created_at);
        Ok(Some(SharedResult {
            path: self.shares.path(&share),
            workflow: name.await?,
            made_at: rfc3339(made_at.unwrap_or(share.created_at)),
            expires_at: rfc3339(share.expires_at),
            run_id: run.id,
            outputs: run.outputs,
            inputs: complete.map(|run| run.inputs),
            deployed,
        }))
    }

    /// The output with this name in the link with this token; `None` if it does not exist.
    pub async fn open_output(
        &self,
        token: &str,
        name: &str,
    ) -> Result<Option<SharedOutput>, DomainError> {
        let shared = self.shares.find(token).await?;
        let shared = shared.filter(|shared| shared.run.outputs.iter().any(|output| output == name));
        Ok(shared.map(|shared| SharedOutput {
            run_id: shared.run.id,
            has_inputs: shared.has_inputs,
        }))
    }

    /// Ensures that a run has a result, and that the author of its workflow allows sharing it.
    async fn ensure_sharable(&self, run: &RunRecord) -> Result<(), DomainError> {
        let why = match run.status {
            RunStatus::Completed => match self.shares.sharing(&run.workflow_id).await? {
                Some(Sharing::Allowed | Sharing::WithoutInputs) => return Ok(()),
                Some(Sharing::Forbidden) => {
                    "its workflow does not allow it; ask the workflow's author, or download the outputs"
                }
                None => "its workflow is not known any more; download the outputs instead",
            },
            RunStatus::Failed | RunStatus::Cancelled => "it has no result; run it again",
            _ => "it has not ended; try again once it has completed",
        };
        let id = &run.id;
        Err(DomainError::Conflict(format!(
            "sharing the run “{id}”: {why}"
        )))
    }

    /// The shares as callers see them. Leaves out damaged ones.
    async fn listed(&self, shares: Vec<ShareRecord>) -> Result<Vec<Share>, DomainError> {
        let mut names = HashMap::new();
        for share in &shares {
            let workflow = (share.workflow_id.clone(), share.version);
            if let Entry::Vacant(name) = names.entry(workflow) {
                let named = self.shares.workflow_name(&share.workflow_id, share.version);
                name.insert(named.await?);
            }
        }
        let entry = |share: ShareRecord| {
            let url = self.shares.path(&share)?;
            let workflow = (share.workflow_id, share.version);
            Some(Share {
                workflow: names.get(&workflow).cloned().unwrap_or_default(),
                workflow_id: workflow.0,
                url,
                id: share.id,
                run_id: share.run_id,
                created_at: rfc3339(share.created_at),
                expires_at: rfc3339(share.expires_at),
            })
        };
        Ok(shares.into_iter().filter_map(entry).collect())
    }
}

/// The name of a share in the audit log, which stays readable after the share has ended.
fn subject(run_id: &str, id: &str) -> String {
    format!("{run_id}/{id}")
}

fn checked(days: Option<u64>) -> Result<u32, DomainError> {
    let (default, max) = DAYS;
    let Some(days) = days else {
        return Ok(default);
    };
    let days = u32::try_from(days).ok();
    let why = || format!("must be a whole number from 1 to {max}");
    days.filter(|days| (1..=max).contains(days))
        .ok_or_else(|| DomainError::invalid("body", "days", why(), "int_parsing"))
}
