//! The declaration of a node class: its inputs, its outputs and the function that runs it. Knows no
//! particular class.

use super::context::NodeContext;
use super::execution_error::ExecutionError;
use super::input::Input;
use super::node_output::NodeOutput;

/// A node class.
pub(crate) struct Class {
    /// ComfyUI's `class_type`.
    pub(crate) name: &'static str,
    /// The name users see.
    pub(crate) title: &'static str,
    /// The editor's menu entry for it.
    pub(crate) category: &'static str,
    /// The inputs in order.
    pub(crate) inputs: &'static [Input],
    /// The type and name of each output.
    pub(crate) outputs: &'static [(&'static str, &'static str)],
    /// Whether it is an output node: a workflow needs at least one.
    pub(crate) output_node: bool,
    /// Runs a node of this class.
    pub(crate) run: fn(&NodeContext) -> Result<NodeOutput, ExecutionError>,
}

impl Class {
    /// The input with this name.
    pub(crate) fn input(&self, name: &str) -> Option<&'static Input> {
        self.inputs.iter().find(|input| input.name == name)
    }
}
