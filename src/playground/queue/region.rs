//! The region of the page that shows the queue. In the deferred chunk.

use super::board::Board;
use super::column::QueueColumn;
use super::instance_list::with_instances;
use super::summary::summary;
use super::waiting::waiting;
use crate::deferred::Deferred;
use crate::messages as say;
use ui::{El, document, el, expect_context, on_window_key, untrack};

/// [`queue_region`]; the board reads the queues without it.
pub(crate) static QUEUE_REGION: Deferred<fn() -> El> = Deferred::new();

/// The region that shows the running and pending tasks of every instance.
pub(super) fn queue_region() -> El {
    let board: Board = expect_context();
    close_on_escape(expect_context());
    let region = el("section", "region queue-region")
        .attr("id", "region-queue")
        .attr("aria-label", say::QUEUE);
    with_instances(region.children(summary()).child(waiting(board)))
}

/// Escape closes the queue where it covers the results, wherever the focus is: the button that opened it keeps it.
fn close_on_escape(column: QueueColumn) {
    on_window_key(move |event| {
        // A dialog on top of it is closed first.
        let has_dialog = || {
            document()
                .query_selector("dialog[open]")
                .ok()
                .flatten()
                .is_some()
        };
        if event.key() == "Escape" && untrack(|| column.is_on_top()) && !has_dialog() {
            column.toggle();
        }
    });
}
