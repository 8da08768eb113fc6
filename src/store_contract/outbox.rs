//! Helpers for tests of webhooks and deliveries.

use chrono::{TimeDelta, Utc};
use store::{
    AttemptInFlight, AttemptLimits, AttemptOutcome, DeliveryFilter, DeliveryRecord, DueDelivery,
    EndedAttempt, LaneOutcome, NewWebhook, Reach, RunRecord, Store, WebhookEvent, WebhookRecord,
    WebhookTarget,
};

use crate::samples::{claimed, line, run};

/// Limits that tests reach.
pub const LIMITS: AttemptLimits = AttemptLimits {
    all: 8,
    of_a_key: 4,
    of_a_lane: 2,
};

/// A target at the only origin.
pub fn target(path: &str) -> WebhookTarget {
    let origin = "https://a.example".to_owned();
    WebhookTarget {
        url: format!("{origin}{path}"),
        origin,
    }
}

/// Adds a webhook of the first key.
pub async fn add(store: &dyn Store, path: &str, events: &[WebhookEvent]) -> WebhookRecord {
    let webhook = NewWebhook {
        id: format!("wh_{path}"),
        owner: String::new(),
        target: target(path),
        events: events.to_vec(),
    };
    let added = store
        .add_webhook(webhook, [1; 32], line("x"))
        .await
        .unwrap();
    added.unwrap().0
}

/// Stores a run that is handed over.
pub async fn accept(store: &dyn Store, id: &str, webhook: Option<WebhookTarget>) {
    let run = RunRecord {
        webhook,
        ..run(id, None)
    };
    store.insert(run).await.unwrap();
    claimed(store, id, id).await;
}

/// The deliveries to attempt now.
pub async fn due(store: &dyn Store, in_flight: Vec<AttemptInFlight>) -> Vec<DueDelivery> {
    let soon = Utc::now() + TimeDelta::seconds(1);
    store.due_deliveries(soon, in_flight, LIMITS).await.unwrap()
}

/// The deliveries of the first key.
pub async fn listed(store: &dyn Store) -> Vec<DeliveryRecord> {
    let filter = DeliveryFilter {
        reach: Reach::of_key(""),
        state: None,
        limit: 100,
        offset: 0,
    };
    store.deliveries(filter).await.unwrap().1
}

/// An attempt that ends now.
pub fn ended(number: i64, outcome: AttemptOutcome, lane: LaneOutcome) -> EndedAttempt {
    EndedAttempt {
        number,
        at: Utc::now(),
        status: Some(500),
        reason: Some("why".into()),
        outcome,
        lane,
    }
}
