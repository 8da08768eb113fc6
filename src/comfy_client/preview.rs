//! Reads an engine's binary event: a preview of the image that a run is making. No I/O.
//! Source: ComfyUI's `/ws`, `PREVIEW_IMAGE` and `PREVIEW_IMAGE_WITH_METADATA`.

use bytes::Bytes;

use json::{Json, tolerant};

const PREVIEW_IMAGE: u32 = 1;
const PREVIEW_IMAGE_WITH_METADATA: u32 = 4;

/// Nesting depth up to which the metadata is parsed.
const METADATA_DEPTH: usize = 2;

/// An image that shows how far a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The media type of the image, such as `image/jpeg`.
    pub media_type: &'static str,
    /// The bytes of the image.
    pub image: Bytes,
}

/// A preview, and the id of its task if the event has one. Older engines send no ids: the preview is that of the
/// running task.
pub(crate) fn read(event: &Bytes) -> Option<(Option<String>, Preview)> {
    match number(event, 0)? {
        PREVIEW_IMAGE => {
            let media_type = match number(event, 4)? {
                1 => "image/jpeg",
                2 => "image/png",
                _ => return None,
            };
            Some((None, preview(media_type, event, 8)?))
        }
        PREVIEW_IMAGE_WITH_METADATA => {
            let length = usize::try_from(number(event, 4)?).ok()?;
            let start = length.checked_add(8)?;
            let metadata = tolerant::strict(event.get(8..start)?);
            let metadata = Json::read(metadata.as_bytes(), METADATA_DEPTH).ok()?;
            let media_type = match metadata.get("image_type").text()? {
                "image/jpeg" => "image/jpeg",
                "image/png" => "image/png",
                "image/webp" => "image/webp",
                _ => return None,
            };
            let prompt_id = metadata.get("prompt_id").text().map(str::to_owned);
            Some((prompt_id, preview(media_type, event, start)?))
        }
        _ => None,
    }
}

fn number(event: &Bytes, at: usize) -> Option<u32> {
    let bytes = event.get(at..at + 4)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

fn preview(media_type: &'static str, event: &Bytes, start: usize) -> Option<Preview> {
    let image = event.slice(start..);
    (!image.is_empty()).then_some(Preview { media_type, image })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(parts: &[&[u8]]) -> Bytes {
        parts.concat().into()
    }

    fn with_metadata(metadata: &str, image: &[u8]) -> Bytes {
        let length = u32::try_from(metadata.len()).unwrap().to_be_bytes();
        event(&[&4_u32.to_be_bytes(), &length, metadata.as_bytes(), image])
    }

    #[test]
    fn a_preview_without_metadata_belongs_to_the_running_task() {
        let jpeg = event(&[&[0, 0, 0, 1], &[0, 0, 0, 1], b"jpeg"]);
        let (id, preview) = read(&jpeg).unwrap();
        assert_eq!((id, preview.media_type), (None, "image/jpeg"));
        assert_eq!(preview.image, "jpeg");
        let png = event(&[&[0, 0, 0, 1], &[0, 0, 0, 2], b"png"]);
        assert_eq!(read(&png).unwrap().1.media_type, "image/png");
    }

    #[test]
    fn a_preview_with_metadata_names_its_task() {
        let metadata = r#"{"image_type": "image/jpeg", "prompt_id": "p", "node_id": "3"}"#;
        let (id, preview) = read(&with_metadata(metadata, b"jpeg")).unwrap();
        assert_eq!(id.as_deref(), Some("p"));
        assert_eq!(
            (preview.media_type, preview.image),
            ("image/jpeg", Bytes::from("jpeg"))
        );
    }

    #[test]
    fn metadata_as_python_writes_it_is_read() {
        let metadata =
            r#"{"image_type": "image/png", "prompt_id": "p", "node_id": "\udc00", "x": NaN}"#;
        let (id, _) = read(&with_metadata(metadata, b"png")).unwrap();
        assert_eq!(id.as_deref(), Some("p"));
    }

    #[test]
    fn other_events_and_broken_ones_are_no_previews() {
        let html = r#"{"image_type": "text/html", "prompt_id": "p"}"#;
        let broken = [
            event(&[]),
            event(&[&[0, 0, 0]]),
            event(&[&[0, 0, 0, 1]]),
            event(&[&[0, 0, 0, 1], &[0, 0, 0, 1]]),
            event(&[&[0, 0, 0, 1], &[0, 0, 0, 9], b"gif"]),
            event(&[&[0, 0, 0, 3], &[0, 0, 0, 1], b"text"]),
            event(&[&[0, 0, 0, 4], &[255, 255, 255, 255], b"{}"]),
            with_metadata(html, b"<script>"),
            with_metadata("{", b"jpeg"),
            with_metadata("{}", b"jpeg"),
            with_metadata(r#"{"image_type": "image/png"}"#, b""),
        ];
        for event in broken {
            assert_eq!(read(&event), None, "{event:?}");
        }
    }
}
