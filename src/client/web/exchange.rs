//! One try of a call as a developer looks at it: what was sent and what came back, as text, each cut
//! where it gets long, and without the key. Knows nothing of who looks.

use js_sys::Date;
use wasm_bindgen::JsValue;

use super::send::{Request, Response, words};
use crate::api::KEY_HEADER;
use crate::client::{cut, digits, hide_key};
use crate::schema::Input;

/// The most bytes that are kept of what was sent, and as many of what came back.
const MOST: usize = 32 << 10;

/// The most bytes that are kept of one part, so that a long text does not hide the next part.
const MOST_OF_A_PART: usize = 2 << 10;

/// What stands in the place of the key.
const MASKED: &str = "••••";

/// Is told of every try once it has ended.
pub type Observer = fn(Exchange);

/// One try of a call.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// The HTTP method.
    pub method: &'static str,
    /// The whole address.
    pub address: String,
    /// What was sent: the first line, the headers, the parts.
    pub request: String,
    /// The status of the answer; 0 where there was none.
    pub status: u16,
    /// What came back: the headers that the browser shows, the body; else why nothing came.
    pub answer: String,
    /// How many bytes the body has.
    pub size: usize,
    /// The milliseconds from one to the other.
    pub took: f64,
    /// Whether the body or a part is longer than what is kept.
    pub is_cut: bool,
}

impl Exchange {
    /// What went over the wire since `began`.
    pub(super) fn new(
        request: &Request<'_>,
        result: &Result<Response, JsValue>,
        began: f64,
    ) -> Self {
        let mut exchange = Self {
            method: request.method,
            address: request.address.to_owned(),
            took: Date::now() - began,
            ..Self::default()
        };
        exchange.request = exchange.sent(request);
        exchange.answer = match result {
            Ok(response) => exchange.came(response, request.key),
            Err(thrown) => exchange.kept(&words(thrown), MOST, request.key),
        };
        exchange
    }

    fn sent(&mut self, request: &Request<'_>) -> String {
        let mut text = [request.method, " ", request.address].concat();
        for piece in ["\n", KEY_HEADER, ": ", MASKED] {
            text.push_str(piece);
        }
        let Some(parts) = request.parts else {
            return text;
        };
        text.push_str("\nContent-Type: multipart/form-data\n");
        for part in parts {
            if text.len() > MOST {
                self.is_cut = true;
                break;
            }
            let line = line(&part.name(), &part.input());
            text.push_str(&self.kept(&line, MOST_OF_A_PART, request.key));
        }
        text
    }

    fn came(&mut self, response: &Response, key: &str) -> String {
        self.status = response.status;
        self.size = response.body.length() as usize;
        let head = response
            .body
            .subarray(0, self.size.min(MOST) as u32)
            .to_vec();
        self.is_cut |= self.size > MOST;
        let body = String::from_utf8_lossy(&head);
        let status = ["HTTP ", &digits(self.status.into()), "\n"].concat();
        let text = [&status, &response.headers, "\n\n", &*body].concat();
        self.kept(&text, MOST, key)
    }

    fn kept(&mut self, text: &str, most: usize, key: &str) -> String {
        self.is_cut |= text.len() > most;
        bounded(text, most, key)
    }
}

/// At most so many bytes of a text, without the key: no part of one that goes beyond the end, either.
fn bounded(text: &str, most: usize, key: &str) -> String {
    let mut head = cut(text, most);
    hide_key(&mut head, key);
    if text.len() <= most {
        return head;
    }
    let whole = head.len().saturating_sub(key.len());
    cut(&head, whole)
}

/// A part as curl has it: `title=Hi`, `photo=@sea.png;type=image/png (1234 bytes)`.
fn line(name: &str, input: &Input) -> String {
    match input {
        Input::Text(text) => ["\n", name, "=", text].concat(),
        Input::File(file) => {
            let size = digits(u32::try_from(file.size).unwrap_or(u32::MAX));
            let kind = [";type=", &file.content_type, " (", &size, " bytes)"].concat();
            ["\n", name, "=@", &file.name, &kind].concat()
        }
    }
}

#[cfg(test)]
mod tests;
