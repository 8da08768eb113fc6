//! Copies outputs from an engine instance to a folder.
//! Source: ComfyUI's `GET /view`.

use std::collections::HashSet;
use std::io::SeekFrom;
use std::path::Path;

use tokio::io::{AsyncSeekExt, AsyncWriteExt};

use super::file_name::{safe_name, unused_name};
use super::listing::OutputSource;
use super::unfinished::Unfinished;
use crate::disk::Disk;
use crate::engines::{EngineClient, EngineError, EngineErrorKind, EngineFile, Instance};
use data_folder::disk_advice;

/// How often a download that has stopped is continued.
const MAX_RESUMED: u32 = 3;

/// After how many bytes the free space is looked at again.
const LOOKING: u64 = 8 << 20;

/// Why outputs could not be copied yet.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CopyError {
    #[error("downloading an output: {0}")]
    Engine(#[from] EngineError),
    #[error("writing an output: {0}; {remedy}", remedy = disk_advice::remedy(.0))]
    Disk(#[from] std::io::Error),
    #[error(
        "copying the outputs: the disk of the data folder has too little free space; free disk space there"
    )]
    NoRoom,
}

impl CopyError {
    /// Whether it is the engine's.
    pub(crate) fn is_engine_s(&self) -> bool {
        matches!(self, Self::Engine(_))
    }
}

/// Outputs in their folder.
#[derive(Debug, Default)]
pub(crate) struct Copied {
    pub(crate) names: Vec<String>,
    /// Their size together.
    pub(crate) bytes: u64,
}

/// Copies outputs to a folder, which then has all of them; until then they are in another one beside it. Returns why they
/// can never be copied, if so.
pub(crate) async fn copy(
    instance: &Instance,
    sources: &[OutputSource],
    folder: &Path,
    disk: &Disk,
) -> Result<Result<Copied, String>, CopyError> {
    let limit = instance.client.limits().outputs;
    if sources.len() > limit {
        return Ok(Err(format!(
            "copying the outputs: the run has {}, more than {limit}; save fewer files",
            sources.len()
        )));
    }
    ensure_room(disk).await?;
    let unfinished = Unfinished::of(folder);
    let copied = copy_all(instance, sources, unfinished.path(), disk).await?;
    if copied.is_ok() {
        unfinished.finish(folder).await?;
    }
    Ok(copied)
}

async fn ensure_room(disk: &Disk) -> Result<(), CopyError> {
    match disk.allows_work().await {
        true => Ok(()),
        false => Err(CopyError::NoRoom),
    }
}

async fn copy_all(
    instance: &Instance,
    sources: &[OutputSource],
    folder: &Path,
    disk: &Disk,
) -> Result<Result<Copied, String>, CopyError> {
    let mut copied = Copied::default();
    let mut used = HashSet::new();
    let limit = instance.client.limits().output_bytes;
    private_files::create_folder(folder)?;
    for source in sources {
        let name = unused_name(&safe_name(source.name()), &used);
        let path = folder.join(&name);
        let size = match source {
            OutputSource::Text { text, .. } => {
                write(text, &path).await?;
                text.len() as u64
            }
            OutputSource::File(file) | OutputSource::Named(file) => {
                let left = limit.saturating_sub(copied.bytes);
                match download(&instance.client, file, &path, left, disk).await {
                    Err(CopyError::Engine(error)) if is_other_text(source, &error) => continue,
                    Err(CopyError::Engine(error)) => match hopeless(instance, &error) {
                        Some(why) => return Ok(Err(format!("copying the output “{name}”: {why}"))),
                        None => return Err(error.into()),
                    },
                    size => size?,
                }
            }
        };
        copied.bytes = copied.bytes.saturating_add(size);
        used.insert(name.to_ascii_lowercase());
        copied.names.push(name);
    }
    Ok(Ok(copied))
}

async fn write(text: &str, path: &Path) -> Result<(), CopyError> {
    let mut file = private_files::create(path).await?;
    file.write_all(text.as_bytes()).await?;
    Ok(file.flush().await?)
}

/// Whether a text that could name a file names none.
fn is_other_text(source: &OutputSource, error: &EngineError) -> bool {
    matches!(source, OutputSource::Named(_)) && is_missing(error)
}

fn is_missing(error: &EngineError) -> bool {
    matches!(error.status, Some(400 | 403 | 404))
}

/// Why an output can never be copied; `None` if another attempt may succeed.
fn hopeless(instance: &Instance, error: &EngineError) -> Option<String> {
    if is_missing(error) {
        let address = &instance.address;
        return Some(format!(
            "the engine instance {address} no longer has it; run it again"
        ));
    }
    let limit = instance.client.limits().output_bytes >> 20;
    (error.kind == EngineErrorKind::TooLarge)
        .then(|| format!("the outputs of the run are larger than {limit} MB; raise --max-output"))
}

/// Downloads a file of an engine with at most `limit` bytes to `path`. Returns its size.
pub(crate) async fn download(
    client: &EngineClient,
    file: &EngineFile,
    path: &Path,
    limit: u64,
    disk: &Disk,
) -> Result<u64, CopyError> {
    let mut body = client.view(file, limit).await?;
    let mut copy = private_files::create(path).await?;
    let (mut size, mut resumed, mut resumed_at) = (0, 0, 0);
    loop {
        match body.next().await {
            Ok(None) => break,
            Ok(Some(bytes)) => {
                copy.write_all(&bytes).await?;
                let before = size / LOOKING;
                size += bytes.len() as u64;
                if size / LOOKING != before {
                    ensure_room(disk).await?;
                }
            }
            // Where nothing has come since it was continued, nothing will.
            Err(error)
                if error.kind == EngineErrorKind::NoAnswer
                    && resumed < MAX_RESUMED
                    && resumed_at < size =>
            {
                resumed += 1;
                resumed_at = size;
                tracing::warn!("downloading {}: {error}; continuing", file.filename);
                body = client.view_rest(file, &body, size).await?;
                size = body.start();
                copy.flush().await?;
                copy.set_len(size).await?;
                copy.seek(SeekFrom::Start(size)).await?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    copy.flush().await?;
    Ok(size)
}
