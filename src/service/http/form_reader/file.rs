//! Receives one file of a form: streams it to the disk, and hashes and sniffs it on the way.

use std::path::{Path, PathBuf};

use axum::extract::multipart::Field as FormPart;
use image::ImageFormat;
use sha2::{Digest, Sha256};
use tokio::fs::File;
use tokio::io::{AsyncWriteExt, BufWriter};

use super::Limits;
use super::error::unreadable;
use crate::http::api_error::ApiError;
use crate::http::error_answers::of_disk;
use data_folder::disk_advice;
use schema::{FieldKind, SNIFFED, sniff};
use store::StoredFile;

/// Where the file of a field is stored.
pub(super) struct Target<'a> {
    pub(super) kind: &'a FieldKind,
    pub(super) folder: &'a Path,
    /// The file's name in the folder.
    pub(super) stored: String,
}

/// A received file.
pub(super) struct ReceivedFile {
    pub(super) content_type: String,
    pub(super) size: u64,
    /// The type of its content, if recognized.
    pub(super) sniffed: Option<&'static str>,
    /// Where it is stored; `None` when no field takes it.
    pub(super) stored: Option<StoredFile>,
    /// The error of its content: message and kind.
    pub(super) error: Option<(String, &'static str)>,
}

/// Receives a file. It is stored if it has a target, and discarded otherwise.
pub(super) async fn receive(
    part: FormPart<'_>,
    name: &str,
    target: Option<Target<'_>>,
    limits: &Limits<'_>,
) -> Result<ReceivedFile, ApiError> {
    let declared_type = part.content_type().unwrap_or_default().to_owned();
    let file = match &target {
        Some(target) => Some(StoredWriter::create(target).await?),
        None => None,
    };
    let content = stream(part, file, limits).await?;
    let format = image::guess_format(&content.head).ok();
    let is_text = declared_type.is_empty() || declared_type.starts_with("text/plain");
    let content_type = content_type(declared_type, format);
    let sniffed = sniff(&content.head);
    // The check rejects content that was recognised as something else.
    let unrecognised = content.size > 0 && format.is_none() && sniffed.is_none();
    let takes_image = matches!(&target, Some(target) if target.kind == &FieldKind::Image);
    let accept = target.as_ref().and_then(|target| target.kind.accept());
    let error = match accept.filter(|_| unrecognised) {
        Some(accept) if name.is_empty() && is_text => Some((not_a_file(accept), "file_type")),
        Some(_) if takes_image => Some((not_an_image(name), "image_parsing")),
        _ => None,
    };
    let sent_as = format!("{}.{}", &content.hash[..32], extension(name, format));
    let size = content.size;
    let stored = target.map(|target| StoredFile {
        stored: target.stored,
        sent_as,
        content_type: content_type.clone(),
        size,
    });
    Ok(ReceivedFile {
        content_type,
        size,
        sniffed,
        stored,
        error,
    })
}

fn not_a_file(accept: &str) -> String {
    format!("must be a file ({accept}), not text")
}

fn not_an_image(name: &str) -> String {
    let subject = match name {
        "" => String::new(),
        name => format!("“{name}” "),
    };
    format!("{subject}is not an image; choose a PNG, JPEG or WebP file")
}

/// Writes a file to the disk.
struct StoredWriter {
    path: PathBuf,
    file: BufWriter<File>,
}

impl StoredWriter {
    async fn create(target: &Target<'_>) -> Result<Self, ApiError> {
        let path = target.folder.join(&target.stored);
        let failed = |why| write_failed(&path, &why);
        private_files::create_folder(target.folder).map_err(failed)?;
        let file = private_files::create(&path).await.map_err(failed)?;
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { path, file })
    }

    async fn write(&mut self, chunk: &[u8]) -> Result<(), ApiError> {
        let result = self.file.write_all(chunk).await;
        result.map_err(|why| write_failed(&self.path, &why))
    }

    async fn finish(&mut self) -> Result<(), ApiError> {
        let result = self.file.flush().await;
        result.map_err(|why| write_failed(&self.path, &why))
    }
}

fn write_failed(path: &Path, why: &std::io::Error) -> ApiError {
    let (path, remedy) = (path.display(), disk_advice::remedy(why));
    of_disk(&format!("writing an upload: {path}: {why}; {remedy}"), why)
}

struct Content {
    head: Vec<u8>,
    size: u64,
    /// In hexadecimal. For a discarded file, the hash of no bytes.
    hash: String,
}

async fn stream(
    mut part: FormPart<'_>,
    mut file: Option<StoredWriter>,
    limits: &Limits<'_>,
) -> Result<Content, ApiError> {
    let (mut head, mut size) = (Vec::new(), 0);
    let mut hasher = Sha256::new();
    let failed = |error| unreadable(&error, limits.max_upload);
    while let Some(chunk) = part.chunk().await.map_err(failed)? {
        let missing = SNIFFED.saturating_sub(head.len()).min(chunk.len());
        head.extend_from_slice(&chunk[..missing]);
        size += chunk.len() as u64;
        if let Some(limit) = limits.file.filter(|limit| size > limit.0) {
            return Err(limit.refusal().into());
        }
        if let Some(file) = &mut file {
            hasher.update(&chunk);
            file.write(&chunk).await?;
        }
    }
    if let Some(file) = &mut file {
        file.finish().await?;
    }
    let hash = hex::encode(hasher.finalize());
    Ok(Content { head, size, hash })
}

/// The declared content type; if that is unspecific, the type of the content.
fn content_type(declared: String, format: Option<ImageFormat>) -> String {
    match format {
        Some(format) if matches!(declared.as_str(), "" | "application/octet-stream") => {
            format.to_mime_type().to_owned()
        }
        _ => declared,
    }
}

/// The file extension used at engines. Some engines choose a decoder by it.
fn extension(name: &str, format: Option<ImageFormat>) -> String {
    let of_content = format.and_then(|format| format.extensions_str().first().copied());
    let of_name = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_ascii_lowercase());
    let is_plain = |extension: &String| {
        (1..=8).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    of_content
        .map(str::to_owned)
        .or_else(|| of_name.filter(is_plain))
        .unwrap_or_else(|| "bin".to_owned())
}
