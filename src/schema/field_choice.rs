//! What a person chooses fields from: every input of a workflow that can become a field. Knows neither files nor
//! views.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use workflow::classes::NodeClasses;
use workflow::suggestion::suggest;
use workflow::{AppInput, ExposedField, Exposure, ExposureDocument, Link, Node, Workflow};

/// The maximum length of a value's text, in characters.
const MAX_VALUE: usize = 80;

/// The inputs of a workflow that can become fields, in the order of the form: first those that are fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldChoice {
    /// Whether the workflow names its fields itself.
    pub is_own: bool,
    /// The exposure document of the present choice, without its fields.
    pub about: Value,
    /// The inputs.
    pub inputs: Vec<ChoiceInput>,
}

/// An input that can become a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceInput {
    /// The field of an exposure document that makes it a field.
    pub field: Value,
    /// The label of its field.
    pub label: String,
    /// The title of its node, if it has one.
    pub title: Option<String>,
    /// The class of its node.
    pub class: String,
    /// The start of its value.
    pub value: String,
    /// Whether it is a likely field.
    pub is_suggested: bool,
    /// Whether it is a field now.
    pub is_chosen: bool,
}

impl FieldChoice {
    /// The choice for a workflow; `None` if marks declare its inputs. `suggested` is the workflow with the
    /// suggested fields, if it does not name any itself.
    pub fn of(suggested: &Workflow, classes: &NodeClasses) -> Option<Self> {
        if suggested.exposure() == Exposure::Marks {
            return None;
        }
        let (fields, mut inputs) = Inputs::new(suggested).list(classes);
        let about = ExposureDocument {
            about: suggested.about.clone(),
            outputs: suggested.first_outputs.clone(),
            fields: Vec::new(),
        };
        let written = ExposureDocument {
            fields,
            ..ExposureDocument::default()
        };
        let mut written = written.to_value();
        if let Some(Value::Array(fields)) = written.get_mut("fields") {
            for (input, field) in inputs.iter_mut().zip(fields) {
                input.field = field.take();
            }
        }
        Some(Self {
            is_own: false,
            about: about.to_value(),
            inputs,
        })
    }
}

/// Collects the inputs, each once.
struct Inputs<'a> {
    workflow: &'a Workflow,
    nodes: HashMap<&'a str, &'a Node>,
    names: HashSet<String>,
}

impl<'a> Inputs<'a> {
    fn new(workflow: &'a Workflow) -> Self {
        let nodes = workflow.nodes.iter();
        Self {
            workflow,
            nodes: nodes.map(|node| (node.id.as_str(), node)).collect(),
            names: HashSet::new(),
        }
    }

    /// The present fields in their order, then the other candidates, the likeliest first.
    fn list(mut self, classes: &NodeClasses) -> (Vec<ExposedField>, Vec<ChoiceInput>) {
        let candidates = suggest(self.workflow, classes).candidates;
        let likely: HashSet<(&str, &str)> = candidates
            .iter()
            .filter(|candidate| candidate.is_suggested)
            .map(|candidate| (candidate.node.as_str(), candidate.input.as_str()))
            .collect();
        let chosen: Vec<_> = self
            .workflow
            .app_inputs
            .iter()
            .filter_map(ExposedField::of)
            .collect();
        let bound: HashSet<(&str, &str)> = chosen.iter().map(key).collect();
        let others = candidates
            .iter()
            .filter(|one| !bound.contains(&(one.node.as_str(), one.input.as_str())))
            .map(|candidate| candidate.app_input());
        let others = others
            .filter_map(|app: AppInput| ExposedField::of(&app))
            .collect::<Vec<_>>();
        let mut fields = Vec::new();
        let mut inputs = Vec::new();
        let all = chosen.iter().map(|field| (field, true));
        for (field, is_chosen) in all.chain(others.iter().map(|field| (field, false))) {
            if let Some(input) = self.input(field, likely.contains(&key(field)), is_chosen) {
                fields.push(self.named(field));
                inputs.push(input);
            }
        }
        (fields, inputs)
    }

    /// `None` for an input that takes its value from another node.
    fn input(
        &self,
        field: &ExposedField,
        is_suggested: bool,
        is_chosen: bool,
    ) -> Option<ChoiceInput> {
        let node = self.nodes.get(field.node.as_str())?;
        let value = node.value(&field.input)?;
        if Link::of(value).is_some() {
            return None;
        }
        Some(ChoiceInput {
            field: Value::Null,
            label: field.label.clone().unwrap_or_else(|| field.name.clone()),
            title: node.title.clone(),
            class: node.class.clone(),
            value: start(value),
            is_suggested,
            is_chosen,
        })
    }

    /// The field with a name that no other has.
    fn named(&mut self, field: &ExposedField) -> ExposedField {
        let mut field = field.clone();
        if self.names.contains(&field.name) {
            field.name = [&field.name, "_", &field.node].concat();
        }
        while !self.names.insert(field.name.clone()) {
            field.name.push('_');
        }
        field
    }
}

fn key(field: &ExposedField) -> (&str, &str) {
    (&field.node, &field.input)
}

fn start(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
