//! A field from a property of a form's schema.

use serde_json::Value;

use super::flat::Flat;
use super::reading::Document;
use super::{media, number, text, union};
use crate::schema::words::cut;
use crate::schema::{Field, FieldKind};

/// How deep alternatives and lists may go into each other.
const DEEPEST: usize = 8;
/// What a field costs beside its texts.
const SIZE: usize = 512;

/// What a schema takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Takes {
    pub(super) kind: FieldKind,
    /// Whether it is a list of such.
    pub(super) multiple: bool,
    /// Whether nothing will do, too.
    pub(super) nullable: bool,
}

/// Reads one property.
pub(super) struct Reader<'d, 'a> {
    pub(super) document: &'d Document<'a>,
    /// The property's name.
    pub(super) name: &'a str,
    /// The content type that its part is to have.
    content_type: Option<&'a str>,
}

/// The field of a property; `None` where it can be none: its answer, not its question, or one more
/// than the document may cost.
pub(super) fn read<'a>(
    document: &Document<'a>,
    name: &'a str,
    property: &'a Value,
    required: bool,
    content_type: Option<&'a str>,
) -> Option<Field> {
    let schema = document.flat(property);
    if schema.get("readOnly") == Some(&Value::Bool(true)) || !document.spend(name.len() + SIZE) {
        return None;
    }
    let reader = Reader {
        document,
        name,
        content_type,
    };
    let takes = reader.takes(&schema, 0);
    let default = schema
        .get("default")
        .and_then(|value| reader.default(value, &takes.kind));
    let default = match takes.kind {
        // A switch that nobody touched is off.
        FieldKind::Boolean => default.or_else(|| Some("false".to_owned())),
        _ => default,
    };
    let text = |text: &str| document.spend(text.len()).then(|| text.to_owned());
    Some(Field {
        label: schema
            .text("title")
            .and_then(text)
            .unwrap_or_else(|| name.to_owned()),
        help: schema.text("description").and_then(text),
        default,
        required: required && !takes.nullable,
        multiple: takes.multiple,
        node: schema
            .own("node")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        ..Field::new(name, takes.kind)
    })
}

impl<'a> Reader<'_, 'a> {
    pub(super) fn problem(&self, message: &str) {
        self.document
            .problem(format!("field `{}`: {message}", cut(self.name, 40)));
    }

    /// What a schema takes.
    pub(super) fn takes(&self, schema: &Flat<'a>, depth: usize) -> Takes {
        if depth > DEEPEST {
            return Takes::one(text::kind(schema));
        }
        if !schema.alternatives().is_empty() {
            return union::of_alternatives(self, schema, depth);
        }
        let listed = schema.get("type").and_then(Value::as_array);
        match listed.map(|types| types.iter().filter_map(Value::as_str).collect::<Vec<_>>()) {
            Some(types) => union::of_types(self, schema, &types, depth),
            None => {
                let one = schema.get("type").and_then(Value::as_str);
                self.of_type(schema, one, depth)
            }
        }
    }

    /// What a schema of this type takes.
    pub(super) fn of_type(&self, schema: &Flat<'a>, name: Option<&str>, depth: usize) -> Takes {
        let nullable = name == Some("null") || schema.get("nullable") == Some(&Value::Bool(true));
        let mut takes = match (self.options(schema), name) {
            (Some(takes), _) => takes,
            (None, Some("array")) => return self.list(schema, depth, nullable),
            (None, name) => Takes::one(self.plain(schema, name)),
        };
        takes.nullable |= nullable;
        takes
    }

    fn list(&self, schema: &Flat<'a>, depth: usize, nullable: bool) -> Takes {
        let item = schema.get("items").map(|items| self.document.flat(items));
        let item = item.unwrap_or_default();
        Takes {
            kind: self.takes(&item, depth + 1).kind,
            multiple: true,
            nullable,
        }
    }

    /// The values that `const` or `enum` lists.
    fn options(&self, schema: &Flat<'a>) -> Option<Takes> {
        let listed = schema.get("enum").and_then(Value::as_array);
        let values: Vec<&Value> = match (schema.get("const"), listed) {
            (Some(value), _) => vec![value],
            (None, Some(values)) => values.iter().collect(),
            (None, None) => return None,
        };
        let texts = values.iter().filter_map(|value| text::of(value));
        let options: Vec<String> = texts
            .filter(|text| self.document.spend(text.len()))
            .collect();
        let nullable = values.iter().any(|value| value.is_null());
        if options.is_empty() && !nullable {
            self.problem("none of its values can be sent as text");
        }
        let switch = values.len() == 2 && values.iter().all(|value| value.is_boolean());
        let kind = if switch {
            FieldKind::Boolean
        } else {
            FieldKind::Choice { options }
        };
        Some(Takes {
            kind,
            multiple: false,
            nullable,
        })
    }

    fn plain(&self, schema: &Flat<'a>, name: Option<&str>) -> FieldKind {
        if let Some(kind) = media::file(schema, name, self.content_type) {
            return kind;
        }
        let bounded = ["minimum", "maximum", "multipleOf"];
        match name {
            Some("integer") => number::kind(self, schema, true),
            Some("number") => number::kind(self, schema, false),
            None if bounded.iter().any(|word| schema.get(word).is_some()) => {
                number::kind(self, schema, false)
            }
            Some("boolean") => FieldKind::Boolean,
            Some("object") => {
                self.problem(
                    "it is an object, and forms have no control for objects; enter it as JSON",
                );
                text::kind(schema)
            }
            _ => text::kind(schema),
        }
    }

    /// The form text of a default.
    fn default(&self, value: &Value, kind: &FieldKind) -> Option<String> {
        let value = match value.as_array().map(Vec::as_slice) {
            Some([value]) => value,
            Some(_) => return None,
            None => value,
        };
        let text = text::of(value);
        if text.is_none() && !value.is_null() {
            self.problem("its default is not text, a number or a boolean");
        }
        text.filter(|text| kind.accept().is_none() && self.document.spend(text.len()))
    }
}

impl Takes {
    pub(super) fn one(kind: FieldKind) -> Self {
        Self {
            kind,
            multiple: false,
            nullable: false,
        }
    }
}
