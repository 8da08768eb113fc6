//! The field of a marker node. Does not know the other nodes.

use std::cmp::Ordering;

use serde_json::Value;

use super::node_settings::NodeSettings;
use crate::decimal::compare;
use crate::field::Field;
use crate::kind::{Bounds, FieldKind};
use workflow::marks::{InputKind, InputMark};
use workflow::{Node, Problem};

/// The field of a node with this mark. Settings that cannot be read become problems.
pub(super) fn field(node: &Node, mark: &InputMark, problems: &mut Vec<Problem>) -> Field {
    NodeSettings {
        node,
        mark,
        problems,
    }
    .field()
}

impl NodeSettings<'_> {
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
            label,
            help,
            default,
            required,
            node: self.node.id.clone(),
            ..Field::new(name, kind)
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
                let message = format!("its `{input}` is not text, a number or a boolean");
                self.problem("not_plain", &[input], message);
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
            let message = format!("its `{min}` is greater than its `{max}`, so no value is valid");
            self.problem("bounds_crossed", &[min, max], message);
        }
        bounds
    }

    /// The bounds of a slider, which always needs both.
    fn slider_bounds(&mut self) -> Bounds {
        let bounds = self.bounds();
        let min = bounds.min.or_else(|| Some("0".to_owned()));
        let max = bounds.max.or_else(|| Some("100".to_owned()));
        Bounds { min, max, ..bounds }
    }
}

fn within(number: &str, bounds: &Bounds) -> bool {
    let too_small = compare(Some(number), bounds.min.as_deref()) == Some(Ordering::Less);
    let too_great = compare(Some(number), bounds.max.as_deref()) == Some(Ordering::Greater);
    !too_small && !too_great
}
