//! `/history`: the runs that have ended.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value;

use crate::backend::{EndedRun, HistoryQuery};
use crate::clear_or_delete::ClearOrDelete;
use crate::error_response::ErrorResponse;
use crate::json_body;
use crate::state::ServerState;

/// The query of `GET /history`.
#[derive(Deserialize)]
pub(crate) struct Page {
    max_items: Option<i64>,
    offset: Option<i64>,
}

/// `GET /history?max_items&offset`.
pub(crate) async fn get_many(
    State(state): State<Arc<ServerState>>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Response, ErrorResponse> {
    let Query(page) = page.map_err(|error| {
        ErrorResponse::new(
            "invalid_query",
            "The query could not be parsed",
            error.body_text(),
        )
    })?;
    // ComfyUI treats a negative number as absent.
    let count = |number: Option<i64>| number.and_then(|number| usize::try_from(number).ok());
    let query = HistoryQuery::Page {
        max_items: count(page.max_items),
        offset: count(page.offset),
    };
    let runs = state.backend.history(query).await?;
    Ok(json_body::response(object(&runs)))
}

/// `GET /history/{id}`: `{}` for an unknown run.
pub(crate) async fn get_one(
    State(state): State<Arc<ServerState>>,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let runs = state.backend.history(HistoryQuery::Run(id)).await?;
    Ok(json_body::response(object(&runs)))
}

/// `POST /history` with `{"clear": true}` or `{"delete": [ids]}`.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    body: Bytes,
) -> Result<StatusCode, ErrorResponse> {
    let runs = ClearOrDelete::parse(&body)?;
    state.backend.remove_history(runs).await?;
    Ok(StatusCode::OK)
}

/// `{id: entry, …}`.
fn object(runs: &[EndedRun]) -> String {
    // The entries of runs with long texts are in memory once more, not several times.
    let size = |run: &EndedRun| run.id.len() + run.entry.len() + 6;
    let length: usize = runs.iter().map(size).sum();
    let mut object = String::with_capacity(length + 2);
    object.push('{');
    for (index, run) in runs.iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        let id = Value::from(run.id.as_str()).to_string();
        object.extend([separator, &id, ": ", &run.entry]);
    }
    object.push('}');
    object
}
