//! A saved exposure, applied to a workflow.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| flowdeck_fuzz::exposure(bytes));
