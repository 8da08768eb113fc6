//! Deploys a workflow that is sent through the API: its files are checked as a whole before anything changes.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use axum::extract::Request;

use super::api_error::ApiError;
use super::app_state::AppState;
use super::catalog::{self, DeployedWorkflow, FileError, SentPaths};
use super::disk_advice;
use super::form::{self, Form};
use super::uploads::UploadFolder;
use api::ValidationItem;
use http_server::private_files;
use schema::{self, Field, FieldKind, InputSchema};

/// The parts of the form: the workflow, its exposure, its examples, and the files that these name, each under the
/// path by which they name it.
static PARTS: LazyLock<InputSchema> = LazyLock::new(|| {
    let part = |name: &str| Field::new(name, FieldKind::File { accept: None });
    InputSchema {
        fields: vec![
            Field {
                required: true,
                ..part(catalog::WORKFLOW)
            },
            part(catalog::EXPOSURE),
            part(catalog::EXAMPLES),
            Field {
                multiple: true,
                ..part("file")
            },
        ],
        outputs: Vec::new(),
    }
});

/// Deploys the workflow of a request as the newest version.
///
/// # Errors
/// When the id, the form, the workflow or an example is invalid. Then nothing has changed.
pub(crate) async fn deploy(
    app: Arc<AppState>,
    id: String,
    request: Request,
) -> Result<Arc<DeployedWorkflow>, ApiError> {
    if let Some(why) = catalog::id_problem(&id) {
        super::request_body::drain(request);
        let msg = format!("a workflow cannot have the ID “{id}”: {why}");
        return Err(ApiError::invalid("path", "workflow_id", msg, "workflow_id"));
    }
    let name = uuid::Uuid::new_v4().to_string();
    let upload = UploadFolder::new(&app.uploads, &name);
    let form = form::read(request, &PARTS, upload.path(), app.max_upload, None).await?;
    check_parts(&form)?;
    let turn = app.catalog.turn().await;
    let task = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let folder = upload.path().join("workflow");
        arrange(&id, &form, upload.path(), &folder)?;
        let published = app.catalog.publish(&folder, &id);
        published.map_err(ApiError::internal)?.map_err(invalid)
    });
    task.await.map_err(ApiError::internal)?
}

fn check_parts(form: &Form) -> Result<(), ApiError> {
    let errors = schema::check(&PARTS, &form.values);
    let items = errors.iter().chain(&form.errors).cloned();
    let items: Vec<_> = items.map(ValidationItem::from).collect();
    match items.is_empty() {
        true => Ok(()),
        false => Err(ApiError::Invalid(items)),
    }
}

/// Moves the received files to where the workflow's folder has them.
fn arrange(id: &str, form: &Form, received: &Path, folder: &Path) -> Result<(), ApiError> {
    let mut paths = SentPaths::default();
    for input in &form.inputs {
        let Some(file) = &input.file else { continue };
        let refused = |msg| ApiError::invalid("body", &input.path, msg, "file_name");
        let path = catalog::path_of(id, &input.path, &input.value).map_err(refused)?;
        paths.add(&path).map_err(refused)?;
        move_to(&received.join(&file.stored), &folder.join(path)).map_err(|why| {
            let remedy = disk_advice::remedy(&why);
            ApiError::internal(format!("storing a file of a workflow: {why}; {remedy}"))
        })?;
    }
    Ok(())
}

fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        private_files::create_folder(parent)?;
    }
    fs::rename(from, to)
}

fn invalid(errors: Vec<FileError>) -> ApiError {
    let items = errors
        .into_iter()
        .map(|error| ValidationItem::new("body", error.part, error.msg, "workflow"));
    ApiError::Invalid(items.collect())
}
