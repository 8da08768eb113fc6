//! Answers of every generation of deployments, brought to one shape: tables of what a member is
//! called here and there. The shape's names are the package's; the wire's own stay here.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char brings its encoding along, which is part of a page's first load"
)]

mod progress;

use super::RunStatus;
use crate::json::{Json, write_text};

/// What an answer's part becomes.
#[derive(Debug)]
pub(super) enum Shape {
    /// A text or a number's digits, as text; `null` where there is none.
    Word,
    /// The same; `""` where there is none.
    Name,
    /// The same; without one the whole object is none.
    Id,
    /// The same; the id that the operation is about where there is none.
    Asked,
    /// A number; `0` where there is none.
    Number,
    /// A run's status in one of our words.
    Status,
    /// JSON as text, whether it came inside a string or as it is; `null` where there is none.
    Text,
    /// An object of members.
    Object(&'static [Member]),
    /// A list of what is one of these; empty where there is none.
    List(&'static Self),
    /// As `List`, but nothing else will do; one object stands for a list of it.
    Entries(&'static Self),
    /// As `Entries`, and one there must be.
    Some(&'static Self),
    /// Whole steps of how many, `value` of `max`, and the node they are of; `null` where they are none.
    Progress,
    /// ComfyUI's tuples of a queue, in the order in which they came.
    Tasks,
    /// Whatever it is, nobody reads it.
    Nothing,
}

/// A member of an object: what we call it, what it may be called on the wire, and its shape.
#[derive(Debug)]
pub(super) struct Member(&'static str, &'static [&'static str], Shape);

const ENTRY: Shape = Shape::Object(&[
    Member("runId", &["run_id"], Shape::Id),
    Member("workflowId", &["workflow_id"], Shape::Asked),
]);

/// A submission's entries: an array, or in older deployments one object, which does not repeat the
/// workflow's id.
pub(super) const RUN: Shape = Shape::Some(&ENTRY);

/// The queue of every engine instance.
pub(super) const QUEUE: Shape = Shape::Entries(&Shape::Object(&[
    Member("address", &["comfy_uri", "container"], Shape::Name),
    Member("running", &["queue/queue_running"], Shape::Tasks),
    Member("pending", &["queue/queue_pending"], Shape::Tasks),
]));

/// The state of every engine instance.
pub(super) const HEALTH: Shape = Shape::Entries(&Shape::Object(&[
    Member("address", &["url", "container", "comfy_uri"], Shape::Name),
    Member("status", &["status"], Shape::Name),
]));

const PROBLEM: Shape = Shape::Object(&[
    Member("node", &["node"], Shape::Word),
    Member("class", &["class"], Shape::Word),
    Member("title", &["title"], Shape::Word),
    Member("message", &["message"], Shape::Id),
    Member("code", &["code"], Shape::Word),
    Member("args", &["args"], Shape::List(&Shape::Name)),
]);

/// The deployed workflows.
pub(super) const WORKFLOWS: Shape = Shape::Entries(&Shape::Object(&[
    Member("id", &["id"], Shape::Id),
    Member("name", &["name"], Shape::Name),
    Member("description", &["description"], Shape::Word),
    Member("inputs", &["inputs"], Shape::Text),
    Member("outputs", &["outputs"], Shape::Text),
    Member("schema", &["schema"], Shape::Text),
    Member("problems", &["problems"], Shape::List(&PROBLEM)),
]));

/// One run's detail.
pub(super) const RUN_DETAIL: Shape = Shape::Object(&[
    Member("runId", &["_id", "run_id", "id"], Shape::Id),
    Member("workflowId", &["workflow_id"], Shape::Name),
    Member("groupId", &["group_id"], Shape::Word),
    Member("status", &["status"], Shape::Status),
    Member("error", &["error"], Shape::Word),
    Member("progress", &["progress"], Shape::Progress),
    Member("inputs", &["inputs"], Shape::List(&INPUT)),
    Member("outputs", &["outputs"], Shape::List(&OUTPUT_FILE)),
    Member("createdAt", &["created_at"], Shape::Word),
    Member("startedAt", &["started_at"], Shape::Word),
    Member("completedAt", &["completed_at"], Shape::Word),
]);

const INPUT: Shape = Shape::Object(&[
    Member("name", &["path"], Shape::Name),
    Member("value", &["value"], Shape::Word),
]);

const OUTPUT_FILE: Shape = Shape::Object(&[
    Member("filename", &["filename"], Shape::Name),
    Member("url", &["url"], Shape::Word),
]);

/// A group's runs.
pub(super) const RUN_LIST: Shape = Shape::Object(&[
    Member("groupId", &["group_id"], Shape::Word),
    Member("count", &["count"], Shape::Number),
    Member("runs", &["runs"], Shape::List(&RUN_DETAIL)),
]);

/// Where an output is to be had.
pub(super) const OUTPUT: Shape = Shape::Object(&[
    Member("downloadUrl", &["download_url"], Shape::Id),
    Member("status", &["generation_status"], Shape::Name),
]);

/// An engine's own queue: ComfyUI's `GET /queue`.
pub(super) const ENGINE_QUEUE: Shape = Shape::Object(&[
    Member("running", &["queue_running"], Shape::Tasks),
    Member("pending", &["queue_pending"], Shape::Tasks),
]);

/// Appends `json` in this shape; false where it cannot have it.
pub(super) fn write(json: &Json<'_>, shape: &Shape, asked: &str, out: &mut String) -> bool {
    match (shape, json) {
        (Shape::Nothing, _) => out.push_str("null"),
        (Shape::Object(members), Json::Object(_)) => return object(json, members, asked, out),
        (Shape::Object(_), _) => return false,
        (Shape::List(item) | Shape::Entries(item), Json::List(items)) => {
            list(items, item, asked, out);
        }
        (Shape::Some(item) | Shape::Entries(item), Json::Object(_)) => {
            out.push_str("[");
            let written = write(json, item, asked, out);
            out.push_str("]");
            return written;
        }
        (Shape::Some(item), Json::List(items)) => return list(items, item, asked, out) > 0,
        (Shape::Some(_) | Shape::Entries(_), _) => return false,
        (Shape::List(_), _) => out.push_str("[]"),
        (Shape::Tasks, _) => tasks(json.items(), out),
        (Shape::Progress, _) => progress::write(json, out),
        (Shape::Number, Json::Number(digits)) => out.push_str(digits),
        (Shape::Number, _) => out.push('0'),
        (Shape::Text, Json::Object(_) | Json::List(_)) => write_text(&json.to_text(), out),
        _ => return word(json, shape, asked, out),
    }
    true
}

fn word(json: &Json<'_>, shape: &Shape, asked: &str, out: &mut String) -> bool {
    let word = match json {
        Json::Text(word) | Json::Number(word) => Some(&**word),
        Json::Bool(true) => Some("true"),
        Json::Bool(false) => Some("false"),
        _ => None,
    };
    match (shape, word) {
        (Shape::Status, word) => write_text(RunStatus::of(word.unwrap_or_default()).name(), out),
        (_, Some(word)) => write_text(word, out),
        (Shape::Id, None) => return false,
        (Shape::Asked, None) => write_text(asked, out),
        (Shape::Name, None) => out.push_str("\"\""),
        _ => out.push_str("null"),
    }
    true
}

fn object(json: &Json<'_>, members: &[Member], asked: &str, out: &mut String) -> bool {
    let mut sign = "{";
    for Member(name, names, shape) in members {
        out.push_str(sign);
        sign = ",";
        write_text(name, out);
        out.push_str(":");
        if !write(json.first(names), shape, asked, out) {
            return false;
        }
    }
    out.push_str("}");
    true
}

/// Appends the items that have the shape, and says how many.
fn list(items: &[Json<'_>], shape: &Shape, asked: &str, out: &mut String) -> usize {
    let mut written = 0;
    out.push_str("[");
    for item in items {
        let before = out.len();
        if written > 0 {
            out.push_str(",");
        }
        if write(item, shape, asked, out) {
            written += 1;
        } else {
            out.truncate(before);
        }
    }
    out.push_str("]");
    written
}

/// Tuples that begin with number and id. What else a tuple holds is not looked at.
fn tasks(items: &[Json<'_>], out: &mut String) {
    let mut sign = "";
    out.push_str("[");
    for item in items {
        let [number, id, ..] = item.items() else {
            continue;
        };
        let before = out.len();
        out.push_str(sign);
        out.push_str("{\"id\":");
        if !write(id, &Shape::Id, "", out) {
            out.truncate(before);
            continue;
        }
        out.push_str(",\"number\":");
        write(number, &Shape::Number, "", out);
        out.push_str("}");
        sign = ",";
    }
    out.push_str("]");
}
