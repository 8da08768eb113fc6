//! The kinds that a field added by a person can have.

use schema::{Bounds, FieldKind};

/// The kind with this name. A slider from a draft becomes a number without bounds.
pub(super) fn kind_from_name(name: &str) -> Option<FieldKind> {
    Some(match name {
        "text" => FieldKind::Text {
            multiline: true,
            max_length: None,
        },
        "number" | "slider" => FieldKind::Number(Bounds::default()),
        "boolean" => FieldKind::Boolean,
        "image" => FieldKind::Image,
        "video" => FieldKind::Video,
        "audio" => FieldKind::Audio,
        "file" => FieldKind::File { accept: None },
        _ => return None,
    })
}
