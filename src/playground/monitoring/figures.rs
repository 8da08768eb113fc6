//! How many runs are in each state.

use super::state::Monitor;
use crate::language::{Message, integer};
use crate::messages as say;
use crate::time::{Clock, parse};
use api::{Monitoring, StateCounts};
use ui::{El, el, expect_context};

/// A state: its name for styles, its name for people, and how many runs are in it.
type State = (&'static str, Message, fn(&StateCounts) -> u32);

/// The states, in the order in which a run has them.
pub(super) const STATES: [State; 5] = [
    ("pending", say::MONITORING_PENDING, |states| states.pending),
    ("running", say::MONITORING_RUNNING, |states| states.running),
    ("completed", say::RUN_FILTER_COMPLETED, |states| {
        states.completed
    }),
    ("failed", say::RUN_FILTER_FAILED, |states| states.failed),
    ("cancelled", say::RUN_FILTER_CANCELLED, |states| {
        states.cancelled
    }),
];

/// The figures.
pub(super) fn figures(monitor: Monitor) -> El {
    let clock: Clock = expect_context();
    let figure = |(name, label, count): State| {
        let count = move || {
            let states = monitor
                .found
                .with(|found| found.as_ref().map(|found| found.states));
            states.map(|states| integer(count(&states) as usize))
        };
        el("div", "figure")
            .attr("data-state", name)
            .child(el("dt", "").text(label))
            .child(el("dd", "").text(count))
    };
    let notes = move || {
        let found = monitor.found.get()?;
        let notes = notes(&found, clock).join(" ");
        (!notes.is_empty()).then_some(notes)
    };
    el("div", "")
        .child(el("dl", "figures").children(STATES.map(figure)))
        .child(el("p", "hint").text(notes))
}

/// What the figures do not say by themselves.
fn notes(found: &Monitoring, clock: Clock) -> Vec<String> {
    let waits = found.waiting_since.as_deref().and_then(parse);
    let waits = waits.map(|since| say::MONITORING_LONGEST_WAIT.with(&[&clock.since(since)]));
    let partial = (!found.is_complete).then(|| say::MONITORING_PARTIAL.now().to_owned());
    waits.into_iter().chain(partial).collect()
}
