//! Naming widget values by the definitions of an engine's classes.

use super::*;
use crate::classes::NodeClasses;

/// The prompt of a file for an engine with these classes, and the messages of its problems.
pub(super) fn prompt_with(file: &Value, definitions: Value) -> (Value, Vec<String>) {
    let classes = NodeClasses::read(&definitions.to_string()).unwrap();
    let (workflow, problems) = Workflow::parse_with(&file.to_string(), &classes);
    let problems = problems.iter().map(Problem::to_string).collect();
    (workflow.to_value(), problems)
}

/// The inputs of a node with these values, whose class has these required and optional inputs.
pub(super) fn named(values: Value, required: Value, optional: Value) -> (Value, Vec<String>) {
    let node = json!({"id": 1, "type": "Own", "title": "Mine", "widgets_values": values});
    let class = json!({"Own": {"input": {"required": required, "optional": optional}}});
    let (prompt, problems) = prompt_with(&file(json!([node]), json!([])), class);
    (prompt["1"]["inputs"].clone(), problems)
}

#[track_caller]
fn check(values: Value, required: Value, optional: Value, expected: Value) {
    assert_eq!(named(values, required, optional), (expected, vec![]));
}

#[test]
fn values_are_named_in_the_order_of_required_then_optional_widgets() {
    let required = json!({"model": ["MODEL"], "b": ["STRING", {}], "a": ["INT", {}]});
    let optional = json!({"image": ["IMAGE"], "last": ["BOOLEAN", {}]});
    let expected = json!({"b": "x", "a": 7, "last": true});
    check(json!(["x", 7, true]), required, optional, expected);
}

#[test]
fn the_engines_order_counts() {
    let node = json!({"id": 1, "type": "Own", "widgets_values": [1, 2]});
    let class = json!({"Own": {"input": {"required": {"a": ["INT"], "b": ["INT"]}},
                               "input_order": {"required": ["b", "a"]}}});
    let (prompt, _) = prompt_with(&file(json!([node]), json!([])), class);
    assert_eq!(prompt["1"]["inputs"], json!({"b": 1, "a": 2}));
}

#[test]
fn a_control_follows_seeds_and_what_declares_one() {
    let required = json!({"seed": ["INT", {}], "pick": [["p", "q"], {"control_after_generate": true}],
                          "n": ["INT", {"control_after_generate": true}], "end": ["STRING", {}]});
    let expected = json!({"seed": 1, "pick": "q", "n": 2, "end": "e"});
    let with_filter = json!([1, "fixed", "q", "increment-wrap", "", 2, "randomize", "e"]);
    check(with_filter, required.clone(), json!({}), expected.clone());
    check(json!([1, "q", 2, "e"]), required, json!({}), expected);
}

#[test]
fn an_upload_button_is_between_required_and_optional_widgets_or_last() {
    let required = json!({"file": [["a.png"], {"image_upload": true}]});
    let optional = json!({"n": ["INT", {}]});
    let expected = json!({"file": "a.png", "n": 3});
    for values in [json!(["a.png", "image", 3]), json!(["a.png", 3, "image"])] {
        check(values, required.clone(), optional.clone(), expected.clone());
    }
}

#[test]
fn the_buttons_of_a_remote_list_are_skipped() {
    let remote = json!({"image_upload": true, "remote": {"route": "/x", "refresh_button": true}});
    let required = json!({"image": ["COMBO", remote], "n": ["INT"]});
    let values = json!(["a.png [output]", false, "refresh", 4, "image"]);
    check(
        values,
        required,
        json!({}),
        json!({"image": "a.png [output]", "n": 4}),
    );
}

#[test]
fn missing_values_are_defaults() {
    let required = json!({"a": ["INT", {"default": 5}], "b": ["FLOAT", {}], "c": ["BOOLEAN", {}],
        "d": ["STRING", {}], "e": [["x", "y"], {"default": "y"}], "f": ["COMBO", {"options": ["o", "p"]}],
        "g": ["COMBO", {"options": ["o"], "multi_select": {}}], "h": [[], {}]});
    let expected = json!({"a": 9, "b": 0, "c": false, "d": "", "e": "y", "f": "o",
        "g": {"__value__": []}});
    check(json!([9]), required, json!({}), expected);
}

#[test]
fn a_choice_is_never_null() {
    let required = json!({"e": [["x", "y"], {"default": "y"}], "t": ["STRING", {}]});
    check(
        json!([null, null]),
        required,
        json!({}),
        json!({"e": "x", "t": null}),
    );
}

#[test]
fn several_options_are_wrapped() {
    let required = json!({"g": ["COMBO", {"options": ["o", "p"], "multi_select": {}}]});
    let expected = json!({"g": {"__value__": ["o", "p"]}});
    check(json!([["o", "p"]]), required, json!({}), expected);
}

#[test]
fn a_dynamic_choice_brings_the_widgets_of_its_option() {
    let option = |key: &str, inputs: Value| json!({"key": key, "inputs": {"required": inputs}});
    let options = json!([
        option("small", json!({"size": ["INT", {}]})),
        option(
            "large",
            json!({"image": ["IMAGE"], "seed": ["INT", {"control_after_generate": true}],
                               "note": ["STRING", {"default": "n"}]})
        )
    ]);
    let required =
        json!({"model": ["COMFY_DYNAMICCOMBO_V3", {"options": options}], "after": ["FLOAT", {}]});
    let small = json!({"model": "small", "model.size": 3, "after": 0.5});
    check(json!(["small", 3, 0.5]), required.clone(), json!({}), small);
    let large = json!({"model": "large", "model.seed": 4, "model.note": "m", "after": 0.5});
    let values = json!(["large", 4, "fixed", "m", 0.5]);
    check(values, required.clone(), json!({}), large);
    let default = json!({"model": "small", "model.size": 0, "after": 0});
    check(json!([]), required, json!({}), default);
}

#[test]
fn older_files_also_have_values_of_inputs_that_only_take_links() {
    let required = json!({"a": ["STRING", {}], "only": ["INT", {"forceInput": true}],
                          "seed": ["INT", {}], "z": ["FLOAT", {}]});
    let expected = json!({"a": "s", "seed": 5, "z": 0.5});
    let older = json!(["s", 9, 5, "fixed", 0.5]);
    for values in [older, json!(["s", 5, "fixed", 0.5])] {
        check(values, required.clone(), json!({}), expected.clone());
    }
}

#[test]
fn values_of_inputs_that_only_take_links_are_passed_over() {
    let required = json!({"text": ["STRING", {"forceInput": true}], "find": ["STRING", {}],
        "seed": ["INT", {"control_after_generate": true}], "mask": ["MASK", {"forceInput": true}]});
    let optional = json!({"with": ["STRING", {}]});
    let expected = json!({"find": "'", "seed": 4, "with": ""});
    let older = json!(["", "'", 4, "fixed", "", ""]);
    check(older, required.clone(), optional.clone(), expected.clone());
    check(json!(["'", 4, "fixed", ""]), required, optional, expected);
}

#[test]
fn what_an_engine_takes_is_sent_as_the_editor_does() {
    let seed = json!({"text": ["STRING", {"forceInput": true}], "seed": ["INT", {}]});
    // As many values as widgets and links: the editor drops the first.
    check(json!([5, true]), seed, json!({}), json!({"seed": true}));
}

#[test]
fn a_control_that_a_pack_removed_has_no_value() {
    let required = json!({"seed": ["INT", {}], "steps": ["INT", {}], "cfg": ["FLOAT", {}]});
    let expected = json!({"seed": 5, "steps": 20, "cfg": 8});
    check(json!([5, 20, 8]), required, json!({}), expected);
    let required = json!({"seed": ["INT", {"control_after_generate": true}], "steps": ["INT", {}],
        "cfg": ["FLOAT", {"default": 1.5}]});
    let expected = json!({"seed": 5, "steps": 8, "cfg": 1.5});
    check(json!([5, 20, 8]), required, json!({}), expected);
}

#[test]
fn a_video_has_the_widgets_of_its_format() {
    let formats = json!({"video/mp4": [["crf", "INT", {"default": 19}]], "image/gif": []});
    let class = json!({"VHS_VideoCombine": {"input": {"required": {"loop_count": ["INT", {}],
        "format": [["video/mp4", "image/gif"], {"formats": formats}]}}}});
    let sent = |format: &str| {
        let values = json!({"loop_count": 1, "format": format, "crf": 20, "audio_file": ""});
        let node = json!({"id": 1, "type": "VHS_VideoCombine", "widgets_values": values});
        prompt_with(&file(json!([node]), json!([])), class.clone()).0["1"]["inputs"].clone()
    };
    let expected = json!({"loop_count": 1, "format": "video/mp4", "crf": 20});
    assert_eq!(sent("video/mp4"), expected);
    assert_eq!(
        sent("image/gif"),
        json!({"loop_count": 1, "format": "image/gif"})
    );
}

#[test]
fn what_packs_send_in_place_of_the_values_is_sent() {
    let sent = |class: &str, values: Value, required: Value| {
        let node = json!({"id": 7, "type": class, "widgets_values": values});
        let class = json!({class: {"input": {"required": required}}});
        prompt_with(&file(json!([node]), json!([])), class).0["7"]["inputs"].clone()
    };
    let image = json!({"image": ["STRING", {"default": ""}]});
    let shown = json!([{"filename": "a.png", "type": "temp"}]);
    assert_eq!(sent("PreviewBridge", shown, image)["image"], "$7-0");
    let added = json!({"Select to add LoRA": [["Select the LoRA to add to the text", "a"]]});
    let expected = json!({"Select to add LoRA": "Select the LoRA to add to the text"});
    assert_eq!(sent("ToDetailerPipe", json!(["a"]), added), expected);
    let receiver = json!({"save_to_workflow": ["BOOLEAN", {}], "image_data": ["STRING", {}]});
    let received = |save: bool| {
        sent("ImageReceiver", json!([save, "data:x"]), receiver.clone())["image_data"].clone()
    };
    assert_eq!(
        (received(false), received(true)),
        (json!(""), json!("data:x"))
    );
}

#[test]
fn values_behind_the_last_widget_are_ignored() {
    let text = json!({"text": ["STRING", {"multiline": true}], "clip": ["CLIP"]});
    for more in [json!(true), json!("more"), json!([1, 2]), json!(null)] {
        check(
            json!(["a cat", more]),
            text.clone(),
            json!({}),
            json!({"text": "a cat"}),
        );
    }
    let shown = json!([[{"name": "A", "selected": true, "url": "/api/view?a"}]]);
    check(shown, json!({}), json!({"image_a": ["IMAGE"]}), json!({}));
}

#[test]
fn a_way_that_explains_every_value_is_better_than_to_ignore_one() {
    let required = json!({"seed": ["INT", {}], "note": ["STRING", {}], "last": ["INT", {}]});
    let expected = json!({"seed": 1, "note": "n", "last": 2});
    check(json!([1, "n", 2]), required, json!({}), expected);
}

#[test]
fn the_values_of_an_unknown_class_are_a_problem_unless_its_inputs_name_them() {
    let node = |inputs: Value| {
        file(
            json!([{"id": 1, "type": "Unknown", "widgets_values": [1, false],
        "inputs": inputs}]),
            json!([]),
        )
    };
    let (_, problems) = prompt(&node(json!([])));
    assert!(
        problems[0].starts_with("node 1 (Unknown): 2 of its values"),
        "{problems:?}"
    );
    let inputs = json!([widget("a", "INT", None), widget("b", "BOOLEAN", None)]);
    assert_eq!(
        clean(&node(inputs))["1"]["inputs"],
        json!({"a": 1, "b": false})
    );
}

#[test]
fn a_value_for_an_input_that_the_class_lacks_is_left_out() {
    let nodes = json!([{"id": 2, "type": "PrimitiveNode", "widgets_values": [7, "fixed"]},
        {"id": 1, "type": "Own", "inputs": [widget("gone", "INT", 1), widget("n", "INT", 2)]}]);
    let links = json!([[1, 2, 0, 1, 0, "INT"], [2, 2, 0, 1, 1, "INT"]]);
    let class = json!({"Own": {"input": {"required": {"n": ["INT", {}]}}}});
    let (prompt, _) = prompt_with(&file(nodes, links), class);
    assert_eq!(prompt["1"]["inputs"], json!({"n": 7}));
}
