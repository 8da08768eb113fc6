//! A fold below the fields. Its content is created when it first opens.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDetailsElement};

use super::state::FormState;
use crate::language::Message;
use ui::{El, RwSignal, el, scroll_to, untrack};

/// A fold with this title and this content.
pub(super) fn fold(
    title: Message,
    open: bool,
    content: fn(FormState) -> El,
    form: FormState,
) -> El {
    let was_opened = RwSignal::new(open);
    let open_first = move |_| {
        if !was_opened.get_untracked() {
            was_opened.set(true);
        }
    };
    let summary = el("summary", "").text(title).on("click", open_first);
    el("details", "fold")
        .attr("open", open)
        .on("toggle", |event| reveal(&event))
        .child(summary)
        .live(move || was_opened.get().then(|| untrack(|| content(form))))
}

/// Scrolls so that the content of an opened fold is in view.
fn reveal(event: &Event) {
    let fold = event
        .target()
        .and_then(|fold| fold.dyn_into::<HtmlDetailsElement>().ok());
    if let Some(fold) = fold.filter(HtmlDetailsElement::open) {
        scroll_to(&fold);
    }
}
