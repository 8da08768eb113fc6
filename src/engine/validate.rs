//! Whether a workflow can run: each input against its class, each link against its source, no
//! cycles. Knows nothing of HTTP. Source: the answers of ComfyUI's `POST /prompt`.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value as Json, json};

use super::class::{ANY, Input, Kind};
use super::coerce::{self, Fault};
use super::nodes;
use super::store::{Folder, Place, Store};
use crate::workflow::{Link, Node, Workflow};

/// What came of a workflow's check.
pub(crate) struct Verdict {
    /// The output nodes that can run, in the workflow's order.
    pub(crate) outputs: Vec<String>,
    /// ComfyUI's `node_errors`.
    pub(crate) node_errors: Map<String, Json>,
    /// ComfyUI's `error`, when nothing can run.
    pub(crate) error: Option<Json>,
}

/// Checks a workflow whose classes are all known. `targets`, where given, are the only output
/// nodes asked for.
pub(crate) fn validate(
    workflow: &Workflow,
    targets: Option<&HashSet<String>>,
    store: &dyn Store,
) -> Verdict {
    let graph = Graph::new(workflow);
    let wanted = |node: &&Node| {
        nodes::class(&node.class).is_some_and(|class| class.output_node)
            && targets.is_none_or(|targets| targets.contains(&node.id))
    };
    let outputs: Vec<&Node> = workflow.nodes.iter().filter(wanted).collect();
    if outputs.is_empty() {
        let error = error("prompt_no_outputs", "Prompt has no outputs", "");
        return Verdict {
            outputs: Vec::new(),
            node_errors: Map::new(),
            error: Some(error),
        };
    }
    let mut faults: HashMap<&str, Vec<Fault>> = HashMap::new();
    for node in graph.ancestors(outputs.iter().map(|node| node.id.as_str())) {
        let found = graph.faults(node, store);
        if !found.is_empty() {
            faults.insert(&node.id, found);
        }
    }
    graph.add_cycles(&outputs, &mut faults);
    verdict(&graph, &outputs, &faults)
}

/// One entry of ComfyUI's `error`.
pub(crate) fn error(kind: &str, message: &str, details: &str) -> Json {
    json!({ "type": kind, "message": message, "details": details, "extra_info": {} })
}

fn verdict(graph: &Graph, outputs: &[&Node], faults: &HashMap<&str, Vec<Fault>>) -> Verdict {
    let mut good = Vec::new();
    let mut node_errors = Map::new();
    let mut details = Vec::new();
    for output in outputs {
        let bad: Vec<&Node> = graph
            .ancestors([output.id.as_str()])
            .into_iter()
            .filter(|node| faults.contains_key(node.id.as_str()))
            .collect();
        if bad.is_empty() {
            good.push(output.id.clone());
            continue;
        }
        let own = faults.get(output.id.as_str()).into_iter().flatten();
        details.extend(own.map(|fault| format!("{}: {}", fault.message, fault.details)));
        for node in bad {
            note(
                &mut node_errors,
                node,
                &faults[node.id.as_str()],
                &output.id,
            );
        }
    }
    let message = "Prompt outputs failed validation";
    let kind = "prompt_outputs_failed_validation";
    let error = good
        .is_empty()
        .then(|| error(kind, message, &details.join("\n")));
    Verdict {
        outputs: good,
        node_errors,
        error,
    }
}

fn note(node_errors: &mut Map<String, Json>, node: &Node, faults: &[Fault], output: &str) {
    let entry = node_errors.entry(node.id.clone()).or_insert_with(|| {
        let errors: Vec<Json> = faults.iter().map(Fault::to_json).collect();
        json!({ "errors": errors, "dependent_outputs": [], "class_type": node.class })
    });
    if let Some(dependent) = entry["dependent_outputs"].as_array_mut() {
        dependent.push(Json::from(output));
    }
}

/// A workflow with its nodes at hand by id.
struct Graph<'a> {
    nodes: HashMap<&'a str, &'a Node>,
}

impl<'a> Graph<'a> {
    fn new(workflow: &'a Workflow) -> Self {
        Self {
            nodes: workflow
                .nodes
                .iter()
                .map(|node| (node.id.as_str(), node))
                .collect(),
        }
    }

    /// These nodes and all they depend on.
    fn ancestors<'b>(&self, from: impl IntoIterator<Item = &'b str>) -> Vec<&'a Node> {
        let mut open: Vec<&Node> = from
            .into_iter()
            .filter_map(|id| self.nodes.get(id).copied())
            .collect();
        let mut seen: HashSet<&str> = open.iter().map(|node| node.id.as_str()).collect();
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            found.push(node);
            for source in self.sources(node) {
                if seen.insert(&source.id) {
                    open.push(source);
                }
            }
        }
        found
    }

    /// The nodes that feed inputs the class knows; links of unknown inputs do not count.
    fn sources(&self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        let class = nodes::class(&node.class);
        node.links()
            .filter(move |(name, _)| class.is_some_and(|class| class.input(name).is_some()))
            .filter_map(|(_, link)| self.nodes.get(link.node.as_str()).copied())
    }

    fn faults(&self, node: &Node, store: &dyn Store) -> Vec<Fault> {
        let Some(class) = nodes::class(&node.class) else {
            return Vec::new();
        };
        class
            .inputs
            .iter()
            .filter_map(|input| self.fault(node, input, store))
            .collect()
    }

    fn fault(&self, node: &Node, input: &'static Input, store: &dyn Store) -> Option<Fault> {
        let Some(value) = node.inputs.get(input.name) else {
            let extra = json!({ "input_name": input.name });
            return Some(Fault::new(
                "required_input_missing",
                "Required input is missing",
                input.name,
                extra,
            ));
        };
        if value.is_array() {
            return self.link_fault(input, value);
        }
        match (coerce::literal(input, value), &input.kind) {
            (Err(fault), _) => Some(fault),
            (Ok(_), Kind::File) => file_fault(input, &coerce::python(value, false), store),
            (Ok(_), _) => None,
        }
    }

    fn link_fault(&self, input: &Input, value: &Json) -> Option<Fault> {
        let config = input.config(&[]);
        let Some(link) = Link::of(value) else {
            let message = "Bad linked input, must be a length-2 list of [node_id, slot_index]";
            let extra = json!({ "input_name": input.name, "input_config": config, "received_value": value });
            return Some(Fault::new("bad_linked_input", message, input.name, extra));
        };
        let Some(source) = self.nodes.get(link.node.as_str()) else {
            return Some(exception(&format!("'{}'", link.node), "KeyError"));
        };
        let outputs = nodes::class(&source.class).map_or(&[][..], |class| class.outputs);
        let Some((received, _)) = outputs.get(link.slot) else {
            return Some(exception("tuple index out of range", "IndexError"));
        };
        let wanted = input.kind_name();
        if wanted == ANY || wanted == *received {
            return None;
        }
        let details = format!(
            "{}, received_type({received}) mismatch input_type({wanted})",
            input.name
        );
        let extra = json!({
            "input_name": input.name, "input_config": config,
            "received_type": received, "linked_node": value,
        });
        Some(Fault::new(
            "return_type_mismatch",
            "Return type mismatch between linked nodes",
            details,
            extra,
        ))
    }

    fn add_cycles(&self, outputs: &[&'a Node], faults: &mut HashMap<&'a str, Vec<Fault>>) {
        let mut done = HashSet::new();
        for output in outputs {
            for cycle in self.cycles(output, &mut done) {
                let named: Vec<String> = cycle
                    .iter()
                    .chain(cycle.first())
                    .map(|node| format!("{} ({})", node.id, node.class))
                    .collect();
                let ids: Vec<&str> = cycle.iter().map(|node| node.id.as_str()).collect();
                for node in &cycle {
                    let extra = json!({ "node_id": node.id, "cycle_nodes": ids });
                    let fault = Fault::new(
                        "dependency_cycle",
                        "Dependency cycle detected",
                        named.join(" -> "),
                        extra,
                    );
                    faults.entry(&node.id).or_default().push(fault);
                }
            }
        }
    }

    /// A cycle for each link that closes one, reached from `start`. No recursion: a workflow may
    /// be one long chain.
    fn cycles(&self, start: &'a Node, done: &mut HashSet<&'a str>) -> Vec<Vec<&'a Node>> {
        let mut cycles = Vec::new();
        if done.contains(start.id.as_str()) {
            return cycles;
        }
        let mut path = vec![(start, self.sources(start).collect::<Vec<_>>())];
        let mut on_path = BTreeSet::from([start.id.as_str()]);
        while let Some((node, sources)) = path.last_mut() {
            let Some(source) = sources.pop() else {
                on_path.remove(node.id.as_str());
                done.insert(&node.id);
                path.pop();
                continue;
            };
            if on_path.contains(source.id.as_str()) {
                let from = path
                    .iter()
                    .position(|(node, _)| node.id == source.id)
                    .unwrap_or(0);
                cycles.push(path[from..].iter().map(|(node, _)| *node).collect());
            } else if !done.contains(source.id.as_str()) {
                on_path.insert(&source.id);
                path.push((source, self.sources(source).collect()));
            }
        }
        cycles
    }
}

fn exception(details: &str, kind: &str) -> Fault {
    let extra = json!({ "exception_type": kind, "traceback": [] });
    Fault::new(
        "exception_during_validation",
        "Exception when validating node",
        details,
        extra,
    )
}

fn file_fault(input: &Input, name: &str, store: &dyn Store) -> Option<Fault> {
    let found = Place::parse(name, Folder::Input).is_some_and(|place| store.exists(&place));
    (!found).then(|| {
        let details = format!("{} - Invalid image file: {name}", input.name);
        let message = "Custom validation failed for node";
        Fault::new(
            "custom_validation_failed",
            message,
            details,
            json!({ "input_name": input.name }),
        )
    })
}

#[cfg(test)]
mod tests;
