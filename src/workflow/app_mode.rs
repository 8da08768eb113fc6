//! App Mode: the inputs an author chose in ComfyUI's own form of a workflow. Keeps them in the API
//! format as notes in the nodes' `_meta`, which engines do not read. Source: the editor's
//! `extra.linearData.inputs`.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};

use super::app_input::{AppInput, Target};
use super::graph::Workflow;
use super::problem::short;

/// The notes to write for these inputs, by node id.
pub(super) fn notes(inputs: &[AppInput]) -> HashMap<&str, Vec<Value>> {
    let mut notes: HashMap<&str, Vec<Value>> = HashMap::new();
    for (field, input) in inputs.iter().enumerate() {
        for target in &input.targets {
            let note = note(field, input, target);
            notes.entry(&target.node).or_default().push(note);
        }
    }
    notes
}

fn note(field: usize, app: &AppInput, target: &Target) -> Value {
    let mut note = Map::new();
    note.insert("field".to_owned(), field.into());
    let texts = [
        ("input", Some(&target.input)),
        ("name", Some(&app.name)),
        ("label", app.label.as_ref()),
        ("type", app.slot.as_ref()),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            note.insert(key.to_owned(), text.as_str().into());
        }
    }
    if !app.settings.is_empty() {
        note.insert("settings".to_owned(), json!(app.settings));
    }
    note.into()
}

/// Collects App Mode inputs from the notes of nodes.
#[derive(Default)]
pub(crate) struct NoteReader(BTreeMap<u64, AppInput>);

impl NoteReader {
    /// Reads one node's `_meta.app_inputs`.
    pub(super) fn read(&mut self, node: &str, notes: &[Value]) {
        for note in notes.iter().filter_map(Value::as_object) {
            let Some(field) = note.get("field").and_then(Value::as_u64) else {
                continue;
            };
            let Some(input) = note.get("input").and_then(Value::as_str) else {
                continue;
            };
            let Some(app) = app_input(note) else {
                continue;
            };
            self.0.entry(field).or_insert(app).targets.push(Target {
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

/// The input that a note describes, without its targets.
fn app_input(note: &Map<String, Value>) -> Option<AppInput> {
    let text = |name: &str| Some(note.get(name)?.as_str()?.to_owned());
    let settings = note.get("settings").cloned();
    let settings = settings.and_then(|settings| serde_json::from_value(settings).ok());
    Some(AppInput {
        name: text("name")?,
        label: text("label"),
        slot: text("type"),
        targets: Vec::new(),
        settings: settings.unwrap_or_default(),
    })
}

/// The label of an input: its own, or its node's title, followed by the input's name if App Mode
/// shows several inputs of that node.
pub(super) fn label(title: Option<&str>, input: &str, own: Option<&str>, alone: bool) -> String {
    match (own, title) {
        (Some(own), _) => own.to_owned(),
        (None, Some(title)) if alone => short(title),
        (None, Some(title)) => format!("{}: {input}", short(title)),
        (None, None) => input.to_owned(),
    }
}

impl Workflow {
    /// Drops the App Mode inputs whose node inputs do not exist.
    pub(super) fn drop_dangling_app_inputs(&mut self) {
        let nodes = self.nodes.iter().map(|node| (node.id.as_str(), node));
        let nodes: HashMap<_, _> = nodes.collect();
        for app in &mut self.app_inputs {
            app.targets.retain(|target| {
                let node = nodes.get(target.node.as_str());
                node.is_some_and(|node| node.value(&target.input).is_some())
            });
        }
        self.app_inputs.retain(|app| !app.targets.is_empty());
    }

    /// The App Mode input whose value goes into this input of this node.
    pub fn app_input(&self, node: &str, input: &str) -> Option<&AppInput> {
        let is_target = |target: &Target| target.node == node && target.input == input;
        self.app_inputs
            .iter()
            .find(|app| app.targets.iter().any(is_target))
    }
}
