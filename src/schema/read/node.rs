//! A field read from a marker node.

use std::cmp::Ordering;

use serde_json::Value;

use crate::schema::check::{compare, decimal};
use crate::schema::{Bounds, Field, FieldKind};
use crate::workflow::marks::{InputKind, InputMark};
use crate::workflow::{Link, Node, Problem};

/// The field of a node with this mark; what cannot be read is added to the problems.
pub(super) fn field(node: &Node, mark: &InputMark, problems: &mut Vec<Problem>) -> Field {
    Reader {
        node,
        mark,
        problems,
    }
    .field()
}

struct Reader<'a> {
    node: &'a Node,
    mark: &'a InputMark,
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    fn field(mut self) -> Field {
        let kind = self.kind();
        let name = match self.text(self.mark.family.name) {
            Some(name) => name.to_owned(),
            None => format!("{}_{}", kind.name(), self.node.id),
        };
        let label = self
            .text(self.mark.family.label)
            .or(self.node.title.as_deref());
        let label = label.unwrap_or(&name).to_owned();
        let help = self.text(self.mark.family.help).map(str::to_owned);
        let default = self.default(&kind);
        let required = self.flag(self.mark.family.required);
        let required = required.unwrap_or_else(|| match kind {
            FieldKind::Text { .. } => false,
            _ => default.is_none() && !self.has_fallback(),
        });
        Field {
            name,
            label,
            help,
            kind,
            default,
            required,
            multiple: false,
            node: self.node.id.clone(),
        }
    }

    fn kind(&mut self) -> FieldKind {
        let family = self.mark.family;
        match self.mark.kind {
            InputKind::Text => FieldKind::Text {
                multiline: self.mark.multiline || self.flag(family.multiline).unwrap_or(false),
                max_length: self.max_length(),
            },
            InputKind::Number => FieldKind::Number(self.bounds()),
            InputKind::Slider => FieldKind::Slider(self.slider_bounds()),
            InputKind::Boolean => FieldKind::Boolean,
            InputKind::Choice => FieldKind::Choice {
                options: self.options(),
            },
            InputKind::Image => FieldKind::Image,
            InputKind::Video => FieldKind::Video,
            InputKind::Audio => FieldKind::Audio,
            InputKind::File => FieldKind::File { accept: None },
        }
    }

    fn default(&mut self, kind: &FieldKind) -> Option<String> {
        if kind.accept().is_some() {
            return None;
        }
        let input = self.mark.value.unwrap_or_default();
        let default = match self.literal(input) {
            Some(Value::String(text)) => Some(text),
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(Value::Bool(flag)) => Some(flag.to_string()),
            Some(_) => {
                self.problem(format!("its `{input}` is neither text, number nor boolean"));
                None
            }
            None => None,
        };
        match kind {
            FieldKind::Number(bounds) if self.mark.random => {
                default.filter(|default| within(default, bounds))
            }
            FieldKind::Slider(bounds) => default.or_else(|| bounds.min.clone()),
            FieldKind::Boolean => default.or_else(|| Some("false".to_owned())),
            FieldKind::Choice { options } => {
                let default = default.filter(|default| !default.is_empty());
                default.or_else(|| options.first().cloned())
            }
            _ => default.filter(|text| !text.is_empty()),
        }
    }

    fn bounds(&mut self) -> Bounds {
        let family = self.mark.family;
        let bounds = Bounds {
            integer: self.mark.integer || self.flag(family.integer).unwrap_or(false),
            min: self.number(family.min),
            max: self.number(family.max),
            step: self.number(family.step),
        };
        if compare(bounds.min.as_deref(), bounds.max.as_deref()) == Some(Ordering::Greater) {
            let (min, max) = (
                family.min.unwrap_or_default(),
                family.max.unwrap_or_default(),
            );
            self.problem(format!(
                "its `{min}` is greater than its `{max}`, so that no value would do"
            ));
        }
        bounds
    }

    /// A slider cannot be drawn without two ends.
    fn slider_bounds(&mut self) -> Bounds {
        let bounds = self.bounds();
        let min = bounds.min.or_else(|| Some("0".to_owned()));
        let max = bounds.max.or_else(|| Some("100".to_owned()));
        Bounds { min, max, ..bounds }
    }

    fn max_length(&mut self) -> Option<u32> {
        let input = self.mark.family.max_length?;
        let value = self.literal(input)?;
        let length = value.as_u64().and_then(|length| u32::try_from(length).ok());
        if length.is_none() {
            self.problem(format!("its `{input}` is no whole number"));
        }
        length.filter(|length| *length > 0)
    }

    /// The options: a list of texts, one text with an option a line, or a JSON list in a text.
    fn options(&mut self) -> Vec<String> {
        let input = self.mark.family.options.unwrap_or("options");
        let options: Vec<String> = match self.node.inputs.get(input) {
            Some(Value::Array(items)) => texts(items),
            Some(Value::String(text)) => match serde_json::from_str::<Vec<Value>>(text) {
                Ok(items) => texts(&items),
                Err(_) => lines(text),
            },
            _ => Vec::new(),
        };
        if options.is_empty() {
            self.problem(format!("it has no `{input}`; give a list of texts"));
        }
        options
    }

    fn number(&mut self, input: Option<&str>) -> Option<String> {
        let input = input?;
        let text = match self.literal(input)? {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text,
            _ => String::new(),
        };
        if decimal(&text).is_none() {
            self.problem(format!("its `{input}` is no number"));
            return None;
        }
        Some(text)
    }

    fn flag(&mut self, input: Option<&str>) -> Option<bool> {
        let input = input?;
        let flag = self.literal(input)?;
        if flag.as_bool().is_none() {
            self.problem(format!("its `{input}` is neither true nor false"));
        }
        flag.as_bool()
    }

    fn text(&self, input: Option<&str>) -> Option<&str> {
        self.node.text(input?)
    }

    fn has_fallback(&self) -> bool {
        let fallback = self
            .mark
            .fallback
            .and_then(|input| self.node.inputs.get(input));
        fallback.and_then(Link::of).is_some()
    }

    /// A literal that is there: what marks a field cannot come from another node.
    fn literal(&mut self, input: &str) -> Option<Value> {
        let value = self
            .node
            .inputs
            .get(input)
            .filter(|value| !value.is_null())?;
        if Link::of(value).is_some() {
            self.problem(format!(
                "its `{input}` comes from another node; type the value into this one"
            ));
            return None;
        }
        Some(value.clone())
    }

    fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem::at(self.node, message));
    }
}

fn within(number: &str, bounds: &Bounds) -> bool {
    let below = compare(Some(number), bounds.min.as_deref()) == Some(Ordering::Less);
    let above = compare(Some(number), bounds.max.as_deref()) == Some(Ordering::Greater);
    !below && !above
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
