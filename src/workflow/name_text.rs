//! Texts in file names that stand for other texts, `%…%`, such as a reference to a widget, `%node.widget%`.
//! Source: ComfyUI's editor, which fills them in when it queues.

use serde_json::Value;

use super::graph::Node;

/// The input that is filled in.
pub const INPUT: &str = "filename_prefix";

/// The file name of a node, if it may have something to fill in.
pub(super) fn text(node: &Node) -> Option<&str> {
    let text = node.inputs.get(INPUT).and_then(Value::as_str);
    text.filter(|text| text.contains('%'))
}

/// A reference to an input of the node with this id.
pub(super) fn reference(node: &str, input: &str) -> String {
    format!("%{node}.{input}%")
}

/// A value as part of a file name: without the characters that a file name cannot have.
pub(super) fn shown(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        _ => return None,
    };
    Some(plain(&text))
}

/// A text as part of a file name.
pub fn plain(text: &str) -> String {
    let is_bad = |c: char| c.is_control() || r#"/?<>\:*|""#.contains(c);
    let plain = text.chars().map(|c| if is_bad(c) { '_' } else { c });
    plain.collect()
}

/// The text with what is found for each `%name%`. What is not found stays as it is.
pub fn filled(text: &str, find: impl Fn(&str) -> Option<String>) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('%') {
        filled.push_str(before);
        let Some((name, behind)) = after.split_once('%').filter(|(name, _)| !name.is_empty())
        else {
            filled.push('%');
            rest = after;
            continue;
        };
        match find(name) {
            Some(value) => filled.push_str(&value),
            None => filled.extend(["%", name, "%"]),
        }
        rest = behind;
    }
    filled + rest
}
