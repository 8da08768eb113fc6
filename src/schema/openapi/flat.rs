//! A schema object with its references followed and its `allOf` merged: what it says in one place.
//! Borrows all from the document.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::reading::{DEEPEST, Document, STEP};
use crate::schema::words::quoted;

/// What a schema object says, its references followed.
#[derive(Clone, Default)]
pub(super) struct Flat<'a> {
    /// Keyword to value; what stands nearer goes before what is referred to.
    words: HashMap<&'a str, &'a Value>,
    /// Property names and schemas, in their order.
    pub(super) properties: Vec<(&'a str, &'a Value)>,
    /// The names of the properties that must be there.
    pub(super) required: HashSet<&'a str>,
    /// The name by which it is referred to: the last segment of its first reference.
    pub(super) name: Option<&'a str>,
    references: HashSet<&'a str>,
    known: HashSet<&'a str>,
}

impl<'a> Document<'a> {
    /// What a schema says.
    pub(super) fn flat(&self, schema: &'a Value) -> Flat<'a> {
        let mut flat = Flat::default();
        self.gather(schema, &mut flat, 0);
        flat
    }

    /// What one alternative of a schema says together with what holds for all of them.
    pub(super) fn with(&self, all: &Flat<'a>, alternative: &'a Value) -> Flat<'a> {
        let size = all.words.len() + all.properties.len() + all.required.len();
        if !self.spend(size * STEP) {
            return Flat::default();
        }
        let mut flat = all.clone();
        for word in ["anyOf", "oneOf", "discriminator"] {
            flat.words.remove(word);
        }
        flat.name = None;
        flat.references.clear();
        self.gather(alternative, &mut flat, 0);
        flat
    }

    fn gather(&self, schema: &'a Value, flat: &mut Flat<'a>, depth: usize) {
        let Some(object) = schema.as_object().filter(|_| depth < DEEPEST) else {
            return;
        };
        if !self.spend(0) {
            return;
        }
        for (word, value) in object {
            match (word.as_str(), value) {
                ("$ref" | "allOf", _) => {}
                ("properties", Value::Object(properties)) => self.properties(properties, flat),
                ("required", Value::Array(names)) => {
                    flat.required.extend(names.iter().filter_map(Value::as_str));
                }
                (word, value) => {
                    flat.words.entry(word).or_insert(value);
                }
            }
        }
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            self.follow(reference, flat, depth);
        }
        let parts = object.get("allOf").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            self.gather(part, flat, depth + 1);
        }
    }

    fn properties(&self, properties: &'a Map<String, Value>, flat: &mut Flat<'a>) {
        for (name, schema) in properties {
            if flat.known.insert(name) && self.spend(0) {
                flat.properties.push((name, schema));
            }
        }
    }

    /// A reference that was followed already adds nothing.
    fn follow(&self, reference: &'a str, flat: &mut Flat<'a>, depth: usize) {
        if !flat.references.insert(reference) {
            return;
        }
        if depth == 0 {
            flat.name = reference.rsplit('/').next();
        }
        match self.target(reference) {
            Some(target) => self.gather(target, flat, depth + 1),
            None => self.problem(format!(
                "the document refers to {}, which is not in it",
                quoted(reference)
            )),
        }
    }
}

impl<'a> Flat<'a> {
    /// The value of a keyword.
    pub(super) fn get(&self, word: &str) -> Option<&'a Value> {
        self.words.get(word).copied()
    }

    /// The value of a keyword that is a text.
    pub(super) fn text(&self, word: &str) -> Option<&'a str> {
        let text = self.get(word)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// A word of our own.
    pub(super) fn own(&self, word: &str) -> Option<&'a Value> {
        self.get(super::EXTENSION)?.get(word)
    }

    /// The alternatives of `oneOf` or `anyOf`.
    pub(super) fn alternatives(&self) -> &'a [Value] {
        let list = |word| self.get(word).and_then(Value::as_array);
        list("oneOf")
            .or_else(|| list("anyOf"))
            .map_or(&[], |list| list)
    }
}
