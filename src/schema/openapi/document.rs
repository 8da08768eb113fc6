//! A document being read: resolves its references and limits the cost of reading, so that a document
//! that refers to itself thousands of times stays cheap. Does not know operations.

use std::cell::{Cell, RefCell};

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use workflow::Problem;

/// Maximum depth of references and `allOf`.
pub(super) const DEEPEST: usize = 64;
/// Total cost of reading: bytes of text, and steps.
const BUDGET: usize = 128 << 20;
/// Cost of one step.
pub(super) const STEP: usize = 64;
/// Maximum number of problems reported.
const MOST_PROBLEMS: usize = 200;

/// A document being read.
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
        self.push(Problem::whole(message));
    }

    pub(super) fn push(&self, problem: Problem) {
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

    /// Whether the budget is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.budget.get() == 0
    }

    /// Charges a step and a text of this length; `false` if the budget does not allow it.
    pub(super) fn spend(&self, bytes: usize) -> bool {
        let left = self.budget.get().checked_sub(bytes.saturating_add(STEP));
        self.budget.set(left.unwrap_or(0));
        left.is_some()
    }

    /// An object of the document, with its references followed.
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

    /// The target of a reference within the document.
    pub(super) fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#')?;
        let pointer = percent_decode_str(pointer).decode_utf8().ok()?;
        self.root.pointer(&pointer)
    }
}
