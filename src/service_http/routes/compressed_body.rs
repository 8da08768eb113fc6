//! Refuses compressed bodies of requests. Knows no routes.

use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::request_body;

/// How many characters of an encoding's name an error has.
const NAMED: usize = 40;

/// Passes a request on unless its body is compressed: a small body could otherwise take any amount of memory.
pub(super) async fn refuse(request: Request, next: Next) -> Response {
    let encodings = request.headers().get_all(header::CONTENT_ENCODING);
    let encodings = encodings
        .iter()
        .map(|name| String::from_utf8_lossy(name.as_bytes()));
    let compressed = encodings.into_iter().find(|name| !is_plain(name));
    let Some(encoding) = compressed.filter(|_| !request.body().is_end_stream()) else {
        return next.run(request).await;
    };
    let encoding: String = encoding.chars().take(NAMED).collect();
    request_body::drain(request);
    let why = format!(
        "reading the request: its body is compressed (Content-Encoding: {encoding}), which this service does not \
         read; send it as it is, without this header"
    );
    ApiError::UnsupportedBody(why).into_response()
}

fn is_plain(encoding: &str) -> bool {
    let encoding = encoding.trim();
    encoding.is_empty() || encoding.eq_ignore_ascii_case("identity")
}
