//! Picks the input of a bypassed node that is passed on in place of an output. Knows types only.
//! Source: ComfyUI's editor.

use crate::serialized::SerializedNode;

/// The input that replaces output `slot` for an input of type `wanted`: the one at the same position
/// if its type matches, or else the first of exactly that type, or else the first that matches.
pub(super) fn input(node: &SerializedNode, slot: usize, wanted: &str) -> Option<usize> {
    let inputs = &node.inputs;
    if is_any(wanted) {
        return Some(if slot < inputs.len() { slot } else { 0 });
    }
    let output = node
        .outputs
        .get(slot)
        .map_or("*", |output| output.0.as_str());
    let fits = |kind: &str| matches(kind, output) && matches(kind, wanted);
    if inputs.get(slot).is_some_and(|input| fits(&input.kind)) {
        return Some(slot);
    }
    let exact = inputs.iter().position(|input| input.kind == wanted);
    exact.or_else(|| inputs.iter().position(|input| fits(&input.kind)))
}

fn is_any(kind: &str) -> bool {
    matches!(kind, "*" | "" | "0")
}

/// Whether types can be linked. A type may be a comma-separated list; case does not matter.
fn matches(left: &str, right: &str) -> bool {
    if is_any(left) || is_any(right) || left.eq_ignore_ascii_case(right) {
        return true;
    }
    let has = |kind: &str| {
        right
            .split(',')
            .any(|other| other.eq_ignore_ascii_case(kind))
    };
    left.contains(',') && left.split(',').any(has) || right.contains(',') && has(left)
}
