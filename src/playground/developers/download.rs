//! Downloads a JSON text.

use web_sys::{Blob, BlobPropertyBag};

use crate::save;

/// Saves a text as a JSON file.
pub(super) fn save(json: &str, name: &str) {
    let kind = BlobPropertyBag::new();
    kind.set_type("application/json");
    let parts = js_sys::Array::of1(&json.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &kind) {
        save::save(&blob, name);
    }
}
