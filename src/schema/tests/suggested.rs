//! Schemas of workflows that do not say which inputs they show.

use serde_json::{Value, json};
use workflow::classes::NodeClasses;

use crate::{Bounds, FieldKind, Readiness, from_json, readiness};

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

/// What an engine whose input folder has these videos says about a workflow that loads one.
fn loads_video(videos: Value) -> Readiness {
    let classes = json!({
        "VHS_LoadVideo": {"input": {"required": {"video": [videos], "custom_width": ["INT", {"default": 0}]}},
            "output": ["IMAGE"]},
        "SaveImage": {"input": {"required": {"images": ["IMAGE"], "filename_prefix": ["STRING", {}]}},
            "output_node": true},
    });
    let classes = NodeClasses::read(&classes.to_string()).unwrap();
    let file = json!({"nodes": [
        {"id": 1, "type": "VHS_LoadVideo", "outputs": [{"name": "IMAGE", "type": "IMAGE"}],
         "widgets_values": {"video": "clip.mp4", "force_size": "Disabled", "choose video to upload": "image"}},
        {"id": 2, "type": "SaveImage", "inputs": [{"name": "images", "type": "IMAGE", "link": 1}],
         "widgets_values": ["v"]}],
        "links": [[1, 1, 0, 2, 0, "IMAGE"]]});
    readiness(file.to_string().as_bytes(), None, &classes)
}

#[test]
fn a_loader_whose_upload_only_javascript_shows_takes_a_file() {
    for videos in [json!([]), json!(["clip.mp4"]), json!(["other.mp4"])] {
        let ready = loads_video(videos);
        assert_eq!(ready.problems, []);
        let field = ready.schema.field("video").unwrap();
        assert_eq!((&field.kind, field.required), (&FieldKind::Video, true));
    }
}

#[test]
fn the_loras_of_rgthrees_loader_are_choices_and_numbers() {
    let prompt = json!({
        "1": {"class_type": "Power Lora Loader (rgthree)", "inputs": {
            "lora_1": {"on": true, "lora": "a.safetensors", "strength": 0.5}}},
        "2": {"class_type": "PreviewAny", "inputs": {"source": ["1", 0]}},
    });
    let classes = json!({
        "Power Lora Loader (rgthree)": {"input": {"optional": {}}, "output": ["MODEL"]},
        "PreviewAny": {"input": {"required": {"source": ["*"]}}, "output_node": true},
        "LoraLoader": {"input": {"required": {"lora_name": [["a.safetensors", "b.safetensors"]]}}},
    });
    let classes = NodeClasses::read(&classes.to_string()).unwrap();
    let ready = readiness(prompt.to_string().as_bytes(), None, &classes);
    assert_eq!(ready.problems, []);
    let options = ["a.safetensors", "b.safetensors"]
        .map(str::to_owned)
        .to_vec();
    let lora = ready.schema.field("lora_1").unwrap();
    assert_eq!(lora.kind, FieldKind::Choice { options });
    let strength = ready.schema.field("lora_strength_1").unwrap();
    assert_eq!(strength.default.as_deref(), Some("0.5"));
}

#[test]
fn what_a_class_says_about_an_input_is_a_tooltip_and_no_help_text() {
    let classes = json!({
        "EmptyImage": {"input": {"required": {"width": ["INT", {"default": 64, "tooltip": "In pixels."}]}},
            "output": ["IMAGE"]},
        "SaveImage": {"input": {"required": {"images": ["IMAGE"]}}, "output_node": true},
    });
    let classes = NodeClasses::read(&classes.to_string()).unwrap();
    let prompt = json!({
        "1": {"class_type": "EmptyImage", "inputs": {"width": 64}},
        "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}},
    });
    let ready = readiness(prompt.to_string().as_bytes(), None, &classes);
    let field = ready.schema.field("width").unwrap();
    assert_eq!(field.tooltip.as_deref(), Some("In pixels."));
    assert_eq!(field.help, None);
}
