//! Reads a field of a document. Does not know the other fields.

use std::cmp::Ordering;

use super::key::Reader;
use crate::decimal::compare;
use crate::field::Field;
use crate::kind::{Bounds, FieldKind};
use crate::truncate::truncated;
use json::Json;
use workflow::Condition;

/// The names of the kinds, for messages.
const KINDS: &str = "text, number, slider, boolean, choice, image, video, audio, file";

impl Reader {
    /// The field at a position, counted from 1; `None` if it has no name.
    pub(super) fn field(&mut self, position: usize, object: &Json<'_>) -> Option<Field> {
        if !object.is_object() {
            self.problem(format!("field {position} is not a JSON object"));
            return None;
        }
        let name = object.get("name").text();
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            self.problem(format!("field {position} has no `name`; add one"));
            return None;
        };
        let location = format!("field {position} (`{}`)", truncated(name, 40));
        let kind = self.kind(object, &location);
        let label = self.key(object, "label", &location).text();
        Some(Field {
            label: label.unwrap_or_else(|| name.to_owned()),
            help: self.key(object, "help", &location).text(),
            tooltip: self.key(object, "tooltip", &location).text(),
            default: self.key(object, "default", &location).scalar(),
            required: self.key(object, "required", &location).flag() == Some(true),
            multiple: self.key(object, "multiple", &location).flag() == Some(true),
            node: self
                .key(object, "node", &location)
                .text()
                .unwrap_or_default(),
            advanced: self.key(object, "advanced", &location).flag() == Some(true),
            random: self.key(object, "random", &location).flag() == Some(true),
            visible_if: self.condition(object, &location),
            ..Field::new(name, kind)
        })
    }

    fn condition(&mut self, object: &Json<'_>, location: &str) -> Option<Condition> {
        let condition = object.get("visibleIf");
        if condition.is_null() {
            return None;
        }
        let field = self.key(condition, "field", location).text();
        let is = self.key(condition, "is", location).scalar();
        let read = field.zip(is).map(|(field, is)| Condition { field, is });
        if read.is_none() {
            self.problem(format!(
                "{location}: its `visibleIf` needs a `field` and its value `is`; it is always visible"
            ));
        }
        read
    }

    fn kind(&mut self, object: &Json<'_>, location: &str) -> FieldKind {
        self.known_kind(object, location).unwrap_or_else(|| {
            self.problem(format!(
                "{location}: its `kind` is not one of {KINDS}; it is treated as text"
            ));
            self.text(object, location)
        })
    }

    /// The kind of an object; `None` if it is not one of [`KINDS`].
    pub(super) fn known_kind(&mut self, object: &Json<'_>, location: &str) -> Option<FieldKind> {
        Some(match object.get("kind").text()? {
            "text" => self.text(object, location),
            "number" => FieldKind::Number(self.bounds(object, location)),
            "slider" => FieldKind::Slider(self.slider(object, location)),
            "boolean" => FieldKind::Boolean,
            "choice" => FieldKind::Choice {
                options: self.options(object, location),
            },
            "image" => FieldKind::Image,
            "video" => FieldKind::Video,
            "audio" => FieldKind::Audio,
            "file" => FieldKind::File {
                accept: self.key(object, "accept", location).text(),
            },
            _ => return None,
        })
    }

    fn text(&mut self, object: &Json<'_>, location: &str) -> FieldKind {
        FieldKind::Text {
            multiline: self.key(object, "multiline", location).flag() == Some(true),
            max_length: self.key(object, "maxLength", location).length(),
        }
    }

    fn bounds(&mut self, object: &Json<'_>, location: &str) -> Bounds {
        let bounds = Bounds {
            integer: self.key(object, "integer", location).flag() == Some(true),
            min: self.key(object, "min", location).digits(),
            max: self.key(object, "max", location).digits(),
            step: self.key(object, "step", location).digits(),
        };
        if compare(bounds.min.as_deref(), bounds.max.as_deref()) == Some(Ordering::Greater) {
            self.problem(format!(
                "{location}: its `min` is greater than its `max`, so no value is valid"
            ));
        }
        bounds
    }

    /// The bounds of a slider, which always needs both.
    fn slider(&mut self, object: &Json<'_>, location: &str) -> Bounds {
        let mut bounds = self.bounds(object, location);
        if bounds.min.is_none() || bounds.max.is_none() {
            self.problem(format!("{location}: a slider needs `min` and `max`"));
        }
        bounds.min.get_or_insert_with(|| "0".to_owned());
        bounds.max.get_or_insert_with(|| "100".to_owned());
        bounds
    }

    fn options(&mut self, object: &Json<'_>, location: &str) -> Vec<String> {
        let items = object.get("options").items();
        let options: Vec<String> = items.iter().filter_map(Json::to_word).collect();
        if options.is_empty() || options.len() < items.len() {
            self.problem(format!("{location}: its `options` are not a list of texts"));
        }
        options
    }
}
