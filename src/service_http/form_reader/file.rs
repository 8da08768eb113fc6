//! Receives one file of a form: streams it into the uploads, and hashes and sniffs it on the way.

use std::io;

use axum::extract::multipart::Field as FormPart;
use image::ImageFormat;

use super::Limits;
use super::error::unreadable;
use crate::api_error::ApiError;
use schema::{FieldKind, sniff};
use service::form::{StoredFile, Upload};
use service::operations::unwritten;
use service::uploads::{Content, NewUploads, ReceivedUpload};

/// Where the file of a field is received.
pub(super) struct Target<'a> {
    pub(super) kind: &'a FieldKind,
    pub(super) uploads: &'a mut NewUploads,
    /// The file's name among the uploads.
    pub(super) stored: String,
}

/// A received file.
pub(super) struct ReceivedFile {
    pub(super) upload: Upload,
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
    let (kind, stored, file) = match target {
        Some(Target {
            kind,
            uploads,
            stored,
        }) => {
            let file = uploads.receive(&stored).await.map_err(write_failed)?;
            (Some(kind), Some(stored), file)
        }
        None => (None, None, ReceivedUpload::discarded()),
    };
    let content = stream(part, file, limits).await?;
    let format = image::guess_format(&content.head).ok();
    let is_text = declared_type.is_empty() || declared_type.starts_with("text/plain");
    let content_type = content_type(declared_type, format);
    let (size, sniffed) = (content.size, sniff(&content.head));
    // The check rejects content that was recognised as something else.
    let unrecognised = size > 0 && format.is_none() && sniffed.is_none();
    let accept = kind.and_then(FieldKind::accept);
    let error = match accept.filter(|_| unrecognised) {
        Some(accept) if name.is_empty() && is_text => Some((not_a_file(accept), "file_type")),
        Some(_) if kind == Some(&FieldKind::Image) => Some((not_an_image(name), "image_parsing")),
        _ => None,
    };
    let stored = stored.map(|stored| StoredFile {
        stored,
        sent_as: content.name_at_engines(&extension(name, format)),
        content_type: content_type.clone(),
        size,
    });
    let upload = Upload {
        content_type,
        size,
        sniffed,
        stored,
    };
    Ok(ReceivedFile { upload, error })
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

fn write_failed(why: io::Error) -> ApiError {
    unwritten("writing an upload", &why).into()
}

async fn stream(
    mut part: FormPart<'_>,
    mut file: ReceivedUpload,
    limits: &Limits<'_>,
) -> Result<Content, ApiError> {
    let failed = |error| unreadable(&error, limits.max_upload);
    while let Some(chunk) = part.chunk().await.map_err(failed)? {
        let size = file.size() + chunk.len() as u64;
        if let Some(limit) = limits.file.filter(|limit| size > limit.0) {
            return Err(limit.refusal().into());
        }
        file.write(&chunk).await.map_err(write_failed)?;
    }
    file.finish().await.map_err(write_failed)
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
