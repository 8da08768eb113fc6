//! The place of a run in the queue of a deployment.

use api::{QueueAnswer, RunStatus, Task};

/// The place of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Running or pending.
    pub status: RunStatus,
    /// Counted from 1; 0 while it runs.
    pub position: u32,
    /// The engine instance; none while it waits in the service.
    pub instance: Option<String>,
}

/// The place of a run; `None` if the queue does not have it. Of the runs that wait in the service, only those of the
/// caller's key are all known.
pub(super) fn place(queue: &QueueAnswer, run_id: &str) -> Option<Place> {
    let at_engine = || {
        queue.entries.iter().rev().find_map(|entry| {
            let index = |tasks: &[Task]| tasks.iter().rposition(|task| task.id == run_id);
            let (status, position) = match index(&entry.queue.pending) {
                Some(index) => (RunStatus::Pending, counted(index)),
                None => (RunStatus::Running, index(&entry.queue.running).map(|_| 0)?),
            };
            Some(Place {
                status,
                position,
                instance: Some(entry.address.clone()),
            })
        })
    };
    let waiting = || {
        let mut own = queue.waiting.own.iter();
        let run = own.find(|run| run.id == run_id)?;
        let mut ids = queue.waiting.ids.iter();
        let listed = || ids.position(|id| id == run_id).map(counted);
        Some(Place {
            status: RunStatus::Pending,
            position: run.position.or_else(listed).unwrap_or_default(),
            instance: None,
        })
    };
    at_engine().or_else(waiting)
}

/// The number of the task at an index.
fn counted(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)
}
