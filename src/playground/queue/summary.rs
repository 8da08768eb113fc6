//! Above the instances: the snapshot's age, the totals, the controls, and a notice if there is no
//! current snapshot.

use super::board::Board;
use super::column::QueueColumn;
use super::controls::{filter_controls, pause_button};
use crate::connection::{Connection, ConnectionStatus};
use crate::icon::{Shape, icon};
use crate::language::{Message, integer, point};
use crate::messages as say;
use crate::time::Clock;
use ui::{El, button, el, expect_context};

/// So many instances are seen at a glance.
const FEW: usize = 8;

/// Everything above the instances: the title with the age, which stays in view, and the rest.
pub(super) fn summary() -> [El; 2] {
    let board: Board = expect_context();
    let stale = move || board.is_stale().then_some("");
    let age = el("span", "queue-age")
        .attr("data-stale", stale)
        .text(age(board));
    let title = el("div", "region-head")
        .child(el("h2", "").text(say::QUEUE))
        .child(age)
        .child(pause_button())
        .child(close_button());
    let totals = el("p", "queue-totals")
        .attr("hidden", move || !has_totals(board))
        .text(move || totals(board));
    let notice = el("p", "queue-notice")
        .attr("role", "status")
        .text(notice(board));
    let rest = el("div", "queue-summary")
        .child(totals)
        .child(notice)
        .live(filter_controls());
    [title, rest]
}

/// Closes the queue where it covers the results.
fn close_button() -> El {
    let column: QueueColumn = expect_context();
    button("button small icon-button queue-close", move || {
        column.toggle()
    })
    .attr("aria-label", say::CLOSE)
    .attr("title", say::CLOSE)
    .child(icon(Shape::Cross))
}

/// The age of the snapshot.
fn age(board: Board) -> impl Fn() -> Option<String> {
    let clock: Clock = expect_context();
    move || {
        let message = match (board.is_stale(), board.paused.get()) {
            (true, _) => say::STALE,
            (false, true) => say::PAUSED,
            (false, false) => say::AGO,
        };
        let age = clock.since(board.snapshot_at.get()?);
        Some(message.with(&[&age]))
    }
}

/// Whether the instances need a sum: of a few, the button that opens the queue has it.
fn has_totals(board: Board) -> bool {
    let is_filtering = board.read(|state| state.options.is_filtering());
    board.snapshot_at.get().is_some() && (is_filtering || board.totals().instances > FEW)
}

fn totals(board: Board) -> String {
    let totals = board.totals();
    let (running, pending) = (integer(totals.running), integer(totals.pending));
    if board.read(|state| state.options.is_filtering()) {
        let (shown, all) = (integer(totals.shown), integer(totals.instances));
        return say::QUEUE_SHOWN.with(&[&shown, &all, &running, &pending]);
    }
    say::QUEUE_TOTAL.count_with(totals.instances, &[&running, &pending])
}

fn notice(board: Board) -> impl Fn() -> Option<String> {
    let connection: Connection = expect_context();
    let text = |message: Message| Some(message.now().to_owned());
    move || match connection.status.get() {
        ConnectionStatus::Lost { since, .. } => {
            let has_snapshot = board.snapshot_at.get().is_some();
            let message = if has_snapshot {
                say::QUEUE_LAST_KNOWN
            } else {
                say::QUEUE_NO_RESPONSE
            };
            Some(message.with(&[&point(since)]))
        }
        ConnectionStatus::KeyRejected(_) if board.snapshot_at.get().is_some() => {
            text(say::LAST_KNOWN_KEY_REJECTED)
        }
        ConnectionStatus::Off
        | ConnectionStatus::AddressInvalid(_)
        | ConnectionStatus::KeyRejected(_) => text(say::QUEUE_NOT_CONNECTED),
        ConnectionStatus::Connecting => text(say::QUEUE_LOADING),
        ConnectionStatus::Live => {
            let totals = board.totals();
            match (board.snapshot_at.get(), totals.instances, totals.shown) {
                (None, ..) => None,
                (_, 0, _) => text(say::QUEUE_EMPTY),
                (_, _, 0) => text(say::QUEUE_NO_MATCH),
                _ => None,
            }
        }
    }
}
