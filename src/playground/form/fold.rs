//! A fold of the form. Its content is deferred, and created when the fold first opens.

use super::state::FormState;
use crate::playground::deferred::Deferred;
use crate::playground::language::Message;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, el};

/// A fold with this title and this content.
pub(super) fn fold(
    title: Message,
    open: bool,
    content: &'static Deferred<fn(FormState) -> El>,
    form: FormState,
) -> El {
    let is_pressed = RwSignal::new(false);
    let summary = el("summary", "")
        .text(title)
        .on("click", move |_| is_pressed.set(true));
    content.view_once(
        el("details", "fold").attr("open", open).child(summary),
        move || open || is_pressed.get(),
        move |content| content(form),
    )
}
