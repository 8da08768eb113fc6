//! The controls of the queue: pause, interval, notification; search, states and order.

use leptos::prelude::*;

use super::board::Board;
use super::view_options::{INTERVALS, Wish};
use crate::playground::element::{El, button, el, value};
use crate::playground::icon::{Shape, moving_icon};
use crate::playground::language::{Message, integer};
use crate::playground::messages as say;
use crate::playground::notify::Notifier;

const STATES: [Message; 6] = [
    say::QUEUE_FILTER_ALL,
    say::QUEUE_FILTER_RUNNING,
    say::QUEUE_FILTER_IDLE,
    say::QUEUE_FILTER_PENDING,
    say::QUEUE_FILTER_TROUBLE,
    say::QUEUE_FILTER_MINE,
];
const SORTS: [Message; 4] = [
    say::QUEUE_SORT_DEFAULT,
    say::QUEUE_SORT_LOAD,
    say::QUEUE_SORT_NAME,
    say::QUEUE_SORT_MINE,
];

/// How the queue is watched.
pub(super) fn tools() -> El {
    let board: Board = expect_context();
    let notifier: Notifier = expect_context();
    let paused = move || board.paused.get();
    let word = move || if paused() { say::RESUME } else { say::PAUSE };
    let shape = move || {
        if paused() { Shape::Play } else { Shape::Pause }
    };
    let interval = choice(
        say::INTERVAL,
        INTERVALS.map(interval_word),
        board.tell(|state| state.wish.interval),
        move |interval| board.wish(|wish| wish.interval = interval),
    );
    el("div", "queue-tools")
        .child(
            button("button small icon-button", move || board.pause(!paused()))
                .attr("aria-label", word)
                .attr("title", word)
                .child(moving_icon(shape)),
        )
        .child(interval)
        .child(notifier.button())
        .child(notifier.notice())
}

/// Which instances are shown, in what order; of use where there is more than one.
pub(super) fn filters() -> El {
    let board: Board = expect_context();
    let wish = board.tell(|state| state.wish.clone());
    let alone = move || {
        let totals = board.totals();
        totals.instances < 2 && !board.tell(|state| state.wish.filters())
    };
    let text = wish.text.clone();
    let search = el("input", "input")
        .attr("type", "search")
        .attr("aria-label", say::QUEUE_SEARCH)
        .attr("placeholder", say::QUEUE_SEARCH_HINT)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .prop("value", move || text.clone())
        .on("input", move |event| {
            let text = value(&event);
            board.wish(|wish| wish.text = text);
        });
    let state = choice(
        say::QUEUE_FILTER,
        STATES.map(word),
        wish.state,
        move |state| board.wish(|wish: &mut Wish| wish.state = state),
    );
    let sort = choice(say::QUEUE_SORT, SORTS.map(word), wish.sort, move |sort| {
        board.wish(|wish: &mut Wish| wish.sort = sort);
    });
    el("div", "queue-filters")
        .attr("hidden", alone)
        .child(search)
        .child(state)
        .child(sort)
}

fn word(message: Message) -> String {
    message.now().to_owned()
}

fn interval_word(ms: u32) -> String {
    match ms {
        0 => word(say::INTERVAL_AUTOMATIC),
        ms => say::INTERVAL_SECONDS.with(&[&integer(ms as usize / 1000)]),
    }
}

/// A choice of one among words, by its place.
fn choice(
    label: Message,
    words: impl IntoIterator<Item = String>,
    chosen: usize,
    choose: impl Fn(usize) + 'static,
) -> El {
    let option = |(place, word): (usize, String)| {
        el("option", "")
            .attr("value", place.to_string())
            .attr("selected", place == chosen)
            .text(word)
    };
    el("select", "input")
        .attr("aria-label", label)
        .on("change", move |event| {
            choose(value(&event).parse().unwrap_or_default());
        })
        .children(words.into_iter().enumerate().map(option))
}
