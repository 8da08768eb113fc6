//! The page's region in which a person chooses a workflow and fills in its form.

use super::drop_outside_field::listen;
use super::view::form_view;
use crate::exposure::panel::PANEL;
use crate::messages as say;
use crate::workflows::{Workflows, workflow_picker};
use ui::{El, el, expect_context, untrack};

/// The workflow picker, and the form of the chosen workflow.
pub(crate) fn form_region() -> El {
    let workflows: Workflows = expect_context();
    el("section", "region form-region")
        .attr("id", "region-form")
        .attr("aria-label", say::FORM)
        .child(listen(workflows))
        .child(workflow_picker(workflows))
        .live(move || PANEL.get(|panel| panel(workflows))?)
        .live_with_late_end(move || {
            let form = workflows.form.get()?;
            Some(untrack(|| form_view(form)))
        })
}
