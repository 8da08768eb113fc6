//! Reads the schema of a listed workflow, of which a deployment says no more than names and types.
//!
//! Source: `GET /api/v1/comfy/workflows`, an operation beyond the contract; there `inputs` and
//! `outputs` are each a JSON object inside a string: `{ "text_51536": "string" }`.

mod entry;

use serde_json::{Map, Value};

use super::{Bounds, Field, FieldKind, InputSchema, Output, OutputKind, Problem};

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
fn names(text: Option<&str>, what: &str, problems: &mut Vec<Problem>) -> Map<String, Value> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        return Map::new();
    };
    let found = serde_json::from_str::<Option<Map<String, Value>>>(text);
    let mut names = found
        .map(Option::unwrap_or_default)
        .unwrap_or_else(|error| {
            problems.push(Problem::whole(format!(
                "the deployment's list of its {what} could not be read ({error}); open the \
             workflow's file instead"
            )));
            Map::new()
        });
    names.retain(|name, _| !name.is_empty());
    names
}

/// A field of which only name and type are known.
fn field(name: &str, kind: &Value) -> Field {
    let kind = field_kind(type_of(kind));
    // A switch that nobody touched is off.
    let default = matches!(kind, FieldKind::Boolean).then(|| "false".to_owned());
    Field {
        default,
        ..Field::new(name, kind)
    }
}

/// The name of a type: `"image"`, or the `type` of an object that says more.
fn type_of(value: &Value) -> &str {
    let name = value.as_str().or_else(|| value.get("type")?.as_str());
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
fn output((name, kind): (&String, &Value)) -> Output {
    let kind = match type_of(kind).trim().to_ascii_lowercase().as_str() {
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
