//! The client ids under which an instance sends us events.

use std::collections::HashSet;

use super::Instance;
use super::state::TrackedRun;

impl Instance {
    /// The client id for tasks that are submitted now.
    pub(crate) fn client_id(&self) -> String {
        self.state().client_id.clone()
    }

    /// The client ids of runs that were submitted in earlier connections.
    pub(crate) fn earlier_clients(&self) -> HashSet<String> {
        self.state().earlier_clients()
    }

    /// Whether it has runs of a client.
    pub(crate) fn has_runs_of(&self, client_id: &str) -> bool {
        self.state().has_runs_of(client_id)
    }

    /// The run of a client that it is executing.
    pub(crate) fn executing_for(&self, client_id: &str) -> Option<TrackedRun> {
        self.state().executing_for(client_id).cloned()
    }

    /// Notes that events of a client's runs may have been missed.
    pub(crate) fn interrupt_reports(&self, client_id: &str) {
        self.state().interrupt_reports(client_id);
    }
}
