//! The deliveries of the caller's webhooks: their list, and sending them again.

use super::entry::{DeliveryEntry, DeliveryPage, Replayed};
use super::{MANAGE_WEBHOOKS, WebhookOperations};
use crate::auth::Caller;
use crate::operations::detached::to_the_end;
use crate::operations::error::DomainError;
use store::{AuditAction, DeliveryFilter, DeliveryState, Reach};

/// Which deliveries to list.
#[derive(Debug)]
pub struct DeliveryChoice {
    /// Those in this state; `None` for all.
    pub state: Option<DeliveryState>,
    /// The number of the page, from 1.
    pub page: u32,
    /// How many deliveries a page has at most.
    pub page_size: u32,
}

impl WebhookOperations {
    /// A page of deliveries.
    pub async fn deliveries(
        &self,
        caller: &Caller,
        choice: DeliveryChoice,
    ) -> Result<DeliveryPage, DomainError> {
        self.access.require(caller, MANAGE_WEBHOOKS)?;
        let filter = DeliveryFilter {
            reach: own(caller),
            state: choice.state,
            limit: choice.page_size,
            offset: choice
                .page
                .saturating_sub(1)
                .saturating_mul(choice.page_size),
        };
        let (count, deliveries) = self.deliveries.deliveries(filter).await?;
        Ok(DeliveryPage {
            count,
            deliveries: deliveries.into_iter().map(DeliveryEntry::from).collect(),
        })
    }

    /// Sends all deliveries again that have failed.
    pub async fn replay_failed(&self, caller: &Caller) -> Result<Replayed, DomainError> {
        let replayed = self.replay(caller, None).await?;
        Ok(Replayed { replayed })
    }

    /// Sends one delivery again.
    pub async fn replay_one(&self, caller: &Caller, id: String) -> Result<Replayed, DomainError> {
        match self.replay(caller, Some(id.clone())).await? {
            0 => Err(DomainError::NotFound(format!(
                "the key has no delivery “{id}”; list the deliveries to see their IDs"
            ))),
            replayed => Ok(Replayed { replayed }),
        }
    }

    async fn replay(&self, caller: &Caller, id: Option<String>) -> Result<usize, DomainError> {
        self.access.require(caller, MANAGE_WEBHOOKS)?;
        let subject = id.as_deref().unwrap_or("all that failed");
        let line = caller.author().does(AuditAction::ReplayDeliveries, subject);
        let (own, reach) = (self.clone(), own(caller));
        let replayed = to_the_end(async move {
            let now = own.webhooks.now();
            own.deliveries
                .replay(&reach, id.as_deref(), now, line)
                .await
        });
        replayed.await
    }
}

/// The runs of the caller's own key, also for one that sees those of others.
fn own(caller: &Caller) -> Reach {
    Reach {
        owner: Some(caller.name.clone()),
        ..caller.reach()
    }
}
