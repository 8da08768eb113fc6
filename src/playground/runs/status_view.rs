//! How a run stands, in signs and words.

use super::record::RunRow;
use super::run_state::RunState;
use crate::playground::icon::{Shape, live_icon};
use crate::playground::language::{Message, bytes, integer, ordinal, point, span};
use crate::playground::messages as say;
use crate::playground::text::{host, short_id};
use crate::playground::ui::{El, el};

/// The most of a reason that a row has, in characters: it is read whole, unless it is no sentence. All
/// of it is in the result.
const WHY: usize = 400;

/// A state: its sign and its word.
pub(crate) fn sign(
    state: impl Fn() -> RunState + Clone + 'static,
    word: impl Fn() -> Message + 'static,
) -> El {
    let shape_of = state.clone();
    el("span", "state")
        .attr("data-tone", move || tone(state()))
        .child(live_icon(move || shape(shape_of())))
        .child(el("span", "state-word").text(word))
}

/// The sign and the word of a run's state.
pub(crate) fn sign_of(row: RunRow) -> El {
    sign(move || row.state(), move || row.state().message())
}

/// When a run began.
pub(super) fn time(created: f64) -> El {
    el("time", "run-at").text(point(created))
}

/// Where a run stands beyond its state: its upload, its place in line, why nobody knows.
pub(crate) fn standing(row: RunRow) -> Option<String> {
    row.live
        .with(|live| match (row.state(), &live.upload, &live.place) {
            (RunState::Uploading, Some(upload), _) => {
                let percent = integer(upload.percent());
                let (sent, total) = (bytes(upload.sent), bytes(upload.total));
                let mut told = say::RUN_UPLOAD_PROGRESS.with(&[&percent, &sent, &total]);
                if upload.speed > 0.0 {
                    told.push_str(&say::RUN_UPLOAD_SPEED.with(&[&bytes(upload.speed)]));
                }
                Some(told)
            }
            (RunState::Pending, _, Some(place)) if place.line > 0 => {
                let line = ordinal(place.line);
                let told = say::RUN_QUEUE_POSITION.with(&[&line, host(&place.instance)]);
                let wait = place
                    .starts_in
                    .map(|ms| say::RUN_STARTS_IN.with(&[&span(ms)]));
                Some(told + &wait.unwrap_or_default())
            }
            (RunState::Running, _, place) => {
                let mut told = step(row).unwrap_or_default();
                if let Some(place) = place {
                    if !told.is_empty() {
                        told.push_str(" · ");
                    }
                    told.push_str(&say::RUN_ON_INSTANCE.with(&[host(&place.instance)]));
                }
                (!told.is_empty()).then_some(told)
            }
            _ => None,
        })
        .or_else(|| {
            row.record.with(|record| match record.state {
                RunState::Unknown => Some(say::RUN_UNKNOWN_SINCE.with(&[&point(record.changed)])),
                RunState::Failed => {
                    let line = record.message.as_deref()?.lines().next()?;
                    Some(line.chars().take(WHY).collect())
                }
                _ => None,
            })
        })
}

/// How far the engine is with a run that runs, in its own steps.
pub(crate) fn step(row: RunRow) -> Option<String> {
    let (value, max) = steps(row)?;
    Some(say::RUN_STEP.with(&[&integer(value), &integer(max)]))
}

fn steps(row: RunRow) -> Option<(usize, usize)> {
    let told = row.progress.with(|told| {
        let told = told.as_ref()?;
        Some((told.value as usize, told.max as usize))
    });
    told.filter(|_| row.state() == RunState::Running)
}

/// How far the run's form, or the engine with the run, has come.
pub(crate) fn bar(row: RunRow) -> El {
    let far = move || {
        let upload = row.live.with(|live| live.upload.clone());
        upload
            .map(|upload| (upload.percent(), 100))
            .or_else(|| steps(row))
    };
    let label = move || match row.state() {
        RunState::Uploading => say::RESULT_UPLOADING.now(),
        _ => say::RESULT_PROGRESS.now(),
    };
    el("progress", "run-bar")
        .attr("aria-label", label)
        .attr("max", move || far().map(|(_, max)| max))
        .attr("value", move || far().map(|(value, _)| value))
        .attr("hidden", move || far().is_none())
}

/// What people know a run by: its workflow and when it began.
pub(crate) fn name(row: RunRow) -> String {
    row.record
        .with_untracked(|record| [&record.workflow, ", ", &point(record.created)].concat())
}

/// The first characters of a run's id.
pub(crate) fn id(row: RunRow) -> Option<String> {
    row.record
        .with(|record| record.run_id.as_deref().map(short_id))
}

fn shape(state: RunState) -> Shape {
    match state {
        RunState::Uploading => Shape::Up,
        RunState::Accepted | RunState::Pending => Shape::Ring,
        RunState::Running => Shape::Play,
        RunState::Completed => Shape::Check,
        RunState::Failed => Shape::Cross,
        RunState::Cancelled => Shape::Bar,
        RunState::Unknown => Shape::Question,
    }
}

/// A state as a tone.
pub(crate) fn tone(state: RunState) -> &'static str {
    match state {
        RunState::Completed => "good",
        RunState::Failed => "bad",
        RunState::Running | RunState::Uploading => "live",
        RunState::Unknown => "warn",
        _ => "off",
    }
}
