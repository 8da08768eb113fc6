//! The client ids under which runs were submitted: an engine sends the events of a task only to the client that
//! submitted it.

use std::collections::HashSet;

use super::InstanceState;
use super::runs::TrackedRun;

impl InstanceState {
    /// The client ids of runs that were submitted in earlier connections.
    pub(in crate::engines::instance) fn earlier_clients(&self) -> HashSet<String> {
        let clients = self
            .unsettled()
            .filter_map(|(_, run)| run.client_id.clone());
        clients.filter(|id| *id != self.client_id).collect()
    }

    /// Whether it has runs of a client.
    pub(in crate::engines::instance) fn has_runs_of(&self, client_id: &str) -> bool {
        self.unsettled().any(|(_, run)| run.is_of(client_id))
    }

    /// The run of a client that it is executing.
    pub(in crate::engines::instance) fn executing_for(
        &self,
        client_id: &str,
    ) -> Option<&TrackedRun> {
        let mut runs = self.unsettled().map(|(_, run)| run);
        runs.find(|run| run.running && run.is_of(client_id))
    }

    /// Notes that events of a client's runs may have been missed.
    pub(in crate::engines::instance) fn interrupt_reports(&mut self, client_id: &str) {
        for run in self.runs.values_mut().filter(|run| run.is_of(client_id)) {
            run.report.interrupt();
        }
    }
}
