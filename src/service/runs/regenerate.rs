//! Repeats a run with the same values and files. Its texts are in the run's record. Its files are
//! among the uploads until the run ends; afterwards only engine instances have them, under names
//! derived from their content.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::fs::{self, File};
use tokio::io::AsyncReadExt;

use super::Runs;
use super::submission::{self, Reporting, Started, Submission, Terms};
use super::submit_error::SubmitError;
use crate::catalog::{CatalogError, WorkflowId};
use crate::engines::EngineFile;
use crate::form::Form;
use crate::outputs::{self, CopyError};
use data_folder::disk_advice;
use schema::{FieldValue, FileInfo, SNIFFED, sniff};
use store::{RunRecord, StoredFile, StoredInput};

/// Why a run was not repeated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RepeatError {
    #[error("repeating the run {run_id}: its workflow “{workflow_id}” is no longer deployed")]
    WorkflowGone { run_id: String, workflow_id: String },
    #[error(
        "repeating the run: the file “{file}” of the field “{field}” is no longer available from any engine instance; \
         send it in a new run"
    )]
    FileGone { file: String, field: String },
    #[error("copying a file of the repeated run: {0}; {remedy}", remedy = disk_advice::remedy(.0))]
    Copy(#[from] io::Error),
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
        group_id: run.group_id.clone(),
        owner,
        priority: run.priority,
        idempotency_key: None,
        is_strict: false,
        reporting,
    };
    let submission = Submission::new(&runs, terms);
    let form = form(&runs, run, submission.folder()).await?;
    Ok(submission.start(runs, deployed, form).await?)
}

/// The form of a run, with its files copied to `folder`.
async fn form(runs: &Runs, run: RunRecord, folder: &Path) -> Result<Form, RepeatError> {
    let uploads = runs.uploads.join(&run.id);
    let mut form = Form::default();
    for input in &run.inputs {
        let value = match &input.file {
            None => FieldValue::Text(input.value.clone()),
            Some(file) => {
                let path = folder.join(&file.stored);
                private_files::create_folder(folder)?;
                if !copy_upload(&uploads.join(&file.stored), &path).await?
                    && !download_from_engine(runs, file, &path).await?
                {
                    return Err(RepeatError::FileGone {
                        file: input.value.clone(),
                        field: input.path.clone(),
                    });
                }
                FieldValue::File(file_info(input, file, &path).await?)
            }
        };
        form.values.push((input.path.clone(), value));
    }
    form.inputs = run.inputs;
    Ok(form)
}

/// Copies a file from the uploads. Returns false if it is not there.
async fn copy_upload(upload: &Path, path: &Path) -> io::Result<bool> {
    match fs::copy(upload, path).await {
        Ok(_) => Ok(true),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(why) => Err(why),
    }
}

/// Downloads a file from the first engine instance that has it. Returns false if none does.
async fn download_from_engine(runs: &Runs, file: &StoredFile, path: &Path) -> io::Result<bool> {
    let engine_file = EngineFile {
        filename: file.sent_as.clone(),
        subfolder: String::new(),
        folder: "input".to_owned(),
    };
    let instances = runs.engines.pool.instances();
    for instance in instances.iter().filter(|instance| instance.is_online()) {
        let (client, size) = (&instance.client, file.size);
        match outputs::download(client, &engine_file, path, size, &runs.disk).await {
            Ok(size) if size == file.size => return Ok(true),
            Err(CopyError::Disk(why)) => return Err(why),
            Err(CopyError::NoRoom) => return Err(io::ErrorKind::StorageFull.into()),
            // Another instance may have it.
            Ok(_) | Err(_) => {}
        }
    }
    Ok(false)
}

async fn file_info(input: &StoredInput, file: &StoredFile, path: &Path) -> io::Result<FileInfo> {
    let mut head = Vec::new();
    let content = File::open(path).await?;
    let mut content = content.take(SNIFFED as u64);
    content.read_to_end(&mut head).await?;
    Ok(FileInfo {
        name: input.value.clone(),
        content_type: file.content_type.clone(),
        size: file.size,
        sniffed: sniff(&head),
    })
}
