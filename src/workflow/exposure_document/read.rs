//! Reads an exposure document. A field with a problem is left out, the others are kept. Does not know the
//! workflow.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::object::{Object, problem};
use super::{ExposedField, ExposureDocument};
use crate::about::About;
use crate::field_settings::{Condition, FieldSettings};
use crate::keep::{self, Keep};
use crate::problem::{Problem, short, truncate};
use crate::sharing::Sharing;
use json::tolerant;

/// The version of the format.
pub(super) const VERSION: u64 = 1;
/// Maximum number of fields, as in App Mode.
const MOST_FIELDS: usize = 1_000;

const KEYS: [&str; 13] = [
    "$schema",
    "flowdeck",
    "title",
    "description",
    "cover",
    "metadata",
    "share",
    "keep",
    "keep_runs",
    "keep_bytes",
    "outputs",
    "fields",
    "examples",
];
const FIELD_KEYS: [&str; 11] = [
    "node",
    "input",
    "name",
    "label",
    "help",
    "advanced",
    "min",
    "max",
    "step",
    "maxLength",
    "visibleIf",
];

impl ExposureDocument {
    /// Parses JSON text; see [`ExposureDocument::read`].
    pub fn parse(text: &str) -> (Self, Vec<Problem>) {
        match tolerant::from_slice(text.as_bytes()) {
            Ok(value) => Self::read(&value),
            Err(error) => {
                let advice = "correct the exposure there";
                (unreadable(), vec![Problem::no_json(&error, advice)])
            }
        }
    }

    /// Parses the bytes of a file; see [`ExposureDocument::parse`].
    pub fn parse_file(bytes: &[u8]) -> (Self, Vec<Problem>) {
        let Some(text) = tolerant::text(bytes) else {
            let problem = Problem::whole("the exposure: its file cannot be read: it is not text");
            return (unreadable(), vec![problem]);
        };
        let (document, mut problems) = Self::parse(&text);
        problems.extend(Problem::of_exposure_encoding(bytes));
        (document, problems)
    }

    /// Reads a document, and the problems found in it; each names its place.
    pub fn read(value: &Value) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let Some(members) = value.as_object() else {
            problems.push(Problem::whole("the exposure is not a JSON object"));
            return (unreadable(), problems);
        };
        let document = document(members, &mut problems);
        truncate(&mut problems);
        (document, problems)
    }
}

/// A document that says nothing. Its author may have forbidden to share results.
fn unreadable() -> ExposureDocument {
    ExposureDocument {
        about: About {
            sharing: Sharing::Forbidden,
            ..About::default()
        },
        ..ExposureDocument::default()
    }
}

fn document(members: &Map<String, Value>, problems: &mut Vec<Problem>) -> ExposureDocument {
    let mut object = Object {
        place: String::new(),
        members,
        problems,
    };
    object.allow(&KEYS);
    if members.get("flowdeck").and_then(Value::as_u64) != Some(VERSION) {
        let why = format!("must be {VERSION}, the version that this flowdeck reads");
        object.problem("flowdeck", &why);
    }
    ExposureDocument {
        about: About {
            title: object.text("title"),
            description: object.text("description"),
            cover: object.text("cover"),
            omit_metadata: object.flag("metadata") == Some(false),
            sharing: sharing(&mut object),
            keep: keep(&mut object),
            examples: list(&mut object, "examples").to_vec(),
        },
        outputs: outputs(&mut object),
        fields: fields(&mut object),
    }
}

/// For how long its runs are kept. What cannot be read limits nothing.
fn keep(object: &mut Object<'_>) -> Keep {
    Keep {
        seconds: object.amount("keep", keep::time),
        runs: object.length("keep_runs").map(u64::from),
        bytes: object.amount("keep_bytes", keep::size),
    }
}

/// What may be shared. As long as that cannot be read, nothing may.
fn sharing(object: &mut Object<'_>) -> Sharing {
    match object.get("share") {
        None | Some(Value::Bool(true)) => Sharing::Allowed,
        Some(Value::Bool(false)) => Sharing::Forbidden,
        Some(Value::Object(members)) => shared_parts(object, members),
        Some(_) => {
            let why = "must be true, false or an object with the key `inputs`";
            object.problem("share", why);
            Sharing::Forbidden
        }
    }
}

fn shared_parts(object: &mut Object<'_>, members: &Map<String, Value>) -> Sharing {
    let place = object.place_of("share");
    let problems = &mut *object.problems;
    let known = problems.len();
    let mut parts = Object {
        place,
        members,
        problems,
    };
    parts.allow(&["inputs"]);
    let has_inputs = parts.flag("inputs") != Some(false);
    match has_inputs {
        _ if parts.problems.len() > known => Sharing::Forbidden,
        true => Sharing::Allowed,
        false => Sharing::WithoutInputs,
    }
}

fn list<'a>(object: &mut Object<'a>, key: &str) -> &'a [Value] {
    match object.get(key) {
        None => &[],
        Some(Value::Array(items)) => items,
        Some(_) => {
            object.problem(key, "must be a list");
            &[]
        }
    }
}

/// The ids of nodes. Whether the workflow has them is known where they are used.
fn outputs(object: &mut Object<'_>) -> Vec<String> {
    let mut ids = Vec::new();
    for (position, item) in list(object, "outputs").iter().enumerate() {
        match item {
            Value::String(id) => ids.push(id.clone()),
            _ => object.problem(
                &format!("outputs[{position}]"),
                "must be the ID of a node, as text",
            ),
        }
    }
    ids
}

fn fields(object: &mut Object<'_>) -> Vec<ExposedField> {
    let items = list(object, "fields");
    if items.len() > MOST_FIELDS {
        let why = format!("has more than {MOST_FIELDS} fields; the others are left out");
        object.problem("fields", &why);
    }
    let mut names = HashSet::new();
    let mut fields = Vec::new();
    for (position, item) in items.iter().take(MOST_FIELDS).enumerate() {
        let place = format!("fields[{position}]");
        let Some(members) = item.as_object() else {
            object.problems.push(problem(&place, "must be an object"));
            continue;
        };
        let problems = &mut *object.problems;
        let mut item = Object {
            place,
            members,
            problems,
        };
        fields.extend(field(&mut item, position, &mut names));
    }
    fields
}

fn field(
    object: &mut Object<'_>,
    position: usize,
    names: &mut HashSet<String>,
) -> Option<ExposedField> {
    object.allow(&FIELD_KEYS);
    let (node, input) = (object.required("node"), object.required("input"));
    let (node, input) = (node?, input?);
    let name = object
        .text("name")
        .unwrap_or_else(|| format!("{input}_{node}"));
    let label = object.text("label");
    let settings = settings(object, names);
    if !names.insert(name.clone()) {
        let why = format!("`{}` is the name of another field", short(&name));
        object.problem("name", &why);
        return None;
    }
    Some(ExposedField {
        node,
        input,
        name,
        label,
        settings,
        position,
    })
}

fn settings(object: &mut Object<'_>, earlier: &HashSet<String>) -> FieldSettings {
    FieldSettings {
        help: object.text("help"),
        advanced: object.flag("advanced") == Some(true),
        min: object.digits("min"),
        max: object.digits("max"),
        step: object.digits("step"),
        max_length: object.length("maxLength"),
        visible_if: condition(object, earlier),
    }
}

/// The condition of a field. It names an earlier field, so that no two fields wait for each other.
fn condition(object: &mut Object<'_>, earlier: &HashSet<String>) -> Option<Condition> {
    let Value::Object(members) = object.get("visibleIf")? else {
        object.problem(
            "visibleIf",
            "must be an object with the keys `field` and `is`",
        );
        return None;
    };
    let place = object.place_of("visibleIf");
    let mut object = Object {
        place,
        members,
        problems: &mut *object.problems,
    };
    object.allow(&["field", "is"]);
    let field = object.required("field")?;
    if !earlier.contains(&field) {
        let why = format!("no earlier field has the name `{}`", short(&field));
        object.problem("field", &why);
        return None;
    }
    let is = match object.get("is") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(flag)) => flag.to_string(),
        _ => {
            object.problem("is", "must be text, a number, true or false");
            return None;
        }
    };
    Some(Condition { field, is })
}
