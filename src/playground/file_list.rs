//! Files as the browser's events carry them.

use wasm_bindgen::JsCast;
use web_sys::{DataTransfer, DragEvent, Event, File, FileList};

/// The files of a drop event.
pub(crate) fn dropped_files(event: &Event) -> Vec<File> {
    let transfer = event
        .dyn_ref::<DragEvent>()
        .and_then(DragEvent::data_transfer);
    file_list(transfer.as_ref().and_then(DataTransfer::files))
}

/// The files of a browser's list.
pub(crate) fn file_list(list: Option<FileList>) -> Vec<File> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length())
        .filter_map(|index| list.get(index))
        .collect()
}
