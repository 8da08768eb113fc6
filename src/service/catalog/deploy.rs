//! Deploys a workflow that is sent through the API: its files are checked as a whole before anything changes.

use std::io;
use std::sync::{Arc, LazyLock};

use tokio::runtime::Handle;
use tokio::task::JoinError;

use super::CatalogError;
use super::deployed_workflow::DeployedWorkflow;
use super::shared_catalog::SharedCatalog;
use super::source::{KeptFiles, SentFiles, SourceFile};
use super::upload::{self, FileError, SentPaths};
use crate::form::Form;
use crate::uploads::{NewUploads, upload_name};
use api::ValidationItem;
use data_folder::disk_advice;
use schema::{self, Field, FieldKind, InputSchema};
use store::Author;

/// The parts of the form: the workflow, its exposure, its examples, and the files that these name, each under the
/// path by which they name it.
pub static PARTS: LazyLock<InputSchema> = LazyLock::new(|| {
    let part = |name: &str| Field::new(name, FieldKind::File { accept: None });
    InputSchema {
        fields: vec![
            Field {
                required: true,
                ..part(upload::WORKFLOW)
            },
            part(upload::EXPOSURE),
            part(upload::EXAMPLES),
            Field {
                multiple: true,
                help: Some(ABOUT_FILES.to_owned()),
                ..part("file")
            },
        ],
        outputs: Vec::new(),
    }
});

const ABOUT_FILES: &str =
    "The files that the exposure and the examples name, each under its path in them.";

/// Why a workflow was not deployed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeployError {
    /// Parts of the form are missing or wrong.
    #[error("the form is invalid")]
    Parts(Vec<ValidationItem>),
    /// A file cannot have the name under which it was sent.
    #[error("{why}")]
    FileName { part: String, why: String },
    /// The workflow or an example is invalid.
    #[error("the workflow is invalid")]
    Workflow(Vec<FileError>),
    #[error("storing a file of a workflow: {0}; {remedy}", remedy = disk_advice::remedy(.0))]
    Disk(#[from] io::Error),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Task(#[from] JoinError),
}

/// Deploys the workflow of a form as the newest version.
///
/// # Errors
/// When the form, the workflow or an example is invalid. Then nothing has changed.
pub(crate) async fn deploy(
    catalog: Arc<SharedCatalog>,
    id: String,
    form: Form,
    mut uploads: NewUploads,
    by: Author,
) -> Result<Arc<DeployedWorkflow>, DeployError> {
    check_parts(&form)?;
    let sent = sent_files(&id, form, &uploads)?;
    let turn = catalog.turn().await;
    // In a separate task, so that a client that disconnects leaves no uploads behind.
    let task = tokio::spawn(async move {
        uploads.commit().await?;
        let publishing = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let published = catalog.publish(&sent, &id, &by);
            published?.map_err(DeployError::Workflow)
        });
        let published = publishing.await;
        uploads.remove().await;
        published?
    });
    task.await?
}

fn check_parts(form: &Form) -> Result<(), DeployError> {
    let errors = schema::check(&PARTS, &form.values());
    let items = errors.iter().chain(&form.errors).cloned();
    let items: Vec<_> = items.map(ValidationItem::from).collect();
    match items.is_empty() {
        true => Ok(()),
        false => Err(DeployError::Parts(items)),
    }
}

/// The received files, by their paths in the folder of the workflow.
fn sent_files(id: &str, form: Form, uploads: &NewUploads) -> Result<SentFiles, DeployError> {
    let kept = KeptFiles::new(uploads.blobs().clone(), Handle::current());
    let (mut paths, mut sent) = (SentPaths::default(), SentFiles::default());
    for input in form.into_inputs() {
        let Some(file) = &input.file else { continue };
        let refused = |why| DeployError::FileName {
            part: input.path.clone(),
            why,
        };
        let path = upload::path_of(id, &input.path, &input.value).map_err(refused)?;
        paths.add(&path).map_err(refused)?;
        let name = upload_name(uploads.id(), &file.stored)?;
        sent.0.insert(path, SourceFile::Kept(kept.clone(), name));
    }
    Ok(sent)
}
