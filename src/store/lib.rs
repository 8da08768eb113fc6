//! The data that a service keeps: mainly its runs, and everything that changes with them. The store is also the queue:
//! an accepted run is a row, and something that is not recorded here has not happened. Contains records, traits and
//! errors, but no database: each database has a crate that implements the traits. Knows neither HTTP nor engines.

#![allow(missing_docs, reason = "the names of most members say what they hold")]

mod audit_record;
mod audit_store;
mod clock_record;
pub mod consequences;
mod error;
mod event_store;
mod hold;
mod kept_engine;
mod key_record;
mod key_store;
mod learned_node;
mod monitoring_store;
mod outcome;
mod page;
mod reach;
mod recent_run;
mod removal_store;
mod retention_store;
mod run_event;
mod run_record;
mod run_store;
mod setting_store;
mod share_record;
mod share_store;
mod times;
mod trace_context;
mod upkeep;
mod usage_record;
mod usage_store;
mod version_record;
mod version_store;
mod webhook_record;
mod webhook_store;

pub use audit_record::{
    AuditAction, AuditEntry, AuditFilter, AuditRecord, Author, FIRST_KEY, holder,
};
pub use audit_store::AuditStore;
pub use clock_record::{ClockHold, ClockRecord, ClockStore};
pub use error::{StoreError, WRITABLE};
pub use event_store::{EventNews, EventStore, OpenRunPlace};
pub use hold::{Claim, Hold, SOLE_EPOCH};
pub use kept_engine::KeptEngine;
pub use key_record::{EarlierKey, FirstKeyRecord, KeyRecord, KeyTerms};
pub use key_store::{KeyRefusal, KeyStore, MAX_KEYS};
pub use learned_node::LearnedNode;
pub use monitoring_store::{CountedChange, CountedKind, MonitoringStore, RunTimes, StoreFigures};
pub use outcome::RunOutcome;
pub use page::{Page, RunFilter, SortBy};
pub use reach::{Reach, WorkflowSet};
pub use recent_run::{RecentQuery, RecentRun};
pub use removal_store::{RemovalStore, RemovedRun};
pub use retention_store::{EndedRun, RetentionStore, Surplus, Totals};
pub use run_event::{EventFilter, EventKind, RunEvent};
pub use run_record::RunRecord;
pub use run_store::{OpenRunStore, RunStore, WithdrawalStore};
pub use setting_store::{EngineStore, LearningStore, SecretStore};
pub use share_record::{NewShare, ShareRecord};
pub use share_store::{MAX_SHARES, ShareStore};
pub use times::rfc3339;
pub use trace_context::{TRACEPARENT, TraceContext};
pub use upkeep::Upkeep;
pub use usage_record::{UsageBy, UsageQuery, UsageRecord};
pub use usage_store::{RecentRunStore, UsageStore};
pub use version_record::{Origin, VersionRecord};
pub use version_store::VersionStore;
pub use webhook_record::{
    AttemptInFlight, AttemptLimits, AttemptOutcome, DeliveryFilter, DeliveryLane, DeliveryRecord,
    DeliveryState, DueDelivery, EndedAttempt, LaneOutcome, NewWebhook, Pace, WebhookEvent,
    WebhookRecord, WebhookSecret, WebhookTarget,
};
pub use webhook_store::{DeliveryStore, MAX_WEBHOOKS, WebhookStore};

/// Everything that a service keeps. A change has been written through to the disk when it returns.
pub trait Store:
    RunStore
    + OpenRunStore
    + WithdrawalStore
    + EventStore
    + RemovalStore
    + RetentionStore
    + VersionStore
    + SecretStore
    + LearningStore
    + EngineStore
    + KeyStore
    + ShareStore
    + UsageStore
    + RecentRunStore
    + AuditStore
    + WebhookStore
    + DeliveryStore
    + MonitoringStore
    + ClockStore
    + Upkeep
{
}

impl<S> Store for S where
    S: RunStore
        + OpenRunStore
        + WithdrawalStore
        + EventStore
        + RemovalStore
        + RetentionStore
        + VersionStore
        + SecretStore
        + LearningStore
        + EngineStore
        + KeyStore
        + ShareStore
        + UsageStore
        + RecentRunStore
        + AuditStore
        + WebhookStore
        + DeliveryStore
        + MonitoringStore
        + ClockStore
        + Upkeep
{
}
