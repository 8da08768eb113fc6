//! `GET /api/v1/comfy/usage`: what keys have used, as JSON or CSV.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::{Value, json};

use super::endpoint::{at, endpoints};
use super::schemas::optional;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::Envelope;
use service::auth::Caller;
use service::now;
use service::operations::usage::{READ_USAGE, UsageBy, UsageRecord, first_day};

endpoints! {
    "usage" => usage, at("GET /api/v1/comfy/usage"), READ_USAGE,
        "Read how many runs a key has started, and how long they executed",
        parameters: selecting;
}

/// What the caller asks for.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Asked {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    by: String,
    #[serde(default)]
    format: String,
}

/// `GET`: of all keys for those that see all runs, and else of the caller's own.
pub(super) async fn usage(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, ApiError> {
    let unreadable = |why: QueryRejection| ApiError::invalid_body(why.body_text(), "value_error");
    let Query(asked) = asked.map_err(unreadable)?;
    let is_csv = is_csv(&asked.format)?;
    let by = by(&asked.by)?;
    let (from, to) = days(&asked)?;
    let used = app.operations.usage.used(&caller, (from, to), by).await?;
    match is_csv {
        true => csv(by, &used),
        false => {
            let rows: Vec<Value> = used.iter().map(|record| row(by, record)).collect();
            Ok(Json(Envelope::success(rows)).into_response())
        }
    }
}

/// What selects and arranges the use.
fn selecting() -> Vec<Value> {
    let day = json!({ "type": "string", "format": "date" });
    let choice = |names: &[&str]| json!({ "enum": names, "default": names[0] });
    vec![
        optional("from", day.clone()),
        optional("to", day),
        optional("by", choice(&["key", "workflow", "day"])),
        optional("format", choice(&["json", "csv"])),
    ]
}

fn days(asked: &Asked) -> Result<(NaiveDate, NaiveDate), ApiError> {
    let to = day("to", &asked.to)?.unwrap_or_else(|| now().date_naive());
    let from = day("from", &asked.from)?.unwrap_or_else(|| first_day(to));
    match from <= to {
        true => Ok((from, to)),
        false => Err(invalid("from", "must not be later than to")),
    }
}

fn day(name: &str, text: &str) -> Result<Option<NaiveDate>, ApiError> {
    if text.is_empty() {
        return Ok(None);
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d");
    let wrong = |_| invalid(name, "must be a day such as 2030-01-31");
    day.map(Some).map_err(wrong)
}

fn by(text: &str) -> Result<UsageBy, ApiError> {
    match text {
        "" | "key" => Ok(UsageBy::Key),
        "workflow" => Ok(UsageBy::Workflow),
        "day" => Ok(UsageBy::Day),
        _ => Err(invalid("by", "must be key, workflow or day")),
    }
}

fn is_csv(text: &str) -> Result<bool, ApiError> {
    match text {
        "" | "json" => Ok(false),
        "csv" => Ok(true),
        _ => Err(invalid("format", "must be json or csv")),
    }
}

fn invalid(name: &str, why: &str) -> ApiError {
    ApiError::invalid("query", name, why, "value_error")
}

/// The member with what was counted together.
fn member(by: UsageBy) -> &'static str {
    match by {
        UsageBy::Key => "key",
        UsageBy::Workflow => "workflow_id",
        UsageBy::Day => "day",
    }
}

fn row(by: UsageBy, used: &UsageRecord) -> Value {
    json!({
        member(by): used.name,
        "runs": used.runs,
        "engine_seconds": used.engine_seconds,
        "bytes": used.bytes,
    })
}

/// A text of callers as a cell: a spreadsheet would compute one that begins like a formula.
fn cell(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

fn csv(by: UsageBy, used: &[UsageRecord]) -> Result<Response, ApiError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = (|| {
        writer.write_record([member(by), "runs", "engine_seconds", "bytes"])?;
        for record in used {
            writer.write_record([
                &*cell(&record.name),
                &record.runs.to_string(),
                &record.engine_seconds.to_string(),
                &record.bytes.to_string(),
            ])?;
        }
        Ok::<_, csv::Error>(())
    })();
    written.map_err(ApiError::internal)?;
    let text = writer.into_inner().map_err(ApiError::internal)?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_not_a_formula() {
        for text in ["=1+1", "+1", "-2+3", "@here", "\t=1", "\r=1"] {
            assert_eq!(cell(text), format!("'{text}"));
        }
        for text in ["poster", "", "2026-11-27", "a=1"] {
            assert_eq!(cell(text), text);
        }
    }
}
