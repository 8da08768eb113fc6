//! The other images to enlarge, from one that is enlarged: those of its run, then those of its batch.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlElement};

use super::NEXT_SCALE;
use crate::messages as say;
use crate::runs::Runs;
use ui::{El, RwSignal, button, document, request_animation_frame, untrack};

/// The places of the images that can be enlarged.
const PLACES: &str = ".output-zoom";

/// A direction in the order of the outputs and of the batch.
#[derive(Clone, Copy)]
pub(super) enum Neighbour {
    Previous,
    Next,
}

/// What enlarges an image.
enum Target {
    /// Pressing this button.
    Button(HtmlElement),
    /// Showing the run with this key first.
    Run(u32),
}

impl Neighbour {
    /// Enlarges that image instead of the one in this dialog, if there is one: to this factor of its own size, or to fit.
    pub(super) fn show(self, runs: Runs, dialog: &HtmlDialogElement, scale: Option<f64>) {
        let Some(target) = self.target(runs, dialog) else {
            return;
        };
        dialog.close();
        match target {
            Target::Button(button) => enlarge(&button, scale),
            Target::Run(key) => {
                runs.stage.select(key);
                // After its result is in the page.
                request_animation_frame(move || {
                    if let Some(button) = self.first_of_result() {
                        enlarge(&button, scale);
                    }
                });
            }
        }
    }

    /// A button for it, if there is one.
    pub(super) fn button(
        self,
        runs: Runs,
        dialog: &HtmlDialogElement,
        scale: RwSignal<Option<f64>>,
    ) -> Option<El> {
        self.target(runs, dialog)?;
        let (class, label, sign) = match self {
            Self::Previous => ("button zoom-previous", say::ZOOM_PREVIOUS, "‹"),
            Self::Next => ("button zoom-next", say::ZOOM_NEXT, "›"),
        };
        let dialog = dialog.clone();
        let show = move || self.show(runs, &dialog, scale.get_untracked());
        let button = button(class, show)
            .attr("aria-label", label)
            .attr("title", label)
            .text(sign);
        Some(button)
    }

    /// What enlarges it, if there is one.
    fn target(self, runs: Runs, dialog: &HtmlDialogElement) -> Option<Target> {
        let button = self.in_run(dialog).map(Target::Button);
        button.or_else(|| self.in_batch(runs).map(Target::Run))
    }

    fn step(self, index: usize) -> Option<usize> {
        match self {
            Self::Previous => index.checked_sub(1),
            Self::Next => Some(index + 1),
        }
    }

    /// The button that enlarges the image of the same run.
    fn in_run(self, dialog: &HtmlDialogElement) -> Option<HtmlElement> {
        let outputs = dialog.closest(".outputs").ok()??;
        let places = outputs.query_selector_all(PLACES).ok()?;
        let place = |index: u32| places.item(index)?.dyn_into::<Element>().ok();
        let own = |index: &u32| place(*index).is_some_and(|place| place.contains(Some(dialog)));
        let own = (0..places.length()).find(own)?;
        let index = self.step(own as usize)?;
        button_of(&place(index as u32)?)
    }

    /// The key of the completed run of the shown run's batch.
    fn in_batch(self, runs: Runs) -> Option<u32> {
        untrack(|| {
            let shown = runs.rows.row(runs.stage.shown.get())?;
            let rows = runs.rows.completed_in_batch(&shown.batch_id()?);
            let own = rows.iter().position(|row| row.key == shown.key)?;
            Some(rows.get(self.step(own)?)?.key)
        })
    }

    /// The button of the first image of the shown result in this direction.
    fn first_of_result(self) -> Option<HtmlElement> {
        let places = document().query_selector_all(PLACES).ok()?;
        let index = match self {
            Self::Previous => places.length().checked_sub(1)?,
            Self::Next => 0,
        };
        button_of(&places.item(index)?.dyn_into().ok()?)
    }
}

fn button_of(place: &Element) -> Option<HtmlElement> {
    place.first_element_child()?.dyn_into().ok()
}

/// Presses a button that enlarges an image. Focused, because its dialog returns the focus to what had it.
fn enlarge(button: &HtmlElement, scale: Option<f64>) {
    NEXT_SCALE.set(scale);
    let _ = button.focus();
    button.click();
}
