//! A listed workflow. Its schema and examples are read when they are first needed, and only once. Pure.

use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use api::{Example, WorkflowEntry};
use json::Json;
use schema::{InputSchema, Problem, document, listing};

/// The depth of nested lists and objects to which a document is read.
const MAX_DEPTH: usize = 8;

/// A workflow as the deployment lists it. Clones share what was read.
#[derive(Clone, Debug)]
pub(crate) struct Listed(Rc<Content>);

#[derive(Debug)]
struct Content {
    entry: WorkflowEntry,
    read: OnceCell<(InputSchema, Vec<Problem>)>,
    examples: OnceCell<Vec<Example>>,
}

impl Listed {
    /// The schema, and the problems that keep the workflow from running.
    pub(crate) fn read(&self) -> &(InputSchema, Vec<Problem>) {
        self.0.read.get_or_init(|| read(self))
    }

    /// The examples.
    pub(crate) fn read_examples(&self) -> &[Example] {
        let read = || self.examples.as_deref().map(Example::list);
        self.0.examples.get_or_init(|| read().unwrap_or_default())
    }
}

impl From<WorkflowEntry> for Listed {
    fn from(entry: WorkflowEntry) -> Self {
        Self(Rc::new(Content {
            entry,
            read: OnceCell::new(),
            examples: OnceCell::new(),
        }))
    }
}

impl Deref for Listed {
    type Target = WorkflowEntry;

    fn deref(&self) -> &WorkflowEntry {
        &self.0.entry
    }
}

impl PartialEq for Listed {
    fn eq(&self, other: &Self) -> bool {
        self.0.entry == other.0.entry
    }
}

fn read(entry: &WorkflowEntry) -> (InputSchema, Vec<Problem>) {
    let mut problems = entry.problems.clone();
    let (schema, unread) = match &entry.schema {
        Some(document) => {
            // The reader of documents reports what is not JSON.
            let document = Json::read(document.as_bytes(), MAX_DEPTH).unwrap_or(Json::Null);
            let (_, schema, unread) = document::read(&document);
            (schema, unread)
        }
        None => listing::read(entry.inputs.as_deref(), entry.outputs.as_deref()),
    };
    problems.extend(unread);
    (schema, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_a_schema_that_is_read_once() {
        let listed = Listed::from(WorkflowEntry {
            inputs: Some(r#"{"title": "string"}"#.to_owned()),
            ..WorkflowEntry::default()
        });
        let clone = listed.clone();
        assert_eq!(clone.read().0.fields[0].name, "title");
        assert!(std::ptr::eq(listed.read(), clone.read()));
    }
}
