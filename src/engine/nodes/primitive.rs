//! Nodes that hold a value, join texts, or show any value as text.

use serde_json::{Map, json};

use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{ANY, BOOLEAN, Class, FLOAT, Hint, INT, Input, Kind, STRING};
use crate::engine::value::Value;

/// ComfyUI's bounds of a PrimitiveFloat, the whole range of its PrimitiveInt.
const FLOAT_BOUND: f64 = i64::MAX as f64;

pub(super) const CLASSES: &[Class] = &[
    primitive(
        "PrimitiveString",
        "Text",
        &[Input::text("value", None, false)],
        &[(STRING, STRING)],
    ),
    primitive(
        "PrimitiveStringMultiline",
        "Text (Multiline)",
        &[Input::text("value", None, true)],
        &[(STRING, STRING)],
    ),
    primitive("PrimitiveInt", "Int", INT_INPUT, &[(INT, INT)]),
    primitive("PrimitiveFloat", "Float", FLOAT_INPUT, &[(FLOAT, FLOAT)]),
    primitive(
        "PrimitiveBoolean",
        "Boolean",
        BOOLEAN_INPUT,
        &[(BOOLEAN, BOOLEAN)],
    ),
    Class {
        name: "StringConcatenate",
        title: "Concatenate Text",
        category: "text",
        inputs: &[
            Input::text("string_a", None, true),
            Input::text("string_b", None, true),
            Input::text("delimiter", Some(""), false),
        ],
        outputs: &[(STRING, STRING)],
        output_node: false,
        run: concatenate,
    },
    Class {
        name: "PreviewAny",
        title: "Preview as Text",
        category: "utilities",
        inputs: &[Input::link("source", ANY)],
        outputs: &[(STRING, STRING)],
        output_node: true,
        run: preview,
    },
];

const INT_INPUT: &[Input] = &[Input::new(
    "value",
    Kind::Int {
        default: None,
        min: -i64::MAX,
        max: i64::MAX,
        step: None,
    },
)
.with(&[("control_after_generate", Hint::Text("fixed"))])];

const FLOAT_INPUT: &[Input] = &[Input::new(
    "value",
    Kind::Float {
        default: None,
        min: -FLOAT_BOUND,
        max: FLOAT_BOUND,
        step: 0.1,
    },
)];

const BOOLEAN_INPUT: &[Input] = &[Input::new("value", Kind::Boolean { default: None })];

const fn primitive(
    name: &'static str,
    title: &'static str,
    inputs: &'static [Input],
    outputs: &'static [(&'static str, &'static str)],
) -> Class {
    Class {
        name,
        title,
        category: "utilities/primitive",
        inputs,
        outputs,
        output_node: false,
        run: same,
    }
}

fn same(call: &Call) -> Result<Done, Failure> {
    Ok(Done::value(call.value("value")?.clone()))
}

fn concatenate(call: &Call) -> Result<Done, Failure> {
    let parts = [
        call.text("string_a")?,
        call.text("delimiter")?,
        call.text("string_b")?,
    ];
    Ok(Done::value(Value::Text(parts.concat())))
}

fn preview(call: &Call) -> Result<Done, Failure> {
    let text = call.value("source")?.shown();
    let shown = Map::from_iter([("text".to_owned(), json!([text]))]);
    Ok(Done {
        outputs: vec![Value::Text(text)],
        shown: Some(shown),
    })
}
