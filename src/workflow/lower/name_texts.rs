//! Fills in the references in file names, `%id.input%`, with the values of the run.

use std::collections::HashMap;

use serde_json::Value;

use super::Fill;
use crate::graph::Workflow;
use crate::name_text::{INPUT, filled, shown, text};

/// Fills in the references in a lowered workflow.
pub(super) fn fill_in(lowered: &mut Workflow, original: &Workflow, values: &HashMap<String, Fill>) {
    let find = |name: &str| {
        let (node, input) = name.split_once('.')?;
        value(lowered, original, values, node, input)
    };
    let texts = lowered
        .nodes
        .iter()
        .map(|node| Some(filled(text(node)?, find)));
    let texts: Vec<Option<String>> = texts.collect();
    for (node, text) in lowered.nodes.iter_mut().zip(texts) {
        if let Some(text) = text {
            node.inputs.insert(INPUT.to_owned(), Value::from(text));
        }
    }
}

/// The text of an input. A marker node that lowering has removed has the run's value.
fn value(
    lowered: &Workflow,
    original: &Workflow,
    values: &HashMap<String, Fill>,
    id: &str,
    input: &str,
) -> Option<String> {
    if let Some(own) = lowered.node(id).and_then(|node| node.value(input)) {
        return shown(own);
    }
    let node = original.node(id)?;
    let mark = original.exposure().mark(node);
    let given = mark.filter(|mark| mark.value == Some(input));
    let given = given.and_then(|_| values.get(id)).and_then(Fill::value);
    shown(given.as_ref().or_else(|| node.value(input))?)
}
