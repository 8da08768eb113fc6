//! A field of our own schema document.

use std::cmp::Ordering;

use super::{Reader, Word};
use crate::json::Json;
use crate::schema::decimal::compare;
use crate::schema::words::cut;
use crate::schema::{Bounds, Field, FieldKind, decimal};

/// The names of the kinds, for a person.
const KINDS: &str = "text, number, slider, boolean, choice, image, video, audio, file";

impl Reader {
    /// The field at a place, counted from 1; `None` where it has no name.
    pub(super) fn field(&mut self, place: usize, object: &Json<'_>) -> Option<Field> {
        if !object.is_object() {
            self.problem(format!("field {place} is not a JSON object"));
            return None;
        }
        let name = object.get("name").text();
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            self.problem(format!("field {place} has no `name`; add one"));
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

    fn kind(&mut self, object: &Json<'_>, place: &str) -> FieldKind {
        self.known_kind(object, place).unwrap_or_else(|| {
            self.problem(format!(
                "{place}: its `kind` is not one of {KINDS}; it is treated as text"
            ));
            self.text(object, place)
        })
    }

    /// The kind that an object tells of; `None` where it names none of [`KINDS`].
    pub(super) fn known_kind(&mut self, object: &Json<'_>, place: &str) -> Option<FieldKind> {
        Some(match object.get("kind").text()? {
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

    fn text(&mut self, object: &Json<'_>, place: &str) -> FieldKind {
        FieldKind::Text {
            multiline: self.word(object, "multiline", place).flag() == Some(true),
            max_length: self.word(object, "maxLength", place).length(),
        }
    }

    fn bounds(&mut self, object: &Json<'_>, place: &str) -> Bounds {
        let bounds = Bounds {
            integer: self.word(object, "integer", place).flag() == Some(true),
            min: self.word(object, "min", place).digits(),
            max: self.word(object, "max", place).digits(),
            step: self.word(object, "step", place).digits(),
        };
        if compare(bounds.min.as_deref(), bounds.max.as_deref()) == Some(Ordering::Greater) {
            self.problem(format!(
                "{place}: its `min` is greater than its `max`, so no value is valid"
            ));
        }
        bounds
    }

    /// A slider cannot be drawn without two ends.
    fn slider(&mut self, object: &Json<'_>, place: &str) -> Bounds {
        let mut bounds = self.bounds(object, place);
        if bounds.min.is_none() || bounds.max.is_none() {
            self.problem(format!("{place}: a slider needs `min` and `max`"));
        }
        bounds.min.get_or_insert_with(|| "0".to_owned());
        bounds.max.get_or_insert_with(|| "100".to_owned());
        bounds
    }

    fn options(&mut self, object: &Json<'_>, place: &str) -> Vec<String> {
        let listed = object.get("options").items();
        let options: Vec<String> = listed.iter().filter_map(Json::to_word).collect();
        if options.is_empty() || options.len() < listed.len() {
            self.problem(format!("{place}: its `options` are not a list of texts"));
        }
        options
    }
}

impl Word<'_, '_> {
    /// A text, number or boolean, as form text.
    fn scalar(self) -> Option<String> {
        match self.value {
            Json::Null => None,
            Json::Text(text) => Some(text.clone().into_owned()),
            Json::Number(_) | Json::Bool(_) => Some(self.value.to_text()),
            _ => {
                self.refuse("not text, a number or a boolean");
                None
            }
        }
    }

    /// A decimal, as text or as a JSON number.
    fn digits(self) -> Option<String> {
        let text = match self.value {
            Json::Null => return None,
            Json::Text(text) | Json::Number(text) => text.clone().into_owned(),
            _ => String::new(),
        };
        if decimal(&text).is_none() {
            self.refuse("not a number of at most 28 digits");
            return None;
        }
        Some(text)
    }

    fn length(self) -> Option<u32> {
        let length = match self.value {
            Json::Null => return None,
            Json::Number(digits) => digits.parse().ok().filter(|length: &u32| *length > 0),
            _ => None,
        };
        if length.is_none() {
            self.refuse("not a whole number of at least 1");
        }
        length
    }
}
