//! The control for files: dropped on it, chosen or pasted. The chosen files are shown by the deferred
//! chunk.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, File, HtmlInputElement};

use super::attributes::labelled;
use crate::deferred::Deferred;
use crate::file_list::{dropped_files, file_list};
use crate::form::{FieldState, FormState, Undoable};
use crate::messages as say;
use crate::output_drag::carried_output;
use ui::{El, el, template, untrack};

type TakeOutput = fn(Undoable, FieldState, (String, String));
type ChosenFiles = fn(FormState, FieldState, Vec<File>) -> El;

type Capture = fn(FormState, FieldState) -> Option<El>;

pub(super) static CHOSEN_FILES: Deferred<ChosenFiles> = Deferred::new();

/// The button that takes a photo or records.
pub(super) static CAPTURE: Deferred<Capture> = Deferred::new();

/// Loads a dragged output, given by its address and name, into a field.
pub(super) static TAKE_OUTPUT: Deferred<TakeOutput> = Deferred::new();

/// A drop area that shows the chosen files.
pub(super) fn file(form: FormState, field: FieldState) -> El {
    let content = move || {
        let files = field.files.get();
        if files.is_empty() {
            Some(drop_hint(field))
        } else {
            CHOSEN_FILES.view(|chosen_files| chosen_files(form, field, files))
        }
    };
    template("control-file")
        .slot("named", |input| file_input(input, form, field))
        .replace("empty", None)
        .on("dragover", |event| {
            event.prevent_default();
            mark_over(&event, true);
        })
        .on("dragleave", |event| mark_over(&event, false))
        .on("drop", move |event| {
            event.prevent_default();
            mark_over(&event, false);
            match carried_output(&event) {
                Some(output) => {
                    let undoable = Undoable::new(form);
                    TAKE_OUTPUT.call(move |take| take(undoable, field, output));
                }
                None => Undoable::new(form).put_files(field, dropped_files(&event)),
            }
        })
        .live(content)
        .live_when_idle(move || CAPTURE.get(|capture| untrack(|| capture(form, field)))?)
}

/// Marks the drop area while a file is dragged over it.
fn mark_over(event: &Event, is_over: bool) {
    let area = event.current_target();
    if let Some(area) = area.and_then(|area| area.dyn_into::<Element>().ok()) {
        let _ = area.toggle_attribute_with_force("data-over", is_over);
    }
}

fn file_input(input: El, form: FormState, field: FieldState) -> El {
    let accept = field
        .definition
        .with_value(|field| field.kind.accept().map(str::to_owned));
    labelled(input, field)
        .attr("accept", accept)
        .attr("aria-labelledby", label_id(field))
        .on("change", move |event| choose_files(form, field, &event))
}

/// The id of the field's label. The drop area is another label of the control, so the control refers to this one.
pub(super) fn label_id(field: FieldState) -> String {
    [&field.id(), "-label"].concat()
}

fn choose_files(form: FormState, field: FieldState, event: &Event) {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    Undoable::new(form).put_files(field, file_list(input.files()));
    // Otherwise choosing the same file again after removing it would fire no event.
    input.set_value("");
}

fn drop_hint(field: FieldState) -> El {
    let text = field
        .definition
        .with_value(|field| match field.kind.name() {
            "image" => say::DROP_IMAGE,
            "video" => say::DROP_VIDEO,
            "audio" => say::DROP_AUDIO,
            _ => say::DROP_FILE,
        });
    el("label", "file-empty")
        .attr("for", field.id())
        .attr("aria-hidden", "true")
        .text(text)
}
