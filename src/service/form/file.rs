//! Receives one file of a form: its bytes go to the disk, hashed and sniffed on their way.

use std::path::Path;

use axum::extract::multipart::Field as Part;
use image::ImageFormat;
use sha2::{Digest, Sha256};
use tokio::fs::{self, File};
use tokio::io::{AsyncWriteExt, BufWriter};

use super::unreadable;
use crate::schema::{FieldKind, SNIFFED, sniff};
use crate::service::answer::Refusal;
use crate::service::links::hex;
use crate::service::store::StoredFile;

/// What came of a file.
pub(super) struct Received {
    pub(super) content_type: String,
    pub(super) size: u64,
    /// What it is by its content, where that tells.
    pub(super) sniffed: Option<&'static str>,
    /// Where it is kept; `None` when no field takes it.
    pub(super) stored: Option<StoredFile>,
    /// What its content says against it, and the kind of error.
    pub(super) fault: Option<(String, &'static str)>,
}

/// Receives a file; it is kept in `folder` under its place in the form when a field takes it.
pub(super) async fn receive(
    part: Part<'_>,
    name: &str,
    takes: Option<&FieldKind>,
    folder: &Path,
    place: usize,
    most: usize,
) -> Result<Received, Refusal> {
    let declared = part.content_type().unwrap_or_default().to_owned();
    let stored = place.to_string();
    let path = folder.join(&stored);
    let file = match takes {
        Some(_) => Some(create(folder, &path).await?),
        None => None,
    };
    let content = stream(part, file, &path, most).await?;
    let format = image::guess_format(&content.head).ok();
    let content_type = content_type(declared, format);
    let sniffed = sniff(&content.head);
    // What is known to be something else is refused by the check.
    let unknown = content.size > 0 && format.is_none() && sniffed.is_none();
    let no_image = takes == Some(&FieldKind::Image) && unknown;
    let fault = no_image.then(|| (not_an_image(name), "image_parsing"));
    let sent_as = format!("{}.{}", &content.hash[..32], ending(name, format));
    let size = content.size;
    let stored = takes.map(|_| StoredFile {
        stored,
        sent_as,
        content_type: content_type.clone(),
        size,
    });
    Ok(Received {
        content_type,
        size,
        sniffed,
        stored,
        fault,
    })
}

fn not_an_image(name: &str) -> String {
    format!(
        "takes an image; “{name}” is not the content of an image; choose a PNG, JPEG or WebP file"
    )
}

struct Content {
    head: Vec<u8>,
    size: u64,
    hash: String,
}

async fn create(folder: &Path, path: &Path) -> Result<BufWriter<File>, Refusal> {
    let failed = |why| disk(path, &why);
    fs::create_dir_all(folder).await.map_err(failed)?;
    let file = File::create(path).await.map_err(failed)?;
    Ok(BufWriter::with_capacity(1 << 16, file))
}

async fn stream(
    mut part: Part<'_>,
    mut file: Option<BufWriter<File>>,
    path: &Path,
    most: usize,
) -> Result<Content, Refusal> {
    let mut content = Content {
        head: Vec::new(),
        size: 0,
        hash: String::new(),
    };
    let mut hasher = Sha256::new();
    while let Some(chunk) = part
        .chunk()
        .await
        .map_err(|error| unreadable(&error, most))?
    {
        let missing = SNIFFED.saturating_sub(content.head.len()).min(chunk.len());
        content.head.extend_from_slice(&chunk[..missing]);
        content.size += chunk.len() as u64;
        if let Some(file) = &mut file {
            hasher.update(&chunk);
            file.write_all(&chunk)
                .await
                .map_err(|why| disk(path, &why))?;
        }
    }
    if let Some(file) = &mut file {
        file.flush().await.map_err(|why| disk(path, &why))?;
    }
    content.hash = hex(&hasher.finalize());
    Ok(content)
}

fn disk(path: &Path, why: &std::io::Error) -> Refusal {
    Refusal::internal(format!(
        "writing the upload {}: {why}; make room in the data folder",
        path.display()
    ))
}

/// What the sender says it is; where that says nothing, what its content says.
fn content_type(declared: String, format: Option<ImageFormat>) -> String {
    match format {
        Some(format) if matches!(declared.as_str(), "" | "application/octet-stream") => {
            format.to_mime_type().to_owned()
        }
        _ => declared,
    }
}

/// The ending under which engines get the file: some choose a decoder by it.
fn ending(name: &str, format: Option<ImageFormat>) -> String {
    let sniffed = format.and_then(|format| format.extensions_str().first().copied());
    let given = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    let plain = |ending: &String| {
        (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    sniffed
        .map(str::to_owned)
        .or_else(|| given.filter(plain))
        .unwrap_or_else(|| "bin".to_owned())
}
