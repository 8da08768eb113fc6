//! The state of the editor, and what the pointer and the keys do to it.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};

use super::canvas::Canvas;
use super::crop::{Crop, Hold, REACH};
use super::steps::{Step, Steps, Stroke};
use ui::{RwSignal, StoredValue, untrack};

/// What the pointer does.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Tool {
    Crop,
    Paint,
    Erase,
}

/// The editor of one image.
#[derive(Clone)]
pub(super) struct Editor {
    pub(super) canvas: Canvas,
    pub(super) tool: RwSignal<Tool>,
    /// The diameter of the brush in pixels of the image.
    pub(super) brush: RwSignal<f64>,
    /// How soft the edge of the mask is, in pixels of the image.
    pub(super) feather: RwSignal<f64>,
    /// The ratio of width to height that the crop keeps.
    pub(super) ratio: RwSignal<Option<f64>>,
    /// The factor of the size at which the image fits the window.
    pub(super) zoom: RwSignal<f64>,
    pub(super) steps: RwSignal<Steps>,
    /// How many steps were done before it was opened.
    before: StoredValue<usize>,
    pub(super) is_loaded: RwSignal<bool>,
    pub(super) error: RwSignal<bool>,
    /// Whether the person has tried to leave, which at first closes only an editor without edits.
    pub(super) is_leaving: RwSignal<bool>,
    /// Where a drag began, its last point, and what it took hold of.
    drag: StoredValue<Option<Drag>>,
}

/// A press that goes on.
#[derive(Clone, Copy)]
struct Drag {
    start: [f64; 2],
    last: [f64; 2],
    /// The crop when it began, if the pointer took hold of it.
    held: Option<(Hold, Crop)>,
}

impl Editor {
    pub(super) fn new(canvas: Canvas) -> Self {
        Self {
            canvas,
            tool: RwSignal::new(Tool::Crop),
            brush: RwSignal::new(32.0),
            feather: RwSignal::new(0.0),
            ratio: RwSignal::new(None),
            zoom: RwSignal::new(1.0),
            steps: RwSignal::new(Steps::default()),
            before: StoredValue::new(0),
            is_loaded: RwSignal::new(false),
            error: RwSignal::new(false),
            is_leaving: RwSignal::new(false),
            drag: StoredValue::new(None),
        }
    }

    /// Does again what was done to the image before.
    pub(super) fn restore(&self, steps: Steps, feather: f64) {
        self.before.set_value(steps.count());
        self.steps.set(steps);
        self.feather.set(feather);
        self.draw_mask();
    }

    /// Whether the editor may close: it has no new edits, or the person has tried to leave before.
    pub(super) fn may_close(&self) -> bool {
        let is_unchanged = self
            .steps
            .with_untracked(|steps| steps.count() == self.before.get_value());
        let is_cropped = self.steps.with_untracked(|steps| steps.crop().is_some());
        let has_edits = !is_unchanged && (is_cropped || self.canvas.has_mask());
        let may_close = self.is_leaving.get_untracked() || !has_edits;
        self.is_leaving.set(true);
        may_close
    }

    /// Ctrl+Z undoes the last step, and nothing behind the editor.
    pub(super) fn on_key(&self, event: &Event) {
        let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        if key.key() == "z" && (key.ctrl_key() || key.meta_key()) {
            event.stop_propagation();
            event.prevent_default();
            self.undo();
        }
    }

    /// Undoes the last step.
    pub(super) fn undo(&self) {
        self.steps.update(Steps::undo);
        self.draw_mask();
    }

    fn draw_mask(&self) {
        self.canvas.clear_mask();
        self.steps.with_untracked(|steps| {
            for step in steps.of_mask() {
                self.canvas.do_step(step);
            }
        });
    }

    /// Removes all edits.
    pub(super) fn start_over(&self) {
        self.steps.update(|steps| {
            if !steps.is_empty() {
                steps.push(Step::StartOver);
            }
        });
        self.canvas.clear_mask();
    }

    /// Inverts the mask.
    pub(super) fn invert(&self) {
        self.canvas.invert_mask();
        self.steps.update(|steps| steps.push(Step::Invert));
    }

    /// Keeps this ratio from now on, and at once; `None` for any.
    pub(super) fn choose_ratio(&self, ratio: Option<f64>) {
        self.ratio.set(ratio);
        if let Some(ratio) = ratio {
            let crop = untrack(|| self.kept()).with_ratio(ratio, self.canvas.size());
            self.steps.update(|steps| steps.push(Step::Crop(crop)));
        }
    }

    /// What the pointer would take hold of.
    pub(super) fn hold(&self, event: &PointerEvent) -> Option<(Hold, Crop)> {
        let crop = self.steps.with_untracked(Steps::crop)?;
        let reach = REACH / self.canvas.shown_scale();
        let hold = Crop::hold(self.canvas.point(event), crop, reach)?;
        Some((hold, crop))
    }

    /// The part to keep: the whole image, unless a person chose one. Tracked.
    pub(super) fn kept(&self) -> Crop {
        let size = self.canvas.size();
        let whole = || Crop::between([0.0, 0.0], size, size);
        self.steps.with(Steps::crop).unwrap_or_else(whole)
    }

    pub(super) fn on_down(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<PointerEvent>() else {
            return;
        };
        event.prevent_default();
        self.is_leaving.set(false);
        let target = event
            .current_target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(target) = target {
            // The drag may leave the image.
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        let point = self.canvas.point(event);
        let is_crop = self.tool.get_untracked() == Tool::Crop;
        self.drag.set_value(Some(Drag {
            start: point,
            last: point,
            held: is_crop.then(|| self.hold(event)).flatten(),
        }));
        if self.tool.get_untracked() != Tool::Crop {
            self.begin_stroke(point);
        }
    }

    pub(super) fn on_move(&self, event: &Event) {
        if let Some(event) = event.dyn_ref::<PointerEvent>() {
            self.drag_to(self.canvas.point(event));
        }
    }

    pub(super) fn on_up(&self) {
        self.drag.set_value(None);
    }

    fn begin_stroke(&self, point: [f64; 2]) {
        let stroke = Stroke {
            points: vec![point],
            size: self.brush.get_untracked(),
            erases: self.tool.get_untracked() == Tool::Erase,
        };
        self.canvas.paint_all(&stroke);
        self.steps.update(|steps| steps.push(Step::Stroke(stroke)));
    }

    fn drag_to(&self, point: [f64; 2]) {
        let Some(drag) = self.drag.get_value() else {
            return;
        };
        if point == drag.last {
            return;
        }
        self.drag.set_value(Some(Drag {
            last: point,
            ..drag
        }));
        let tool = self.tool.get_untracked();
        if tool == Tool::Crop {
            let crop = self.cropped(drag, point);
            self.steps.update(|steps| {
                // The whole drag is one step.
                if drag.last != drag.start {
                    steps.undo();
                }
                steps.push(Step::Crop(crop));
            });
        } else {
            let size = self.brush.get_untracked();
            self.canvas
                .paint(drag.last, point, size, tool == Tool::Erase);
            self.steps.update(|steps| steps.extend_stroke(point));
        }
    }

    /// The part to keep when a drag has come to this point.
    fn cropped(&self, drag: Drag, point: [f64; 2]) -> Crop {
        let (size, ratio) = (self.canvas.size(), self.ratio.get_untracked());
        match drag.held {
            None => Crop::drawn(drag.start, point, ratio, size),
            Some((Hold::Inside, crop)) => {
                let by = [point[0] - drag.start[0], point[1] - drag.start[1]];
                crop.moved(by, size)
            }
            Some((Hold::Edges(edges), crop)) => crop.pulled(edges, point, ratio, size),
        }
    }
}
