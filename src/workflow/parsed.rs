//! JSON text that has been read, of which is still to be said whether it is a workflow: its top
//! level tells. Knows no other documents.

use super::document::{Document, Entry, Loose};
use super::{Problem, Workflow};

/// JSON text, read once as a workflow is.
pub struct Parsed(Loose<Document>);

impl Parsed {
    /// Reads JSON text.
    ///
    /// # Errors
    /// Why it is no JSON, or none that a workflow could hold.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(Self)
    }

    /// What stands under a key of its top level, of those that tell what it is; of `nodes` a list
    /// only.
    pub fn entry(&self, key: &str) -> Option<Entry<()>> {
        let document = self.0.0.as_ref()?;
        if key == "nodes" {
            return document.is_editors().then_some(Entry::List);
        }
        // The last of a key counts, as wherever JSON is read.
        let mut found = document.api.iter().rev().filter(|(name, _)| name == key);
        found.next().map(|(_, entry)| entry.glance())
    }

    /// The workflow that it is, and what of it could not be read.
    pub fn workflow(self) -> (Workflow, Vec<Problem>) {
        Workflow::of(self.0)
    }
}
