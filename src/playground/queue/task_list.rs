//! The tasks of an instance: their order, which are mine, and Cancel for those. Of others' no more
//! than the beginning of an id.

use super::instance_list::set_size;
use super::instance_view::Told;
use super::state::TASK;
use crate::playground::element::{El, button, el, list};
use crate::playground::icon::{Shape, icon};
use crate::playground::language::integer;
use crate::playground::messages as say;
use crate::playground::runs::CANCEL;
use crate::playground::text::short_id;

/// Stands before the id of a task of ours where it is an entry of the list.
const MINE: &str = "\t";

/// The listed tasks; of a long list only what is in view.
pub(super) fn tasks(told: Told) -> El {
    let board = told.board;
    let tasks = el("ol", "tasks").attr("aria-label", say::TASKS);
    let node = tasks.node().clone();
    let tasks = tasks.effect(move || {
        follow(told);
        let above = board.tell(|state| state.lines(told.key).start as f64 * TASK * state.view.rem);
        set_size(&node, "padding-top", above);
    });
    let listed = move || {
        follow(told);
        let listed = board.tell(|state| {
            let lines = state.lines(told.key);
            let row = state.row(told.key)?;
            let ids: Vec<&str> = row.seen.ids.split('\t').collect();
            let entry = |task: usize| {
                let mine = row.mine.binary_search(&task).is_ok();
                let id = ids.get(task).copied().unwrap_or_default();
                [if mine { MINE } else { "" }, id].concat()
            };
            Some(row.listed(lines).into_iter().map(entry).collect())
        });
        listed.unwrap_or_default()
    };
    list(tasks, listed, String::clone, move |entry: String| {
        task(told, &entry)
    })
}

/// A long list changes with what is in view, a short one only with its instance.
fn follow(told: Told) {
    if told.counts(|row| f64::from(row.open)) > 0.0 {
        told.board.arranged.track();
        told.board.scrolled.track();
    }
}

fn task(told: Told, entry: &str) -> El {
    let mine = entry.strip_prefix(MINE);
    let id = mine.unwrap_or(entry).to_owned();
    let line = {
        let id = id.clone();
        move || {
            told.tick.track();
            let line = told.board.tell(|state| {
                let row = state.row(told.key)?;
                let task = row.seen.ids.split('\t').position(|other| other == id)?;
                Some(row.line(task))
            });
            line.unwrap_or_default()
        }
    };
    let state = {
        let line = line.clone();
        move || if line() == 0 { "running" } else { "pending" }
    };
    let word = move || match line() {
        0 => say::TASK_RUNNING.now().to_owned(),
        line => integer(line),
    };
    el("li", "task")
        .attr("data-task", state)
        .attr("data-mine", mine.is_some())
        .child(el("span", "task-place").text(word))
        .child(
            el("span", "task-id")
                // Of others' runs no more is shown than tells them apart.
                .attr("title", mine.map(str::to_owned))
                .text(short_id(&id)),
        )
        .children(mine.map(|id| own(told, id)))
}

/// What is said of a task of ours: its workflow, that it is ours, and Cancel.
fn own(told: Told, id: &str) -> El {
    let board = told.board;
    let label = say::TASK_CANCEL.with(&[&short_id(id)]);
    let workflow = board.workflow(id);
    let id = id.to_owned();
    let cancel = move || {
        let (runs, id) = (board.runs, id.clone());
        CANCEL.call(move |cancel| cancel(runs, &id));
    };
    el("span", "task-own")
        .child(el("span", "task-name").attr("dir", "auto").text(workflow))
        .child(el("span", "task-mine").text(say::TASK_MINE))
        .child(
            button("icon-button task-cancel", cancel)
                .attr("aria-label", label.clone())
                .attr("title", label)
                .child(icon(Shape::Cross)),
        )
}
