//! Reads single settings of a marker node and reports those of the wrong type. Does not know fields.

use serde_json::Value;

use crate::decimal::decimal;
use json::tolerant;
use workflow::marks::InputMark;
use workflow::{Link, Node, Problem};

/// A marker node whose settings are read.
pub(super) struct NodeSettings<'a> {
    pub(super) node: &'a Node,
    pub(super) mark: &'a InputMark,
    pub(super) problems: &'a mut Vec<Problem>,
}

impl NodeSettings<'_> {
    pub(super) fn max_length(&mut self) -> Option<u32> {
        let input = self.mark.family.max_length?;
        let value = self.literal(input)?;
        let length = value.as_u64().and_then(|length| u32::try_from(length).ok());
        if length.is_none() {
            let message = format!("its `{input}` is not a whole number");
            self.problem("not_whole", &[input], message);
        }
        length.filter(|length| *length > 0)
    }

    /// The options: a list of texts, a text with one option per line, or a text with a JSON list.
    pub(super) fn options(&mut self) -> Vec<String> {
        let input = self.mark.family.options.unwrap_or("options");
        let options: Vec<String> = match self.node.inputs.get(input) {
            Some(Value::Array(items)) => texts(items),
            Some(Value::String(text)) => {
                match tolerant::from_slice::<Vec<Value>>(text.as_bytes()) {
                    Ok(items) => texts(&items),
                    Err(_) => lines(text),
                }
            }
            _ => Vec::new(),
        };
        if options.is_empty() {
            let message = format!("it has no `{input}`; add a list of texts");
            self.problem("no_options", &[input], message);
        }
        options
    }

    pub(super) fn number(&mut self, input: Option<&str>) -> Option<String> {
        let input = input?;
        let text = match self.literal(input)? {
            Value::Number(number) => number.to_string(),
            // The editor saves a text for each widget, also if the author entered nothing.
            Value::String(text) if text.trim().is_empty() => return None,
            Value::String(text) => text,
            _ => String::new(),
        };
        if decimal(&text).is_none() {
            let message = format!("its `{input}` is not a number");
            self.problem("not_number", &[input], message);
            return None;
        }
        Some(text)
    }

    pub(super) fn flag(&mut self, input: Option<&str>) -> Option<bool> {
        let input = input?;
        let flag = self.literal(input)?;
        if flag.as_bool().is_none() {
            let message = format!("its `{input}` is neither true nor false");
            self.problem("not_boolean", &[input], message);
        }
        flag.as_bool()
    }

    pub(super) fn text(&self, input: Option<&str>) -> Option<&str> {
        self.node.text(input?)
    }

    pub(super) fn has_fallback(&self) -> bool {
        let fallback = self
            .mark
            .fallback
            .and_then(|input| self.node.inputs.get(input));
        fallback.and_then(Link::of).is_some()
    }

    /// A literal value. A link is a problem, since settings cannot come from another node.
    pub(super) fn literal(&mut self, input: &str) -> Option<Value> {
        let value = self
            .node
            .inputs
            .get(input)
            .filter(|value| !value.is_null())?;
        if Link::of(value).is_some() {
            let message = format!(
                "its `{input}` comes from another node; enter the value in this node instead"
            );
            self.problem("linked_value", &[input], message);
            return None;
        }
        Some(value.clone())
    }

    pub(super) fn problem(&mut self, code: &str, args: &[&str], message: String) {
        let problem = Problem::at(self.node, message);
        self.problems.push(problem.coded(code, args));
    }
}

fn texts(items: &[Value]) -> Vec<String> {
    let texts = items.iter().filter_map(|item| match item {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    texts.collect()
}

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}
