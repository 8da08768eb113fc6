//! The inputs of a shared result: labels and values. Of files, only the names are shown, because the result was
//! shared and not the files.

use super::html::{escaped_name, push_escaped};
use super::texts::Texts;
use schema::{FieldKind, InputSchema};
use service::form::StoredInput;

/// How many characters of one value are shown.
const MAX_VALUE: usize = 10_000;
/// How many characters of all values are shown.
const MAX_VALUES: usize = 200_000;

/// The values of one field.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SharedInput {
    label: String,
    values: Vec<Value>,
}

#[derive(Debug, PartialEq, Eq)]
enum Value {
    Text { text: String, is_cut: bool },
    Switch(bool),
}

/// The inputs of a run, with the labels of its workflow if it is known.
pub(crate) fn shared_inputs(
    inputs: &[StoredInput],
    schema: Option<&InputSchema>,
) -> Vec<SharedInput> {
    let mut shared: Vec<(&str, SharedInput)> = Vec::new();
    let mut left = MAX_VALUES;
    for input in inputs {
        let name = input.path.as_str();
        let field = schema.and_then(|schema| schema.field(name));
        let is_switch = field.is_some_and(|field| field.kind == FieldKind::Boolean);
        let value = match (is_switch, input.value.as_str()) {
            (true, "true") => Value::Switch(true),
            (true, "false") => Value::Switch(false),
            (_, text) => cut(text, &mut left),
        };
        match shared.last_mut() {
            Some((last, input)) if *last == name => input.values.push(value),
            _ => {
                let label = field.map_or(name, |field| &field.label).to_owned();
                let values = vec![value];
                shared.push((name, SharedInput { label, values }));
            }
        }
    }
    shared.into_iter().map(|(_, input)| input).collect()
}

/// The start of a text, as far as it may be shown.
fn cut(text: &str, left: &mut usize) -> Value {
    let shown: String = text.chars().take(MAX_VALUE.min(*left)).collect();
    *left -= shown.chars().count();
    Value::Text {
        is_cut: shown.len() < text.len(),
        text: shown,
    }
}

/// The list of inputs as HTML; empty if there are none.
pub(super) fn list(inputs: &[SharedInput], texts: &Texts) -> String {
    if inputs.is_empty() {
        return String::new();
    }
    let mut html = format!("<section>\n<h2>{}</h2>\n<dl>\n", texts.inputs);
    for input in inputs {
        html.push_str("<div><dt dir=\"auto\">");
        html.push_str(&escaped_name(&input.label));
        html.push_str("</dt>");
        for value in &input.values {
            push_value(value, &input.label, texts, &mut html);
        }
        html.push_str("</div>\n");
    }
    html.push_str("</dl>\n</section>\n");
    html
}

fn push_value(value: &Value, label: &str, texts: &Texts, html: &mut String) {
    let (text, is_cut) = match value {
        Value::Switch(true) => (texts.on, false),
        Value::Switch(false) => (texts.off, false),
        Value::Text { text, is_cut } => (text.as_str(), *is_cut),
    };
    if text.is_empty() && !is_cut {
        html.push_str(&format!("<dd class=\"hint\">{}</dd>", texts.empty));
        return;
    }
    // A long value scrolls, also by keyboard.
    let is_long = text.len() > 600 || text.lines().nth(8).is_some();
    match is_long {
        true => html.push_str(&format!(
            "<dd class=\"long\" dir=\"auto\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">",
            escaped_name(label)
        )),
        false => html.push_str("<dd dir=\"auto\">"),
    }
    push_escaped(text, html);
    if is_cut {
        html.push_str(&format!("… <span class=\"hint\">{}</span>", texts.cut));
    }
    html.push_str("</dd>");
}
