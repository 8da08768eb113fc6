//! Reads a form that is URL-encoded: HTTP libraries send a form without files like this. Does not know its
//! fields.

use axum::Form as UrlEncoded;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};

use super::MAX_STORED;
use super::error;
use crate::http::api_error::ApiError;

/// The content type of a URL-encoded form.
pub(super) const CONTENT_TYPE: &str = "application/x-www-form-urlencoded";

/// The maximum size of the body, in bytes: a byte of a text takes up to three.
const MAX_BODY: usize = 3 * MAX_STORED;

/// The names and texts of a form, in order.
pub(super) async fn read(request: Request) -> Result<Vec<(String, String)>, ApiError> {
    let (head, body) = request.into_parts();
    let bytes = to_bytes(body, MAX_BODY).await.map_err(|why| {
        let why = format!("{why}; send long texts as multipart/form-data");
        error::malformed(&why, "urlencoded_parsing")
    })?;
    let request = Request::from_parts(head, Body::from(bytes));
    let UrlEncoded(texts) = UrlEncoded::from_request(request, &())
        .await
        .map_err(|why| error::malformed(&why.body_text(), "urlencoded_parsing"))?;
    Ok(texts)
}
