//! A value at the top level of a document: an object is parsed; for anything else, only the JSON type
//! is kept. Knows no keys.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::tolerant::{Keyed, Tolerant, skip};

/// One value of the top level; its objects are read as `T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<T> {
    /// An object.
    Object(T),
    /// A list.
    List,
    /// A text.
    Text,
    /// A number, true, false or null.
    Other,
}

impl<T> Entry<T> {
    /// The JSON type alone.
    pub fn shape(&self) -> Entry<()> {
        match self {
            Self::Object(_) => Entry::Object(()),
            Self::List => Entry::List,
            Self::Text => Entry::Text,
            Self::Other => Entry::Other,
        }
    }
}

/// An object whose contents are skipped.
impl Keyed for () {
    fn take<'de, M: MapAccess<'de>>(&mut self, _: &str, map: &mut M) -> Result<(), M::Error> {
        skip(map)
    }
}

impl<'de, T: Keyed> Deserialize<'de> for Entry<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntryVisitor(PhantomData))
    }
}

struct EntryVisitor<T>(PhantomData<T>);

impl<'de, T: Keyed> Visitor<'de> for EntryVisitor<T> {
    type Value = Entry<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Entry::List)
    }

    /// Numbers are parsed here too, so that they keep their digits.
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let object = Tolerant::of_map(map)?.0;
        Ok(object.map_or(Entry::Other, Entry::Object))
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Entry::Text)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Entry::Other)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Entry::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Entry::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Entry::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Entry::Other)
    }
}
