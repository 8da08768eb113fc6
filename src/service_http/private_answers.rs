//! Answers of the API are for their caller alone: no cache keeps them, and browsers take them for nothing else than they
//! are.

use axum::http::{HeaderMap, HeaderValue, header};

/// Adds what an answer needs. What a route has set itself stays.
pub(crate) fn set_headers(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
}
