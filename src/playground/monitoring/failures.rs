//! Why runs failed, the latest reasons first.

use super::state::Monitor;
use super::workflow::name;
use crate::language::point;
use crate::messages as say;
use crate::reveal::{self, reveal};
use crate::runs::{RunRow, Runs};
use crate::time::parse;
use api::FailureReason;
use ui::{El, button, el, expect_context, list, memo};

/// The id of the heading.
const HEADING: &str = "monitoring-failures";

/// The list; nothing if no run failed.
pub(super) fn failures(monitor: Monitor) -> El {
    let all = move || {
        let found = monitor.found.get();
        found.map(|found| found.failures).unwrap_or_default()
    };
    let is_any = memo(move || !all().is_empty());
    el("section", "monitoring-part").live(move || {
        is_any.get().then(|| {
            let entries = list(
                el("ul", "failures").attr("aria-labelledby", HEADING),
                all,
                // The last run is another one if the count has changed.
                |failure| [&*failure.run_id, &failure.workflow_id, &failure.reason].join(" "),
                move |failure| entry(monitor, failure),
            );
            el("div", "")
                .child(
                    el("h3", "")
                        .attr("id", HEADING)
                        .text(say::MONITORING_FAILURES),
                )
                .child(entries)
        })
    })
}

fn entry(monitor: Monitor, failure: FailureReason) -> El {
    let reason = match failure.reason.is_empty() {
        true => say::MONITORING_NO_REASON.now().to_owned(),
        false => failure.reason,
    };
    let last = failure.at.as_deref().and_then(parse).map(point);
    let about = [
        Some(name(&failure.workflow_id)),
        Some(say::MONITORING_TIMES.count(failure.count as usize)),
        last.map(|at| say::MONITORING_LAST.with(&[&at])),
        Some(failure.run_id.clone()),
    ];
    let about: Vec<String> = about.into_iter().flatten().collect();
    let id = ["failure-", &failure.run_id].concat();
    let entry = el("li", "failure").child(
        el("div", "")
            .child(el("p", "failure-reason").attr("dir", "auto").text(reason))
            .child(
                el("p", "hint")
                    .attr("id", id.clone())
                    .attr("dir", "auto")
                    .text(about.join(" · ")),
            ),
    );
    entry.children(shown(monitor, &failure.run_id, id))
}

/// Shows the last of the runs, if it was started in this browser.
fn shown(monitor: Monitor, run_id: &str, about: String) -> Option<El> {
    let runs: Runs = expect_context();
    let is_it = |row: &&RunRow| row.run_id().as_deref() == Some(run_id);
    let key = runs
        .rows
        .with_untracked(|rows| rows.iter().find(is_it).map(|row| row.key))?;
    let show = move || {
        monitor.is_open.set(false);
        runs.stage.select(key);
        reveal(reveal::RESULT);
    };
    let show = button("button small", show).attr("aria-describedby", about);
    Some(show.text(say::MONITORING_SHOW_RUN))
}
