//! Fills a field with a photo or a recording. In the deferred chunk.

use std::cell::OnceCell;

use wasm_bindgen::JsCast;
use web_sys::{Element, File, HtmlElement, HtmlInputElement};

use crate::capture::{Medium, Outcome, capture_dialog, native_camera};
use crate::form::{FieldState, FormState, Undoable};
use crate::messages as say;
use ui::{El, RwSignal, document, in_body, template, untrack};

/// A button that takes a photo or records; `None` for a field that takes neither.
pub(super) fn capture(form: FormState, field: FieldState) -> Option<El> {
    let medium = field
        .definition
        .with_value(|field| Medium::of(&field.kind))?;
    let undoable = Undoable::new(form);
    let take = move |file: File| {
        let message = say::CAPTURED.with(&[&file.name()]);
        undoable.change(message, move || {
            form.set_files(field, vec![file]);
            field.focus();
        });
    };
    let is_open = RwSignal::new(false);
    let done = move |outcome: Outcome| {
        let _ = is_open.try_set(false);
        match outcome {
            Outcome::Taken(file) => take(file),
            Outcome::ChooseFile => choose_file(field),
            Outcome::Cancelled => {}
        }
    };
    let dialog = move || {
        let shown = || untrack(|| in_body(capture_dialog(medium, done)));
        is_open.get().then(shown)
    };
    let place = template("capture");
    let camera = Camera::new(place.node(), move || native_camera(medium, take));
    let open = move || {
        if !camera.open() {
            is_open.set(true);
        }
    };
    let place = place
        .slot("open", |button| capture_button(button, medium, field, open))
        .slot("icon", |path| path.attr("d", medium.icon()))
        .slot("word", |word| word.text(medium.action()))
        .live(dialog);
    Some(place)
}

/// Fills in the button. It shows only its icon when a file is chosen.
fn capture_button(button: El, medium: Medium, field: FieldState, open: impl Fn() + 'static) -> El {
    let name = move || [medium.action().now(), ": ", &field.label()].concat();
    button
        .attr("aria-label", name)
        .attr("title", medium.action())
        .on("click", move |_| open())
}

/// The phone's own camera, which is put in the page when it is first needed.
struct Camera<F> {
    place: Element,
    make: F,
    input: OnceCell<Option<El>>,
}

impl<F: Fn() -> Option<El>> Camera<F> {
    fn new(place: &Element, make: F) -> Self {
        Self {
            place: place.clone(),
            make,
            input: OnceCell::new(),
        }
    }

    /// Opens it. False on machines without one.
    fn open(&self) -> bool {
        let Some(input) = self.input.get_or_init(&self.make) else {
            return false;
        };
        let _ = self.place.append_child(input.node());
        input.node().unchecked_ref::<HtmlInputElement>().click();
        true
    }
}

/// Opens the browser's choice of files.
fn choose_file(field: FieldState) {
    let control = document().get_element_by_id(&field.id());
    if let Some(control) = control.and_then(|control| control.dyn_into::<HtmlElement>().ok()) {
        control.click();
    }
}
