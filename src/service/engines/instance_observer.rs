//! The observer of the engine instances, which acts on their events. The code that follows an instance knows of its
//! runs only what the instance reports.

use std::sync::Arc;

use super::instance::{Instance, RunChange};
use store::Hold;

/// Receives the events of engine instances.
pub(crate) trait InstanceObserver: Send + Sync {
    /// An event: the instance has started a run.
    fn run_started(self: Arc<Self>, hold: Hold);

    /// An event: the instance has ended a run.
    fn run_ended(self: Arc<Self>, instance: &Arc<Instance>, prompt_id: String);

    /// A queue snapshot shows a change of a run.
    fn run_changed(self: Arc<Self>, instance: &Arc<Instance>, prompt_id: String, change: RunChange);

    /// The instance keeps giving wrong answers, so that nobody can learn how its runs end.
    fn runs_are_unreadable(self: Arc<Self>, instance: &Arc<Instance>, why: &str);

    /// The instance has probably forgotten the models in its memory.
    fn instance_is_cold(&self, instance: &Instance);

    /// The instance was removed: it gets no further runs.
    fn instance_was_removed(&self, instance: &Instance);
}
