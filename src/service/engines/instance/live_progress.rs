//! The progress of one run while an instance executes it, and the last image of it. Does not know the other runs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::engines::node_progress::{NodeProgress, RunNodes};
use crate::engines::node_times::Times;
use api::RunProgress;
use comfy_client::{NodeEvent, Preview};

/// The progress of one run, and its last preview.
///
/// It belongs to its [`TrackedRun`](super::TrackedRun): an event for a run that is no longer tracked finds none, and
/// nothing is left of it. One lock, because the preview and its number are read together. It is taken after the one of
/// the tasks, never before.
#[derive(Debug, Default)]
pub(crate) struct LiveProgress(Mutex<Live>);

#[derive(Debug, Default)]
struct Live {
    nodes: NodeProgress,
    /// The last image that the engine has sent.
    preview: Option<Preview>,
    /// How many there were.
    previews: u32,
}

impl LiveProgress {
    fn live(&self) -> MutexGuard<'_, Live> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the nodes of the run, which are known later than an event may come.
    pub(super) fn set_nodes(&self, nodes: RunNodes) {
        self.live().nodes.set_nodes(nodes);
    }

    /// Applies an event about the nodes.
    pub(crate) fn apply(&self, event: NodeEvent) {
        self.live().nodes.apply(event, Instant::now());
    }

    /// The progress, if the engine reports it. It says nothing about whether the run is being settled: see
    /// [`Instance::progress`](super::Instance::progress).
    pub(super) fn report(&self) -> Option<RunProgress> {
        self.live().nodes.report(Instant::now())
    }

    /// How long the nodes took, of a run that has completed.
    pub(crate) fn times(&self) -> Times {
        let mut live = self.live();
        live.nodes.complete(Instant::now());
        live.nodes.measured()
    }

    /// Keeps a preview in place of the last one.
    pub(crate) fn set_preview(&self, preview: Preview) {
        let mut live = self.live();
        live.preview = Some(preview);
        live.previews += 1;
    }

    /// The last preview.
    pub(crate) fn preview(&self) -> Option<Preview> {
        self.live().preview.clone()
    }

    /// How many previews there were.
    pub(crate) fn preview_number(&self) -> u32 {
        self.live().previews
    }
}
