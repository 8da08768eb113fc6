//! Tolerant reading of JSON: an object takes the keys it knows, layout data is skipped unread, and
//! what is of another type than expected is left out instead of failing the whole file.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Under this key serde_json hands out a number as an object, with `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// An object that takes the keys it knows. A key that is there twice is taken twice, so that the
/// last one wins, as in JavaScript.
pub(in crate::workflow) trait Keyed: Default {
    /// Takes the value of `key` out of `map`; must take or [`skip`] it.
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error>;
}

/// Skips a value.
pub(in crate::workflow) fn skip<'de, M: MapAccess<'de>>(map: &mut M) -> Result<(), M::Error> {
    map.next_value::<IgnoredAny>().map(|_| ())
}

/// An object; `None` when something else stands there.
pub(in crate::workflow) struct Loose<T>(pub(in crate::workflow) Option<T>);

/// The elements of a list, `None` for each that is no object; `None` when there is no list.
pub(in crate::workflow) struct List<T>(pub(in crate::workflow) Option<Vec<Option<T>>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> List<T> {
    /// The elements that could be read.
    pub(in crate::workflow) fn read(self) -> Vec<T> {
        self.0.into_iter().flatten().flatten().collect()
    }
}

impl<'de, T: Keyed> Deserialize<'de> for Loose<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(LooseVisitor(PhantomData))
            .map(Self)
    }
}

impl<T: Keyed> Loose<T> {
    /// Reads the object that a visitor is given.
    pub(super) fn of_map<'de, A: MapAccess<'de>>(map: A) -> Result<Self, A::Error> {
        LooseVisitor(PhantomData).visit_map(map).map(Self)
    }
}

/// Scalars that are not what was looked for.
macro_rules! no_scalars {
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

struct LooseVisitor<T>(PhantomData<T>);

impl<'de, T: Keyed> Visitor<'de> for LooseVisitor<T> {
    type Value = Option<T>;

    no_scalars!();

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = T::default();
        let mut number = false;
        while let Some(Key(key)) = map.next_key()? {
            if key == NUMBER {
                number = true;
                skip(&mut map)?;
            } else {
                found.take(&key, &mut map)?;
            }
        }
        Ok((!number).then_some(found))
    }
}

/// A key, a slice of the text where nothing in it is escaped.
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

/// What a list holds.
pub(in crate::workflow) trait Element: Sized {
    /// Reads one; `None` when it is something else.
    fn element<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error>;
}

impl<T: Keyed> Element for T {
    fn element<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        Loose::deserialize(deserializer).map(|loose| loose.0)
    }
}

struct One<T>(Option<T>);

impl<'de, T: Element> Deserialize<'de> for One<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::element(deserializer).map(Self)
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Element> Visitor<'de> for ListVisitor<T> {
    type Value = Option<Vec<Option<T>>>;

    no_scalars!();

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(One(item)) = seq.next_element::<One<T>>()? {
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
