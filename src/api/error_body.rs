//! Reads the messages in error bodies, whichever shape a deployment uses. Knows no operation.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char pulls in encoding code, which would enlarge the first load"
)]

use super::problem::{Loc, ValidationItem};
use json::Json;

/// The depth of nested lists and objects that are read.
const DEPTH: usize = 16;

/// The items of a 422 body; empty if it has another shape. An item with an unreadable `loc` keeps
/// its message.
pub fn validation(body: &[u8]) -> Vec<ValidationItem> {
    let json = Json::read(body, DEPTH).unwrap_or(Json::Null);
    let detail = json.get("detail");
    let mut items = Vec::new();
    if let Some(text) = detail.text() {
        items.push(item(Vec::new(), text, None));
    }
    for error in detail.items() {
        if let Some(msg) = error.get("msg").text() {
            let loc = location(error.get("loc").items()).unwrap_or_default();
            items.push(item(loc, msg, error.get("type").text()));
        }
    }
    items
}

fn location(steps: &[Json<'_>]) -> Option<Vec<Loc>> {
    let mut loc = Vec::new();
    for step in steps {
        loc.push(match step {
            Json::Text(name) => Loc::Name(name.clone().into_owned()),
            // A `u32` is enough; parsing a larger type would pull in more code.
            Json::Number(digits) => Loc::Index(digits.parse::<u32>().ok()?.into()),
            _ => return None,
        });
    }
    Some(loc)
}

fn item(loc: Vec<Loc>, msg: &str, kind: Option<&str>) -> ValidationItem {
    ValidationItem {
        loc,
        msg: msg.to_owned(),
        kind: kind.unwrap_or("value_error").to_owned(),
    }
}

/// The text of an error body's `errors`, `detail`, `error` or `message`. A list becomes one line per
/// item.
pub fn error_text(body: &[u8]) -> Option<String> {
    let json = Json::read(body, DEPTH).ok()?;
    for name in ["errors", "detail", "error", "message"] {
        let text = lines(json.get(name));
        if !text.is_empty() {
            return Some(text);
        }
    }
    None
}

fn lines(json: &Json<'_>) -> String {
    let mut lines = json.text().unwrap_or_default().to_owned();
    for line in json.items() {
        if !lines.is_empty() {
            lines.push_str("\n");
        }
        lines.push_str(line.text().unwrap_or_default());
    }
    lines
}
