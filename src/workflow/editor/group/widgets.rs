//! The widgets of inner nodes that a group node shows as its own.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::classes::{ClassInput, NodeClasses};
use crate::editor::graph::{Graph, GraphNode};
use crate::editor::node_role::NodeRole;
use crate::editor::widget::{self, NamedValues};

/// The values that a group node has for inner widgets: inner node to widget names and values.
pub(crate) fn promoted(
    host: &GraphNode,
    graph: &Graph,
    classes: &NodeClasses,
) -> HashMap<usize, Vec<(String, Value)>> {
    let Value::Array(values) = &host.raw.widgets else {
        return HashMap::new();
    };
    let all = widgets(graph, classes);
    let shown: Vec<&Widget> = all.iter().filter(|widget| !widget.is_converted).collect();
    let all: Vec<&Widget> = all.iter().collect();
    // A class may have widgets that it did not have when the file was saved.
    let ways = [one_each, first_ones].into_iter();
    let ways = ways.flat_map(|way| [way(&shown, values), way(&all, values)]);
    let found: Vec<Assigned> = ways.flatten().collect();
    let best = found.iter().find(|assigned| all_fit(assigned));
    let mut inner: HashMap<usize, Vec<(String, Value)>> = HashMap::new();
    let named = best.or(found.first()).into_iter().flatten();
    for (widget, value) in named.filter(|(widget, _)| !widget.name.is_empty()) {
        let named = (widget.name.clone(), (*value).clone());
        inner.entry(widget.node).or_default().push(named);
    }
    inner
}

/// A widget of an inner node.
struct Widget<'a> {
    node: usize,
    /// Empty if it is unknown.
    name: String,
    input: Option<&'a ClassInput>,
    /// Whether it was converted to an input.
    is_converted: bool,
}

impl Widget<'_> {
    /// Whether the value may be its own.
    fn fits(&self, value: &Value) -> bool {
        self.input.is_none_or(|input| widget::fits(value, input))
    }

    /// The number of values after its own that say how it changes between runs.
    fn controls(&self) -> usize {
        self.input.map_or(0, |input| input.controls(&self.name))
    }
}

type Assigned<'a> = Vec<(&'a Widget<'a>, &'a Value)>;

/// Each widget with its value, if there is one for each.
fn one_each<'a>(widgets: &[&'a Widget], values: &'a [Value]) -> Option<Assigned<'a>> {
    let names: Vec<&str> = widgets.iter().map(|widget| &*widget.name).collect();
    let values = widget::align(&names, values, false)?;
    let values = values.into_iter().map(|own| own.value);
    Some(widgets.iter().copied().zip(values).collect())
}

/// The first widgets with their values, as many as there are, with every control in its place.
fn first_ones<'a>(widgets: &[&'a Widget], values: &'a [Value]) -> Option<Assigned<'a>> {
    let mut values = values.iter();
    let mut assigned = Vec::new();
    for &widget in widgets {
        let Some(value) = values.next() else { break };
        assigned.push((widget, value));
        values.by_ref().take(widget.controls()).for_each(drop);
    }
    values.next().is_none().then_some(assigned)
}

fn all_fit(assigned: &Assigned) -> bool {
    let mut assigned = assigned.iter();
    assigned.all(|(widget, value)| widget.fits(value))
}

/// The widgets of a group's nodes, in the editor's order.
fn widgets<'a>(graph: &Graph, classes: &'a NodeClasses) -> Vec<Widget<'a>> {
    let mut widgets = Vec::new();
    for (node_index, node) in graph.nodes.iter().enumerate() {
        let named = match node.role {
            NodeRole::Primitive => Map::from_iter([("value".to_owned(), Value::Null)]).into(),
            NodeRole::Executed => widget::named(&node.class, &node.raw, classes),
            _ => NamedValues::default(),
        };
        let class = classes.get_or_core(&node.class);
        let inputs = class.map_or(&[][..], |class| &class.inputs);
        let converted: HashSet<&str> = node
            .raw
            .inputs
            .iter()
            .filter_map(|input| input.widget.as_deref())
            .collect();
        let names = named.values.into_iter().map(|(name, _)| name);
        let names = names.chain(std::iter::repeat_n(String::new(), named.unnamed));
        widgets.extend(names.map(|name| Widget {
            node: node_index,
            input: inputs.iter().find(|input| input.name == name),
            is_converted: converted.contains(name.as_str()),
            name,
        }));
    }
    widgets
}
