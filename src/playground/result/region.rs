//! The region of the result: the runs in progress in one line, and the shown result. The result has the same place
//! in every state, so that nothing moves when a run ends.

use super::scrubber::scrubber;
use super::{comparison, contact_sheet, result_view};
use crate::deferred::Deferred;
use crate::first_visit::FIRST_VISIT;
use crate::messages as say;
use crate::reveal;
use crate::runs::{RunRow, Runs, Shown, in_progress_line, keep_selection, on_key, run_notices};
use ui::{El, el, expect_context, list, untrack};

pub(super) static CONTENT: Deferred<fn() -> El> = Deferred::new();

/// The region.
pub(crate) fn result_region() -> El {
    let runs: Runs = expect_context();
    let is_empty = move || runs.rows.with(Vec::is_empty);
    let first_visit = move || {
        (is_empty() && runs.restored.get())
            .then(|| FIRST_VISIT.get_when_idle(|view| untrack(view)))
            .flatten()
    };
    let region = el("section", "region result-region")
        .attr("id", reveal::RESULT)
        .attr("aria-label", say::RESULT)
        .live(first_visit);
    CONTENT.view_once(region, move || !is_empty(), |content| content())
}

/// What the region shows.
#[derive(Clone)]
enum Content {
    Run(RunRow),
    Comparison(RunRow, RunRow),
    Sheet(String),
}

/// The runs in progress, the shown result, and the slider through the results of its batch.
pub(super) fn content() -> El {
    let runs: Runs = expect_context();
    let content = el("div", "result-content")
        .on("keydown", move |event| on_key(runs, &event))
        .effect(move || keep_selection(runs))
        .children(run_notices())
        .child(in_progress_line());
    // A list with one entry: the result is kept while the list of runs changes.
    let content = list(
        content,
        move || shown(runs).into_iter().collect(),
        Content::key,
        |content| match content {
            Content::Run(row) => result_view::result_view(row),
            Content::Comparison(first, second) => comparison::comparison_view(first, second),
            Content::Sheet(batch) => contact_sheet::contact_sheet(batch),
        },
    );
    list(
        content,
        move || scrubbed(runs).into_iter().collect(),
        Clone::clone,
        scrubber,
    )
}

/// The batch of the shown run, if others of its runs have completed.
fn scrubbed(runs: Runs) -> Option<String> {
    let Content::Run(row) = shown(runs)? else {
        return None;
    };
    let batch = row.batch_id()?;
    (runs.rows.completed_in_batch(&batch).len() > 1).then_some(batch)
}

impl Content {
    fn key(&self) -> String {
        match self {
            Self::Run(row) => row.key.to_string(),
            Self::Comparison(first, second) => {
                [&first.key.to_string(), "-", &second.key.to_string()].concat()
            }
            Self::Sheet(batch) => ["b", batch].concat(),
        }
    }
}

/// What is selected: beside the first run of a comparison, if there is one. The results of a batch are shown to pick
/// from.
fn shown(runs: Runs) -> Option<Content> {
    let row = runs.rows.row(runs.stage.shown.get())?;
    let first = runs.rows.row(runs.stage.compared());
    Some(match (runs.stage.result.get()?, first) {
        (Shown::Batch(batch), _) => Content::Sheet(batch),
        (Shown::Run(_), Some(first)) if first.key != row.key => Content::Comparison(first, row),
        (Shown::Run(_), _) => Content::Run(row),
    })
}
