//! Reads the schema from a workflow's marker nodes.

use std::collections::HashMap;

use serde_json::Value;

use super::{Bounds, Field, FieldKind, InputSchema, Output};
use crate::workflow::marks::{self, InputKind, InputMark};
use crate::workflow::{Link, Node, Problem, Workflow};

/// The schema of a workflow, and what in it could not be read.
pub fn read(workflow: &Workflow) -> (InputSchema, Vec<Problem>) {
    let mut schema = InputSchema::default();
    let mut problems = Vec::new();
    for node in &workflow.nodes {
        if let Some(mark) = marks::input(&node.class) {
            schema.fields.push(field(node, mark, &mut problems));
        } else if let Some(mark) = marks::output(&node.class) {
            let label = node.title.clone().unwrap_or_else(|| node.class.clone());
            schema.outputs.push(Output {
                node: node.id.clone(),
                label,
                kind: mark.kind,
            });
        }
    }
    drop_second_names(workflow, &mut schema, &mut problems);
    if schema.outputs.is_empty() && !workflow.nodes.is_empty() {
        problems.push(Problem::whole(
            "the workflow has no output; add a SaveImage, SaveText, SaveVideo or SaveAudio node",
        ));
    }
    (schema, problems)
}

fn field(node: &Node, mark: &InputMark, problems: &mut Vec<Problem>) -> Field {
    let reader = Reader {
        node,
        mark,
        problems,
    };
    reader.field()
}

struct Reader<'a> {
    node: &'a Node,
    mark: &'a InputMark,
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    fn field(mut self) -> Field {
        let kind = self.kind();
        let name = match self.node.text("name") {
            Some(name) => name.to_owned(),
            None => format!("{}_{}", kind.name(), self.node.id),
        };
        let label = self
            .node
            .text("label")
            .or(self.node.title.as_deref())
            .unwrap_or(&name)
            .to_owned();
        let default = self.default(&kind);
        let required = self.flag("required").unwrap_or(match kind {
            FieldKind::Text { .. } => false,
            _ => default.is_none(),
        });
        let help = self.node.text("description").map(str::to_owned);
        Field {
            name,
            label,
            help,
            kind,
            default,
            required,
            multiple: false,
            node: self.node.id.clone(),
        }
    }

    fn kind(&mut self) -> FieldKind {
        match self.mark.kind {
            InputKind::Text => FieldKind::Text {
                multiline: self.flag("multiline").unwrap_or(false),
                max_length: self.max_length(),
            },
            InputKind::Number => FieldKind::Number(self.bounds()),
            InputKind::Slider => FieldKind::Slider(self.slider_bounds()),
            InputKind::Boolean => FieldKind::Boolean,
            InputKind::Choice => FieldKind::Choice {
                options: self.options(),
            },
            InputKind::Image => FieldKind::Image,
            InputKind::Video => FieldKind::Video,
            InputKind::Audio => FieldKind::Audio,
            InputKind::File => FieldKind::File { accept: None },
        }
    }

    fn default(&mut self, kind: &FieldKind) -> Option<String> {
        if kind.accept().is_some() {
            return None;
        }
        let default = match self.literal(self.mark.value) {
            Some(Value::String(text)) => Some(text),
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(Value::Bool(flag)) => Some(flag.to_string()),
            Some(_) => {
                self.problem(format!(
                    "its `{}` is neither text, number nor boolean",
                    self.mark.value
                ));
                None
            }
            None => None,
        };
        match kind {
            FieldKind::Slider(bounds) => default.or_else(|| bounds.min.clone()),
            FieldKind::Boolean => default.or_else(|| Some("false".to_owned())),
            FieldKind::Choice { options } => default.or_else(|| options.first().cloned()),
            _ => default.filter(|text| !text.is_empty()),
        }
    }

    fn bounds(&mut self) -> Bounds {
        let bounds = Bounds {
            integer: self.flag("integer").unwrap_or(false),
            min: self.number("min"),
            max: self.number("max"),
            step: self.number("step"),
        };
        let order = super::check::compare(bounds.min.as_deref(), bounds.max.as_deref());
        if order == Some(std::cmp::Ordering::Greater) {
            self.problem("its `min` is greater than its `max`, so that no value would do");
        }
        bounds
    }

    /// A slider cannot be drawn without two ends.
    fn slider_bounds(&mut self) -> Bounds {
        let bounds = self.bounds();
        let min = bounds.min.or_else(|| Some("0".to_owned()));
        let max = bounds.max.or_else(|| Some("100".to_owned()));
        Bounds { min, max, ..bounds }
    }

    fn max_length(&mut self) -> Option<u32> {
        let value = self.literal("max_length")?;
        let length = value.as_u64().and_then(|length| u32::try_from(length).ok());
        if length.is_none() {
            self.problem("its `max_length` is no whole number");
        }
        length.filter(|length| *length > 0)
    }

    /// The options: a list of texts, or one text with an option a line.
    fn options(&mut self) -> Vec<String> {
        let options: Vec<String> = match self.node.inputs.get("options") {
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            Some(Value::String(text)) => text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        };
        if options.is_empty() {
            self.problem("it has no `options`; give a list of texts");
        }
        options
    }

    fn number(&mut self, input: &str) -> Option<String> {
        let text = match self.literal(input)? {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text,
            _ => String::new(),
        };
        if super::check::decimal(&text).is_none() {
            self.problem(format!("its `{input}` is no number"));
            return None;
        }
        Some(text)
    }

    fn flag(&mut self, input: &str) -> Option<bool> {
        let flag = self.literal(input)?;
        if flag.as_bool().is_none() {
            self.problem(format!("its `{input}` is neither true nor false"));
        }
        flag.as_bool()
    }

    /// A literal that is there: what marks a field cannot come from another node.
    fn literal(&mut self, input: &str) -> Option<Value> {
        let value = self
            .node
            .inputs
            .get(input)
            .filter(|value| !value.is_null())?;
        if Link::of(value).is_some() {
            self.problem(format!(
                "its `{input}` comes from another node; type the value into this one"
            ));
            return None;
        }
        Some(value.clone())
    }

    fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem::at(self.node, message));
    }
}

/// Two nodes with one name are an error that names both; the first keeps it.
fn drop_second_names(workflow: &Workflow, schema: &mut InputSchema, problems: &mut Vec<Problem>) {
    let mut first: HashMap<String, String> = HashMap::new();
    schema.fields.retain(|field| {
        let Some(other) = first.get(&field.name) else {
            first.insert(field.name.clone(), field.node.clone());
            return true;
        };
        if let Some(node) = workflow.node(&field.node) {
            let message = format!(
                "its name `{}` is taken by node {other}; give one of them another",
                field.name
            );
            problems.push(Problem::at(node, message));
        }
        false
    });
}
