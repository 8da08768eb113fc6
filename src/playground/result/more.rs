//! A button “⋯” with actions that are needed less often.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, HtmlDetailsElement, HtmlElement, KeyboardEvent, Node};

use crate::icon::{Shape, icon};
use crate::messages as say;
use ui::{El, document, el, on_cleanup, window_event_listener_untyped};

/// The button and its menu. An action closes the menu, and so do Escape and a press outside.
pub(super) fn more(actions: impl IntoIterator<Item = El>) -> El {
    let opener = el("summary", "button small icon-button")
        .attr("aria-label", say::RESULT_MORE)
        .attr("title", say::RESULT_MORE)
        .child(icon(Shape::More));
    let menu = el("div", "more-actions").children(actions);
    let fold = el("details", "more").child(opener).child(menu);
    let node: HtmlDetailsElement = fold.node().clone().unchecked_into();
    let own = node.clone();
    let outside = window_event_listener_untyped("pointerdown", move |event| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Node>().ok());
        if !own.contains(target.as_ref()) {
            own.set_open(false);
        }
    });
    on_cleanup(move || outside.remove());
    close_before_actions(&node);
    fold.on("keydown", move |event| close_on_escape(&node, &event))
}

/// Closes the menu before an action acts: a dialog that it opens gives the focus back to what had it.
fn close_before_actions(menu: &HtmlDetailsElement) {
    let own = menu.clone();
    let act = move |event: Event| {
        if is_action(&event) {
            close(&own);
        }
    };
    let act = Closure::<dyn FnMut(Event)>::new(act).into_js_value();
    let is_first = true;
    let _ = menu.add_event_listener_with_callback_and_bool("click", act.unchecked_ref(), is_first);
}

/// Whether a click was on one of the actions.
fn is_action(event: &Event) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| matches!(target.closest("button"), Ok(Some(_))))
}

fn close_on_escape(menu: &HtmlDetailsElement, event: &Event) {
    let is_escape = event
        .dyn_ref::<KeyboardEvent>()
        .is_some_and(|event| event.key() == "Escape");
    if is_escape && menu.open() {
        // Otherwise Escape would also end a comparison.
        event.stop_propagation();
        close(menu);
    }
}

/// Closes the menu; the focus goes back to its button, unless an action moved it elsewhere.
fn close(menu: &HtmlDetailsElement) {
    let has_focus = menu.contains(document().active_element().as_deref());
    if has_focus && let Ok(Some(opener)) = menu.query_selector("summary") {
        let _ = opener.unchecked_into::<HtmlElement>().focus();
    }
    menu.set_open(false);
}
