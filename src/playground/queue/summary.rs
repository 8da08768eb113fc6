//! Above the instances: the picture's age, all of them in numbers, and what is to be said where there
//! is no picture, or an old one.

use leptos::prelude::*;

use super::board::Board;
use super::controls::{filters, tools};
use crate::playground::connection::{Connection, Link};
use crate::playground::element::{El, el};
use crate::playground::language::{Message, integer, point};
use crate::playground::messages as say;
use crate::playground::time::Clock;

/// All that stands above the instances: the age, which stays in view, and the rest.
pub(super) fn head() -> [El; 2] {
    let board: Board = expect_context();
    let stale = move || board.is_stale().then_some("");
    let title = el("div", "region-head")
        .child(el("h2", "").text(say::QUEUE))
        .child(el("span", "age").attr("data-stale", stale).text(age(board)));
    let rest = el("div", "queue-top")
        .child(tools())
        .child(
            el("p", "queue-total")
                .attr("hidden", move || board.seen.get().is_none())
                .text(move || total(board)),
        )
        .child(
            el("p", "queue-notice")
                .attr("role", "status")
                .text(notice(board)),
        )
        .child(filters());
    [title, rest]
}

/// How old the picture is.
fn age(board: Board) -> impl Fn() -> Option<String> {
    let clock: Clock = expect_context();
    move || {
        let message = match (board.is_stale(), board.paused.get()) {
            (true, _) => say::STALE,
            (false, true) => say::PAUSED,
            (false, false) => say::AGO,
        };
        let age = clock.since(board.seen.get()?);
        Some(message.with(&[&age]))
    }
}

fn total(board: Board) -> String {
    let totals = board.totals();
    let (running, pending) = (integer(totals.running), integer(totals.pending));
    if board.tell(|state| state.wish.filters()) {
        let (shown, all) = (integer(totals.shown), integer(totals.instances));
        return say::QUEUE_SHOWN.with(&[&shown, &all, &running, &pending]);
    }
    say::QUEUE_TOTAL.count_with(totals.instances, &[&running, &pending])
}

fn notice(board: Board) -> impl Fn() -> Option<String> {
    let connection: Connection = expect_context();
    let now = |message: Message| Some(message.now().to_owned());
    move || match connection.link.get() {
        Link::Lost { since, .. } => {
            let any = board.seen.get().is_some();
            let message = if any {
                say::QUEUE_LAST_KNOWN
            } else {
                say::QUEUE_NO_RESPONSE
            };
            Some(message.with(&[&point(since)]))
        }
        Link::Off | Link::AddressRefused(_) | Link::KeyRefused(_) => now(say::QUEUE_NOT_CONNECTED),
        Link::Connecting => now(say::QUEUE_LOADING),
        Link::Live => {
            let totals = board.totals();
            match (board.seen.get(), totals.instances, totals.shown) {
                (None, ..) => None,
                (_, 0, _) => now(say::QUEUE_EMPTY),
                (_, _, 0) => now(say::QUEUE_NO_MATCH),
                _ => None,
            }
        }
    }
}
