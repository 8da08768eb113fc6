//! The error of a required field without a value.

use crate::field::Field;
use crate::field_error::FieldError;
use crate::kind::FieldKind;

pub(super) fn missing(field: &Field) -> FieldError {
    let advice = match field.kind {
        FieldKind::Image => "choose an image",
        FieldKind::Video => "choose a video",
        FieldKind::Audio => "choose an audio file",
        FieldKind::File { .. } => "choose a file",
        FieldKind::Choice { .. } => "choose one of the options",
        FieldKind::Number(_) | FieldKind::Slider(_) => "enter a number",
        FieldKind::Text { .. } => "enter text",
        FieldKind::Boolean => "choose on or off",
    };
    FieldError::new(field, "missing", advice)
}
