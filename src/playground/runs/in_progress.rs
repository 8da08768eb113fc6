//! Beside the strip of runs: what is in progress, or that a run is being picked for a comparison. It takes its
//! space from the end of the strip, so that neither the result nor the first tiles move.

use super::batch_handle::{BatchHandle, batch_actions, batch_progress_bar};
use super::batch_progress::{number_in, percent_done, progress_text};
use super::cancel::cancel;
use super::run_clock::{run_time, time_left_text};
use super::run_row::RunRow;
use super::run_state::RunState;
use super::status_view::{progress_bar, run_state_badge, state_badge, status_text};
use super::store::Runs;
use super::tile::run_actions;
use crate::language::integer;
use crate::messages as say;
use crate::time::Clock;
use ui::{El, button, el, expect_context, list, untrack};

/// What is in progress.
#[derive(Clone, PartialEq)]
enum InProgress {
    Run(RunRow),
    /// One batch, by its id.
    Batch(String),
    Several,
}

impl InProgress {
    /// `None` also if the only one is on the stage, which shows its state; tracked.
    fn now(runs: Runs) -> Option<Self> {
        let active = active_rows(runs);
        let first = *active.first()?;
        let batch = first.batch_id();
        let is_one = |row: &RunRow| batch.is_some() && row.batch_id() == batch;
        Some(match batch.clone() {
            None if active.len() == 1 => {
                let is_on_stage = runs.stage.shown.get() == Some(first.key);
                return (!is_on_stage).then_some(Self::Run(first));
            }
            Some(id) if active.iter().all(is_one) => Self::Batch(id),
            _ => Self::Several,
        })
    }

    fn key(&self) -> String {
        match self {
            Self::Run(row) => row.key.to_string(),
            Self::Batch(id) => ["b", id].concat(),
            Self::Several => "several".to_owned(),
        }
    }

    fn view(self, runs: Runs) -> El {
        let view = el("div", "in-progress");
        match self {
            Self::Run(row) => run_view(view, row),
            Self::Batch(id) => batch_view(view, BatchHandle::new(&id), runs),
            Self::Several => several_view(view, runs),
        }
    }
}

/// The place for it.
pub(super) fn in_progress() -> El {
    let runs: Runs = expect_context();
    let in_progress = list(
        el("div", "")
            .attr("role", "group")
            .attr("aria-label", say::RUN_FILTER_ACTIVE)
            .attr("hidden", move || runs.stage.is_picking()),
        move || InProgress::now(runs).into_iter().collect(),
        InProgress::key,
        move |what| what.view(runs),
    );
    let hint = el("p", "")
        .attr("role", "status")
        .text(move || picking_hint(runs));
    let picking = el("div", "picking").child(hint).live(move || {
        let stop = move || runs.stage.stop_picking();
        let cancel = || button("button small", stop).text(say::RUN_CANCEL);
        runs.stage.is_picking().then(cancel)
    });
    el("div", "in-progress-place")
        .child(picking)
        .child(in_progress)
}

/// Which run is being picked for a comparison.
pub(super) fn picking_hint(runs: Runs) -> Option<&'static str> {
    let hint = match runs.stage.comparison().len() {
        0 | 1 => say::COMPARE_HINT,
        _ => say::COMPARE_ANOTHER_HINT,
    };
    runs.stage.is_picking().then(|| hint.now())
}

/// The runs in progress, newest first; tracked.
fn active_rows(runs: Runs) -> Vec<RunRow> {
    let mut rows = runs.rows.get();
    rows.retain(|row| row.changing_state().is_active());
    rows
}

fn run_view(view: El, row: RunRow) -> El {
    let workflow = row.record.with_untracked(|record| record.workflow.clone());
    view.child(run_state_badge(row))
        .child(name(workflow))
        .child(status(joined(move || status_text(row), run_time(row))))
        .child(progress_bar(row))
        .child(run_actions(row))
}

fn batch_view(view: El, batch: BatchHandle, runs: Runs) -> El {
    let rows = untrack(|| batch.rows());
    let first = rows
        .first()
        .map(|row| row.record.get_untracked())
        .unwrap_or_default();
    let count = batch.sent_with();
    let (states, done, labels) = (batch.clone(), batch.clone(), batch.clone());
    let badge = state_badge(
        move || state(&states.states()),
        move || percent_done(&done.states(), count),
        move || state(&labels.states()).message(),
    );
    let (text, left) = (batch.clone(), time_left(runs));
    view.child(badge)
        .child(name(first.workflow))
        .child(status(move || {
            let rows = text.rows();
            Some(batch_text(&rows, &text.states(), count, &left(&rows)))
        }))
        .child(batch_progress_bar(batch.clone()))
        .child(batch_actions(batch))
}

fn several_view(view: El, runs: Runs) -> El {
    let states = move || {
        active_rows(runs)
            .iter()
            .map(RunRow::state)
            .collect::<Vec<_>>()
    };
    let left = time_left(runs);
    let cancel_all = move || {
        for row in untrack(|| active_rows(runs)) {
            cancel(runs, row);
        }
    };
    let cancel = button("button small", cancel_all)
        .attr("disabled", move || !runs.connection.can_request())
        .text(move || say::RUNS_CANCEL_ALL.with(&[&integer(states().len())]));
    view.child(state_badge(
        move || state(&states()),
        || None,
        move || state(&states()).message(),
    ))
    .child(status(move || {
        Some(several_text(&states()) + &left(&active_rows(runs)))
    }))
    .child(el("span", "run-actions").child(cancel))
}

/// When all of some runs have ended, if that is known.
fn time_left(runs: Runs) -> impl Fn(&[RunRow]) -> String {
    let clock: Clock = expect_context();
    move |rows| {
        let now = runs.connection.known_until(clock);
        let left = runs.time_left(rows, now).map(time_left_text);
        left.unwrap_or_default()
    }
}

/// The state that stands for several: running, if one of them is.
fn state(states: &[RunState]) -> RunState {
    match states.contains(&RunState::Running) {
        true => RunState::Running,
        false => RunState::Pending,
    }
}

/// How many runs of a batch are done, what is left, and how far the one is that runs: the end is cut off first.
fn batch_text(rows: &[RunRow], states: &[RunState], count: usize, left: &str) -> String {
    let progress = [&progress_text(states, count), left].concat();
    let running = states.iter().position(|state| *state == RunState::Running);
    let current = running.or_else(|| states.iter().position(|state| state.is_active()));
    match current.and_then(|index| status_text(*rows.get(index)?)) {
        Some(status) => [&progress, " · ", &status].concat(),
        None => progress,
    }
}

/// Both texts in one, if there are both.
fn joined(
    first: impl Fn() -> Option<String> + 'static,
    second: impl Fn() -> String + 'static,
) -> impl Fn() -> Option<String> + 'static {
    move || {
        let texts = [first().unwrap_or_default(), second()];
        let texts = texts.into_iter().filter(|text| !text.is_empty());
        Some(texts.collect::<Vec<_>>().join(" · "))
    }
}

/// How many are running, are being uploaded, and wait.
fn several_text(states: &[RunState]) -> String {
    let running = number_in(states, RunState::Running);
    let uploading = number_in(states, RunState::Uploading);
    let waiting = states.len() - running - uploading;
    let counts = [
        (running, say::RUNS_RUNNING),
        (uploading, say::RUNS_UPLOADING),
        (waiting, say::RUNS_PENDING),
    ];
    let text = |(count, message): (usize, crate::language::Message)| {
        (count > 0).then(|| message.with(&[&integer(count)]))
    };
    let texts: Vec<_> = counts.into_iter().filter_map(text).collect();
    texts.join(" · ")
}

fn name(workflow: String) -> El {
    el("span", "in-progress-name")
        .attr("dir", "auto")
        .text(workflow)
}

fn status(text: impl Fn() -> Option<String> + 'static) -> El {
    el("span", "in-progress-status").text(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use RunState::{Accepted, Pending, Running, Uploading};

    #[test]
    fn several_runs_are_counted_by_what_they_do() {
        let text = several_text(&[Pending, Accepted, Running, Running, Uploading]);
        assert_eq!(text, "2 running · 1 uploading · 2 waiting");
        assert_eq!(several_text(&[Running, Running]), "2 running");
    }

    #[test]
    fn several_runs_are_running_if_one_is() {
        assert_eq!(state(&[Pending, Running]), Running);
        assert_eq!(state(&[Pending, Accepted]), Pending);
    }
}
