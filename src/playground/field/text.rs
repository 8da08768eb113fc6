//! The control for text.

use super::attributes::typed;
use crate::playground::form::FieldState;
use crate::playground::ui::{El, el};

/// A text box, or a text area that grows with its text.
pub(super) fn text(field: FieldState, multiline: bool) -> El {
    let control = if multiline {
        el("textarea", "input area").attr("rows", "3")
    } else {
        el("input", "input").attr("type", "text")
    };
    typed(control, field).attr("dir", "auto")
}
