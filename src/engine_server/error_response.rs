//! Error responses in ComfyUI's shape: `{"error": {type, message, details, extra_info},
//! "node_errors": {}}`. Knows nothing about routes.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// An error response.
#[derive(Debug)]
pub(super) struct ErrorResponse {
    status: StatusCode,
    body: Value,
}

impl ErrorResponse {
    /// Status 400: the request is wrong.
    pub(super) fn new(kind: &str, message: &str, details: impl Into<String>) -> Self {
        let details: String = details.into();
        let error =
            json!({ "type": kind, "message": message, "details": details, "extra_info": {} });
        Self::with_body(json!({ "error": error, "node_errors": {} }))
    }

    /// Status 400 with this body.
    pub(super) fn with_body(body: Value) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            body,
        }
    }

    /// The same response with another status.
    pub(super) fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Status 500: the engine itself failed.
    pub(super) fn internal(attempted: &str, error: &dyn std::fmt::Display) -> Self {
        tracing::error!("{attempted}: {error}");
        Self::new("engine_failure", attempted, error.to_string())
            .with_status(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
