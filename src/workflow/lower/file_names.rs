//! Spells the files that a workflow names itself as the engine's own lists do. Does not know values of a run.

use serde_json::{Map, Value};

use crate::classes::{ClassInput, InputKind, NodeClasses};
use crate::file_option::{file_option, is_same_file};
use crate::graph::Node;
use crate::models::is_closed;

/// Gives the inputs of a node the options of its class that mean the same files.
pub(super) fn spell(node: &mut Node, known: &NodeClasses) {
    if let Some(class) = known.get(&node.class) {
        spell_inputs(&class.inputs, "", &mut node.inputs);
    }
}

/// The same for inputs whose names begin with the path of a dynamic choice.
fn spell_inputs(inputs: &[ClassInput], path: &str, values: &mut Map<String, Value>) {
    for input in inputs {
        let name = [path, &input.name].concat();
        match (&input.kind, values.get_mut(&name)) {
            (InputKind::Choice(options), Some(value)) => spell_value(input, options, value),
            (InputKind::Dynamic(options), Some(Value::String(key))) => {
                if let Some(chosen) = options.iter().find(|option| option.key == *key) {
                    spell_inputs(&chosen.inputs, &[&name, "."].concat(), values);
                }
            }
            _ => {}
        }
    }
}

/// A list that has not all files may lack one that only another option is like, so only separators may differ there.
fn spell_value(input: &ClassInput, options: &[Value], value: &mut Value) {
    match value {
        Value::String(name) => {
            let option = file_option(options.iter().filter_map(Value::as_str), name);
            let option = option.filter(|option| is_closed(input) || is_same_file(option, name));
            if let Some(option) = option {
                option.clone_into(name);
            }
        }
        Value::Array(items) if input.is_multiple() => {
            let items = items.iter_mut();
            items.for_each(|item| spell_value(input, options, item));
        }
        _ => {}
    }
}
