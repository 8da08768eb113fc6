//! The list of runs as tiles, with search, a state filter and arrow keys.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::batch_tile::batch_tile;
use super::filter::{DATE_FILTERS, Filter, STATE_FILTERS};
use super::grouping::{self, Item, Line};
use super::run_row::RunRow;
use super::store::Runs;
use super::tile::run_tile;
use super::tile_count::TileCount;
use crate::entered::{Entered, EnteredKind};
use crate::filter_toggle::filter_toggle;
use crate::icon::{Shape, icon};
use crate::language::Message;
use crate::messages as say;
use crate::time::now;
use ui::{
    self, El, Memo, RwSignal, button, choice_option, document, el, expect_context, focus, memo,
    request_animation_frame, untrack,
};

/// The id of the search.
const SEARCH: &str = "run-find";
/// A value with fewer characters than this is named as what can be searched for.
const MAX_HINT: usize = 8;

/// A line of the list.
#[derive(Clone, PartialEq)]
enum Entry {
    Batch(String),
    Run(RunRow),
}

/// The list, and what is below it.
pub(super) fn run_list() -> El {
    let runs: Runs = expect_context();
    let matching = memo(move || entries(runs));
    let count = TileCount::new();
    let ul = el("ul", "run-list")
        .attr("aria-label", say::RUN_LIST)
        .on("keydown", move_focus);
    let ul = ui::list(
        ul,
        move || matching.with(|all| all.iter().take(count.get()).cloned().collect()),
        |entry| match entry {
            Entry::Batch(id) => ["b", id].concat(),
            Entry::Run(row) => row.key.to_string(),
        },
        |entry| match entry {
            Entry::Batch(id) => batch_tile(id),
            Entry::Run(row) => run_tile(row),
        },
    );
    let panel = el("div", "run-list-panel");
    let node = panel.node().clone();
    let grow = move || count.grow(node.clone(), move || matching.try_with_untracked(Vec::len));
    let grow_on_scroll = grow.clone();
    panel
        .child(ul)
        .child(footer(runs, matching))
        .on("scroll", move |_| grow_on_scroll())
        .effect(move || {
            // The strip needs few tiles.
            if !runs.browser.is_open() {
                count.reset();
            }
        })
        .effect(move || {
            // The first tiles may not fill a large display.
            runs.browser.is_open();
            matching.track();
            grow();
        })
}

/// What can be searched for: a value of the newest run that has a short one.
fn search_hint(runs: Runs) -> String {
    let short = |row: &RunRow| {
        row.record.with_untracked(|record| {
            let mut inputs = record.inputs.iter();
            let is_short = |input: &&Entered| {
                let length = input.text.chars().count();
                input.kind == EnteredKind::Number && !input.is_seed() && length < MAX_HINT
            };
            let input = inputs.find(is_short)?;
            Some([&input.label, ": ", &input.text].concat())
        })
    };
    match runs.rows.with(|rows| rows.iter().find_map(short)) {
        Some(value) => say::RUN_FIND_HINT.with(&[&value]),
        None => say::RUN_FIND.now().to_owned(),
    }
}

/// Search, filter, and the actions on all runs.
pub(super) fn toolbar(runs: Runs) -> El {
    request_animation_frame(|| focus(SEARCH));
    let search = el("input", "input run-search")
        .attr("type", "search")
        .attr("name", "run-find")
        .attr("autocomplete", "off")
        .attr("id", SEARCH)
        .attr("aria-label", say::RUN_FIND)
        .attr("placeholder", untrack(|| search_hint(runs)))
        .prop("value", move || {
            runs.browser.filter(|filter| filter.text.clone())
        })
        .on("input", move |event| {
            let text = ui::value(&event);
            runs.browser.set_filter(|filter| filter.text = text);
        });
    // On a phone, the filters are shown on demand.
    let is_open = RwSignal::new(false);
    let toggle = filter_toggle(is_open, move || runs.browser.filter(Filter::count));
    el("div", "run-toolbar")
        .attr("role", "search")
        .attr("aria-label", say::RUN_FIND)
        .child(search)
        .child(toggle)
        .child(filters(runs).attr("data-open", move || is_open.get()))
}

/// What narrows the list down, and the button that clears what it shows.
fn filters(runs: Runs) -> El {
    let states = choice(
        say::RUN_FILTER,
        STATE_FILTERS.map(|(name, label, _)| (name.to_owned(), label.now().to_owned())),
        move |name| {
            let index = STATE_FILTERS.iter().position(|(own, ..)| *own == name);
            runs.browser
                .set_filter(|filter| filter.state = index.unwrap_or_default());
        },
    );
    let dates = choice(
        say::RUN_FILTER_DATE,
        DATE_FILTERS.map(|(name, label, _)| (name.to_owned(), label.now().to_owned())),
        move |name| {
            let index = DATE_FILTERS.iter().position(|(own, ..)| *own == name);
            runs.browser
                .set_filter(|filter| filter.date = index.unwrap_or_default());
        },
    );
    let clear = button("button small run-clear", move || runs.clear())
        .attr("data-command", true)
        .attr("data-longest", say::RUN_CLEAR_SHOWN)
        .text(move || match runs.browser.filter(Filter::is_active) {
            true => say::RUN_CLEAR_SHOWN,
            false => say::RUN_CLEAR,
        });
    el("div", "run-filters")
        .child(star_filter(runs))
        .child(states)
        .children(workflow_filter(runs))
        .child(dates)
        .child(clear)
}

/// Shows only marked runs.
fn star_filter(runs: Runs) -> El {
    let is_chosen = move || runs.browser.filter(|filter| filter.is_starred);
    let toggle = move || {
        runs.browser
            .set_filter(|filter| filter.is_starred = !filter.is_starred)
    };
    button("button small icon-button star", toggle)
        .attr("aria-pressed", move || is_chosen().to_string())
        .attr("aria-label", say::RUN_FILTER_STARRED)
        .attr("title", say::RUN_FILTER_STARRED)
        .child(icon(Shape::Star))
}

/// A choice between the workflows of the runs, if there are several.
fn workflow_filter(runs: Runs) -> Option<El> {
    let mut workflows = vec![(
        String::new(),
        say::RUN_FILTER_ALL_WORKFLOWS.now().to_owned(),
    )];
    for row in runs.rows.get_untracked() {
        row.record.with_untracked(|record| {
            if !workflows.iter().any(|(id, _)| *id == record.workflow_id) {
                workflows.push((record.workflow_id.clone(), record.workflow.clone()));
            }
        });
    }
    let choose = move |id| runs.browser.set_filter(|filter| filter.workflow = id);
    (workflows.len() > 2).then(|| choice(say::RUN_FILTER_WORKFLOW, workflows, choose))
}

/// A choice between values with labels.
fn choice(
    label: Message,
    options: impl IntoIterator<Item = (String, String)>,
    choose: impl Fn(String) + 'static,
) -> El {
    let option = |(name, label): (String, String)| choice_option(&name, &label);
    el("select", "input run-filter")
        .attr("aria-label", label)
        .on("change", move |event| choose(ui::value(&event)))
        .children(options.into_iter().map(option))
}

/// Below the list: a hint if nothing matches, and what this browser has dropped.
fn footer(runs: Runs, matching: Memo<Vec<Entry>>) -> El {
    let has_no_match =
        move || runs.browser.filter(Filter::is_active) && matching.with(Vec::is_empty);
    let line = || el("p", "hint run-list-footer");
    el("div", "")
        .child(
            line()
                .attr("role", "status")
                .text(move || has_no_match().then_some(say::RUN_NO_MATCH.now())),
        )
        .child(line().text(move || runs.dropped_runs()))
        .child(line().text(move || {
            let has_dropped = runs.dropped.has_files();
            has_dropped.then_some(say::RUNS_FILES_DROPPED.now())
        }))
}

/// Every entry that matches the filter.
fn entries(runs: Runs) -> Vec<Entry> {
    let rows = runs.rows.get();
    let now = now();
    runs.browser.filter(|filter| {
        let item = |row: &RunRow| Item {
            batch: row.record.with_untracked(|record| {
                let batch = record.batch.as_ref();
                batch.map(|batch| (batch.id.clone(), batch.index))
            }),
            matches: filter.matches(row, now),
        };
        let items: Vec<_> = rows.iter().map(item).collect();
        let lines = grouping::lines(&items, filter.is_active());
        let entry = |line| match line {
            Line::Batch(id) => Some(Entry::Batch(id)),
            Line::Run(index) => Some(Entry::Run(*rows.get(index)?)),
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
    let Some(buttons) = list.and_then(|list| list.query_selector_all(".tile-show").ok()) else {
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
        ("ArrowDown" | "ArrowRight", Some(focused)) => (focused + 1).min(last),
        ("ArrowUp" | "ArrowLeft", Some(focused)) => focused.saturating_sub(1),
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
