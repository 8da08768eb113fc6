//! An image that may contain a workflow.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The first bytes of supported images.
const STARTS: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n", b"RIFF", b"\xFF\xD8\xFF"];

fuzz_target!(|bytes: &[u8]| {
    // The target `workflow` covers everything else.
    if STARTS.iter().any(|start| bytes.starts_with(start)) {
        flowdeck_fuzz::workflow(bytes);
    }
});
