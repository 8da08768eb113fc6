//! The runs of each workflow: their states, how long they took, over time, and its slowest nodes.

use super::bars;
use super::figures::STATES;
use super::state::Monitor;
use super::timeline::svg;
use crate::language::{Message, integer, measured};
use crate::messages as say;
use crate::workflows::Workflows;
use api::{Durations, SlowNode, WorkflowMonitoring, WorkflowStep};
use ui::{El, el, expect_context, memo};

/// The id of the heading.
const HEADING: &str = "monitoring-workflows";

/// The shortest duration that is shown as it is, in seconds.
const SHORTEST: f64 = 0.1;

/// The list of the workflows, those with the most runs first.
pub(super) fn workflows(monitor: Monitor) -> El {
    let all = memo(move || {
        let found = monitor.found.get();
        found.map(|found| found.workflows).unwrap_or_default()
    });
    let none = move || {
        let is_none = all.with(Vec::is_empty);
        is_none.then(|| say::MONITORING_NONE.now().to_owned())
    };
    let entries = move || {
        let list = el("ul", "monitoring-workflows").attr("aria-labelledby", HEADING);
        all.with(|all| (!all.is_empty()).then(|| list.children(all.iter().map(entry))))
    };
    el("section", "monitoring-part")
        .child(
            el("h3", "")
                .attr("id", HEADING)
                .text(say::MONITORING_WORKFLOWS),
        )
        .child(el("p", "hint").text(none))
        .live(entries)
}

/// The name of a workflow, or its id if it is no longer listed.
pub(super) fn name(id: &str) -> String {
    let workflows: Workflows = expect_context();
    let listed = workflows
        .listing
        .entries()
        .into_iter()
        .find(|entry| entry.id == id);
    listed.map_or_else(|| id.to_owned(), |entry| entry.name.clone())
}

fn entry(workflow: &WorkflowMonitoring) -> El {
    let counts = STATES.into_iter().filter_map(|(state, label, count)| {
        let count = count(&workflow.states) as usize;
        let text = [&integer(count), " ", &label.now().to_lowercase()].concat();
        (count > 0).then(|| el("span", "count").attr("data-state", state).text(text))
    });
    let head = el("div", "monitoring-workflow-head")
        .child(
            el("h4", "")
                .attr("dir", "auto")
                .text(name(&workflow.workflow_id)),
        )
        .child(el("p", "counts").children(counts));
    let times = el("dl", "monitoring-times")
        .children(time(say::MONITORING_WAITED, workflow.waited))
        .children(time(say::MONITORING_EXECUTED, workflow.executed));
    let about = el("div", "")
        .child(times)
        .children(nodes(&workflow.slowest_nodes));
    el("li", "monitoring-workflow").child(head).child(
        el("div", "monitoring-workflow-body")
            .child(about)
            .children(chart(&workflow.steps)),
    )
}

fn time(label: Message, durations: Durations) -> Option<El> {
    let (median, p95) = (durations.median?, durations.p95?);
    let text = say::MONITORING_DURATION.with(&[&seconds(median), &seconds(p95)]);
    let time = el("div", "").child(el("dt", "").text(label));
    Some(time.child(el("dd", "").text(text)))
}

fn seconds(seconds: f64) -> String {
    match seconds < SHORTEST {
        true => ["< ", &measured(SHORTEST * 1000.0)].concat(),
        false => measured(seconds * 1000.0),
    }
}

/// The nodes that take longest.
fn nodes(slowest: &[SlowNode]) -> Option<El> {
    let longest = slowest.first()?.seconds;
    if longest < SHORTEST {
        return None;
    }
    let node = |node: &SlowNode| {
        let title = node.title.as_ref().unwrap_or(&node.node).clone();
        let percent = (node.seconds / longest * 100.0).round() as u32;
        el("li", "slow-node")
            .child(
                el("span", "slow-node-title")
                    .attr("dir", "auto")
                    .text(title),
            )
            .child(bar(percent))
            .child(el("span", "slow-node-time").text(seconds(node.seconds)))
    };
    let shown = slowest.iter().filter(|node| node.seconds >= SHORTEST);
    Some(
        el("div", "slow-nodes")
            .child(el("p", "slow-nodes-title").text(say::MONITORING_SLOWEST))
            .child(el("ol", "").children(shown.map(node))),
    )
}

/// A horizontal bar of a part of the width.
fn bar(percent: u32) -> El {
    let percent = percent.to_string();
    el("svg", "slow-node-bar")
        .attr("viewBox", "0 0 100 1")
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(el("path", "").attr("d", ["M0 0h", &percent, "v1H0z"].concat()))
}

/// How long completed runs took, over time: being executed, and above it waiting.
fn chart(steps: &[WorkflowStep]) -> Option<El> {
    let values = |value: fn(&WorkflowStep) -> Option<f64>| -> Vec<f64> {
        steps
            .iter()
            .map(|step| value(step).unwrap_or_default())
            .collect()
    };
    let (waited, executed) = (values(|step| step.waited), values(|step| step.executed));
    let sums = waited.iter().zip(&executed).map(|(one, other)| one + other);
    let max = sums.fold(0.0, f64::max);
    if max <= 0.0 {
        return None;
    }
    let path = |part: &str, d: String| {
        el("path", "")
            .attr("data-part", part.to_owned())
            .attr("d", d)
    };
    let label = say::MONITORING_UP_TO.with(&[&seconds(max)]);
    let svg = svg(steps.len(), "duration-chart")
        .attr("aria-label", label.clone())
        .child(path("executed", bars::path(&executed, &[], max)))
        .child(path("waited", bars::path(&waited, &executed, max)));
    let legend = el("p", "chart-legend")
        .child(
            el("span", "count")
                .attr("data-part", "waited")
                .text(say::MONITORING_WAITED),
        )
        .child(
            el("span", "count")
                .attr("data-part", "executed")
                .text(say::MONITORING_EXECUTED),
        );
    Some(
        el("div", "chart")
            .child(el("p", "chart-max").text(label))
            .child(svg)
            .child(legend),
    )
}
