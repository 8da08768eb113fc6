//! Which nodes of a workflow are its inputs and outputs: marker nodes; without any, the inputs of its saved
//! exposure or App Mode; without these, ComfyUI's own loaders and primitives. Does not know fields.

use std::collections::HashSet;

use super::classes::{NodeClass, NodeClasses};
use super::graph::{Link, Node, Workflow};
use super::marks::{self, InputMark, OutputKind};
use super::name_text;

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

    /// The ids of the outputs that a run is for: those that a saved exposure names; without one, those that save files,
    /// or else all.
    pub fn main_outputs(&self, classes: &NodeClasses) -> HashSet<&str> {
        let outputs = self.nodes.iter();
        let outputs = outputs.filter(|node| output_of(node, classes).is_some());
        let is_main = |node: &&Node| match self.names_outputs {
            true => self.first_outputs.contains(&node.id),
            false => saves(node, classes),
        };
        let main = outputs.clone().filter(is_main);
        let main: HashSet<&str> = main.map(|node| node.id.as_str()).collect();
        match main.is_empty() {
            true => outputs.map(|node| node.id.as_str()).collect(),
            false => main,
        }
    }

    /// The nodes that produce outputs, with the kinds of their outputs: first those that save, then those that
    /// only preview. Marks are outputs; of the other classes, their definitions say it.
    pub fn output_nodes<'a>(
        &'a self,
        classes: &'a NodeClasses,
    ) -> impl Iterator<Item = (&'a Node, OutputKind)> {
        let nodes_of = move |previews: bool| {
            let nodes = self.nodes.iter();
            nodes.filter_map(move |node| {
                let (kind, is_preview) = output_of(node, classes)?;
                (is_preview == previews).then_some((node, kind))
            })
        };
        nodes_of(false).chain(nodes_of(true))
    }
}

/// What kind of output a node produces, if it does, and whether it only previews it.
fn output_of(node: &Node, classes: &NodeClasses) -> Option<(OutputKind, bool)> {
    if let Some(mark) = marks::output(&node.class) {
        return Some((mark.kind, mark.preview));
    }
    let class = classes
        .get_or_core(&node.class)
        .filter(|class| class.is_output)?;
    Some((kind_of(class), false))
}

/// Whether an output node saves files instead of only showing something.
fn saves(node: &Node, classes: &NodeClasses) -> bool {
    if let Some(mark) = marks::output(&node.class) {
        return !mark.preview;
    }
    let class = classes.get_or_core(&node.class);
    class.is_some_and(|class| class.input(name_text::INPUT).is_some())
}

/// The kind of what a class takes: it shows or saves that.
fn kind_of(class: &NodeClass) -> OutputKind {
    let mut links = class
        .inputs
        .iter()
        .filter(|input| !input.is_widget() || input.is_forced());
    let kind = links.find_map(|input| match input.type_name() {
        "IMAGE" | "MASK" => Some(OutputKind::Image),
        "VIDEO" => Some(OutputKind::Video),
        "AUDIO" => Some(OutputKind::Audio),
        "STRING" => Some(OutputKind::Text),
        _ => None,
    });
    kind.unwrap_or(OutputKind::File)
}
