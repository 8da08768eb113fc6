//! An image, video or audio file: dropped, chosen or pasted, and shown.

use wasm_bindgen::JsCast;
use web_sys::{DataTransfer, DragEvent, Event, File, FileList, HtmlInputElement};

use super::named;
use super::preview::chosen;
use crate::playground::deferred::Deferred;
use crate::playground::element::{El, el};
use crate::playground::form::{FieldState, FormState};
use crate::playground::messages as say;
use crate::playground::signal::RwSignal;

/// Shows the chosen files.
pub(super) static CHOSEN_FILES: Deferred<fn(FieldState, Vec<File>) -> El> = Deferred::new();

/// A place to drop files, which shows those it holds.
pub(super) fn file(form: FormState, field: FieldState) -> El {
    let over = RwSignal::new(false);
    let accept = field
        .fixed
        .with_value(|fixed| fixed.kind.accept().map(str::to_owned));
    let input = named(el("input", "file-input"), field)
        .attr("type", "file")
        .attr("accept", accept)
        .attr("multiple", true)
        .attr("aria-labelledby", field.id() + "-label")
        .on("change", move |event| {
            let input = event
                .target()
                .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            let Some(input) = input else { return };
            form.take_files(field, files(input.files()));
            // The same file can be chosen again after it was removed.
            input.set_value("");
        });
    el("div", "file")
        .attr("data-over", move || over.get())
        .on("dragover", move |event| {
            event.prevent_default();
            event.stop_propagation();
            over.set(true);
        })
        .on("dragleave", move |_| over.set(false))
        .on("drop", move |event| {
            event.prevent_default();
            event.stop_propagation();
            over.set(false);
            form.take_files(field, dropped(&event));
        })
        .child(input)
        .live(move || {
            let files = field.files.get();
            if files.is_empty() {
                return Some(empty(field));
            }
            CHOSEN_FILES.view(|chosen| chosen(field, files))
        })
}

fn empty(field: FieldState) -> El {
    let words = field.fixed.with_value(|fixed| match fixed.kind.name() {
        "image" => say::DROP_IMAGE,
        "video" => say::DROP_VIDEO,
        "audio" => say::DROP_AUDIO,
        _ => say::DROP_FILE,
    });
    el("label", "file-empty")
        .attr("for", field.id())
        .attr("aria-hidden", "true")
        .text(words)
}

/// The files that it holds.
pub(super) fn all(field: FieldState, files: Vec<File>) -> El {
    let entry = move |(index, file)| chosen(field, index, file);
    el("div", "file-list").children(files.into_iter().enumerate().map(entry))
}

/// The files that fell.
pub(crate) fn dropped(event: &Event) -> Vec<File> {
    let transfer = event
        .dyn_ref::<DragEvent>()
        .and_then(DragEvent::data_transfer);
    files(transfer.as_ref().and_then(DataTransfer::files))
}

/// A browser's list of files.
pub(crate) fn files(list: Option<FileList>) -> Vec<File> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length())
        .filter_map(|index| list.get(index))
        .collect()
}
