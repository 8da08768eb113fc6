//! The values of a node's widgets by name: those that the file names, then by the definition of the
//! class, then by the widgets among the node's inputs.

use serde_json::{Map, Value};

use super::editor_only::{is_control, is_editor_only, is_upload, wrapped};
use super::{by_class, by_list, power_loras};
use crate::workflow::classes::{NodeClass, NodeClasses};
use crate::workflow::editor::serialized::SerializedNode;
use crate::workflow::marks;

/// The values of a node's widgets.
#[derive(Default)]
pub(crate) struct NamedValues {
    pub(crate) values: Map<String, Value>,
    /// The number of widgets whose names are unknown.
    pub(crate) unnamed: usize,
    /// The number of values that are lost, for lack of a name.
    pub(crate) lost: usize,
}

impl From<Map<String, Value>> for NamedValues {
    fn from(values: Map<String, Value>) -> Self {
        Self {
            values: clean(values),
            ..Self::default()
        }
    }
}

/// A node's widget values by name.
pub(crate) fn named(class: &str, node: &SerializedNode, classes: &NodeClasses) -> NamedValues {
    let definition = classes.get_or_core(class);
    let values = match (&node.named_widgets, &node.widgets) {
        (Some(named), _) | (None, Value::Object(named)) => {
            let defaults = definition.map(|class| by_class::named(class, &[]).0);
            let mut values = defaults.unwrap_or_default();
            values.extend(named.clone());
            return values.into();
        }
        (None, Value::Array(values)) => values.as_slice(),
        _ => &[],
    };
    if let Some(loras) = power_loras::named(class, values) {
        return loras.into();
    }
    if let Some(class) = definition {
        let (named, rest) = by_class::named(class, values);
        let lost = lost(class, &rest);
        return NamedValues {
            values: named,
            lost,
            ..NamedValues::default()
        };
    }
    listed(class, node, values).map_or_else(
        || {
            let unnamed = values.iter().filter(|value| !is_spare(value)).count();
            NamedValues {
                unnamed,
                lost: unnamed,
                ..NamedValues::default()
            }
        },
        NamedValues::from,
    )
}

/// The number of values that are lost since the engine's class has no widget for them, as after a change
/// of the class.
fn lost(class: &NodeClass, rest: &[&Value]) -> usize {
    // A text that the node showed after a run.
    let shows_text = class.widgets().next().is_none() || class.shows_text && rest.len() == 1;
    let is_shown = |value: &Value| shows_text && value.is_string();
    // Without an option that is off, a node does the same.
    let is_off = |value: &Value| value == &Value::Bool(false);
    let lost = rest
        .iter()
        .filter(|value| !is_spare(value) && !is_shown(value) && !is_off(value));
    lost.count()
}

/// The values by the widgets among the node's inputs, or by those of a mark.
fn listed(class: &str, node: &SerializedNode, values: &[Value]) -> Option<Map<String, Value>> {
    let inputs = node.inputs.iter();
    let listed: Vec<&str> = inputs.filter_map(|input| input.widget.as_deref()).collect();
    let named = match by_list::align(&listed, values, false) {
        Some(positions) if !listed.is_empty() || values.is_empty() => (listed, positions),
        _ => {
            let marked = marks::input(class).map(|mark| mark.widgets);
            let names = marked.or_else(|| marks::output(class).map(|mark| mark.widgets))?;
            let positions = by_list::align(names, values, true)?;
            (names.to_vec(), positions)
        }
    };
    let named = named.0.into_iter().zip(named.1);
    Some(
        named
            .map(|(name, position)| (name.to_owned(), values[position].clone()))
            .collect(),
    )
}

/// The values of a prompt: without the editor's own, and with lists wrapped.
fn clean(named: Map<String, Value>) -> Map<String, Value> {
    let named = named.into_iter().filter(|(name, _)| !is_editor_only(name));
    named.map(|(name, value)| (name, wrapped(value))).collect()
}

/// Whether nothing is lost without a value.
fn is_spare(value: &Value) -> bool {
    is_upload(value) || is_control(value)
}
