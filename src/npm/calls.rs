//! The calls as JavaScript makes them: what to send, and what came of it. The sending itself is the
//! facade's (`www/npm`), which has each platform's own ways.

use wasm_bindgen::prelude::*;

use super::error::{failed, member};
use crate::api::Operation;
use crate::client::{Call, Error, ErrorKind, Outcome, Received, address, digits};
use crate::json::{Json, write_text};

/// The one door: every crossing costs bytes in the package's first load.
///
/// `asked` is a JSON list of texts, one of
/// - `["baseUrl", href]`: a base URL made fit, from an address as `URL` writes it;
/// - `["request", name, baseUrl, id, query, key]`: method, space and address of the operation `name`
///   about `id`; `query` holds further members of the query, encoded;
/// - `["answered", name, baseUrl, id, key, tries, status, retryAfter]`, with the answer's `body`:
///   what it comes to at the `tries`th try; `retryAfter` in seconds, empty where the server does not
///   say;
/// - `["unanswered", name, baseUrl, id, key, tries, code, why]`: what it comes to that no answer
///   came; `code` is that of an error.
///
/// Gives JSON text of one member: `value`; `wait`, the milliseconds until the next try; or `error`
/// (see [`super::error::failed`]).
#[wasm_bindgen]
pub fn core(asked: &str, body: &[u8]) -> String {
    answer(asked, body).unwrap_or_else(failed)
}

fn answer(asked: &str, body: &[u8]) -> Result<String, Error> {
    let asked = Json::read(asked.as_bytes(), 1).unwrap_or(Json::Null);
    let mut words = [""; 8];
    for (word, item) in words.iter_mut().zip(asked.items()) {
        *word = item.text().unwrap_or_default();
    }
    match words {
        ["baseUrl", href, ..] => Ok(text(&address::base_url(href)?)),
        ["request", name, base_url, id, query, key, ..] => {
            address::key(key)?;
            let call = call(name, base_url, id, query)?;
            let mut request = call.operation.method.to_owned();
            for piece in [" ", &call.url, &call.query] {
                request.push_str(piece);
            }
            Ok(text(&request))
        }
        [
            "answered",
            name,
            base_url,
            id,
            key,
            tries,
            status,
            retry_after,
        ] => {
            let received = Received {
                status: number(status).unwrap_or_default() as u16,
                retry_after: number(retry_after),
                body,
            };
            let call = call(name, base_url, id, "")?;
            Ok(settled(call.answered(
                received,
                key,
                number(tries).unwrap_or(u32::MAX),
            )))
        }
        ["unanswered", name, base_url, id, key, tries, code, why] => {
            let call = call(name, base_url, id, "")?;
            let error = Error::unanswered(kind(code), &call, why).without(key);
            Ok(settled(
                call.failed(error, number(tries).unwrap_or(u32::MAX)),
            ))
        }
        _ => Err(Error::input(&[
            "reading what was asked: a text of it is no Unicode",
        ])),
    }
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
