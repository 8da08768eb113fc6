//! The schema of a listed workflow: flowdeck's own services give it whole, others a JSON object of
//! names and types inside a string. Pure.

use serde_json::{Map, Value};

use crate::api::WorkflowEntry;
use crate::schema::{Bounds, Field, FieldKind, InputSchema, Problem};

/// The fields a listed workflow asks for, and what keeps it from running.
pub(crate) fn schema_of(entry: &WorkflowEntry) -> (InputSchema, Vec<Problem>) {
    let mut problems = entry.problems.clone();
    if let Some(schema) = &entry.schema {
        return (schema.clone(), problems);
    }
    let Some(inputs) = &entry.inputs else {
        return (InputSchema::default(), problems);
    };
    match serde_json::from_str::<Map<String, Value>>(inputs) {
        Ok(inputs) => {
            let fields = inputs
                .iter()
                .map(|(name, kind)| field(name, kind))
                .collect();
            let outputs = Vec::new();
            (InputSchema { fields, outputs }, problems)
        }
        Err(error) => {
            let message = format!(
                "the deployment's list of its fields could not be read ({error}); open the workflow's file instead"
            );
            problems.push(Problem::whole(message));
            (InputSchema::default(), problems)
        }
    }
}

/// A field of which only name and type are known; the server decides what it needs.
fn field(name: &str, kind: &Value) -> Field {
    let bounds = |integer| Bounds {
        integer,
        ..Bounds::default()
    };
    let kind = match kind.as_str().unwrap_or_default() {
        "image" => FieldKind::Image,
        "video" => FieldKind::Video,
        "audio" => FieldKind::Audio,
        "number" | "float" => FieldKind::Number(bounds(false)),
        "integer" | "int" => FieldKind::Number(bounds(true)),
        "boolean" | "bool" => FieldKind::Boolean,
        _ => FieldKind::Text {
            multiline: true,
            max_length: None,
        },
    };
    Field {
        name: name.to_owned(),
        label: name.to_owned(),
        help: None,
        default: matches!(kind, FieldKind::Boolean).then(|| "false".to_owned()),
        kind,
        required: false,
        multiple: false,
        node: String::new(),
    }
}

#[cfg(test)]
mod tests;
