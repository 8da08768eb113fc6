//! An engine's node classes, which convert a workflow in the editor's format.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| flowdeck_fuzz::object_info(bytes));
