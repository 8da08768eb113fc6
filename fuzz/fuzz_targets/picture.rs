//! A picture that may carry a workflow.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// How the pictures begin that are looked into.
const STARTS: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n", b"RIFF", b"\xFF\xD8\xFF"];

fuzz_target!(|bytes: &[u8]| {
    // What is no picture is for the target `workflow`.
    if STARTS.iter().any(|start| bytes.starts_with(start)) {
        flowdeck_fuzz::workflow(bytes);
    }
});
