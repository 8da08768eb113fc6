//! A document that is being read: its references, and what its reading may cost, so that one that
//! refers to itself a thousandfold costs little more than its size.

use std::cell::{Cell, RefCell};

use serde_json::{Map, Value};

use super::escape::unescaped;
use crate::schema::Problem;

/// How deep references and `allOf` may go into each other.
pub(super) const DEEPEST: usize = 64;
/// What a reading may cost: bytes of text taken, and steps.
const BUDGET: usize = 128 << 20;
/// What a step costs.
pub(super) const STEP: usize = 64;
/// How many problems are told: who has more reads no more of them.
const MOST_PROBLEMS: usize = 200;

/// A document that is being read.
pub(super) struct Document<'a> {
    root: &'a Value,
    budget: Cell<usize>,
    problems: RefCell<Vec<Problem>>,
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
        self.tell(Problem::whole(message));
    }

    pub(super) fn tell(&self, problem: Problem) {
        let mut problems = self.problems.borrow_mut();
        if problems.len() < MOST_PROBLEMS {
            problems.push(problem);
        }
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        if self.is_spent() {
            self.problem(
                "the document is too large with its references expanded; some fields are left out",
            );
        }
        self.problems.into_inner()
    }

    /// Whether nothing more may be taken.
    pub(super) fn is_spent(&self) -> bool {
        self.budget.get() == 0
    }

    /// Whether a text of this length may still be taken.
    pub(super) fn spend(&self, bytes: usize) -> bool {
        let left = self.budget.get().checked_sub(bytes.saturating_add(STEP));
        self.budget.set(left.unwrap_or(0));
        left.is_some()
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

    /// What a reference within the document leads to.
    pub(super) fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#')?;
        self.root.pointer(&unescaped(pointer))
    }
}
