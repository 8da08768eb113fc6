use serde_json::{Value, json};

use super::*;
use crate::lower::{Fill, lower};

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

/// The names of the suggested fields, in order.
fn names(prompt: &Value) -> Vec<String> {
    let suggestion = suggestion(prompt);
    let ticked = suggestion.candidates.iter().filter(|one| one.is_suggested);
    ticked.map(|one| one.name.clone()).collect()
}

/// The name and the label of a candidate.
fn wording_of(prompt: &Value, node: &str, input: &str) -> Option<(String, String)> {
    let mut candidates = suggestion(prompt).candidates.into_iter();
    let candidate = candidates.find(|one| one.node == node && one.input == input)?;
    Some((candidate.name, candidate.label))
}

/// The workflow with a LoRA between the checkpoint and its users.
fn with_lora() -> Value {
    let mut prompt = text_to_image();
    prompt["10"] = json!({"class_type": "LoraLoader", "inputs": {"model": ["4", 0], "clip": ["4", 1],
        "lora_name": "l.safetensors", "strength_model": 0.8, "strength_clip": 1.0}});
    prompt["3"]["inputs"]["model"] = json!(["10", 0]);
    prompt
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
        "Checkpoint",
    ];
    assert_eq!(suggested(&text_to_image()), fields);
    let suggestion = suggestion(&text_to_image());
    assert_eq!(
        (
            suggestion.candidates[0].node.as_str(),
            suggestion.candidates[0].name.as_str()
        ),
        ("6", "positive_prompt")
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
    assert!(labels.contains(&"Portrait (#21)".to_owned()), "{labels:?}");
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
        (Role::Size, "Breadth", "breadth")
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
    assert_eq!(suggested(&prompt), ["My prompt", "Seed"]);
}

#[test]
fn a_workflow_that_says_what_it_shows_is_left_alone() {
    let marked = json!({"1": {"class_type": "InputText", "inputs": {"name": "a"}}});
    let (mut workflow, _) = Workflow::from_value(&marked);
    workflow.expose_suggested(NodeClasses::core());
    assert!(workflow.app_inputs.is_empty());
    let (mut workflow, _) = Workflow::from_value(&text_to_image());
    workflow.expose_suggested(NodeClasses::core());
    assert_eq!(workflow.app_inputs.len(), 9);
}

#[test]
fn fields_are_named_as_people_would_name_them() {
    let expected = [
        "positive_prompt",
        "negative_prompt",
        "width",
        "height",
        "seed",
        "steps",
        "cfg",
        "denoise",
        "checkpoint",
        "lora",
        "lora_strength",
    ];
    assert_eq!(names(&with_lora()), expected);
}

#[test]
fn another_node_does_not_change_the_names_of_the_fields() {
    let before = names(&with_lora());
    let mut prompt = with_lora();
    prompt["20"] = prompt["3"].clone();
    prompt["20"]["inputs"]["latent_image"] = json!(["3", 0]);
    prompt["8"]["inputs"]["samples"] = json!(["20", 0]);
    prompt["20"]["_meta"] = json!({"title": "KSampler (Refiner)"});
    prompt["57:30"] = prompt["10"].clone();
    prompt["57:30"]["inputs"]["model"] = json!(["10", 0]);
    prompt["20"]["inputs"]["model"] = json!(["57:30", 0]);
    let after = names(&prompt);
    for name in before {
        assert!(after.contains(&name), "{name}: {after:?}");
    }
    let wording = |node: &str, input: &str| wording_of(&prompt, node, input).unwrap().0;
    assert_eq!(wording("3", "seed"), "seed");
    assert_eq!(wording("20", "seed"), "seed_refiner");
    assert_eq!(wording("57:30", "lora_name"), "lora_30");
    assert_eq!(wording("57:30", "strength_model"), "lora_strength_30");
}

#[test]
fn a_lora_is_suggested_with_its_strength_unless_it_is_not_used() {
    let stack = json!({
        "1": {"class_type": "Stack", "inputs": {"lora_name_1": "a.safetensors", "model_weight_1": 1.0,
            "lora_name_2": "None", "model_weight_2": 1.0}},
        "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}},
    });
    let mut classes: NodeClasses = NodeClasses::core().clone();
    let choice = json!([["a.safetensors", "None"]]);
    classes.insert(
        "Stack".to_owned(),
        &json!({"output": ["LORA_STACK"], "input": {"required": {
            "lora_name_1": choice, "model_weight_1": ["FLOAT", {}],
            "lora_name_2": choice, "model_weight_2": ["FLOAT", {}]}}}),
    );
    let (workflow, _) = Workflow::from_value(&stack);
    let candidates = suggest(&workflow, &classes).candidates;
    let named = candidates
        .iter()
        .map(|one| (one.name.as_str(), one.is_suggested));
    let expected = [
        ("lora_1", true),
        ("lora_strength_1", true),
        ("lora_2", false),
        ("lora_strength_2", false),
    ];
    assert_eq!(named.collect::<Vec<_>>(), expected);
}

#[test]
fn other_models_are_suggested_only_if_there_is_no_choice_between_models() {
    let mut prompt = json!({
        "1": {"class_type": "UpscaleModelLoader", "inputs": {"model_name": "4x.pth"}},
        "2": {"class_type": "LoadImage", "inputs": {"image": "a.png"}},
        "3": {"class_type": "ImageUpscaleWithModel", "inputs": {"upscale_model": ["1", 0], "image": ["2", 0]}},
        "4": {"class_type": "SaveImage", "inputs": {"images": ["3", 0]}},
    });
    assert_eq!(suggested(&prompt), ["Image", "Upscale model"]);
    prompt["5"] = json!({"class_type": "VAELoader", "inputs": {"vae_name": "v.safetensors"}});
    prompt["6"] =
        json!({"class_type": "VAEEncode", "inputs": {"pixels": ["3", 0], "vae": ["5", 0]}});
    prompt["7"] =
        json!({"class_type": "VAEDecode", "inputs": {"samples": ["6", 0], "vae": ["5", 0]}});
    prompt["4"]["inputs"]["images"] = json!(["7", 0]);
    assert_eq!(suggested(&prompt), ["Image"]);
    let vae = ("vae".to_owned(), "VAE".to_owned());
    assert_eq!(wording_of(&prompt, "5", "vae_name"), Some(vae));
}

#[test]
fn several_prompts_of_a_node_are_named_by_their_inputs() {
    let mut prompt = text_to_image();
    prompt["6"] = json!({"class_type": "CLIPTextEncodeFlux", "inputs": {
        "clip": ["4", 1], "clip_l": "a", "t5xxl": "b", "guidance": 3.5}});
    let first = (
        "positive_prompt_clip_l".to_owned(),
        "Positive prompt (CLIP l)".to_owned(),
    );
    assert_eq!(wording_of(&prompt, "6", "clip_l"), Some(first));
}

#[test]
fn a_node_that_makes_and_saves_its_result_has_fields() {
    let mut classes = NodeClasses::core().clone();
    classes.insert(
        "TextToModel".to_owned(),
        &json!({"output": ["MODEL_FILE"], "output_node": true, "input": {"required": {
            "prompt": ["STRING", {"multiline": true}], "style": [["a", "b"]]}}}),
    );
    let prompt =
        json!({"1": {"class_type": "TextToModel", "inputs": {"prompt": "x", "style": "a"}}});
    let (workflow, _) = Workflow::from_value(&prompt);
    let roles = suggest(&workflow, &classes).candidates;
    let roles: Vec<_> = roles.iter().map(|one| one.role).collect();
    assert_eq!(roles, [Role::Prompt, Role::Choice]);
}

#[test]
fn a_text_of_several_lines_of_an_unknown_class_is_suggested() {
    let is_suggested = |input: &str, text: &str, label: &str| {
        let mut prompt = text_to_image();
        prompt["10"] = json!({"class_type": "Unknown", "inputs": {input: text}});
        prompt["3"]["inputs"]["denoise"] = json!(["10", 0]);
        suggested(&prompt).contains(&label.to_owned())
    };
    assert!(is_suggested("body", "a cat\non a mat", "Body"));
    assert!(!is_suggested("body", "a cat", "Body"));
    assert!(!is_suggested(
        "system_text",
        "a cat\non a mat",
        "System text"
    ));
}

#[test]
fn the_loras_of_rgthrees_loader_are_fields() {
    let lora = |on: bool, name: &str| json!({"on": on, "lora": name, "strength": 0.5});
    let mut prompt = text_to_image();
    prompt["10"] = json!({"class_type": "Power Lora Loader (rgthree)", "inputs": {"model": ["4", 0],
        "lora_1": lora(true, "a.safetensors"), "lora_2": lora(false, "b.safetensors"),
        "lora_3": lora(true, "None")}});
    prompt["3"]["inputs"]["model"] = json!(["10", 0]);
    let found = names(&prompt);
    let loras: Vec<&String> = found.iter().filter(|name| name.contains("lora")).collect();
    assert_eq!(loras, ["lora_1", "lora_strength_1"]);
    let (mut workflow, _) = Workflow::from_value(&prompt);
    workflow.expose_suggested(NodeClasses::core());
    let values = [
        ("10.lora_1.lora", json!("c.safetensors")),
        ("10.lora_1.strength", json!(0.9)),
    ];
    let values = values.map(|(key, value)| (key.to_owned(), Fill::Literal(value)));
    let lowered = lower(&workflow, &HashMap::from(values), NodeClasses::core());
    let inputs = &lowered.to_value()["10"]["inputs"];
    let expected = json!({"on": true, "lora": "c.safetensors", "strength": 0.9});
    assert_eq!(
        (&inputs["lora_1"], &inputs["lora_2"]["lora"]),
        (&expected, &json!("b.safetensors"))
    );
}
