//! The region in which a person chooses a workflow and fills in its form.

use crate::exposure::panel::PANEL;
use crate::field::field_view;
use crate::form::{FormViews, form_view};
use crate::messages as say;
use crate::workflows::{WORKFLOW_ID, Workflows, drop_overlay, workflow_picker};
use ui::{El, el, expect_context, untrack};

/// The views that the form takes from other regions.
const VIEWS: FormViews = FormViews {
    field: field_view,
    workflow_id: |form| WORKFLOW_ID.view(|view| view(form)),
};

/// The workflow picker, and the form of the chosen workflow.
pub(super) fn form_region() -> El {
    let workflows: Workflows = expect_context();
    el("section", "region form-region")
        .attr("id", "region-form")
        .attr("aria-label", say::FORM)
        .child(drop_overlay(workflows))
        .child(workflow_picker(workflows))
        .live(move || PANEL.get(|panel| panel(workflows.opened))?)
        .live_with_late_end(move || {
            let form = workflows.form.get()?;
            Some(untrack(|| form_view(form, VIEWS)))
        })
}
