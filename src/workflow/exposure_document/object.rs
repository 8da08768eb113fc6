//! Reads the members of one object of the document and reports each one that is not as it should be, with its
//! place. Does not know which members there are.

use serde_json::{Map, Value};

use crate::problem::{Problem, short};

/// An object of the document.
pub(super) struct Object<'a> {
    /// Its place, such as `fields[2]`; empty for the document itself.
    pub(super) place: String,
    pub(super) members: &'a Map<String, Value>,
    pub(super) problems: &'a mut Vec<Problem>,
}

/// A problem of the document at a place.
pub(super) fn problem(place: &str, why: &str) -> Problem {
    Problem::whole(format!("the exposure's {place}: {why}"))
}

impl<'a> Object<'a> {
    pub(super) fn place_of(&self, key: &str) -> String {
        match self.place.as_str() {
            "" => key.to_owned(),
            place => format!("{place}.{key}"),
        }
    }

    pub(super) fn problem(&mut self, key: &str, why: &str) {
        let place = self.place_of(&short(key));
        self.problems.push(problem(&place, why));
    }

    /// Reports members that the format does not have.
    pub(super) fn allow(&mut self, keys: &[&str]) {
        let members = self.members;
        for key in members.keys().filter(|key| !keys.contains(&key.as_str())) {
            self.problem(key, "there is no such key; remove it or check its spelling");
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.members.get(key).filter(|value| !value.is_null())
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        match self.get(key)? {
            Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
            _ => {
                self.problem(key, "must be text that is not empty");
                None
            }
        }
    }

    /// A text that the document needs.
    pub(super) fn required(&mut self, key: &str) -> Option<String> {
        if self.get(key).is_none() {
            self.problem(key, "is missing");
            return None;
        }
        self.text(key)
    }

    pub(super) fn flag(&mut self, key: &str) -> Option<bool> {
        let flag = self.get(key)?;
        if !flag.is_boolean() {
            self.problem(key, "must be true or false");
        }
        flag.as_bool()
    }

    /// A number, as its digits. Whether a text is a number is known where it is used.
    pub(super) fn digits(&mut self, key: &str) -> Option<String> {
        match self.get(key)? {
            Value::Number(number) => Some(number.to_string()),
            Value::String(digits) => Some(digits.trim().to_owned()),
            _ => {
                self.problem(key, "must be a number, or text with its digits");
                None
            }
        }
    }

    /// A text that says how much of something, such as `7d`.
    pub(super) fn amount(
        &mut self,
        key: &str,
        read: fn(&str) -> Result<u64, &'static str>,
    ) -> Option<u64> {
        let amount = read(self.get(key)?.as_str().unwrap_or_default());
        amount.map_err(|why| self.problem(key, why)).ok()
    }

    pub(super) fn length(&mut self, key: &str) -> Option<u32> {
        let length = self.get(key)?.as_u64();
        let length = length.and_then(|length| u32::try_from(length).ok());
        let length = length.filter(|length| *length > 0);
        if length.is_none() {
            self.problem(key, "must be a whole number of at least 1");
        }
        length
    }
}
