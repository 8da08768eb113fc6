//! The names of a node's widget values, which the editor saves as a mere list. Source: ComfyUI's
//! editor, `widgets_values`; a newer one notes `widgets_values_named` beside it, and lists widgets
//! among the inputs.

use serde_json::{Map, Value, json};

use super::known;
use super::raw::RawNode;
use crate::workflow::marks;

/// What the editor puts behind a number that changes from run to run.
const CONTROL: [&str; 4] = ["fixed", "increment", "decrement", "randomize"];

/// Widgets of the editor that no engine knows.
const EDITORS_OWN: [&str; 3] = ["control_after_generate", "upload", "videopreview"];

/// A node's widget values by name; `None` when they cannot be told apart.
pub(super) fn values(class: &str, node: &RawNode) -> Option<Map<String, Value>> {
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
        Some(places) if !listed.is_empty() || values.is_empty() => (listed, places),
        _ => {
            let known = widgets_of(class)?;
            let places = align(&known, values, true)?;
            (known, places)
        }
    };
    let (names, places) = named;
    let named = names
        .iter()
        .zip(places)
        .filter(|(name, _)| !is_editors_own(name));
    Some(
        named
            .map(|(name, place)| ((*name).to_owned(), wrapped(&values[place])))
            .collect(),
    )
}

/// The widgets of a class that is known without its definition.
fn widgets_of(class: &str) -> Option<Vec<&'static str>> {
    let marked = marks::input(class).map(|mark| mark.widgets);
    let marked = marked.or_else(|| marks::output(class).map(|mark| mark.widgets));
    marked.map(<[_]>::to_vec).or_else(|| known::widgets(class))
}

/// Which value each name has. A list may hold more: what the editor puts behind a number that
/// changes, and behind a file to upload; and, of an older file, `fewer`.
pub(super) fn align(names: &[&str], values: &[Value], fewer: bool) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(names.len());
    let mut next = 0;
    for (index, name) in names.iter().enumerate() {
        if next >= values.len() {
            return fewer.then_some(places);
        }
        places.push(next);
        next += 1;
        let spare = values.len() - next > names.len() - index - 1;
        let (number, seed) = (values[next - 1].is_number(), name.contains("seed"));
        // The first editors knew only whether a seed changes, not how.
        let control =
            |value: &Value| (number || seed) && is_control(value) || seed && value.is_boolean();
        if spare && control(&values[next]) {
            next += 1;
        }
    }
    let rest = &values[next..];
    rest.iter()
        .all(|value| is_upload(value) || is_control(value))
        .then_some(places)
}

/// Whether a widget is one that no engine knows: a button, a control, a preview.
pub(super) fn is_editors_own(name: &str) -> bool {
    EDITORS_OWN.contains(&name) || name.starts_with("$$")
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
    let named = named.iter().filter(|(name, _)| !is_editors_own(name));
    named
        .map(|(name, value)| (name.clone(), wrapped(value)))
        .collect()
}

/// A value as a prompt holds it: a list would be taken for a link.
pub(super) fn wrapped(value: &Value) -> Value {
    match value {
        Value::Array(_) => json!({ "__value__": value }),
        value => value.clone(),
    }
}

/// How many widgets a node has whose values cannot be named.
pub(super) fn count(node: &RawNode) -> usize {
    let values = node.widgets.as_array().into_iter().flatten();
    values
        .filter(|value| !is_control(value) && !value.is_null())
        .count()
}
