//! Whether an output may be linked to an input. Knows only their types.
//! Source: `validate_node_input` in ComfyUI's `comfy_execution/validation.py`.

use serde_json::Value;

use crate::classes::{ClassInput, InputKind, OutputType};
use crate::problem::short;
use crate::python;

/// The type that fits every other.
const ANY: &str = "*";
/// A type that the editor checks, not the engine.
const MATCH: &str = "COMFY_MATCHTYPE_V3";
/// The type of a choice.
const COMBO: &str = "COMBO";

/// How many options of a list a message names.
const NAMED: usize = 3;

/// The type of an input as links see it.
pub(super) fn of_input(input: &ClassInput) -> OutputType<'_> {
    match &input.kind {
        InputKind::Choice(options) if input.has_list_type => OutputType::List(options),
        _ => OutputType::Name(input.type_name()),
    }
}

/// Whether an input of a type takes an output of another. A name may list several types: `INT,FLOAT`.
pub(super) fn takes(wanted: OutputType, given: OutputType) -> bool {
    use OutputType::{List, Name};
    match (given, wanted) {
        (Name(given), Name(wanted)) => given == wanted || share_a_type(given, wanted),
        (List(_), Name(wanted)) => is_open(wanted) || wanted == COMBO,
        (Name(given), List(_)) => is_open(given),
        (List(given), List(wanted)) => same_options(given, wanted),
    }
}

fn is_open(name: &str) -> bool {
    [ANY, MATCH].contains(&name)
}

fn share_a_type(given: &str, wanted: &str) -> bool {
    let types = |name| str::split(name, ',').map(str::trim);
    is_open(given)
        || is_open(wanted)
        || types(given).any(|one| one == ANY || types(wanted).any(|other| other == one))
        || types(wanted).any(|one| one == ANY)
}

fn same_options(one: &[Value], other: &[Value]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(one, other)| python::equal(one, other))
}

/// A type in a message; a list with its first options.
pub(super) fn described(kind: OutputType) -> String {
    match kind {
        OutputType::Name(name) => short(name),
        OutputType::List(options) => {
            let named = options.iter().take(NAMED);
            let named: Vec<String> = named
                .map(|option| {
                    option
                        .as_str()
                        .map_or_else(|| option.to_string(), str::to_owned)
                })
                .collect();
            let more = if options.len() > NAMED { ", …" } else { "" };
            format!("[{}{more}]", short(&named.join(", ")))
        }
    }
}
