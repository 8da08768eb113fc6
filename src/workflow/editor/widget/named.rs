//! The values of a node's widgets by name: those that the file names, then by the definition of the
//! class, then by the widgets among the node's inputs.

use serde_json::{Map, Value};

use super::by_class::ClassNode;
use super::editor_only::{is_control, is_editor_only, is_random, is_spare, wrapped};
use super::layout::Values;
use super::{by_class, by_list, dynamic_prompt, forced, scripted, video_helper};
use crate::classes::{ClassInput, InputKind, NodeClass, NodeClasses};
use crate::custom_combo;
use crate::marks;
use crate::power_loras;
use crate::serialized::SerializedNode;

/// The values of a node's widgets.
#[derive(Default)]
pub(crate) struct NamedValues {
    pub(crate) values: Map<String, Value>,
    /// The names of those that may change after each run, and whether they are drawn anew.
    pub(crate) controlled: Vec<(String, bool)>,
    /// The names of those whose own value the editor reads as a prompt.
    prompts: Vec<String>,
    /// The number of widgets whose names are unknown.
    pub(crate) unnamed: usize,
    /// The number of values that are lost, for lack of a name.
    pub(crate) lost: usize,
    /// The name and the type of an input that may have these values, if the editor has a widget for its type.
    pub(crate) unknown: Option<(String, String)>,
}

impl From<Map<String, Value>> for NamedValues {
    fn from(values: Map<String, Value>) -> Self {
        Self {
            values: clean(values),
            ..Self::default()
        }
    }
}

impl NamedValues {
    /// Sets how a value changes between runs.
    pub(crate) fn set_control(&mut self, name: &str, control: &Value) {
        self.controlled.retain(|(other, _)| other != name);
        let is_random = is_random(control);
        self.controlled.push((name.to_owned(), is_random));
    }

    /// Makes of the widgets' own values what the editor sends of a node when it queues.
    pub(crate) fn send(&mut self, class: &str, id: &str) {
        scripted::replace(class, id, &mut self.values);
        for name in &self.prompts {
            if let Some(Value::String(text)) = self.values.get_mut(name) {
                *text = dynamic_prompt::read(text);
            }
        }
    }

    /// A value that a widget of this name is set to, as the editor sends it.
    pub(crate) fn set_value(&self, name: &str, value: Value) -> Value {
        match value {
            Value::String(text) if self.prompts.iter().any(|prompt| prompt == name) => {
                Value::from(dynamic_prompt::read(&text))
            }
            value => value,
        }
    }
}

/// A node's widget values by name.
pub(crate) fn named(class: &str, node: &SerializedNode, classes: &NodeClasses) -> NamedValues {
    let definition = classes.get_or_core(class);
    let of = definition.map(|definition| ClassNode {
        name: class,
        class: definition,
        node,
    });
    if let Some(mut named) = video_helper::named(class, &node.widgets) {
        if let Some(of) = of {
            video_helper::set_format(of.class, &mut named);
        }
        return by_name(of, &named);
    }
    let values = match (&node.named_widgets, &node.widgets) {
        (Some(named), _) | (None, Value::Object(named)) => return by_name(of, named),
        (None, Value::Array(values)) => values.as_slice(),
        _ => &[],
    };
    if let Some(loras) = power_loras::named(class, values) {
        return loras.into();
    }
    if let Some(values) = custom_combo::named(class, values) {
        return values.into();
    }
    if let Some(of) = of {
        return of_class(of, values, classes);
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

/// The values that a file names, and the defaults of the others.
fn by_name(of: Option<ClassNode>, named: &Map<String, Value>) -> NamedValues {
    let Some(of) = of else {
        return named.clone().into();
    };
    if let Some(listed) = custom_combo::listed(of.name, named) {
        return custom_combo::named(of.name, &listed)
            .unwrap_or_default()
            .into();
    }
    let by_class::Named {
        mut values,
        controlled,
        prompts,
        ..
    } = by_class::named(of, Values::Named(named));
    // The scripts of a pack may add widgets that the class does not have, but not to inputs that bring others.
    let brings =
        |input: &&ClassInput| matches!(input.kind, InputKind::Dynamic(_) | InputKind::Rows(_));
    let bringing: Vec<&str> = of
        .class
        .inputs
        .iter()
        .filter(brings)
        .map(|input| &*input.name)
        .collect();
    let is_own = |name: &str, value: &Value| {
        let first = name.split('.').next().unwrap_or(name);
        // A control may have the name of its first value.
        let is_control = is_control(value) && is_control(&Value::from(name));
        !is_control && !bringing.contains(&first) && !values.contains_key(name)
    };
    let is_scripted = !NodeClasses::core().contains(of.name);
    let more = named
        .iter()
        .filter(|(name, value)| is_scripted && is_own(name, value));
    let more: Map<_, _> = more
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    values.extend(clean(more));
    NamedValues {
        values,
        controlled,
        prompts,
        ..NamedValues::default()
    }
}

fn of_class(of: ClassNode, values: &[Value], classes: &NodeClasses) -> NamedValues {
    let of_widgets = forced::without(of.class, values);
    let of_widgets = of_widgets.as_deref().map(Values::List);
    let of_widgets = of_widgets.map(|values| by_class::named(of, values));
    let found = of_widgets
        .filter(|found| found.is_taken)
        .unwrap_or_else(|| by_class::named(of, Values::List(values)));
    // The editor ignores values behind the last widget. Only another widget could have them.
    let lost = lost(of.class, &found.rest);
    let unknown = found
        .unknown
        .filter(|input| lost > 0 && !classes.produce(input.type_name()));
    NamedValues {
        values: found.values,
        controlled: found.controlled,
        prompts: found.prompts,
        lost: unknown.map_or(0, |_| lost),
        unknown: unknown.map(|input| (input.name.clone(), input.type_name().to_owned())),
        ..NamedValues::default()
    }
}

/// The number of values that are lost if the class has a widget for them that is unknown here.
fn lost(class: &NodeClass, rest: &[&Value]) -> usize {
    // A text that the node showed after a run.
    let shows_text = class.widgets().next().is_none() || class.shows_text && rest.len() == 1;
    let is_shown = |value: &Value| shows_text && value.is_string();
    // Without an option that is off, a node does the same.
    let is_off = |value: &Value| value == &Value::Bool(false);
    let lost = rest
        .iter()
        .filter(|value| !is_shown(value) && !is_off(value));
    lost.count()
}

/// The values by the widgets among the node's inputs, or by those of a mark.
fn listed(class: &str, node: &SerializedNode, values: &[Value]) -> Option<Map<String, Value>> {
    let inputs = node.inputs.iter();
    let listed: Vec<&str> = inputs.filter_map(|input| input.widget.as_deref()).collect();
    let named = match by_list::align(&listed, values, false) {
        Some(aligned) if !listed.is_empty() || values.is_empty() => (listed, aligned),
        _ => {
            let marked = marks::input(class).map(|mark| mark.widgets);
            let names = marked.or_else(|| marks::output(class).map(|mark| mark.widgets))?;
            (names.to_vec(), by_list::align(names, values, true)?)
        }
    };
    let named = named.0.into_iter().zip(named.1);
    Some(
        named
            .map(|(name, own)| (name.to_owned(), own.value.clone()))
            .collect(),
    )
}

/// The values of a prompt: without the editor's own, and with lists wrapped.
fn clean(named: Map<String, Value>) -> Map<String, Value> {
    let named = named.into_iter().filter(|(name, _)| !is_editor_only(name));
    named.map(|(name, value)| (name, wrapped(value))).collect()
}
