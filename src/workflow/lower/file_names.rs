//! Spells the files that a workflow names itself as the engine's own lists do. Does not know values of a run.

use serde_json::Value;

use crate::workflow::classes::{ClassInput, InputKind, NodeClasses};
use crate::workflow::file_option::{file_option, is_same_file};
use crate::workflow::graph::Node;
use crate::workflow::models::is_closed;

/// Gives the inputs of a node the options of its class that mean the same files.
pub(super) fn spell(node: &mut Node, known: &NodeClasses) {
    let Some(class) = known.get(&node.class) else {
        return;
    };
    for input in &class.inputs {
        let value = node.inputs.get_mut(&input.name);
        let Some(Value::String(name)) = value else {
            continue;
        };
        if let Some(option) = option(input, name) {
            option.clone_into(name);
        }
    }
}

/// The option of an input that means a file. A list that has not all files may lack one that only another option is
/// like, so only separators may differ there.
fn option<'a>(input: &'a ClassInput, name: &str) -> Option<&'a str> {
    let InputKind::Choice(options) = &input.kind else {
        return None;
    };
    let option = file_option(options.iter().filter_map(Value::as_str), name)?;
    (is_closed(input) || is_same_file(option, name)).then_some(option)
}
