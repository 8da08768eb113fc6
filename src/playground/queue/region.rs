//! The region of the page that shows the queue. In the deferred chunk.

use leptos::prelude::expect_context;

use super::board::Board;
use super::instance_list::with_instances;
use super::summary::summary;
use super::waiting::waiting;
use crate::playground::deferred::Deferred;
use crate::playground::messages as say;
use crate::playground::ui::{El, el};

/// [`queue_region`]; the board reads the queues without it.
pub(crate) static QUEUE_REGION: Deferred<fn() -> El> = Deferred::new();

/// The region that shows the running and pending tasks of every instance.
pub(super) fn queue_region() -> El {
    let board: Board = expect_context();
    let region = el("section", "region queue-region")
        .attr("id", "region-queue")
        .attr("aria-label", say::QUEUE);
    with_instances(region.children(summary()).child(waiting(board)))
}
