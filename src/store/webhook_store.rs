//! The webhooks of keys, and their outbox: a delivery is added in the transaction that changes the state of a run,
//! whatever code makes the change. No I/O.

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

/// How many webhooks a key may have.
pub const MAX_WEBHOOKS: u32 = 20;

/// The webhooks of keys, and what signs their deliveries. A change writes its line into the audit log.
#[async_trait]
pub trait WebhookStore: Send + Sync {
    /// The webhooks of a key, from first to last.
    async fn webhooks(&self, owner: &str) -> Result<Vec<WebhookRecord>, StoreError>;

    /// Adds a webhook. If its key has one with this URL, that one gets the events and is switched on. If the key has
    /// no secret, it gets this one, and true is returned. `None` if the key was revoked or has
    /// [`MAX_WEBHOOKS`].
    async fn add_webhook(
        &self,
        webhook: NewWebhook,
        secret: [u8; 32],
        line: AuditRecord,
    ) -> Result<Option<(WebhookRecord, bool)>, StoreError>;

    /// Removes a webhook of a key, with its pending deliveries. Returns false if the key has none with this id.
    async fn remove_webhook(
        &self,
        owner: &str,
        id: &str,
        line: AuditRecord,
    ) -> Result<bool, StoreError>;

    /// The secret of a key.
    async fn webhook_secret(&self, owner: &str) -> Result<Option<WebhookSecret>, StoreError>;

    /// Stores the secret of a key. One of before signs, too, until this time. `None` if the key was revoked, or has a
    /// secret although it should not be replaced.
    async fn set_webhook_secret(
        &self,
        owner: &str,
        secret: [u8; 32],
        earlier_until: Option<DateTime<Utc>>,
        line: AuditRecord,
    ) -> Result<Option<WebhookSecret>, StoreError>;
}

/// The deliveries of webhooks. No call takes longer because many are pending.
#[async_trait]
pub trait DeliveryStore: Send + Sync {
    /// Tells whenever changes have added deliveries, once for many. It ends with the store.
    async fn follow_deliveries(&self) -> Result<BoxStream<'static, ()>, StoreError>;

    /// Brings the times of the next attempts up to date with the deliveries that are pending, at the start.
    async fn schedule_deliveries(&self) -> Result<(), StoreError>;

    /// The deliveries to attempt now, besides those in flight, within these limits.
    async fn due_deliveries(
        &self,
        now: DateTime<Utc>,
        in_flight: Vec<AttemptInFlight>,
        limits: AttemptLimits,
    ) -> Result<Vec<DueDelivery>, StoreError>;

    /// When the first delivery is due after this time.
    async fn next_delivery(
        &self,
        after: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Keeps the body of a delivery for all its attempts. Returns false if it is no longer pending.
    async fn set_delivery_body(&self, number: i64, body: &str) -> Result<bool, StoreError>;

    /// Notes how an attempt has ended. Nothing happens if its delivery is gone.
    async fn end_attempt(&self, attempt: EndedAttempt) -> Result<(), StoreError>;

    /// One page of the deliveries of a key, from newest to oldest, and their number on all pages.
    async fn deliveries(
        &self,
        filter: DeliveryFilter,
    ) -> Result<(u64, Vec<DeliveryRecord>), StoreError>;

    /// Sends a delivery for one of these runs again, or all that have failed. Returns how many.
    async fn replay(
        &self,
        reach: &Reach,
        id: Option<&str>,
        now: DateTime<Utc>,
        line: AuditRecord,
    ) -> Result<usize, StoreError>;

    /// Removes the deliveries that were delivered or have failed before these times.
    async fn forget_deliveries(
        &self,
        delivered: DateTime<Utc>,
        failed: DateTime<Utc>,
    ) -> Result<(), StoreError>;
}
