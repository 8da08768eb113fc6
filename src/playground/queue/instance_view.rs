//! One engine instance: its address and state, its load, the time a run takes there, and its tasks.

use leptos::prelude::*;

use super::board::Board;
use super::instance_list::set_size;
use super::load_history;
use super::row::{Row, Status};
use super::task_list::tasks;
use crate::playground::element::{El, button, el};
use crate::playground::language::{integer, span};
use crate::playground::messages as say;
use crate::playground::signal::RwSignal;
use crate::playground::text::host;
use crate::playground::time::{Clock, now};

/// How long an instance that came is marked as new, in milliseconds.
const NEW: f64 = 10_000.0;

/// What an instance says of itself, told anew whenever it changes.
#[derive(Clone, Copy)]
pub(super) struct Told {
    pub(super) board: Board,
    pub(super) key: usize,
    pub(super) tick: RwSignal<u32>,
    clock: Clock,
}

/// An instance's article.
pub(super) fn instance(board: Board, key: usize) -> El {
    let tick = RwSignal::new(0);
    board.change(|state| {
        if let Some(row) = state.row_mut(key) {
            row.tick = Some(tick);
        }
    });
    on_cleanup(move || board.change(|state| release(state.row_mut(key), tick)));
    let told = Told {
        board,
        key,
        tick,
        clock: expect_context(),
    };
    let address = told.now(|row| row.address.clone());
    let article = el("article", "instance");
    let node = article.node().clone();
    article
        .attr("data-key", key.to_string())
        .attr("tabindex", "0")
        .attr("aria-label", say::INSTANCE.with(&[&address]))
        .attr("aria-posinset", move || told.place())
        .attr("aria-setsize", move || board.totals().shown)
        .attr(
            "data-running",
            told.says(|row| row.seen.running.to_string()),
        )
        .attr(
            "data-pending",
            told.says(|row| row.seen.pending.to_string()),
        )
        .attr(
            "data-status",
            told.says(|row| row.status().name().to_owned()),
        )
        .effect(move || {
            tick.track();
            board.arranged.track();
            let (top, height) = board.tell(|state| (state.top(key), state.height_of(key)));
            set_size(&node, "top", top);
            set_size(&node, "height", height);
        })
        .child(title(told, &address))
        .child(
            el("div", "instance-load")
                .child(chart(told))
                .child(el("span", "instance-count").text(told.says(counts))),
        )
        .child(el("p", "instance-pace").text(move || pace(told)))
        .child(tasks(told))
        .child(more(told))
}

fn release(row: Option<&mut Row>, tick: RwSignal<u32>) {
    if let Some(row) = row
        && row.tick == Some(tick)
    {
        row.tick = None;
    }
}

impl Told {
    /// Something of it, as it is now.
    pub(super) fn now(self, say: fn(&Row) -> String) -> String {
        self.board
            .tell(|state| state.row(self.key).map(say))
            .unwrap_or_default()
    }

    /// Something of it, which follows it.
    pub(super) fn says(self, say: fn(&Row) -> String) -> impl Fn() -> String {
        move || {
            self.tick.track();
            self.now(say)
        }
    }

    /// A number of it, which follows it.
    pub(super) fn counts(self, count: fn(&Row) -> f64) -> f64 {
        self.tick.track();
        let counted = self.board.tell(|state| state.row(self.key).map(count));
        counted.unwrap_or_default()
    }

    fn place(self) -> Option<usize> {
        self.board.arranged.track();
        self.board
            .tell(|state| state.place(self.key))
            .map(|place| place + 1)
    }
}

fn title(told: Told, address: &str) -> El {
    let new = move || {
        let came = told.counts(|row| row.came.unwrap_or_default());
        // Nobody needs the clock once it is over.
        let fresh = now() - came < NEW && told.clock.0.get() - came < NEW;
        fresh.then(|| say::INSTANCE_NEW.now())
    };
    el("div", "instance-head")
        .child(
            el("h3", "instance-address")
                .attr("dir", "ltr")
                .attr("title", address.to_owned())
                .text(host(address).to_owned()),
        )
        .child(el("span", "instance-new").text(new))
        .child(
            el("span", "instance-state")
                .attr("dir", "auto")
                .text(told.says(state)),
        )
}

fn state(row: &Row) -> String {
    let word = match row.status() {
        Status::Running => say::INSTANCE_RUNNING,
        Status::Idle => say::INSTANCE_IDLE,
        Status::Stopped => say::INSTANCE_STOPPED,
        Status::Silent => say::INSTANCE_NO_RESPONSE,
        Status::Gone => say::INSTANCE_GONE,
        // The deployment's own word.
        Status::Failed => {
            let word = row.health.as_deref().unwrap_or_default();
            return word.chars().take(40).collect();
        }
    };
    word.now().to_owned()
}

fn counts(row: &Row) -> String {
    // What nobody knows is not nothing.
    if matches!(row.status(), Status::Silent | Status::Gone) {
        return String::new();
    }
    let (running, pending) = (integer(row.seen.running), integer(row.seen.pending));
    say::INSTANCE_COUNTS.with(&[&running, &pending])
}

/// The load over the last minutes, drawn anew with each sample.
fn chart(told: Told) -> El {
    let follow = move |say: fn(&Row) -> String| {
        move || {
            told.board.sampled.track();
            told.now(say)
        }
    };
    let size = [
        "0 0 ",
        &load_history::SAMPLES.to_string(),
        " ",
        &load_history::HEIGHT.to_string(),
    ];
    el("svg", "chart")
        .attr("viewBox", size.concat())
        .attr("preserveAspectRatio", "none")
        .attr("role", "img")
        .attr("aria-label", follow(load_words))
        .child(el("path", "").attr("d", follow(|row| row.load.path())))
}

fn load_words(row: &Row) -> String {
    let minutes = load_history::MINUTES.to_string();
    match row.load.bounds() {
        None => say::LOAD_UNKNOWN.with(&[&minutes]),
        Some((least, most)) => {
            let now = row.tasks();
            let [least, most] = [least.min(now), most.max(now)].map(integer);
            let now = match now {
                0 => say::LOAD_IDLE.now().to_owned(),
                now => say::LOAD_NOW.with(&[&integer(now)]),
            };
            say::LOAD_BETWEEN.with(&[&minutes, &least, &most, &now])
        }
    }
}

/// The time a run takes here and until ours begins, or that it runs; since when, where it takes none.
fn pace(told: Told) -> String {
    told.tick.track();
    let board = told.board;
    let trouble = board.tell(|state| {
        let row = state.row(told.key)?;
        let since = row.gone.unwrap_or(row.since);
        row.status().is_trouble().then_some(since)
    });
    if let Some(since) = trouble {
        return say::INSTANCE_SINCE.with(&[&told.clock.since(since)]);
    }
    let each = told.now(|row| match row.pace.each() {
        Some(each) => say::TIME_PER_RUN.with(&[&about(each)]),
        None => say::TIME_PER_RUN_UNKNOWN.now().to_owned(),
    });
    let wait = board.tell(|state| {
        let row = state.row(told.key)?;
        match row.line(*row.mine.first()?) {
            0 => Some(None),
            line => row.pace.wait(line, now()).map(Some),
        }
    });
    let mine = match wait {
        None => return each,
        Some(None) => say::MY_RUN_RUNNING.now().to_owned(),
        Some(Some(wait)) => {
            // It passes by itself.
            told.clock.0.track();
            if wait < 1000.0 {
                say::MY_RUN_NEXT.now().to_owned()
            } else {
                say::MY_RUN_STARTS_IN.with(&[&about(wait)])
            }
        }
    };
    [&each, " · ", &mine].concat()
}

/// A span no more exact than it is known.
fn about(ms: f64) -> String {
    let step = match ms {
        ..20_000.0 => 1000.0,
        ..300_000.0 => 5000.0,
        _ => 60_000.0,
    };
    span((ms / step).round().max(1.0) * step)
}

/// The button that lists all tasks, or only those that matter.
fn more(told: Told) -> El {
    let open = move || told.counts(|row| f64::from(row.open)) > 0.0;
    let rest = move || told.counts(|row| (row.tasks() - row.lines()) as f64) as usize;
    let word = move || {
        if open() {
            say::TASKS_FEWER.now().to_owned()
        } else {
            say::TASKS_MORE.count(rest())
        }
    };
    let toggle = move || {
        let opens = untrack(open);
        told.board.open(told.key, !opens);
    };
    button("more", toggle)
        .attr("hidden", move || !open() && rest() == 0)
        .attr("aria-expanded", move || open().to_string())
        .text(word)
}
