//! The graph of a run for engines with certain node classes: filled in and lowered once, checked, and then sent. What
//! only the hand-over knows is put in there: the names that the engine gave to files, and times. Most nodes are those
//! of the workflow, which all its runs share.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::NaiveDateTime;
use serde_json::Value;

use super::accepted::Form;
use crate::filename_prefix;
use crate::prompt_errors;
use api::ValidationItem;
use schema::InputSchema;
use workflow::classes::NodeClasses;
use workflow::lower::{self, Fill, Misfit};
use workflow::name_text::{self, INPUT};
use workflow::validation::{self, Fault};
use workflow::{Node, Problem, Workflow};

/// The graph of a run for engines with certain node classes.
#[derive(Debug)]
pub struct Prepared {
    form: Form,
    nodes: Vec<PreparedNode>,
    refusal: Vec<ValidationItem>,
    problems: Vec<Problem>,
    /// The ids of the outputs that the run is for.
    outputs: HashSet<String>,
}

#[derive(Debug)]
enum PreparedNode {
    /// That of the workflow, by its index.
    Shared(u32),
    Own(Box<Node>),
}

/// A file name prefix that points outside the output folder.
#[derive(Debug)]
pub struct UnsafePrefix {
    /// The id of its node.
    pub node: String,
    /// What is wrong with it.
    pub message: String,
}

impl Prepared {
    /// Fills in these values and lowers the graph. A file has the name under which it is sent.
    pub(crate) fn new(
        form: Form,
        values: &HashMap<String, Fill>,
        classes: &Arc<NodeClasses>,
    ) -> Self {
        let (graph, misfits) = lower::lower_checked(form.workflow(), values, classes);
        let mut prepared = Self {
            refusal: unfit(&misfits, values, form.schema()),
            problems: Vec::new(),
            outputs: HashSet::new(),
            nodes: Vec::new(),
            form,
        };
        if prepared.refusal.is_empty()
            && let Err(prefix) = safe(&graph)
        {
            prepared.refusal.push(prepared.prefix_error(prefix));
        }
        if prepared.refusal.is_empty() {
            prepared.judge(&graph, classes);
        }
        prepared.nodes = shared(graph.nodes, &prepared.form.workflow().nodes);
        prepared
    }

    /// Finds what engines with these classes would refuse of the outputs that the run is for.
    fn judge(&mut self, graph: &Workflow, classes: &NodeClasses) {
        let (workflow, schema) = (self.form.workflow(), self.form.schema());
        let field_of = |fault: &Fault| {
            let (node, input) = (fault.node.as_deref()?, fault.input.as_deref());
            let field = prompt_errors::field(workflow, schema, node, input)?;
            fault.kind.is_about_value().then_some(field)
        };
        let is_mendable = |fault: &Fault| field_of(fault).is_some();
        let verdict = validation::validate_main(workflow, graph, classes, is_mendable);
        let faults = verdict.faults;
        let mut seen = HashSet::new();
        let of_fields = faults.iter().filter_map(|fault| {
            let field = field_of(fault)?;
            seen.insert(&field.name).then(|| {
                let message = fault.message.clone();
                ValidationItem::new("body", &field.name, message, fault.kind.name())
            })
        });
        let of_fields: Vec<_> = of_fields.collect();
        if of_fields.is_empty() {
            self.problems = Fault::problems(&faults, workflow);
        }
        self.refusal = of_fields;
        self.outputs = verdict.outputs;
    }

    /// Why engines with these classes cannot take the values of fields; empty if they can.
    pub fn refusal(&self) -> &[ValidationItem] {
        &self.refusal
    }

    /// Why engines with these classes cannot execute the run, apart from values of fields.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Why engines with these classes cannot execute the run, in one text; `None` if they can.
    pub fn explanation(&self) -> Option<String> {
        let problems = self.problems.iter().map(ToString::to_string);
        let problems: Vec<String> = problems.collect();
        match (self.refusal.as_slice(), problems.as_slice()) {
            ([], []) => None,
            ([], problems) => Some(problems.join("; ")),
            (items, _) => Some(prompt_errors::explanation(items)),
        }
    }

    /// The errors with which an engine has rejected the graph, at the fields that caused them.
    pub fn rejection(&self, answer: &serde_json::Map<String, Value>) -> Vec<ValidationItem> {
        prompt_errors::validation_items(answer, self.form.workflow(), self.form.schema())
    }

    /// The error of the field that feeds a prefix.
    pub fn prefix_error(&self, prefix: UnsafePrefix) -> ValidationItem {
        let input = Some(INPUT);
        let (workflow, schema) = (self.form.workflow(), self.form.schema());
        let field = prompt_errors::field(workflow, schema, &prefix.node, input);
        prompt_errors::validation_item(field, prefix.message, "value_error")
    }

    /// The ids of the outputs that the run is for.
    pub fn main_outputs(&self) -> &HashSet<String> {
        &self.outputs
    }

    /// The graph as it is sent at this local time. `names` are those of files at the engine, by the names under which they were sent.
    ///
    /// # Errors
    /// A prefix that points outside the output folder: it may contain a time or a caller's text.
    pub fn graph(
        &self,
        names: &HashMap<String, String>,
        now: NaiveDateTime,
    ) -> Result<Workflow, UnsafePrefix> {
        let mut graph = self.graph_as_prepared();
        rename_files(&mut graph, names);
        filename_prefix::fill_in_times(&mut graph, now);
        safe(&graph).map(|()| graph)
    }

    /// The graph without what only the hand-over knows.
    pub fn graph_as_prepared(&self) -> Workflow {
        let all = &self.form.workflow().nodes;
        let nodes = self.nodes.iter().filter_map(|node| match node {
            PreparedNode::Shared(index) => all.get(*index as usize).cloned(),
            PreparedNode::Own(node) => Some((**node).clone()),
        });
        Workflow {
            nodes: nodes.collect(),
            ..Workflow::default()
        }
    }

    /// The memory that it takes besides the workflow, in bytes, roughly.
    pub(crate) fn weight(&self) -> usize {
        let own = self.nodes.iter().map(|node| match node {
            PreparedNode::Shared(_) => 0,
            PreparedNode::Own(node) => weight_of(node),
        });
        self.nodes.len() * size_of::<PreparedNode>() + own.sum::<usize>()
    }
}

/// The values that do not fit the inputs that they feed, one error per field: the first that was found. Whether a
/// list has a file shows once the engine has it.
fn unfit(
    misfits: &[Misfit],
    values: &HashMap<String, Fill>,
    schema: &InputSchema,
) -> Vec<ValidationItem> {
    let mut seen = HashSet::new();
    let is_file = |misfit: &Misfit| matches!(values.get(&misfit.key), Some(Fill::File(_)));
    let misfits = misfits.iter().filter(|misfit| !is_file(misfit));
    let first = misfits.filter(|misfit| seen.insert(&misfit.key));
    let items = first.filter_map(|misfit| {
        let mut fields = schema.fields.iter();
        let field = fields.find(|field| field.node == misfit.key)?;
        let message = misfit.message.as_str();
        Some(ValidationItem::new(
            "body",
            &field.name,
            message,
            misfit.kind,
        ))
    });
    items.collect()
}

fn safe(graph: &Workflow) -> Result<(), UnsafePrefix> {
    let problem = filename_prefix::unsafe_prefixes(graph).into_iter().next();
    problem.map_or(Ok(()), |problem| {
        Err(UnsafePrefix {
            node: problem.node.unwrap_or_default(),
            message: problem.message,
        })
    })
}

/// The nodes of a lowered graph, which are in the order of the workflow's.
fn shared(lowered: Vec<Node>, all: &[Node]) -> Vec<PreparedNode> {
    let mut next = 0;
    let nodes = lowered.into_iter().map(|node| {
        let rest = all.get(next..).unwrap_or_default();
        let Some(skipped) = rest.iter().position(|known| known.id == node.id) else {
            return PreparedNode::Own(Box::new(node));
        };
        let index = next + skipped;
        next = index + 1;
        match u32::try_from(index) {
            Ok(shared) if all[index] == node => PreparedNode::Shared(shared),
            _ => PreparedNode::Own(Box::new(node)),
        }
    });
    nodes.collect()
}

/// Puts in the names of files at the engine where it has given them others than those under which they were sent.
fn rename_files(graph: &mut Workflow, names: &HashMap<String, String>) {
    let renamed: Vec<_> = names.iter().filter(|(sent, name)| sent != name).collect();
    if renamed.is_empty() {
        return;
    }
    for (input, value) in graph.nodes.iter_mut().flat_map(|node| &mut node.inputs) {
        let Value::String(text) = value else { continue };
        for (sent, name) in &renamed {
            if input == INPUT {
                *text = text.replace(&name_text::plain(sent), &name_text::plain(name));
            } else if text == *sent {
                text.clone_from(name);
            }
        }
    }
}

/// The memory of a node in bytes, roughly.
fn weight_of(node: &Node) -> usize {
    let inputs = node.inputs.iter();
    let inputs = inputs.map(|(name, value)| 64 + name.len() + value_weight(value));
    size_of::<Node>() + node.id.len() + node.class.len() + inputs.sum::<usize>()
}

fn value_weight(value: &Value) -> usize {
    size_of::<Value>()
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(value_weight).sum(),
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| 64 + name.len() + value_weight(value))
                .sum(),
            _ => 0,
        }
}
