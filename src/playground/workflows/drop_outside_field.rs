//! Files and JSON that are pasted, or dropped outside a field: they fill a field or open as a workflow.
//! A drop on a field is in `field/file.rs`.

use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Event, File, FilePropertyBag, MouseEvent};

use super::open::OPEN;
use super::state::Workflows;
use crate::file_list::{dropped_files, file_list};
use crate::form::Undoable;
use crate::messages as say;
use ui::{El, Owner, RwSignal, el, on_cleanup, target_tag, window_event_listener_untyped};

/// Listens to the page's paste and drop events. Returns what is shown while a file is dragged over the page.
pub(crate) fn drop_overlay(workflows: Workflows) -> El {
    let is_dragging = RwSignal::new(false);
    let owner = Owner::current().unwrap_or_default();
    let paste = window_event_listener_untyped("paste", move |event| {
        if let Some(data) = clipboard_data(&event) {
            handle_paste(&event, &data, workflows, &owner);
        }
    });
    // The browser would otherwise leave the page and show the file.
    let over = window_event_listener_untyped("dragover", move |event| {
        event.prevent_default();
        if !is_dragging.get_untracked() && has_files(&event) {
            is_dragging.set(true);
        }
    });
    let leave = window_event_listener_untyped("dragleave", move |event| {
        // Within the page, the drag enters another element.
        let entered = event
            .dyn_ref::<MouseEvent>()
            .and_then(MouseEvent::related_target);
        if entered.is_none() {
            is_dragging.set(false);
        }
    });
    let drop = window_event_listener_untyped("drop", move |event| {
        is_dragging.set(false);
        // A field took it.
        if event.default_prevented() {
            return;
        }
        event.prevent_default();
        if let Some(file) = dropped_files(&event).into_iter().next() {
            open_file(workflows, file);
        }
    });
    on_cleanup(move || {
        paste.remove();
        over.remove();
        leave.remove();
        drop.remove();
    });
    let place = el("div", "").attr("data-dragging", move || is_dragging.get());
    place.live(move || {
        let overlay = || el("div", "drop-overlay").child(el("p", "").text(say::DROP_ANYWHERE));
        is_dragging.get().then(overlay)
    })
}

/// Whether a drag carries files from outside the page.
fn has_files(event: &Event) -> bool {
    let data = event
        .dyn_ref::<DragEvent>()
        .and_then(DragEvent::data_transfer);
    data.is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

fn clipboard_data(event: &Event) -> Option<DataTransfer> {
    event.dyn_ref::<ClipboardEvent>()?.clipboard_data()
}

/// Puts a file into the first field that accepts it. Opens any other file, and JSON pasted outside an
/// input.
fn handle_paste(event: &Event, data: &DataTransfer, workflows: Workflows, owner: &Owner) {
    if let Some(file) = file_list(data.files()).into_iter().next() {
        let form = workflows.form.get_untracked();
        match form.and_then(|form| Some((form, form.field_for(&file)?))) {
            Some((form, field)) => {
                event.prevent_default();
                owner.with(|| Undoable::new(form).put_files(field, vec![file]));
            }
            None => open_file(workflows, file),
        }
    } else if !is_in_input(event) {
        let text = data.get_data("text/plain").unwrap_or_default();
        if let Some(file) = json_file(&text) {
            open_file(workflows, file);
        }
    }
}

/// Opens a file as a workflow, or puts it into the field that accepts it.
fn open_file(workflows: Workflows, file: File) {
    OPEN.call(move |open| open(workflows, file, true));
}

fn is_in_input(event: &Event) -> bool {
    matches!(target_tag(event).as_str(), "INPUT" | "TEXTAREA" | "SELECT")
}

/// A file with this text, if it could be a JSON object.
fn json_file(text: &str) -> Option<File> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let parts = js_sys::Array::of1(&text.into());
    let options = FilePropertyBag::new();
    options.set_type("application/json");
    let name = [say::PASTED.now(), ".json"].concat();
    File::new_with_str_sequence_and_options(&parts, &name, &options).ok()
}
