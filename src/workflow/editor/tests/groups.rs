//! Group nodes.

use super::*;

#[test]
fn inner_nodes_of_a_group_are_prefixed_with_its_id() {
    let mut file = file(
        json!([
            {"id": 1, "type": "LoadImage", "widgets_values": ["a.png", "image"]},
            {"id": 4, "type": "workflow>Two blurs", "inputs": [input("image", "IMAGE", 1), input("Second sigma", "FLOAT", 3)],
             "outputs": [{"type": "IMAGE"}], "widgets_values": [2, 0.5, 9]},
            {"id": 5, "type": "SaveImage", "inputs": [input("images", "IMAGE", 2)], "widgets_values": ["x"]},
            {"id": 6, "type": "PrimitiveFloat", "widgets_values": [0.75]},
        ]),
        json!([
            [1, 1, 0, 4, 0, "IMAGE"],
            [2, 4, 0, 5, 0, "IMAGE"],
            [3, 6, 0, 4, 1, "FLOAT"]
        ]),
    );
    let output = json!([{"name": "IMAGE", "type": "IMAGE", "links": []}]);
    file["extra"]["groupNodes"] = json!({"Two blurs": {
        "nodes": [
            {"type": "ImageBlur", "inputs": [input("image", "IMAGE", None)], "outputs": output, "widgets_values": [1, 1]},
            {"type": "ImageBlur", "inputs": [input("image", "IMAGE", 1), widget("sigma", "FLOAT", None)],
             "outputs": output, "widgets_values": [1, 1]},
        ],
        "links": [[null, 0, 0, 0, 17, "IMAGE"], [0, 0, 1, 0, 18, "IMAGE"]], "external": []}});
    let prompt = clean(&file);
    assert_eq!(
        prompt["4:0"]["inputs"],
        json!({"blur_radius": 2, "sigma": 0.5, "image": ["1", 0]})
    );
    assert_eq!(
        prompt["4:1"]["inputs"],
        json!({"blur_radius": 9, "sigma": ["6", 0], "image": ["4:0", 0]})
    );
    assert_eq!(prompt["5"]["inputs"]["images"], json!(["4:1", 0]));
}

#[test]
fn a_missing_group_is_a_problem() {
    let (_, problems) = prompt(&file(
        json!([{"id": 4, "type": "workflow/Gone"}]),
        json!([]),
    ));
    assert!(
        problems[0].contains("its subgraph or group is missing from the file"),
        "{problems:?}"
    );
}

#[test]
fn a_groups_values_are_matched_around_a_node_of_unknown_class() {
    let mut file = file(
        json!([{"id": 4, "type": "workflow>G", "widgets_values": ["x", 7, "randomize", true, 9]}]),
        json!([]),
    );
    file["extra"]["groupNodes"] = json!({"G": {"links": [], "nodes": [
        {"type": "Custom", "widgets_values": ["a", 1, "fixed", false]},
        {"type": "ModelSamplingAuraFlow", "widgets_values": [1]}]}});
    let (prompt, problems) = prompt(&file);
    assert_eq!(prompt["4:1"]["inputs"], json!({"shift": 9}));
    let expected = "node 4:0 (Custom): 3 of its values cannot be matched to its widgets";
    assert!(problems[0].starts_with(expected), "{problems:?}");
}

#[test]
fn a_groups_values_are_matched_though_a_class_has_a_new_widget() {
    let values = json!(["euler", 7, "randomize", "normal", 20, 1, 5, 1.5]);
    let mut file = file(
        json!([{"id": 4, "type": "workflow>G", "widgets_values": values}]),
        json!([]),
    );
    let slots =
        |names: &[&str]| -> Value { names.iter().map(|name| widget(name, "*", None)).collect() };
    // Older editors list no widgets among a node's inputs, newer ones all of them.
    for lists in [false, true] {
        let node = |class: &str, names: &[&str]| match lists {
            true => json!({"type": class, "inputs": slots(names)}),
            false => json!({"type": class}),
        };
        file["extra"]["groupNodes"]["G"] = json!({"links": [], "nodes": [
            node("KSamplerSelect", &["sampler_name"]),
            node("RandomNoise", &["noise_seed"]),
            node("BasicScheduler", &["scheduler", "steps", "denoise"]),
            node("DualCFGGuider", &["cfg_conds", "cfg_cond2_negative"]),
        ]});
        let (prompt, _) = prompt(&file);
        assert_eq!(prompt["4:1"]["inputs"], json!({"noise_seed": 7}));
        let scheduler = json!({"scheduler": "normal", "steps": 20, "denoise": 1});
        assert_eq!(prompt["4:2"]["inputs"], scheduler);
        let guider = json!({"cfg_conds": 5, "cfg_cond2_negative": 1.5, "style": "regular"});
        assert_eq!(prompt["4:3"]["inputs"], guider);
    }
}
