//! `GET /api/v1/comfy/audit`: who has changed what.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::{Extension, Json};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::endpoint::{Answer, client, endpoints};
use super::number_parameter::NumberParameter;
use super::schemas::derived::without_required;
use super::schemas::{described, optional, text};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::Envelope;
use service::auth::Caller;
use service::operations::audit::{
    AuditAction, AuditFilter, AuditPage, LINES, MAX_OFFSET, READ_AUDIT_LOG,
};

endpoints! {
    "audit" => list, client(&api::AUDIT), READ_AUDIT_LOG,
        "Read who has changed what, from last to first",
        parameters: selecting, answer: Answer::OptionalData(without_required::<AuditPage>);
}

const LIMIT: NumberParameter = NumberParameter::from_one("limit", LINES);
const OFFSET: NumberParameter = NumberParameter {
    name: "offset",
    default: 0,
    least: 0,
    most: MAX_OFFSET,
};

/// `GET`.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Envelope<AuditPage>>, ApiError> {
    let page = app.operations.audit.list(&caller, filter(&query)?).await?;
    Ok(Json(Envelope::success(page)))
}

/// What selects lines.
fn selecting() -> Vec<Value> {
    let time = json!({ "type": "string", "format": "date-time" });
    let actions = AuditAction::ALL.map(AuditAction::name);
    let action = json!({ "type": "string", "enum": actions });
    let about_actor = "The name of a key, “first key” or “service”.";
    let about_until = "The time before which the lines are.";
    vec![
        described(optional("since", time.clone()), "The earliest time."),
        described(optional("until", time), about_until),
        described(optional("actor", text()), about_actor),
        described(optional("action", action), "What was done."),
        described(LIMIT.described(), "The number of lines in the answer."),
        described(OFFSET.described(), "The number of lines to leave out."),
    ]
}

fn filter(query: &HashMap<String, String>) -> Result<AuditFilter, ApiError> {
    let value = |name: &str| {
        let text = query.get(name).map(String::as_str);
        text.filter(|text| !text.is_empty())
    };
    let action = value("action").map(action).transpose()?;
    Ok(AuditFilter {
        since: time("since", value("since"))?,
        until: time("until", value("until"))?,
        actor: value("actor").map(str::to_owned),
        action,
        limit: LIMIT.read(query)?,
        offset: OFFSET.read(query)?,
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

fn invalid(name: &str, why: String, kind: &str) -> ApiError {
    ApiError::invalid("query", name, why, kind)
}
