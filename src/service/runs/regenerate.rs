//! Repeats a run with the same values and files, which are in the run's record.

use std::sync::Arc;

use super::Runs;
use super::submission::{self, Reporting, Started, Submission, Terms};
use super::submit_error::SubmitError;
use crate::catalog::{CatalogError, WorkflowId};
use crate::form::{FileReference, Form, FormFile, FormValue};
use run_core::StoredInput;
use store::RunRecord;

/// Why a run was not repeated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RepeatError {
    #[error("repeating the run {run_id}: its workflow “{workflow_id}” is no longer deployed")]
    WorkflowGone { run_id: String, workflow_id: String },
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Submit(#[from] SubmitError),
}

/// Starts a new run of the workflow as it is deployed now, in the same group and for this owner.
///
/// # Errors
/// When the workflow or a file no longer exists, and for every reason a submission can fail.
pub(crate) async fn regenerate(
    runs: Arc<Runs>,
    run: RunRecord,
    owner: String,
    reporting: Reporting,
) -> Result<Started, RepeatError> {
    let found = submission::runnable(&runs, &WorkflowId::of(&run.workflow_id)).await;
    let deployed = found?.map_err(|_| RepeatError::WorkflowGone {
        run_id: run.id.clone(),
        workflow_id: run.workflow_id.clone(),
    })?;
    let terms = Terms {
        group_id: run.group_id,
        owner,
        priority: run.priority,
        idempotency_key: None,
        is_strict: false,
        reporting,
    };
    let submission = Submission::new(&runs, terms);
    let form = form(&run.id, run.inputs);
    Ok(submission.start(runs, deployed, form).await?)
}

/// The form that a run was submitted with.
fn form(run_id: &str, inputs: Vec<StoredInput>) -> Form {
    let mut form = Form::default();
    for StoredInput {
        path, value, file, ..
    } in inputs
    {
        let value = match file {
            None => FormValue::Text(value),
            Some(file) => FormValue::File(FormFile {
                name: value,
                reference: FileReference::OfRun {
                    run_id: run_id.to_owned(),
                    file,
                },
            }),
        };
        form.push(path, value);
    }
    form
}
