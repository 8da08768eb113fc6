//! Webhooks: calls to the servers of callers when runs start and end. The store has what is to be delivered; a task
//! attempts what is due, until the receiver accepts it or 24 hours have passed. Knows no HTTP routes.

mod attempt_counts;
mod delivery;
mod described_runs;
mod forgetting;
mod message;
mod running_tests;
mod schedule;
mod sender;
mod signature;
mod target;
mod webhook_networks;

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

pub(crate) use attempt_counts::AttemptCounts;
pub(crate) use delivery::deliver;
pub(crate) use described_runs::DescribedRuns;
pub(crate) use forgetting::forget_old;
pub(crate) use signature::secret_text;
pub use target::MAX_URL;
pub(crate) use target::TargetError;
pub use webhook_networks::WebhookNetworks;

use running_tests::RunningTests;
use sender::Sender;

use crate::auth::Keys;
use crate::clock::Clock;
use crate::trusted_time::TrustedTime;
use store::{
    AuditAction, Author, DeliveryStore, NewWebhook, StoreError, WebhookEvent, WebhookRecord,
    WebhookSecret, WebhookStore, WebhookTarget,
};

/// How many tests of a key may be under way at the same time, so that callers cannot use them to flood others.
const MAX_TESTS: usize = 2;

/// What a service starts its webhooks with.
#[derive(Clone, Debug)]
pub struct WebhookOptions {
    /// The networks that are opened for receivers.
    pub networks: WebhookNetworks,
    /// How long a receiver may take for its answer.
    pub timeout: Duration,
}

impl WebhookOptions {
    /// The usual limits, and these networks.
    pub fn new(networks: WebhookNetworks) -> Self {
        Self {
            networks,
            timeout: Duration::from_secs(10),
        }
    }
}

/// The webhooks of one service.
pub(crate) struct Webhooks {
    sender: Sender,
    clock: Clock,
    time: Arc<TrustedTime>,
    tests: RunningTests,
    /// How attempts have ended since the start.
    pub(crate) counts: AttemptCounts,
    keys: Arc<Keys>,
    runs: DescribedRuns,
    store: Arc<dyn WebhookStore>,
    deliveries: Arc<dyn DeliveryStore>,
}

/// A webhook that was added, and the secret if it was made with it.
pub(crate) struct AddedWebhook {
    pub(crate) webhook: WebhookRecord,
    pub(crate) secret: Option<[u8; 32]>,
}

/// What came back from a test.
pub(crate) struct TestResult {
    pub(crate) id: String,
    pub(crate) origin: String,
    pub(crate) status: Option<u16>,
    /// Why it was not delivered.
    pub(crate) reason: Option<String>,
    pub(crate) seconds: f64,
}

/// Why an operation of webhooks failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebhookError {
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error(
        "the key has no secret to sign deliveries with; make it with flowdeck webhooks secret, or POST \
         /api/v1/comfy/webhooks/secret"
    )]
    NoSecret,
    #[error("adding a webhook: this key has too many; remove those that are not needed")]
    TooMany,
    #[error(
        "testing a webhook: {MAX_TESTS} tests of this key are under way; try again when they have ended"
    )]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Webhooks {
    /// The webhooks of the holders of these keys.
    ///
    /// # Errors
    /// When the system lacks what https needs.
    pub(crate) fn new(
        options: WebhookOptions,
        clock: Clock,
        time: Arc<TrustedTime>,
        keys: Arc<Keys>,
        runs: DescribedRuns,
        (store, deliveries): (Arc<dyn WebhookStore>, Arc<dyn DeliveryStore>),
    ) -> Result<Self, String> {
        Ok(Self {
            sender: Sender::new(options.networks, options.timeout)?,
            clock,
            time,
            tests: RunningTests::default(),
            counts: AttemptCounts::default(),
            keys,
            runs,
            store,
            deliveries,
        })
    }

    /// The time by which deliveries are due.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The target at an address, if it may be contacted.
    ///
    /// # Errors
    /// Why it may not.
    pub(crate) async fn target(&self, url: &str) -> Result<WebhookTarget, TargetError> {
        let url = target::parsed(url)?;
        self.sender.ensure_allowed(&url).await?;
        Ok(target::of(&url))
    }

    /// The target that a single run of a key reports to.
    ///
    /// # Errors
    /// When it may not be contacted, or nothing could sign the deliveries.
    pub(crate) async fn target_of_run(
        &self,
        owner: &str,
        url: &str,
    ) -> Result<WebhookTarget, WebhookError> {
        let target = self.target(url).await?;
        self.secret(owner).await?;
        Ok(target)
    }

    async fn secret(&self, owner: &str) -> Result<WebhookSecret, WebhookError> {
        let secret = self.store.webhook_secret(owner).await?;
        secret.ok_or(WebhookError::NoSecret)
    }

    /// Adds a webhook of a key, or changes the events of the one with this URL; makes the secret if there is none.
    ///
    /// # Errors
    /// When the address may not be contacted, or the key has too many webhooks.
    pub(crate) async fn add(
        &self,
        owner: String,
        url: &str,
        events: Vec<WebhookEvent>,
        by: Author,
    ) -> Result<AddedWebhook, WebhookError> {
        let target = self.target(url).await?;
        let webhook = NewWebhook {
            id: format!("wh_{}", hex::encode(rand::random::<[u8; 8]>())),
            owner,
            target,
            events,
        };
        let secret = rand::random();
        let line = by.does(AuditAction::AddWebhook, &webhook.target.origin);
        let added = self.store.add_webhook(webhook, secret, line).await?;
        let (webhook, is_first) = added.ok_or(WebhookError::TooMany)?;
        Ok(AddedWebhook {
            webhook,
            secret: is_first.then_some(secret),
        })
    }

    /// Sends a test event to an address, once.
    ///
    /// # Errors
    /// When the address may not be contacted, the key has no secret, or too many of its tests are under way.
    pub(crate) async fn test(&self, owner: &str, url: &str) -> Result<TestResult, WebhookError> {
        let _running = self.tests.begin(owner).ok_or(WebhookError::Busy)?;
        let secret = self.secret(owner).await?;
        let target = self.target(url).await?;
        let id = message::random_id();
        let (now, begun) = (self.now(), Instant::now());
        let body = message::test(now);
        let headers = message::headers(&id, now, &body, &secret, None);
        let answer = self.sender.send(&target.url, headers, body).await;
        Ok(TestResult {
            id,
            origin: target.origin,
            status: answer.status,
            reason: answer.reason,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }
}
