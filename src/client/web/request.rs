//! The request and response types of the transports. Knows no transport.

use js_sys::{Date, Function, Uint8Array};

use super::form_part::FormPart;
use crate::client::call::Received;

/// A request.
pub(super) struct Request<'a> {
    pub(super) method: &'static str,
    pub(super) address: &'a str,
    pub(super) key: &'a str,
    pub(super) parts: Option<&'a [FormPart]>,
    pub(super) progress: Option<&'a Function>,
}

/// A response.
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) retry_after: Option<String>,
    /// The headers that the browser exposes, one per line.
    pub(super) headers: String,
    /// Outside WebAssembly's memory: a large queue is read in a worker.
    pub(super) body: Uint8Array,
}

impl Response {
    pub(super) fn is_good(&self) -> bool {
        matches!(self.status, 200..300)
    }

    pub(super) fn received<'a>(&self, body: &'a [u8]) -> Received<'a> {
        Received {
            status: self.status,
            retry_after: self.retry_after.as_deref().and_then(seconds),
            body,
        }
    }
}

/// The seconds in a `Retry-After` header, which holds a number or a date.
fn seconds(header: &str) -> Option<u32> {
    let header = header.trim();
    header.parse().ok().or_else(|| {
        let wait = (Date::parse(header) - Date::now()) / 1000.0;
        (!wait.is_nan()).then(|| wait.max(0.0).ceil() as u32)
    })
}
