//! One attempt of a call as text for developers: the request and the answer, truncated and without the
//! key. Does not know who observes it.

use js_sys::{Array, Date};
use wasm_bindgen::JsValue;
use web_sys::Headers;

use super::form_part::FormPart;
use super::message::message_of;
use super::request::{Attempt, Request, Response, ResponseHeaders};
use api::KEY_HEADER;
use client::digits;
use client::excerpt;
use schema::FieldValue;

/// The maximum size of the request's and of the answer's text, in bytes.
const MAX: usize = 32 << 10;

/// The maximum size of one part's text, in bytes, so that a long part does not hide the next one.
const MAX_PART: usize = 2 << 10;

/// Replaces the key.
const MASKED: &str = "••••";

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

impl From<&Attempt<'_>> for Exchange {
    fn from(attempt: &Attempt<'_>) -> Self {
        let request = attempt.request;
        let mut exchange = Self {
            method: request.method,
            address: request.address.to_owned(),
            took: Date::now() - attempt.began,
            ..Self::default()
        };
        exchange.request = exchange.request_text(request);
        exchange.answer = match attempt.result {
            Ok(response) => exchange.answer_text(response, request.key),
            Err(thrown) => exchange.truncated(&message_of(thrown), MAX, request.key),
        };
        exchange
    }
}

impl Exchange {
    fn request_text(&mut self, request: &Request<'_>) -> String {
        let mut text = [request.method, " ", request.address].concat();
        for piece in ["\n", KEY_HEADER, ": ", MASKED] {
            text.push_str(piece);
        }
        if let Some(json) = request.json {
            text.push_str("\nContent-Type: application/json\n\n");
            text.push_str(&self.truncated(json, MAX_PART, request.key));
        }
        let Some(parts) = request.parts else {
            return text;
        };
        text.push_str("\nContent-Type: multipart/form-data\n");
        for part in FormPart::of_list(parts) {
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
        self.is_cut |= self.size > MAX;
        let body = response.text(MAX as u32);
        let status = ["HTTP ", &digits(self.status.into()), "\n"].concat();
        let text = [&status, &headers(&response.headers), "\n\n", &body].concat();
        self.truncated(&text, MAX, key)
    }

    fn truncated(&mut self, text: &str, max: usize, key: &str) -> String {
        self.is_cut |= text.len() > max;
        excerpt(text, max, key)
    }
}

/// The headers that the browser exposes, one per line.
fn headers(headers: &ResponseHeaders) -> String {
    match headers {
        ResponseHeaders::Fetch(headers) => fetch_headers(headers),
        ResponseHeaders::Xhr(xhr) => {
            let lines = xhr.get_all_response_headers().unwrap_or_default();
            lines.trim_end().replace('\r', "")
        }
    }
}

fn fetch_headers(headers: &Headers) -> String {
    let line = |header: JsValue| String::from(Array::from(&header).join(": "));
    let lines: Vec<String> = Array::from(headers).iter().map(line).collect();
    lines.join("\n")
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
