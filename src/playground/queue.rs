//! The queue of every engine instance, live, with its age.

mod board;
mod geometry;
mod head;
mod instance;
mod instances;
mod load;
mod pace;
mod picture;
mod row;
mod state;
mod task;
mod tools;
mod wish;
mod worker;

pub(crate) use board::Board;
pub use worker::read_queue;

use super::element::{El, el};
use super::messages as say;
use instances::instances;

/// The region that shows what runs and waits on every instance.
pub(crate) fn queue_region() -> El {
    let region = el("section", "region queue-region")
        .attr("id", "region-queue")
        .attr("aria-label", say::QUEUE);
    instances(region.children(head::head()))
}
