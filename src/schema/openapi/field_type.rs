//! Derives a field's kind from the schema of its property. Does not know the field's texts.

use serde_json::Value;

use super::accepted::Accepted;
use super::field_reader::FieldReader;
use super::merged_schema::MergedSchema;
use super::{alternatives, form_text, media, number};
use crate::kind::FieldKind;

/// Maximum depth of alternatives and lists.
const DEEPEST: usize = 8;

impl<'a> FieldReader<'_, 'a> {
    /// The values that a schema accepts.
    pub(super) fn accepted(&self, schema: &MergedSchema<'a>, depth: usize) -> Accepted {
        if depth > DEEPEST {
            return Accepted::one(form_text::kind(schema));
        }
        if !schema.alternatives().is_empty() {
            return alternatives::of_alternatives(self, schema, depth);
        }
        let listed = schema.get("type").and_then(Value::as_array);
        match listed.map(|types| types.iter().filter_map(Value::as_str).collect::<Vec<_>>()) {
            Some(types) => alternatives::of_types(self, schema, &types, depth),
            None => {
                let one = schema.get("type").and_then(Value::as_str);
                self.of_type(schema, one, depth)
            }
        }
    }

    /// The values that a schema of this type accepts.
    pub(super) fn of_type(
        &self,
        schema: &MergedSchema<'a>,
        name: Option<&str>,
        depth: usize,
    ) -> Accepted {
        let nullable = name == Some("null") || schema.get("nullable") == Some(&Value::Bool(true));
        let mut accepted = match (self.options(schema), name) {
            (Some(options), _) => options,
            (None, Some("array")) => return self.list(schema, depth, nullable),
            (None, name) => Accepted::one(self.plain(schema, name)),
        };
        accepted.nullable |= nullable;
        accepted
    }

    fn list(&self, schema: &MergedSchema<'a>, depth: usize, nullable: bool) -> Accepted {
        let item = schema.get("items").map(|items| self.document.merged(items));
        let item = item.unwrap_or_default();
        Accepted {
            kind: self.accepted(&item, depth + 1).kind,
            multiple: true,
            nullable,
        }
    }

    /// The options in `const` or `enum`.
    fn options(&self, schema: &MergedSchema<'a>) -> Option<Accepted> {
        let listed = schema.get("enum").and_then(Value::as_array);
        let values: Vec<&Value> = match (schema.get("const"), listed) {
            (Some(value), _) => vec![value],
            (None, Some(values)) => values.iter().collect(),
            (None, None) => return None,
        };
        let texts = values.iter().filter_map(|value| form_text::of(value));
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
        Some(Accepted {
            kind,
            multiple: false,
            nullable,
        })
    }

    fn plain(&self, schema: &MergedSchema<'a>, name: Option<&str>) -> FieldKind {
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
                form_text::kind(schema)
            }
            _ => form_text::kind(schema),
        }
    }
}
