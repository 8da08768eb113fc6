//! Resolves what the fields for files were given: afterwards, all files of a form are among the uploads of its run.
//! Does not know how the form was sent.

use std::io;

use tokio::io::AsyncReadExt;

use super::Runs;
use crate::form::{FileReference, Form, FormValue, Upload};
use crate::outputs::{self, CopyError};
use crate::uploads::{NewUploads, upload_name};
use data_folder::disk_advice;
use run_core::{EngineFile, StoredFile};
use schema::sniff;

/// How much of a file is copied at once, in bytes.
const CHUNK: usize = 64 << 10;

/// Why the file of a field could not be resolved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReferenceError {
    /// A file of an earlier run is among its uploads until it ends; afterwards only engine instances have it.
    #[error(
        "repeating the run: the file “{file}” of the field “{field}” is no longer available from any engine instance; \
         send it in a new run"
    )]
    Gone { field: String, file: String },
    #[error("copying a file of the repeated run: {0}; {remedy}", remedy = disk_advice::remedy(.0))]
    Copy(#[from] io::Error),
}

/// Copies every file that a form refers to into the uploads of its run.
///
/// # Errors
/// The first file that is not available, with its field.
pub(super) async fn resolve(
    runs: &Runs,
    form: &mut Form,
    uploads: &mut NewUploads,
) -> Result<(), ReferenceError> {
    for entry in &mut form.entries {
        let FormValue::File(given) = &mut entry.value else {
            continue;
        };
        let upload = match &given.reference {
            FileReference::Upload(_) => continue,
            FileReference::OfRun { run_id, file } => of_run(runs, run_id, file, uploads).await?,
        };
        let upload = upload.ok_or_else(|| ReferenceError::Gone {
            field: entry.field.clone(),
            file: given.name.clone(),
        })?;
        given.reference = FileReference::Upload(upload);
    }
    Ok(())
}

/// The file of an earlier run; `None` if nobody has it any more.
async fn of_run(
    runs: &Runs,
    run_id: &str,
    file: &StoredFile,
    uploads: &mut NewUploads,
) -> io::Result<Option<Upload>> {
    let head = match copy_upload(runs, run_id, file, uploads).await? {
        Some(head) => Some(head),
        None => download_from_engine(runs, file, uploads).await?,
    };
    Ok(head.map(|head| Upload {
        content_type: file.content_type.clone(),
        size: file.size,
        sniffed: sniff(&head),
        stored: Some(file.clone()),
    }))
}

/// Copies a file from the uploads of an earlier run. Returns its first bytes; `None` if it is not there.
async fn copy_upload(
    runs: &Runs,
    run_id: &str,
    file: &StoredFile,
    uploads: &mut NewUploads,
) -> io::Result<Option<Vec<u8>>> {
    let name = upload_name(run_id, &file.stored)?;
    let mut reader = match runs.uploads.blobs.read(&name, 0..u64::MAX).await {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        reader => reader?,
    };
    let mut copy = uploads.receive(&file.stored).await?;
    let mut chunk = vec![0; CHUNK];
    loop {
        match reader.read(&mut chunk).await? {
            0 => return Ok(Some(copy.finish().await?.head)),
            length => copy.write(&chunk[..length]).await?,
        }
    }
}

/// Downloads a file from the first engine instance that has it. Returns its first bytes; `None` if none has it.
async fn download_from_engine(
    runs: &Runs,
    file: &StoredFile,
    uploads: &mut NewUploads,
) -> io::Result<Option<Vec<u8>>> {
    let engine_file = EngineFile {
        filename: file.sent_as.clone(),
        subfolder: String::new(),
        folder: "input".to_owned(),
    };
    let instances = runs.engines.pool.instances();
    for instance in instances
        .iter()
        .filter(|instance| instance.availability.is_online())
    {
        let (client, size) = (&instance.client, file.size);
        let blob = (uploads.group()?, &*file.stored);
        match outputs::download(client, &engine_file, blob, size, &runs.disk).await {
            Ok(file) if file.size == size => return Ok(Some(file.head)),
            Err(CopyError::Disk(why)) => return Err(why),
            Err(CopyError::NoRoom) => return Err(io::ErrorKind::StorageFull.into()),
            // Another instance may have it.
            Ok(_) | Err(_) => {}
        }
    }
    Ok(None)
}
