//! Whether a list in a prompt is a link that an engine follows: to a node, to one of its outputs, of a type that the
//! input takes. Does not know other values.
//! Source: `validate_inputs` in ComfyUI's `execution.py`.

use serde_json::Value;

use super::fault::{FaultKind, Refusal};
use super::link_type::{described, of_input, takes};
use super::own_checks;
use super::prompt::Prompt;
use crate::classes::{ClassInput, NodeClass, OutputType};
use crate::graph::Node;
use crate::problem::short;

/// Classes of ComfyUI-Inspire-Pack with any number of outputs of one type.
const REPEATING: [&str; 2] = [
    "ImageBatchSplitter //Inspire",
    "LatentBatchSplitter //Inspire",
];

/// Checks a list that is given to an input of a node of this class. Returns the index of the node that it links to.
pub(super) fn check(
    prompt: &Prompt,
    class: &str,
    input: &ClassInput,
    items: &[Value],
) -> Result<usize, Refusal> {
    let [node, slot] = items else {
        return Err(not_a_link(items.len()));
    };
    let node = node.as_str().unwrap_or_default();
    let Some((source, found)) = prompt.find(node) else {
        return Err(missing_source(node));
    };
    let source_node = found.node;
    let Some(definition) = found.definition else {
        return Ok(source);
    };
    let Some(given) = output(&source_node.class, definition, slot) else {
        return Err(missing_output(source_node, slot, definition.outputs.len()));
    };
    let wanted = of_input(input);
    match own_checks::checks_types(class) || takes(wanted, given) {
        true => Ok(source),
        false => Err(mismatch(source_node, wanted, given)),
    }
}

fn not_a_link(count: usize) -> Refusal {
    let message = format!(
        "is a list of {count} values, which is not a link; connect it again, or write {{\"__value__\": […]}} for a list"
    );
    let args = [count.to_string()];
    Refusal::new(FaultKind::BadLinkedInput, "input_not_link", args, message)
}

fn missing_source(id: &str) -> Refusal {
    let id = short(id);
    let message = format!("comes from node {id}, which is not in the workflow; connect it again");
    Refusal::new(FaultKind::MissingSource, "missing_node", [id], message)
}

fn missing_output(source: &Node, slot: &Value, count: usize) -> Refusal {
    let (id, class) = (short(&source.id), short(&source.class));
    let slot = short(&slot.to_string());
    let has = match count {
        0 => "no outputs".to_owned(),
        1 => "only output 0".to_owned(),
        count => format!("only outputs 0 to {}", count - 1),
    };
    let message = format!(
        "comes from output {slot} of node {id} ({class}), which has {has}; connect it again"
    );
    let args = [slot, id, class];
    Refusal::new(FaultKind::MissingOutput, "input_no_output", args, message)
}

fn mismatch(source: &Node, wanted: OutputType, given: OutputType) -> Refusal {
    let (id, class) = (short(&source.id), short(&source.class));
    let (wanted, given) = (described(wanted), described(given));
    let message = format!(
        "takes {wanted}, but comes from node {id} ({class}), which gives {given}; connect another output"
    );
    let args = [wanted, id, class, given];
    Refusal::new(FaultKind::ReturnTypeMismatch, "input_type", args, message)
}

/// The type of the output that a slot names; `None` if there is none. Python counts negative indices from the end.
fn output<'a>(name: &str, class: &'a NodeClass, slot: &Value) -> Option<OutputType<'a>> {
    let count = class.outputs.len();
    let index = match slot {
        Value::Bool(flag) => i64::from(*flag),
        Value::Number(number) => number.as_i64()?,
        _ => return None,
    };
    let index = match usize::try_from(index) {
        Ok(index) => index,
        Err(_) => count.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
    };
    // Classes with any number of outputs name the first few, of any type.
    let repeats = |output: &OutputType| is_any(output) || REPEATING.contains(&name);
    let repeated = || class.output(count.checked_sub(1)?).filter(repeats);
    class.output(index).or_else(repeated)
}

fn is_any(output: &OutputType) -> bool {
    *output == OutputType::Name("*")
}
