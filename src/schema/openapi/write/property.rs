//! Writes a field as a property of a form's schema.

use std::str::FromStr;

use serde_json::{Map, Number, Value, json};

use crate::decimal::decimal;
use crate::field::Field;
use crate::kind::{Bounds, FieldKind};
use crate::openapi::extension::EXTENSION;

/// The largest whole number up to which a double holds every one.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// The property for a field.
pub(super) fn of(field: &Field) -> Value {
    let mut own = Map::new();
    let mut property = kind(&field.kind, &mut own);
    if field.multiple {
        property = json!({ "type": "array", "items": property });
        move_own(&mut own, &mut property["items"]);
    }
    property["title"] = json!(field.label);
    if let Some(help) = &field.help {
        property["description"] = json!(help);
    }
    if let Some(default) = &field.default {
        let default = literal(&field.kind, default);
        property["default"] = if field.multiple {
            json!([default])
        } else {
            default
        };
    }
    if !field.node.is_empty() {
        own.insert("node".to_owned(), json!(field.node));
    }
    if field.advanced {
        own.insert("advanced".to_owned(), json!(true));
    }
    if field.random {
        own.insert("random".to_owned(), json!(true));
    }
    if let Some(condition) = &field.visible_if {
        own.insert("visibleIf".to_owned(), json!(condition));
        own.insert("required".to_owned(), json!(field.required));
    }
    if !own.is_empty() {
        property[EXTENSION] = Value::Object(own);
    }
    property
}

/// Moves keywords about each value to the list's items.
fn move_own(own: &mut Map<String, Value>, items: &mut Value) {
    if !own.is_empty() {
        items[EXTENSION] = Value::Object(std::mem::take(own));
    }
}

fn kind(kind: &FieldKind, own: &mut Map<String, Value>) -> Value {
    let mut note = |word: &str, value: Value| own.insert(word.to_owned(), value);
    match kind {
        FieldKind::Text {
            multiline,
            max_length,
        } => {
            note("multiline", json!(multiline));
            match max_length {
                Some(length) => json!({ "type": "string", "maxLength": length }),
                None => json!({ "type": "string" }),
            }
        }
        FieldKind::Number(bounds) => number(bounds, own),
        FieldKind::Slider(bounds) => {
            note("kind", json!("slider"));
            number(bounds, own)
        }
        FieldKind::Boolean => json!({ "type": "boolean" }),
        FieldKind::Choice { options } => json!({ "type": "string", "enum": options }),
        FieldKind::Image | FieldKind::Video | FieldKind::Audio | FieldKind::File { .. } => {
            file(kind.accept().unwrap_or("*/*"), own)
        }
    }
}

/// A step does not restrict values, so it is not written as `multipleOf`.
fn number(bounds: &Bounds, own: &mut Map<String, Value>) -> Value {
    let name = if bounds.integer { "integer" } else { "number" };
    let mut property = json!({ "type": name });
    for (word, bound) in [("minimum", &bounds.min), ("maximum", &bounds.max)] {
        if let Some(number) = bound.as_deref().and_then(digits) {
            property[word] = number;
        }
    }
    if bounds.integer
        && let Some(format) = large_format(bounds)
    {
        property["type"] = json!(["integer", "string"]);
        property["format"] = json!(format);
    }
    if let Some(step) = &bounds.step {
        own.insert("step".to_owned(), json!(step));
    }
    property
}

/// The format of whole numbers with bounds that a double cannot hold; `None` if it can. Clients may send them as text,
/// because numbers of JavaScript would lose digits.
fn large_format(bounds: &Bounds) -> Option<&'static str> {
    let bounds = [&bounds.min, &bounds.max];
    let large = |limit: i64| {
        let limit = limit.into();
        let mut known = bounds.iter().filter_map(|bound| decimal(bound.as_deref()?));
        known.any(|bound| bound.abs() > limit)
    };
    match large(i64::MAX) {
        true => Some("uint64"),
        false => large(MAX_SAFE_INTEGER).then_some("int64"),
    }
}

/// File extensions are not content types, so they go into our own extension.
fn file(accept: &str, own: &mut Map<String, Value>) -> Value {
    let plain = accept.contains('/') && !accept.split(',').any(|one| one.trim().starts_with('.'));
    let media = if plain && accept != "*/*" {
        accept
    } else {
        "application/octet-stream"
    };
    if !plain {
        own.insert("accept".to_owned(), json!(accept));
    }
    json!({ "type": "string", "format": "binary", "contentMediaType": media })
}

/// A default as JSON of its kind.
fn literal(kind: &FieldKind, text: &str) -> Value {
    let found = match kind {
        FieldKind::Number(_) | FieldKind::Slider(_) => digits(text),
        FieldKind::Boolean => text.parse().ok().map(Value::Bool),
        _ => None,
    };
    found.unwrap_or_else(|| json!(text))
}

/// A JSON number with the digits of a decimal text.
fn digits(text: &str) -> Option<Value> {
    let digits = decimal(text)?.to_string();
    Number::from_str(&digits).ok().map(Value::Number)
}
