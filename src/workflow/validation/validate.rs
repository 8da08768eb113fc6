//! The validation of a whole prompt: the nodes that its outputs need, and what keeps an output from running. Does not
//! know the rules of one input.
//! Source: `validate_prompt` in ComfyUI's `execution.py`.

use std::collections::HashSet;

use serde_json::Value;

use super::cycles::on_cycles;
use super::declared_inputs::declared_inputs;
use super::fault::{Fault, FaultKind, Refusal};
use super::prompt::{Prompt, PromptNode};
use super::{link, literal};
use crate::classes::NodeClasses;
use crate::graph::Workflow;
use crate::problem::short;

/// The most faults of a prompt.
const MAX_FAULTS: usize = 1000;

/// An engine's verdict on a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// The ids of the output nodes that can run, in the order of the prompt. An engine accepts a prompt with at least
    /// one, and ignores its other outputs.
    pub outputs: Vec<String>,
    /// What keeps the others from running: at most 1,000 faults, in the order of the prompt. Nodes that no output
    /// needs have none.
    pub faults: Vec<Fault>,
}

/// Validates a lowered workflow for an engine with these classes.
pub fn validate(graph: &Workflow, classes: &NodeClasses) -> Validation {
    validate_outputs(graph, classes, |_| true)
}

/// Validates a lowered workflow for an engine with these classes that executes only the outputs whose ids are chosen.
/// Source: `partial_execution_targets` of ComfyUI's `POST /prompt`.
pub fn validate_outputs(
    graph: &Workflow,
    classes: &NodeClasses,
    is_chosen: impl Fn(&str) -> bool,
) -> Validation {
    let prompt = Prompt::new(graph, classes);
    let unknown = unknown_classes(&prompt);
    if !unknown.is_empty() {
        return refused(unknown);
    }
    let nodes = prompt.nodes.iter().enumerate();
    let is_output = |one: &PromptNode| one.definition.is_some_and(|class| class.is_output);
    let outputs = nodes.filter(|(_, one)| is_output(one) && is_chosen(&one.node.id));
    let outputs: Vec<usize> = outputs.map(|(index, _)| index).collect();
    if outputs.is_empty() {
        let message = "the workflow has no output; add a SaveImage node, for example";
        let refusal = Refusal::new(FaultKind::PromptNoOutputs, "no_output", [], message);
        return refused(vec![Fault::whole(refusal)]);
    }
    validated(&prompt, &outputs)
}

fn refused(faults: Vec<Fault>) -> Validation {
    Validation {
        outputs: Vec::new(),
        faults,
    }
}

/// One fault per node whose class the engine lacks; it refuses such a prompt as a whole.
fn unknown_classes(prompt: &Prompt) -> Vec<Fault> {
    let unknown = prompt.nodes.iter();
    let unknown = unknown.filter(|one| one.definition.is_none());
    let fault = |one: &PromptNode| {
        let class = short(&one.node.class);
        let message = format!("the engine does not have the node {class}");
        let kind = FaultKind::MissingNodeType;
        let refusal = Refusal::new(kind, "unknown_class", [class], message);
        Fault::of_node(&one.node.id, refusal)
    };
    unknown.map(fault).take(MAX_FAULTS).collect()
}

fn validated(prompt: &Prompt, outputs: &[usize]) -> Validation {
    let mut visit = Visit::new(prompt, outputs);
    visit.find_cycles();
    let blocked = visit.blocked();
    let runs = outputs.iter().filter(|output| !blocked.contains(*output));
    let runs = runs.filter_map(|output| prompt.nodes.get(*output));
    Validation {
        outputs: runs.map(|one| one.node.id.clone()).collect(),
        faults: visit.faults(),
    }
}

fn missing() -> Refusal {
    let message = "is missing; connect it or give it a value";
    Refusal::new(
        FaultKind::RequiredInputMissing,
        "input_missing",
        [],
        message,
    )
}

/// The nodes that outputs need, found from the outputs along the links that an engine follows.
struct Visit<'a> {
    prompt: &'a Prompt<'a>,
    /// The nodes that each node depends on.
    links: Vec<Vec<usize>>,
    /// With the indices of their nodes.
    faults: Vec<(usize, Fault)>,
    /// Has the nodes of all faults, also of those beyond the most.
    faulty: HashSet<usize>,
}

impl<'a> Visit<'a> {
    fn new(prompt: &'a Prompt, outputs: &[usize]) -> Self {
        let mut visit = Self {
            prompt,
            links: vec![Vec::new(); prompt.nodes.len()],
            faults: Vec::new(),
            faulty: HashSet::new(),
        };
        let mut found: HashSet<usize> = outputs.iter().copied().collect();
        let mut open = outputs.to_vec();
        while let Some(node) = open.pop() {
            let sources = visit.check(node);
            open.extend(sources.iter().filter(|source| found.insert(**source)));
            if let Some(links) = visit.links.get_mut(node) {
                *links = sources;
            }
        }
        visit
    }

    /// Checks the inputs of a node, and returns the nodes that it depends on. Nothing is followed through a link that
    /// is refused.
    fn check(&mut self, index: usize) -> Vec<usize> {
        let mut sources = Vec::new();
        let Some(PromptNode { node, definition }) = self.prompt.nodes.get(index) else {
            return sources;
        };
        let Some(definition) = definition else {
            return sources;
        };
        for input in declared_inputs(definition, &node.inputs) {
            let checked = match node.inputs.get(&*input.name) {
                None if input.is_required => Err(missing()),
                None => continue,
                Some(Value::Array(items)) => {
                    link::check(self.prompt, &node.class, input.definition, items).map(Some)
                }
                Some(value) => literal::check(&node.class, input.definition, value).map(|()| None),
            };
            match checked {
                Ok(source) => sources.extend(source),
                Err(refusal) => {
                    let fault = Fault::of_input(&node.id, &input.name, refusal);
                    self.add(index, fault);
                }
            }
        }
        sources
    }

    fn find_cycles(&mut self) {
        for node in on_cycles(&self.links) {
            let message = "it depends on itself; remove one of the links";
            let refusal = Refusal::new(FaultKind::DependencyCycle, "self_dependent", [], message);
            if let Some(one) = self.prompt.nodes.get(node) {
                self.add(node, Fault::of_node(&one.node.id, refusal));
            }
        }
    }

    fn add(&mut self, node: usize, fault: Fault) {
        self.faulty.insert(node);
        if self.faults.len() < MAX_FAULTS {
            self.faults.push((node, fault));
        }
    }

    /// The faults in the order of the nodes.
    fn faults(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|(node, _)| *node);
        self.faults.into_iter().map(|(_, fault)| fault).collect()
    }

    /// The nodes that cannot run: those with faults, and those that depend on them.
    fn blocked(&self) -> HashSet<usize> {
        let mut dependents = vec![Vec::new(); self.links.len()];
        for (node, sources) in self.links.iter().enumerate() {
            for source in sources {
                if let Some(dependents) = dependents.get_mut(*source) {
                    dependents.push(node);
                }
            }
        }
        let mut blocked = self.faulty.clone();
        let mut open: Vec<usize> = blocked.iter().copied().collect();
        while let Some(node) = open.pop() {
            for dependent in dependents.get(node).into_iter().flatten() {
                if blocked.insert(*dependent) {
                    open.push(*dependent);
                }
            }
        }
        blocked
    }
}
