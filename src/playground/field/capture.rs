//! Fills a field with a photo or a recording. In the deferred chunk.

use leptos::prelude::{document, untrack};
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlElement, HtmlInputElement};

use crate::playground::capture::{Medium, Outcome, capture_dialog, medium_icon, native_camera};
use crate::playground::form::{FieldState, FormState, Undoable};
use crate::playground::messages as say;
use crate::playground::ui::{El, RwSignal, button, el, in_body};

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
    let native = native_camera(medium, take);
    let input = native.as_ref().map(|input| input.node().clone());
    let open = move || match &input {
        Some(input) => input.unchecked_ref::<HtmlInputElement>().click(),
        None => is_open.set(true),
    };
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
    let place = el("span", "capture-place")
        .child(capture_button(medium, field, open))
        .children(native)
        .live(dialog);
    Some(place)
}

/// The button. It shows only its icon when a file is chosen.
fn capture_button(medium: Medium, field: FieldState, open: impl Fn() + 'static) -> El {
    let name = move || [medium.action().now(), ": ", &field.label()].concat();
    button("button small capture-open", open)
        .attr("aria-label", name)
        .attr("title", medium.action())
        .child(medium_icon(medium, "icon"))
        .child(el("span", "capture-word").text(medium.action()))
}

/// Opens the browser's choice of files.
fn choose_file(field: FieldState) {
    let control = document().get_element_by_id(&field.id());
    if let Some(control) = control.and_then(|control| control.dyn_into::<HtmlElement>().ok()) {
        control.click();
    }
}
