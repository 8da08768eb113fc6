//! What the value of a widget looks like. Does not know where it is.

use serde_json::Value;

use crate::classes::{ClassInput, InputKind};

/// Whether a saved value may be that of an input's widget.
pub(crate) fn fits(value: &Value, input: &ClassInput) -> bool {
    if value.is_null() {
        return true;
    }
    match (&input.kind, input.widget_type()) {
        (InputKind::Dynamic(options), _) => options
            .iter()
            .any(|option| value.as_str() == Some(&option.key)),
        (InputKind::Rows(_), _) => value.is_u64(),
        (InputKind::Choice(_), _) if input.is_multiple() => !value.is_object(),
        (_, "COMBO") => !value.is_object() && !value.is_array(),
        (_, "INT" | "FLOAT") => value.is_number(),
        (_, "BOOLEAN") => value.is_boolean(),
        (_, "STRING" | "MARKDOWN" | "TEXTAREA" | "COLOR" | "PAINTER") => value.is_string(),
        (_, "BOUNDING_BOX" | "COMPOSITOR" | "RANGE" | "VIDEO_EDIT") => value.is_object(),
        (_, "BOUNDING_BOXES" | "COLORS" | "COMFY_BRANCH_INPUT_NAMES") => value.is_array(),
        (_, "CURVE" | "CHART" | "GALLERIA" | "IMAGECOMPARE") => {
            value.is_array() || value.is_object()
        }
        _ => true,
    }
}

/// Whether a saved value may be that of a widget of an unknown type: it looks like its default, or no common widget
/// has such a value.
pub(super) fn may_fit(value: &Value, input: &ClassInput) -> bool {
    match input.default() {
        Some(default) => std::mem::discriminant(default) == std::mem::discriminant(value),
        None => value.is_object() || value.is_array(),
    }
}
