//! Tolerant deserialization of JSON: an object takes the keys it knows, layout data is skipped, and
//! a value of an unexpected type is left out instead of failing the whole file. Knows no keys.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// With `arbitrary_precision`, serde_json presents a number as an object with this key.
const NUMBER: &str = "$serde_json::private::Number";

/// An object that takes the keys it knows. A duplicate key is taken twice, so the last one wins, as
/// in JavaScript.
pub(crate) trait Keyed: Default {
    /// Takes the value of `key` from `map`; must take or [`skip`] it.
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error>;
}

/// Skips a value.
pub(crate) fn skip<'de, M: MapAccess<'de>>(map: &mut M) -> Result<(), M::Error> {
    map.next_value::<IgnoredAny>().map(|_| ())
}

/// The text of a value; `None` if it is not text.
pub(crate) fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// An object; `None` if the value is something else.
pub(crate) struct Tolerant<T>(pub(crate) Option<T>);

/// The elements of a list, `None` for each that is not an object; `None` if the value is not a list.
pub(crate) struct List<T>(pub(crate) Option<Vec<Option<T>>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> List<T> {
    /// The elements that are objects.
    pub(crate) fn read(self) -> Vec<T> {
        self.0.into_iter().flatten().flatten().collect()
    }
}

impl<'de, T: Keyed> Deserialize<'de> for Tolerant<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(TolerantVisitor(PhantomData))
            .map(Self)
    }
}

impl<T: Keyed> Tolerant<T> {
    /// Reads the object that a visitor receives.
    pub(crate) fn of_map<'de, A: MapAccess<'de>>(map: A) -> Result<Self, A::Error> {
        TolerantVisitor(PhantomData).visit_map(map).map(Self)
    }
}

/// Visitor methods that ignore scalars.
macro_rules! ignore_scalars {
    () => {
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("any JSON")
        }
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    };
}

struct TolerantVisitor<T>(PhantomData<T>);

impl<'de, T: Keyed> Visitor<'de> for TolerantVisitor<T> {
    type Value = Option<T>;

    ignore_scalars!();

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut object = T::default();
        let mut number = false;
        while let Some(Key(key)) = map.next_key()? {
            if key == NUMBER {
                number = true;
                skip(&mut map)?;
            } else {
                object.take(&key, &mut map)?;
            }
        }
        Ok((!number).then_some(object))
    }
}

/// A key, borrowed from the text unless it contains escapes.
struct Key<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(KeyVisitor).map(Self)
    }
}

struct KeyVisitor;

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

impl<'de, T: Element> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(ListVisitor(PhantomData))
            .map(Self)
    }
}

/// An element of a list.
pub(crate) trait Element: Sized {
    /// Reads one element; `None` if it is something else.
    fn element<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error>;
}

impl<T: Keyed> Element for T {
    fn element<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        Tolerant::deserialize(deserializer).map(|tolerant| tolerant.0)
    }
}

struct MaybeElement<T>(Option<T>);

impl<'de, T: Element> Deserialize<'de> for MaybeElement<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::element(deserializer).map(Self)
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Element> Visitor<'de> for ListVisitor<T> {
    type Value = Option<Vec<Option<T>>>;

    ignore_scalars!();

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(MaybeElement(item)) = seq.next_element::<MaybeElement<T>>()? {
            items.push(item);
        }
        Ok(Some(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_key::<IgnoredAny>()?.is_some() {
            skip(&mut map)?;
        }
        Ok(None)
    }
}
