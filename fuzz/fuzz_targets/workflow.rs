//! A workflow's file in any format: the workflow, its schema and its lowered form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| flowdeck_fuzz::workflow(bytes));
