//! Refuses queries that are not UTF-8 text: their values would be read with other characters than were sent. Knows no
//! routes.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;

use crate::api_error::ApiError;
use crate::request_body;

/// Passes a request on unless its query has escapes that are not UTF-8.
pub(super) async fn require(request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let is_other = |pair: &&str| percent_decode_str(pair).decode_utf8().is_err();
    let Some(pair) = query.split('&').find(is_other) else {
        return next.run(request).await;
    };
    let name = pair.split('=').next().unwrap_or_default().to_owned();
    request_body::drain(request);
    let msg = "reading the query: it has bytes that are not UTF-8; encode its values as UTF-8, such as %C3%B6 for “ö”";
    ApiError::invalid("query", &name, msg, "string_unicode").into_response()
}
