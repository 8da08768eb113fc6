//! Why a run failed, in the middle of the stage: the reason, the field that caused it, and what to do.

use super::actions::reuse_inputs;
use crate::messages as say;
use crate::runs::{RunRow, RunState};
use crate::workflows::Workflows;
use ui::{El, button, el, expect_context};

/// The reason and the actions; `None` unless the run failed. Tracked.
pub(super) fn failure(row: RunRow) -> Option<El> {
    let message = row.record.with(|record| {
        let message = record.message.clone().unwrap_or_default();
        (record.state == RunState::Failed).then_some(message)
    })?;
    let (reason, more) = message.split_once('\n').unwrap_or((&message, ""));
    let reason = el("p", "failure-reason")
        .attr("dir", "auto")
        .text(reason.to_owned());
    let workflows: Workflows = expect_context();
    let workflow = row
        .record
        .with_untracked(|record| record.workflow_id.clone());
    let field = node_of(&message).and_then(|node| workflows.shown_field(&workflow, node));
    let link = field.map(|field| {
        button("link-button", move || field.focus())
            .attr("dir", "auto")
            .text(say::FAILURE_FIELD.with(&[&field.label()]))
    });
    let edit = button("button", move || reuse_inputs(row, false)).text(say::FAILURE_EDIT);
    let actions = el("div", "failure-actions").child(edit).children(link);
    Some(
        el("div", "failure")
            .child(reason)
            .child(actions)
            .children((!more.trim().is_empty()).then(|| details(more))),
    )
}

/// The lines after the first one, such as a traceback.
fn details(text: &str) -> El {
    let summary = el("summary", "").text(say::RESULT_DETAILS);
    let text = el("pre", "failure-details")
        .attr("dir", "auto")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", say::RESULT_MESSAGE)
        .text(text.to_owned());
    el("details", "failure-more").child(summary).child(text)
}

/// The id of the node that failed: the service writes it at the end, as `(LoadImage, node 3)`.
fn node_of(message: &str) -> Option<&str> {
    let (_, end) = message.trim_end().rsplit_once(", node ")?;
    end.strip_suffix(')')
}

#[cfg(test)]
mod tests {
    use super::node_of;

    #[test]
    fn the_node_is_read_from_the_end_of_the_message() {
        assert_eq!(node_of("no image (LoadImage, node 3)\n"), Some("3"));
        assert_eq!(node_of("a, node 1)\nb (KSampler, node 12:3)"), Some("12:3"));
        assert_eq!(node_of("cancelled, node 3 is gone"), None);
        assert_eq!(node_of(""), None);
    }
}
