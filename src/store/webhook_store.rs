//! The webhooks of keys, and their outbox. Every change of a run's state adds its deliveries in the same transaction.
//! No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::stream::BoxStream;

use super::audit_record::AuditRecord;
use super::error::StoreError;
use super::reach::Reach;
use super::webhook_record::{
    AttemptInFlight, AttemptLimits, DeliveryFilter, DeliveryRecord, DueDelivery, EndedAttempt,
    NewWebhook, WebhookRecord, WebhookSecret,
};

/// The maximum number of webhooks of a key.
pub const MAX_WEBHOOKS: u32 = 20;

/// The webhooks of keys, and the secrets that sign their deliveries. A change writes its line to the audit log.
#[async_trait]
pub trait WebhookStore: Send + Sync {
    /// The webhooks of a key, oldest first.
    async fn webhooks(&self, owner: &str) -> Result<Vec<WebhookRecord>, StoreError>;

    /// Adds a webhook. If its key already has a webhook with this URL, that webhook gets the events and is enabled. If
    /// the key has no secret, it gets this one, and true is returned. `None` if the key was revoked or has
    /// [`MAX_WEBHOOKS`].
    async fn add_webhook(
        &self,
        webhook: NewWebhook,
        secret: [u8; 32],
        line: AuditRecord,
    ) -> Result<Option<(WebhookRecord, bool)>, StoreError>;

    /// Removes a webhook of a key and its pending deliveries. Returns false if the key has no webhook with this id.
    async fn remove_webhook(
        &self,
        owner: &str,
        id: &str,
        line: AuditRecord,
    ) -> Result<bool, StoreError>;

    /// The secret of a key.
    async fn webhook_secret(&self, owner: &str) -> Result<Option<WebhookSecret>, StoreError>;

    /// Stores the secret of a key. With `earlier_until`, it replaces an earlier secret, which also signs until that
    /// time. `None` if the key was revoked, or if it has a secret and `earlier_until` is missing.
    async fn set_webhook_secret(
        &self,
        owner: &str,
        secret: [u8; 32],
        earlier_until: Option<DateTime<Utc>>,
        line: AuditRecord,
    ) -> Result<Option<WebhookSecret>, StoreError>;
}

/// The deliveries of webhooks. The time of a call does not depend on how many are pending.
#[async_trait]
pub trait DeliveryStore: Send + Sync {
    /// Yields when changes have added deliveries, once for several changes. The stream ends with the store.
    async fn follow_deliveries(&self) -> Result<BoxStream<'static, ()>, StoreError>;

    /// Updates the times of the next attempts from the pending deliveries. Called at the start.
    async fn schedule_deliveries(&self) -> Result<(), StoreError>;

    /// The deliveries to attempt now, in addition to those in flight, within these limits.
    async fn due_deliveries(
        &self,
        now: DateTime<Utc>,
        in_flight: Vec<AttemptInFlight>,
        limits: AttemptLimits,
    ) -> Result<Vec<DueDelivery>, StoreError>;

    /// When the first delivery after this time is due.
    async fn next_delivery(
        &self,
        after: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Stores the body of a delivery for all its attempts. Returns false if the delivery is no longer pending.
    async fn set_delivery_body(&self, number: i64, body: &str) -> Result<bool, StoreError>;

    /// Notes how an attempt ended. Does nothing if its delivery is gone.
    async fn end_attempt(&self, attempt: EndedAttempt) -> Result<(), StoreError>;

    /// One page of the deliveries of a key, newest first, and their number on all pages.
    async fn deliveries(
        &self,
        filter: DeliveryFilter,
    ) -> Result<(u64, Vec<DeliveryRecord>), StoreError>;

    /// Makes one delivery for these runs pending again, or all that failed. Returns their number.
    async fn replay(
        &self,
        reach: &Reach,
        id: Option<&str>,
        now: DateTime<Utc>,
        line: AuditRecord,
    ) -> Result<usize, StoreError>;

    /// Removes the deliveries that were delivered or failed before these times.
    async fn forget_deliveries(
        &self,
        delivered: DateTime<Utc>,
        failed: DateTime<Utc>,
    ) -> Result<(), StoreError>;
}
