//! How large a map is on the screen.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};

use ui::{RwSignal, StoredValue};

/// Pixels per unit of the map.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    size: StoredValue<[f64; 2]>,
    scale: RwSignal<f64>,
}

impl Scale {
    /// The scale of a map of this size, before it is on the screen.
    pub(super) fn of(size: [f64; 2]) -> Self {
        Self {
            size: StoredValue::new(size),
            scale: RwSignal::new(0.0),
        }
    }

    /// The scale; tracked. Positive.
    pub(super) fn get(self) -> f64 {
        self.scale.get().max(f64::EPSILON)
    }

    /// The scale; not tracked. Positive.
    pub(super) fn now(self) -> f64 {
        self.scale.get_untracked().max(f64::EPSILON)
    }

    /// The point of the map below a pixel of a frame of this size, in which the map is as large as possible.
    pub(super) fn point(self, [x, y]: [f64; 2], [width, height]: [f64; 2]) -> [f64; 2] {
        let size = self.size.get_value();
        let scale = fit(size, [width, height]).max(f64::EPSILON);
        [
            (x - (width - size[0] * scale) / 2.0) / scale,
            (y - (height - size[1] * scale) / 2.0) / scale,
        ]
    }

    fn measure(self, element: &Element) {
        let frame = element.get_bounding_client_rect();
        let Some(size) = self.size.try_with_value(|size| *size) else {
            return;
        };
        let scale = fit(size, [frame.width(), frame.height()]);
        if self.scale.try_with_untracked(|before| *before != scale) == Some(true) {
            self.scale.set(scale);
        }
    }
}

fn fit([width, height]: [f64; 2], frame: [f64; 2]) -> f64 {
    (frame[0] / width).min(frame[1] / height)
}

/// Follows the size of an element until it is dropped.
pub(super) struct Observed {
    observer: Option<ResizeObserver>,
    _measure: Closure<dyn FnMut()>,
}

impl Observed {
    pub(super) fn new(element: &Element, scale: Scale) -> Self {
        let measured = element.clone();
        let measure = Closure::<dyn FnMut()>::new(move || scale.measure(&measured));
        let observer = ResizeObserver::new(measure.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe(element);
        }
        Self {
            observer,
            _measure: measure,
        }
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn the_shorter_side_decides() {
        assert_eq!(fit([1000.0, 200.0], [500.0, 500.0]), 0.5);
        assert_eq!(fit([100.0, 200.0], [500.0, 500.0]), 2.5);
    }
}
