//! A fold of the form, whose content comes when it is first opened.

use crate::playground::deferred::Deferred;
use crate::playground::element::{El, el};
use crate::playground::language::Message;
use crate::playground::signal::RwSignal;

/// A fold under these words, open from the start if `open`. `make` makes its content with the deferred
/// function, and gets the number of presses on the words.
pub(super) fn fold<F: Copy>(
    words: Message,
    open: bool,
    content: &'static Deferred<F>,
    make: impl Fn(F, RwSignal<u32>) -> El + 'static,
) -> El {
    let pressed = RwSignal::new(0);
    let press = move |_| pressed.update(|pressed| *pressed += 1);
    let fold = el("details", "fold")
        .attr("open", open)
        .child(el("summary", "").text(words).on("click", press));
    content.view_once(
        fold,
        move || open || pressed.get() > 0,
        move |content| make(content, pressed),
    )
}
