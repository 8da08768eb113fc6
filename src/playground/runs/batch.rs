//! The head of a group of runs: how far they are together, and one cancel for all.

use leptos::prelude::*;

use super::detail_polling;
use super::outputs::{archive_outputs, output_count};
use super::record::RunRow;
use super::row_view::step_aside;
use super::run_state::RunState;
use super::status_view::{sign, time};
use super::store::Runs;
use crate::playground::archive::Archive;
use crate::playground::icon::{Shape, icon};
use crate::playground::language::{Message, integer};
use crate::playground::messages as say;
use crate::playground::ui::{El, button, el};

/// The head of the group of this id.
pub(super) fn head(id: String) -> El {
    let runs: Runs = expect_context();
    let members = {
        let id = id.clone();
        move || runs.members(&id)
    };
    let states = {
        let members = members.clone();
        move || states(&members())
    };
    let first = untrack(&members).first().copied();
    let record = first.map(|row| row.record.get_untracked());
    let record = record.unwrap_or_default();
    let group = record.group.unwrap_or_default();
    let count = group.count;
    let is_open = {
        let id = id.clone();
        move || runs.look.with(|look| look.open.contains(&id))
    };
    let toggle = {
        let id = id.clone();
        move || runs.look.update(|look| look.toggle(&id))
    };
    let told = {
        let states = states.clone();
        move || progress(&states(), count)
    };
    let archive = Archive::new();
    let show = button("run-show", toggle)
        .attr("aria-current", {
            let (members, is_open) = (members.clone(), is_open.clone());
            let shown = move |row: &RunRow| Some(row.key) == runs.choice.get();
            move || (!is_open() && members().iter().any(shown)).then_some("true")
        })
        .attr("aria-expanded", move || is_open().to_string())
        .child({
            let (states, words) = (states.clone(), states.clone());
            sign(move || together(&states()), move || word(&words()))
        })
        .child(
            el("span", "run-name")
                .attr("dir", "auto")
                .text(record.workflow),
        )
        .child(
            el("span", "run-tell")
                .attr("dir", "auto")
                .attr("title", group.name.clone())
                .text(group.name),
        )
        .child(el("span", "run-place").text(move || {
            let said = archive.status.get();
            if said.is_empty() { told() } else { said }
        }))
        .child(time(record.created))
        .child(bar(states.clone(), count));
    el("li", "run group")
        .attr("data-group", id)
        .child(show)
        .child(doing(members, archive))
}

/// How far a group's runs are, in words.
pub(super) fn progress(states: &[RunState], count: usize) -> String {
    let count = integer(count.max(states.len()));
    let done = integer(number_of(states, RunState::Completed));
    let mut told = say::BATCH_PROGRESS.with(&[&done, &count]);
    for (state, message) in [
        (RunState::Failed, say::BATCH_FAILED),
        (RunState::Cancelled, say::BATCH_CANCELLED),
        (RunState::Unknown, say::BATCH_UNKNOWN),
    ] {
        let number = number_of(states, state);
        if number > 0 {
            told.push_str(", ");
            told.push_str(&message.with(&[&integer(number)]));
        }
    }
    told
}

/// The state of a group: what its liveliest run does, else the worst that came of one.
fn together(states: &[RunState]) -> RunState {
    const ORDER: [RunState; 8] = [
        RunState::Running,
        RunState::Uploading,
        RunState::Pending,
        RunState::Accepted,
        RunState::Failed,
        RunState::Unknown,
        RunState::Cancelled,
        RunState::Completed,
    ];
    let first = ORDER.into_iter().find(|state| states.contains(state));
    first.unwrap_or_default()
}

/// The same in one word. Where some are done and the rest was stopped, neither is true of all.
fn word(states: &[RunState]) -> Message {
    match together(states) {
        RunState::Cancelled if states.contains(&RunState::Completed) => say::RUN_ENDED,
        state => state.message(),
    }
}

fn states(rows: &[RunRow]) -> Vec<RunState> {
    rows.iter().map(RunRow::state).collect()
}

fn number_of(states: &[RunState], state: RunState) -> usize {
    states.iter().filter(|other| **other == state).count()
}

/// The same as a bar, for the eye.
fn bar(states: impl Fn() -> Vec<RunState> + 'static, count: usize) -> El {
    let done = move || number_of(&states(), RunState::Completed).to_string();
    el("progress", "run-bar")
        .attr("aria-hidden", "true")
        .attr("max", count.max(1))
        .attr("value", done)
}

/// One cancel for all while some are under way, later what they gave and the way out of the list.
fn doing(members: impl Fn() -> Vec<RunRow> + Clone + 'static, archive: Archive) -> El {
    let runs: Runs = expect_context();
    el("span", "run-do").live(move || {
        let rows = members();
        if rows.iter().any(RunRow::is_active) {
            return Some(cancel_all(runs, members.clone()));
        }
        let any = rows.iter().any(|row| output_count(row) > 0);
        let download = any.then(|| download_all(rows.clone(), archive));
        let both = el("span", "run-both").children(download);
        Some(both.child(remove_all(runs, rows)))
    })
}

fn cancel_all(runs: Runs, members: impl Fn() -> Vec<RunRow> + 'static) -> El {
    let cancel = move || {
        let rows = untrack(&members);
        for row in rows.into_iter().filter(|row| untrack(|| row.is_active())) {
            detail_polling::cancel(runs, row);
        }
    };
    button("button small", cancel)
        .attr("disabled", move || !runs.connection.can_request())
        .text(say::BATCH_CANCEL)
}

/// All that they gave, in one archive.
fn download_all(rows: Vec<RunRow>, archive: Archive) -> El {
    button("run-remove", move || archive_outputs(archive, &rows))
        .attr("aria-label", say::DOWNLOAD_ALL)
        .attr("title", say::DOWNLOAD_ALL)
        .attr("disabled", move || archive.is_busy.get())
        .child(icon(Shape::Down))
}

/// Takes all of them out of the list, once the person is sure: nothing brings them back.
fn remove_all(runs: Runs, rows: Vec<RunRow>) -> El {
    let label = say::BATCH_REMOVE.count(rows.len());
    let remove = move || {
        let sure = window().confirm_with_message(&say::BATCH_REMOVE_CONFIRM.count(rows.len()));
        if sure.unwrap_or(true) {
            step_aside();
            rows.iter().for_each(|row| runs.remove(*row));
        }
    };
    button("run-remove", remove)
        .attr("aria-label", label.clone())
        .attr("title", label)
        .child(icon(Shape::Cross))
}

#[cfg(test)]
mod tests {
    use super::*;
    use RunState::{Cancelled, Completed, Failed, Pending, Running, Unknown};

    #[test]
    fn a_group_runs_while_one_of_it_does() {
        assert_eq!(together(&[Completed, Failed, Running, Pending]), Running);
    }

    #[test]
    fn a_group_that_ended_says_the_worst() {
        assert_eq!(together(&[Completed, Cancelled, Failed]), Failed);
    }

    #[test]
    fn a_group_of_which_a_part_was_stopped_is_neither_done_nor_cancelled() {
        let told = |states: &[RunState]| word(states).now();
        assert_eq!(told(&[Cancelled, Completed, Cancelled]), "ended");
        assert_eq!(told(&[Cancelled, Cancelled]), "cancelled");
        assert_eq!(told(&[Completed, Completed]), "completed");
    }

    #[test]
    fn runs_that_were_not_sent_yet_count_as_well() {
        assert_eq!(progress(&[Completed, Running], 12), "1 of 12 done");
    }

    #[test]
    fn what_did_not_complete_is_counted_apart() {
        let told = progress(&[Completed, Failed, Cancelled, Unknown], 4);
        assert_eq!(told, "1 of 4 done, 1 failed, 1 cancelled, 1 unknown");
    }
}
