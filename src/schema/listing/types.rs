//! Turns the names and types of a listed workflow into fields and outputs. Does not know the listing.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::field::Field;
use crate::input_schema::{InputSchema, Output};
use crate::kind::{Bounds, FieldKind};
use json::Json;
use workflow::Problem;
use workflow::marks::OutputKind;

/// The schema for a listing's `inputs` and `outputs`, and the problems found. All fields are optional: a
/// listing does not say which are required, so the server decides.
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

/// Names and types, from a JSON object inside a string. An empty string has none.
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
        "the deployment's list of {what} could not be read ({why}); open the workflow file \
         instead"
    ));
    problems.push(problem.coded("listing_unreadable", &[]));
    Vec::new()
}

/// Each name once, at its first position, with its last type.
fn distinct(members: &[(Cow<'_, str>, Json<'_>)]) -> Vec<(String, String)> {
    let mut positions = HashMap::new();
    let mut names: Vec<(String, String)> = Vec::new();
    for (name, value) in members.iter().filter(|(name, _)| !name.is_empty()) {
        let kind = type_of(value).to_owned();
        let position = *positions.entry(&**name).or_insert(names.len());
        match names.get_mut(position) {
            Some((_, before)) => *before = kind,
            None => names.push((name.clone().into_owned(), kind)),
        }
    }
    names
}

/// A field with only a name and a type.
fn field(name: &str, kind: &str) -> Field {
    let kind = field_kind(kind);
    // An untouched switch is off.
    let default = matches!(kind, FieldKind::Boolean).then(|| "false".to_owned());
    Field {
        default,
        ..Field::new(name, kind)
    }
}

/// The name of a type: `"image"`, or the `type` of an object with more details.
fn type_of<'a>(value: &'a Json<'a>) -> &'a str {
    let name = value.text().or_else(|| value.get("type").text());
    name.unwrap_or_default()
}

/// The field kind for a type. An unknown type takes text, which can hold anything.
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

/// An output; its node is unknown.
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
