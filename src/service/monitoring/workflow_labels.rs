//! The workflows that metrics name. There are only so many, so that a folder with thousands of workflows does not cost
//! Prometheus thousands of series. No I/O.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many workflows are named.
const MOST: usize = 200;

/// What stands for the others. No workflow can have this id.
const OTHERS: &str = "/others";

/// The workflows that metrics name: the first ones that had runs since the start.
#[derive(Debug, Default)]
pub(super) struct WorkflowLabels(Mutex<BTreeSet<String>>);

impl WorkflowLabels {
    /// The label for a workflow.
    pub(super) fn of(&self, workflow_id: &str) -> String {
        let mut known = self.known();
        if !known.contains(workflow_id) {
            if known.len() >= MOST {
                return OTHERS.to_owned();
            }
            known.insert(workflow_id.to_owned());
        }
        workflow_id.to_owned()
    }

    /// All labels so far, without the one for others.
    pub(super) fn all(&self) -> Vec<String> {
        self.known().iter().cloned().collect()
    }

    fn known(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_workflows_have_labels_of_their_own() {
        let labels = WorkflowLabels::default();
        for number in 0..MOST {
            let id = number.to_string();
            assert_eq!(labels.of(&id), id);
        }
        assert_eq!(
            (labels.of("7").as_str(), labels.of("late")),
            ("7", OTHERS.to_owned())
        );
        assert_eq!(labels.all().len(), MOST);
    }
}
