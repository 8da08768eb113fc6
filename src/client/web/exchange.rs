//! One attempt of a call as text for developers: the request and the answer, truncated and without the
//! key. Does not know who observes it.

use js_sys::Date;
use wasm_bindgen::JsValue;

use super::message::message_of;
use super::request::{Request, Response};
use crate::api::KEY_HEADER;
use crate::client::error::redact::hide_key;
use crate::client::text::{cut, digits};
use crate::schema::FieldValue;

/// The maximum size of the request's and of the answer's text, in bytes.
const MAX: usize = 32 << 10;

/// The maximum size of one part's text, in bytes, so that a long part does not hide the next one.
const MAX_PART: usize = 2 << 10;

/// Replaces the key.
const MASKED: &str = "••••";

/// Called with each attempt when it has ended.
pub type Observer = fn(Exchange);

/// One attempt of a call.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// The HTTP method.
    pub method: &'static str,
    /// The address with its query.
    pub address: String,
    /// The request: the first line, the headers, the parts.
    pub request: String,
    /// The status of the answer; 0 if there was none.
    pub status: u16,
    /// The answer: the headers that the browser exposes and the body, or the reason why there is none.
    pub answer: String,
    /// The size of the body, in bytes.
    pub size: usize,
    /// The milliseconds between request and answer.
    pub took: f64,
    /// Whether the body or a part was truncated.
    pub is_cut: bool,
}

impl Exchange {
    /// The exchange of a request that was sent at this time.
    pub(super) fn new(
        request: &Request<'_>,
        result: &Result<Response, JsValue>,
        started: f64,
    ) -> Self {
        let mut exchange = Self {
            method: request.method,
            address: request.address.to_owned(),
            took: Date::now() - started,
            ..Self::default()
        };
        exchange.request = exchange.request_text(request);
        exchange.answer = match result {
            Ok(response) => exchange.answer_text(response, request.key),
            Err(thrown) => exchange.truncated(&message_of(thrown), MAX, request.key),
        };
        exchange
    }

    fn request_text(&mut self, request: &Request<'_>) -> String {
        let mut text = [request.method, " ", request.address].concat();
        for piece in ["\n", KEY_HEADER, ": ", MASKED] {
            text.push_str(piece);
        }
        let Some(parts) = request.parts else {
            return text;
        };
        text.push_str("\nContent-Type: multipart/form-data\n");
        for part in parts {
            if text.len() > MAX {
                self.is_cut = true;
                break;
            }
            let line = line(&part.name(), &part.input());
            text.push_str(&self.truncated(&line, MAX_PART, request.key));
        }
        text
    }

    fn answer_text(&mut self, response: &Response, key: &str) -> String {
        self.status = response.status;
        self.size = response.body.length() as usize;
        let head = response
            .body
            .subarray(0, self.size.min(MAX) as u32)
            .to_vec();
        self.is_cut |= self.size > MAX;
        let body = String::from_utf8_lossy(&head);
        let status = ["HTTP ", &digits(self.status.into()), "\n"].concat();
        let text = [&status, &response.headers, "\n\n", &*body].concat();
        self.truncated(&text, MAX, key)
    }

    fn truncated(&mut self, text: &str, max: usize, key: &str) -> String {
        self.is_cut |= text.len() > max;
        truncate_without_key(text, max, key)
    }
}

/// A text, truncated to this many bytes, without the key and without part of the key at the end.
fn truncate_without_key(text: &str, max: usize, key: &str) -> String {
    let mut head = cut(text, max);
    hide_key(&mut head, key);
    if text.len() <= max {
        return head;
    }
    let whole = head.len().saturating_sub(key.len());
    cut(&head, whole)
}

/// A part as curl writes it: `title=Hi`, `photo=@sea.png;type=image/png (1234 bytes)`.
fn line(name: &str, input: &FieldValue) -> String {
    match input {
        FieldValue::Text(text) => ["\n", name, "=", text].concat(),
        FieldValue::File(file) => {
            let size = digits(u32::try_from(file.size).unwrap_or(u32::MAX));
            let kind = [";type=", &file.content_type, " (", &size, " bytes)"].concat();
            ["\n", name, "=@", &file.name, &kind].concat()
        }
    }
}

#[cfg(test)]
mod tests;
