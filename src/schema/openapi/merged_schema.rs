//! A schema object with its references followed and its `allOf` merged. Borrows everything from the
//! document.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::document::{DEEPEST, Document, STEP};
use super::extension::EXTENSION;
use crate::truncate::quoted;

/// The merged keywords of a schema object.
#[derive(Clone, Default)]
pub(super) struct MergedSchema<'a> {
    /// Keyword to value; direct keywords take precedence over referenced ones.
    keywords: HashMap<&'a str, &'a Value>,
    /// Property names and schemas, in order.
    pub(super) properties: Vec<(&'a str, &'a Value)>,
    /// The names of required properties.
    pub(super) required: HashSet<&'a str>,
    /// The last segment of its first reference.
    pub(super) name: Option<&'a str>,
    references: HashSet<&'a str>,
    known: HashSet<&'a str>,
}

impl<'a> Document<'a> {
    /// Merges a schema.
    pub(super) fn merged(&self, schema: &'a Value) -> MergedSchema<'a> {
        let mut merged = MergedSchema::default();
        self.gather(schema, &mut merged, 0);
        merged
    }

    /// Merges one alternative of a schema with what applies to all of them.
    pub(super) fn merged_with(
        &self,
        all: &MergedSchema<'a>,
        alternative: &'a Value,
    ) -> MergedSchema<'a> {
        let size = all.keywords.len() + all.properties.len() + all.required.len();
        if !self.spend(size * STEP) {
            return MergedSchema::default();
        }
        let mut merged = all.clone();
        for keyword in ["anyOf", "oneOf", "discriminator"] {
            merged.keywords.remove(keyword);
        }
        merged.name = None;
        merged.references.clear();
        self.gather(alternative, &mut merged, 0);
        merged
    }

    fn gather(&self, schema: &'a Value, merged: &mut MergedSchema<'a>, depth: usize) {
        let Some(object) = schema.as_object().filter(|_| depth < DEEPEST) else {
            return;
        };
        if !self.spend(0) {
            return;
        }
        for (keyword, value) in object {
            match (keyword.as_str(), value) {
                ("$ref" | "allOf", _) => {}
                ("properties", Value::Object(properties)) => self.properties(properties, merged),
                ("required", Value::Array(names)) => {
                    merged
                        .required
                        .extend(names.iter().filter_map(Value::as_str));
                }
                (keyword, value) => {
                    merged.keywords.entry(keyword).or_insert(value);
                }
            }
        }
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            self.follow(reference, merged, depth);
        }
        let parts = object.get("allOf").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            self.gather(part, merged, depth + 1);
        }
    }

    fn properties(&self, properties: &'a Map<String, Value>, merged: &mut MergedSchema<'a>) {
        for (name, schema) in properties {
            if merged.known.insert(name) && self.spend(0) {
                merged.properties.push((name, schema));
            }
        }
    }

    /// Follows a reference, unless it was followed before.
    fn follow(&self, reference: &'a str, merged: &mut MergedSchema<'a>, depth: usize) {
        if !merged.references.insert(reference) {
            return;
        }
        if depth == 0 {
            merged.name = reference.rsplit('/').next();
        }
        match self.target(reference) {
            Some(target) => self.gather(target, merged, depth + 1),
            None => self.problem(format!(
                "the document refers to {}, which is not in it",
                quoted(reference)
            )),
        }
    }
}

impl<'a> MergedSchema<'a> {
    /// The value of a keyword.
    pub(super) fn get(&self, word: &str) -> Option<&'a Value> {
        self.keywords.get(word).copied()
    }

    /// The value of a keyword that is a text.
    pub(super) fn text(&self, word: &str) -> Option<&'a str> {
        let text = self.get(word)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// A keyword of our own extension.
    pub(super) fn own(&self, word: &str) -> Option<&'a Value> {
        self.get(EXTENSION)?.get(word)
    }

    /// The alternatives of `oneOf` or `anyOf`.
    pub(super) fn alternatives(&self) -> &'a [Value] {
        let list = |word| self.get(word).and_then(Value::as_array);
        list("oneOf")
            .or_else(|| list("anyOf"))
            .map_or(&[], |list| list)
    }
}
