//! Two pictures on top of each other: under a slider, or one after the other.

use std::time::Duration;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::media_query::REDUCED_MOTION;
use crate::messages as say;
use ui::{El, RwSignal, button, el, on_cleanup, set_interval_with_handle, value};

/// How long each picture is shown: slow enough to be safe for people who are sensitive to flashes.
const BLINK: Duration = Duration::from_millis(800);

/// The first picture to the left of a slider, the second one to its right.
pub(super) fn slider([first, second]: [String; 2], [left, right]: [String; 2]) -> El {
    let split = RwSignal::new("50".to_owned());
    let overlay = el("div", "overlay");
    let node: HtmlElement = overlay.node().clone().unchecked_into();
    let range = el("input", "overlay-slider")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", "100")
        .attr("aria-label", say::COMPARE_SLIDER)
        .prop("value", move || split.get())
        .on("input", move |event| split.set(value(&event)));
    overlay
        .attr("data-mode", "slider")
        .effect(move || {
            let split = [&split.get(), "%"].concat();
            let _ = HtmlElement::style(&node).set_property("--split", &split);
        })
        .child(picture(second, &right, "overlay-below"))
        .child(picture(first, &left, "overlay-above"))
        .child(range)
        .child(label(left, "overlay-left"))
        .child(label(right, "overlay-right"))
}

/// The two pictures in turn. People who prefer reduced motion change them themselves.
pub(super) fn blink([first, second]: [String; 2], [left, right]: [String; 2]) -> El {
    let shows_second = RwSignal::new(false);
    let swap = move || {
        let _ = shows_second.try_update(|shows| *shows = !*shows);
    };
    let is_paused = RwSignal::new(REDUCED_MOTION.matches());
    let tick = move || {
        if is_paused.try_get_untracked() == Some(false) {
            swap();
        }
    };
    if let Ok(timer) = set_interval_with_handle(tick, BLINK) {
        on_cleanup(move || timer.clear());
    }
    let text = move || {
        if shows_second.get() {
            right.clone()
        } else {
            left.clone()
        }
    };
    let tools = el("div", "overlay-tools")
        .child(
            button("button small", move || {
                is_paused.update(|paused| *paused = !*paused)
            })
            .text(move || match is_paused.get() {
                true => say::RESUME.now(),
                false => say::PAUSE.now(),
            }),
        )
        .child(button("button small", swap).text(say::COMPARE_SWAP))
        .child(el("output", "").attr("dir", "auto").text(text));
    el("div", "overlay")
        .attr("data-mode", "blink")
        .attr("data-second", move || shows_second.get())
        .child(picture(second, "", "overlay-below"))
        .child(picture(first, "", "overlay-above"))
        .child(tools)
}

fn picture(address: String, name: &str, class: &str) -> El {
    el("img", class)
        .attr("src", address)
        .attr("alt", name.to_owned())
        .attr("draggable", "false")
}

fn label(name: String, class: &str) -> El {
    el("span", class)
        .attr("aria-hidden", "true")
        .attr("dir", "auto")
        .text(name)
}
