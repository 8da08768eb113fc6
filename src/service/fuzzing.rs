//! Entry points of the fuzz targets: the service's readers of what engines send, and its links, with the
//! properties that hold for every input. Compiled only for fuzzing.

use std::path::Path;
use std::sync::Arc;

use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use blobs::{Blobs, FolderBlobs};

use crate::auth::{LinkSigner, SignedLink};
use crate::engines::{NodeProgress, RunNodes};
use crate::outputs;
use comfy_client::{Event, read_classes, read_entry, read_event, rejection};
use run_core::{listing, prompt_errors, task_outcome};
use schema::{self, InputSchema};
use workflow::Workflow;

/// A workflow with a text, an image and an output.
const WORKFLOW: &str = r#"{
  "1": { "class_type": "InputText", "inputs": { "name": "text" } },
  "2": { "class_type": "InputImage", "inputs": { "name": "photo" } },
  "3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], "filename_prefix": ["1", 0] } }
}"#;

fn workflow() -> (Workflow, InputSchema) {
    let (workflow, _) = Workflow::parse(WORKFLOW);
    let (schema, _) = schema::read(&workflow);
    (workflow, schema)
}

fn wait<T>(reading: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(reading)
}

/// The answers and events of an engine: its history, its refusal of a prompt, and what it sends while a
/// run executes, one event per line.
pub fn read_engine(text: &[u8]) {
    let (graph, schema) = workflow();
    if let Ok(Some(entry)) = read_entry(text, "id") {
        let _ = task_outcome::outcome(&entry);
        let _ = task_outcome::duration(&entry);
        let nodes = entry.outputs.keys().map(String::as_str);
        let _ = listing::list(&entry.outputs, nodes);
    }
    let rejection = rejection(400, text);
    assert!(!prompt_errors::validation_items(&rejection, &graph, &schema).is_empty());
    let _ = read_classes(text);
    let mut progress = NodeProgress::default();
    progress.set_nodes(RunNodes::of(&graph, &Arc::default()));
    let mut percent = 0;
    for line in text.split(|byte| *byte == b'\n') {
        let message = Message::text(String::from_utf8_lossy(line).into_owned());
        let nodes = match read_event(&message) {
            Some(Event::OfTask { event, .. }) => event.nodes,
            Some(Event::AtNode(event)) => Some(event),
            _ => None,
        };
        if let Some(event) = nodes {
            progress.apply(event, Instant::now());
        }
        let Some(report) = progress.report(Instant::now()) else {
            continue;
        };
        let now = report.percent.unwrap_or_default();
        assert!(percent <= now && now <= 100 && report.nodes_done <= report.nodes_total);
        percent = now;
    }
}

/// A link to an output that its holder has changed: it is genuine only for the file it was signed for, and an
/// output is a file below the outputs.
pub fn open_link(run_id: &str, name: &str, expires: u64, signature: &str, outputs: &Path) {
    let signer = LinkSigner::new(b"a secret");
    let filename = format!("{run_id}/{name}");
    let changed = SignedLink {
        expires,
        key: "a key".to_owned(),
        signature: signature.to_owned(),
    };
    assert!(!signer.verify(&filename, &changed));
    let link = signer.link(&filename, "a key");
    assert!(link.is_ascii() && !link.contains(['"', '<', '\\', ' ']));
    let blobs = FolderBlobs::open(outputs.to_owned()).expect("a folder that can be written");
    if let Some(name) = outputs::output_name(run_id, name)
        && wait(blobs.info(&name)).is_ok_and(|info| info.is_some())
    {
        let path = outputs.join(name.group()).join(name.path());
        let path = path.canonicalize().expect("an output exists");
        assert!(path.starts_with(outputs) && path.is_file());
    }
}
