//! A schema object with its references followed and its `allOf` merged. Borrows all from the
//! document, and spends from a budget, so that one that refers to itself a thousandfold ends.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::escape::unescaped;
use crate::schema::Problem;
use crate::schema::words::quoted;

/// How deep references and `allOf` may go into each other.
const DEEPEST: usize = 64;
/// What a reading may cost: bytes of text taken, and steps.
const BUDGET: usize = 64 << 20;
/// What a step costs.
const STEP: usize = 64;
/// How many problems are told: who has more reads no more of them.
const MOST_PROBLEMS: usize = 200;

/// A document that is being read.
pub(super) struct Document<'a> {
    root: &'a Value,
    budget: Cell<usize>,
    problems: RefCell<Vec<Problem>>,
}

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
    pub(super) fn new(root: &'a Value) -> Self {
        Self {
            root,
            budget: Cell::new(BUDGET),
            problems: RefCell::default(),
        }
    }

    /// Its top level.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.root.get(name)
    }

    pub(super) fn problem(&self, message: impl Into<String>) {
        let mut problems = self.problems.borrow_mut();
        if problems.len() < MOST_PROBLEMS {
            problems.push(Problem::whole(message));
        }
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        if self.budget.get() == 0 {
            self.problem(
                "the document refers to itself too often; some of its fields are left out",
            );
        }
        self.problems.into_inner()
    }

    /// Whether a text of this length may still be taken.
    pub(super) fn spend(&self, bytes: usize) -> bool {
        let left = self.budget.get().checked_sub(bytes.saturating_add(STEP));
        self.budget.set(left.unwrap_or(0));
        left.is_some()
    }

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

    /// An object of the document, or the one that it refers to.
    pub(super) fn object(&self, value: &'a Value) -> Option<&'a Map<String, Value>> {
        let mut value = value;
        for _ in 0..DEEPEST {
            let object = value.as_object()?;
            match object.get("$ref").and_then(Value::as_str) {
                Some(reference) => value = self.target(reference)?,
                None => return Some(object),
            }
        }
        None
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

    fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#')?;
        self.root.pointer(&unescaped(pointer))
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
