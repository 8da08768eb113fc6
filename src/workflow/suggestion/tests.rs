use serde_json::{Value, json};

use super::*;

/// A text-to-image workflow, as ComfyUI's own template has it.
fn text_to_image() -> Value {
    json!({
        "3": {"class_type": "KSampler", "inputs": {
            "seed": 5, "steps": 20, "cfg": 8.0, "sampler_name": "euler", "scheduler": "normal", "denoise": 1.0,
            "model": ["4", 0], "positive": ["6", 0], "negative": ["7", 0], "latent_image": ["5", 0]}},
        "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "a.safetensors"}},
        "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 512, "height": 512, "batch_size": 1}},
        "7": {"class_type": "CLIPTextEncode", "inputs": {"text": "watermark", "clip": ["4", 1]}},
        "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a lighthouse", "clip": ["4", 1]}},
        "8": {"class_type": "VAEDecode", "inputs": {"samples": ["3", 0], "vae": ["4", 2]}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["8", 0], "filename_prefix": "x"}},
    })
}

fn suggestion(prompt: &Value) -> Suggestion {
    let (workflow, problems) = Workflow::from_value(prompt);
    assert!(problems.is_empty(), "{problems:?}");
    suggest(&workflow, NodeClasses::core())
}

/// The labels of the suggested fields, in order.
fn suggested(prompt: &Value) -> Vec<String> {
    let suggestion = suggestion(prompt);
    let ticked = suggestion.candidates.iter().filter(|one| one.is_suggested);
    ticked.map(|one| one.label.clone()).collect()
}

fn role_of(suggestion: &Suggestion, node: &str, input: &str) -> Option<Role> {
    let mut candidates = suggestion.candidates.iter();
    Some(
        candidates
            .find(|one| one.node == node && one.input == input)?
            .role,
    )
}

#[test]
fn prompts_come_first_and_are_told_apart_by_their_links() {
    let fields = [
        "Positive prompt",
        "Negative prompt",
        "Width",
        "Height",
        "Seed",
        "Steps",
        "CFG",
        "Denoise",
    ];
    assert_eq!(suggested(&text_to_image()), fields);
    let suggestion = suggestion(&text_to_image());
    assert_eq!(
        (
            suggestion.candidates[0].node.as_str(),
            suggestion.candidates[0].name.as_str()
        ),
        ("6", "text_6")
    );
    assert_eq!(suggestion.candidates[1].node, "7");
    assert_eq!(suggestion.first_output.as_deref(), Some("9"));
}

#[test]
fn every_unlinked_value_is_a_candidate_and_output_settings_are_last() {
    let suggestion = suggestion(&text_to_image());
    assert_eq!(suggestion.candidates.len(), 13);
    let last = suggestion.candidates.last().unwrap();
    assert_eq!(
        (last.input.as_str(), last.role, last.is_suggested),
        ("filename_prefix", Role::OutputSetting, false)
    );
    assert_eq!(role_of(&suggestion, "4", "ckpt_name"), Some(Role::Model));
    assert_eq!(
        role_of(&suggestion, "3", "sampler_name"),
        Some(Role::Choice)
    );
    assert_eq!(role_of(&suggestion, "3", "model"), None, "it is linked");
}

#[test]
fn prompts_are_found_through_texts_and_through_nodes_that_pass_both_on() {
    let mut prompt = text_to_image();
    prompt["3"]["inputs"]["positive"] = json!(["20", 0]);
    prompt["3"]["inputs"]["negative"] = json!(["20", 1]);
    prompt["20"] = json!({"class_type": "ControlNetApplyAdvanced", "inputs": {
        "positive": ["6", 0], "negative": ["7", 0], "control_net": ["21", 0], "image": ["22", 0],
        "strength": 1.0, "start_percent": 0.0, "end_percent": 1.0}});
    prompt["21"] = json!({"class_type": "ControlNetLoader", "inputs": {"control_net_name": "c"}});
    prompt["22"] = json!({"class_type": "LoadImage", "inputs": {"image": "pose.png"}});
    prompt["6"]["inputs"]["text"] = json!(["30", 0]);
    prompt["30"] =
        json!({"class_type": "PrimitiveStringMultiline", "inputs": {"value": "a lighthouse"}});
    let suggestion = suggestion(&prompt);
    assert_eq!(role_of(&suggestion, "30", "value"), Some(Role::Prompt));
    assert_eq!(
        role_of(&suggestion, "7", "text"),
        Some(Role::NegativePrompt)
    );
    assert_eq!(role_of(&suggestion, "22", "image"), Some(Role::File));
}

#[test]
fn equal_labels_get_the_node_s_title_and_then_its_id() {
    let image = |title: Value| json!({"class_type": "LoadImage", "inputs": {"image": "a.png"}, "_meta": {"title": title}});
    let mut prompt = text_to_image();
    prompt["20"] = image(json!("Load Image"));
    prompt["21"] = image(json!("Portrait"));
    prompt["22"] = image(json!("Portrait"));
    for (node, from) in [("30", "20"), ("31", "21"), ("32", "22")] {
        prompt[node] = json!({"class_type": "PreviewImage", "inputs": {"images": [from, 0]}});
    }
    prompt.as_object_mut().unwrap().remove("9");
    let labels = suggested(&prompt);
    assert!(labels.contains(&"Image".to_owned()), "{labels:?}");
    assert!(
        labels.contains(&"Portrait (Portrait) (#21)".to_owned()),
        "{labels:?}"
    );
    let all: Vec<_> = suggestion(&prompt)
        .candidates
        .into_iter()
        .map(|one| one.label)
        .collect();
    let unique: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!(unique.len(), all.len());
}

#[test]
fn nodes_that_no_output_needs_are_left_out() {
    let mut prompt = text_to_image();
    prompt["40"] = json!({"class_type": "EmptyLatentImage", "inputs": {"width": 1, "height": 1, "batch_size": 1}});
    assert_eq!(role_of(&suggestion(&prompt), "40", "width"), None);
}

#[test]
fn the_use_of_a_primitive_says_what_it_is_for() {
    let mut prompt = text_to_image();
    prompt["5"]["inputs"]["width"] = json!(["50", 0]);
    prompt["50"] = json!({"class_type": "PrimitiveInt", "inputs": {"value": 64}, "_meta": {"title": "Breadth"}});
    let suggestion = suggestion(&prompt);
    let candidate = suggestion
        .candidates
        .iter()
        .find(|one| one.node == "50")
        .unwrap();
    assert_eq!(
        (
            candidate.role,
            candidate.label.as_str(),
            candidate.name.as_str()
        ),
        (Role::Size, "Breadth", "number_50")
    );
}

#[test]
fn of_unlikely_fields_the_first_are_suggested() {
    let prompt = json!({
        "1": {"class_type": "EmptyImage", "inputs": {"color": 5, "batch_size": 1}},
        "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}},
    });
    assert_eq!(suggested(&prompt), ["Color", "Batch size"]);
}

#[test]
fn classes_that_nobody_knows_still_have_candidates() {
    let prompt = json!({
        "1": {"class_type": "Odd", "inputs": {"my_prompt": "x", "seed": 4, "list": [1, 2, 3], "nothing": null}},
        "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}},
    });
    assert_eq!(suggested(&prompt), ["Prompt", "Seed"]);
}

#[test]
fn a_workflow_that_says_what_it_shows_is_left_alone() {
    let marked = json!({"1": {"class_type": "InputText", "inputs": {"name": "a"}}});
    let (mut workflow, _) = Workflow::from_value(&marked);
    workflow.expose_suggested(NodeClasses::core());
    assert!(workflow.app_inputs.is_empty());
    let (mut workflow, _) = Workflow::from_value(&text_to_image());
    workflow.expose_suggested(NodeClasses::core());
    assert_eq!(workflow.app_inputs.len(), 8);
}
