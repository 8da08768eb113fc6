//! The data folder, and the run store in it. The store is also the queue: an accepted run is a row, and whatever is not
//! recorded here has not happened. Knows neither HTTP nor engines. `sqlite_store` implements it; another database can.

mod audit_record;
mod ballast;
mod clock_record;
mod completeness;
mod consequences;
mod data_folder;
pub(crate) mod disk_advice;
mod disk_sync;
mod error;
mod event_store;
pub(crate) mod evidence;
mod kept_engine;
mod key_record;
mod learned_node;
mod monitoring_store;
mod outcome;
mod page;
mod plain_name;
mod reach;
mod recent_run;
mod removal_store;
mod retention_store;
mod run_event;
mod run_record;
mod share_record;
mod sqlite_store;
pub(crate) mod uploads;
mod usage_record;
mod version_record;
mod webhook_record;
mod webhook_store;

use std::collections::HashSet;

use async_trait::async_trait;
pub(crate) use audit_record::{
    AuditAction, AuditEntry, AuditFilter, AuditRecord, Author, FIRST_KEY, holder,
};
use chrono::{DateTime, Utc};
pub(crate) use clock_record::{ClockRecord, ClockStore, Hold};
pub(crate) use completeness::Completeness;
pub(crate) use data_folder::STORE_FILE;
pub use data_folder::{DataFolder, DataFolderError};
pub(crate) use disk_sync::{sync_entries, sync_folder};
pub(crate) use error::StoreError;
pub(crate) use event_store::{EventStore, OpenRunPlace};
pub(crate) use kept_engine::KeptEngine;
pub(crate) use key_record::{EarlierKey, FirstKeyRecord, KeyRecord, KeyTerms};
pub(crate) use learned_node::LearnedNode;
pub(crate) use monitoring_store::{CountedChange, CountedKind, MonitoringStore, StoreFigures};
pub(crate) use outcome::RunOutcome;
pub(crate) use page::{Page, RunFilter, SortBy};
pub(crate) use plain_name::is_plain;
pub(crate) use reach::{Reach, WorkflowSet};
pub(crate) use recent_run::{RecentQuery, RecentRun};
pub(crate) use removal_store::{RemovalStore, RemovedRun};
pub(crate) use retention_store::{EndedRun, RetentionStore, Surplus, Totals};
pub(crate) use run_event::{EventFilter, EventKind, RunEvent};
pub(crate) use run_record::{RunRecord, StoredFile, StoredInput};
pub(crate) use share_record::{NewShare, ShareRecord};
#[cfg(test)]
pub(crate) use sqlite_store::{Faults, Moment};
pub(crate) use sqlite_store::{RunFiles, SqliteStore, StoreCopy, StoreReader};
pub(crate) use uploads::UploadFolder;
pub(crate) use usage_record::{UsageBy, UsageQuery, UsageRecord};
pub(crate) use version_record::{Origin, VersionRecord};
pub(crate) use webhook_record::{
    AttemptInFlight, AttemptLimits, AttemptOutcome, DeliveryFilter, DeliveryRecord, DeliveryState,
    DueDelivery, EndedAttempt, LaneOutcome, NewWebhook, WebhookEvent, WebhookRecord, WebhookSecret,
    WebhookTarget,
};
pub(crate) use webhook_store::{DeliveryStore, WebhookStore};

use api::LeftOut;
use placement::LearnedDuration;

/// Everything that a service keeps. When a change returns, it has been written through to the disk.
pub(crate) trait Store:
    RunStore
    + EventStore
    + RemovalStore
    + RetentionStore
    + VersionStore
    + SettingStore
    + KeyStore
    + ShareStore
    + UsageStore
    + RecentRunStore
    + AuditStore
    + WebhookStore
    + DeliveryStore
    + MonitoringStore
    + ClockStore
{
    /// The failures that a test plans.
    #[cfg(test)]
    fn faults(&self) -> &Faults;

    /// Keeps space of the disk for changes that make room, unless it does or there is too little. Blocks.
    fn keep_ballast(&self);

    /// Moves what is in files beside it into the main file, which is then complete without them. Blocks.
    fn complete_file(&self) -> Result<(), StoreError>;
}

/// The runs. A run that has ended never changes. Who does not learn whether a change was written may repeat it: it then
/// changes nothing.
#[async_trait]
pub(crate) trait RunStore: Send + Sync {
    /// Stores a new run. If its owner has used its idempotency key within the last 24 hours, nothing is stored
    /// and the run of that time is returned. Refused if its owner has started as many runs today as it may.
    async fn insert(&self, run: RunRecord) -> Result<Option<RunRecord>, StoreError>;

    /// The run that its owner has submitted under this idempotency key within the last 24 hours.
    async fn submitted(&self, owner: &str, key: &str) -> Result<Option<RunRecord>, StoreError>;

    /// The run with this id.
    async fn run(&self, id: &str) -> Result<Option<RunRecord>, StoreError>;

    /// The run with this id as a page of runs has it: without its workflow, and with shortened texts.
    async fn listed_run(&self, id: &str) -> Result<Option<RunRecord>, StoreError>;

    /// One page of runs, and the number of runs on all pages. Texts that are too large are shortened.
    async fn runs(&self, page: Page) -> Result<(u64, Vec<RunRecord>), StoreError>;

    /// Which of these ids are those of no run, and of none that is being removed.
    async fn unknown(&self, ids: Vec<String>) -> Result<Vec<String>, StoreError>;

    /// The ids of the runs that have not ended, including damaged ones, oldest first.
    async fn unfinished(&self) -> Result<Vec<String>, StoreError>;

    /// Records that a run is about to be handed over to the instance at this address, under this id and with this
    /// client id. Counts as an attempt, once for each id. Returns false if the run has ended.
    async fn begin_attempt(
        &self,
        id: &str,
        address: &str,
        prompt_id: &str,
        client_id: &str,
    ) -> Result<bool, StoreError>;

    /// Records the id that an engine has chosen itself. Returns false if the run has ended.
    async fn set_prompt_id(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError>;

    /// Records which outputs the engine of an attempt leaves out. Returns false if the run has ended or has had
    /// another attempt.
    async fn set_left_out(
        &self,
        id: &str,
        prompt_id: &str,
        left_out: Vec<LeftOut>,
    ) -> Result<bool, StoreError>;

    /// Makes a run wait that no engine has received: the attempt does not count. Returns whether the run waits now:
    /// not if it has ended or has had another attempt.
    async fn take_back(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError>;

    /// Makes a run wait for another attempt, because this one is lost. Returns whether the run waits now: not if it
    /// has ended or has had another attempt.
    async fn place_again(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError>;

    /// Marks a run as running.
    async fn mark_running(&self, id: &str, prompt_id: &str) -> Result<(), StoreError>;

    /// Stores the outcome of a run. Returns false if it had already ended.
    async fn finish(&self, id: &str, outcome: RunOutcome) -> Result<bool, StoreError>;

    /// Notes that the instance at this address must not execute an attempt that was cancelled or given up.
    async fn add_withdrawal(&self, address: &str, prompt_id: &str) -> Result<(), StoreError>;

    /// The attempts that instances must not execute: address and prompt id.
    async fn withdrawals(&self) -> Result<Vec<(String, String)>, StoreError>;

    /// Notes that the instance no longer has the attempt.
    async fn remove_withdrawal(&self, prompt_id: &str) -> Result<(), StoreError>;

    /// Stores the outcome of an attempt as that of its run. Returns false if the run had already ended, or the
    /// attempt was given up.
    async fn finish_attempt(
        &self,
        id: &str,
        prompt_id: &str,
        outcome: RunOutcome,
    ) -> Result<bool, StoreError>;
}

/// The versions of deployed workflows: their numbers, and which content each one has. The calls block for a
/// short time.
pub(crate) trait VersionStore: Send + Sync {
    /// Every version, by workflow and number.
    fn versions(&self) -> Result<Vec<VersionRecord>, StoreError>;

    /// Adds a version with this content, and logs its author. If the last one is equal, that one is returned; if it
    /// is only seconds old and has no runs, it gets the new content.
    fn publish(
        &self,
        workflow_id: &str,
        digest: &str,
        origin: Origin,
        by: Option<&Author>,
    ) -> Result<VersionRecord, StoreError>;

    /// Forgets the oldest versions of a workflow beyond this number, but none that a run was made with, and never the
    /// last one. Returns the numbers of those that are gone.
    fn forget_versions(&self, workflow_id: &str, keep: u32) -> Result<Vec<u32>, StoreError>;

    /// Deletes a workflow: its versions stay for the runs that have used them.
    fn delete_workflow(&self, workflow_id: &str, line: AuditRecord) -> Result<(), StoreError>;

    /// The digest of a workflow's file in the folder when it was last looked at.
    fn folder_digest(&self, workflow_id: &str) -> Result<Option<String>, StoreError>;

    /// Notes the digest of a workflow's file in the folder.
    fn set_folder_digest(&self, workflow_id: &str, digest: &str) -> Result<(), StoreError>;
}

/// The audit log. The changes of other parts of the store take the line that is written with them.
#[async_trait]
pub(crate) trait AuditStore: Send + Sync {
    /// Adds a line for what is not a change of the store.
    async fn log(&self, line: AuditRecord) -> Result<(), StoreError>;

    /// One page of lines, from last to first, and the number of lines on all pages.
    async fn audit(&self, filter: AuditFilter) -> Result<(u64, Vec<AuditEntry>), StoreError>;

    /// Removes the lines from before a time.
    async fn forget_audit(&self, before: DateTime<Utc>) -> Result<(), StoreError>;
}

/// The named keys of callers. A change writes its line into the audit log.
#[async_trait]
pub(crate) trait KeyStore: Send + Sync {
    /// All of them, by name.
    async fn keys(&self) -> Result<Vec<KeyRecord>, StoreError>;

    /// Adds a key. Returns it as it is stored; `None` if there is one with its name.
    async fn add_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Option<KeyRecord>, StoreError>;

    /// Stores the hashes and terms of a key in place of those of before. Returns it as it is stored; `None` if there
    /// is none with its name.
    async fn change_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Option<KeyRecord>, StoreError>;

    /// What is kept of the first key with this id; the others are forgotten.
    async fn first_key(&self, id: &str) -> Result<Option<FirstKeyRecord>, StoreError>;

    /// Keeps this of the first key with this id.
    async fn add_first_key(&self, id: &str, key: FirstKeyRecord) -> Result<(), StoreError>;

    /// Notes when keys were last used.
    async fn note_uses(&self, uses: Vec<(String, DateTime<Utc>)>) -> Result<(), StoreError>;

    /// Removes a key and the shares that it has made. Returns false if there is none with this name.
    async fn remove_key(&self, name: &str, line: AuditRecord) -> Result<bool, StoreError>;
}

/// What keys have used: counted with every change of a run.
#[async_trait]
pub(crate) trait UsageStore: Send + Sync {
    /// What some runs have used, by key, workflow or day, in its order.
    async fn usage(&self, query: UsageQuery) -> Result<Vec<UsageRecord>, StoreError>;
}

/// What became of the runs of the last hours.
#[async_trait]
pub(crate) trait RecentRunStore: Send + Sync {
    /// These runs, in any order.
    async fn recent_runs(&self, query: RecentQuery) -> Result<Vec<RecentRun>, StoreError>;
}

/// The shared results. A share that has expired is not found, and is deleted when the next one is made. A change writes
/// its line into the audit log.
#[async_trait]
pub(crate) trait ShareStore: Send + Sync {
    /// Adds a share. Returns `None` if its key was revoked, or has as many shares as a key may have.
    async fn add_share(
        &self,
        share: NewShare,
        line: AuditRecord,
    ) -> Result<Option<ShareRecord>, StoreError>;

    /// The share with this id.
    async fn share(&self, id: &str) -> Result<Option<ShareRecord>, StoreError>;

    /// The shares of a key, or of all keys, from last to first.
    async fn shares(&self, reach: Reach) -> Result<Vec<ShareRecord>, StoreError>;

    /// Removes a share. Returns false if there is none with this id.
    async fn remove_share(&self, id: &str, line: AuditRecord) -> Result<bool, StoreError>;
}

/// What the service itself remembers from one start to the next.
#[async_trait]
pub(crate) trait SettingStore: Send + Sync {
    /// The secret with this name; created when it is first asked for.
    async fn secret(&self, name: &'static str) -> Result<[u8; 32], StoreError>;

    /// The addresses of the last start's embedded engines, which have ended with it.
    async fn embedded_engines(&self) -> Result<HashSet<String>, StoreError>;

    /// Stores the addresses of this start's embedded engines.
    async fn set_embedded_engines(&self, addresses: Vec<String>) -> Result<(), StoreError>;

    /// What was learned about the durations of runs.
    async fn durations(&self) -> Result<Vec<LearnedDuration>, StoreError>;

    /// Stores what was learned about the durations of runs, in place of what was known before.
    async fn set_durations(&self, learned: Vec<LearnedDuration>) -> Result<(), StoreError>;

    /// What was learned about the durations of nodes.
    async fn node_times(&self) -> Result<Vec<LearnedNode>, StoreError>;

    /// Stores what was learned about the durations of nodes, in place of what was known before.
    async fn set_node_times(&self, learned: Vec<LearnedNode>) -> Result<(), StoreError>;

    /// The engine instances that callers have added or drained.
    async fn engines(&self) -> Result<Vec<KeptEngine>, StoreError>;

    /// Stores the engine instances that callers have added or drained, in place of those of before; with a line for
    /// the audit log, unless nobody has called.
    async fn set_engines(
        &self,
        engines: Vec<KeptEngine>,
        line: Option<AuditRecord>,
    ) -> Result<(), StoreError>;
}
