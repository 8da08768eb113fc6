//! The validation of a node's inputs: missing inputs, values out of bounds, links of the wrong type.

use serde_json::{Value as Json, json};

use super::link_graph::LinkGraph;
use crate::coercion::coerce;
use crate::files::FileStore;
use crate::input::{ANY, FileKind, Input, InputKind};
use crate::input_error::InputError;
use crate::nodes;
use crate::python_text::python_text;
use comfy_files::{FilePath, Folder};
use workflow::{Link, Node};

/// The errors in the inputs of one node.
pub(super) fn validate_inputs(
    graph: &LinkGraph,
    node: &Node,
    store: &dyn FileStore,
) -> Vec<InputError> {
    let Some(class) = nodes::class(&node.class) else {
        return Vec::new();
    };
    class
        .inputs_of(&node.inputs)
        .into_iter()
        .filter_map(|input| input_error(graph, node, input, store))
        .collect()
}

fn input_error(
    graph: &LinkGraph,
    node: &Node,
    input: &'static Input,
    store: &dyn FileStore,
) -> Option<InputError> {
    let given = node.inputs.get(input.name);
    if input.optional && given.is_none() {
        return None;
    }
    let Some(value) = given else {
        let extra = json!({ "input_name": input.name });
        return Some(InputError::new(
            "required_input_missing",
            "Required input is missing",
            input.name,
            extra,
        ));
    };
    if value.is_array() {
        return link_error(graph, input, value);
    }
    match (coerce(input, value), &input.kind) {
        (Err(error), _) => Some(error),
        (Ok(_), InputKind::File(kind)) => file_error(input, *kind, &python_text(value), store),
        (Ok(_), _) => None,
    }
}

fn link_error(graph: &LinkGraph, input: &Input, value: &Json) -> Option<InputError> {
    let config = input.config(&[]);
    let Some(link) = Link::of(value) else {
        let message = "Bad linked input, must be a length-2 list of [node_id, slot_index]";
        let extra =
            json!({ "input_name": input.name, "input_config": config, "received_value": value });
        return Some(InputError::new(
            "bad_linked_input",
            message,
            input.name,
            extra,
        ));
    };
    let Some(source) = graph.node(link.node) else {
        return Some(exception(&format!("'{}'", link.node), "KeyError"));
    };
    let outputs = nodes::class(&source.class).map_or(&[][..], |class| class.outputs);
    let Some((received, _)) = outputs.get(link.slot) else {
        return Some(exception("tuple index out of range", "IndexError"));
    };
    let wanted = input.type_name();
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
    Some(InputError::new(
        "return_type_mismatch",
        "Return type mismatch between linked nodes",
        details,
        extra,
    ))
}

fn exception(details: &str, kind: &str) -> InputError {
    let extra = json!({ "exception_type": kind, "traceback": [] });
    InputError::new(
        "exception_during_validation",
        "Exception when validating node",
        details,
        extra,
    )
}

fn file_error(
    input: &Input,
    kind: FileKind,
    name: &str,
    store: &dyn FileStore,
) -> Option<InputError> {
    let found = FilePath::parse(name, Folder::Input).is_some_and(|place| store.exists(&place));
    (!found).then(|| {
        let kind = kind.name();
        let details = format!("{} - Invalid {kind} file: {name}", input.name);
        let message = "Custom validation failed for node";
        InputError::new(
            "custom_validation_failed",
            message,
            details,
            json!({ "input_name": input.name }),
        )
    })
}
