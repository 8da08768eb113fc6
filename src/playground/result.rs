//! The result of the chosen run: what it gave, what it was given, and how long it took.

mod output;

use leptos::prelude::*;

use super::runs::{RunRow, RunState};
use super::time::{Clock, measured, of_day, parse, span};
use crate::api::RunDetail;
use output::OutputView;

/// One run, large.
#[component]
pub(crate) fn RunResult(row: RunRow) -> impl IntoView {
    let (workflow, inputs, base_url) = row.record.with_untracked(|record| {
        let inputs = record.inputs.clone();
        (record.workflow.clone(), inputs, record.base_url.clone())
    });
    let outputs = Memo::new(move |_| {
        let outputs = row
            .detail
            .with(|detail| detail.as_ref().map(|detail| detail.outputs.clone()));
        outputs
            .filter(|_| row.state() == RunState::Completed)
            .unwrap_or_default()
    });
    let shown = move || outputs.with(|outputs| !outputs.is_empty());
    view! {
        <article class="result" aria-label="Result">
            <h3 class="result-title" dir="auto">{workflow}</h3>
            <div class="stage" data-shown=move || shown().then_some("")>
                <Awaited row shown=Signal::derive(shown) />
                <For each=move || outputs.get() key=|output| output.filename.clone() let(output)>
                    <OutputView output base_url=base_url.clone() />
                </For>
            </div>
            <Facts row inputs />
        </article>
    }
}

/// What is to be said where there is nothing to show.
#[component]
fn Awaited(row: RunRow, shown: Signal<bool>) -> impl IntoView {
    let clock: Clock = expect_context();
    let message = move || row.record.with(|record| record.message.clone());
    let changed = move || row.record.with(|record| record.changed);
    let since = move || row.is_active().then(|| clock.since(changed()));
    let tone = move || match row.state() {
        RunState::Failed => "bad",
        RunState::Unknown => "warn",
        _ => "off",
    };
    view! {
        <div class="awaited" data-tone=tone hidden=move || shown.get() && message().is_none()>
            <p class="awaited-what" role="status">{move || said(row)}</p>
            <p class="awaited-since">{since}</p>
            <p class="awaited-why" dir="auto">{message}</p>
        </div>
    }
}

fn said(row: RunRow) -> String {
    let place = super::runs::place(row);
    let changed = row.record.with(|record| record.changed);
    match row.state() {
        RunState::Uploading => "Sending the form to the deployment".to_owned(),
        RunState::Accepted => "Accepted; its place in a queue is awaited".to_owned(),
        RunState::Pending => format!(
            "Waiting {}",
            place.unwrap_or_else(|| "in a queue".to_owned())
        ),
        RunState::Running => format!("Running {}", place.unwrap_or_default()),
        RunState::Completed if row.detail.with(Option::is_none) => {
            "Completed; its outputs are awaited".to_owned()
        }
        RunState::Completed => "Completed; it gave no outputs".to_owned(),
        RunState::Failed => "Failed".to_owned(),
        RunState::Cancelled => "Cancelled".to_owned(),
        RunState::Unknown => format!("Not known since {}", of_day(changed)),
    }
}

/// The inputs used and the times, as two columns of text.
#[component]
fn Facts(row: RunRow, inputs: Vec<(String, String)>) -> impl IntoView {
    let input = |(label, value)| {
        view! {
            <div class="fact">
                <dt dir="auto">{label}</dt>
                <dd dir="auto">{value}</dd>
            </div>
        }
    };
    let times = move || {
        let created = row.record.with(|record| record.created);
        row.detail.with(|detail| times(created, detail.as_ref()))
    };
    let run_id = move || row.record.with(|record| record.run_id.clone());
    view! {
        <dl class="facts">
            <div class="fact">
                <dt>"Run"</dt>
                <dd class="mono">{run_id}</dd>
            </div>
            <div class="fact">
                <dt>"Times"</dt>
                <dd>{times}</dd>
            </div>
            {inputs.into_iter().map(input).collect_view()}
        </dl>
    }
}

fn times(created: f64, detail: Option<&RunDetail>) -> String {
    let mut said = format!("sent {}", of_day(created));
    let point = |text: Option<&String>| text.and_then(|text| parse(text));
    let Some(detail) = detail else { return said };
    let (asked, started, ended) = (
        point(detail.created_at.as_ref()),
        point(detail.started_at.as_ref()),
        point(detail.completed_at.as_ref()),
    );
    if let (Some(asked), Some(started)) = (asked, started) {
        said += &format!(" · waited {}", measured(started - asked));
    }
    if let (Some(started), Some(ended)) = (started, ended) {
        said += &format!(
            " · ran {}",
            if ended - started < 10_000.0 {
                measured(ended - started)
            } else {
                span(ended - started)
            }
        );
    }
    said
}
