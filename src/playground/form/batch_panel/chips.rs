//! The values that will be sent, shown before they are.

use crate::form::batch::BatchValue;
use crate::form::field_state::FieldState;
use crate::language::{Message, integer};
use crate::messages as say;
use ui::{El, el};

/// The maximum number of values that are shown.
const MAX_SHOWN: usize = 24;

/// The values of a field.
pub(super) fn chips(field: FieldState, values: &Result<Vec<BatchValue>, Message>) -> Option<El> {
    let values = values.as_ref().ok()?;
    let chip = |value: &BatchValue| {
        el("li", "chip")
            .attr("dir", "auto")
            .text(field.localize(&value.text))
    };
    let more = values.len().saturating_sub(MAX_SHOWN);
    let more = (more > 0).then(|| el("li", "hint").text(say::VARY_MORE.with(&[&integer(more)])));
    let list = el("ul", "chips")
        .attr("aria-label", say::BATCH_VALUES)
        .children(values.iter().take(MAX_SHOWN).map(chip))
        .children(more);
    Some(list)
}
