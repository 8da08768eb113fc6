//! Entry point of the fuzz target for files: what the nodes that load images, audio and video decode.
//! Compiled only for fuzzing.

use std::sync::atomic::AtomicBool;

use super::context::RunContext;
use super::files::MemoryStore;
use super::runner;
use comfy_files::Folder;
use media::OpenH264;
use workflow::Workflow;

/// The nodes that load a file, and the ones that decode what these only open.
const WORKFLOWS: [&str; 3] = [
    r#"{ "1": { "class_type": "LoadImage", "inputs": { "image": "file" } } }"#,
    r#"{ "1": { "class_type": "LoadAudio", "inputs": { "audio": "file" } } }"#,
    r#"{
      "0": { "class_type": "LoadVideo", "inputs": { "file": "file" } },
      "1": { "class_type": "GetVideoComponents", "inputs": { "video": ["0", 0] } }
    }"#,
];

/// Loads a file as an image, as audio and as a video.
pub fn load(file: &[u8]) {
    let store = MemoryStore::default();
    store.put(Folder::Input, "file", file);
    let context = RunContext {
        store: &store,
        interrupted: &AtomicBool::new(false),
        h264: Some(&OpenH264),
        png_metadata: &[],
    };
    for text in WORKFLOWS {
        let (workflow, _) = Workflow::parse(text);
        let _ = runner::run(&workflow, &["1".to_owned()], &context, &mut |_| {});
    }
}
