//! The results of a batch, side by side: each with the value that distinguishes it. They appear as they arrive.

mod arrangement;
mod cell;
mod selection_bar;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

pub(super) use self::arrangement::CellSize;
use self::arrangement::{fitted_grid_width, fitted_width};
use self::cell::{cell, move_focus};
use self::selection_bar::selection_bar;
use super::download_all::download_all;
use super::inspector::inspector;
use super::more::more;
use crate::language::measured;
use crate::messages as say;
use crate::runs::{
    BatchHandle, RunRow, RunState, Runs, batch_progress_bar, batch_size, delete_all_button,
    progress_text, send_button, shared_seeds,
};
use ui::{El, RwSignal, el, expect_context, list, memo, untrack};

/// The contact sheet of the batch with this id.
pub(super) fn contact_sheet(id: String) -> El {
    let runs: Runs = expect_context();
    let batch = BatchHandle::new(&id);
    let rows = {
        let batch = batch.clone();
        move || batch.rows()
    };
    let first = untrack(&rows).first().copied();
    let name = first.and_then(|row| {
        row.record
            .with_untracked(|record| Some(record.batch.as_ref()?.name.clone()))
    });
    let name = name.unwrap_or_default();
    let current = move || runs.rows.row(runs.stage.shown.get());
    let grid = first.and_then(|row| {
        row.record
            .with_untracked(|record| record.batch.as_ref()?.grid.clone())
    });
    let is_grid = grid.is_some();
    let count = untrack(|| batch_size(&batch.states(), batch.sent_with()));
    let size = RwSignal::new(CellSize::of(count));
    let cells = el("ul", "sheet")
        .attr("aria-label", say::SHEET)
        .on("keydown", |event| move_focus(&event));
    let cells = arranged(cells, grid.as_ref(), count, size);
    let cells = with_ratio(cells, id, runs);
    let columns = grid.as_ref().map_or(0, |[_, columns]| columns.len());
    let entries = {
        let rows = rows.clone();
        move || entries(rows(), grid.as_ref())
    };
    let cells = list(cells, entries, Entry::key, move |entry| match entry {
        Entry::Result(row) => cell(row, runs),
        Entry::Heading(position, text) => heading(text, position > columns),
        Entry::Gap(_) => el("li", "").attr("aria-hidden", "true"),
    });
    el("article", "result")
        .attr("aria-label", name.clone())
        .child(
            el("div", "result-head")
                .child(
                    el("h3", "result-title")
                        .attr("dir", "auto")
                        .attr("title", name.clone())
                        .text(heading_text(&name, first)),
                )
                .child(el("span", "result-progress").text(progress(batch.clone())))
                .child(el("span", "hint").text(facts(batch.clone())))
                .child(actions(rows, size))
                .child(batch_progress_bar(batch)),
        )
        .child(
            el("div", "result-body")
                .child(el("div", "stage").child(cells))
                .child(selection_bar(current, is_grid))
                .live(move || current().map(|row| untrack(|| inspector(row)))),
        )
}

/// An entry of the sheet.
#[derive(Clone)]
enum Entry {
    Result(RunRow),
    /// The heading of a row or column of a grid, with its position.
    Heading(usize, String),
    /// The place of a result that was removed from a grid.
    Gap(usize),
}

impl Entry {
    fn key(&self) -> String {
        match self {
            Self::Result(row) => row.key.to_string(),
            Self::Heading(position, _) => ["h", &position.to_string()].concat(),
            Self::Gap(position) => ["g", &position.to_string()].concat(),
        }
    }
}

/// The results, in a grid with the headings of its columns and rows.
fn entries(rows: Vec<RunRow>, grid: Option<&[Vec<String>; 2]>) -> Vec<Entry> {
    let Some([row_heads, column_heads]) = grid else {
        return rows.into_iter().map(Entry::Result).collect();
    };
    let columns = column_heads.len();
    let mut cells: Vec<Entry> = (0..row_heads.len() * columns).map(Entry::Gap).collect();
    for row in rows {
        if let Some(cell) = cells.get_mut(row.batch_index()) {
            *cell = Entry::Result(row);
        }
    }
    let mut entries = vec![Entry::Heading(0, String::new())];
    let heads = column_heads.iter().enumerate();
    entries.extend(heads.map(|(column, text)| Entry::Heading(column + 1, text.clone())));
    for (line, text) in row_heads.iter().enumerate() {
        entries.push(Entry::Heading(columns + 1 + line, text.clone()));
        entries.extend(cells.drain(..columns));
    }
    entries
}

/// The heading of a column or of a row. Screen readers have both values in the name of each result.
pub(super) fn heading(text: String, is_of_row: bool) -> El {
    let class = match is_of_row {
        true => "sheet-heading sheet-row",
        false => "sheet-heading",
    };
    el("li", class)
        .attr("aria-hidden", "true")
        .attr("dir", "auto")
        .attr("title", text.clone())
        .text(text)
}

/// The cells have the ratio of the pictures.
fn with_ratio(sheet: El, batch: String, runs: Runs) -> El {
    let node: HtmlElement = sheet.node().clone().unchecked_into();
    sheet.effect(move || {
        if let Some(ratio) = runs.rows.picture_ratio(&batch) {
            set_ratio(&node, ratio);
        }
    })
}

/// Sets the ratio of the cells.
pub(super) fn set_ratio(sheet: &HtmlElement, ratio: f64) {
    let _ = HtmlElement::style(sheet).set_property("--ratio", &ratio.to_string());
}

/// Arranges the results: as the grid of two fields, or in as many columns as suit their size.
pub(super) fn arranged(
    sheet: El,
    grid: Option<&[Vec<String>; 2]>,
    count: usize,
    size: RwSignal<CellSize>,
) -> El {
    let node: HtmlElement = sheet.node().clone().unchecked_into();
    let style = HtmlElement::style(&node);
    let width = match grid {
        Some([rows, columns]) => {
            let _ = style.set_property("--columns", &columns.len().to_string());
            fitted_grid_width(rows.len(), columns.len())
        }
        None => fitted_width(count),
    };
    let _ = style.set_property("--fit", &width);
    sheet
        .attr("data-grid", grid.is_some())
        .attr("data-size", move || size.get().name())
}

/// The name of the batch, without the values of a list: the cells have them.
fn heading_text(name: &str, first: Option<RunRow>) -> String {
    let label = first.and_then(|row| {
        row.record.with_untracked(|record| {
            let mut labels = record.inputs.iter().map(|input| &input.label);
            labels.find(|label| is_list_of(name, label)).cloned()
        })
    });
    label.unwrap_or_else(|| name.to_owned())
}

/// Whether this is the name of a batch whose values are a list of this input's.
fn is_list_of(name: &str, label: &str) -> bool {
    let values = name
        .strip_prefix(label)
        .and_then(|name| name.strip_prefix(": "));
    values.is_some_and(|values| values.contains(" … "))
}

/// How many results there are. Never cut off.
fn progress(batch: BatchHandle) -> impl Fn() -> String {
    move || progress_text(&batch.states(), batch.sent_with())
}

/// The workflow, the seed that they share, and how long they took: the end is cut off first.
fn facts(batch: BatchHandle) -> impl Fn() -> String {
    let own = batch.clone();
    let seeds = memo(move || shared_seeds(&own.rows()));
    let rows = untrack(|| batch.rows());
    let workflow = rows
        .first()
        .map(|row| row.record.with_untracked(|record| record.workflow.clone()));
    move || {
        let (rows, states) = (batch.rows(), batch.states());
        let completed = rows.iter().zip(&states);
        let completed = completed.filter(|(_, state)| **state == RunState::Completed);
        let times = completed.map(|(row, _)| untrack(|| row.run_time(0.0)).unwrap_or_default());
        let time: f64 = times.sum();
        let time = (time > 0.0).then(|| say::SHEET_TIME.with(&[&measured(time)]));
        let facts = [workflow.clone(), seeds.get(), time];
        facts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// What can be done with all of them; the bar below the sheet has what is for one of them.
fn actions(rows: impl Fn() -> Vec<RunRow> + Clone + 'static, size: RwSignal<CellSize>) -> El {
    let [status, download] = download_all(rows.clone());
    let send = send_button(rows.clone());
    el("div", "result-actions")
        .child(status)
        .child(send)
        .child(CellSize::choice(size))
        .child(download)
        .child(more([delete_all_button(rows)]))
}
