//! Copies outputs from an engine instance to a folder.
//! Source: ComfyUI's `GET /view`.

use std::collections::HashSet;
use std::path::Path;

use futures_util::StreamExt;
use tokio::fs::{self, File};
use tokio::io::AsyncWriteExt;

use super::file_name::{safe_name, unused_name};
use super::listing::OutputSource;
use crate::service::engine_client::{EngineClient, EngineError, EngineFile};
use crate::service::instance::Instance;

/// Why outputs could not be copied yet.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CopyError {
    #[error("downloading an output: {0}")]
    Engine(#[from] EngineError),
    #[error("downloading an output: {0}")]
    Body(#[from] reqwest::Error),
    #[error("writing an output: {0}; free disk space in the data folder")]
    Disk(#[from] std::io::Error),
}

/// Copies outputs to a folder. Returns their names there, or which one the engine no longer has.
pub(crate) async fn copy(
    instance: &Instance,
    sources: &[OutputSource],
    folder: &Path,
) -> Result<Result<Vec<String>, String>, CopyError> {
    let mut names = Vec::new();
    let mut used = HashSet::new();
    fs::create_dir_all(folder).await?;
    for source in sources {
        let name = unused_name(&safe_name(source.name()), &used);
        let path = folder.join(&name);
        match source {
            OutputSource::Text { text, .. } => fs::write(&path, text).await?,
            OutputSource::File(file) => match download(&instance.client, file, &path).await {
                Err(CopyError::Engine(error)) if matches!(error.status, Some(400..=404)) => {
                    return Ok(Err(format!(
                        "copying the output “{name}”: the engine instance {} no longer has it; run it again",
                        instance.address
                    )));
                }
                result => result?,
            },
        }
        used.insert(name.to_ascii_lowercase());
        names.push(name);
    }
    Ok(Ok(names))
}

/// Downloads a file of an engine to `path`.
pub(crate) async fn download(
    client: &EngineClient,
    file: &EngineFile,
    path: &Path,
) -> Result<(), CopyError> {
    let mut body = client.view(file).await?.bytes_stream();
    let mut copy = File::create(path).await?;
    while let Some(bytes) = body.next().await {
        copy.write_all(&bytes?).await?;
    }
    copy.flush().await?;
    Ok(copy.sync_all().await?)
}
