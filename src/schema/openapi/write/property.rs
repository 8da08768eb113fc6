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
        // Keywords about each value are those of the list's items.
        insert_own(&mut property, std::mem::take(&mut own));
        property = object([("type", json!("array")), ("items", property.into())]);
    }
    property.insert("title".to_owned(), json!(field.label));
    if let Some(description) = field.description() {
        property.insert("description".to_owned(), json!(description));
    }
    // A description that equals the tooltip is read as nothing but the tooltip.
    if let Some(tooltip) = &field.tooltip
        && field.help != field.tooltip
    {
        own.insert("tooltip".to_owned(), json!(tooltip));
    }
    if let Some(default) = &field.default {
        let default = literal(&field.kind, default);
        let default = match field.multiple {
            true => json!([default]),
            false => default,
        };
        property.insert("default".to_owned(), default);
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
    insert_own(&mut property, own);
    property.into()
}

/// Inserts our own keywords.
fn insert_own(property: &mut Map<String, Value>, own: Map<String, Value>) {
    if !own.is_empty() {
        property.insert(EXTENSION.to_owned(), own.into());
    }
}

fn object<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Map<String, Value> {
    let members = members.into_iter();
    members
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn kind(kind: &FieldKind, own: &mut Map<String, Value>) -> Map<String, Value> {
    let mut note = |word: &str, value: Value| own.insert(word.to_owned(), value);
    match kind {
        FieldKind::Text {
            multiline,
            max_length,
        } => {
            note("multiline", json!(multiline));
            let mut property = object([("type", json!("string"))]);
            if let Some(length) = max_length {
                property.insert("maxLength".to_owned(), json!(length));
            }
            property
        }
        FieldKind::Number(bounds) => number(bounds, own),
        FieldKind::Slider(bounds) => {
            note("kind", json!("slider"));
            number(bounds, own)
        }
        FieldKind::Boolean => object([("type", json!("boolean"))]),
        FieldKind::Choice { options } => {
            object([("type", json!("string")), ("enum", json!(options))])
        }
        FieldKind::Image | FieldKind::Video | FieldKind::Audio | FieldKind::File { .. } => {
            file(kind.accept().unwrap_or("*/*"), own)
        }
    }
}

/// A step does not restrict values, so it is not written as `multipleOf`.
fn number(bounds: &Bounds, own: &mut Map<String, Value>) -> Map<String, Value> {
    let name = if bounds.integer { "integer" } else { "number" };
    let mut property = object([("type", json!(name))]);
    for (word, bound) in [("minimum", &bounds.min), ("maximum", &bounds.max)] {
        if let Some(number) = bound.as_deref().and_then(digits) {
            property.insert(word.to_owned(), number);
        }
    }
    if bounds.integer
        && let Some(format) = large_format(bounds)
    {
        property.insert("type".to_owned(), json!(["integer", "string"]));
        property.insert("format".to_owned(), json!(format));
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
fn file(accept: &str, own: &mut Map<String, Value>) -> Map<String, Value> {
    let plain = accept.contains('/') && !accept.split(',').any(|one| one.trim().starts_with('.'));
    let media = if plain && accept != "*/*" {
        accept
    } else {
        "application/octet-stream"
    };
    if !plain {
        own.insert("accept".to_owned(), json!(accept));
    }
    object([
        ("type", json!("string")),
        ("format", json!("binary")),
        ("contentMediaType", json!(media)),
    ])
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
