//! Answers that refuse, in ComfyUI's shape: `{"error": {type, message, details, extra_info},
//! "node_errors": {}}`. Knows nothing of routes.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refused request.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    body: Value,
}

impl Refusal {
    /// 400: the request is wrong.
    pub(super) fn new(kind: &str, message: &str, details: impl Into<String>) -> Self {
        let details: String = details.into();
        let error =
            json!({ "type": kind, "message": message, "details": details, "extra_info": {} });
        Self::body(json!({ "error": error, "node_errors": {} }))
    }

    /// 400 with a body of its own.
    pub(super) fn body(body: Value) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            body,
        }
    }

    pub(super) fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// 500: something of the engine's own failed.
    pub(super) fn internal(attempted: &str, error: &dyn std::fmt::Display) -> Self {
        tracing::error!("{attempted} failed: {error}");
        Self::new("engine_failure", attempted, error.to_string())
            .with_status(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

/// Reads a body as JSON; an empty one counts as `{}` where `optional`.
pub(super) fn read(body: &[u8], optional: bool) -> Result<Value, Refusal> {
    if optional && body.is_empty() {
        return Ok(json!({}));
    }
    serde_json::from_slice(body)
        .map_err(|error| Refusal::new("invalid_json", "The body is not JSON", error.to_string()))
}

/// JSON that is already text.
pub(super) fn json_text(text: String) -> Response {
    (
        [(
            axum::http::header::CONTENT_TYPE,
            "application/json; charset=utf-8",
        )],
        text,
    )
        .into_response()
}
