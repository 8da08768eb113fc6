//! The declaration of a node class: its inputs, its outputs and the function that runs it. Knows no
//! particular class.

use serde_json::{Map, Value as Json};

use super::context::NodeContext;
use super::execution_error::ExecutionError;
use super::input::{Input, InputKind};
use super::node_output::NodeOutput;

/// A node class.
pub struct Class {
    /// ComfyUI's `class_type`.
    pub name: &'static str,
    /// The name users see.
    pub(crate) title: &'static str,
    /// The editor's menu entry for it.
    pub(crate) category: &'static str,
    /// The inputs in order. Those of a dynamic input's options come with the option.
    pub inputs: &'static [Input],
    /// The type and name of each output.
    pub(crate) outputs: &'static [(&'static str, &'static str)],
    /// Whether it is an output node: a workflow needs at least one.
    pub(crate) output_node: bool,
    /// Runs a node of this class.
    pub(crate) run: fn(&NodeContext) -> Result<NodeOutput, ExecutionError>,
}

impl Class {
    /// The input with this name, also of an option.
    pub(crate) fn input(&self, name: &str) -> Option<&'static Input> {
        find(self.inputs, name)
    }

    /// The inputs of a node with these values: the class's own and those of the options chosen.
    pub(crate) fn inputs_of(&self, given: &Map<String, Json>) -> Vec<&'static Input> {
        let mut inputs = Vec::new();
        add_inputs(self.inputs, given, &mut inputs);
        inputs
    }
}

fn find(inputs: &'static [Input], name: &str) -> Option<&'static Input> {
    inputs.iter().find_map(|input| match &input.kind {
        _ if input.name == name => Some(input),
        InputKind::Dynamic(options) => options.iter().find_map(|option| find(option.inputs, name)),
        _ => None,
    })
}

fn add_inputs(
    declared: &'static [Input],
    given: &Map<String, Json>,
    inputs: &mut Vec<&'static Input>,
) {
    for input in declared {
        inputs.push(input);
        let InputKind::Dynamic(options) = &input.kind else {
            continue;
        };
        let key = given.get(input.name).and_then(Json::as_str);
        if let Some(option) = options.iter().find(|option| Some(option.key) == key) {
            add_inputs(option.inputs, given, inputs);
        }
    }
}
