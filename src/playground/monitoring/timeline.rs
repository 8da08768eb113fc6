//! How many runs were accepted over time, by how they ended, and the axis of time that all charts share.

use super::bars::{self, HEIGHT};
use super::figures::STATES;
use super::state::Monitor;
use crate::language::{integer, point};
use crate::messages as say;
use crate::time::parse;
use api::{Monitoring, StateCounts};
use ui::{El, el};

/// The chart.
pub(super) fn timeline(monitor: Monitor) -> El {
    let chart = move || monitor.found.with(|found| found.as_ref().map(chart));
    el("section", "monitoring-part")
        .child(el("h3", "").text(say::MONITORING_OVER_TIME))
        .live(chart)
}

fn chart(found: &Monitoring) -> El {
    let counts = |count: fn(&StateCounts) -> u32| -> Vec<f64> {
        found
            .steps
            .iter()
            .map(|step| f64::from(count(step)))
            .collect()
    };
    let sums = |all: &[f64], values: &[f64]| -> Vec<f64> {
        all.iter()
            .zip(values)
            .map(|(sum, value)| sum + value)
            .collect()
    };
    let all = STATES
        .iter()
        .fold(vec![0.0; found.steps.len()], |all, (_, _, count)| {
            sums(&all, &counts(*count))
        });
    let max = all.iter().copied().fold(0.0, f64::max);
    let mut below = vec![0.0; found.steps.len()];
    let mut svg = svg(found.steps.len(), "timeline-chart");
    // Those that have ended first, so that the bottom of the bars stays.
    for (name, _, count) in STATES.into_iter().rev() {
        let values = counts(count);
        let path = el("path", "").attr("data-state", name);
        svg = svg.child(path.attr("d", bars::path(&values, &below, max)));
        below = sums(&below, &values);
    }
    let label = say::MONITORING_PER_STEP.with(&[&integer(max as usize)]);
    el("div", "chart")
        .child(el("p", "chart-max").text(label.clone()))
        .child(svg.attr("aria-label", label))
        .child(axis(found))
}

/// An empty chart of this many steps.
pub(super) fn svg(steps: usize, class: &str) -> El {
    let (width, height) = (steps.to_string(), (HEIGHT as usize).to_string());
    el("svg", class)
        .attr("viewBox", ["0 0 ", &width, " ", &height].concat())
        .attr("preserveAspectRatio", "none")
        .attr("role", "img")
}

/// From when to when a chart is.
fn axis(found: &Monitoring) -> El {
    let time = |text: &str| parse(text).map(point).unwrap_or_default();
    el("p", "chart-axis")
        .child(el("span", "").text(time(&found.from)))
        .child(el("span", "").text(time(&found.to)))
}
