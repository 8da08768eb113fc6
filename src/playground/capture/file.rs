//! The captured file and its name, which says what it is and when it was captured.

use js_sys::{Array, Date};
use web_sys::{Blob, File, FilePropertyBag};

use super::medium::Medium;

/// A file with this content and content type; its name has the present time.
pub(super) fn named(content: &Blob, medium: Medium, content_type: &str) -> Option<File> {
    let content_type = essence(content_type);
    let options = FilePropertyBag::new();
    options.set_type(content_type);
    let name = file_name(medium, now(), content_type);
    File::new_with_blob_sequence_and_options(&Array::of1(content), &name, &options).ok()
}

/// Year, month, day, hour, minute and second of the local time.
fn now() -> [u32; 6] {
    let date = Date::new_0();
    [
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes(),
        date.get_seconds(),
    ]
}

/// A content type without its parameters, such as the codecs.
fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

/// Sorts by time in every list of files, and is valid on every system.
fn file_name(medium: Medium, time: [u32; 6], content_type: &str) -> String {
    let word = match medium {
        Medium::Photo => "photo",
        Medium::Audio => "audio",
        Medium::Video => "video",
    };
    let [year, month, day, hour, minute, second] = time;
    let extension = extension(content_type);
    format!("{word}-{year}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}.{extension}")
}

fn extension(content_type: &str) -> &str {
    match content_type {
        "image/jpeg" => "jpg",
        "audio/mp4" => "m4a",
        "video/quicktime" => "mov",
        other => other.split_once('/').map_or("bin", |(_, name)| name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_local_time_and_an_extension() {
        let time = [2026, 11, 4, 9, 5, 2];
        let name = |medium, content_type| file_name(medium, time, essence(content_type));
        for (medium, content_type, expected) in [
            (Medium::Photo, "image/jpeg", "photo-2026-11-04-090502.jpg"),
            (Medium::Photo, "image/png", "photo-2026-11-04-090502.png"),
            (
                Medium::Audio,
                "audio/webm;codecs=opus",
                "audio-2026-11-04-090502.webm",
            ),
            (Medium::Audio, "audio/mp4", "audio-2026-11-04-090502.m4a"),
            (
                Medium::Video,
                "video/mp4; codecs=avc1",
                "video-2026-11-04-090502.mp4",
            ),
            (
                Medium::Video,
                "video/quicktime",
                "video-2026-11-04-090502.mov",
            ),
            (Medium::Video, "", "video-2026-11-04-090502.bin"),
        ] {
            assert_eq!(name(medium, content_type), expected);
        }
    }
}
