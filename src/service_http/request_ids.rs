//! The ids of a request: its own, which its answer names, and those of the trace that its caller has begun.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use service::operations::submissions::{TRACEPARENT, TraceContext};

/// The header with the id of a request, and of its answer.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id of a caller.
const MAX_LENGTH: usize = 64;

/// The ids of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestIds {
    pub(crate) id: String,
    /// The span of the request in its caller's trace, if the caller has named one.
    pub(crate) trace: Option<TraceContext>,
}

impl RequestIds {
    /// Those that the caller has chosen; a new id without a usable one.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let chosen = single(headers, REQUEST_ID.as_str()).filter(|id| is_usable(id));
        let random = || format!("{:032x}", rand::random::<u128>());
        let trace = single(headers, TRACEPARENT).and_then(TraceContext::parse);
        Self {
            id: chosen.map_or_else(random, str::to_owned),
            trace: trace.map(TraceContext::child),
        }
    }

    /// The header that names the request in its answer.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.id).ok()
    }
}

/// The only value of a header.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether an id is short, and cannot be taken for anything else in a log.
fn is_usable(id: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    (1..=MAX_LENGTH).contains(&id.len()) && id.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(headers: &[(&'static str, &'static str)]) -> RequestIds {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        RequestIds::of(&map)
    }

    #[test]
    fn a_plain_id_of_the_caller_is_kept() {
        for id in ["a", "4f3c-77", "Root:1.2_x"] {
            assert_eq!(of(&[("x-request-id", id)]).id, id);
        }
        let long: &'static str = "0123456789012345678901234567890123456789012345678901234567890123";
        assert_eq!(of(&[("x-request-id", long)]).id, long);
    }

    #[test]
    fn other_requests_get_a_random_id() {
        let long = "01234567890123456789012345678901234567890123456789012345678901234";
        for headers in [
            &[][..],
            &[("x-request-id", "")],
            &[("x-request-id", "a b")],
            &[("x-request-id", "a\"b")],
            &[("x-request-id", "{}")],
            &[("x-request-id", long)],
            &[("x-request-id", "a"), ("x-request-id", "b")],
        ] {
            let (one, other) = (of(headers), of(headers));
            assert_eq!(one.id.len(), 32, "{headers:?}");
            assert_ne!(one.id, other.id);
            assert_eq!(one.header().unwrap(), one.id);
        }
    }

    #[test]
    fn the_request_is_a_span_of_its_callers_trace() {
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let trace = of(&[("traceparent", parent)]).trace.unwrap();
        assert_eq!(trace.trace_id(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_ne!(trace.span_id(), "00f067aa0ba902b7");
        for headers in [
            &[][..],
            &[("traceparent", "00-x")],
            &[("traceparent", parent), ("traceparent", parent)],
        ] {
            assert_eq!(of(headers).trace, None, "{headers:?}");
        }
    }
}
