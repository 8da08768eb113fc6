//! Removes runs that have ended, with everything that belongs to them. First the store forgets the runs and notes the
//! removals, then the files are deleted, then the notes. Whenever the service is killed, the next start finishes what is
//! noted: there is neither a run without its files nor a file without its run.

use std::collections::HashMap;
use std::sync::Arc;

use super::Runs;
use crate::outputs::Outputs;
use crate::uploads::Uploads;
use store::{Author, RemovalStore, RemovedRun, StoreError};

/// The most runs in one change of the store.
pub(crate) const BATCH: u32 = 500;

/// Where the parts of runs are that are removed.
pub(crate) struct Removals {
    store: Arc<dyn RemovalStore>,
    outputs: Arc<Outputs>,
    uploads: Uploads,
}

impl Runs {
    /// Removes those of these runs that have ended, for this author. Returns their number. Files that cannot be deleted now are deleted
    /// later.
    pub(crate) async fn remove(
        self: &Arc<Self>,
        ids: Vec<String>,
        by: Author,
    ) -> Result<usize, StoreError> {
        let removed = self.removals.store.begin_removals(ids, by).await?;
        let count = removed.len();
        self.finish_removal(removed).await?;
        Ok(count)
    }

    /// Finishes the removal of runs that has begun.
    pub(crate) async fn finish_removal(
        self: &Arc<Self>,
        removed: Vec<RemovedRun>,
    ) -> Result<(), StoreError> {
        let ids = removed.iter().map(|run| run.id.clone()).collect();
        self.removals.finish(ids).await?;
        self.forget_at_engines(removed);
        Ok(())
    }

    /// Finishes the removals that have begun, as far as that is possible now.
    pub(crate) async fn finish_removals(&self) -> Result<(), StoreError> {
        self.removals.finish_all().await
    }

    /// Deletes runs from the histories of their engines. A history forgets by itself, too: nothing is repeated.
    fn forget_at_engines(self: &Arc<Self>, removed: Vec<RemovedRun>) {
        let mut prompts: HashMap<String, Vec<String>> = HashMap::new();
        for run in removed {
            if let Some(address) = run.instance_address {
                prompts.entry(address).or_default().push(run.prompt_id);
            }
        }
        for (address, ids) in prompts {
            let instance = self.engines.pool.instance(&address);
            let Some(instance) = instance.filter(|instance| instance.availability.is_online())
            else {
                continue;
            };
            self.background.spawn(async move {
                if let Err(why) = instance.client.delete_history(&ids).await {
                    tracing::debug!("deleting runs from the history of {address}: {why}");
                }
            });
        }
    }
}

impl Removals {
    pub(crate) fn new(
        store: Arc<dyn RemovalStore>,
        outputs: Arc<Outputs>,
        uploads: Uploads,
    ) -> Self {
        Self {
            store,
            outputs,
            uploads,
        }
    }

    async fn finish_all(&self) -> Result<(), StoreError> {
        let noted = self.store.removals().await?;
        for ids in noted.chunks(BATCH as usize) {
            self.finish(ids.to_vec()).await?;
        }
        Ok(())
    }

    /// Deletes the files of runs that the store does not have any more, then the notes of their removals.
    async fn finish(&self, ids: Vec<String>) -> Result<(), StoreError> {
        // Who begins to write now finds no run, and stops. Who has begun before may still write.
        let (writing, idle): (Vec<_>, Vec<_>) =
            ids.into_iter().partition(|id| self.outputs.is_writing(id));
        self.delete_files(&writing).await;
        let gone = self.delete_files(&idle).await;
        match gone.is_empty() {
            true => Ok(()),
            false => self.store.end_removals(gone).await,
        }
    }

    /// Returns the runs whose files are all gone.
    async fn delete_files(&self, ids: &[String]) -> Vec<String> {
        if ids.is_empty() {
            return Vec::new();
        }
        let gone = self.outputs.remove(ids).await;
        self.uploads.blobs.remove(&gone).await
    }
}

#[cfg(test)]
mod tests;
