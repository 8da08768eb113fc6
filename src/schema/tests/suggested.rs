//! Schemas of workflows that do not say which inputs they show.

use serde_json::json;

use crate::{Bounds, FieldKind, from_json};

#[test]
fn an_ordinary_workflow_has_a_form_with_the_bounds_of_its_classes() {
    let workflow = json!({
        "3": {"class_type": "KSampler", "inputs": {
            "seed": 18_446_744_073_709_551_615_u64, "steps": 20, "cfg": 8.5, "model": ["4", 0], "positive": ["6", 0],
            "latent_image": ["5", 0]}},
        "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "a.safetensors"}},
        "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 512}},
        "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a lighthouse", "clip": ["4", 1]}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0], "filename_prefix": "x"}},
    });
    let (schemas, problems) = from_json(&workflow.to_string());
    assert!(problems.is_empty(), "{problems:?}");
    let schema = &schemas[0].1;
    let names: Vec<_> = schema
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["prompt", "width", "seed", "steps", "cfg", "checkpoint"]
    );
    let field = |name| schema.field(name).unwrap();
    assert!(matches!(
        field("prompt").kind,
        FieldKind::Text {
            multiline: true,
            ..
        }
    ));
    assert_eq!(field("prompt").label, "Prompt");
    assert_eq!(field("prompt").default.as_deref(), Some("a lighthouse"));
    let bounds = |min: &str, max: &str, step: Option<&str>| Bounds {
        integer: true,
        min: Some(min.to_owned()),
        max: Some(max.to_owned()),
        step: step.map(str::to_owned),
    };
    assert_eq!(
        field("width").kind,
        FieldKind::Number(bounds("16", "16384", Some("8")))
    );
    assert_eq!(
        field("seed").kind,
        FieldKind::Number(bounds("0", "18446744073709551615", None))
    );
    assert_eq!(
        field("seed").default.as_deref(),
        Some("18446744073709551615")
    );
}
