//! Lists the inputs that can become fields.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::role::Role;
use super::{Candidate, field_name, prompts};
use crate::classes::{ClassInput, NodeClass, NodeClasses};
use crate::graph::{Node, Workflow};
use crate::marks;

/// Every input of these nodes that holds a value of its own, with its role.
pub(super) fn of(
    workflow: &Workflow,
    classes: &NodeClasses,
    nodes: &HashSet<&str>,
) -> Vec<Candidate> {
    let prompts = prompts::find(workflow, classes);
    let uses = uses(workflow);
    let mut candidates = Vec::new();
    for node in workflow
        .nodes
        .iter()
        .filter(|node| nodes.contains(node.id.as_str()))
    {
        let finder = NodeInputs {
            node,
            class: classes.get_or_core(&node.class),
            prompt: prompts.get(node.id.as_str()).copied(),
            used_as: uses.get(node.id.as_str()).copied(),
        };
        candidates.extend(finder.candidates());
    }
    candidates
}

/// The name of the first input that each node is linked to: what a primitive value is for.
fn uses(workflow: &Workflow) -> HashMap<&str, &str> {
    let mut uses = HashMap::new();
    for node in &workflow.nodes {
        for (input, link) in node.links() {
            uses.entry(link.node).or_insert(input);
        }
    }
    uses
}

/// The inputs of one node.
struct NodeInputs<'a> {
    node: &'a Node,
    class: Option<&'a NodeClass>,
    /// The role of its texts, if they become a prompt.
    prompt: Option<Role>,
    /// The input that takes its first output.
    used_as: Option<&'a str>,
}

impl NodeInputs<'_> {
    fn candidates(&self) -> Vec<Candidate> {
        let inputs = self.node.inputs.iter();
        let plain = inputs.filter(|(_, value)| is_plain(value));
        plain.filter_map(|(name, _)| self.candidate(name)).collect()
    }

    /// The candidate of an input; `None` for what no person sets.
    fn candidate(&self, name: &str) -> Option<Candidate> {
        let input = self.class.and_then(|class| class.input(name));
        // A known class has other inputs only if they are left from an older version, or part of a choice.
        let is_unknown = self.class.is_some() && input.is_none() && !name.contains('.');
        if is_unknown || input.is_some_and(|input| !input.is_widget()) {
            return None;
        }
        Some(Candidate {
            node: self.node.id.clone(),
            input: name.to_owned(),
            name: field_name(self.node, name),
            label: String::new(),
            role: self.role(name, input),
            is_suggested: false,
        })
    }

    fn role(&self, name: &str, input: Option<&ClassInput>) -> Role {
        let is_output = self.class.is_some_and(|class| class.is_output)
            || marks::output(&self.node.class).is_some();
        if is_output {
            return Role::OutputSetting;
        }
        if marks::input(&self.node.class)
            .is_some_and(|mark| mark.is_file() && mark.value == Some(name))
        {
            return Role::File;
        }
        let kind = input.map(|input| &input.kind);
        match self.prompt {
            Some(role) if prompts::is_prompt_input(name, kind) => role,
            // The name of a primitive's input says nothing.
            _ if name == "value" => Role::of(self.used_as.unwrap_or(name), input),
            _ => Role::of(name, input),
        }
    }
}

fn is_plain(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Number(_) | Value::Bool(_))
}
