//! The line that says what Run will do with an opened workflow. In the deferred chunk.

use super::state::FormState;
use crate::deferred::Deferred;
use crate::workflows::Workflows;
use ui::{El, el, expect_context};

pub(super) static RUN_HINT: Deferred<fn(FormState) -> El> = Deferred::new();

/// The line.
pub(super) fn run_hint(form: FormState) -> El {
    let workflows: Workflows = expect_context();
    let hint = move || {
        // After a press of Run, the error says it.
        let has_errors = form.errors.with(Option::is_some);
        let opened = workflows.opened.get().filter(|_| !has_errors)?;
        (opened.form == form).then(|| opened.run_hint(workflows))?
    };
    el("p", "hint run-hint")
        .attr("id", "run-hint")
        .attr("role", "status")
        .attr("dir", "auto")
        .text(hint)
}
