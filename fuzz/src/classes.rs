//! The assertions about exposures and node classes.

use workflow::classes::NodeClasses;
use workflow::suggestion::suggest;
use workflow::{ExposureDocument, Workflow};

use crate::{problems_are_readable, schema_round_trips};

/// A workflow with inputs of every kind, to which exposures are applied.
const WORKFLOW: &str = r#"{
    "3": {"class_type": "KSampler", "inputs": {"seed": 5, "steps": 20, "cfg": 8.5, "sampler_name": "euler",
        "model": ["4", 0]}},
    "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "a.safetensors"}},
    "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a cat", "clip": ["4", 1]}},
    "7": {"class_type": "PrimitiveBoolean", "inputs": {"value": true, "big": false}},
    "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0], "filename_prefix": "x"}}}"#;

/// A workflow in the editor's format, which only classes can convert.
const EDITOR: &str = r#"{"links": [[1, 8, 0, 9, 0, "IMAGE"]], "nodes": [
    {"id": 8, "type": "Odd", "inputs": [], "outputs": [{"name": "IMAGE", "type": "IMAGE", "links": [1]}],
     "widgets_values": ["a cat", 7, 5, "randomize", "a", ["x"], "a.png", "mp4", 0.5, true]},
    {"id": 9, "type": "SaveImage", "inputs": [{"name": "images", "type": "IMAGE", "link": 1}], "outputs": [],
     "widgets_values": ["out"]}]}"#;

/// Reads an exposure, checks its written form, and applies it to a workflow.
pub fn exposure(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (document, problems) = ExposureDocument::parse(&text);
    problems_are_readable(&problems, bytes.len());
    let written = document.to_value();
    let (again, problems) = ExposureDocument::parse(&written.to_string());
    assert!(problems.is_empty(), "{problems:?}: {written}");
    assert_eq!(again.to_value(), written);
    let (schemas, problems) =
        schema::from_file_exposed(WORKFLOW.as_bytes(), &document, NodeClasses::core());
    problems_are_readable(&problems, bytes.len());
    assert_eq!(schemas.len(), 1);
    schema_round_trips(None, &schemas[0].1);
    let (mut workflow, _) = Workflow::parse(WORKFLOW);
    workflow.expose(&document);
    let exposed = workflow.to_value().to_string();
    let (again, _) = Workflow::parse(&exposed);
    assert_eq!(again.to_value().to_string(), exposed);
}

/// Reads node classes, checks their reduced form, and converts a workflow with them.
pub fn object_info(bytes: &[u8]) {
    let Ok(classes) = NodeClasses::parse(bytes) else {
        return;
    };
    let reduced = classes.to_value().to_string();
    let again = NodeClasses::parse(reduced.as_bytes());
    assert_eq!(again.as_ref(), Ok(&classes), "{reduced}");
    let mut merged = classes.clone();
    merged.merge(&classes);
    assert_eq!(merged, classes);
    let (workflow, problems) = Workflow::parse_with(EDITOR, &classes);
    problems_are_readable(&problems, bytes.len());
    let (schema, problems) = schema::read_with(&workflow, &classes);
    problems_are_readable(&problems, bytes.len());
    schema_round_trips(None, &schema);
    let suggestion = suggest(&workflow, &classes);
    let written = suggestion.document().to_value().to_string();
    let (document, problems) = ExposureDocument::parse(&written);
    assert!(problems.is_empty(), "{problems:?}: {written}");
    let mut exposed = workflow.clone();
    let problems = exposed.expose(&document);
    assert!(problems.is_empty(), "{problems:?}: {written}");
}
