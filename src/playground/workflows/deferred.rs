//! The functions of this region in the deferred chunk.

use super::state::Workflows;
use super::workflow_id::{WORKFLOW_ID, workflow_id};
use super::workflow_list::workflow_list;
use super::{open, open_error, picker, state};
use ui::spawn_local;

/// Provides them.
pub(crate) fn fill() {
    open::OPEN.fill(|workflows, file, fill_field| spawn_local(workflows.open(file, fill_field)));
    open_error::OPEN_ERROR.fill(open_error::open_error);
    picker::WORKFLOW_LIST.fill(workflow_list);
    WORKFLOW_ID.fill(workflow_id);
    state::PREFILL.fill(Workflows::prefill);
}
