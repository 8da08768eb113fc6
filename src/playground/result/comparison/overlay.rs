//! Pictures on top of each other: two under a slider, or one after the other.

use std::time::Duration;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::media_query::REDUCED_MOTION;
use crate::messages as say;
use ui::{El, RwSignal, button, el, on_cleanup, set_interval_with_handle, value};

/// How long each picture is shown: slow enough to be safe for people who are sensitive to flashes.
const BLINK: Duration = Duration::from_millis(800);

/// The first picture to the left of a slider, the second one to its right.
pub(super) fn slider([first, second]: [&String; 2], names: Vec<String>) -> El {
    let mut names = names.into_iter();
    let [left, right] = [(); 2].map(|()| names.next().unwrap_or_default());
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

/// The pictures in turn. People who prefer reduced motion change them themselves.
pub(super) fn blink(images: &[String], names: Vec<String>) -> El {
    let shown = RwSignal::new(0);
    let count = images.len();
    let next = move || {
        let _ = shown.try_update(|shown| *shown = (*shown + 1) % count);
    };
    let is_paused = RwSignal::new(REDUCED_MOTION.matches());
    let tick = move || {
        if is_paused.try_get_untracked() == Some(false) {
            next();
        }
    };
    if let Ok(timer) = set_interval_with_handle(tick, BLINK) {
        on_cleanup(move || timer.clear());
    }
    let pictures = images.iter().enumerate().map(|(index, address)| {
        picture(address, "", "").attr("data-shown", move || shown.get() == index)
    });
    let pause = move || is_paused.update(|paused| *paused = !*paused);
    let tools = el("div", "overlay-tools")
        .child(
            button("button small", pause).text(move || match is_paused.get() {
                true => say::COMPARE_RESUME.now(),
                false => say::COMPARE_PAUSE.now(),
            }),
        )
        .child(button("button small", next).text(say::COMPARE_NEXT))
        .child(
            el("output", "")
                .attr("dir", "auto")
                .text(move || names.get(shown.get()).cloned()),
        );
    el("div", "overlay")
        .attr("data-mode", "blink")
        .children(pictures)
        .child(tools)
}

fn picture(address: &str, name: &str, class: &str) -> El {
    el("img", class)
        .attr("src", address.to_owned())
        .attr("alt", name.to_owned())
        .attr("draggable", "false")
}

fn label(name: String, class: &str) -> El {
    el("span", class)
        .attr("aria-hidden", "true")
        .attr("dir", "auto")
        .text(name)
}
