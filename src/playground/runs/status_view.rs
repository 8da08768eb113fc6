//! The state of a run in icons, words and a progress bar.

use super::progress::progress_text;
use super::run_row::RunRow;
use super::run_state::{QueuePosition, RunState};
use super::title::run_title;
use super::upload::Upload;
use crate::icon::{Shape, state_icon};
use crate::language::{Message, bytes, full_point, integer, ordinal, point, span};
use crate::messages as say;
use crate::text::{host, short_id};
use crate::time::{Clock, iso};
use ui::{El, el, expect_context};

/// The maximum length of an error in the list, in characters; the result shows all of it.
const MAX_ERROR: usize = 400;

/// A state as an icon and a word. While it runs, the icon is a ring that is drawn as far as `percent` says.
pub(crate) fn state_badge(
    state: impl Fn() -> RunState + Clone + 'static,
    percent: impl Fn() -> Option<usize> + 'static,
    label: impl Fn() -> Message + 'static,
) -> El {
    let icon_state = state.clone();
    el("span", "state")
        .attr("data-tone", move || tone(state()))
        .child(state_icon(move || shape(icon_state()), percent))
        .child(el("span", "state-word").text(label))
}

/// The state of a run as an icon and a word.
pub(crate) fn run_state_badge(row: RunRow) -> El {
    state_badge(
        move || row.state(),
        move || percent(row),
        move || row.state().message(),
    )
}

/// When a run was sent.
pub(crate) fn created_at(created: f64) -> El {
    let clock: Clock = expect_context();
    let day = clock.day();
    el("time", "run-created")
        .attr("datetime", iso(created))
        .attr("title", full_point(created))
        .text(move || {
            day.track();
            point(created)
        })
}

/// Details of the state: the upload's progress, the queue position, the step or the error.
pub(crate) fn status_text(row: RunRow) -> Option<String> {
    let progress = row.live.with(
        |live| match (row.state(), &live.upload, &live.queue_position) {
            (RunState::Uploading, Some(upload), _) => Some(upload_text(upload)),
            (RunState::Uploading, None, _) if live.waits_for_deployment => {
                Some(say::RUN_WAITS_FOR_SERVICE.now().to_owned())
            }
            (RunState::Pending, _, Some(position)) if position.number > 0 => {
                Some(position_text(position, position.address.as_deref()))
            }
            (RunState::Running, _, position) => running_text(row, position.as_ref()),
            _ => None,
        },
    );
    progress.or_else(|| {
        row.record.with(|record| match record.state {
            RunState::Unknown => Some(say::RUN_UNKNOWN_SINCE.with(&[&point(record.changed)])),
            RunState::Failed | RunState::Waiting => {
                let line = record.message.as_deref()?.lines().next()?;
                Some(line.chars().take(MAX_ERROR).collect())
            }
            _ => None,
        })
    })
}

/// The same without the instance, for which a small picture has no room.
pub(crate) fn short_status(row: RunRow) -> Option<String> {
    match row.state() {
        RunState::Running => step_text(row),
        RunState::Pending => row.live.with(|live| {
            let position = live.queue_position.as_ref();
            let position = position.filter(|position| position.number > 0)?;
            Some(position_text(position, None))
        }),
        _ => status_text(row),
    }
}

/// How much of it is done while it is running, or its place in the queue while it waits. Tracked.
pub(super) fn short_figure(row: RunRow) -> Option<String> {
    match row.state() {
        RunState::Running => Some(say::RUN_PERCENT.with(&[&integer(percent(row)?)])),
        RunState::Pending => row.live.with(|live| {
            let number = live.queue_position.as_ref()?.number;
            match number {
                0 => None,
                1 => Some(say::RUN_NEXT.now().to_owned()),
                _ => Some(ordinal(number)),
            }
        }),
        _ => None,
    }
}

fn upload_text(upload: &Upload) -> String {
    let percent = integer(upload.percent());
    let (sent, total) = (bytes(upload.sent), bytes(upload.total));
    let mut text = say::RUN_UPLOAD_PROGRESS.with(&[&percent, &sent, &total]);
    if upload.speed > 0.0 {
        text.push_str(&say::RUN_UPLOAD_SPEED.with(&[&bytes(upload.speed)]));
    }
    text
}

fn position_text(position: &QueuePosition, address: Option<&str>) -> String {
    let number = ordinal(position.number);
    let text = match address {
        Some(address) => say::RUN_QUEUE_POSITION.with(&[&number, host(address)]),
        None => say::RUN_WAITING_POSITION.with(&[&number]),
    };
    // A run that is overdue waits for one that takes longer than expected: nobody knows how long.
    let wait = position.starts_in.filter(|ms| *ms >= 1000.0);
    let wait = wait.map(|ms| say::RUN_STARTS_IN.with(&[&span(ms)]));
    text + &wait.unwrap_or_default()
}

fn running_text(row: RunRow, position: Option<&QueuePosition>) -> Option<String> {
    let address = position.and_then(|position| position.address.as_deref());
    let instance = address.map(|address| say::RUN_ON_INSTANCE.with(&[host(address)]));
    let parts: Vec<String> = [step_text(row), instance, attempt_text(row)]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Which attempt it is, after the first.
pub(crate) fn attempt_text(row: RunRow) -> Option<String> {
    let attempts = row.live.with(|live| live.attempts);
    (attempts > 1).then(|| say::RUN_ATTEMPT.with(&[&integer(attempts as usize)]))
}

/// How far the run is, while it is running.
pub(crate) fn step_text(row: RunRow) -> Option<String> {
    let progress = row
        .progress
        .with(|progress| progress.as_ref().and_then(progress_text));
    progress.filter(|_| row.state() == RunState::Running)
}

/// How much of the run is done, while it is running and that is known.
pub(super) fn percent(row: RunRow) -> Option<usize> {
    let percent = row.progress.with(|progress| progress.as_ref()?.percent);
    percent
        .filter(|_| row.state() == RunState::Running)
        .map(|percent| percent as usize)
}

/// The progress of the upload or of the engine as a bar.
pub(crate) fn progress_bar(row: RunRow) -> El {
    let progress = move || {
        let upload = row.live.with(|live| live.upload.clone());
        upload
            .map(|upload| upload.percent())
            .or_else(|| percent(row))
    };
    let label = move || match row.state() {
        RunState::Uploading => say::RESULT_UPLOADING.now(),
        _ => say::RESULT_PROGRESS.now(),
    };
    el("progress", "run-progress")
        .attr("aria-label", label)
        .attr("max", "100")
        .attr("value", progress)
        .attr("hidden", move || progress().is_none())
}

/// The name of a run, and when it was sent.
pub(crate) fn run_label(row: RunRow) -> String {
    row.record
        .with_untracked(|record| [&run_title(record), ", ", &point(record.created)].concat())
}

/// The first characters of a run's id.
pub(crate) fn short_run_id(row: RunRow) -> Option<String> {
    row.record
        .with(|record| record.run_id.as_deref().map(short_id))
}

fn shape(state: RunState) -> Shape {
    match state {
        RunState::Uploading | RunState::NotSent => Shape::Up,
        RunState::Waiting | RunState::Accepted | RunState::Pending => Shape::Ring,
        RunState::Running => Shape::Progress,
        RunState::Completed => Shape::Check,
        RunState::Failed => Shape::Cross,
        RunState::Cancelled => Shape::Bar,
        RunState::Unknown => Shape::Question,
    }
}

/// The value of `data-tone` for a state.
pub(crate) fn tone(state: RunState) -> &'static str {
    match state {
        RunState::Completed => "good",
        RunState::Failed => "bad",
        RunState::Running | RunState::Uploading => "live",
        RunState::Unknown | RunState::NotSent => "warn",
        _ => "off",
    }
}
