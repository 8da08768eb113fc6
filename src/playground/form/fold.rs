//! A fold of the form, whose content comes when it is first opened.

use crate::playground::element::{El, el};
use crate::playground::language::Message;
use crate::playground::later::{self, Part};
use crate::playground::signal::RwSignal;

/// A fold under these words; `open` says whether it is so from the start. The content is told how
/// often the words were pressed.
pub(super) fn fold(
    words: Message,
    open: bool,
    content: impl Fn(&Part, RwSignal<u32>) -> El + 'static,
) -> El {
    let pressed = RwSignal::new(0);
    let press = move |_| pressed.update(|pressed| *pressed += 1);
    let fold = el("details", "fold")
        .attr("open", open)
        .child(el("summary", "").text(words).on("click", press));
    later::once(
        fold,
        move || open || pressed.get() > 0,
        move |part| content(part, pressed),
    )
}
