//! `GET /api/v1/comfy/audit`: who has changed what.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::{Extension, Json};
use chrono::{DateTime, Utc};

use super::endpoint::{Answer, at, endpoints};
use super::schemas;
use super::schemas::derived::without_required;
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::operations::audit::{AuditAction, AuditFilter, AuditPage, READ_AUDIT_LOG};
use api::Envelope;

pub(super) use crate::operations::audit::{LIMIT, MAX_OFFSET};

endpoints! {
    "audit" => list, at("GET /api/v1/comfy/audit"), READ_AUDIT_LOG,
        "Read who has changed what, from last to first",
        parameters: || schemas::audit::parameters(LIMIT, MAX_OFFSET),
        answer: Answer::OptionalData(without_required::<AuditPage>);
}

/// `GET`.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Envelope<AuditPage>>, ApiError> {
    let page = app.operations.audit.list(&caller, filter(&query)?).await?;
    Ok(Json(Envelope::success(page)))
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
