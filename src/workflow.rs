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
pub mod lower;
pub mod marks;
mod number;
mod problem;

pub use app_mode::{AppInput, Target};
pub use exposure::Exposure;
pub use problem::Problem;

use serde::Deserialize;
use serde_json::{Map, Value};

use document::{Document, Loose};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The id of the node the value comes from.
    pub node: String,
    /// Which of that node's outputs, counted from 0.
    pub slot: usize,
}

impl Link {
    /// The link that an input's value is, if it is one.
    pub fn of(value: &Value) -> Option<Self> {
        let [Value::String(node), Value::Number(slot)] = value.as_array()?.as_slice() else {
            return None;
        };
        let slot = usize::try_from(slot.as_u64()?).ok()?;
        Some(Self {
            node: node.clone(),
            slot,
        })
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
                let message = format!(
                    "this is not JSON ({error}); save or export the workflow from ComfyUI again"
                );
                (Self::default(), vec![Problem::whole(message)])
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
            let message = "a workflow is a JSON object of nodes; this is something else";
            return (Self::default(), vec![Problem::whole(message)]);
        };
        let (workflow, mut problems) = match document.is_editors() {
            true => editor::read(document),
            false => api_format::read(document),
        };
        if workflow.nodes.is_empty() && problems.is_empty() {
            problems.push(Problem::whole("the workflow has no nodes"));
        }
        problems.extend(workflow.dangling_links());
        problems.extend(cycle::problems(&workflow));
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

    fn dangling_links(&self) -> Vec<Problem> {
        let ids: std::collections::HashSet<&str> =
            self.nodes.iter().map(|node| node.id.as_str()).collect();
        let mut problems = Vec::new();
        for node in &self.nodes {
            for (name, link) in node.links() {
                if !ids.contains(link.node.as_str()) {
                    let message = format!(
                        "its input `{name}` comes from node {}, which is not in the workflow",
                        link.node
                    );
                    problems.push(Problem::at(node, message));
                }
            }
        }
        problems
    }
}

impl Node {
    /// The inputs that come from other nodes.
    pub fn links(&self) -> impl Iterator<Item = (&str, Link)> {
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
