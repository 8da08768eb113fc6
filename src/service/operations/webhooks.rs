//! The webhooks of a key, its secret, tests, and deliveries.

mod deliveries;
mod entry;

use std::sync::Arc;

use chrono::TimeDelta;

pub use deliveries::DeliveryChoice;
pub use entry::{DeliveryPage, MadeSecret, Replayed, TestAnswer, WebhookEntry, WebhookList};

use super::access::{Access, Needs};
use super::detached::to_the_end;
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::webhooks::{WebhookError, Webhooks, secret_text};
use api::Right;
use entry::SecretEntry;
use store::{AuditAction, DeliveryStore, FIRST_KEY, WebhookRecord, WebhookStore, WebhookTarget};

pub use crate::webhooks::MAX_URL;
pub use store::{DeliveryState, WebhookEvent};

/// To see and change the webhooks of the key.
pub const MANAGE_WEBHOOKS: Needs = Needs::right(Right::Run);

/// The parameter of submissions with the address that a single run reports to.
pub const URL_PARAMETER: &str = "webhook_url";

/// The longest time for which an earlier secret signs, in seconds.
pub const MAX_GRACE: u64 = 30 * 24 * 3600;

/// Seconds until another test may be made.
const RETRY_AFTER: u64 = 5;

/// The use cases of webhooks.
#[derive(Clone)]
pub struct WebhookOperations {
    access: Access,
    webhooks: Arc<Webhooks>,
    store: Arc<dyn WebhookStore>,
    deliveries: Arc<dyn DeliveryStore>,
}

/// The target of a test.
pub enum Tested {
    /// An address.
    Url(String),
    /// A webhook, by its ID.
    Id(String),
}

impl WebhookOperations {
    /// The webhooks of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            webhooks: parts.webhooks.clone(),
            store: parts.store.clone(),
            deliveries: parts.store.clone(),
        }
    }

    /// The webhooks of the caller's key.
    pub async fn list(&self, caller: &Caller) -> Result<WebhookList, DomainError> {
        self.access.require(caller, MANAGE_WEBHOOKS)?;
        let webhooks = self.store.webhooks(&caller.name).await?;
        let secret = self.store.webhook_secret(&caller.name).await?;
        let now = self.webhooks.now();
        Ok(WebhookList {
            webhooks: webhooks.into_iter().map(WebhookEntry::from).collect(),
            secret: secret.map(|secret| SecretEntry::of(&secret, now)),
        })
    }

    /// Adds a webhook, or changes the one with this address. Shows the secret if a new one was made.
    pub async fn add(
        &self,
        caller: &Caller,
        url: String,
        events: Vec<WebhookEvent>,
    ) -> Result<WebhookEntry, DomainError> {
        self.access.require(caller, MANAGE_WEBHOOKS)?;
        let (webhooks, owner, by) = (self.webhooks.clone(), caller.name.clone(), caller.author());
        let added = to_the_end(async move {
            let added = webhooks.add(owner, &url, events, by).await;
            added.map_err(|why| refused(why, "body", "url"))
        });
        let added = added.await?;
        tracing::info!("added a webhook to {}", added.webhook.target.origin);
        let mut entry = WebhookEntry::from(added.webhook);
        entry.secret = added.secret.as_ref().map(secret_text);
        Ok(entry)
    }

    /// Removes a webhook, and its pending deliveries.
    pub async fn remove(&self, caller: &Caller, id: &str) -> Result<(), DomainError> {
        self.access.require(caller, MANAGE_WEBHOOKS)?;
        let webhook = self.find(caller, id).await?;
        let origin = webhook.target.origin;
        let line = caller.author().does(AuditAction::RemoveWebhook, origin);
        let (store, owner) = (self.store.clone(), caller.name.clone());
        let removed =
            to_the_end(async move { store.remove_webhook(&owner, &webhook.id, line).await });
        match removed.await? {
            true => Ok(()),
            false => Err(unknown(id)),
        }
    }

    /// Makes the secret of the caller's key, or replaces it if it may be rotated. The earlier secret also signs for
    /// this many seconds. The new secret is shown only now.
    pub async fn make_secret(
        &self,
        caller: &Caller,
        rotate: bool,
        grace: u64,
    ) -> Result<MadeSecret, DomainError> {
        self.access.require(caller, MANAGE_WEBHOOKS)?;
        if grace > MAX_GRACE {
            let why = format!("must be a number of seconds, at most {MAX_GRACE}");
            return Err(DomainError::invalid("body", "grace", why, "value_error"));
        }
        let (secret, now) = (rand::random(), self.webhooks.now());
        let until = rotate.then_some(now + TimeDelta::seconds(grace.cast_signed()));
        let subject = match caller.is_first() {
            true => FIRST_KEY,
            false => &caller.name,
        };
        let line = caller.author().does(AuditAction::SetWebhookSecret, subject);
        let (store, owner) = (self.store.clone(), caller.name.clone());
        let made =
            to_the_end(async move { store.set_webhook_secret(&owner, secret, until, line).await });
        let made = made.await?.ok_or_else(|| {
            let why = "making the secret: the key has one already; rotate it to get another (flowdeck webhooks secret \
                       --rotate, or \"rotate\": true)";
            DomainError::Conflict(why.to_owned())
        })?;
        Ok(MadeSecret {
            secret: secret_text(&secret),
            entry: SecretEntry::of(&made, now),
        })
    }

    /// Sends a test event now, and reports the response.
    pub async fn test(&self, caller: &Caller, tested: Tested) -> Result<TestAnswer, DomainError> {
        self.access.require(caller, MANAGE_WEBHOOKS)?;
        let (url, name) = match tested {
            Tested::Url(url) => (url, "url"),
            Tested::Id(id) => (self.find(caller, &id).await?.target.url, "id"),
        };
        let result = self.webhooks.test(&caller.name, &url).await;
        let result = result.map_err(|why| refused(why, "body", name))?;
        Ok(TestAnswer::from(result))
    }

    /// The target that a submission names for its run.
    pub(super) async fn target_of_run(
        &self,
        caller: &Caller,
        url: Option<&str>,
    ) -> Result<Option<WebhookTarget>, DomainError> {
        let Some(url) = url.filter(|url| !url.is_empty()) else {
            return Ok(None);
        };
        let target = self.webhooks.target_of_run(&caller.name, url).await;
        let refused = |why| refused(why, "query", URL_PARAMETER);
        target.map(Some).map_err(refused)
    }

    async fn find(&self, caller: &Caller, id: &str) -> Result<WebhookRecord, DomainError> {
        let webhooks = self.store.webhooks(&caller.name).await?;
        let webhook = webhooks.into_iter().find(|webhook| webhook.id == id);
        webhook.ok_or_else(|| unknown(id))
    }
}

fn unknown(id: &str) -> DomainError {
    DomainError::NotFound(format!(
        "the key has no webhook “{id}”; list the webhooks to see their IDs"
    ))
}

/// The error of a refused operation. `place` and `name` say where its address was.
fn refused(error: WebhookError, place: &str, name: &str) -> DomainError {
    let why = error.to_string();
    match error {
        WebhookError::Target(_) => DomainError::invalid(place, name, why, "value_error"),
        WebhookError::NoSecret => DomainError::invalid(place, name, why, "missing_secret"),
        WebhookError::TooMany => DomainError::Conflict(why),
        WebhookError::Busy => DomainError::Unavailable(why, RETRY_AFTER),
        WebhookError::Store(error) => error.into(),
    }
}
