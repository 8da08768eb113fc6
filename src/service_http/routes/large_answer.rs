//! Answers that take a while to write, because they contain every workflow: they are written on threads for blocking
//! tasks, two at a time, in turns by party, so that other requests go on.

use std::sync::{Arc, LazyLock};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::api_error::ApiError;
use parties::Turns;

/// Two are written at a time; others wait without a thread.
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(|| Turns::new(2));

/// Answers with the JSON of what `make` returns.
pub(super) async fn json<T: Serialize>(
    make: impl FnOnce() -> T + Send + 'static,
) -> Result<Response, ApiError> {
    let turn = TURNS.wait().await;
    let task = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        serde_json::to_vec(&make())
    });
    let body = task.await.map_err(ApiError::internal)?;
    let body = body.map_err(ApiError::internal)?;
    let headers = [(header::CONTENT_TYPE, "application/json")];
    Ok((headers, body).into_response())
}
