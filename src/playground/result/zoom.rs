//! An image in a dialog: fitted, at full size, or zoomed by the wheel, keys or two fingers. It is moved by dragging, by
//! the arrow keys, or by scrolling. While it is fitted, the arrow keys show the other images of its run and of its batch.

mod copy_image;
mod neighbour;
mod pinch;
mod toolbar;

use std::cell::Cell;

use wasm_bindgen::JsCast;
use web_sys::{
    Event, HtmlDialogElement, HtmlElement, HtmlImageElement, KeyboardEvent, MouseEvent, WheelEvent,
};

use self::neighbour::Neighbour;
use self::toolbar::toolbar;
use crate::messages as say;
use crate::runs::{RunRow, Runs};
use ui::{El, RwSignal, button, el, expect_context, focus_in_place, spawn_local, untrack};

/// The factor of one zoom step.
const STEP: f64 = 1.25;
const MAX_SCALE: f64 = 16.0;
const MIN_SCALE: f64 = 0.05;

thread_local! {
    /// The scale at which the next image is opened, if it is shown instead of an enlarged one.
    static NEXT_SCALE: Cell<Option<f64>> = const { Cell::new(None) };
}

/// The zoom of an image.
#[derive(Clone)]
struct Zoom {
    runs: Runs,
    row: RunRow,
    /// The factor of the image's own size; `None` to fit the window.
    scale: RwSignal<Option<f64>>,
    dialog: HtmlDialogElement,
    /// The scrolling element.
    pane: HtmlElement,
    image: HtmlImageElement,
}

/// Where a picture is in the window, in CSS pixels, and the factor of its own size.
struct Picture {
    left: f64,
    top: f64,
    scale: f64,
}

/// A button that opens the dialog, and a function that presses it.
pub(super) fn zoom_button(row: RunRow, url: String, name: String) -> (El, impl Fn() + 'static) {
    let scale = RwSignal::new(None);
    let label = [say::ZOOM.now(), " ", &name].concat();
    let dialog = el("dialog", "zoom").attr("aria-label", say::ZOOM_TITLE.with(&[&name]));
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    let is_open = RwSignal::new(false);
    let shown = node.clone();
    let dialog = dialog
        .on("close", move |_| is_open.set(false))
        .live(move || {
            is_open
                .get()
                .then(|| content(row, scale, &url, &name, &shown))
        });
    let open = move || {
        scale.set(NEXT_SCALE.take());
        is_open.set(true);
        let dialog = node.clone();
        // Afterwards, because a dialog focuses what is in it when it opens. A modal one traps the focus, closes on
        // Escape and restores the focus.
        spawn_local(async move { drop(dialog.show_modal()) });
    };
    let button = button("button small", open)
        .attr("aria-label", label)
        .text(say::ZOOM);
    let node: HtmlElement = button.node().clone().unchecked_into();
    let press = move || {
        focus_in_place(&node);
        node.click();
    };
    (el("span", "output-zoom").child(button).child(dialog), press)
}

fn content(
    row: RunRow,
    scale: RwSignal<Option<f64>>,
    url: &str,
    name: &str,
    dialog: &HtmlDialogElement,
) -> El {
    let image = el("img", "zoom-image")
        .attr("src", url.to_owned())
        .attr("alt", name.to_owned())
        .attr("draggable", "false");
    let pane = el("div", "zoom-pane")
        .attr("tabindex", "0")
        .attr("autofocus", true)
        .attr("role", "group");
    let runs: Runs = expect_context();
    let zoom = Zoom {
        runs,
        row,
        scale,
        dialog: dialog.clone(),
        pane: pane.node().clone().unchecked_into(),
        image: image.node().clone().unchecked_into(),
    };
    let (wheel, keys, size) = (zoom.clone(), zoom.clone(), zoom.clone());
    // Its own size is not known before.
    let loaded = zoom.clone();
    let image = image.on("load", move |_| untrack(|| loaded.apply()));
    let pane = pinch::with_pinching(zoom.clone(), zoom.clone().with_dragging(pane))
        .attr("aria-label", name.to_owned())
        .effect(move || size.apply())
        .on("wheel", move |event| wheel.on_wheel(&event))
        .child(image);
    el("div", "zoom-content")
        .on("keydown", move |event| keys.on_key(&event))
        .child(toolbar(zoom, name))
        .child(pane)
        .children(Neighbour::Previous.button(runs, dialog, scale))
        .children(Neighbour::Next.button(runs, dialog, scale))
}

impl Zoom {
    fn fits(&self) -> bool {
        self.scale.with_untracked(Option::is_none)
    }

    /// Applies the scale to the image.
    fn apply(&self) {
        let style = HtmlElement::style(&self.image);
        let _ = match self.scale.get() {
            Some(scale) => {
                let width = f64::from(self.image.natural_width()) * scale;
                let width = (width.max(1.0) as u32).to_string();
                let _ = style.set_property("width", &[&width, "px"].concat());
                self.pane.remove_attribute("data-fits")
            }
            None => {
                let _ = style.remove_property("width");
                self.pane.set_attribute("data-fits", "")
            }
        };
    }

    /// Scales the image around a point of the window, by default the center of the pane. The point of the image that
    /// is there stays there.
    fn step(&self, factor: f64, around: Option<[f64; 2]>) {
        let pane = self.pane.get_bounding_client_rect();
        let center = [
            pane.left() + pane.width() / 2.0,
            pane.top() + pane.height() / 2.0,
        ];
        let [x, y] = around.unwrap_or(center);
        let before = self.picture();
        let at = [
            (x - before.left) / before.scale,
            (y - before.top) / before.scale,
        ];
        let scale = (before.scale * factor).clamp(MIN_SCALE, MAX_SCALE);
        self.scale.set(Some(scale));
        // The size must be set first, because a pane cannot scroll beyond its content.
        self.apply();
        let after = self.picture();
        let moved = [
            after.left + at[0] * after.scale - x,
            after.top + at[1] * after.scale - y,
        ];
        let (left, top) = (self.pane.scroll_left(), self.pane.scroll_top());
        self.pane.set_scroll_left(left + moved[0].round() as i32);
        self.pane.set_scroll_top(top + moved[1].round() as i32);
    }

    /// Where the picture is in the window. A fitted one is centered in its element.
    fn picture(&self) -> Picture {
        let [width, height] = [self.image.natural_width(), self.image.natural_height()]
            .map(|side| f64::from(side).max(1.0));
        let frame = self.image.get_bounding_client_rect();
        let scale = (frame.width() / width).min(frame.height() / height);
        Picture {
            left: frame.left() + (frame.width() - width * scale) / 2.0,
            top: frame.top() + (frame.height() - height * scale) / 2.0,
            scale,
        }
    }

    fn on_wheel(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<WheelEvent>() else {
            return;
        };
        event.prevent_default();
        let point = [f64::from(event.client_x()), f64::from(event.client_y())];
        let factor = if event.delta_y() < 0.0 {
            STEP
        } else {
            1.0 / STEP
        };
        self.step(factor, Some(point));
    }

    fn on_key(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        match event.key().as_str() {
            "+" | "=" => self.step(STEP, None),
            "-" => self.step(1.0 / STEP, None),
            "0" => self.scale.set(None),
            "1" => self.scale.set(Some(1.0)),
            "s" | "S" => self.runs.toggle_star(self.row),
            "ArrowLeft" if self.fits() => Neighbour::Previous.show(self.runs, &self.dialog, None),
            "ArrowRight" if self.fits() => Neighbour::Next.show(self.runs, &self.dialog, None),
            _ => return,
        }
        event.prevent_default();
    }

    /// Lets a mouse drag the image; touch scrolls natively.
    fn with_dragging(self, pane: El) -> El {
        let drag = move |event: Event| {
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
        pane.on("mousemove", drag)
    }
}
