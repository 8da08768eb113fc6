//! The results of a batch, side by side: each with the value that distinguishes it. They appear as they arrive.

mod cell;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use self::cell::{cell, move_focus};
use super::actions::{compare_button, reuse_button};
use super::details::details;
use super::download_all::download_all;
use super::more::more;
use crate::language::measured;
use crate::messages as say;
use crate::runs::{
    BatchHandle, RunRow, RunState, Runs, batch_size, batch_values, delete_all_button,
    delete_button, progress_text, run_caption, send_button, shared_seeds, star_button,
};
use crate::share::share_button;
use ui::{El, el, expect_context, list, memo, untrack};

/// The most results that all fit the stage at once.
const MAX_FITTED: usize = 12;
/// The most results that fit the stage of a phone.
const MAX_FEW: usize = 4;

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
    let cells = el("ul", "sheet")
        .attr("aria-label", say::SHEET)
        .on("keydown", |event| move_focus(&event));
    let size = untrack(|| batch_size(&batch.states(), batch.sent_with()));
    let cells = arranged(cells, grid.as_ref(), size);
    let cells = with_ratio(cells, id, runs);
    let entries = {
        let rows = rows.clone();
        move || entries(rows(), grid.as_ref())
    };
    let cells = list(cells, entries, Entry::key, move |entry| match entry {
        Entry::Result(row) => cell(row, runs),
        Entry::Heading(_, text) => heading(text),
        Entry::Gap(_) => el("li", "").attr("aria-hidden", "true"),
    });
    let stage = el("div", "stage").child(cells);
    el("article", "result")
        .attr("aria-label", name.clone())
        .child(
            el("div", "result-head")
                .child(
                    el("h3", "result-title")
                        .attr("dir", "auto")
                        .attr("title", name.clone())
                        .text(name),
                )
                .child(el("span", "hint").text(summary(batch)))
                .child(actions(rows, current, is_grid)),
        )
        .child(
            el("div", "result-body")
                .child(stage)
                .live(move || current().map(|row| untrack(|| details(row)))),
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

/// A heading. Screen readers have both values in the name of each result.
fn heading(text: String) -> El {
    el("li", "sheet-heading")
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
            let _ = HtmlElement::style(&node).set_property("--ratio", &ratio.to_string());
        }
    })
}

/// Arranges the results: as the grid of two fields, or so that a few fit the stage, or in rows of the same size.
fn arranged(sheet: El, grid: Option<&[Vec<String>; 2]>, count: usize) -> El {
    let columns = match grid {
        Some([_, columns]) => columns.len(),
        None => (2..).find(|side| side * side >= count).unwrap_or(count),
    };
    let node: HtmlElement = sheet.node().clone().unchecked_into();
    let style = HtmlElement::style(&node);
    let _ = style.set_property("--columns", &columns.to_string());
    let _ = style.set_property("--rows", &count.div_ceil(columns.max(1)).to_string());
    let fitted = match count {
        2..=MAX_FEW if grid.is_none() => Some("few"),
        2..=MAX_FITTED => Some(""),
        _ => None,
    };
    sheet
        .attr("data-grid", grid.is_some())
        .attr("data-fitted", fitted)
}

/// The workflow, how many results there are, the seed that they share, and how long they took: the end is cut off first.
fn summary(batch: BatchHandle) -> impl Fn() -> String {
    let own = batch.clone();
    let seeds = memo(move || shared_seeds(&own.rows()));
    let rows = untrack(|| batch.rows());
    let workflow = rows.first().map(|row| {
        row.record
            .with_untracked(|record| [&record.workflow, " · "].concat())
    });
    move || {
        let (rows, states) = (batch.rows(), batch.states());
        let completed = rows.iter().zip(&states);
        let completed = completed.filter(|(_, state)| **state == RunState::Completed);
        let times = completed.map(|(row, _)| untrack(|| row.run_time(0.0)).unwrap_or_default());
        let time = say::SHEET_TIME.with(&[&measured(times.sum())]);
        let progress = progress_text(&states, batch.sent_with());
        let seeds = seeds.get().map(|seeds| [" · ", &seeds].concat());
        [workflow.clone(), Some(progress), seeds, Some(time)]
            .into_iter()
            .flatten()
            .collect()
    }
}

fn actions(
    rows: impl Fn() -> Vec<RunRow> + Clone + 'static,
    current: impl Fn() -> Option<RunRow> + Copy + 'static,
    is_grid: bool,
) -> El {
    let runs: Runs = expect_context();
    // There is no room for the names of two fields.
    let values = move || match is_grid {
        true => Some(run_caption(current()?, runs)),
        false => batch_values(current()?, runs),
    };
    let of_current =
        |action: fn(RunRow) -> El| move || current().map(|row| untrack(|| action(row)));
    let star = |row| star_button(row).attr("data-command", true);
    let in_menu = [compare_button, share_button, delete_button].map(|action| {
        let action: fn(RunRow) -> El = action;
        el("span", "").live(of_current(action))
    });
    let [status, download] = download_all(rows.clone());
    let send = send_button(rows.clone());
    // The actions that are for one of the results follow its name.
    el("div", "result-actions")
        .child(status)
        .child(send)
        .child(el("span", "result-values").attr("dir", "auto").text(values))
        .live(of_current(reuse_button))
        .live(of_current(star))
        .child(download)
        .child(more(in_menu.into_iter().chain([delete_all_button(rows)])))
}
