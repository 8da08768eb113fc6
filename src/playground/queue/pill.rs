//! The queues in a few words, in the header. It opens and closes their region.

use super::board::Board;
use super::column::QueueColumn;
use crate::icon::{Shape, icon};
use crate::language::{approximate, integer};
use crate::messages as say;
use ui::{El, button, el, expect_context};

/// The button that says how full the queues are.
pub(crate) fn queue_pill() -> El {
    let (board, column): (Board, QueueColumn) = (expect_context(), expect_context());
    let is_busy = move || {
        let totals = board.totals();
        (totals.running + totals.pending > 0).then_some("")
    };
    button("queue-pill", move || column.toggle())
        .attr("hidden", move || board.snapshot_at.get().is_none())
        .attr("aria-expanded", move || column.is_open().to_string())
        .attr("aria-controls", "region-queue")
        .attr("data-busy", is_busy)
        .child(el("span", "queue-pill-long").text(move || in_words(board)))
        .child(el("span", "queue-pill-short").text(move || in_short(board)))
        .child(icon(Shape::Chevron))
}

/// For a narrow page.
fn in_short(board: Board) -> String {
    let totals = board.totals();
    match totals.running + totals.pending {
        0 => say::QUEUE_PILL_SHORT_IDLE.now().to_owned(),
        tasks => say::QUEUE_PILL_SHORT.count(tasks),
    }
}

fn in_words(board: Board) -> String {
    let totals = board.totals();
    if totals.running + totals.pending == 0 {
        return say::QUEUE_PILL_IDLE.count(totals.instances);
    }
    let (running, waiting) = (integer(totals.running), integer(totals.pending));
    let starts_in = board.read(|state| state.waiting.own.first()?.starts_in);
    match starts_in {
        Some(seconds) => {
            let span = approximate(f64::from(seconds) * 1000.0);
            say::QUEUE_PILL_MINE.with(&[&running, &waiting, &span])
        }
        None => say::QUEUE_PILL_BUSY.with(&[&running, &waiting]),
    }
}
