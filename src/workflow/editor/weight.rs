//! About how many bytes things take, for files that would have very many copies made of them.

use serde_json::Value;

use super::raw::RawNode;

/// About how many bytes a copy of a node takes.
pub(super) fn weigh_node(class: &str, raw: &RawNode) -> usize {
    let inputs = raw
        .inputs
        .iter()
        .map(|slot| 100 + slot.name.len() + slot.kind.len());
    let outputs = raw.outputs.iter().map(|output| 100 + output.0.len());
    let slots: usize = inputs.chain(outputs).sum();
    let named = raw.named_widgets.iter().flatten();
    let named: usize = named
        .map(|(name, value)| 64 + name.len() + weigh(value))
        .sum();
    let proxies: usize = raw
        .proxy_widgets
        .iter()
        .map(|(_, name)| 100 + name.len())
        .sum();
    let title = raw.title.as_ref().map_or(0, String::len);
    100 + class.len() + title + slots + named + proxies + weigh(&raw.widgets)
}

/// About how many bytes a value takes.
pub(super) fn weigh(value: &Value) -> usize {
    match value {
        Value::String(text) => 32 + text.len(),
        Value::Array(items) => 32 + items.iter().map(weigh).sum::<usize>(),
        Value::Object(items) => items
            .iter()
            .map(|(name, item)| 64 + name.len() + weigh(item))
            .sum(),
        _ => 32,
    }
}
