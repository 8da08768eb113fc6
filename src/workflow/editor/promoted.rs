//! Promoted widgets: widgets of inner nodes that a subgraph's node shows as its own. Source: ComfyUI's
//! editor. Older versions list them in `properties.proxyWidgets`; newer ones turn each into an input.

use std::collections::HashMap;

use serde_json::Value;

use super::graph::{Graph, GraphNode};
use super::node_role::NodeRole;
use super::promoted_source::{self, DEEPEST, PromotedSources, WidgetRef};
use super::{group, widget};

/// A subgraph node's values for inner widgets.
#[derive(Default)]
pub(crate) struct Promoted {
    /// Input of the subgraph to value.
    pub(super) slots: HashMap<usize, Value>,
    /// How the values of these inputs change between runs.
    pub(super) controls: HashMap<usize, Value>,
    /// Inner node to widget names and values; the editor's own say how a value changes between runs.
    pub(super) inner: HashMap<usize, Vec<(String, Value)>>,
}

/// The values that `host` has for widgets in its graph. `overridden` holds values from outer
/// subgraphs, which take precedence.
pub(super) fn of<'a>(
    host: &GraphNode,
    graph: &'a Graph,
    overridden: &[(String, Value)],
    sources: &mut PromotedSources<'a>,
) -> Promoted {
    let mut promoted = Promoted::default();
    if graph.by_position {
        promoted.inner = group::promoted(host, graph, sources.classes);
        return promoted;
    }
    let slots = &Slots::new(graph, sources);
    let values = match &host.raw.widgets {
        Value::Array(values) => values.as_slice(),
        _ => &[],
    };
    let proxies = &host.raw.proxy_widgets;
    if proxies.is_empty() {
        promoted.assign_in_order(host, slots, values);
    } else {
        let names: Vec<&str> = proxies.iter().map(|(_, name)| name.as_str()).collect();
        let aligned = widget::align(&names, values, true).unwrap_or_default();
        for ((node, name), own) in proxies.iter().zip(aligned) {
            promoted.set(slots, (node, name), own.value);
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
        promoted.set(slots, (node, name), value);
    }
    promoted
}

/// The inputs of a graph, by their names and by the widgets that they represent.
struct Slots<'a> {
    graph: &'a Graph,
    by_name: HashMap<&'a str, usize>,
    by_widget: HashMap<WidgetRef<'a>, usize>,
}

impl<'a> Slots<'a> {
    fn new(graph: &'a Graph, sources: &mut PromotedSources<'a>) -> Self {
        let inputs = graph.inputs.iter().enumerate();
        let by_name = inputs.map(|(slot, input)| (&*input.name, slot)).collect();
        let mut by_widget = HashMap::new();
        for slot in 0..graph.inputs.len() {
            if let Some(widget) = sources.of(graph, slot) {
                by_widget.entry(widget).or_insert(slot);
            }
        }
        Self {
            graph,
            by_name,
            by_widget,
        }
    }

    /// The names of those that represent widgets, in their order.
    fn widgets(&self) -> Vec<&'a str> {
        let mut slots: Vec<usize> = self.by_widget.values().copied().collect();
        slots.sort_unstable();
        let inputs = slots
            .into_iter()
            .filter_map(|slot| self.graph.inputs.get(slot));
        inputs.map(|input| &*input.name).collect()
    }
}

impl Promoted {
    /// Assigns values to the inputs that represent widgets, in the order of the definition's inputs or
    /// else the host's.
    fn assign_in_order(&mut self, host: &GraphNode, slots: &Slots, values: &[Value]) {
        let shown = host
            .raw
            .inputs
            .iter()
            .filter(|input| input.widget.is_some());
        for names in [slots.widgets(), shown.map(|input| &*input.name).collect()] {
            let Some(aligned) = widget::align(&names, values, false) else {
                continue;
            };
            for (name, own) in names.into_iter().zip(aligned) {
                self.set(slots, ("-1", name), own.value);
                self.set_control(slots, name, own.after);
            }
            return;
        }
    }

    /// Sets the value of an inner node's widget, or of an input if the node is `-1`. The value of a widget that an
    /// input represents is that of the input.
    fn set(&mut self, slots: &Slots, (node, name): (&str, &str), value: &Value) {
        let widget = without_prefix(name);
        let node = slots.graph.by_id.get(node);
        let is_control = widget == widget::CONTROL_NAME && node.is_some();
        if value.is_null() || widget::is_editor_only(widget) && !is_control {
            return;
        }
        let slot = match node {
            Some(node) => slots.by_widget.get(&(*node, widget)),
            None => slots.by_name.get(name),
        };
        if let Some(slot) = slot {
            self.slots.insert(*slot, value.clone());
        }
        if let Some(node) = node {
            let widgets = self.inner.entry(*node).or_default();
            widgets.push((widget.to_owned(), value.clone()));
        }
    }

    /// Sets how the value of an input changes between runs: what follows it says so.
    fn set_control(&mut self, slots: &Slots, name: &str, after: Option<&Value>) {
        let control = after.filter(|control| widget::is_control(control));
        if let (Some(control), Some(slot)) = (control, slots.by_name.get(name)) {
            self.controls.insert(*slot, control.clone());
        }
    }

    /// How the values of an inner node change between runs.
    pub(super) fn control_of(&self, node: usize) -> Option<&Value> {
        let mut widgets = self.inner.get(&node)?.iter().rev();
        let control = widgets.find(|(name, _)| name == widget::CONTROL_NAME)?;
        Some(&control.1)
    }

    /// Adds what `host` shows of its graph without a value of its own: the value that the widget has inside. Every
    /// input of the graph that is linked to it gets that value, as it is.
    pub(super) fn add_inner<'a>(
        &mut self,
        host: &GraphNode,
        graph: &'a Graph,
        sources: &mut PromotedSources<'a>,
    ) {
        let slots = Slots::new(graph, sources);
        for slot in slots.by_widget.values().copied() {
            if !self.slots.contains_key(&slot)
                && let Some(value) = inner_value(graph, slot, sources, 0)
            {
                self.slots.insert(slot, value);
            }
        }
        for (node, name) in &host.raw.proxy_widgets {
            let widget = without_prefix(name);
            let Some(&index) = graph.by_id.get(node) else {
                continue;
            };
            if !slots.by_widget.contains_key(&(index, widget))
                && !self.has(index, widget)
                && let Some(node) = graph.nodes.get(index)
                && let Some(value) = own_value(node, widget, sources)
            {
                let widgets = self.inner.entry(index).or_default();
                widgets.push((widget.to_owned(), value));
            }
        }
    }

    fn has(&self, node: usize, widget: &str) -> bool {
        let widgets = self.inner.get(&node).map_or(&[][..], Vec::as_slice);
        widgets.iter().any(|(name, _)| name == widget)
    }
}

/// The value of a node's own widget, as it is saved.
fn own_value(node: &GraphNode, widget: &str, sources: &mut PromotedSources) -> Option<Value> {
    if widget::is_editor_only(widget) {
        return None;
    }
    sources.spend(node)?;
    match node.role {
        NodeRole::Primitive => node.raw.widgets.get(0).cloned(),
        NodeRole::Executed => {
            let mut named = widget::named(&node.class, &node.raw, sources.classes);
            named.values.remove(widget)
        }
        _ => None,
    }
}

fn inner_value<'a>(
    graph: &'a Graph,
    slot: usize,
    sources: &mut PromotedSources<'a>,
    depth: usize,
) -> Option<Value> {
    let (node, name) = sources.of(graph, slot)?;
    let node = graph.nodes.get(node)?;
    match node.role {
        NodeRole::Host(_) if depth < DEEPEST => {
            sources.spend(node)?;
            let inner = node.inner(sources.graphs)?;
            let slot = promoted_source::slot(inner, name)?;
            let own = of(node, inner, &[], sources).slots.remove(&slot);
            own.or_else(|| inner_value(inner, slot, sources, depth + 1))
        }
        NodeRole::Executed => own_value(node, name, sources),
        _ => None,
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
