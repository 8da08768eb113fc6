//! Nodes for plain values: primitives, StringConcatenate, PreviewAny.

use std::sync::Arc;

use serde_json::{Map, json};

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{ANY, BOOLEAN, FLOAT, Hint, INT, Input, InputKind, STRING};
use crate::node_output::NodeOutput;
use crate::value::Value;

/// ComfyUI bounds a PrimitiveFloat by the range of its PrimitiveInt.
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
    InputKind::Int {
        default: None,
        min: -i64::MAX,
        max: i64::MAX,
        step: None,
    },
)
.with(&[("control_after_generate", Hint::Text("fixed"))])];

const FLOAT_INPUT: &[Input] = &[Input::new(
    "value",
    InputKind::Float {
        default: None,
        min: -FLOAT_BOUND,
        max: FLOAT_BOUND,
        step: 0.1,
    },
)];

const BOOLEAN_INPUT: &[Input] = &[Input::new("value", InputKind::Boolean { default: None })];

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
        run: pass_through,
    }
}

fn pass_through(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    Ok(NodeOutput::value(context.value("value")?.clone()))
}

fn concatenate(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let parts = [
        context.text("string_a")?,
        context.text("delimiter")?,
        context.text("string_b")?,
    ];
    context.reserve_text(parts.iter().map(|part| part.len()).sum())?;
    Ok(NodeOutput::value(Value::Text(parts.concat().into())))
}

fn preview(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let text = match context.value("source")? {
        Value::Text(text) => Arc::clone(text),
        other => other.preview_text().into(),
    };
    context.reserve_text(2 * text.len())?;
    let ui = Map::from_iter([("text".to_owned(), json!([&*text]))]);
    Ok(NodeOutput {
        values: vec![Value::Text(text)],
        ui: Some(ui),
    })
}
