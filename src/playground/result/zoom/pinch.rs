//! Two fingers zoom an image around the point between them.

use ui::{El, StoredValue};
use wasm_bindgen::JsCast;
use web_sys::{Event, Touch, TouchEvent};

use super::Zoom;

/// Two fingers on the image.
struct Pinch {
    distance: f64,
    center: [f64; 2],
}

/// Lets two fingers zoom the image. One finger scrolls it, as everywhere.
pub(super) fn with_pinching(zoom: Zoom, pane: El) -> El {
    let last = StoredValue::new(None::<f64>);
    let begin = move |event: Event| last.set_value(pinch(&event).map(|pinch| pinch.distance));
    let change = move |event: Event| {
        let Some(pinch) = pinch(&event) else { return };
        event.prevent_default();
        if let Some(before) = last.get_value().filter(|before| *before > 0.0) {
            zoom.step(pinch.distance / before, Some(pinch.center));
        }
        last.set_value(Some(pinch.distance));
    };
    pane.on("touchstart", begin)
        .on("touchmove", change)
        .on("touchend", begin)
        .on("touchcancel", begin)
}

/// The fingers of an event, if there are two.
fn pinch(event: &Event) -> Option<Pinch> {
    let touches = event.dyn_ref::<TouchEvent>()?.touches();
    let (one, other) = (touches.item(0)?, touches.item(1)?);
    let point = |touch: &Touch| [touch.client_x(), touch.client_y()].map(f64::from);
    let ([left, top], [right, bottom]) = (point(&one), point(&other));
    Some(Pinch {
        distance: (right - left).hypot(bottom - top),
        center: [(left + right) / 2.0, (top + bottom) / 2.0],
    })
}
