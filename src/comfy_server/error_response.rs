//! Error responses in ComfyUI's shape: `{"error": {type, message, details, extra_info},
//! "node_errors": {}}`. Knows nothing about routes.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// An error response.
#[derive(Debug)]
pub struct ErrorResponse {
    status: StatusCode,
    error: Value,
    node_errors: Map<String, Value>,
}

impl ErrorResponse {
    /// Status 400: the request is wrong.
    pub fn new(kind: &str, message: &str, details: impl Into<String>) -> Self {
        let details: String = details.into();
        let error =
            json!({ "type": kind, "message": message, "details": details, "extra_info": {} });
        Self::with_node_errors(error, Map::new())
    }

    /// Status 400: a workflow is wrong. `error` is `{type, message, details, extra_info}`.
    pub fn with_node_errors(error: Value, node_errors: Map<String, Value>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            error,
            node_errors,
        }
    }

    /// The same response with another status.
    pub(super) fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Status 500: the server itself failed. Logs the error.
    pub fn internal(attempted: &str, error: &dyn std::fmt::Display) -> Self {
        tracing::error!("{attempted}: {error}");
        Self::new("engine_failure", attempted, error.to_string())
            .with_status(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let Self {
            status,
            error,
            node_errors,
        } = self;
        let body = json!({ "error": error, "node_errors": node_errors });
        (status, Json(body)).into_response()
    }
}
