//! Reads a field from a property of a form's schema.

use serde::Deserialize;
use serde_json::Value;

use super::document::Document;
use super::field_reader::FieldReader;
use super::form_text;
use super::merged_schema::MergedSchema;
use crate::field::Field;
use crate::kind::FieldKind;
use workflow::Condition;

/// Cost of a field in addition to its texts.
const SIZE: usize = 512;

/// The field of a property; `None` if the property is read-only or the document's budget is used up.
pub(super) fn read<'a>(
    document: &Document<'a>,
    name: &'a str,
    property: &'a Value,
    required: bool,
    content_type: Option<&'a str>,
) -> Option<Field> {
    let schema = document.merged(property);
    if schema.get("readOnly") == Some(&Value::Bool(true)) || !document.spend(name.len() + SIZE) {
        return None;
    }
    let reader = FieldReader {
        document,
        name,
        content_type,
    };
    let accepted = reader.accepted(&schema, 0);
    let text = |key: &str| {
        let text = schema.text(key)?;
        document.spend(text.len()).then(|| text.to_owned())
    };
    let node = schema.own("node").and_then(Value::as_str);
    let tooltip = schema.own("tooltip").and_then(Value::as_str);
    let tooltip = tooltip.filter(|tooltip| document.spend(tooltip.len()));
    let flag = |key: &str| schema.own(key).and_then(Value::as_bool);
    let visible_if = schema
        .own("visibleIf")
        .and_then(|condition| Condition::deserialize(condition).ok());
    Some(Field {
        label: text("title").unwrap_or_else(|| name.to_owned()),
        help: text("description").filter(|help| Some(help.as_str()) != tooltip),
        tooltip: tooltip.map(str::to_owned),
        default: reader.default(&schema, &accepted.kind),
        required: flag("required").unwrap_or(required) && !accepted.nullable,
        multiple: accepted.multiple,
        node: node.unwrap_or_default().to_owned(),
        advanced: flag("advanced") == Some(true),
        random: flag("random") == Some(true),
        visible_if: visible_if.filter(|condition| document.spend(condition.is.len())),
        ..Field::new(name, accepted.kind)
    })
}

impl<'a> FieldReader<'_, 'a> {
    /// The default of a field, as form text.
    fn default(&self, schema: &MergedSchema<'a>, kind: &FieldKind) -> Option<String> {
        let value = schema.get("default");
        let default = value.and_then(|value| self.default_text(value, kind));
        match kind {
            // An untouched switch is off.
            FieldKind::Boolean => default.or_else(|| Some("false".to_owned())),
            _ => default,
        }
    }

    fn default_text(&self, value: &Value, kind: &FieldKind) -> Option<String> {
        let value = match value.as_array().map(Vec::as_slice) {
            Some([value]) => value,
            Some(_) => return None,
            None => value,
        };
        let text = form_text::of(value);
        if text.is_none() && !value.is_null() {
            self.problem("its default is not text, a number or a boolean");
        }
        text.filter(|text| kind.accept().is_none() && self.document.spend(text.len()))
    }
}
