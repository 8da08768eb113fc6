//! A picture by itself: fitted, at its own size, larger or smaller; moved by dragging, by the arrow
//! keys, and by the browser's own ways of scrolling.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{
    Event, HtmlDialogElement, HtmlElement, HtmlImageElement, KeyboardEvent, MouseEvent, WheelEvent,
};

use crate::playground::language::integer;
use crate::playground::messages as say;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, button, el};

/// How much larger or smaller a step makes.
const STEP: f64 = 1.25;
const LARGEST: f64 = 16.0;
const SMALLEST: f64 = 0.05;

/// What is shown of a picture.
#[derive(Clone)]
struct Zoom {
    /// The size by which the picture is multiplied; `None` where it fits the window.
    scale: RwSignal<Option<f64>>,
    /// What scrolls.
    pane: HtmlElement,
    picture: HtmlImageElement,
}

/// A button that shows a picture by itself, and the same as a function.
pub(super) fn zoom_button(url: String, name: String) -> (El, Rc<dyn Fn()>) {
    let scale = RwSignal::new(None);
    let dialog = el("dialog", "zoom").attr("aria-label", say::ZOOM_TITLE.with(&[&name]));
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    let is_open = RwSignal::new(false);
    let close = {
        let node = node.clone();
        move || node.close()
    };
    let dialog = dialog
        .on("close", move |_| is_open.set(false))
        .live(move || {
            let close = close.clone();
            is_open.get().then(|| content(scale, &url, &name, close))
        });
    let open: Rc<dyn Fn()> = Rc::new(move || {
        scale.set(None);
        is_open.set(true);
        // The browser's own way keeps the focus inside, closes by Escape and gives the focus back.
        let _ = node.show_modal();
    });
    let press = open.clone();
    let zoom = el("span", "output-zoom")
        .child(button("button small", move || press()).text(say::ZOOM))
        .child(dialog);
    (zoom, open)
}

fn content(scale: RwSignal<Option<f64>>, url: &str, name: &str, close: impl Fn() + 'static) -> El {
    let picture = el("img", "zoom-picture")
        .attr("src", url.to_owned())
        .attr("alt", name.to_owned())
        .attr("draggable", "false");
    let pane = el("div", "zoom-pane")
        .attr("tabindex", "0")
        .attr("role", "group");
    let zoom = Zoom {
        scale,
        pane: pane.node().clone().unchecked_into(),
        picture: picture.node().clone().unchecked_into(),
    };
    let (wheel, keys, size) = (zoom.clone(), zoom.clone(), zoom.clone());
    let pane = zoom
        .clone()
        .dragged(pane)
        .attr("aria-label", name.to_owned())
        .attr("data-fits", move || scale.get().is_none())
        .effect(move || size.apply())
        .on("wheel", move |event| wheel.turned(&event))
        .child(picture);
    el("div", "zoom-box")
        .on("keydown", move |event| keys.pressed(&event))
        .child(bar(zoom, name, close))
        .child(pane)
}

fn bar(zoom: Zoom, name: &str, close: impl Fn() + 'static) -> El {
    let scale = zoom.scale;
    let percent = move || {
        let scale = scale.get()?;
        Some([&integer((scale * 100.0).round() as usize), " %"].concat())
    };
    let (larger, smaller) = (zoom.clone(), zoom);
    el("div", "zoom-bar")
        .child(
            el("span", "zoom-name")
                .attr("dir", "auto")
                .text(name.to_owned()),
        )
        .child(el("span", "hint").attr("role", "status").text(percent))
        .child(
            button("button small", move || scale.set(None))
                .attr("aria-pressed", move || scale.get().is_none().to_string())
                .text(say::ZOOM_FIT),
        )
        .child(
            button("button small", move || scale.set(Some(1.0)))
                .attr("aria-pressed", move || {
                    (scale.get() == Some(1.0)).to_string()
                })
                .text(say::ZOOM_FULL_SIZE),
        )
        .child(
            button("button small", move || smaller.step(1.0 / STEP, None))
                .attr("aria-label", say::ZOOM_OUT)
                .text("−"),
        )
        .child(
            button("button small", move || larger.step(STEP, None))
                .attr("aria-label", say::ZOOM_IN)
                .text("+"),
        )
        .child(button("button small", close).text(say::CLOSE))
}

impl Zoom {
    /// Gives the picture its size.
    fn apply(&self) {
        let style = HtmlElement::style(&self.picture);
        let _ = match self.scale.get() {
            Some(scale) => {
                let width = f64::from(self.picture.natural_width()) * scale;
                let width = (width.max(1.0) as u32).to_string();
                style.set_property("width", &[&width, "px"].concat())
            }
            None => style.remove_property("width").map(drop),
        };
    }

    /// Makes the picture larger or smaller around a point of the pane, else around its middle.
    fn step(&self, factor: f64, around: Option<(f64, f64)>) {
        let natural = f64::from(self.picture.natural_width()).max(1.0);
        let before = f64::from(self.picture.client_width()).max(1.0);
        let scale = (before / natural * factor).clamp(SMALLEST, LARGEST);
        let (width, height) = (self.pane.client_width(), self.pane.client_height());
        let (x, y) = around.unwrap_or((f64::from(width) / 2.0, f64::from(height) / 2.0));
        let grown = scale * natural / before;
        let left = (f64::from(self.pane.scroll_left()) + x) * grown - x;
        let top = (f64::from(self.pane.scroll_top()) + y) * grown - y;
        self.scale.set(Some(scale));
        // The size first: a pane scrolls no further than its content.
        self.apply();
        self.pane.set_scroll_left(left as i32);
        self.pane.set_scroll_top(top as i32);
    }

    fn turned(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<WheelEvent>() else {
            return;
        };
        event.prevent_default();
        let frame = self.pane.get_bounding_client_rect();
        let point = (
            f64::from(event.client_x()) - frame.left(),
            f64::from(event.client_y()) - frame.top(),
        );
        let factor = if event.delta_y() < 0.0 {
            STEP
        } else {
            1.0 / STEP
        };
        self.step(factor, Some(point));
    }

    fn pressed(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        match event.key().as_str() {
            "+" | "=" => self.step(STEP, None),
            "-" => self.step(1.0 / STEP, None),
            "0" => self.scale.set(None),
            "1" => self.scale.set(Some(1.0)),
            _ => return,
        }
        event.prevent_default();
    }

    /// Lets the pane be dragged by a mouse; fingers scroll it as they do elsewhere.
    fn dragged(self, pane: El) -> El {
        let moved = move |event: Event| {
            let Some(event) = event.dyn_ref::<MouseEvent>() else {
                return;
            };
            if event.buttons() & 1 == 0 {
                return;
            }
            let pane = &self.pane;
            pane.set_scroll_left(pane.scroll_left() - event.movement_x());
            pane.set_scroll_top(pane.scroll_top() - event.movement_y());
        };
        pane.on("mousemove", moved)
    }
}
