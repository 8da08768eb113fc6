//! A workflow's file, of any format: what is read of it, its schema, and what an engine gets.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| flowdeck_fuzz::workflow(bytes));
