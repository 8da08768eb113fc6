//! A question inside the page, with one button per answer. Does not know what is asked.

use crate::language::Message;
use ui::{El, button, el};

/// The question. Screen readers announce it when it appears.
pub(crate) fn question(text: String, answers: [(Message, Box<dyn Fn()>); 2]) -> El {
    let buttons = answers.map(|(label, act)| button("button small", act).text(label));
    el("div", "notice")
        .attr("data-tone", "warn")
        .attr("role", "alert")
        .child(el("p", "").attr("dir", "auto").text(text))
        .child(el("div", "notice-fields").children(buttons))
}
