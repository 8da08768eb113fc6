//! Reads single keys of a document's objects and reports values of the wrong type. Does not know which
//! keys there are.

use crate::decimal::decimal;
use json::Json;
use workflow::Problem;

/// Reads a document and collects its problems.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) problems: Vec<Problem>,
}

/// The value of a key, and where it is.
pub(super) struct Key<'a, 'r> {
    value: &'a Json<'a>,
    name: &'a str,
    location: &'a str,
    reader: &'r mut Reader,
}

impl Reader {
    pub(super) fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem::whole(message));
    }

    pub(super) fn key<'a, 'r>(
        &'r mut self,
        object: &'a Json<'a>,
        name: &'a str,
        location: &'a str,
    ) -> Key<'a, 'r> {
        Key {
            value: object.get(name),
            name,
            location,
            reader: self,
        }
    }
}

impl Key<'_, '_> {
    /// Reports a value of the wrong type.
    fn report(self, expected: &str) {
        let (location, name) = (self.location, self.name);
        self.reader
            .problem(format!("{location}: its `{name}` is {expected}"));
    }

    pub(super) fn text(self) -> Option<String> {
        match self.value {
            Json::Null => None,
            Json::Text(text) => Some(text.clone().into_owned()),
            _ => {
                self.report("not text");
                None
            }
        }
    }

    pub(super) fn flag(self) -> Option<bool> {
        match self.value {
            Json::Null => None,
            Json::Bool(flag) => Some(*flag),
            _ => {
                self.report("neither true nor false");
                None
            }
        }
    }

    /// A text, number or boolean, as form text.
    pub(super) fn scalar(self) -> Option<String> {
        match self.value {
            Json::Null => None,
            Json::Text(text) => Some(text.clone().into_owned()),
            Json::Number(_) | Json::Bool(_) => Some(self.value.to_text()),
            _ => {
                self.report("not text, a number or a boolean");
                None
            }
        }
    }

    /// A decimal, as text or as a JSON number.
    pub(super) fn digits(self) -> Option<String> {
        let text = match self.value {
            Json::Null => return None,
            Json::Text(text) | Json::Number(text) => text.clone().into_owned(),
            _ => String::new(),
        };
        if decimal(&text).is_none() {
            self.report("not a number of at most 28 digits");
            return None;
        }
        Some(text)
    }

    /// A whole number of at least 1.
    pub(super) fn length(self) -> Option<u32> {
        let length = match self.value {
            Json::Null => return None,
            Json::Number(digits) => digits.parse().ok().filter(|length: &u32| *length > 0),
            _ => None,
        };
        if length.is_none() {
            self.report("not a whole number of at least 1");
        }
        length
    }
}
