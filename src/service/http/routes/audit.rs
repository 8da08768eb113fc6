//! `GET /api/v1/comfy/audit`: who has changed what.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use chrono::{DateTime, Utc};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::endpoint::{Answer, at, endpoints};
use super::schemas;
use super::schemas::derived::without_required;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::Envelope;
use store::{AuditAction, AuditEntry, AuditFilter};

endpoints! {
    "audit" => list, at("GET /api/v1/comfy/audit"), Admin,
        "Read who has changed what, from last to first",
        parameters: || schemas::audit::parameters(LIMIT, MAX_OFFSET),
        answer: Answer::OptionalData(without_required::<AuditPage>);
}

/// The number of lines in an answer: without a choice, and at most.
pub(super) const LIMIT: (u32, u32) = (100, 1000);
/// The most lines that can be left out: as many as the log has at most.
pub(super) const MAX_OFFSET: u32 = 1_000_000;

/// The lines of a page, from last to first.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct AuditPage {
    /// The number of lines on all pages.
    count: u64,
    entries: Vec<Entry>,
}

/// A line of the log.
#[derive(Debug, JsonSchema, Serialize)]
struct Entry {
    id: i64,
    at: String,
    /// The name of the key; “first key”, or “service” for what the service does by itself.
    actor: String,
    /// The address of the client; null for the service.
    address: Option<String>,
    #[schemars(schema_with = "action_schema")]
    action: String,
    /// What was changed: a name, an ID or an address.
    subject: String,
}

fn action_schema(_: &mut SchemaGenerator) -> Schema {
    Schema::try_from(schemas::audit::action()).unwrap_or_default()
}

impl From<AuditEntry> for Entry {
    fn from(entry: AuditEntry) -> Self {
        Self {
            id: entry.id,
            at: entry.at,
            actor: entry.actor,
            address: entry.address,
            action: entry.action,
            subject: entry.subject,
        }
    }
}

/// `GET`.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Envelope<AuditPage>>, ApiError> {
    let (count, entries) = app.store.audit(filter(&query)?).await?;
    let entries = entries.into_iter().map(Entry::from).collect();
    Ok(Json(Envelope::success(AuditPage { count, entries })))
}

fn filter(query: &HashMap<String, String>) -> Result<AuditFilter, ApiError> {
    let value = |name: &str| {
        let text = query.get(name).map(String::as_str);
        text.filter(|text| !text.is_empty())
    };
    let action = value("action").map(action).transpose()?;
    let (limit, max) = LIMIT;
    Ok(AuditFilter {
        since: time("since", value("since"))?,
        until: time("until", value("until"))?,
        actor: value("actor").map(str::to_owned),
        action,
        limit: number("limit", value("limit"), limit, 1..=max)?,
        offset: number("offset", value("offset"), 0, 0..=MAX_OFFSET)?,
    })
}

fn action(name: &str) -> Result<AuditAction, ApiError> {
    let named = AuditAction::ALL.into_iter().find(|one| one.name() == name);
    named.ok_or_else(|| {
        let names = AuditAction::ALL.map(AuditAction::name).join(", ");
        invalid("action", format!("must be one of {names}"), "enum")
    })
}

fn time(name: &str, text: Option<&str>) -> Result<Option<DateTime<Utc>>, ApiError> {
    let parsed = text.map(str::parse).transpose();
    parsed.map_err(|_| {
        let why = "must be a time such as 2030-01-31T12:00:00Z";
        invalid(name, why.to_owned(), "datetime_parsing")
    })
}

fn number(
    name: &str,
    text: Option<&str>,
    default: u32,
    allowed: std::ops::RangeInclusive<u32>,
) -> Result<u32, ApiError> {
    let Some(text) = text else {
        return Ok(default);
    };
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (allowed.start(), allowed.end());
        let why = format!("must be a whole number from {least} to {most}");
        invalid(name, why, "int_parsing")
    })
}

fn invalid(name: &str, why: String, kind: &str) -> ApiError {
    ApiError::invalid("query", name, why, kind)
}
