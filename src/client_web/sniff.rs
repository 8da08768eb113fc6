//! Finds a file's content type in its first bytes, read from its handle.

use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// The content type that [`schema::sniff`] finds in a file's first bytes; `None` if it finds none or the
/// file cannot be read.
pub async fn sniff(file: &Blob) -> Option<&'static str> {
    let head = file
        .slice_with_f64_and_f64(0.0, schema::SNIFFED as f64)
        .ok()?;
    let bytes = JsFuture::from(head.array_buffer()).await.ok()?;
    schema::sniff(&Uint8Array::new(&bytes).to_vec())
}
