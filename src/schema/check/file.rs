//! Checks a file against a field's accept list, by its content type, its file extension and its first
//! bytes.

use super::required::missing;
use crate::field::Field;
use crate::field_error::FieldError;
use crate::kind::FieldKind;
use crate::size::size;
use crate::value::FileInfo;

/// The content types of common file extensions, for files without a content type.
const EXTENSIONS: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("webp", "image/webp"),
    ("gif", "image/gif"),
    ("bmp", "image/bmp"),
    ("svg", "image/svg+xml"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("avif", "image/avif"),
    ("heic", "image/heic"),
    ("heif", "image/heif"),
    ("mp4", "video/mp4"),
    ("m4v", "video/mp4"),
    ("mov", "video/quicktime"),
    ("webm", "video/webm"),
    ("mkv", "video/x-matroska"),
    ("avi", "video/x-msvideo"),
    ("mp3", "audio/mpeg"),
    ("wav", "audio/wav"),
    ("ogg", "audio/ogg"),
    ("oga", "audio/ogg"),
    ("opus", "audio/ogg"),
    ("flac", "audio/flac"),
    ("m4a", "audio/mp4"),
    ("aac", "audio/aac"),
    ("glb", "model/gltf-binary"),
    ("txt", "text/plain"),
    ("csv", "text/csv"),
    ("html", "text/html"),
    ("json", "application/json"),
    ("pdf", "application/pdf"),
    ("zip", "application/zip"),
];

/// Container formats for both video and audio: their first bytes do not say which.
const CONTAINERS: &[&str] = &[
    "video/mp4",
    "video/3gpp",
    "video/webm",
    "video/x-matroska",
    "video/ogg",
    "audio/ogg",
    "audio/mp4",
    "video/quicktime",
];

/// Image formats of phones, which no engine reads: the embedded ones do not, and neither does ComfyUI's image library
/// without plugins. It reads AVIF since its version 11.3, but engines do not say which version they have.
const UNREADABLE: &[(&str, &str)] = &[
    ("image/heic", "HEIC"),
    ("image/heif", "HEIF"),
    ("image/avif", "AVIF"),
    ("image/jxl", "JPEG XL"),
];

/// The name of an image format that no engine reads, by its content type.
pub fn unreadable_image(content_type: &str) -> Option<&'static str> {
    let found = UNREADABLE.iter().find(|(known, _)| *known == content_type);
    found.map(|(_, name)| *name)
}

pub(super) fn check(field: &Field, file: &FileInfo, accept: &str) -> Result<(), FieldError> {
    // A browser sends an untouched file input as a nameless, empty file.
    if file.name.is_empty() && file.size == 0 {
        return if field.required {
            Err(missing(field))
        } else {
            Ok(())
        };
    }
    if !accepts(accept, file) {
        return Err(FieldError::new(field, "file_type", mismatch(file, accept)));
    }
    if let Some(format) = unreadable(field, file) {
        let name = &file.name;
        let message = format!(
            "“{name}” is {format}, which ComfyUI cannot read; save it as JPEG or PNG, and choose that"
        );
        return Err(FieldError::new(field, "image_format", message));
    }
    if file.size == 0 {
        let message = format!("“{}” is empty; choose another file", file.name);
        return Err(FieldError::new(field, "file_empty", message));
    }
    Ok(())
}

/// The format of an image that no engine reads.
fn unreadable(field: &Field, file: &FileInfo) -> Option<&'static str> {
    let types = types(file, extension(&file.name));
    let is_image = field.kind == FieldKind::Image;
    types
        .iter()
        .find_map(|kind| unreadable_image(kind))
        .filter(|_| is_image)
}

fn mismatch(file: &FileInfo, accept: &str) -> String {
    let (name, size) = (&file.name, size(file.size));
    let expected = match accept {
        "image/*" => "an image",
        "video/*" => "a video",
        "audio/*" => "an audio file",
        long if long.len() > 80 => "a file of an accepted type",
        types => types,
    };
    let found = match (file.sniffed, known(&file.content_type)) {
        (Some(sniffed), _) => format!("{size}, {sniffed} by its content"),
        (None, Some(declared)) => format!("{size}, {declared}"),
        (None, None) => size,
    };
    format!("“{name}” isn't {expected} ({found})")
}

/// Whether an HTML accept list matches the file. Its bytes take precedence over the declared type, and
/// that over its name. A file of unknown type always matches.
fn accepts(accept: &str, file: &FileInfo) -> bool {
    let tokens = || {
        accept
            .split(',')
            .map(str::trim)
            .filter(|token| !token.is_empty())
    };
    if tokens().next().is_none() || tokens().any(|token| matches!(token, "*/*" | "*")) {
        return true;
    }
    let extension = extension(&file.name);
    if extension.is_some_and(|extension| tokens().any(|token| is_extension(token, extension))) {
        return true;
    }
    let types = types(file, extension);
    if types.is_empty() {
        return extension.is_none() || tokens().any(|token| !token.starts_with('.'));
    }
    let fits = |kind: &String| tokens().any(|token| is_type(token, kind));
    types.iter().any(fits)
}

/// The content types that a file may have.
fn types(file: &FileInfo, extension: Option<&str>) -> Vec<String> {
    let declared = known(&file.content_type);
    let Some(sniffed) = file.sniffed else {
        let by_name = || extension.and_then(by_extension).map(str::to_owned);
        return declared.or_else(by_name).into_iter().collect();
    };
    let mut types = vec![sniffed.to_owned()];
    if CONTAINERS.contains(&sniffed) {
        types.push(sniffed.replacen("video/", "audio/", 1));
        let media = |kind: &String| kind.starts_with("audio/") || kind.starts_with("video/");
        types.extend(declared.filter(media));
    } else if sniffed == "application/zip" {
        // Many formats are zip archives.
        types.extend(declared.filter(|kind| kind.starts_with("application/")));
    }
    types
}

fn by_extension(extension: &str) -> Option<&'static str> {
    let found = EXTENSIONS
        .iter()
        .find(|(known, _)| extension.eq_ignore_ascii_case(known));
    found.map(|(_, kind)| *kind)
}

/// A meaningful content type, without its parameters.
fn known(content_type: &str) -> Option<String> {
    let essence = content_type.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    let meaningful = !matches!(essence.as_str(), "" | "application/octet-stream");
    meaningful.then_some(essence)
}

fn extension(name: &str) -> Option<&str> {
    let (stem, extension) = name.rsplit_once('.')?;
    (!stem.is_empty() && !extension.is_empty()).then_some(extension)
}

fn is_extension(token: &str, extension: &str) -> bool {
    token
        .strip_prefix('.')
        .is_some_and(|wanted| wanted.eq_ignore_ascii_case(extension))
}

fn is_type(token: &str, kind: &str) -> bool {
    let token = token.to_ascii_lowercase();
    match token.strip_suffix('*') {
        Some(family) => family.ends_with('/') && kind.starts_with(family),
        None => canonical(&token) == canonical(kind),
    }
}

/// The canonical name of a content type that has several: `audio/wav` for `audio/x-wav`.
fn canonical(kind: &str) -> String {
    match kind.replacen("/x-", "/", 1).as_str() {
        "image/jpg" | "image/pjpeg" => "image/jpeg".to_owned(),
        "audio/mp3" => "audio/mpeg".to_owned(),
        "audio/m4a" => "audio/mp4".to_owned(),
        "audio/wave" | "audio/vnd.wave" => "audio/wav".to_owned(),
        "video/m4v" => "video/mp4".to_owned(),
        plain => plain.to_owned(),
    }
}
