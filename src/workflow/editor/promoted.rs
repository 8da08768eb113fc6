//! Widgets of inner nodes that a subgraph's node shows as its own. Source: ComfyUI's editor; an
//! older one lists them in `properties.proxyWidgets`, a newer one makes each an input.

use std::collections::HashMap;

use serde_json::Value;

use super::graph::{Graph, GraphNode};
use super::scope::Slots;
use super::{group, widget};

/// What a subgraph's node says of widgets inside.
#[derive(Default)]
pub(super) struct Promoted {
    /// By the subgraph's input.
    pub(super) slots: Slots,
    /// By inner node: widget name and value.
    pub(super) inner: HashMap<usize, Vec<(String, Value)>>,
}

/// What `host` says of widgets in its graph; what stands outside of it may say otherwise.
pub(super) fn of(host: &GraphNode, graph: &Graph, overridden: &[(String, Value)]) -> Promoted {
    let mut promoted = Promoted::default();
    if graph.by_position {
        promoted.inner = group::promoted(host, graph);
        return promoted;
    }
    let slots: HashMap<&str, usize> = graph
        .inputs
        .iter()
        .enumerate()
        .map(|(slot, input)| (&*input.name, slot))
        .collect();
    let values = match &host.raw.widgets {
        Value::Array(values) => values.as_slice(),
        _ => &[],
    };
    let proxies = &host.raw.proxy_widgets;
    if proxies.is_empty() {
        promoted.take_in_order(host, graph, values, &slots);
    } else {
        let names: Vec<&str> = proxies.iter().map(|(_, name)| name.as_str()).collect();
        let places = widget::align(&names, values, true).unwrap_or_default();
        for ((node, name), place) in proxies.iter().zip(places) {
            promoted.set(graph, &slots, (node, name), &values[place]);
        }
    }
    let named = host.raw.named_widgets.iter().flatten();
    let named = named.chain(host.raw.widgets.as_object().into_iter().flatten());
    let overridden = overridden.iter().map(|(name, value)| (name, value));
    let shown: HashMap<&str, &str> = proxies
        .iter()
        .map(|(node, name)| (name.as_str(), node.as_str()))
        .collect();
    for (name, value) in named.chain(overridden) {
        let node = shown.get(name.as_str()).copied().unwrap_or("-1");
        promoted.set(graph, &slots, (node, name), value);
    }
    promoted
}

impl Promoted {
    /// Values of the inputs that stand for widgets, in their order: the definition's, else the
    /// host's.
    fn take_in_order(
        &mut self,
        host: &GraphNode,
        graph: &Graph,
        values: &[Value],
        slots: &HashMap<&str, usize>,
    ) {
        let is_widget = |slot: &usize| {
            graph
                .fed_by(*slot)
                .next()
                .is_some_and(|(_, input)| input.widget.is_some())
        };
        let inside = (0..graph.inputs.len())
            .filter(is_widget)
            .map(|slot| &*graph.inputs[slot].name);
        let shown = host
            .raw
            .inputs
            .iter()
            .filter(|input| input.widget.is_some());
        for names in [
            inside.collect::<Vec<_>>(),
            shown.map(|input| &*input.name).collect(),
        ] {
            let Some(places) = widget::align(&names, values, false) else {
                continue;
            };
            for (name, place) in names.iter().zip(places) {
                self.set(graph, slots, ("-1", name), &values[place]);
            }
            return;
        }
    }

    /// Notes a value for a widget of an inner node, or of an input when the node is `-1`.
    fn set(
        &mut self,
        graph: &Graph,
        slots: &HashMap<&str, usize>,
        (node, name): (&str, &str),
        value: &Value,
    ) {
        if value.is_null() || widget::is_editors_own(without_prefix(name)) {
            return;
        }
        match (graph.by_id.get(node), slots.get(name)) {
            (Some(node), _) => {
                let widgets = self.inner.entry(*node).or_default();
                widgets.push((without_prefix(name).to_owned(), value.clone()));
            }
            (None, Some(slot)) => {
                self.slots.insert(*slot, value.clone());
            }
            (None, None) => {}
        }
    }
}

/// The name of a widget, of which an older editor also noted through which nodes it is shown:
/// `8: 3: seed`.
fn without_prefix(name: &str) -> &str {
    let mut name = name;
    while let Some((id, rest)) = name.split_once(':') {
        let id = id.trim();
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        name = rest.trim_start();
    }
    name
}
