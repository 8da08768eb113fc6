//! Serves a file or the one range of it that a request wants. Knows no links and no folders: a file service such as
//! `ServeFile` does the rest, but rejects what it does not support and knows no `If-Range`.
//! Source: RFC 9110, sections 13.1.5 and 14.

use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};

/// Answers a request with the file service `serve`: with a range if the request names a single one, and the file
/// is still the one that it means, else with the whole file.
///
/// # Errors
/// Those of the file service.
pub async fn serve<B, E, F>(
    request: Request,
    serve: impl Fn(Request) -> F,
) -> Result<Response<B>, E>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    let (mut whole, _) = request.into_parts();
    let range = single_range(&whole);
    whole.headers.remove(header::RANGE);
    let condition = whole.headers.remove(header::IF_RANGE);
    if let Some(range) = range {
        let mut part = whole.clone();
        part.headers.insert(header::RANGE, range.clone());
        let response = serve(Request::from_parts(part, Body::empty())).await?;
        let is_wanted = match response.status() {
            StatusCode::RANGE_NOT_SATISFIABLE if is_suffix(&range) => false,
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE => {
                condition.is_none_or(|known| is_current(&known, response.headers()))
            }
            _ => true,
        };
        if is_wanted {
            return Ok(response);
        }
    }
    serve(Request::from_parts(whole, Body::empty())).await
}

/// The range that a request wants, in its plain form; `None` if it names none, several, an unknown unit or
/// something else: a range may be ignored.
fn single_range(request: &Parts) -> Option<HeaderValue> {
    let mut ranges = request.headers.get_all(header::RANGE).iter();
    let (range, None) = (ranges.next()?, ranges.next()) else {
        return None;
    };
    let (unit, range) = range.to_str().ok()?.split_once('=')?;
    let is_bytes = unit.trim().eq_ignore_ascii_case("bytes") && request.method == Method::GET;
    let (first, last) = range.split_once('-').filter(|_| is_bytes)?;
    let range = match (position(first)?, position(last)?) {
        (Some(first), Some(last)) if first <= last => format!("bytes={first}-{last}"),
        (Some(first), None) => format!("bytes={first}-"),
        (None, Some(length)) => format!("bytes=-{length}"),
        _ => return None,
    };
    HeaderValue::from_str(&range).ok()
}

/// Whether a range is the end of a file. One that is longer than the file is the file.
fn is_suffix(range: &HeaderValue) -> bool {
    range.as_bytes().starts_with(b"bytes=-") && range != "bytes=-0"
}

/// The number of a byte, or `None` within if there is none. A number without end is beyond every file.
fn position(text: &str) -> Option<Option<u64>> {
    let text = text.trim();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = || text.parse().unwrap_or(u64::MAX);
    is_number.then(|| (!text.is_empty()).then(number))
}

/// Whether a condition of `If-Range` names the file that these headers describe: by its tag or by its date.
fn is_current(condition: &HeaderValue, headers: &HeaderMap) -> bool {
    let is_weak = condition.as_bytes().starts_with(b"W/");
    let is_same = |name| headers.get(name) == Some(condition);
    !is_weak && (is_same(header::ETAG) || is_same(header::LAST_MODIFIED))
}

#[cfg(test)]
mod tests;
