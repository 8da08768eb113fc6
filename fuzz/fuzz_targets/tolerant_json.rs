//! JSON as Python, ComfyUI and its nodes write it.
#![no_main]

use std::borrow::Cow;

use json::tolerant::{from_slice, strict, text};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let repaired = strict(bytes);
    assert!(repaired.len() <= 3 * bytes.len());
    let read = from_slice::<Value>(bytes).ok();
    if let Some(read) = &read {
        // There is nothing left to repair.
        assert!(matches!(strict(repaired.as_bytes()), Cow::Borrowed(same) if same == repaired));
        assert_eq!(text(bytes).map(|text| text.trim_start().is_empty()), Some(false));
        let written = read.to_string();
        assert_eq!(from_slice::<Value>(written.as_bytes()).ok().as_ref(), Some(read));
    }
    // What is strict JSON is read as it is.
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        assert_eq!(read, Some(value));
    }
});
