//! Estimates how many bytes copies of nodes and values take, to limit files that would be copied very
//! often.

use serde_json::Value;

use crate::serialized::SerializedNode;

/// The approximate size of a copy of a node, in bytes.
pub(super) fn of_node(class: &str, raw: &SerializedNode) -> usize {
    let inputs = raw
        .inputs
        .iter()
        .map(|slot| 100 + slot.name.len() + slot.kind.len());
    let outputs = raw.outputs.iter().map(|output| 100 + output.0.len());
    let slots: usize = inputs.chain(outputs).sum();
    let named = raw.named_widgets.iter().flatten();
    let named: usize = named
        .map(|(name, value)| 64 + name.len() + of_value(value))
        .sum();
    let proxies: usize = raw
        .proxy_widgets
        .iter()
        .map(|(_, name)| 100 + name.len())
        .sum();
    let title = raw.title.as_ref().map_or(0, String::len);
    100 + class.len() + title + slots + named + proxies + of_value(&raw.widgets)
}

/// The approximate size of a copy of a value, in bytes.
pub(super) fn of_value(value: &Value) -> usize {
    match value {
        Value::String(text) => 32 + text.len(),
        Value::Array(items) => 32 + items.iter().map(of_value).sum::<usize>(),
        Value::Object(items) => items
            .iter()
            .map(|(name, item)| 64 + name.len() + of_value(item))
            .sum(),
        _ => 32,
    }
}
