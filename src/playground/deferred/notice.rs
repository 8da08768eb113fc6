//! What the page shows while the chunk is loading, and when that fails.

use super::loading::{close_failure, has_failed, is_failure_closed, load_now};
use crate::icon::{Shape, icon};
use crate::messages as say;
use ui::{El, button, el};

/// Shows that loading failed, with a button to retry, until the person closes it.
pub(crate) fn notice() -> El {
    el("div", "deferred-notice")
        .attr("role", "alert")
        .live(move || {
            has_failed().then(|| {
                let close = button("link-button", close_failure)
                    .attr("aria-label", say::CLOSE)
                    .child(icon(Shape::Cross));
                el("div", "notice")
                    .attr("data-tone", "bad")
                    .child(el("p", "").text(say::DEFERRED_FAILED))
                    .child(close)
                    .child(retry())
            })
        })
}

/// A placeholder for a deferred element.
pub(super) fn placeholder() -> El {
    let hint = el("p", "hint loading");
    if is_failure_closed() {
        hint.child(retry())
    } else {
        hint.text(say::DEFERRED_LOADING)
    }
}

fn retry() -> El {
    button("button small", load_now).text(say::TRY_AGAIN)
}
