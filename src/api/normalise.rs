//! Converts parsed JSON to a [`Shape`], as a tree that borrows its texts from the input. The npm
//! package serializes the tree, Rust decodes it. Knows no operation.

mod progress;

pub(super) use progress::progress;

use std::borrow::Cow;

use super::number::seconds;
use super::priority::Priority;
use super::run_status::RunStatus;
use super::shape::{Member, Shape};
use json::Json;

/// `json` in this shape; `None` if it does not fit. `call_id` is the id the operation was called with.
pub(super) fn normalise<'a>(
    json: &'a Json<'a>,
    shape: &Shape,
    call_id: &'a str,
) -> Option<Json<'a>> {
    Some(match (shape, json) {
        (Shape::Ignored | Shape::Bare, _) => Json::Null,
        (Shape::Object(members), Json::Object(_)) => object(json, members, call_id)?,
        (Shape::List(item) | Shape::RequiredList(item), Json::List(items)) => {
            list(items, item, call_id)
        }
        (Shape::NonEmptyList(item), Json::List(items)) => {
            let list = list(items, item, call_id);
            list.items().first()?;
            list
        }
        (Shape::NonEmptyList(item) | Shape::RequiredList(item), Json::Object(_)) => {
            Json::List(vec![normalise(json, item, call_id)?])
        }
        (Shape::Object(_) | Shape::NonEmptyList(_) | Shape::RequiredList(_), _) => return None,
        (Shape::List(_), _) => Json::List(Vec::new()),
        (Shape::Tasks, _) => tasks(json.items()),
        (Shape::By(read), _) => read(json),
        (Shape::Number, _) => number(json),
        (Shape::Count, _) => digits(progress::whole(json).map(|(_, digits)| digits)),
        (Shape::Seconds, Json::Number(found)) => digits(seconds(json).map(|_| &**found)),
        (Shape::Seconds, _) => Json::Null,
        (Shape::OptionalText, _) => text(json),
        (Shape::RequiredText, _) => Json::Text(word(json)?.into()),
        (Shape::TextOrCallId, _) => Json::Text(word(json).unwrap_or(call_id).into()),
        (Shape::Text, _) => Json::Text(word(json).unwrap_or_default().into()),
    })
}

/// Whether it is `true`.
pub(super) fn flag<'a>(json: &'a Json<'a>) -> Json<'a> {
    Json::Bool(matches!(json, Json::Bool(true)))
}

/// A run's priority, one of [`Priority`]'s names; `null` if missing or another word.
pub(super) fn priority<'a>(json: &'a Json<'a>) -> Json<'a> {
    match json.text().and_then(Priority::of) {
        Some(priority) => Json::Text(Cow::Borrowed(priority.name())),
        None => Json::Null,
    }
}

/// A run's status, one of [`RunStatus`]' names.
pub(super) fn status<'a>(json: &'a Json<'a>) -> Json<'a> {
    let status = RunStatus::of(word(json).unwrap_or_default());
    Json::Text(Cow::Borrowed(status.name()))
}

/// JSON as text, whether it came as JSON or inside a string; `null` if missing.
pub(super) fn json_text<'a>(json: &'a Json<'a>) -> Json<'a> {
    match json {
        Json::Object(_) | Json::List(_) => Json::Text(json.to_text().into()),
        _ => text(json),
    }
}

/// A text, or the digits or the word of another single value.
pub(super) fn word<'a>(json: &'a Json<'a>) -> Option<&'a str> {
    match json {
        Json::Text(word) | Json::Number(word) => Some(word),
        Json::Bool(true) => Some("true"),
        Json::Bool(false) => Some("false"),
        _ => None,
    }
}

fn text<'a>(json: &'a Json<'a>) -> Json<'a> {
    match word(json) {
        Some(word) => Json::Text(word.into()),
        None => Json::Null,
    }
}

fn number<'a>(json: &'a Json<'a>) -> Json<'a> {
    Json::Number(Cow::Borrowed(match json {
        Json::Number(digits) => digits,
        _ => "0",
    }))
}

/// A number with these digits; `null` without.
fn digits<'a>(digits: Option<&'a str>) -> Json<'a> {
    digits.map_or(Json::Null, |digits| Json::Number(digits.into()))
}

fn object<'a>(json: &'a Json<'a>, members: &[Member], call_id: &'a str) -> Option<Json<'a>> {
    let mut object = Vec::new();
    for Member(name, names, shape) in members {
        let value = normalise(json.first(names), shape, call_id)?;
        object.push((Cow::Borrowed(*name), value));
    }
    Some(Json::Object(object))
}

/// The items that have the shape.
fn list<'a>(items: &'a [Json<'a>], shape: &Shape, call_id: &'a str) -> Json<'a> {
    let mut list = Vec::new();
    for item in items {
        if let Some(item) = normalise(item, shape, call_id) {
            list.push(item);
        }
    }
    Json::List(list)
}

/// Tuples that start with a number and an id; their other items are ignored.
fn tasks<'a>(items: &'a [Json<'a>]) -> Json<'a> {
    let mut tasks = Vec::new();
    for item in items {
        if let [priority, id, ..] = item.items()
            && let Some(id) = word(id)
        {
            tasks.push(Json::Object(vec![
                (Cow::Borrowed("id"), Json::Text(id.into())),
                (Cow::Borrowed("number"), number(priority)),
            ]));
        }
    }
    Json::List(tasks)
}
