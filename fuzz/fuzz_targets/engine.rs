//! What an engine answers and sends.
#![no_main]

use service::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fuzzing::read_engine(text));
