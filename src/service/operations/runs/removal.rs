//! Deletes runs that have ended: one, or those of a group.

use super::{RunOperations, unknown};
use crate::auth::Caller;
use crate::operations::access::Needs;
use crate::operations::detached::to_the_end;
use crate::operations::error::DomainError;
use crate::runs::REMOVAL_BATCH;
use api::{MAX_NAMED_RUNS, RemovedRuns, Right};

/// To delete runs.
pub const DELETE_RUNS: Needs = Needs::right(Right::Run);

impl RunOperations {
    /// Deletes a run of the caller that has ended.
    pub async fn delete(&self, caller: &Caller, run_id: &str) -> Result<(), DomainError> {
        self.access.require(caller, DELETE_RUNS)?;
        let run = self.find(caller, run_id).await?;
        if !run.status.is_final() {
            return Err(DomainError::Conflict(format!(
                "deleting the run {run_id}: it has not ended; cancel it first"
            )));
        }
        match self.removed(caller, vec![run.id]).await? {
            0 => Err(unknown(run_id)),
            _ => Ok(()),
        }
    }

    /// Deletes the caller's runs of a group that have ended.
    pub async fn delete_group(
        &self,
        caller: &Caller,
        group_id: &str,
    ) -> Result<RemovedRuns, DomainError> {
        self.access.require(caller, DELETE_RUNS)?;
        let reach = caller.reach();
        let mut group = RemovedRuns::default();
        loop {
            let ended = self
                .removals
                .ids_of_group(group_id, &reach, true, REMOVAL_BATCH);
            let ended = ended.await?;
            if ended.is_empty() {
                break;
            }
            group.removed += self.removed(caller, ended).await?;
        }
        let not_ended = self
            .removals
            .ids_of_group(group_id, &reach, false, MAX_NAMED_RUNS);
        group.not_ended = not_ended.await?;
        Ok(group)
    }

    /// Removes runs for a caller, which may disconnect.
    async fn removed(&self, caller: &Caller, ids: Vec<String>) -> Result<usize, DomainError> {
        let (runs, by) = (self.runs.clone(), caller.author());
        to_the_end(async move { runs.remove(ids, by).await }).await
    }
}
