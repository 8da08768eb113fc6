//! Widgets of the editor's own types: values that their constructors supply, and values that only files have.

use super::classes::{named, prompt_with};
use super::*;

#[track_caller]
fn check(values: Value, required: Value, expected: Value) {
    assert_eq!(named(values, required, json!({})), (expected, vec![]));
}

#[test]
fn a_comparison_has_the_value_of_its_constructor() {
    let required = json!({"view": ["IMAGECOMPARE", {"socketless": true}], "n": ["INT", {}]});
    let expected = json!({"view": {"__value__": ["", ""]}, "n": 4});
    check(json!([4]), required.clone(), expected.clone());
    let with_an_empty_place = json!([null, 4]);
    check(with_an_empty_place, required.clone(), expected.clone());
    let with_what_it_showed = json!([{"before": "/view?a", "after": "/view?b"}, 4]);
    check(with_what_it_showed, required.clone(), expected);
    let expected = json!({"view": {"__value__": ["", ""]}, "n": 0});
    check(Value::Null, required, expected);
}

#[test]
fn the_core_comparison_runs_although_its_file_has_no_value() {
    let node = json!({"id": 1, "type": "ImageCompare", "widgets_values": []});
    let inputs = &clean(&file(json!([node]), json!([])))["1"]["inputs"];
    assert_eq!(inputs, &json!({"compare_view": {"__value__": ["", ""]}}));
}

#[test]
fn without_a_value_or_a_default_a_constructor_supplies_one() {
    for (kind, expected) in [
        (
            "BOUNDING_BOX",
            json!({"x": 0, "y": 0, "width": 512, "height": 512}),
        ),
        ("BOUNDING_BOXES", json!({"__value__": []})),
        ("CHART", json!({})),
        ("COLOR", json!("#000000")),
        ("COLORS", json!({"__value__": []})),
        ("COMPOSITOR", json!({})),
        (
            "CURVE",
            json!({"points": [[0, 0], [1, 1]], "interpolation": "monotone_cubic"}),
        ),
        ("GALLERIA", json!({"__value__": []})),
        ("MARKDOWN", json!("")),
        ("PAINTER", json!("")),
        ("RANGE", json!({"min": 0, "max": 1})),
        ("TEXTAREA", json!("")),
        (
            "VIDEO_EDIT",
            json!({"trim": {"start_time": 0, "duration": 0},
            "crop": {"x": 0, "y": 0, "width": 0, "height": 0}}),
        ),
    ] {
        check(json!([]), json!({"v": [kind, {}]}), json!({"v": expected}));
    }
    let trim_only = json!({"v": ["VIDEO_EDIT", {"features": ["trim"]}]});
    let expected = json!({"v": {"trim": {"start_time": 0, "duration": 0}}});
    check(json!([]), trim_only, expected);
}

#[test]
fn a_default_that_the_editor_does_not_take_is_not_sent() {
    let required = json!({"e": [["x", "y"], {"default": ""}],
        "g": ["COMBO", {"options": ["o"], "multi_select": {}, "default": ["o"]}],
        "d": ["COMFY_DYNAMICCOMBO_V3", {"default": "b", "options": [
            {"key": "a", "inputs": {}}, {"key": "b", "inputs": {}}]}]});
    let expected = json!({"e": "x", "g": {"__value__": []}, "d": "a"});
    check(json!([]), required, expected);
}

#[test]
fn object_and_list_values_are_those_of_their_widgets() {
    let boxes = json!([{"x": 1, "y": 2, "width": 3, "height": 4, "metadata": {}}]);
    let required = json!({"boxes": ["BOUNDING_BOXES", {"socketless": true}], "palette": ["COLORS", {}],
        "range": ["RANGE", {}], "n": ["INT", {}]});
    let values = json!([boxes, ["#fff", "#000"], {"min": 0.2, "max": 0.8}, 5]);
    let expected = json!({"boxes": {"__value__": boxes}, "palette": {"__value__": ["#fff", "#000"]},
        "range": {"min": 0.2, "max": 0.8}, "n": 5});
    check(values, required, expected);
}

#[test]
fn a_box_is_followed_by_its_parts() {
    let part = json!({"x": 1, "y": 2, "width": 3, "height": 4});
    let required = json!({"crop": ["BOUNDING_BOX", {}], "n": ["INT", {}]});
    let expected = json!({"crop": part, "n": 9});
    for values in [json!([part, 1, 2, 3, 4, 9]), json!([part, 9])] {
        check(values, required.clone(), expected.clone());
    }
}

#[test]
fn a_curve_that_is_a_list_has_its_type() {
    let expected = json!({"c": {"__type__": "CURVE", "__value__": [[0, 0], [1, 1]]}});
    check(
        json!([[[0, 0], [1, 1]]]),
        json!({"c": ["CURVE", {}]}),
        expected,
    );
}

#[test]
fn the_type_of_the_widget_counts() {
    let required = json!({"mask": ["STRING", {"widgetType": "PAINTER", "default": ""}],
        "rate": ["FLOAT,INT", {"widgetType": "FLOAT", "default": 25}], "color": ["COLOR", {}]});
    let expected = json!({"mask": "m.png", "rate": 24, "color": "#010101"});
    check(
        json!(["m.png", 24, "#010101"]),
        required.clone(),
        expected.clone(),
    );
    let with_the_color_twice = json!(["m.png", 24, "#010101", "#010101"]);
    check(with_the_color_twice, required.clone(), expected);
    let expected = json!({"mask": "", "rate": 25, "color": "#000000"});
    check(json!([]), required, expected);
}

#[test]
fn a_view_of_a_model_has_its_buttons_before_it_and_sends_its_camera() {
    let node = json!({"id": 1, "type": "Load3D", "properties": {"Camera Config": {"state": {"zoom": 2}}},
        "widgets_values": ["m.glb", "upload3dmodel", "uploadExtraResources", "clear", "", 64, 32]});
    let class = json!({"Load3D": {"input": {"required": {"model_file": [["m.glb"], {"file_upload": true}],
        "image": ["LOAD_3D", {}], "width": ["INT", {}], "height": ["INT", {}]}}}});
    let view = json!({"image": "", "mask": "", "normal": "", "camera_info": {"zoom": 2},
        "recording": "", "model_3d_info": []});
    let expected = json!({"model_file": "m.glb", "image": view, "width": 64, "height": 32});
    let (prompt, problems) = prompt_with(&file(json!([node]), json!([])), class);
    assert_eq!((&prompt["1"]["inputs"], problems), (&expected, vec![]));
}

#[test]
fn a_recorder_has_a_button_of_the_same_name() {
    let required = json!({"audio": ["AUDIO_RECORD", {}], "n": ["INT", {}]});
    check(json!(["", "", 3]), required, json!({"audio": "", "n": 3}));
}

#[test]
fn what_a_node_shows_last_is_not_a_problem() {
    for (class, values) in [
        ("Preview3D", json!(["m.glb", "view"])),
        ("SaveGLB", json!(["prefix", "/m.glb"])),
        ("WebcamCapture", json!(["", 64, 64, true, "capture"])),
    ] {
        let node = json!({"id": 1, "type": class, "widgets_values": values});
        clean(&file(json!([node]), json!([])));
    }
}

#[test]
fn an_upload_button_may_be_an_object() {
    let button = json!({"name": "upload", "type": "button"});
    let node = json!({"id": 1, "type": "LoadImage", "widgets_values": ["x.png", button]});
    let inputs = &clean(&file(json!([node]), json!([])))["1"]["inputs"];
    assert_eq!(inputs, &json!({"image": "x.png"}));
}

#[test]
fn an_entered_choice_sends_its_options_and_their_index() {
    let sent = |values: Value| {
        let node = json!({"id": 1, "type": "CustomCombo", "widgets_values": values});
        clean(&file(json!([node]), json!([])))["1"]["inputs"].clone()
    };
    let expected =
        json!({"choice": "b", "index": 1, "option1": "a", "option2": "b", "option3": ""});
    assert_eq!(sent(json!(["b", 1, "a", "b", ""])), expected);
    let without_the_empty_one = json!(["b", 0, "a", "b"]);
    assert_eq!(sent(without_the_empty_one), expected);
    let unknown = json!({"choice": "z", "index": -1, "option1": "a", "option2": ""});
    assert_eq!(sent(json!(["z", 0, "a", "", "lost"])), unknown);
}

#[test]
fn named_values_of_an_entered_choice_are_its_options_too() {
    let named = json!({"choice": "b", "index": 0, "option1": "a", "option2": "b"});
    let node = json!({"id": 1, "type": "CustomCombo", "widgets_values_named": named});
    let inputs = &clean(&file(json!([node]), json!([])))["1"]["inputs"];
    let expected =
        json!({"choice": "b", "index": 1, "option1": "a", "option2": "b", "option3": ""});
    assert_eq!(inputs, &expected);
}

#[test]
fn a_core_class_has_no_other_named_values_and_no_control_has_a_value() {
    let named = json!({"value": 3, "fixed": "fixed", "newer": 1});
    let node = json!({"id": 1, "type": "PrimitiveInt", "widgets_values_named": named});
    let own = json!({"id": 2, "type": "Own", "widgets_values_named": named});
    let class = json!({"Own": {"input": {"required": {"value": ["INT", {}]}}}});
    let (prompt, _) = prompt_with(&file(json!([node, own]), json!([])), class);
    assert_eq!(prompt["1"]["inputs"], json!({"value": 3}));
    assert_eq!(prompt["2"]["inputs"], json!({"value": 3, "newer": 1}));
}

#[test]
fn buttons_that_a_pack_adds_to_every_text_are_not_a_problem() {
    let required = json!({"seed": ["INT", {"control_after_generate": true}], "n": ["FLOAT", {}]});
    check(
        json!([0, 1.5, [false, true]]),
        required,
        json!({"seed": 0, "n": 1.5}),
    );
}
