//! Alternatives: one control for a value that may be of several kinds.

use std::collections::HashSet;

use serde_json::Value;

use super::field::{Reader, Takes};
use super::flat::Flat;
use super::media;
use crate::schema::{Bounds, FieldKind};

/// What a schema with `oneOf` or `anyOf` takes.
pub(super) fn of_alternatives<'a>(
    reader: &Reader<'_, 'a>,
    schema: &Flat<'a>,
    depth: usize,
) -> Takes {
    let mut found = Vec::new();
    let mut nullable = schema.get("nullable") == Some(&Value::Bool(true));
    for alternative in schema.alternatives() {
        if !reader.document.spend(0) {
            break;
        }
        let one = reader.document.with(schema, alternative);
        if is_nothing(&one) {
            nullable = true;
        } else {
            found.push(reader.takes(&one, depth + 1));
        }
    }
    joined(reader, found, nullable)
}

/// What a schema whose `type` lists several takes.
pub(super) fn of_types<'a>(
    reader: &Reader<'_, 'a>,
    schema: &Flat<'a>,
    types: &[&str],
    depth: usize,
) -> Takes {
    let nullable = types.contains(&"null");
    let some = types.iter().filter(|name| **name != "null").take(8);
    let found = some.map(|name| reader.of_type(schema, Some(name), depth + 1));
    joined(reader, found.collect(), nullable)
}

fn is_nothing(schema: &Flat<'_>) -> bool {
    let null = schema.get("type").and_then(Value::as_str) == Some("null");
    let lone = schema.get("enum").and_then(Value::as_array);
    null || schema.get("const") == Some(&Value::Null)
        || lone.is_some_and(|all| *all == [Value::Null])
}

/// How many kinds are told apart; of more, no control could take account.
const MOST_KINDS: usize = 32;

fn joined(reader: &Reader<'_, '_>, found: Vec<Takes>, nullable: bool) -> Takes {
    let multiple = found.iter().any(|takes| takes.multiple);
    let nullable = nullable || found.iter().any(|takes| takes.nullable);
    let (mut kinds, mut options) = (Vec::new(), Vec::new());
    for takes in found {
        match takes.kind {
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
    Takes {
        kind: one_of(reader, &kinds),
        multiple,
        nullable,
    }
}

/// The control that can give any of these: files before texts, for they cannot be typed; text
/// before all else, for it can say anything.
fn one_of(reader: &Reader<'_, '_>, kinds: &[FieldKind]) -> FieldKind {
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
