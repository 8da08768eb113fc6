//! Copies outputs from an engine instance to where the service keeps them.
//! Source: ComfyUI's `GET /view`.

use std::collections::HashSet;

use blobs::NewGroup;
use tokio::io::AsyncWriteExt;

use super::file_name::{safe_name, unused_name};
use crate::disk::Disk;
use crate::engines::Instance;
use comfy_client::{EngineClient, EngineError, EngineErrorKind};
use data_folder::disk_advice;
use run_core::{EngineFile, OutputSource};
use schema::SNIFFED;

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

/// Outputs that are kept.
#[derive(Debug, Default)]
pub(crate) struct Copied {
    pub(crate) names: Vec<String>,
    /// Their size together.
    pub(crate) bytes: u64,
}

/// Copies outputs to a group, which is seen once it has all of them. Returns why they can never be copied, if so.
pub(crate) async fn copy(
    instance: &Instance,
    sources: &[OutputSource],
    mut group: Box<dyn NewGroup>,
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
    let copied = copy_all(instance, sources, &mut *group, disk).await?;
    if copied.is_ok() {
        group.commit().await?;
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
    group: &mut dyn NewGroup,
    disk: &Disk,
) -> Result<Result<Copied, String>, CopyError> {
    let mut copied = Copied::default();
    let mut used = HashSet::new();
    let limit = instance.client.limits().output_bytes;
    for source in sources {
        let name = unused_name(&safe_name(source.name()), &used);
        let size = match source {
            OutputSource::Text { text, .. } => {
                blobs::write(group, &name, text.as_bytes()).await?;
                text.len() as u64
            }
            OutputSource::File(file) | OutputSource::Named(file) => {
                let left = limit.saturating_sub(copied.bytes);
                match download(&instance.client, file, (&mut *group, &name), left, disk).await {
                    Err(CopyError::Engine(error)) if is_other_text(source, &error) => continue,
                    Err(CopyError::Engine(error)) => match hopeless(instance, &error) {
                        Some(why) => return Ok(Err(format!("copying the output “{name}”: {why}"))),
                        None => return Err(error.into()),
                    },
                    downloaded => downloaded?.size,
                }
            }
        };
        copied.bytes = copied.bytes.saturating_add(size);
        used.insert(name.to_ascii_lowercase());
        copied.names.push(name);
    }
    Ok(Ok(copied))
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

/// A file of an engine that was downloaded.
#[derive(Debug, Default)]
pub(crate) struct Downloaded {
    pub(crate) size: u64,
    /// Its first bytes, which show its type.
    pub(crate) head: Vec<u8>,
}

impl Downloaded {
    fn add(&mut self, bytes: &[u8]) {
        let missing = SNIFFED.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..missing]);
        self.size += bytes.len() as u64;
    }
}

/// Downloads a file of an engine with at most `limit` bytes to a blob of a group.
pub(crate) async fn download(
    client: &EngineClient,
    file: &EngineFile,
    (group, name): (&mut dyn NewGroup, &str),
    limit: u64,
    disk: &Disk,
) -> Result<Downloaded, CopyError> {
    let mut body = client.view(file, limit).await?;
    let mut copy = group.create(name).await?;
    let mut done = Downloaded::default();
    let (mut resumed, mut resumed_at) = (0, 0);
    loop {
        match body.next().await {
            Ok(None) => break,
            Ok(Some(bytes)) => {
                copy.write_all(&bytes).await?;
                let before = done.size / LOOKING;
                done.add(&bytes);
                if done.size / LOOKING != before {
                    ensure_room(disk).await?;
                }
            }
            // Where nothing has come since it was continued, nothing will.
            Err(error)
                if error.kind == EngineErrorKind::NoAnswer
                    && resumed < MAX_RESUMED
                    && resumed_at < done.size =>
            {
                resumed += 1;
                resumed_at = done.size;
                tracing::warn!("downloading {}: {error}; continuing", file.filename);
                body = client.view_rest(file, &body, done.size).await?;
                if body.start() != done.size {
                    // The engine begins again.
                    copy = group.create(name).await?;
                    done = Downloaded::default();
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    copy.shutdown().await?;
    Ok(done)
}
