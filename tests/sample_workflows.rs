//! The bundled sample workflows are ready to run, and files saved by old and new ComfyUI editors are
//! read.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its fixture has failed"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use schema::{self, InputSchema, OutputKind};
use serde_json::{Value, json};
use workflow::Workflow;

fn sample(name: &str) -> InputSchema {
    read("www/workflows", name).1
}

/// The prompt and the schema of a file without problems.
fn read(folder: &str, name: &str) -> (Value, InputSchema) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join(name);
    let (workflow, mut problems) = Workflow::read(&fs::read(&path).unwrap());
    let (schema, more) = schema::read(&workflow);
    problems.extend(more);
    assert!(problems.is_empty(), "{name}: {problems:?}");
    (workflow.to_value(), schema)
}

/// A schema's fields as `name: kind = default`, and its outputs' labels.
fn summary(schema: &InputSchema) -> (Vec<String>, Vec<&str>) {
    let fields = schema.fields.iter().map(|field| {
        let default = field.default.as_deref().unwrap_or("-");
        format!(
            "{} ({}): {} = {default}",
            field.name,
            field.label,
            field.kind.name()
        )
    });
    let outputs = schema.outputs.iter().map(|output| output.label.as_str());
    (fields.collect(), outputs.collect())
}

/// The sample workflows, without their examples.
fn samples() -> Vec<InputSchema> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/workflows");
    let files = fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.ends_with(".json") && !name.ends_with(".examples.json"))
        .map(|name| sample(&name))
        .collect()
}

#[test]
fn the_samples_use_every_kind_of_input_and_output() {
    let samples = samples();
    let fields = samples.iter().flat_map(|schema| &schema.fields);
    let kinds: BTreeSet<_> = fields.map(|field| field.kind.name()).collect();
    let expected = BTreeSet::from([
        "audio", "boolean", "choice", "image", "number", "slider", "text", "video",
    ]);
    assert_eq!(kinds, expected);
    let outputs = samples.iter().flat_map(|schema| &schema.outputs);
    let outputs: BTreeSet<_> = outputs.map(|output| format!("{:?}", output.kind)).collect();
    let outputs: Vec<_> = outputs.iter().map(String::as_str).collect();
    assert_eq!(outputs, ["Audio", "Image", "Text", "Video"]);
}

#[test]
fn the_poster_outputs_an_image_and_a_text() {
    let schema = sample("poster.json");
    let outputs: Vec<_> = schema.outputs.iter().map(|output| output.kind).collect();
    assert_eq!(outputs, [OutputKind::Image, OutputKind::Text]);
}

#[test]
fn every_field_of_the_slow_workflow_has_a_default() {
    let schema = sample("slow-blur.json");
    assert!(
        schema.fields.iter().all(|field| field.default.is_some()),
        "{:?}",
        schema.fields
    );
}

#[test]
fn the_loaders_of_an_older_editors_file_are_its_fields() {
    let (prompt, schema) = read("tests/workflows", "older-editor.json");
    let expected = json!({"model": ["1", 0], "positive": ["2", 0], "negative": ["3", 0],
        "latent_image": ["7", 0], "seed": 18446744073709551615u64, "steps": 20, "cfg": 7.5,
        "sampler_name": "euler", "scheduler": "normal", "denoise": 0.6});
    assert_eq!(prompt["9"]["inputs"], expected);
    assert_eq!(prompt["7"]["inputs"]["pixels"], json!(["4", 0]));
    let ids: Vec<_> = prompt.as_object().unwrap().keys().collect();
    assert_eq!(ids, ["1", "2", "3", "4", "7", "9", "10", "11"]);
    let fields = vec!["image_4 (Sketch): image = -".to_owned()];
    assert_eq!(summary(&schema), (fields, vec!["Picture"]));
}

#[test]
fn subgraphs_are_read_with_their_app_mode_inputs() {
    let (prompt, schema) = read("tests/workflows", "subgraphs-app-mode.json");
    let expected = json!({"image": ["1", 0], "blur_radius": 6, "sigma": 1.5});
    assert_eq!(prompt["57:5:8"]["inputs"], expected);
    assert_eq!(prompt["60"]["inputs"]["images"], json!(["57:6", 0]));
    let fields = [
        "image_1 (Photo): image = -",
        "radius_57 (How soft): number = 6",
        "sigma_57:5:8 (sigma): number = 1.5",
    ];
    assert_eq!(
        summary(&schema),
        (fields.map(str::to_owned).to_vec(), vec!["Result"])
    );
}

#[test]
fn marker_nodes_of_several_families_are_read_together() {
    let (prompt, schema) = read("tests/workflows", "marked-version-1.json");
    assert_eq!(prompt["5"]["inputs"]["font_size"], json!(["3", 0]));
    let fields = [
        "title (Title): text = Morning",
        "image_2 (Photo): image = -",
        "size (Size): slider = 40",
        "place (Place): choice = top",
    ];
    assert_eq!(
        summary(&schema),
        (fields.map(str::to_owned).to_vec(), vec!["Card"])
    );
}

#[test]
fn a_group_node_is_read_as_its_inner_nodes() {
    let (prompt, schema) = read("tests/workflows", "group-node.json");
    let blur = json!({"image": ["1", 0], "blur_radius": 3, "sigma": 0.5});
    assert_eq!(prompt["4:0"]["inputs"], blur);
    let scale = json!({"image": ["4:0", 0], "upscale_method": "area", "scale_by": 0.25});
    assert_eq!(prompt["4:1"]["inputs"], scale);
    let fields = vec!["photo (Photo): image = -".to_owned()];
    assert_eq!(summary(&schema), (fields, vec!["SaveImage"]));
}
