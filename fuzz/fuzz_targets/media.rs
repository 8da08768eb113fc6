//! A file that nodes load as an image, as audio and as a video.
#![no_main]

use engine::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| fuzzing::load(file));
