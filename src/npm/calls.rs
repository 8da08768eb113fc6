//! The calls for JavaScript: builds requests and interprets answers. Knows no transport: the facade in
//! `www/npm` sends requests the way each platform does.

use wasm_bindgen::prelude::*;

use super::error::{failed, member};
use crate::api::Operation;
use crate::client::{Call, Error, ErrorKind, Outcome, Received, address, digits};
use crate::json::{Json, write_text};

/// The only export of this build, because each one adds bytes to the package's first load.
///
/// `request` is one of these JSON lists of texts:
/// - `["baseUrl", href]` returns the base URL of an address as `URL` writes it.
/// - `["request", name, baseUrl, id, query, key]` returns the method and URL of the operation `name`,
///   separated by a space. `query` holds further encoded parameters.
/// - `["answered", name, baseUrl, id, key, attempt, status, retryAfter]` returns the outcome of an
///   attempt with the answer `body`. `retryAfter` is in seconds, or empty.
/// - `["unanswered", name, baseUrl, id, key, attempt, code, why]` returns the outcome of an attempt
///   without an answer. `code` is an error code.
///
/// Returns a JSON object with one member: `value`; `wait`, the milliseconds until the retry; or `error`
/// (see [`super::error::failed`]).
#[wasm_bindgen]
pub fn core(request: &str, body: &[u8]) -> String {
    respond(request, body).unwrap_or_else(failed)
}

fn respond(request: &str, body: &[u8]) -> Result<String, Error> {
    let request = Json::read(request.as_bytes(), 1).unwrap_or(Json::Null);
    let mut texts = [""; 8];
    for (text, item) in texts.iter_mut().zip(request.items()) {
        *text = item.text().unwrap_or_default();
    }
    match texts {
        ["baseUrl", href, ..] => Ok(text(&address::base_url(href)?)),
        ["request", name, base_url, id, query, key, ..] => {
            address::key(key)?;
            let call = call(name, base_url, id, query)?;
            Ok(text(&request_line(&call)))
        }
        ["answered", name, base_url, id, key, attempt, status, wait] => {
            let call = call(name, base_url, id, "")?;
            let received = received(status, wait, body);
            Ok(settled(call.answered(received, key, count(attempt))))
        }
        ["unanswered", name, base_url, id, key, attempt, code, why] => {
            let call = call(name, base_url, id, "")?;
            let error = Error::unanswered(kind(code), &call, why).without(key);
            Ok(settled(call.failed(error, count(attempt))))
        }
        _ => Err(Error::input(&[
            "reading the request: one of its texts is not valid Unicode",
        ])),
    }
}

fn request_line(call: &Call) -> String {
    let mut line = call.operation.method.to_owned();
    for piece in [" ", &call.url, &call.query] {
        line.push_str(piece);
    }
    line
}

fn received<'a>(status: &str, retry_after: &str, body: &'a [u8]) -> Received<'a> {
    Received {
        status: number(status).unwrap_or_default() as u16,
        retry_after: number(retry_after),
        body,
    }
}

/// An unreadable number counts as the last attempt.
fn count(attempt: &str) -> u32 {
    number(attempt).unwrap_or(u32::MAX)
}

fn number(digits: &str) -> Option<u32> {
    digits.parse().ok()
}

fn kind(code: &str) -> ErrorKind {
    match code {
        "timeout" => ErrorKind::Timeout,
        "aborted" => ErrorKind::Aborted,
        "usage" => ErrorKind::Usage,
        _ => ErrorKind::Network,
    }
}

fn call(name: &str, base_url: &str, id: &str, query: &str) -> Result<Call, Error> {
    match Operation::by_name(name) {
        Some(operation) => Call::new(operation, base_url, id, query),
        None => Err(Error::input(&["“", name, "” is not an operation"])),
    }
}

fn settled(outcome: Outcome) -> String {
    match outcome {
        Outcome::Done(normal) => member("value", &normal),
        Outcome::Retry(wait) => member("wait", &digits(wait)),
        Outcome::Failed(error) => failed(*error),
    }
}

fn text(word: &str) -> String {
    let mut json = String::new();
    write_text(word, &mut json);
    member("value", &json)
}
