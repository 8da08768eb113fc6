//! The queue of every engine instance, live, with its age.

mod board;
mod controls;
mod instance_list;
mod instance_view;
mod list_layout;
mod load_history;
mod row;
mod run_times;
mod snapshot;
mod state;
mod summary;
mod task_list;
mod view_options;
mod worker;

pub(crate) use board::Board;
pub use worker::read_queue;

use super::element::{El, el};
use super::messages as say;
use instance_list::instances;

/// The region that shows what runs and waits on every instance.
pub(crate) fn queue_region() -> El {
    let region = el("section", "region queue-region")
        .attr("id", "region-queue")
        .attr("aria-label", say::QUEUE);
    instances(region.children(summary::head()))
}
