//! A drawing of a workflow that has made nothing yet: what goes in, and what comes out.

use crate::form::{FieldState, FormState};
use crate::workflows::kind_message;
use ui::{El, el};

/// How many fields are drawn; the others are counted.
const MAX_FIELDS: usize = 6;

/// The drawing. The form says the same to screen readers.
pub(super) fn drawing(form: FormState) -> El {
    let inputs = move || {
        let fields = form.fields.get();
        let inputs = fields.iter().take(MAX_FIELDS).map(|field| label(*field));
        let more = fields.len().saturating_sub(MAX_FIELDS);
        let more =
            (more > 0).then(|| el("li", "drawn-more").text(["+", &more.to_string()].concat()));
        Some(el("ul", "drawn-inputs").children(inputs).children(more))
    };
    let kinds = form.source.with_value(|source| {
        let outputs = source.schema.outputs.iter();
        outputs
            .map(|output| output.kind)
            .take(2)
            .collect::<Vec<_>>()
    });
    let output = |kind| el("li", "drawn-output").text(kind_message(kind));
    el("div", "drawing")
        .attr("aria-hidden", "true")
        .live(inputs)
        .child(el("span", "drawn-arrow").text("→"))
        .child(el("ul", "drawn-outputs").children(kinds.into_iter().map(output)))
}

fn label(field: FieldState) -> El {
    el("li", "drawn-input")
        .attr("dir", "auto")
        .text(field.label())
}
