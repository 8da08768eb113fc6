//! Runs one job after another, each on its own thread. Knows nothing about HTTP.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::job::RunningJob;
use super::png_metadata::png_metadata;
use super::progress_events::ProgressEvents;
use super::state::EngineState;
#[cfg(feature = "h264")]
use engine::OpenH264;
use engine::runner::{self, RunError};
use engine::{ExecutionError, RunContext, VideoCodec};

/// Runs jobs until the engine shuts down.
pub(super) async fn work(state: Arc<EngineState>) {
    while !state.shutdown.is_cancelled() {
        let next = state.queue().start_next();
        let Some(running) = next else {
            tokio::select! {
                () = state.new_job.notified() => {}
                () = state.shutdown.cancelled() => {}
            }
            continue;
        };
        let state = Arc::clone(&state);
        if let Err(error) = tokio::task::spawn_blocking(move || run(&state, &running)).await {
            tracing::error!("running a workflow: {error}");
        }
    }
}

fn run(state: &EngineState, running: &RunningJob) {
    let job = &*running.job;
    state.broadcast_status();
    let mut events = ProgressEvents::start(state, job);
    let context = RunContext {
        store: &*state.store,
        interrupted: &running.interrupted,
        h264: h264(),
        png_metadata: &png_metadata(&job.queue_item),
    };
    // A bug in a node may not take the engine down.
    let result = catch_unwind(AssertUnwindSafe(|| {
        runner::run(&job.workflow, &job.outputs, &context, &mut |event| {
            events.on_event(event)
        })
    }));
    let result = result.unwrap_or_else(|_| Err(panic_error(state, running)));
    events.finish(result);
}

#[cfg(feature = "h264")]
fn h264() -> Option<&'static dyn VideoCodec> {
    Some(&OpenH264)
}

#[cfg(not(feature = "h264"))]
fn h264() -> Option<&'static dyn VideoCodec> {
    None
}

fn panic_error(state: &EngineState, running: &RunningJob) -> RunError {
    let node = state.queue().current_node.clone().unwrap_or_default();
    let class = running
        .job
        .workflow
        .node(&node)
        .map(|node| node.class.clone())
        .unwrap_or_default();
    let message = "the node failed because of a bug in the engine; see the engine's log";
    RunError {
        node,
        class,
        executed: Vec::new(),
        cause: ExecutionError::new(message),
    }
}
