//! Which input of a bypassed node goes on in the place of an output. Source: ComfyUI's editor.

use super::raw::RawNode;

/// The input that takes the place of output `slot` for an input of type `wanted`: the one at the
/// same position if it fits; else the first of that very type; else the first that fits.
pub(super) fn input(node: &RawNode, slot: usize, wanted: &str) -> Option<usize> {
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

/// Whether types can be linked: they may be lists with commas between, in any case.
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
