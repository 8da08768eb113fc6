//! The fields of a workflow's App Mode inputs. A workflow file does not contain their bounds and options,
//! so the kind is derived from the slot's type, or else from the current value.

use std::collections::HashMap;

use serde_json::Value;

use crate::schema::field::Field;
use crate::schema::kind::{Bounds, FieldKind};
use crate::workflow::marks::{self, InputKind};
use crate::workflow::{AppInput, Link, Node, Problem, Workflow};

/// The fields of the App Mode inputs, in the order of App Mode's form.
pub(super) fn fields(workflow: &Workflow, problems: &mut Vec<Problem>) -> Vec<Field> {
    let nodes: HashMap<&str, &Node> = workflow
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    let mut fields = Vec::with_capacity(workflow.app_inputs.len());
    for app in &workflow.app_inputs {
        let Some(target) = app.targets.first() else {
            continue;
        };
        let Some(node) = nodes.get(target.node.as_str()) else {
            continue;
        };
        let value = node.inputs.get(&target.input).unwrap_or(&Value::Null);
        if Link::of(value).is_some() {
            let message = format!(
                "App Mode shows its `{}`, which comes from another node; show that node’s input instead",
                target.input
            );
            let problem = Problem::at(node, message);
            problems.push(problem.coded("app_linked", &[&target.input]));
            continue;
        }
        fields.push(field(
            app,
            kind(app, &node.class, &target.input, value),
            value,
        ));
    }
    fields
}

fn field(app: &AppInput, kind: FieldKind, value: &Value) -> Field {
    let default = match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    };
    let default = default.filter(|_| kind.accept().is_none());
    let required = !matches!(kind, FieldKind::Text { .. }) && default.is_none();
    Field {
        name: app.name.clone(),
        label: app.label.clone().unwrap_or_else(|| app.name.clone()),
        help: None,
        kind,
        default,
        required,
        multiple: false,
        node: app.key(),
    }
}

fn kind(app: &AppInput, class: &str, input: &str, value: &Value) -> FieldKind {
    let mark = marks::input(class).filter(|mark| mark.value == Some(input));
    match mark.map(|mark| mark.kind) {
        Some(InputKind::Image) => return FieldKind::Image,
        Some(InputKind::Video) => return FieldKind::Video,
        Some(InputKind::Audio) => return FieldKind::Audio,
        Some(InputKind::File) => return FieldKind::File { accept: None },
        _ => {}
    }
    let integer = app.slot.as_deref() == Some("INT") || mark.is_some_and(|mark| mark.integer);
    let number = || {
        FieldKind::Number(Bounds {
            integer,
            ..Bounds::default()
        })
    };
    let multiline = mark.is_some_and(|mark| mark.multiline)
        || class.starts_with("CLIPTextEncode")
        || value.as_str().is_some_and(|text| text.contains('\n'));
    match (app.slot.as_deref(), value) {
        (Some("INT" | "FLOAT"), _) | (_, Value::Number(_)) => number(),
        (Some("BOOLEAN"), _) | (_, Value::Bool(_)) => FieldKind::Boolean,
        _ => FieldKind::Text {
            multiline,
            max_length: None,
        },
    }
}
