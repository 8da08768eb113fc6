//! Drags a result into a field: its address and name travel with the drag, and the file is loaded when it is
//! dropped.

use ui::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DragEvent, Event, File, FilePropertyBag, Response};

/// The type of the data, which only this page uses.
const TYPE: &str = "application/x-flowdeck-output";

/// Makes a drag carry this output.
pub(crate) fn carry_output(event: &Event, url: &str, name: &str) {
    let data = event
        .dyn_ref::<DragEvent>()
        .and_then(DragEvent::data_transfer);
    if let Some(data) = data {
        let _ = data.set_data(TYPE, &[url, "\n", name].concat());
    }
}

/// The address and name of the output that a drop carries.
pub(crate) fn carried_output(event: &Event) -> Option<(String, String)> {
    let data = event.dyn_ref::<DragEvent>()?.data_transfer()?;
    let text = data.get_data(TYPE).ok()?;
    let (url, name) = text.split_once('\n')?;
    Some((url.to_owned(), name.to_owned()))
}

/// Loads an output as a file; `None` if the page may not read it.
pub(crate) async fn output_file(url: &str, name: &str) -> Option<File> {
    let response = JsFuture::from(window().fetch_with_str(url)).await.ok()?;
    let response: Response = response.unchecked_into();
    if !response.ok() {
        return None;
    }
    let blob: Blob = JsFuture::from(response.blob().ok()?)
        .await
        .ok()?
        .unchecked_into();
    let options = FilePropertyBag::new();
    options.set_type(&blob.type_());
    File::new_with_blob_sequence_and_options(&js_sys::Array::of1(&blob), name, &options).ok()
}
