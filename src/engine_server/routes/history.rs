//! `/history`: the runs that have ended.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::clear_or_delete::ClearOrDelete;
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
    let json = state
        .queue()
        .history
        .page(count(page.max_items), count(page.offset));
    Ok(json_body::response(json))
}

/// `GET /history/{id}`.
pub(crate) async fn get_one(
    State(state): State<Arc<ServerState>>,
    Path(id): Path<String>,
) -> Response {
    let json = state.queue().history.one(&id);
    json_body::response(json)
}

/// `POST /history` with `{"clear": true}` or `{"delete": [ids]}`.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    body: Bytes,
) -> Result<StatusCode, ErrorResponse> {
    let change = ClearOrDelete::parse(&body)?;
    let mut queue = state.queue();
    if change.clear {
        queue.history.clear();
    }
    queue.history.delete(&change.ids());
    Ok(StatusCode::OK)
}
