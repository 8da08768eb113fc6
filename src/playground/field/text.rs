//! Text, of one line or several.

use super::typed;
use crate::playground::element::{El, el};
use crate::playground::form::FieldState;

/// A box for text; of several lines, it grows with what is typed.
pub(super) fn text(field: FieldState, multiline: bool) -> El {
    let control = if multiline {
        el("textarea", "input area").attr("rows", "3")
    } else {
        el("input", "input").attr("type", "text")
    };
    typed(control, field).attr("dir", "auto")
}
