//! Removes runs that are too old, too many or too large: at start, when a run has ended, and every minute.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::{Retention, expiry, limits};
use crate::background::Background;
use crate::catalog::CatalogError;
use store::{EndedRun, StoreError, Surplus, Totals, Upkeep};
use workflow::Keep;

/// How often runs are looked at that become too old.
const INTERVAL: Duration = Duration::from_secs(60);
/// The most runs in one change of the store.
const BATCH: u32 = 500;

/// Removes runs until the service stops.
pub(crate) async fn keep_within(
    retention: Arc<Retention>,
    upkeep: Arc<dyn Upkeep>,
    background: Background,
) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let done = tokio::select! {
            () = background.stopped() => return,
            _ = interval.tick() => {
                // Logs a lack of space also while nobody sends anything.
                retention.free_disk().await;
                upkeep.keep_room().await;
                retention.remove_all().await
            }
            () = retention.runs.ended.notified() => retention.remove_excess().await,
        };
        if let Err(why) = done {
            tracing::warn!("removing runs that are no longer kept: {why}; trying again");
        }
    }
}

/// Measures the outputs of runs whose size the store does not know, once.
pub(crate) async fn measure(retention: Arc<Retention>, background: Background) {
    while let Err(why) = retention.measure_all(&background).await {
        tracing::warn!("measuring the outputs of runs: {why}; trying again");
        if !background.sleep(INTERVAL).await {
            return;
        }
    }
}

impl Retention {
    /// Finishes removals, and removes everything that is not kept.
    pub(super) async fn remove_all(&self) -> Result<(), CatalogError> {
        self.runs.finish_removals().await?;
        self.remove_old().await?;
        self.remove_excess().await
    }

    /// Removes runs that are too old, unless the clock may be wrong. Warns if they are many of all.
    async fn remove_old(&self) -> Result<(), CatalogError> {
        let Some(now) = self.time.now().await else {
            return Ok(());
        };
        let totals = self.store.totals().await?;
        let all = totals.values().map(|totals| totals.runs).sum();
        let removed = self.remove_older_than_kept(now, totals.into_keys()).await?;
        if limits::are_many(removed, all) {
            tracing::warn!(
                "removed {removed} of {all} runs at once, because of their age; if this was not meant, see                  docs/retention.md"
            );
        }
        Ok(())
    }

    /// Removes the runs that are too old now, of all workflows and of each one. Returns their number.
    async fn remove_older_than_kept(
        &self,
        now: DateTime<Utc>,
        workflow_ids: impl Iterator<Item = String>,
    ) -> Result<u64, CatalogError> {
        let mut removed = 0;
        if let Some(seconds) = self.all.seconds {
            removed += self.remove_older(None, now, seconds).await?;
        }
        for workflow_id in workflow_ids {
            let own = self.of_workflow(&workflow_id).await?.seconds;
            if let Some(seconds) = own
                && limits::narrower(self.all.seconds, own) != self.all.seconds
            {
                removed += self.remove_older(Some(&workflow_id), now, seconds).await?;
            }
        }
        Ok(removed)
    }

    async fn remove_older(
        &self,
        workflow_id: Option<&str>,
        now: DateTime<Utc>,
        seconds: u64,
    ) -> Result<u64, CatalogError> {
        let mut removed = 0;
        let Some(before) = expiry::before(now, seconds) else {
            return Ok(removed);
        };
        while self.store.has_older(workflow_id, before).await? {
            let surplus = Surplus::Before(before);
            match self.remove(workflow_id, surplus).await? {
                0 => break,
                count => removed += count as u64,
            }
        }
        Ok(removed)
    }

    /// Removes the oldest runs of each workflow, and of all, that has too many or too large ones.
    async fn remove_excess(&self) -> Result<(), CatalogError> {
        for (workflow_id, totals) in self.store.totals().await? {
            let own = self.of_workflow(&workflow_id).await?;
            self.remove_beyond(Some(&workflow_id), own, totals).await?;
        }
        if self.all.runs.or(self.all.bytes).is_none() {
            return Ok(());
        }
        let all = self.store.totals().await?.into_values();
        let all = all.fold(Totals::default(), |sum, one| Totals {
            runs: sum.runs.saturating_add(one.runs),
            bytes: sum.bytes.saturating_add(one.bytes),
        });
        self.remove_beyond(None, self.all, all).await
    }

    async fn remove_beyond(
        &self,
        workflow_id: Option<&str>,
        keep: Keep,
        totals: Totals,
    ) -> Result<(), CatalogError> {
        // Until the size of every run is known, too many would go.
        let bytes = keep.bytes.filter(|_| self.is_measured.load(Relaxed));
        if !totals.exceed(keep.runs, bytes) {
            return Ok(());
        }
        let shared = self.store.shared_totals(workflow_id).await?;
        if !totals.without(shared).exceed(keep.runs, bytes) {
            return Ok(());
        }
        let surplus = || Surplus::Beyond {
            runs: keep.runs,
            bytes,
        };
        while self.remove(workflow_id, surplus()).await? == BATCH as usize {}
        Ok(())
    }

    /// Removes runs that are too many, up to a batch. Returns their number.
    async fn remove(
        &self,
        workflow_id: Option<&str>,
        surplus: Surplus,
    ) -> Result<usize, StoreError> {
        let removed = self.store.begin_expiry(workflow_id, surplus.clone(), BATCH);
        let removed = removed.await?;
        let count = removed.len();
        self.runs.finish_removal(removed).await?;
        if count > 0 {
            let of = workflow_id.unwrap_or("all workflows");
            let runs = if count == 1 { "run" } else { "runs" };
            tracing::info!(
                "removed {count} {runs} of {of} that are not kept any longer ({surplus})"
            );
        }
        Ok(count)
    }

    async fn measure_all(&self, background: &Background) -> Result<(), StoreError> {
        loop {
            let ids = self.store.unmeasured(BATCH).await?;
            if ids.is_empty() || background.is_stopped() {
                break;
            }
            let mut measured = Vec::with_capacity(ids.len());
            for id in ids {
                // Files that cannot be listed take no space that a removal could free.
                let bytes = self.outputs.bytes_of(&id).await.unwrap_or_default();
                measured.push(EndedRun { id, bytes });
            }
            self.store.set_bytes(measured).await?;
        }
        self.is_measured.store(true, Relaxed);
        self.runs.ended.notify_one();
        Ok(())
    }
}
