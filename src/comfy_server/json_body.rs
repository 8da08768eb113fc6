//! JSON bodies of requests and responses. Knows nothing about routes.

use std::sync::Arc;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::error_response::ErrorResponse;

/// JSON that is serialized already. It is shared, because prompts and outputs may have long texts.
pub type JsonText = Arc<str>;

/// Parses a request body as JSON.
pub(super) fn parse(body: &[u8]) -> Result<Value, ErrorResponse> {
    serde_json::from_slice(body).map_err(|error| {
        ErrorResponse::new("invalid_json", "The body is not JSON", error.to_string())
    })
}

/// Parses a request body as JSON; an empty body counts as `{}`.
pub(super) fn parse_optional(body: &[u8]) -> Result<Value, ErrorResponse> {
    if body.is_empty() {
        return Ok(json!({}));
    }
    parse(body)
}

/// A response with JSON that is already serialized.
pub(super) fn response(json: String) -> Response {
    let content_type = (header::CONTENT_TYPE, "application/json; charset=utf-8");
    ([content_type], json).into_response()
}
