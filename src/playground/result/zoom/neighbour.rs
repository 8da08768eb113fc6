//! The other images of a run, from one that is enlarged.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlElement};

use crate::playground::messages as say;
use crate::playground::ui::{El, button};

/// A direction in the order of the run's outputs.
#[derive(Clone, Copy)]
pub(super) enum Neighbour {
    Previous,
    Next,
}

impl Neighbour {
    /// Enlarges that image instead of the one in this dialog, if there is one.
    pub(super) fn show(self, dialog: &HtmlDialogElement) {
        if let Some(button) = self.find(dialog) {
            dialog.close();
            // The dialog returns the focus to what had it.
            let _ = button.focus();
            button.click();
        }
    }

    /// A button for it, if there is one.
    pub(super) fn button(self, dialog: &HtmlDialogElement) -> Option<El> {
        self.find(dialog)?;
        let (class, label, sign) = match self {
            Self::Previous => ("button zoom-previous", say::ZOOM_PREVIOUS, "‹"),
            Self::Next => ("button zoom-next", say::ZOOM_NEXT, "›"),
        };
        let dialog = dialog.clone();
        let button = button(class, move || self.show(&dialog))
            .attr("aria-label", label)
            .attr("title", label)
            .text(sign);
        Some(button)
    }

    /// The button that enlarges it.
    fn find(self, dialog: &HtmlDialogElement) -> Option<HtmlElement> {
        let outputs = dialog.closest(".outputs").ok()??;
        let places = outputs.query_selector_all(".output-zoom").ok()?;
        let place = |index: u32| places.item(index)?.dyn_into::<Element>().ok();
        let own = |index: &u32| place(*index).is_some_and(|place| place.contains(Some(dialog)));
        let own = (0..places.length()).find(own)?;
        let index = match self {
            Self::Previous => own.checked_sub(1)?,
            Self::Next => own + 1,
        };
        place(index)?.first_element_child()?.dyn_into().ok()
    }
}
