//! The graph itself: nodes, their inputs and the links between them. Does not know how it is read
//! or written.

use serde_json::{Map, Value};

use super::about::About;
use super::app_input::{AppInput, Target};
use super::model_link::ModelLink;

/// A graph of nodes, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workflow {
    /// The nodes; every id is unique.
    pub nodes: Vec<Node>,
    /// The inputs that a saved exposure or App Mode makes fields, in the order of the form.
    pub app_inputs: Vec<AppInput>,
    /// The ids of the nodes whose outputs are shown first.
    pub first_outputs: Vec<String>,
    /// Whether its saved exposure names these.
    pub names_outputs: bool,
    /// What its saved exposure says besides fields and outputs.
    pub about: About,
    /// The inputs that the editor randomizes after each run.
    pub random: Vec<Target>,
    /// Where its models can be downloaded.
    pub model_links: Vec<ModelLink>,
}

/// One node of a workflow.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The node's id, unique in the workflow (`"6"`, in subgraphs `"57:8"`).
    pub id: String,
    /// The node's class, ComfyUI's `class_type`.
    pub class: String,
    /// The title its author gave it.
    pub title: Option<String>,
    /// Maps input names to literal values or links (see [`Link`]).
    pub inputs: Map<String, Value>,
}

/// An input that takes its value from another node's output: `["6", 0]` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// The id of the node that provides the value.
    pub node: &'a str,
    /// The index of that node's output, counted from 0.
    pub slot: usize,
}

impl<'a> Link<'a> {
    /// Reads an input's value as a link; `None` if it is a literal.
    pub fn of(value: &'a Value) -> Option<Self> {
        let [Value::String(node), Value::Number(slot)] = value.as_array()?.as_slice() else {
            return None;
        };
        let slot = usize::try_from(slot.as_u64()?).ok()?;
        Some(Self { node, slot })
    }
}

impl Workflow {
    /// The node with this id.
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }
}

impl Node {
    /// The inputs that are links to other nodes.
    pub fn links(&self) -> impl Iterator<Item = (&str, Link<'_>)> {
        self.inputs
            .iter()
            .filter_map(|(name, value)| Some((name.as_str(), Link::of(value)?)))
    }

    /// The value of an input, or of a member of an input that is an object, such as `lora_1.strength`.
    pub fn value(&self, input: &str) -> Option<&Value> {
        self.inputs.get(input).or_else(|| {
            let (name, member) = input.rsplit_once('.')?;
            self.inputs.get(name)?.as_object()?.get(member)
        })
    }

    /// Sets what [`Node::value`] returns; without a value, the input is left out.
    pub(super) fn set_value(&mut self, input: &str, value: Option<Value>) {
        let member = input.rsplit_once('.').filter(|(name, _)| {
            !self.inputs.contains_key(input) && self.inputs.get(*name).is_some_and(Value::is_object)
        });
        let (inputs, name) = match member {
            Some((name, member)) => (
                self.inputs.get_mut(name).and_then(Value::as_object_mut),
                member,
            ),
            None => (Some(&mut self.inputs), input),
        };
        let Some(inputs) = inputs else { return };
        match value {
            Some(value) => inputs.insert(name.to_owned(), value),
            None => inputs.shift_remove(name),
        };
    }

    /// The literal text of an input; `None` if it is absent, empty or not text.
    pub fn text(&self, input: &str) -> Option<&str> {
        self.inputs
            .get(input)?
            .as_str()
            .filter(|text| !text.trim().is_empty())
    }
}
