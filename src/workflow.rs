//! A workflow: a graph of nodes in ComfyUI's API format. Knows nothing of forms or of the wire.
//!
//! Source: the `prompt` object of ComfyUI's `POST /prompt`,
//! `{"6": {"class_type": "…", "inputs": {…}, "_meta": {"title": "…"}}}`.

mod api_format;
mod app_mode;
mod cycle;
mod document;
mod editor;
mod exposure;
mod file;
mod links;
pub mod lower;
pub mod marks;
mod number;
mod parsed;
mod problem;

pub use app_mode::{AppInput, Target};
pub use document::Entry;
pub use exposure::Exposure;
pub use parsed::Parsed;
pub use problem::Problem;

use serde::Deserialize;
use serde_json::{Map, Value};

use document::{Document, Loose};
use links::Feeds;

/// A graph of nodes, in the order in which they stand in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workflow {
    /// The nodes; an id occurs once.
    pub nodes: Vec<Node>,
    /// The inputs that App Mode shows, in the order of its form.
    pub app_inputs: Vec<AppInput>,
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
    /// Input name to literal value, or to a link (see [`Link`]).
    pub inputs: Map<String, Value>,
}

/// An input that takes its value from another node's output: `["6", 0]` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// The id of the node the value comes from.
    pub node: &'a str,
    /// Which of that node's outputs, counted from 0.
    pub slot: usize,
}

impl<'a> Link<'a> {
    /// The link that an input's value is, if it is one.
    pub fn of(value: &'a Value) -> Option<Self> {
        let [Value::String(node), Value::Number(slot)] = value.as_array()?.as_slice() else {
            return None;
        };
        let slot = usize::try_from(slot.as_u64()?).ok()?;
        Some(Self { node, slot })
    }
}

impl Workflow {
    /// Reads a workflow from JSON text, in the API format or the editor's. What cannot be read is
    /// named in the problems; the nodes that can be read are still given.
    pub fn parse(text: &str) -> (Self, Vec<Problem>) {
        // A byte order mark is no part of the JSON.
        let text = text.trim_start_matches('\u{feff}');
        match serde_json::from_str(text)
            .or_else(|error| number::read_without_nan(text).ok_or(error))
        {
            Ok(document) => Self::of(document),
            Err(error) => {
                let advice = "save or export the workflow from ComfyUI again";
                (Self::default(), vec![Problem::no_json(&error, advice)])
            }
        }
    }

    /// Reads a workflow from JSON; see [`Workflow::parse`].
    pub fn from_value(value: &Value) -> (Self, Vec<Problem>) {
        match Loose::deserialize(value) {
            Ok(document) => Self::of(document),
            Err(error) => (Self::default(), vec![Problem::whole(error.to_string())]),
        }
    }

    fn of(document: Loose<Document>) -> (Self, Vec<Problem>) {
        let Some(document) = document.0 else {
            return (Self::default(), vec![Problem::no_workflow()]);
        };
        let mut problems = Vec::new();
        let (workflow, places) = match document.is_editors() {
            true => editor::read(document, &mut problems),
            false => api_format::read(document, &mut problems),
        };
        if workflow.nodes.is_empty() && problems.is_empty() {
            problems.push(Problem::whole("the workflow has no nodes").coded("no_nodes", &[]));
        }
        let feeds = Feeds::of(&workflow, &places, &mut problems);
        problems.extend(cycle::problems(&workflow, &feeds));
        problem::keep_readable(&mut problems);
        (workflow, problems)
    }

    /// The workflow in ComfyUI's API format, as `POST /prompt` takes it.
    pub fn to_value(&self) -> Value {
        api_format::write(self)
    }

    /// The node of this id.
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }
}

impl Node {
    /// The inputs that come from other nodes.
    pub fn links(&self) -> impl Iterator<Item = (&str, Link<'_>)> {
        self.inputs
            .iter()
            .filter_map(|(name, value)| Some((name.as_str(), Link::of(value)?)))
    }

    /// The literal text of an input; `None` where it is absent, empty or no text.
    pub fn text(&self, input: &str) -> Option<&str> {
        self.inputs
            .get(input)?
            .as_str()
            .filter(|text| !text.trim().is_empty())
    }
}

#[cfg(test)]
mod tests;
