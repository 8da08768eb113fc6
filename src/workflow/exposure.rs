//! Which nodes of a workflow are its inputs and outputs: marker nodes; without any, the inputs of its saved
//! exposure or App Mode; without these, ComfyUI's own loaders and primitives. Does not know fields.

use super::graph::{Link, Node, Workflow};
use super::marks::{self, InputMark, OutputMark};

/// How a workflow declares its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// By marker nodes.
    Marks,
    /// By a saved exposure, or by App Mode.
    App,
    /// By ComfyUI's own loaders and primitives.
    Core,
}

impl Exposure {
    /// The mark by which `node` is an input in this exposure.
    pub fn mark(self, node: &Node) -> Option<&'static InputMark> {
        let core = match self {
            Self::Marks => false,
            Self::Core => true,
            Self::App => return None,
        };
        marks::input(&node.class).filter(|mark| mark.is_core() == core)
    }
}

impl Workflow {
    /// How it declares its inputs.
    pub fn exposure(&self) -> Exposure {
        let is_marked = |node| Exposure::Marks.mark(node).is_some();
        if self.nodes.iter().any(is_marked) {
            Exposure::Marks
        } else if !self.app_inputs.is_empty() {
            Exposure::App
        } else {
            Exposure::Core
        }
    }

    /// The nodes that are inputs, with their marks; none if App Mode declares the inputs.
    pub fn input_nodes(&self) -> impl Iterator<Item = (&Node, &'static InputMark)> {
        let exposure = self.exposure();
        let nodes = self
            .nodes
            .iter()
            .filter_map(move |node| Some((node, exposure.mark(node)?)));
        nodes.filter(move |(node, mark)| {
            // A primitive that is linked to another node has no value of its own.
            let value = mark.value.filter(|_| mark.is_core());
            let value = value.and_then(|input| node.inputs.get(input));
            value.and_then(Link::of).is_none()
        })
    }

    /// The nodes that are outputs, with their marks: those that save, or else those that preview.
    pub fn output_nodes(&self) -> impl Iterator<Item = (&Node, &'static OutputMark)> {
        let marked = || {
            let nodes = self.nodes.iter();
            nodes.filter_map(|node| Some((node, marks::output(&node.class)?)))
        };
        let saves = marked().any(|(_, mark)| !mark.preview);
        marked().filter(move |(_, mark)| !(saves && mark.preview))
    }
}
