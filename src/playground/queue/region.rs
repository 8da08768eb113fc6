//! The region of the page that shows the queue.

use leptos::prelude::expect_context;

use super::board::Board;
use super::instance_list::with_instances;
use super::summary::summary;
use super::waiting::waiting;
use crate::playground::messages as say;
use crate::playground::ui::{El, el};

/// The region that shows the running and pending tasks of every instance.
pub(crate) fn queue_region() -> El {
    let board: Board = expect_context();
    let region = el("section", "region queue-region")
        .attr("id", "region-queue")
        .attr("aria-label", say::QUEUE);
    with_instances(region.children(summary()).child(waiting(board)))
}
