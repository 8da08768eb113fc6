//! The control for text.

use super::attributes::typed;
use crate::form::FieldState;
use ui::{El, template};

/// A text box, or a text area that grows with its text.
pub(super) fn text(field: FieldState, multiline: bool) -> El {
    let name = if multiline {
        "control-area"
    } else {
        "control-text"
    };
    typed(template(name), field)
}
