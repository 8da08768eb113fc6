//! Answers as Rust types, and what error answers say.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char brings its encoding along, which is part of a page's first load"
)]

use super::{Answer, Loc, Operation, Queue, RunProgress, ValidationItem, normal};
use crate::json::Json;

/// Nested lists and objects that are read.
const DEPTH: usize = 16;

/// What an operation's answer says; `id` is what the operation is about.
///
/// # Errors
/// Why it is no such answer.
pub fn answer<T: Answer>(operation: &Operation, body: &[u8], id: &str) -> Result<T, String> {
    normal(&operation.normal(body, id)?)
}

/// What an answer in its one shape says.
///
/// # Errors
/// Why it is none.
pub fn normal<T: Answer>(text: &str) -> Result<T, String> {
    Ok(T::of(&Json::read(text.as_bytes(), DEPTH)?))
}

/// One engine's own queue: ComfyUI's `GET /queue`, which has neither envelope nor entries.
///
/// # Errors
/// Why it is no such answer.
pub fn engine_queue(body: &[u8]) -> Result<Queue, String> {
    let json = Json::read(body, 3)?;
    let mut normal = String::new();
    if !normal::write(&json, &normal::ENGINE_QUEUE, "", &mut normal) {
        return Err("it is no object".to_owned());
    }
    self::normal(&normal)
}

/// How far an engine's event says that a node is: ComfyUI's `progress`.
pub fn progress(data: &Json<'_>) -> Option<RunProgress> {
    let mut normal = String::new();
    normal::write(data, &normal::Shape::Progress, "", &mut normal);
    self::normal(&normal).ok()?
}

/// The faults that a 422 body names; empty where it has another shape. An item whose `loc` is
/// strange keeps its message.
pub fn validation(body: &[u8]) -> Vec<ValidationItem> {
    let json = Json::read(body, DEPTH).unwrap_or(Json::Null);
    let detail = json.get("detail");
    let mut items = Vec::new();
    if let Some(text) = detail.text() {
        items.push(fault(Vec::new(), text, None));
    }
    for item in detail.items() {
        if let Some(msg) = item.get("msg").text() {
            let loc = place(item.get("loc").items()).unwrap_or_default();
            items.push(fault(loc, msg, item.get("type").text()));
        }
    }
    items
}

fn place(steps: &[Json<'_>]) -> Option<Vec<Loc>> {
    let mut loc = Vec::new();
    for step in steps {
        loc.push(match step {
            Json::Text(name) => Loc::Name(name.clone().into_owned()),
            // A place in a list; reading further digits would bring its own code along.
            Json::Number(digits) => Loc::Index(digits.parse::<u32>().ok()?.into()),
            _ => return None,
        });
    }
    Some(loc)
}

fn fault(loc: Vec<Loc>, msg: &str, kind: Option<&str>) -> ValidationItem {
    ValidationItem {
        loc,
        msg: msg.to_owned(),
        kind: kind.unwrap_or("value_error").to_owned(),
    }
}

/// The text of an error answer's `errors`, `detail`, `error` or `message`, if it has one; several
/// texts, a line each.
pub fn error_text(body: &[u8]) -> Option<String> {
    let json = Json::read(body, DEPTH).ok()?;
    for place in ["errors", "detail", "error", "message"] {
        let said = words(json.get(place));
        if !said.is_empty() {
            return Some(said);
        }
    }
    None
}

fn words(json: &Json<'_>) -> String {
    let mut lines = json.text().unwrap_or_default().to_owned();
    for line in json.items() {
        if !lines.is_empty() {
            lines.push_str("\n");
        }
        lines.push_str(line.text().unwrap_or_default());
    }
    lines
}
