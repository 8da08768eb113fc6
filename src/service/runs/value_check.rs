//! Checks the values of a run before it starts. Does not know how they were sent.

use std::sync::Arc;

use super::Runs;
use super::submit_error::SubmitError;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::form::Form;
use api::ValidationItem;
use schema::{self, FieldError, FieldValue};
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
        version: Some(deployed.version),
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
    let mut errors = schema::check(&deployed.schema, &form.values);
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
    let item = |error: FieldError| match missing_model(deployed, form, &classes, &error.field) {
        Some(message) => ValidationItem::new("body", &error.field, message, MISSING_MODEL),
        None => ValidationItem::from(error),
    };
    Err(errors.into_iter().map(item).collect())
}

/// Why engines with these classes cannot take the value of a field: it names a model that they lack.
fn missing_model(
    deployed: &DeployedWorkflow,
    form: &Form,
    classes: &NodeClasses,
    field: &str,
) -> Option<String> {
    let workflow = &deployed.workflow;
    let field = deployed.schema.field(field)?;
    let input = workflow
        .app_inputs
        .iter()
        .find(|input| input.key() == field.node)?;
    let given = form.values.iter().find_map(|(name, value)| match value {
        FieldValue::Text(text) if *name == field.name && !text.is_empty() => Some(text),
        _ => None,
    });
    let text = given.or(field.default.as_ref())?;
    let mut targets = input.targets.iter();
    targets.find_map(|target| {
        let model = workflow.model_in(target, text)?;
        workflow.missing_model(&model, classes)
    })
}
