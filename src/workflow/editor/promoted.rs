//! Promoted widgets: widgets of inner nodes that a subgraph's node shows as its own. Source: ComfyUI's
//! editor. Older versions list them in `properties.proxyWidgets`; newer ones turn each into an input.

use std::collections::HashMap;

use serde_json::Value;

use super::graph::{Graph, GraphNode};
use super::{group, widget};
use crate::workflow::classes::NodeClasses;

/// A subgraph node's values for inner widgets.
#[derive(Default)]
pub(crate) struct Promoted {
    /// Input of the subgraph to value.
    pub(super) slots: HashMap<usize, Value>,
    /// Inner node to widget names and values.
    pub(super) inner: HashMap<usize, Vec<(String, Value)>>,
}

/// The values that `host` has for widgets in its graph. `overridden` holds values from outer
/// subgraphs, which take precedence.
pub(super) fn of(
    host: &GraphNode,
    graph: &Graph,
    overridden: &[(String, Value)],
    classes: &NodeClasses,
) -> Promoted {
    let mut promoted = Promoted::default();
    if graph.by_position {
        promoted.inner = group::promoted(host, graph, classes);
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
        promoted.assign_in_order(host, graph, values, &slots);
    } else {
        let names: Vec<&str> = proxies.iter().map(|(_, name)| name.as_str()).collect();
        let positions = widget::align(&names, values, true).unwrap_or_default();
        for ((node, name), position) in proxies.iter().zip(positions) {
            promoted.set(graph, &slots, (node, name), &values[position]);
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
    /// Assigns values to the inputs that represent widgets, in the order of the definition's inputs or
    /// else the host's.
    fn assign_in_order(
        &mut self,
        host: &GraphNode,
        graph: &Graph,
        values: &[Value],
        slots: &HashMap<&str, usize>,
    ) {
        let is_widget = |slot: &usize| {
            graph
                .linked_inputs(*slot)
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
            let Some(positions) = widget::align(&names, values, false) else {
                continue;
            };
            for (name, position) in names.iter().zip(positions) {
                self.set(graph, slots, ("-1", name), &values[position]);
            }
            return;
        }
    }

    /// Sets the value of an inner node's widget, or of an input if the node is `-1`.
    fn set(
        &mut self,
        graph: &Graph,
        slots: &HashMap<&str, usize>,
        (node, name): (&str, &str),
        value: &Value,
    ) {
        if value.is_null() || widget::is_editor_only(without_prefix(name)) {
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

/// The name of a widget without the ids of the nodes it is shown through, which older editors put in
/// front: `8: 3: seed`.
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
