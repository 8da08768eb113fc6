//! Names a node's widget values, which the editor saves as a plain list. Source: ComfyUI's editor,
//! `widgets_values`; newer versions add `widgets_values_named` and list widgets among the inputs.

use serde_json::{Map, Value, json};

use super::core_widgets;
use super::serialized::SerializedNode;
use crate::workflow::classes::NodeClasses;
use crate::workflow::marks;

/// The values that the editor adds after a number to change it between runs.
const CONTROL: [&str; 4] = ["fixed", "increment", "decrement", "randomize"];

/// Widgets that only the editor knows.
const EDITOR_ONLY: [&str; 3] = ["control_after_generate", "upload", "videopreview"];

/// A node's widget values by name; `None` if the names are unknown.
pub(super) fn values(
    class: &str,
    node: &SerializedNode,
    classes: &NodeClasses,
) -> Option<Map<String, Value>> {
    if let Some(named) = &node.named_widgets {
        return Some(clean(named));
    }
    let values = match &node.widgets {
        Value::Object(named) => return Some(clean(named)),
        Value::Array(values) => values,
        _ => return Some(Map::new()),
    };
    let listed: Vec<&str> = node
        .inputs
        .iter()
        .filter_map(|input| input.widget.as_deref())
        .collect();
    let named = match align(&listed, values, false) {
        Some(positions) if !listed.is_empty() || values.is_empty() => (listed, positions),
        _ => {
            let names = widgets_of(class, classes)?;
            let positions = align(&names, values, true)?;
            (names, positions)
        }
    };
    let (names, positions) = named;
    let named = names
        .iter()
        .zip(positions)
        .filter(|(name, _)| !is_editor_only(name));
    Some(
        named
            .map(|(name, position)| ((*name).to_owned(), wrapped(&values[position])))
            .collect(),
    )
}

/// The widget names of a class, as far as they are known without its definition.
fn widgets_of<'a>(class: &str, classes: &'a NodeClasses) -> Option<Vec<&'a str>> {
    let marked = marks::input(class).map(|mark| mark.widgets);
    let marked = marked.or_else(|| marks::output(class).map(|mark| mark.widgets));
    let defined = || {
        let class = classes.get_or_core(class)?;
        Some(class.widgets().map(|input| input.name.as_str()).collect())
    };
    marked
        .map(<[_]>::to_vec)
        .or_else(defined)
        .or_else(|| core_widgets::widgets(class))
}

/// The position of each name's value. The list may have more values: those the editor adds after a
/// number that changes and after a file to upload. With `fewer`, as in older files, it may also have
/// fewer.
pub(super) fn align(names: &[&str], values: &[Value], fewer: bool) -> Option<Vec<usize>> {
    let mut positions = Vec::with_capacity(names.len());
    let mut next = 0;
    for (index, name) in names.iter().enumerate() {
        if next >= values.len() {
            return fewer.then_some(positions);
        }
        positions.push(next);
        next += 1;
        let spare = values.len() - next > names.len() - index - 1;
        let (number, seed) = (values[next - 1].is_number(), name.contains("seed"));
        // The first editors only saved whether a seed changes, not how.
        let control =
            |value: &Value| (number || seed) && is_control(value) || seed && value.is_boolean();
        if spare && control(&values[next]) {
            next += 1;
        }
    }
    let rest = &values[next..];
    rest.iter()
        .all(|value| is_upload(value) || is_control(value))
        .then_some(positions)
}

/// Whether only the editor knows a widget: a button, a control, a preview.
pub(super) fn is_editor_only(name: &str) -> bool {
    EDITOR_ONLY.contains(&name) || name.starts_with("$$")
}

fn is_control(value: &Value) -> bool {
    value.as_str().is_some_and(|text| CONTROL.contains(&text))
}

/// The value of an upload button.
fn is_upload(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => matches!(text.as_str(), "" | "image" | "audio" | "video" | "file"),
        _ => false,
    }
}

fn clean(named: &Map<String, Value>) -> Map<String, Value> {
    let named = named.iter().filter(|(name, _)| !is_editor_only(name));
    named
        .map(|(name, value)| (name.clone(), wrapped(value)))
        .collect()
}

/// A value as a prompt contains it. A list is wrapped, since it would be read as a link.
pub(super) fn wrapped(value: &Value) -> Value {
    match value {
        Value::Array(_) => json!({ "__value__": value }),
        value => value.clone(),
    }
}

/// The number of widgets of a node with unknown widget names.
pub(super) fn count(node: &SerializedNode) -> usize {
    let values = node.widgets.as_array().into_iter().flatten();
    values
        .filter(|value| !is_control(value) && !value.is_null())
        .count()
}
