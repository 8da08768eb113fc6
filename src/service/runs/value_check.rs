//! Checks the values of a run before it starts. Does not know how they were sent.

use std::sync::Arc;

use super::Runs;
use super::submit_error::SubmitError;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::form::{Form, FormValue};
use api::ValidationItem;
use schema::{self, FieldError, FieldKind, FieldValue, InputSchema, unreadable_image};
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
    let values = form.values();
    let mut errors = schema::check(&deployed.schema, &values);
    if runs.engines.pool.is_embedded() {
        errors.extend(images_for_comfyui(&deployed.schema, &values));
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
    let item = |error: FieldError| match missing_model(deployed, form, &classes, &error.field) {
        Some(message) => ValidationItem::new("body", &error.field, message, MISSING_MODEL),
        None => ValidationItem::from(error),
    };
    Err(errors.into_iter().map(item).collect())
}

/// The image formats that embedded engines read, as far as their first bytes show them.
const EMBEDDED_IMAGES: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/bmp",
];

/// The errors of images that ComfyUI reads, but the embedded engines do not.
fn images_for_comfyui(schema: &InputSchema, values: &[(String, FieldValue)]) -> Vec<FieldError> {
    let error = |(name, value): &(String, FieldValue)| {
        let field = schema.taking(name)?;
        let FieldValue::File(file) = value else {
            return None;
        };
        let format = file.sniffed.filter(|kind| {
            let is_image = field.kind == FieldKind::Image && kind.starts_with("image/");
            is_image && !EMBEDDED_IMAGES.contains(kind) && unreadable_image(kind).is_none()
        })?;
        let msg = format!(
            "“{}” is {format}, which the embedded engines cannot read; save it as PNG or JPEG, or connect ComfyUI",
            file.name
        );
        Some(FieldError {
            field: name.clone(),
            msg,
            kind: "image_format".to_owned(),
        })
    };
    values.iter().filter_map(error).collect()
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
    let given = form.entries.iter().find_map(|entry| match &entry.value {
        FormValue::Text(text) if entry.field == field.name && !text.is_empty() => Some(text),
        _ => None,
    });
    let text = given.or(field.default.as_ref())?;
    let mut targets = input.targets.iter();
    targets.find_map(|target| {
        let model = workflow.model_in(target, text)?;
        workflow.missing_model(&model, classes)
    })
}
