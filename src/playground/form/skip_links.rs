//! For the keyboard: buttons at the start of the page that lead to the form and to Run. In the deferred chunk.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::actions::RUN_ID;
use crate::deferred::Deferred;
use crate::language::Language;
use crate::messages as say;
use ui::{El, RwSignal, button, document, el, focus, untrack};

static SKIP_LINKS: Deferred<fn() -> El> = Deferred::new();

/// Where they are.
pub(crate) fn skip_links(language: RwSignal<Language>) -> El {
    el("div", "skip-links").live(move || {
        language.track();
        SKIP_LINKS.get(|links| untrack(links))
    })
}

/// Provides them.
pub(super) fn fill_deferred() {
    SKIP_LINKS.fill(links);
}

fn links() -> El {
    el("nav", "")
        .attr("aria-label", say::SKIP)
        .child(button("button", focus_form).text(say::SKIP_TO_FORM))
        .child(button("button", || focus(RUN_ID)).text(say::SKIP_TO_RUN))
}

/// Focuses the first field, or without one the choice of workflows.
fn focus_form() {
    match document().query_selector(".form .fields [name]") {
        Ok(Some(first)) => {
            let _ = first.unchecked_into::<HtmlElement>().focus();
        }
        _ => focus("picker-title"),
    }
}
