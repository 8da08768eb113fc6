//! Alternatives: picks one kind for a value that may be of several.

use std::collections::HashSet;

use serde_json::Value;

use super::accepted::Accepted;
use super::field_reader::FieldReader;
use super::media;
use super::merged_schema::MergedSchema;
use crate::kind::{Bounds, FieldKind};

/// The values that a schema with `oneOf` or `anyOf` accepts.
pub(super) fn of_alternatives<'a>(
    reader: &FieldReader<'_, 'a>,
    schema: &MergedSchema<'a>,
    depth: usize,
) -> Accepted {
    let mut accepted = Vec::new();
    let mut nullable = schema.get("nullable") == Some(&Value::Bool(true));
    for alternative in schema.alternatives() {
        if !reader.document.spend(0) {
            break;
        }
        let one = reader.document.merged_with(schema, alternative);
        if is_null(&one) {
            nullable = true;
        } else {
            accepted.push(reader.accepted(&one, depth + 1));
        }
    }
    joined(reader, accepted, nullable)
}

/// The values that a schema with several types accepts.
pub(super) fn of_types<'a>(
    reader: &FieldReader<'_, 'a>,
    schema: &MergedSchema<'a>,
    types: &[&str],
    depth: usize,
) -> Accepted {
    let nullable = types.contains(&"null");
    // Text only because it keeps the digits of large numbers.
    let format = schema.get("format").and_then(Value::as_str);
    let is_number = types.contains(&"integer") && matches!(format, Some("int64" | "uint64"));
    let is_other = |name: &&&str| **name != "null" && !(is_number && **name == "string");
    let some = types.iter().filter(is_other).take(8);
    let accepted = some.map(|name| reader.of_type(schema, Some(name), depth + 1));
    joined(reader, accepted.collect(), nullable)
}

fn is_null(schema: &MergedSchema<'_>) -> bool {
    let null = schema.get("type").and_then(Value::as_str) == Some("null");
    let lone = schema.get("enum").and_then(Value::as_array);
    null || schema.get("const") == Some(&Value::Null)
        || lone.is_some_and(|all| *all == [Value::Null])
}

/// Maximum number of kinds considered.
const MOST_KINDS: usize = 32;

fn joined(reader: &FieldReader<'_, '_>, accepted: Vec<Accepted>, nullable: bool) -> Accepted {
    let multiple = accepted.iter().any(|one| one.multiple);
    let nullable = nullable || accepted.iter().any(|one| one.nullable);
    let (mut kinds, mut options) = (Vec::new(), Vec::new());
    for one in accepted {
        match one.kind {
            FieldKind::Choice { options: more } => options.extend(more),
            kind if kinds.len() < MOST_KINDS && !kinds.contains(&kind) => kinds.push(kind),
            _ => {}
        }
    }
    if !options.is_empty() || kinds.is_empty() {
        let mut known = HashSet::new();
        options.retain(|option: &String| known.insert(option.clone()));
        kinds.push(FieldKind::Choice { options });
    }
    Accepted {
        kind: one_of(reader, &kinds),
        multiple,
        nullable,
    }
}

/// The kind whose control can enter any of these: a file if there is one, since files cannot be typed;
/// otherwise text, which can hold anything.
fn one_of(reader: &FieldReader<'_, '_>, kinds: &[FieldKind]) -> FieldKind {
    if let [kind] = kinds {
        return kind.clone();
    }
    let accepted: Vec<&str> = kinds.iter().filter_map(FieldKind::accept).collect();
    if !accepted.is_empty() {
        if accepted.len() < kinds.len() {
            reader.problem("it accepts a file or another value; the form asks for the file");
        }
        return media::kind(&accepted.join(","));
    }
    let number = |kind: &FieldKind| matches!(kind, FieldKind::Number(_) | FieldKind::Slider(_));
    if kinds.iter().all(number) {
        return FieldKind::Number(Bounds::default());
    }
    FieldKind::Text {
        multiline: true,
        max_length: None,
    }
}
