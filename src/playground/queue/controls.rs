//! The controls of the queue: pause; search, state filter, sort order and interval, which are in
//! the deferred chunk.

use super::board::Board;
use super::state::BoardState;
use super::view_options::INTERVALS;
use crate::deferred::Deferred;
use crate::filter_toggle::filter_toggle;
use crate::language::{Message, integer};
use crate::messages as say;
use ui::{El, RwSignal, button, choice_option, el, expect_context, memo, untrack, value};

const STATE_NAMES: [Message; 6] = [
    say::QUEUE_FILTER_ALL,
    say::QUEUE_FILTER_RUNNING,
    say::QUEUE_FILTER_IDLE,
    say::QUEUE_FILTER_PENDING,
    say::QUEUE_FILTER_TROUBLE,
    say::QUEUE_FILTER_MINE,
];
const SORT_NAMES: [Message; 4] = [
    say::QUEUE_SORT_DEFAULT,
    say::QUEUE_SORT_LOAD,
    say::QUEUE_SORT_NAME,
    say::QUEUE_SORT_MINE,
];

/// From this many instances on, the queue can be searched and sorted. Fewer are in view anyway.
const MANY: usize = 3;

/// Pauses and resumes polling.
pub(super) fn pause_button() -> El {
    let board: Board = expect_context();
    let paused = move || board.paused.get();
    let label = move || if paused() { say::RESUME } else { say::PAUSE };
    // A sign for a pause would say that the runs pause.
    button("button small", move || board.pause(!paused())).text(label)
}

pub(super) static FILTERS: Deferred<fn(Board) -> El> = Deferred::new();

/// Search, state filter, sort order and polling interval, as soon as the browser is idle; hidden while there are
/// few instances and none of them is set.
pub(super) fn filter_controls() -> impl Fn() -> Option<El> {
    let board: Board = expect_context();
    let are_shown = move || {
        let is_default =
            |state: &BoardState| !state.options.is_filtering() && state.options.interval == 0;
        board.totals().instances >= MANY || !board.read(is_default)
    };
    let are_shown = memo(are_shown);
    let filters = move || FILTERS.get_when_idle(|filters| untrack(|| filters(board)));
    move || are_shown.get().then(filters)?
}

/// These controls. In the deferred chunk.
pub(super) fn filters(board: Board) -> El {
    let options = board.read(|state| state.options.clone());
    let text = options.text.clone();
    let search = el("input", "input")
        .attr("type", "search")
        .attr("aria-label", say::QUEUE_SEARCH)
        .attr("placeholder", say::QUEUE_SEARCH_HINT)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .prop("value", move || text.clone())
        .on("input", move |event| {
            let text = value(&event);
            board.update_options(|options| options.text = text);
        });
    let state = choice(
        say::QUEUE_FILTER,
        STATE_NAMES.map(text_of),
        options.state,
        move |state| board.update_options(|options| options.state = state),
    );
    let sort = choice(
        say::QUEUE_SORT,
        SORT_NAMES.map(text_of),
        options.sort,
        move |sort| board.update_options(|options| options.sort = sort),
    );
    let interval = choice(
        say::INTERVAL,
        INTERVALS.map(interval_word),
        options.interval,
        move |interval| board.update_options(|options| options.interval = interval),
    );
    let count = move || board.read(|state| state.options.count());
    let is_open = RwSignal::new(untrack(count) > 0);
    let choices = el("div", "queue-choices")
        .attr("hidden", move || !is_open.get())
        .child(state)
        .child(sort)
        .child(interval);
    el("div", "queue-filters")
        .child(search)
        .child(filter_toggle(is_open, count))
        .child(choices)
}

fn text_of(message: Message) -> String {
    message.now().to_owned()
}

fn interval_word(ms: u32) -> String {
    match ms {
        0 => text_of(say::INTERVAL_AUTOMATIC),
        ms => say::INTERVAL_SECONDS.with(&[&integer(ms as usize / 1000)]),
    }
}

/// A select element; `chosen` and the argument of `choose` are indices of `texts`.
fn choice(
    label: Message,
    texts: impl IntoIterator<Item = String>,
    chosen: usize,
    choose: impl Fn(usize) + 'static,
) -> El {
    let option = |(index, text): (usize, String)| {
        choice_option(&index.to_string(), &text).attr("selected", index == chosen)
    };
    el("select", "input")
        .attr("aria-label", label)
        .on("change", move |event| {
            choose(value(&event).parse().unwrap_or_default());
        })
        .children(texts.into_iter().enumerate().map(option))
}
