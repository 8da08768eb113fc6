//! The region of the result: the shown result, on its stage, and its values. The stage has the same place in every
//! state, so that nothing moves when a run ends.

use super::planned_sheet::planned_sheet;
use super::scrubber::scrubber;
use super::{comparison, contact_sheet, result_view};
use crate::deferred::Deferred;
use crate::first_visit::FIRST_VISIT;
use crate::form::{FormState, Plan, Sender};
use crate::messages as say;
use crate::reveal;
use crate::runs::{Cover, RunRow, Runs, Shown, keep_selection, on_key, run_notices};
use crate::workflows::Workflows;
use ui::{Effect, El, Memo, StoredValue, el, expect_context, list, memo, untrack};

pub(super) static CONTENT: Deferred<fn() -> El> = Deferred::new();

/// The region.
pub(crate) fn result_region() -> El {
    let runs: Runs = expect_context();
    let workflows: Workflows = expect_context();
    // What follows from it is not drawn again for another form.
    let is_empty = memo(move || runs.rows.with(Vec::is_empty) && !has_batch(workflows));
    let first_visit = move || {
        (is_empty.get() && runs.restored.get())
            .then(|| FIRST_VISIT.get_when_idle(|view| untrack(view)))
            .flatten()
    };
    let region = el("section", "region result-region")
        .attr("id", reveal::RESULT)
        .attr("aria-label", say::RESULT)
        .live(first_visit);
    CONTENT.view_once(region, move || !is_empty.get(), |content| content())
}

/// Whether Run would start several runs; tracked.
fn has_batch(workflows: Workflows) -> bool {
    let form = workflows.form.get();
    form.is_some_and(|form| !form.batch.with(|batch| batch.is_single()))
}

/// What the region shows.
#[derive(Clone)]
enum Content {
    /// The runs that Run would start.
    Plan(Memo<Option<Plan>>),
    /// What the chosen workflow makes.
    Introduction,
    Run(RunRow),
    Comparison(Vec<RunRow>),
    Sheet(String),
}

/// The shown result, and the slider through the results of its batch.
pub(super) fn content() -> El {
    let runs: Runs = expect_context();
    let workflows: Workflows = expect_context();
    follow_form(runs, workflows);
    let plan = plan(runs, workflows);
    let content = el("div", "result-content")
        .on("keydown", move |event| on_key(runs, &event))
        .effect(move || keep_selection(runs))
        .children(run_notices());
    // A list with one entry: the result is kept while the list of runs changes.
    let content = list(
        content,
        move || {
            let plan = plan.with(Option::is_some).then_some(Content::Plan(plan));
            let introduction = (runs.stage.cover.get() == Some(Cover::Introduction))
                .then_some(Content::Introduction);
            let cover = plan.or(introduction);
            cover.or_else(|| shown(runs)).into_iter().collect()
        },
        Content::key,
        |content| match content {
            Content::Plan(plan) => planned_sheet(plan),
            Content::Introduction => introduction(),
            Content::Run(row) => result_view::result_view(row),
            Content::Comparison(rows) => comparison::comparison_view(rows),
            Content::Sheet(batch) => contact_sheet::contact_sheet(batch),
        },
    );
    list(
        content,
        move || {
            let is_covered = runs.stage.cover.get().is_some();
            let scrubbed = scrubbed(runs).filter(|_| !is_covered);
            scrubbed.into_iter().collect()
        },
        Clone::clone,
        scrubber,
    )
}

/// Covers the result while another workflow, or the runs of a batch, are what a person looks at: they chose them after
/// they opened a result.
fn follow_form(runs: Runs, workflows: Workflows) {
    let cover = runs.stage.cover;
    let last = StoredValue::new(None);
    Effect::new(move |_| {
        let form = workflows.form.get();
        if let Some(form) = form {
            form.batch.with(|_| {});
        }
        let before = last.get_value();
        last.set_value(form);
        // A form that was just opened may have a batch from before.
        let is_same = before == form;
        match before.and(form) {
            Some(_) if is_same => untrack(|| cover_with_plan(runs, workflows)),
            Some(form) => untrack(|| introduce(runs, form)),
            None => {}
        }
    });
    Effect::new(move |_| {
        runs.stage.track_selection();
        cover.set(None);
    });
}

/// Covers the result with the batch that Run would start, if there is one.
fn cover_with_plan(runs: Runs, workflows: Workflows) {
    let cover = runs.stage.cover;
    match (has_batch(workflows), cover.get()) {
        (false, Some(Cover::Plan)) => cover.set(None),
        (true, _) if !is_in_progress(runs) => cover.set(Some(Cover::Plan)),
        _ => {}
    }
}

/// Whether the shown result, or one of its batch, is still to come: it stays in view while the next runs are prepared.
fn is_in_progress(runs: Runs) -> bool {
    let Some(shown) = runs.rows.row(runs.stage.shown.get()) else {
        return false;
    };
    let of_batch = shown.batch_id().map(|id| runs.rows.batch(&id));
    let rows = of_batch.unwrap_or_else(|| vec![shown]);
    rows.iter().any(RunRow::is_active)
}

/// Shows the newest result of a workflow, or else what it makes: the result of another one only if it becomes an input.
fn introduce(runs: Runs, form: FormState) {
    let id = form.id.get();
    if runs.stage.is_kept_as_input_of(&id) {
        return;
    }
    let is_its = |row: &RunRow| row.record.with_untracked(|record| record.workflow_id == id);
    let shown = runs.rows.row(runs.stage.shown.get());
    let newest = runs
        .rows
        .with(|rows| rows.iter().find(|row| is_its(row)).copied());
    match (shown, newest) {
        (Some(shown), _) if is_its(&shown) => runs.stage.cover.set(None),
        (_, Some(newest)) => runs.stage.select_in_batch(newest.key),
        (_, None) => runs.stage.cover.set(Some(Cover::Introduction)),
    }
}

/// The batch that Run would start, while it is on the stage.
fn plan(runs: Runs, workflows: Workflows) -> Memo<Option<Plan>> {
    memo(move || {
        let is_shown = match runs.stage.cover.get() {
            Some(cover) => cover == Cover::Plan,
            None => runs.rows.with(Vec::is_empty),
        };
        let form = workflows.form.get().filter(|_| is_shown)?;
        untrack(|| Sender::new(form)).plan()
    })
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
            Self::Plan(_) => "plan".to_owned(),
            Self::Introduction => "introduction".to_owned(),
            Self::Run(row) => row.key.to_string(),
            Self::Comparison(rows) => {
                let keys = rows.iter().map(|row| row.key.to_string());
                keys.collect::<Vec<_>>().join("-")
            }
            Self::Sheet(batch) => ["b", batch].concat(),
        }
    }
}

/// What the chosen workflow makes.
fn introduction() -> El {
    let view = || FIRST_VISIT.get_when_idle(|view| untrack(view));
    el("div", "introduced").live(view)
}

/// What is selected: beside the runs that it is compared with, if there are any. The results of a batch are shown to
/// pick from.
fn shown(runs: Runs) -> Option<Content> {
    let row = runs.rows.row(runs.stage.shown.get())?;
    if let Shown::Batch(batch) = runs.stage.result.get()? {
        return Some(Content::Sheet(batch));
    }
    let compared = runs.stage.comparison().into_iter();
    let compared: Vec<_> = compared
        .filter_map(|key| runs.rows.row(Some(key)))
        .collect();
    Some(match compared.len() {
        0 | 1 => Content::Run(row),
        _ => Content::Comparison(compared),
    })
}
