//! A field of our own schema document.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::{Reader, Word};
use crate::schema::decimal::compare;
use crate::schema::words::cut;
use crate::schema::{Bounds, Field, FieldKind, decimal};

type Object = Map<String, Value>;

/// The names of the kinds, for a person.
const KINDS: &str = "text, number, slider, boolean, choice, image, video, audio, file";

impl Reader {
    /// The field at a place, counted from 1; `None` where it has no name.
    pub(super) fn field(&mut self, place: usize, value: &Value) -> Option<Field> {
        let Some(object) = value.as_object() else {
            self.problem(format!("field {place} is no JSON object"));
            return None;
        };
        let name = object.get("name").and_then(Value::as_str);
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            self.problem(format!("field {place} has no `name`; give it one"));
            return None;
        };
        let place = format!("field {place} (`{}`)", cut(name, 40));
        let kind = self.kind(object, &place);
        let label = self.word(object, "label", &place).text();
        Some(Field {
            label: label.unwrap_or_else(|| name.to_owned()),
            help: self.word(object, "help", &place).text(),
            default: self.word(object, "default", &place).scalar(),
            required: self.word(object, "required", &place).flag() == Some(true),
            multiple: self.word(object, "multiple", &place).flag() == Some(true),
            node: self.word(object, "node", &place).text().unwrap_or_default(),
            ..Field::new(name, kind)
        })
    }

    fn kind(&mut self, object: &Object, place: &str) -> FieldKind {
        self.known_kind(object, place).unwrap_or_else(|| {
            self.problem(format!(
                "{place}: its `kind` is none of {KINDS}; it is taken for a text"
            ));
            self.text(object, place)
        })
    }

    /// The kind that an object tells of; `None` where it names none of [`KINDS`].
    pub(super) fn known_kind(&mut self, object: &Object, place: &str) -> Option<FieldKind> {
        Some(match object.get("kind").and_then(Value::as_str)? {
            "text" => self.text(object, place),
            "number" => FieldKind::Number(self.bounds(object, place)),
            "slider" => FieldKind::Slider(self.slider(object, place)),
            "boolean" => FieldKind::Boolean,
            "choice" => FieldKind::Choice {
                options: self.options(object, place),
            },
            "image" => FieldKind::Image,
            "video" => FieldKind::Video,
            "audio" => FieldKind::Audio,
            "file" => FieldKind::File {
                accept: self.word(object, "accept", place).text(),
            },
            _ => return None,
        })
    }

    fn text(&mut self, object: &Object, place: &str) -> FieldKind {
        FieldKind::Text {
            multiline: self.word(object, "multiline", place).flag() == Some(true),
            max_length: self.word(object, "maxLength", place).length(),
        }
    }

    fn bounds(&mut self, object: &Object, place: &str) -> Bounds {
        let bounds = Bounds {
            integer: self.word(object, "integer", place).flag() == Some(true),
            min: self.word(object, "min", place).digits(),
            max: self.word(object, "max", place).digits(),
            step: self.word(object, "step", place).digits(),
        };
        if compare(bounds.min.as_deref(), bounds.max.as_deref()) == Some(Ordering::Greater) {
            self.problem(format!(
                "{place}: its `min` is greater than its `max`, so that no value would do"
            ));
        }
        bounds
    }

    /// A slider cannot be drawn without two ends.
    fn slider(&mut self, object: &Object, place: &str) -> Bounds {
        let mut bounds = self.bounds(object, place);
        if bounds.min.is_none() || bounds.max.is_none() {
            self.problem(format!(
                "{place}: a slider has two ends; give it `min` and `max`"
            ));
        }
        bounds.min.get_or_insert_with(|| "0".to_owned());
        bounds.max.get_or_insert_with(|| "100".to_owned());
        bounds
    }

    fn options(&mut self, object: &Object, place: &str) -> Vec<String> {
        let listed = object.get("options").and_then(Value::as_array);
        let listed = listed.map(Vec::as_slice).unwrap_or_default();
        let texts = listed.iter().filter_map(Value::as_str);
        let options: Vec<String> = texts.map(str::to_owned).collect();
        if options.is_empty() || options.len() < listed.len() {
            self.problem(format!("{place}: its `options` are no list of texts"));
        }
        options
    }
}

impl Word<'_, '_> {
    /// A text, number or boolean, as form text.
    fn scalar(self) -> Option<String> {
        match self.value? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => {
                self.refuse("neither text, number nor boolean");
                None
            }
        }
    }

    /// A decimal, as text or as a JSON number.
    fn digits(self) -> Option<String> {
        let text = match self.value? {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        };
        if decimal(&text).is_none() {
            self.refuse("no number of at most 28 digits");
            return None;
        }
        Some(text)
    }

    fn length(self) -> Option<u32> {
        let length = self.value?.as_u64();
        let length = length.and_then(|length| u32::try_from(length).ok());
        let length = length.filter(|length| *length > 0);
        if length.is_none() {
            self.refuse("no whole number from 1 on");
        }
        length
    }
}
