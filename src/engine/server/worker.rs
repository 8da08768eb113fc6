//! Runs one job after the other, each on a thread of its own. Knows nothing of HTTP.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Shared;
use super::queue::Running;
use super::report::Report;
use crate::engine::call::{Failure, Job};
use crate::engine::runner::{self, Stopped};

/// Works until the engine closes.
pub(super) async fn work(shared: Arc<Shared>) {
    while !shared.closing.is_cancelled() {
        let next = shared.queue().start();
        let Some(running) = next else {
            tokio::select! {
                () = shared.wake.notified() => {}
                () = shared.closing.cancelled() => {}
            }
            continue;
        };
        let shared = Arc::clone(&shared);
        if let Err(error) = tokio::task::spawn_blocking(move || perform(&shared, &running)).await {
            tracing::error!("running a workflow failed: {error}");
        }
    }
}

fn perform(shared: &Shared, running: &Running) {
    let job = &*running.job;
    shared.tell_status();
    let mut report = Report::open(shared, job);
    let parts = Job {
        store: &*shared.folders,
        stop: &running.stop,
        notes: &job.notes,
    };
    // A defect in a node must not take the engine down with it.
    let ended = catch_unwind(AssertUnwindSafe(|| {
        runner::run(&job.workflow, &job.outputs, &parts, &mut |event| {
            report.note(event)
        })
    }));
    let ended = ended.unwrap_or_else(|_| Err(broken(shared, running)));
    report.close(ended);
}

fn broken(shared: &Shared, running: &Running) -> Stopped {
    let node = shared.queue().node.clone().unwrap_or_default();
    let class = running
        .job
        .workflow
        .node(&node)
        .map(|node| node.class.clone())
        .unwrap_or_default();
    let message = "the node failed for a reason of the engine's own; its log says more";
    Stopped {
        node,
        class,
        executed: Vec::new(),
        failure: Failure::because(message),
    }
}
