//! A fold of the form. Its content is deferred, and created when the fold first opens.

use crate::playground::deferred::Deferred;
use crate::playground::language::Message;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, el};

/// A fold with this title. `make` creates its content from the deferred function and a signal that counts
/// the presses on the title.
pub(super) fn fold<F: Copy>(
    title: Message,
    open: bool,
    content: &'static Deferred<F>,
    make: impl Fn(F, RwSignal<u32>) -> El + 'static,
) -> El {
    let presses = RwSignal::new(0);
    let press = move |_| presses.update(|presses| *presses += 1);
    let fold = el("details", "fold")
        .attr("open", open)
        .child(el("summary", "").text(title).on("click", press));
    content.view_once(
        fold,
        move || open || presses.get() > 0,
        move |content| make(content, presses),
    )
}
