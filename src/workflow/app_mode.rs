//! App Mode: the inputs that an author chose in ComfyUI's own form of a workflow. Source: the
//! editor's `extra.linearData.inputs`.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};

use super::Workflow;
use super::problem::short;

/// An input that App Mode shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppInput {
    /// The field's name, `{input}_{node id}`.
    pub name: String,
    /// What its author calls it.
    pub label: Option<String>,
    /// The type of the slot, where the file tells it (`INT`, `FLOAT`, `STRING`, `BOOLEAN`, `COMBO`).
    pub slot: Option<String>,
    /// Where its value goes; the first also holds its default.
    pub targets: Vec<Target>,
}

/// One input of one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The node's id.
    pub node: String,
    /// The input's name.
    pub input: String,
}

impl AppInput {
    /// The key of its value among a run's values: `{node id}.{input}` of its first target. (That of
    /// a marker node is the node's id.)
    pub fn key(&self) -> String {
        let target = self.targets.first();
        target.map_or_else(String::new, |target| {
            format!("{}.{}", target.node, target.input)
        })
    }

    /// What node `id` notes of it, so that it is found again in the API format.
    fn notes(&self, field: usize) -> impl Iterator<Item = (&str, Value)> {
        self.targets.iter().map(move |target| {
            let mut note = json!({ "field": field, "input": target.input, "name": self.name });
            for (name, text) in [("label", &self.label), ("type", &self.slot)] {
                if let Some(text) = text {
                    note[name] = Value::from(text.as_str());
                }
            }
            (target.node.as_str(), note)
        })
    }

    fn of_note(note: &Map<String, Value>) -> Option<Self> {
        let text = |name: &str| Some(note.get(name)?.as_str()?.to_owned());
        Some(Self {
            name: text("name")?,
            label: text("label"),
            slot: text("type"),
            targets: Vec::new(),
        })
    }
}

/// The notes of a workflow's App Mode inputs, by node: they stand in the nodes' `_meta`, which
/// engines do not read.
pub(super) fn notes(inputs: &[AppInput]) -> HashMap<&str, Vec<Value>> {
    let mut notes: HashMap<&str, Vec<Value>> = HashMap::new();
    for (field, input) in inputs.iter().enumerate() {
        for (node, note) in input.notes(field) {
            notes.entry(node).or_default().push(note);
        }
    }
    notes
}

/// The App Mode inputs that nodes have notes of.
#[derive(Default)]
pub(super) struct Noted(BTreeMap<u64, AppInput>);

impl Noted {
    /// Takes up what one node's `_meta.app_inputs` says.
    pub(super) fn take(&mut self, node: &str, notes: &[Value]) {
        for note in notes.iter().filter_map(Value::as_object) {
            let Some(field) = note.get("field").and_then(Value::as_u64) else {
                continue;
            };
            let Some(input) = note.get("input").and_then(Value::as_str) else {
                continue;
            };
            let Some(found) = AppInput::of_note(note) else {
                continue;
            };
            self.0.entry(field).or_insert(found).targets.push(Target {
                node: node.to_owned(),
                input: input.to_owned(),
            });
        }
    }

    /// The inputs, in the order of the form.
    pub(super) fn inputs(self) -> Vec<AppInput> {
        self.0.into_values().collect()
    }
}

/// The label of an input: its own; else its node's title, with its name where App Mode shows several
/// of that node.
pub(super) fn label(title: Option<&str>, input: &str, own: Option<&str>, alone: bool) -> String {
    match (own, title) {
        (Some(own), _) => own.to_owned(),
        (None, Some(title)) if alone => short(title),
        (None, Some(title)) => format!("{}: {input}", short(title)),
        (None, None) => input.to_owned(),
    }
}

impl Workflow {
    /// Drops the App Mode inputs whose nodes are not in the workflow.
    pub(super) fn keep_app_inputs_that_lead_somewhere(&mut self) {
        let nodes = self
            .nodes
            .iter()
            .map(|node| (node.id.as_str(), &node.inputs));
        let nodes: HashMap<_, _> = nodes.collect();
        for app in &mut self.app_inputs {
            app.targets.retain(|target| {
                let inputs = nodes.get(target.node.as_str());
                inputs.is_some_and(|inputs| inputs.contains_key(&target.input))
            });
        }
        self.app_inputs.retain(|app| !app.targets.is_empty());
    }

    /// The App Mode input whose value goes into this input of this node.
    pub fn app_input(&self, node: &str, input: &str) -> Option<&AppInput> {
        let goes_there = |target: &Target| target.node == node && target.input == input;
        self.app_inputs
            .iter()
            .find(|app| app.targets.iter().any(goes_there))
    }
}
