//! What engines say about the prompt of a workflow. Each engine's classes judge it once: that takes longer than the
//! listing should.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::needs::Verdict;
use schema::{self, InputSchema};
use workflow::classes::NodeClasses;
use workflow::validation::{Fault, FaultKind};
use workflow::{Problem, Workflow};

/// The verdicts by the identity of the classes.
#[derive(Debug, Default)]
pub(crate) struct VerdictCache(Mutex<Vec<(Weak<NodeClasses>, Arc<Verdict>)>>);

impl VerdictCache {
    /// The verdict by these classes.
    pub(crate) fn get_or_judge(
        &self,
        classes: &Arc<NodeClasses>,
        judge: impl FnOnce() -> Verdict,
    ) -> Arc<Verdict> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(classes, _)| classes.strong_count() > 0);
        let identity = Arc::downgrade(classes);
        if let Some((_, verdict)) = known.iter().find(|(known, _)| known.ptr_eq(&identity)) {
            return verdict.clone();
        }
        let verdict = Arc::new(judge());
        known.push((identity, verdict.clone()));
        verdict
    }
}

/// Judges a workflow with these problems of its own.
pub(crate) fn judge(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
    own: &[Problem],
) -> Verdict {
    if workflow.nodes.is_empty() {
        // What keeps it from being read is known.
        return Verdict::default();
    }
    let faults = schema::engine_faults(workflow, schema, classes, own);
    let is_option = |fault: &Fault| fault.kind == FaultKind::ValueNotInList;
    Verdict {
        lacks_option: faults.blocking.iter().any(is_option),
        problems: Fault::problems(&faults.blocking, workflow),
        left_out: Fault::problems(&faults.left_out, workflow),
    }
}
