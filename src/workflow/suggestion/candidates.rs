//! Lists the inputs that can become fields.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::role::Role;
use super::wording::Named;
use super::words::{self, words};
use super::{Candidate, model, prompts};
use crate::classes::{ClassInput, NodeClass, NodeClasses};
use crate::graph::{Node, Workflow};
use crate::marks;
use crate::power_loras;

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
    name_positive(&mut candidates);
    candidates
}

/// A prompt is called positive if there is a negative one.
fn name_positive(candidates: &mut [Candidate]) {
    let mut roles = candidates.iter().map(|candidate| candidate.role);
    if !roles.any(|role| role == Role::NegativePrompt) {
        return;
    }
    for candidate in candidates {
        let rest = candidate.label.strip_prefix("Prompt");
        if let Some(rest) = rest.filter(|_| candidate.role == Role::Prompt) {
            candidate.label = ["Positive prompt", rest].concat();
            candidate.name = ["positive_", &candidate.name].concat();
        }
    }
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
        let plain = plain.filter_map(|(name, value)| self.candidate(name, name, value));
        let members = power_loras::members(self.node);
        let members = members.filter(|member| is_plain(member.value));
        let members = members
            .filter_map(|member| self.candidate(&member.name, &member.plain_name, member.value));
        let mut candidates: Vec<Candidate> = plain.chain(members).collect();
        name_inputs(&mut candidates);
        candidates
    }

    /// The candidate of an input, which is called by its plain name; `None` for what no person sets.
    fn candidate(&self, full_name: &str, name: &str, value: &Value) -> Option<Candidate> {
        let input = self.class.and_then(|class| class.input(full_name));
        // A known class has other inputs only if they are left from an older version, or part of a choice.
        let is_unknown = self.class.is_some() && input.is_none() && !full_name.contains('.');
        if is_unknown || input.is_some_and(|input| !input.is_widget()) {
            return None;
        }
        let role = self.role(name, input, value);
        let named = Named {
            node: self.node,
            input: name,
            role,
            used_as: self.used_as,
        };
        let wording = named.wording();
        Some(Candidate {
            node: self.node.id.clone(),
            input: full_name.to_owned(),
            name: wording.name,
            label: wording.label,
            role,
            is_suggested: role.is_likely()
                || self.is_main_model(name, role, value)
                || self.is_free_text(name, role, value),
        })
    }

    /// Whether it is a text of several lines of a class that nobody knows: it may be a prompt.
    fn is_free_text(&self, name: &str, role: Role, value: &Value) -> bool {
        let has_lines = value
            .as_str()
            .is_some_and(|text| text.trim().contains('\n'));
        let instructs = name.to_ascii_lowercase().contains("system");
        self.class.is_none() && role == Role::Text && has_lines && !instructs
    }

    fn is_main_model(&self, name: &str, role: Role, value: &Value) -> bool {
        let lora = model::lora_of(self.node, name);
        role == Role::Model
            && match lora {
                Some(lora) => model::is_main("lora", self.class, lora),
                None => model::is_main(name, self.class, value),
            }
    }

    fn role(&self, name: &str, input: Option<&ClassInput>, value: &Value) -> Role {
        if self.only_saves() {
            return Role::OutputSetting;
        }
        if marks::input(&self.node.class)
            .is_some_and(|mark| mark.is_file() && mark.value == Some(name))
        {
            return Role::File;
        }
        let kind = input.map(|input| &input.kind);
        let is_model =
            model::is_choice(name, kind, value) || model::lora_of(self.node, name).is_some();
        match self.prompt {
            Some(role) if value.is_string() && prompts::is_prompt_input(name, kind) => {
                prompts::own_side(name).unwrap_or(role)
            }
            _ if is_model => Role::Model,
            // The name of a primitive's input says nothing.
            _ if name == "value" => Role::of(self.used_as.unwrap_or(name), input, value),
            _ => Role::of(name, input, value),
        }
    }

    /// Whether the node only saves or shows a result: one that makes it as well has a prompt or a seed.
    fn only_saves(&self) -> bool {
        if marks::output(&self.node.class).is_some() {
            return true;
        }
        let Some(class) = self.class.filter(|class| class.is_output) else {
            return false;
        };
        let makes = |input: &ClassInput| {
            let role = Role::of(&input.name, Some(input), &Value::from(""));
            input.is_widget() && matches!(role, Role::Prompt | Role::Seed)
        };
        !class.inputs.iter().any(makes)
    }
}

/// Adds the input to what several candidates of one node are called.
fn name_inputs(candidates: &mut [Candidate]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for candidate in candidates.iter() {
        *counts.entry(candidate.label.clone()).or_default() += 1;
    }
    for candidate in candidates {
        let input = &candidate.input;
        let is_shared = counts.get(&candidate.label).is_some_and(|count| *count > 1);
        if is_shared && words(input) != candidate.label {
            candidate.label = format!("{} ({})", candidate.label, words(input));
            candidate.name = [&candidate.name, "_", &words::name(input)].concat();
        }
    }
}

fn is_plain(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Number(_) | Value::Bool(_))
}
