//! What a delivery says: its body and its headers.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::described_runs::DescribedRuns;
use super::signature;
use store::{DueDelivery, TRACEPARENT, TraceContext, WebhookSecret, rfc3339};

/// The id of a message that the store does not have.
pub(super) fn random_id() -> String {
    format!("msg_{}", hex::encode(rand::random::<[u8; 16]>()))
}

/// The body of a delivery.
pub(super) async fn body(delivery: &DueDelivery, runs: &DescribedRuns) -> Result<String, String> {
    let run = runs.describe(&delivery.run_id).await?;
    let run = run.unwrap_or_else(|| {
        json!({
            "_id": delivery.run_id,
            "workflow_id": delivery.workflow_id,
            "status": status_after(&delivery.event),
        })
    });
    Ok(of(&delivery.event, delivery.created_at, run))
}

/// The body of a test.
pub(super) fn test(now: DateTime<Utc>) -> String {
    of("webhook.test", now, json!({}))
}

fn of(event: &str, time: DateTime<Utc>, data: Value) -> String {
    json!({ "type": event, "timestamp": rfc3339(time), "data": data }).to_string()
}

/// The status of a run after an event.
fn status_after(event: &str) -> &str {
    match event.strip_prefix("run.").unwrap_or_default() {
        "started" => "running",
        ended => ended,
    }
}

/// The headers of an attempt.
pub(super) fn headers(
    id: &str,
    now: DateTime<Utc>,
    body: &str,
    secret: &WebhookSecret,
    trace: Option<TraceContext>,
) -> Vec<(&'static str, String)> {
    let mut headers = vec![
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", now.timestamp().to_string()),
        (
            "webhook-signature",
            signature::signatures(secret, id, now, body),
        ),
    ];
    // The receiver's spans belong to this attempt, which is a span of its own.
    headers.extend(trace.map(|trace| (TRACEPARENT, trace.child().to_string())));
    headers
}
