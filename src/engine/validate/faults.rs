//! What is wrong with single nodes: a missing input, a value out of bounds, a link of another type.

use serde_json::{Value as Json, json};

use super::graph::Graph;
use crate::engine::class::{ANY, Input, Kind};
use crate::engine::coerce::{self, Fault, python};
use crate::engine::nodes;
use crate::engine::store::{Folder, Place, Store};
use crate::workflow::{Link, Node};

/// What is wrong with one node by itself.
pub(super) fn faults(graph: &Graph, node: &Node, store: &dyn Store) -> Vec<Fault> {
    let Some(class) = nodes::class(&node.class) else {
        return Vec::new();
    };
    class
        .inputs
        .iter()
        .filter_map(|input| fault(graph, node, input, store))
        .collect()
}

fn fault(graph: &Graph, node: &Node, input: &'static Input, store: &dyn Store) -> Option<Fault> {
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
        return link_fault(graph, input, value);
    }
    match (coerce::literal(input, value), &input.kind) {
        (Err(fault), _) => Some(fault),
        (Ok(_), Kind::File) => file_fault(input, &python::text(value), store),
        (Ok(_), _) => None,
    }
}

fn link_fault(graph: &Graph, input: &Input, value: &Json) -> Option<Fault> {
    let config = input.config(&[]);
    let Some(link) = Link::of(value) else {
        let message = "Bad linked input, must be a length-2 list of [node_id, slot_index]";
        let extra =
            json!({ "input_name": input.name, "input_config": config, "received_value": value });
        return Some(Fault::new("bad_linked_input", message, input.name, extra));
    };
    let Some(source) = graph.node(link.node) else {
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

/// How many nodes of a cycle are named.
const NAMED: usize = 20;

/// What a cycle is to each of its nodes.
pub(super) fn cycle<'a>(nodes: &[&'a Node]) -> impl Iterator<Item = (&'a Node, Fault)> {
    let mut named: Vec<String> = nodes
        .iter()
        .chain(nodes.first())
        .take(NAMED)
        .map(|node| format!("{} ({})", node.id, node.class))
        .collect();
    if nodes.len() >= NAMED {
        named.push("…".to_owned());
    }
    let details = named.join(" -> ");
    let ids: Vec<&str> = nodes
        .iter()
        .take(NAMED)
        .map(|node| node.id.as_str())
        .collect();
    nodes.iter().map(move |node| {
        let extra = json!({ "node_id": node.id, "cycle_nodes": ids });
        (
            *node,
            Fault::new(
                "dependency_cycle",
                "Dependency cycle detected",
                details.as_str(),
                extra,
            ),
        )
    })
}
