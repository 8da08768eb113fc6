//! What an output is, by its name: the API reports no media type.

use crate::schema::OutputKind;

/// The kind of an output with this file name.
pub(crate) fn output_kind(name: &str) -> OutputKind {
    let extension = name
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    match extension.as_str() {
        "png" | "jpg" | "jpeg" | "webp" | "gif" | "bmp" | "avif" | "svg" | "apng" => {
            OutputKind::Image
        }
        "mp4" | "webm" | "mov" | "mkv" | "m4v" => OutputKind::Video,
        "mp3" | "wav" | "flac" | "ogg" | "opus" | "m4a" | "aac" => OutputKind::Audio,
        "txt" | "md" | "json" | "csv" | "log" => OutputKind::Text,
        _ => OutputKind::File,
    }
}
