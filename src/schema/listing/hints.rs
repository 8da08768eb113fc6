//! What our own listing says of fields besides their definitions, for the script that draws the first form
//! (`www/first/form.js`).

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::control::Control;
use crate::field::Field;
use crate::input_schema::InputSchema;
use crate::kind::FieldKind;

/// What follows from a field's definition, unless that is what most fields have.
#[derive(Default, PartialEq, Serialize)]
struct Hints {
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<Control>,
    /// The increment of a slider without a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    increment: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    optional: bool,
}

impl Hints {
    fn of(field: &Field) -> Self {
        Self {
            control: field.control(),
            increment: increment(field),
            optional: field.is_optional(),
        }
    }
}

fn increment(field: &Field) -> Option<String> {
    let FieldKind::Slider(bounds) = &field.kind else {
        return None;
    };
    let increment = bounds.step.is_none().then(|| bounds.increment());
    // What a slider has in HTML.
    increment.filter(|increment| increment != "1")
}

/// The hints for a schema's fields, by their index: `{"3":{"control":"seed"}}`.
pub fn hints(schema: &InputSchema) -> Map<String, Value> {
    let mut all = Map::new();
    for (index, field) in schema.fields.iter().enumerate() {
        let hints = Hints::of(field);
        if hints != Hints::default() {
            all.insert(index.to_string(), json!(hints));
        }
    }
    all
}
