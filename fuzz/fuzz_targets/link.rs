//! A link to an output, next to a file that no link may reach.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use service::fuzzing;
use libfuzzer_sys::fuzz_target;

/// An outputs folder with one run and one output.
static OUTPUTS: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.keep().canonicalize().expect("it exists");
    let outputs = folder.join("outputs");
    let run = outputs.join("3f2b8c1e-7d4a-4f6b-9a0e-5c1d2e3f4a5b");
    fs::create_dir_all(&run).expect("the run's folder");
    fs::write(run.join("a.png"), "an output").expect("an output");
    fs::write(folder.join("secret"), "no output").expect("another file");
    outputs
});

fuzz_target!(|link: (&str, &str, u64, &str)| {
    let (run_id, name, expires, signature) = link;
    fuzzing::open_link(run_id, name, expires, signature, &OUTPUTS);
});
