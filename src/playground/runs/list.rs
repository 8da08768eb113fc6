//! The list of runs, with search, a state filter and arrow keys.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::batch::batch_header;
use super::filter::{Filter, STATE_FILTERS};
use super::grouping::{self, Item, Line};
use super::row_view::row_view;
use super::run_row::RunRow;
use super::store::Runs;
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::ui::{self, El, button, el};

/// The number of lines that are shown at first, and that each “Show more” adds.
const PAGE: usize = 100;

/// A line of the list.
#[derive(Clone)]
enum Entry {
    Batch(String),
    Run { row: RunRow, in_batch: bool },
}

/// The toolbar, the list, and what is below it.
pub(super) fn run_list() -> El {
    let runs: Runs = expect_context();
    let is_empty = move || runs.rows.with(Vec::is_empty);
    let ul = el("ul", "run-list")
        .attr("aria-label", say::RUN_LIST)
        .on("keydown", move_focus);
    let ul = ui::list(
        ul,
        move || shown(runs),
        |entry| match entry {
            Entry::Batch(id) => ["b", id].concat(),
            Entry::Run { row, in_batch } => {
                [if *in_batch { "m" } else { "r" }, &row.key.to_string()].concat()
            }
        },
        |entry| match entry {
            Entry::Batch(id) => batch_header(id),
            Entry::Run { row, in_batch } => row_view(row, in_batch),
        },
    );
    el("div", "run-list-panel")
        .attr("hidden", is_empty)
        .child(toolbar(runs))
        .child(ul)
        .child(footer(runs))
}

fn toolbar(runs: Runs) -> El {
    let search = el("input", "input run-search")
        .attr("type", "search")
        .attr("name", "run-find")
        .attr("autocomplete", "off")
        .attr("aria-label", say::RUN_FIND)
        .attr("placeholder", say::RUN_FIND)
        .prop("value", move || {
            runs.filter.with(|filter| filter.text.clone())
        })
        .on("input", move |event| {
            let text = ui::value(&event);
            apply_filter(runs, |filter| filter.text = text);
        });
    let option = |(index, (name, words, _)): (usize, (&'static str, Message, &str))| {
        let chosen = runs.filter.with_untracked(|filter| filter.state == index);
        el("option", "")
            .attr("value", name)
            .attr("selected", chosen)
            .text(words)
    };
    let state = el("select", "input run-filter")
        .attr("name", "run-filter")
        .attr("aria-label", say::RUN_FILTER)
        .on("change", move |event| {
            let name = ui::value(&event);
            let index = STATE_FILTERS.iter().position(|(own, ..)| *own == name);
            apply_filter(runs, |filter| filter.state = index.unwrap_or_default());
        })
        .children(STATE_FILTERS.into_iter().enumerate().map(option));
    el("div", "run-toolbar")
        .attr("role", "search")
        .attr("aria-label", say::RUN_FIND)
        .child(search)
        .child(state)
        .child(button("button small", move || runs.clear()).text(say::RUN_CLEAR))
}

/// Changes the filter, and selects the first match if the shown run does not match. While the user
/// picks a run to compare, the selection stays.
fn apply_filter(runs: Runs, change: impl FnOnce(&mut Filter)) {
    runs.filter.update(change);
    let shown = untrack(|| runs.row(runs.shown.get()));
    let matches = |row: &RunRow| {
        let filter = runs.filter;
        filter.with_untracked(|filter| untrack(|| filter.matches(row)))
    };
    if runs.compared.get_untracked().is_none() && !shown.is_some_and(|row| matches(&row)) {
        let first = untrack(|| entries(runs))
            .into_iter()
            .find_map(|entry| match entry {
                Entry::Run { row, .. } => Some(row.key),
                Entry::Batch(_) => None,
            });
        runs.select(first);
    }
}

/// Below the list: a hint if nothing matches, and “Show more”.
fn footer(runs: Runs) -> El {
    let has_no_match = move || runs.filter.with(Filter::is_active) && entries(runs).is_empty();
    let has_more = move || {
        let shown = runs.filter.with(|filter| PAGE + filter.more);
        entries(runs).len() > shown
    };
    let show_more = move || runs.filter.update(|filter| filter.more += PAGE);
    el("div", "run-list-footer")
        .child(
            el("p", "hint")
                .attr("role", "status")
                .text(move || has_no_match().then_some(say::RUN_NO_MATCH.now())),
        )
        .child(
            button("button small", show_more)
                .attr("hidden", move || !has_more())
                .text(say::RUN_MORE),
        )
}

/// The entries that are shown.
fn shown(runs: Runs) -> Vec<Entry> {
    let limit = runs.filter.with(|filter| PAGE + filter.more);
    let mut entries = entries(runs);
    entries.truncate(limit);
    entries
}

/// Every entry that matches the filter.
fn entries(runs: Runs) -> Vec<Entry> {
    let rows = runs.rows.get();
    runs.filter.with(|filter| {
        let item = |row: &RunRow| Item {
            batch: row.record.with_untracked(|record| {
                let batch = record.batch.as_ref();
                batch.map(|batch| (batch.id.clone(), batch.index))
            }),
            matches: filter.matches(row),
        };
        let items: Vec<_> = rows.iter().map(item).collect();
        let lines = grouping::lines(&items, &filter.expanded, filter.is_active());
        let entry = |line| match line {
            Line::Batch(id) => Some(Entry::Batch(id)),
            Line::Run { index, in_batch } => {
                let row = *rows.get(index)?;
                Some(Entry::Run { row, in_batch })
            }
        };
        lines.into_iter().filter_map(entry).collect()
    })
}

/// The arrow keys move the focus between lines, Home and End to the first and the last.
fn move_focus(event: Event) {
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
    let is_focused = |index: &u32| {
        let button = buttons.get(*index);
        button.as_ref() == active.as_ref().map(AsRef::as_ref)
    };
    let focused = (0..buttons.length()).find(is_focused);
    let last = buttons.length() - 1;
    let next = match (event.key().as_str(), focused) {
        ("ArrowDown", Some(focused)) => (focused + 1).min(last),
        ("ArrowUp", Some(focused)) => focused.saturating_sub(1),
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
