//! Starts a run again with what it was given. Its texts are in its record; its files are among the
//! uploads until it has ended, and after that only with engine instances, which keep each under a
//! name made from its content.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::fs::{self, File};
use tokio::io::AsyncReadExt;

use super::answer::Refusal;
use super::form::Form;
use super::instance::FileRef;
use super::outputs::{self, CopyError};
use super::shared::Shared;
use super::store::{Run, StoredFile, StoredInput};
use super::submission::{self, Submission};
use crate::api::RunEntry;
use crate::schema::{FileInfo, Input, SNIFFED, sniff};

/// Starts a new run of the same workflow as it is deployed now, in the same group.
///
/// # Errors
/// When the workflow or a file is no longer there, and whatever a submission is refused for.
pub(crate) async fn regenerate(shared: Arc<Shared>, run: Run) -> Result<RunEntry, Refusal> {
    let found = shared.catalog.find(&run.workflow_id);
    let deployed = found.map_err(Refusal::internal)?.map_err(|_| {
        Refusal::Conflict(format!(
            "the workflow “{}” of the run {} is not deployed here any more",
            run.workflow_id, run.id
        ))
    })?;
    submission::ready(&deployed)?;
    let submission = Submission::new(&shared, run.group_id.clone());
    let form = form(&shared, run, submission.folder()).await?;
    submission.start(shared, deployed, form).await
}

/// What a run was given, its files copied to `folder`.
async fn form(shared: &Shared, run: Run, folder: &Path) -> Result<Form, Refusal> {
    let uploads = shared.uploads.join(&run.id);
    let mut form = Form::default();
    for input in &run.inputs {
        let value = match &input.file {
            None => Input::Text(input.value.clone()),
            Some(file) => {
                let path = folder.join(&file.stored);
                fs::create_dir_all(folder).await.map_err(disk)?;
                if !copied(&uploads.join(&file.stored), &path).await?
                    && !fetched(shared, file, &path).await?
                {
                    return Err(lost(input));
                }
                Input::File(described(input, file, &path).await?)
            }
        };
        form.values.push((input.path.clone(), value));
    }
    form.inputs = run.inputs;
    Ok(form)
}

/// Whether the file was still among the uploads.
async fn copied(upload: &Path, path: &Path) -> Result<bool, Refusal> {
    match fs::copy(upload, path).await {
        Ok(_) => Ok(true),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(why) => Err(disk(why)),
    }
}

/// Whether an engine instance still had the file.
async fn fetched(shared: &Shared, file: &StoredFile, path: &Path) -> Result<bool, Refusal> {
    let place = FileRef {
        filename: file.sent_as.clone(),
        subfolder: String::new(),
        folder: "input".to_owned(),
    };
    let instances = shared.pool.instances().iter();
    for instance in instances.filter(|instance| instance.load().is_some()) {
        match outputs::fetch(instance, &place, path).await {
            Ok(()) if fs::metadata(path).await.map_err(disk)?.len() == file.size => {
                return Ok(true);
            }
            Err(CopyError::Disk(why)) => return Err(disk(why)),
            // Another may have it.
            Ok(()) | Err(_) => {}
        }
    }
    Ok(false)
}

async fn described(
    input: &StoredInput,
    file: &StoredFile,
    path: &Path,
) -> Result<FileInfo, Refusal> {
    let mut head = Vec::new();
    let content = File::open(path).await.map_err(disk)?;
    let mut content = content.take(SNIFFED as u64);
    content.read_to_end(&mut head).await.map_err(disk)?;
    Ok(FileInfo {
        name: input.value.clone(),
        content_type: file.content_type.clone(),
        size: file.size,
        sniffed: sniff(&head),
    })
}

fn lost(input: &StoredInput) -> Refusal {
    Refusal::Conflict(format!(
        "the file “{}” of the field “{}” is kept no longer: no engine instance that answers has it; send it in a new submission",
        input.value, input.path
    ))
}

fn disk(why: io::Error) -> Refusal {
    Refusal::internal(format!(
        "copying a file for another run: {why}; make room in the data folder"
    ))
}
