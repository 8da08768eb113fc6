//! The list of runs: searched, filtered, and gone through by the arrow keys.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::batch::head;
use super::filter::{FILTERS, Look};
use super::grouping::{self, Item};
use super::record::RunRow;
use super::row_view::row_view;
use super::store::Runs;
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::ui::{self, El, button, el};

/// How many lines are shown at once; more come on demand.
const SHOWN: usize = 100;

/// A line that is shown.
#[derive(Clone)]
enum Shown {
    Head(String),
    Run(RunRow, bool),
}

/// The tools and the list.
pub(super) fn run_list() -> El {
    let runs: Runs = expect_context();
    let empty = move || runs.rows.with(Vec::is_empty);
    let ul = el("ul", "run-list")
        .attr("aria-label", say::RUN_LIST)
        .on("keydown", walk);
    let ul = ui::list(
        ul,
        move || shown(runs),
        |line| match line {
            Shown::Head(id) => ["g", id].concat(),
            Shown::Run(row, member) => {
                [if *member { "m" } else { "r" }, &row.key.to_string()].concat()
            }
        },
        |line| match line {
            Shown::Head(id) => head(id),
            Shown::Run(row, member) => row_view(row, member),
        },
    );
    el("div", "run-lines")
        .attr("hidden", empty)
        .child(tools(runs))
        .child(ul)
        .child(rest(runs))
}

fn tools(runs: Runs) -> El {
    let find = el("input", "input run-find")
        .attr("type", "search")
        .attr("name", "run-find")
        .attr("autocomplete", "off")
        .attr("aria-label", say::RUN_FIND)
        .attr("placeholder", say::RUN_FIND)
        .prop("value", move || runs.look.with(|look| look.text.clone()))
        .on("input", move |event| {
            let text = ui::value(&event);
            look(runs, |look| look.text = text);
        });
    let option = |(index, (name, words, _)): (usize, (&'static str, Message, &str))| {
        let chosen = runs.look.with_untracked(|look| look.filter == index);
        el("option", "")
            .attr("value", name)
            .attr("selected", chosen)
            .text(words)
    };
    let filter = el("select", "input run-filter")
        .attr("name", "run-filter")
        .attr("aria-label", say::RUN_FILTER)
        .on("change", move |event| {
            let name = ui::value(&event);
            let index = FILTERS.iter().position(|(own, ..)| *own == name);
            look(runs, |look| look.filter = index.unwrap_or_default());
        })
        .children(FILTERS.into_iter().enumerate().map(option));
    el("div", "run-tools")
        .attr("role", "search")
        .attr("aria-label", say::RUN_FIND)
        .child(find)
        .child(filter)
        .child(button("button small", move || clear(runs)).text(say::RUN_CLEAR))
}

/// Looks for something else. A result that is not of what is found gives way to the first that is; while
/// a run to compare with is looked for, the one that it is compared with stays.
fn look(runs: Runs, change: impl FnOnce(&mut Look)) {
    runs.look.update(change);
    let chosen = runs.row(runs.choice.get_untracked());
    let fits = |row: &RunRow| runs.look.with_untracked(|look| untrack(|| look.fits(row)));
    if runs.mark.get_untracked().is_none() && !chosen.is_some_and(|row| fits(&row)) {
        let found = untrack(|| lines(runs))
            .into_iter()
            .find_map(|line| match line {
                Shown::Run(row, _) => Some(row.key),
                Shown::Head(_) => None,
            });
        runs.choice.set(found);
    }
}

/// What is said where nothing is found, and the way to further lines.
fn rest(runs: Runs) -> El {
    let none = move || runs.look.with(Look::looks) && lines(runs).is_empty();
    let over = move || {
        let shown = runs.look.with(|look| SHOWN + look.more);
        lines(runs).len() > shown
    };
    let more = move || runs.look.update(|look| look.more += SHOWN);
    el("div", "run-rest")
        .child(
            el("p", "hint")
                .attr("role", "status")
                .text(move || none().then_some(say::RUN_NO_MATCH.now())),
        )
        .child(
            button("button small", more)
                .attr("hidden", move || !over())
                .text(say::RUN_MORE),
        )
}

fn shown(runs: Runs) -> Vec<Shown> {
    let most = runs.look.with(|look| SHOWN + look.more);
    let mut lines = lines(runs);
    lines.truncate(most);
    lines
}

fn lines(runs: Runs) -> Vec<Shown> {
    let rows = runs.rows.get();
    runs.look.with(|look| {
        let item = |row: &RunRow| Item {
            group: row.record.with_untracked(|record| {
                let group = record.group.as_ref();
                group.map(|group| (group.id.clone(), group.index))
            }),
            fits: look.fits(row),
        };
        let items: Vec<_> = rows.iter().map(item).collect();
        let lines = grouping::lines(&items, &look.open, look.looks());
        let shown = |line| match line {
            grouping::Line::Head(id) => Some(Shown::Head(id)),
            grouping::Line::Run(place, member) => Some(Shown::Run(*rows.get(place)?, member)),
        };
        lines.into_iter().filter_map(shown).collect()
    })
}

/// The arrow keys go from line to line, Home and End to the first and the last.
fn walk(event: Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let list = event
        .current_target()
        .and_then(|list| list.dyn_into::<Element>().ok());
    let Some(buttons) = list.and_then(|list| list.query_selector_all(".run-show").ok()) else {
        return;
    };
    let active = document().active_element();
    let is_here = |place: &u32| {
        let button = buttons.get(*place);
        button.as_ref() == active.as_ref().map(AsRef::as_ref)
    };
    let (here, last) = ((0..buttons.length()).find(is_here), buttons.length() - 1);
    let next = match (event.key().as_str(), here) {
        ("ArrowDown", Some(here)) => (here + 1).min(last),
        ("ArrowUp", Some(here)) => here.saturating_sub(1),
        ("Home", _) => 0,
        ("End", _) => last,
        _ => return,
    };
    event.prevent_default();
    let button = buttons.get(next);
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}

/// Empties the list, once the person is sure: nothing brings it back.
fn clear(runs: Runs) {
    let sure = window().confirm_with_message(say::RUN_CLEAR_CONFIRM.now());
    if sure.unwrap_or(true) {
        runs.clear();
    }
}
