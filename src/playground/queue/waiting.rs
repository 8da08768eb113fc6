//! The runs that wait in the service until an instance has room for them, above the instances. The list is in the
//! deferred chunk.

use super::board::Board;
use super::task_list::own_task;
use super::waiting_snapshot::ListedRun;
use crate::deferred::Deferred;
use crate::language::{approximate, integer};
use crate::messages as say;
use crate::text::short_id;
use ui::{El, el, list, memo};

pub(super) static WAITING_RUNS: Deferred<fn(Board) -> El> = Deferred::new();

/// The waiting runs; empty while there are none.
pub(super) fn waiting(board: Board) -> El {
    let any = memo(move || count(board) > 0);
    el("div", "").live(move || any.get().then(|| WAITING_RUNS.view(|view| view(board)))?)
}

fn count(board: Board) -> usize {
    board.arranged.track();
    board.read(|state| state.waiting.count)
}

/// How many runs wait, the first ones, and the user's own.
pub(super) fn waiting_runs(board: Board) -> El {
    let listed = move || {
        board.arranged.track();
        board.read(|state| state.waiting.listed())
    };
    let more = move || {
        let hidden = count(board).saturating_sub(listed().len());
        (hidden > 0).then(|| say::WAITING_MORE.count(hidden))
    };
    let runs = list(
        el("ol", "tasks").attr("aria-label", say::WAITING),
        listed,
        |run| [if run.is_own { "own " } else { "" }, &run.id].concat(),
        move |run| waiting_run(board, &run),
    );
    el("section", "waiting")
        .attr("aria-label", say::WAITING)
        .child(el("h3", "waiting-title").text(move || say::WAITING_COUNT.count(count(board))))
        .child(runs)
        .child(
            el("p", "waiting-more")
                .attr("hidden", move || more().is_none())
                .text(more),
        )
}

fn waiting_run(board: Board, run: &ListedRun) -> El {
    let position = {
        let id = run.id.clone();
        move || {
            board.arranged.track();
            let listed = board.read(|state| state.waiting.listed());
            let run = listed.into_iter().find(|run| run.id == id);
            run.map(|run| integer(run.position))
        }
    };
    let row = el("li", "task")
        .attr("data-task", "waiting")
        .attr("data-mine", run.is_own)
        .child(el("span", "task-position").text(position))
        .child(
            el("span", "task-id")
                // The full id of another user's run is not shown.
                .attr("title", run.is_own.then(|| run.id.clone()))
                .text(short_id(&run.id)),
        );
    if !run.is_own {
        return row;
    }
    let id = run.id.clone();
    row.child(el("span", "waiting-time").text(move || starts_in(board, &id)))
        .child(own_task(board, &run.id))
}

/// When one of the user's own runs is expected to start.
fn starts_in(board: Board, id: &str) -> Option<String> {
    board.arranged.track();
    let seconds = board.read(|state| {
        let own = state.waiting.own.iter().find(|run| run.id == id);
        own.and_then(|run| run.starts_in)
    })?;
    Some(say::WAITING_STARTS_IN.with(&[&approximate(f64::from(seconds) * 1000.0)]))
}
