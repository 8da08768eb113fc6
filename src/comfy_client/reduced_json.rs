//! Reads only a part of a JSON text, and only as much as a limit of memory allows: a tree of all values
//! takes many times the memory of its text. No I/O.

use std::cell::Cell;
use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Number, Value};

use json::tolerant;

/// About what a value takes in memory besides its text, and what a member takes in addition.
pub(crate) const VALUE: usize = 100;
pub(crate) const MEMBER: usize = 150;

/// The key under which serde_json passes a number that needs all its digits.
const NUMBER: &str = "$serde_json::private::Number";

/// The part of a value to keep. Lists and objects that do not fit it become empty.
pub(crate) enum Keep<'a> {
    /// Everything.
    All,
    /// These members of an object.
    Members(&'a [(&'a str, Keep<'a>)]),
    /// The members of an object whose names pass, whole.
    Named(fn(&str) -> bool),
    /// This part of every member of an object or item of a list.
    Each(&'a Keep<'a>),
    /// These parts of the first items of a list.
    Items(&'a [Keep<'a>]),
    /// Nothing: it becomes null.
    Nothing,
}

/// The bytes of memory that may still be taken.
pub(crate) struct Memory(Cell<usize>);

impl Memory {
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Cell::new(bytes))
    }

    /// Takes some bytes. Fails if there are not enough.
    pub(crate) fn take<E: Error>(&self, bytes: usize) -> Result<(), E> {
        let left = self.0.get().checked_sub(bytes);
        self.0
            .set(left.ok_or_else(|| E::custom("it has too many values"))?);
        Ok(())
    }

    pub(crate) fn left(&self) -> usize {
        self.0.get()
    }
}

/// Reads a part of a JSON text.
pub(crate) fn read(body: &[u8], keep: &Keep<'_>, memory: usize) -> serde_json::Result<Value> {
    tolerant::read(body, |text| {
        let memory = &Memory::new(memory);
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = Part { keep, memory }.deserialize(&mut reader)?;
        reader.end()?;
        Ok(value)
    })
}

/// The part of one value.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) keep: &'a Keep<'a>,
    pub(crate) memory: &'a Memory,
}

impl<'a> Part<'a> {
    fn of(self, keep: &'a Keep<'a>) -> Self {
        Self { keep, ..self }
    }

    fn member(self, name: &str) -> Self {
        match self.keep {
            Keep::All => self,
            Keep::Each(keep) => self.of(keep),
            Keep::Members(members) => {
                let found = members.iter().find(|(known, _)| *known == name);
                self.of(found.map_or(&Keep::Nothing, |(_, keep)| keep))
            }
            Keep::Named(passes) if passes(name) => self.of(&Keep::All),
            Keep::Named(_) | Keep::Items(_) | Keep::Nothing => self.of(&Keep::Nothing),
        }
    }

    /// The part of an item; `None` if neither this item nor a later one is kept.
    fn item(self, index: usize) -> Option<Self> {
        match self.keep {
            Keep::All => Some(self),
            Keep::Each(keep) => Some(self.of(keep)),
            Keep::Items(items) => items.get(index).map(|keep| self.of(keep)),
            Keep::Members(_) | Keep::Named(_) | Keep::Nothing => None,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        if matches!(self.keep, Keep::Nothing) {
            return IgnoredAny::deserialize(reader).map(|_| Value::Null);
        }
        self.memory.take(VALUE)?;
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        self.memory.take(text.len())?;
        Ok(Value::String(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(part) = self.item(items.len()) {
            let Some(item) = list.next_element_seed(part)? else {
                return Ok(Value::Array(items));
            };
            items.push(item);
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            if name == NUMBER {
                let digits: String = object.next_value()?;
                self.memory.take(digits.len())?;
                let number = digits.parse::<Number>().map_err(Error::custom)?;
                return Ok(Value::Number(number));
            }
            let part = self.member(&name);
            let value = object.next_value_seed(part)?;
            if !matches!(part.keep, Keep::Nothing) {
                self.memory.take(MEMBER + name.len())?;
                members.insert(name, value);
            }
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests;
