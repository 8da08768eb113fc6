//! The control for text.

use super::attributes::typed;
use crate::form::FieldState;
use ui::{El, template};

/// A text box, or a text area that grows with its text.
pub(super) fn text(field: FieldState, multiline: bool) -> El {
    let control = match multiline {
        true => template("control-area"),
        false => template("control-text"),
    };
    typed(control, field)
}
