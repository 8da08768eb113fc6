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
        .attr("data-tone", move || is_in_trouble(board).then_some("bad"))
        .live(move || is_in_trouble(board).then(|| icon(Shape::Warning)))
        .child(el("span", "queue-pill-long").text(move || in_words(board)))
        .child(el("span", "queue-pill-short").text(move || in_short(board)))
        .child(icon(Shape::Chevron))
}

/// Whether an engine instance takes no runs, or nothing is known about the queues any more; tracked.
fn is_in_trouble(board: Board) -> bool {
    board.is_stale() || board.totals().unavailable > 0
}

/// For a narrow page.
fn in_short(board: Board) -> String {
    let totals = board.totals();
    match totals.running + totals.pending {
        _ if board.is_stale() => say::QUEUE_PILL_SHORT_UNKNOWN.now().to_owned(),
        0 if totals.unavailable > 0 => {
            let all = totals.instances;
            say::QUEUE_PILL_SHORT_READY.with(&[&integer(all - totals.unavailable), &integer(all)])
        }
        0 => say::QUEUE_PILL_SHORT_IDLE.now().to_owned(),
        tasks => say::QUEUE_PILL_SHORT.count(tasks),
    }
}

fn in_words(board: Board) -> String {
    if board.is_stale() {
        return say::QUEUE_PILL_UNKNOWN.now().to_owned();
    }
    let totals = board.totals();
    if totals.running + totals.pending == 0 {
        let (all, unavailable) = (totals.instances, totals.unavailable);
        if unavailable > 0 {
            return say::QUEUE_PILL_READY.with(&[&integer(all - unavailable), &integer(all)]);
        }
        return say::QUEUE_PILL_IDLE.count(all);
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
