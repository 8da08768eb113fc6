//! The multipart form of a submission, in pieces of different sizes.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use service_http::fuzzing;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    folder.keep()
});

fuzz_target!(|input: (u8, &[u8])| {
    let (piece, body) = input;
    fuzzing::read_form(body, usize::from(piece) * 8, &FOLDER);
});
