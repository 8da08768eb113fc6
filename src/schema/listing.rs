//! Reads the schema of a listed workflow, of which a deployment says no more than names and types.
//!
//! Source: `GET /api/v1/comfy/workflows`, an operation beyond the contract; there `inputs` and
//! `outputs` are each a JSON object inside a string: `{ "text_51536": "string" }`.

mod entry;

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Bounds, Field, FieldKind, InputSchema, Output, OutputKind, Problem};
use crate::json::Json;

pub use entry::read_all;

/// The schema that a listing's `inputs` and `outputs` say, and what in them could not be read. The
/// fields are optional: a listing does not say which ones a run needs, so the server decides.
pub fn read(inputs: Option<&str>, outputs: Option<&str>) -> (InputSchema, Vec<Problem>) {
    let mut problems = Vec::new();
    let inputs = names(inputs, "fields", &mut problems);
    let outputs = names(outputs, "outputs", &mut problems);
    let fields = inputs.iter().map(|(name, kind)| field(name, kind));
    let schema = InputSchema {
        fields: fields.collect(),
        outputs: outputs.iter().map(output).collect(),
    };
    (schema, problems)
}

/// Names and types, from a JSON object inside a string; an empty string says nothing.
fn names(text: Option<&str>, what: &str, problems: &mut Vec<Problem>) -> Vec<(String, String)> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        return Vec::new();
    };
    let why = match Json::read(text.as_bytes(), 2) {
        Ok(Json::Null) => return Vec::new(),
        Ok(Json::Object(members)) => return distinct(&members),
        Ok(_) => "it is not an object",
        Err(why) => why,
    };
    let problem = Problem::whole(format!(
        "the deployment’s list of {what} could not be read ({why}); open the workflow file \
         instead"
    ));
    problems.push(problem.coded("listing_unreadable", &[]));
    Vec::new()
}

/// Names, each once and where it stands first, with the type that it has last.
fn distinct(members: &[(Cow<'_, str>, Json<'_>)]) -> Vec<(String, String)> {
    let mut places = HashMap::new();
    let mut names: Vec<(String, String)> = Vec::new();
    for (name, value) in members.iter().filter(|(name, _)| !name.is_empty()) {
        let kind = type_of(value).to_owned();
        let place = *places.entry(&**name).or_insert(names.len());
        match names.get_mut(place) {
            Some((_, before)) => *before = kind,
            None => names.push((name.clone().into_owned(), kind)),
        }
    }
    names
}

/// A field of which only name and type are known.
fn field(name: &str, kind: &str) -> Field {
    let kind = field_kind(kind);
    // A switch that nobody touched is off.
    let default = matches!(kind, FieldKind::Boolean).then(|| "false".to_owned());
    Field {
        default,
        ..Field::new(name, kind)
    }
}

/// The name of a type: `"image"`, or the `type` of an object that says more.
fn type_of<'a>(value: &'a Json<'a>) -> &'a str {
    let name = value.text().or_else(|| value.get("type").text());
    name.unwrap_or_default()
}

/// The kind of a field of this type. A type that nobody knows takes text, which can say anything.
fn field_kind(name: &str) -> FieldKind {
    let number = |integer| {
        FieldKind::Number(Bounds {
            integer,
            ..Bounds::default()
        })
    };
    match name.trim().to_ascii_lowercase().as_str() {
        "image" => FieldKind::Image,
        "video" => FieldKind::Video,
        "audio" => FieldKind::Audio,
        "file" | "binary" => FieldKind::File { accept: None },
        "number" | "float" | "double" => number(false),
        "integer" | "int" => number(true),
        "boolean" | "bool" => FieldKind::Boolean,
        _ => FieldKind::Text {
            multiline: true,
            max_length: None,
        },
    }
}

/// An output, whose name is all that is known of its node.
fn output((name, kind): &(String, String)) -> Output {
    let kind = match kind.trim().to_ascii_lowercase().as_str() {
        "image" => OutputKind::Image,
        "video" => OutputKind::Video,
        "audio" => OutputKind::Audio,
        "string" | "text" => OutputKind::Text,
        _ => OutputKind::File,
    };
    Output {
        node: String::new(),
        label: name.clone(),
        kind,
    }
}

#[cfg(test)]
mod tests;
