//! The check of a file: its content type, its name's ending and what its first bytes say, against
//! what a field accepts.

use super::{Checked, missing};
use crate::schema::{Field, size};

/// What a check needs to know of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// The name it came with.
    pub name: String,
    /// Its content type, as the sender says.
    pub content_type: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its content type by its first bytes ([`crate::schema::sniff`]); `None` where nobody looked,
    /// or where they say nothing.
    pub sniffed: Option<&'static str>,
}

/// The content types of common endings, for files that come without one.
const ENDINGS: &[(&str, &str)] = &[
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

/// Containers that hold films and sounds alike: their first bytes do not say which.
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

pub(super) fn check(field: &Field, file: &FileInfo, accept: &str) -> Checked {
    // A browser sends an untouched file input as a nameless, empty file.
    if file.name.is_empty() && file.size == 0 {
        return if field.required {
            Err(missing(field))
        } else {
            Ok(())
        };
    }
    if !accepts(accept, file) {
        return Err(("file_type", refusal(file, accept)));
    }
    if file.size == 0 {
        return Err((
            "file_empty",
            format!("“{}” is empty; choose another file", file.name),
        ));
    }
    Ok(())
}

fn refusal(file: &FileInfo, accept: &str) -> String {
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
    format!("“{name}” isn’t {expected} ({found})")
}

/// Whether what HTML calls an accept list takes the file. What its bytes say goes before what its
/// sender says, that before its name; a file of which nothing is known may be anything.
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
    let ending = ending(&file.name);
    if ending.is_some_and(|ending| tokens().any(|token| is_ending(token, ending))) {
        return true;
    }
    let types = types(file, ending);
    if types.is_empty() {
        return ending.is_none() || tokens().any(|token| !token.starts_with('.'));
    }
    let fits = |kind: &String| tokens().any(|token| is_type(token, kind));
    types.iter().any(fits)
}

/// The content types that a file may be said to have.
fn types(file: &FileInfo, ending: Option<&str>) -> Vec<String> {
    let declared = known(&file.content_type);
    let Some(sniffed) = file.sniffed else {
        let by_name = || ending.and_then(by_ending).map(str::to_owned);
        return declared.or_else(by_name).into_iter().collect();
    };
    let mut types = vec![sniffed.to_owned()];
    if CONTAINERS.contains(&sniffed) {
        types.push(sniffed.replacen("video/", "audio/", 1));
        let media = |kind: &String| kind.starts_with("audio/") || kind.starts_with("video/");
        types.extend(declared.filter(media));
    } else if sniffed == "application/zip" {
        // Many formats are archives inside.
        types.extend(declared.filter(|kind| kind.starts_with("application/")));
    }
    types
}

fn by_ending(ending: &str) -> Option<&'static str> {
    let found = ENDINGS
        .iter()
        .find(|(known, _)| ending.eq_ignore_ascii_case(known));
    found.map(|(_, kind)| *kind)
}

/// A content type that says something, without its parameters.
fn known(content_type: &str) -> Option<String> {
    let essence = content_type.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    let says = !matches!(essence.as_str(), "" | "application/octet-stream");
    says.then_some(essence)
}

fn ending(name: &str) -> Option<&str> {
    let (stem, ending) = name.rsplit_once('.')?;
    (!stem.is_empty() && !ending.is_empty()).then_some(ending)
}

fn is_ending(token: &str, ending: &str) -> bool {
    token
        .strip_prefix('.')
        .is_some_and(|wanted| wanted.eq_ignore_ascii_case(ending))
}

fn is_type(token: &str, kind: &str) -> bool {
    let token = token.to_ascii_lowercase();
    match token.strip_suffix('*') {
        Some(family) => family.ends_with('/') && kind.starts_with(family),
        None => usual(&token) == usual(kind),
    }
}

/// One name for content types that have several: `audio/x-wav` is `audio/wav`.
fn usual(kind: &str) -> String {
    match kind.replacen("/x-", "/", 1).as_str() {
        "image/jpg" | "image/pjpeg" => "image/jpeg".to_owned(),
        "audio/mp3" => "audio/mpeg".to_owned(),
        "audio/m4a" => "audio/mp4".to_owned(),
        "audio/wave" | "audio/vnd.wave" => "audio/wav".to_owned(),
        "video/m4v" => "video/mp4".to_owned(),
        plain => plain.to_owned(),
    }
}
