//! Webhooks, secrets, tests and deliveries as callers see them.

use chrono::{DateTime, Utc};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::webhooks::TestResult;
use store::{DeliveryRecord, DeliveryState, WebhookEvent, WebhookRecord, WebhookSecret, rfc3339};

/// The webhooks of a key.
#[derive(Debug, JsonSchema, Serialize)]
pub struct WebhookList {
    pub(super) webhooks: Vec<WebhookEntry>,
    /// Null if the key has no secret.
    pub(super) secret: Option<SecretEntry>,
}

/// A webhook.
#[derive(Debug, JsonSchema, Serialize)]
pub struct WebhookEntry {
    id: String,
    url: String,
    origin: String,
    #[schemars(schema_with = "events")]
    events: Vec<&'static str>,
    created_at: String,
    disabled_at: Option<String>,
    disabled_reason: Option<String>,
    /// The secret, if it was made with the webhook. It is shown only then.
    #[schemars(extend("pattern" = "^whsec_"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<String>,
}

impl From<WebhookRecord> for WebhookEntry {
    fn from(record: WebhookRecord) -> Self {
        let (disabled_at, disabled_reason) = record.disabled.unzip();
        Self {
            id: record.id,
            url: record.target.url,
            origin: record.target.origin,
            events: record.events.into_iter().map(WebhookEvent::name).collect(),
            created_at: rfc3339(record.created_at),
            disabled_at: disabled_at.map(rfc3339),
            disabled_reason,
            secret: None,
        }
    }
}

/// What is shown of a secret.
#[derive(Debug, JsonSchema, Serialize)]
pub(crate) struct SecretEntry {
    created_at: String,
    /// Until when the one before signs, too.
    earlier_until: Option<String>,
}

impl SecretEntry {
    pub(super) fn of(secret: &WebhookSecret, now: DateTime<Utc>) -> Self {
        let until = secret.earlier.map(|(_, until)| until);
        let until = until.filter(|until| *until > now);
        Self {
            created_at: rfc3339(secret.created_at),
            earlier_until: until.map(rfc3339),
        }
    }
}

/// A secret that was made. It is shown only once.
#[derive(Debug, JsonSchema, Serialize)]
pub struct MadeSecret {
    /// It is not shown again.
    #[schemars(extend("pattern" = "^whsec_"))]
    pub(super) secret: String,
    #[serde(flatten)]
    pub(super) entry: SecretEntry,
}

/// What came back from a test.
#[derive(Debug, JsonSchema, Serialize)]
pub struct TestAnswer {
    id: String,
    origin: String,
    is_delivered: bool,
    /// The HTTP status of the last answer.
    #[schemars(with = "Option<i32>")]
    status: Option<u16>,
    reason: Option<String>,
    #[schemars(range(min = 0))]
    seconds: f64,
}

impl From<TestResult> for TestAnswer {
    fn from(result: TestResult) -> Self {
        Self {
            id: result.id,
            origin: result.origin,
            is_delivered: result.reason.is_none(),
            status: result.status,
            reason: result.reason,
            seconds: (result.seconds * 1000.0).round() / 1000.0,
        }
    }
}

/// The deliveries of a page, from newest to oldest.
#[derive(Debug, JsonSchema, Serialize)]
pub struct DeliveryPage {
    /// The number of deliveries on all pages.
    pub(super) count: u64,
    pub(super) deliveries: Vec<DeliveryEntry>,
}

/// A delivery.
#[derive(Debug, JsonSchema, Serialize)]
pub(crate) struct DeliveryEntry {
    /// The header webhook-id of every attempt.
    id: String,
    #[schemars(schema_with = "event")]
    event: String,
    run_id: String,
    /// Null for the webhook_url of a run.
    webhook_id: Option<String>,
    origin: String,
    #[schemars(schema_with = "state")]
    state: String,
    attempts: u32,
    /// The HTTP status of the last answer.
    #[schemars(with = "Option<i32>")]
    status: Option<u16>,
    reason: Option<String>,
    created_at: String,
    last_attempt_at: Option<String>,
    next_attempt_at: Option<String>,
    ended_at: Option<String>,
}

impl From<DeliveryRecord> for DeliveryEntry {
    fn from(record: DeliveryRecord) -> Self {
        Self {
            id: record.id,
            event: record.event,
            run_id: record.run_id,
            webhook_id: record.webhook_id,
            origin: record.origin,
            state: record.state,
            attempts: record.attempts,
            status: record.status,
            reason: record.reason,
            created_at: rfc3339(record.created_at),
            last_attempt_at: record.last_attempt_at.map(rfc3339),
            next_attempt_at: record.next_attempt_at.map(rfc3339),
            ended_at: record.ended_at.map(rfc3339),
        }
    }
}

/// How many deliveries are sent again.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Replayed {
    pub(super) replayed: usize,
}

fn events(_: &mut SchemaGenerator) -> Schema {
    let all = WebhookEvent::ALL.map(WebhookEvent::name);
    json_schema!({ "type": "array", "minItems": 1, "items": { "enum": all }, "default": all })
}

fn event(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": WebhookEvent::ALL.map(WebhookEvent::name) })
}

fn state(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": DeliveryState::ALL.map(DeliveryState::name) })
}
