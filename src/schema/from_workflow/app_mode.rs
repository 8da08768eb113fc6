//! The fields of the inputs that a saved exposure, App Mode or the suggestion shows. Their kinds, bounds and
//! options come from the classes of their nodes; if a class is unknown, the kind comes from the slot's type, or
//! else from the current value.

use std::collections::HashMap;

use serde_json::Value;

use super::{class_input, settings};
use crate::field::Field;
use crate::kind::{Bounds, FieldKind};
use workflow::classes::{ClassInput, InputKind as ClassInputKind, NodeClasses};
use workflow::marks::{self, InputKind};
use workflow::{
    AppInput, Link, Node, Problem, Target, Workflow, custom_combo, file_option, power_loras,
    validation,
};

/// The fields of the App Mode inputs, in the order of App Mode's form.
pub(super) fn fields(
    workflow: &Workflow,
    classes: &NodeClasses,
    problems: &mut Vec<Problem>,
) -> Vec<Field> {
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
        let value = node.value(&target.input).unwrap_or(&Value::Null);
        if Link::of(value).is_some() {
            let message = format!(
                "App Mode shows its `{}`, which comes from another node; show that node's input instead",
                target.input
            );
            let problem = Problem::at(node, message);
            problems.push(problem.coded("app_linked", &[&target.input]));
            continue;
        }
        let class = classes.get_or_core(&node.class);
        let input = class.and_then(|class| class.input(&target.input));
        let input = input.or_else(|| power_loras::input(&node.class, &target.input, classes));
        let refused = classes
            .get(&node.class)
            .and_then(|class| class.input(&target.input));
        let refused = refused.filter(|input| is_refused(&node.class, input, value, classes));
        let value = match refused {
            // It may be added to the engine.
            Some(_) if is_missing_model(workflow, target, value, classes) => value,
            Some(_) => &Value::Null,
            None => value,
        };
        let kind = file_kind(&node.class, &target.input)
            .or_else(|| own_options(node, &target.input, value))
            .or_else(|| class_input::kind(input?, value))
            .unwrap_or_else(|| guessed_kind(app, &node.class, &target.input, value));
        let tooltip = input.and_then(ClassInput::tooltip).map(str::to_owned);
        let mut field = Field {
            tooltip,
            ..field(app, kind, value)
        };
        settings::apply(&mut field, &app.settings, node, problems);
        fields.push(field);
    }
    fields
}

/// Whether the engine refuses the current value, so that it is no default.
fn is_refused(class: &str, input: &ClassInput, value: &Value, classes: &NodeClasses) -> bool {
    // The table of ComfyUI's own classes may be older than the engine.
    let is_engine = !std::ptr::eq(classes, NodeClasses::core());
    let is_file = match &input.kind {
        ClassInputKind::Choice(options) => {
            file_option(options.iter().filter_map(Value::as_str), text(value)).is_some()
        }
        _ => false,
    };
    is_engine && !is_file && !validation::takes(class, input, value)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn field(app: &AppInput, kind: FieldKind, value: &Value) -> Field {
    let default = match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    };
    let default = default.filter(|_| kind.accept().is_none());
    let default = default.map(|default| as_option(&kind, default));
    let required = !matches!(kind, FieldKind::Text { .. }) && default.is_none();
    Field {
        label: app.label.clone().unwrap_or_else(|| app.name.clone()),
        default,
        required,
        node: app.key(),
        ..Field::new(&app.name, kind)
    }
}

/// The option of a choice that means the same file as a text, or else the text.
fn as_option(kind: &FieldKind, text: String) -> String {
    let FieldKind::Choice { options } = kind else {
        return text;
    };
    let option = file_option(options.iter().map(String::as_str), &text);
    option.map_or_else(|| text.clone(), str::to_owned)
}

/// The kind of ComfyUI's own loaders.
fn file_kind(class: &str, input: &str) -> Option<FieldKind> {
    let mark = marks::input(class).filter(|mark| mark.value == Some(input))?;
    Some(match mark.kind {
        InputKind::Image => FieldKind::Image,
        InputKind::Video => FieldKind::Video,
        InputKind::Audio => FieldKind::Audio,
        InputKind::File => FieldKind::File { accept: None },
        _ => return None,
    })
}

/// The choice of options that the node itself has.
fn own_options(node: &Node, input: &str, value: &Value) -> Option<FieldKind> {
    let options = custom_combo::options(&node.class, input, &node.inputs)?;
    class_input::choice(options.into_iter(), value)
}

fn guessed_kind(app: &AppInput, class: &str, input: &str, value: &Value) -> FieldKind {
    let mark = marks::input(class).filter(|mark| mark.value == Some(input));
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

/// Whether an input names a model that the engines lack.
fn is_missing_model(
    workflow: &Workflow,
    target: &Target,
    value: &Value,
    classes: &NodeClasses,
) -> bool {
    let model = workflow.model_in(target, text(value));
    model.is_some_and(|model| workflow.missing_model(&model, classes).is_some())
}
