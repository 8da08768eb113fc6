//! The tasks of an instance in their order, with Cancel for the user's own. Of other tasks only the
//! beginning of the id is shown.

use super::board::Board;
use super::instance_handle::InstanceHandle;
use super::sizes::set_size;
use crate::icon::{Shape, icon, state_icon};
use crate::language::integer;
use crate::messages as say;
use crate::runs::CANCEL;
use crate::text::short_id;
use ui::{El, button, el, list};

/// Marks the entry of one of the user's own tasks; its id follows.
const OWN: &str = "\t";

/// The listed tasks; of a long list only the ones in view.
pub(super) fn task_list(handle: InstanceHandle) -> El {
    let board = handle.board;
    let tasks = el("ol", "tasks").attr("aria-label", say::TASKS);
    let node = tasks.node().clone();
    let tasks = tasks.effect(move || {
        track(handle);
        let above = board.read(|state| {
            let rows = state.rendered_tasks(handle.key);
            rows.start as f64 * state.viewport.sizes.task
        });
        set_size(&node, "padding-top", above);
    });
    let entries = move || {
        track(handle);
        let entries = board.read(|state| {
            let rows = state.rendered_tasks(handle.key);
            let instance = state.instance(handle.key)?;
            let ids: Vec<&str> = instance.snapshot.ids.split('\t').collect();
            let entry = |task: usize| {
                let is_own = instance.own_tasks.binary_search(&task).is_ok();
                let id = ids.get(task).copied().unwrap_or_default();
                [if is_own { OWN } else { "" }, id].concat()
            };
            let tasks = instance.listed_tasks(rows);
            Some(tasks.into_iter().map(entry).collect())
        });
        entries.unwrap_or_default()
    };
    list(tasks, entries, String::clone, move |entry: String| {
        task(handle, &entry)
    })
}

/// An expanded list changes with the viewport, a short one only with its instance.
fn track(handle: InstanceHandle) {
    if handle.number(|instance| f64::from(instance.expanded)) > 0.0 {
        handle.board.arranged.track();
        handle.board.scrolled.track();
    }
}

fn task(handle: InstanceHandle, entry: &str) -> El {
    let own_id = entry.strip_prefix(OWN);
    let id = own_id.unwrap_or(entry).to_owned();
    let position = {
        let id = id.clone();
        move || {
            handle.changes.track();
            let position = handle.board.read(|state| {
                let instance = state.instance(handle.key)?;
                let mut ids = instance.snapshot.ids.split('\t');
                let task = ids.position(|other| other == id)?;
                Some(instance.queue_position(task))
            });
            position.unwrap_or_default()
        }
    };
    let state = {
        let position = position.clone();
        move || {
            if position() == 0 {
                "running"
            } else {
                "pending"
            }
        }
    };
    let place = move || {
        let position = position();
        let place = el("span", "task-position");
        // The state is at the head of the instance; screen readers have the word.
        let word = || el("span", "visually-hidden").text(say::TASK_RUNNING);
        Some(match position {
            0 => place
                .child(state_icon(|| Shape::Progress, || None))
                .child(word()),
            position => place.text(integer(position)),
        })
    };
    el("li", "task")
        .attr("data-task", state)
        .attr("data-mine", own_id.is_some())
        .live(place)
        .child(
            el("span", "task-id")
                // The full id of another user's run is not shown.
                .attr("title", own_id.map(str::to_owned))
                .text(short_id(&id)),
        )
        .children(own_id.map(|id| own_task(handle.board, id)))
}

/// For one of the user's own tasks: its workflow, a mark, and Cancel.
pub(super) fn own_task(board: Board, id: &str) -> El {
    let label = say::TASK_CANCEL.with(&[&short_id(id)]);
    let workflow = board.workflow_name(id);
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
