//! The input for the id of a workflow that the deployment does not list. In the deferred chunk.

use super::state::Workflows;
use crate::deferred::Deferred;
use crate::exposure::Opened;
use crate::form::FormState;
use crate::messages as say;
use ui::{El, el, expect_context, value};

pub(crate) static WORKFLOW_ID: Deferred<fn(FormState) -> El> = Deferred::new();

/// The input.
pub(super) fn workflow_id(form: FormState) -> El {
    let label = el("label", "")
        .attr("for", "workflow-id")
        .text(say::WORKFLOW_ID);
    let input = el("input", "input")
        .attr("id", "workflow-id")
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off")
        .attr("aria-describedby", "workflow-id-error workflow-id-help")
        .prop("value", move || form.id.get())
        .on("input", move |event| {
            form.id.set(value(&event));
            // They may be about the ID before. Those of fields are still at the fields.
            form.errors.hide();
        });
    let workflows: Workflows = expect_context();
    let opened = move || workflows.opened.get().filter(|opened| opened.form == form);
    let not_deployed = move || {
        // What Run will do with an opened workflow is said next to Run.
        let is_missing = form.id.with(|id| workflows.listing.is_missing(id));
        (is_missing && opened().is_none()).then(|| say::WORKFLOW_NOT_DEPLOYED.now())
    };
    let warning = el("p", "field-error")
        .attr("id", "workflow-id-error")
        .attr("role", "status")
        .text(not_deployed);
    let is_file = move || {
        let is_file = form.source.with_value(|source| source.file.is_some());
        let sends_values = opened().is_none() || !workflows.listing.is_loaded();
        (is_file && sends_values).then(|| [" ", say::WORKFLOW_ID_FILE.now()].concat())
    };
    let help = el("p", "help")
        .attr("id", "workflow-id-help")
        .text(say::WORKFLOW_ID_HELP)
        .text(is_file);
    // The panel that deploys an opened workflow has the ID.
    let is_elsewhere = move || opened().is_some_and(Opened::may_deploy);
    el("div", "field")
        .attr("hidden", is_elsewhere)
        .child(label)
        .child(input)
        .child(warning)
        .child(help)
}
