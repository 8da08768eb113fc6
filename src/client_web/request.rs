//! The request and response types of the transports. Knows no transport.

use js_sys::{Array, Date, Function, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::{AbortSignal, Headers, TextDecoder, XmlHttpRequest};

use client::Received;

/// The maximum size of an error's body that is read, in bytes. Larger bodies are not those of this API.
pub(super) const MAX_ERROR_BODY: u32 = 1 << 20;

/// A request.
pub struct Request<'a> {
    /// The HTTP method.
    pub method: &'static str,
    /// The address with its query.
    pub address: &'a str,
    /// The key.
    pub key: &'a str,
    /// The idempotency key, if it has one.
    pub idempotency_key: Option<&'a str>,
    /// The parts of the form, if it has one: a [`super::FormPart::list`].
    pub parts: Option<&'a Array>,
    /// The body as JSON, of a call without a form. Only fetch sends it.
    pub json: Option<&'a str>,
    /// Called with `{loaded, total}`, in bytes.
    pub progress: Option<&'a Function>,
    /// Ends the request.
    pub signal: AbortSignal,
}

/// One attempt of a call that has ended.
pub struct Attempt<'a> {
    pub(super) request: &'a Request<'a>,
    pub(super) result: &'a Result<Response, JsValue>,
    /// When it was sent, in milliseconds since 1970.
    pub(super) began: f64,
}

/// A response.
#[derive(Clone)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The header `Retry-After`.
    pub retry_after: Option<String>,
    /// The other headers.
    pub headers: ResponseHeaders,
    /// The body, outside WebAssembly's memory: a large queue is read in a worker.
    pub body: Uint8Array,
}

/// The headers that the transport gives.
#[derive(Clone)]
pub enum ResponseHeaders {
    /// Those of fetch.
    Fetch(Headers),
    /// Those of XMLHttpRequest.
    Xhr(XmlHttpRequest),
}

impl Response {
    pub(super) fn is_success(&self) -> bool {
        matches!(self.status, 200..300)
    }

    /// The first `max` bytes of the body as text.
    pub(super) fn text(&self, max: u32) -> String {
        let start = self.body.subarray(0, max);
        // Invalid bytes are replaced; decoding throws only in the fatal mode.
        let decoder = TextDecoder::new();
        let text = decoder.and_then(|decoder| decoder.decode_with_js_u8_array(&start));
        text.unwrap_or_default()
    }

    /// The response for an error.
    pub(super) fn received<'a>(&self, body: &'a str) -> Received<'a> {
        Received {
            status: self.status,
            retry_after: self.retry_after.as_deref().and_then(seconds),
            body,
        }
    }
}

/// The seconds in a `Retry-After` header, which holds a number or a date. Some servers send `1.5`, which a browser
/// would read as a day in 2001.
fn seconds(header: &str) -> Option<u32> {
    let header = header.trim_ascii();
    let number = JsValue::from_str(header).unchecked_into_f64();
    let wait = match number.is_nan() {
        true => (Date::parse(header) - Date::now()) / 1000.0,
        false => number,
    };
    // An empty header is the number 0.
    (!wait.is_nan() && !header.is_empty()).then(|| wait.max(0.0).ceil() as u32)
}
