//! Checks the values of a run before it starts. Does not know how they were sent.

use std::sync::Arc;

use super::Runs;
use super::submit_error::SubmitError;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::form::{Form, FormValue};
use api::ValidationItem;
use run_core::{images_for_comfyui, missing_model};
use schema::{self, FieldError};
use workflow::MISSING_MODEL;
use workflow::classes::NodeClasses;

/// Checks the values, and returns the workflow whose fields they fit. Before a model is refused, the classes of the
/// engines are read again: it may be new.
pub(crate) async fn checked(
    runs: &Arc<Runs>,
    deployed: Arc<DeployedWorkflow>,
    form: &Form,
) -> Result<Arc<DeployedWorkflow>, SubmitError> {
    let Err(items) = check_values(runs, &deployed, form) else {
        return Ok(deployed);
    };
    if !items.iter().any(|item| item.kind == MISSING_MODEL) {
        return Err(SubmitError::Values(items));
    }
    runs.engines.refresh_classes().await;
    let id = WorkflowId {
        name: deployed.entry.id.clone(),
        version: Some(deployed.runnable.version),
    };
    let found = runs.catalog.find(&id).await?;
    let deployed = found.unwrap_or(deployed);
    let checked = check_values(runs, &deployed, form);
    checked.map(|()| deployed).map_err(SubmitError::Values)
}

fn check_values(
    runs: &Runs,
    deployed: &DeployedWorkflow,
    form: &Form,
) -> Result<(), Vec<ValidationItem>> {
    let values = form.values();
    let mut errors = schema::check(&deployed.runnable.schema, &values);
    if runs.engines.pool.is_embedded() {
        errors.extend(images_for_comfyui(&deployed.runnable.schema, &values));
    }
    // What was sent but cannot be read is not missing.
    let is_unread = |error: &FieldError| {
        let mut unread = form.errors.iter();
        error.kind == "missing" && unread.any(|unread| unread.field == error.field)
    };
    errors.retain(|error| !is_unread(error));
    for error in &form.errors {
        // One error per field: the first that was found.
        if !errors.iter().any(|known| known.field == error.field) {
            errors.push(error.clone());
        }
    }
    if errors.is_empty() {
        return Ok(());
    }
    let classes = runs.engines.pool.all_classes();
    let item = |error: FieldError| match missing(deployed, form, &classes, &error.field) {
        Some(message) => ValidationItem::new("body", &error.field, message, MISSING_MODEL),
        None => ValidationItem::from(error),
    };
    Err(errors.into_iter().map(item).collect())
}

/// Why engines with these classes cannot take the value of a field: it names a model that they lack.
fn missing(
    deployed: &DeployedWorkflow,
    form: &Form,
    classes: &NodeClasses,
    field: &str,
) -> Option<String> {
    let runnable = &deployed.runnable;
    let field = runnable.schema.field(field)?;
    let given = form.entries.iter().find_map(|entry| match &entry.value {
        FormValue::Text(text) if entry.field == field.name && !text.is_empty() => Some(text),
        _ => None,
    });
    missing_model(
        &runnable.workflow,
        field,
        given.map(String::as_str),
        classes,
    )
}
