//! Matching a node's saved values to its widgets.

use super::*;
use crate::classes::NodeClasses;

fn inputs(node: Value) -> Value {
    let mut node = node;
    node["id"] = json!(1);
    let (prompt, _) = prompt(&file(json!([node]), json!([])));
    prompt["1"]["inputs"].clone()
}

#[test]
fn core_classes_of_an_older_file_use_the_table() {
    let expected = json!({"seed": 5, "steps": 20, "cfg": 8, "sampler_name": "euler",
        "scheduler": "normal", "denoise": 0.5});
    let values = json!([5, "randomize", 20, 8, "euler", "normal", 0.5]);
    assert_eq!(
        inputs(json!({"type": "KSampler", "widgets_values": values})),
        expected
    );
    let without_control = json!([5, 20, 8, "euler", "normal", 0.5]);
    assert_eq!(
        inputs(json!({"type": "KSampler", "widgets_values": without_control})),
        expected
    );
    let first_editors = json!([5, true, 20, 8, "euler", "normal", 0.5]);
    assert_eq!(
        inputs(json!({"type": "KSampler", "widgets_values": first_editors})),
        expected
    );
    let image = json!({"type": "LoadImage", "widgets_values": ["a.png", "image"]});
    assert_eq!(inputs(image), json!({"image": "a.png"}));
    let mask = json!({"type": "LoadImageMask", "widgets_values": ["a.png", "alpha", "image"]});
    assert_eq!(inputs(mask), json!({"image": "a.png", "channel": "alpha"}));
}

#[test]
fn an_unknown_class_uses_the_widgets_among_its_inputs() {
    let node = json!({"type": "Custom", "widgets_values": [7, "fixed", "two", [1, 2]],
        "inputs": [input("model", "MODEL", None), widget("my_seed", "INT", None),
                   widget("text", "STRING", None), widget("size", "SIZE", None)]});
    let expected = json!({"my_seed": 7, "text": "two", "size": {"__value__": [1, 2]}});
    assert_eq!(inputs(node), expected);
}

#[test]
fn an_upload_button_is_not_an_input() {
    let node = json!({"type": "LoadImage", "widgets_values": ["a.png", "image"],
        "inputs": [widget("image", "COMBO", None), widget("upload", "IMAGEUPLOAD", None)]});
    assert_eq!(inputs(node), json!({"image": "a.png"}));
}

#[test]
fn a_previews_value_is_not_a_problem() {
    let node = json!({"id": 1, "type": "PreviewAny", "widgets_values": ["shown", null]});
    clean(&file(json!([node]), json!([])));
}

#[test]
fn unnamed_values_are_left_out() {
    let node = json!({"type": "Custom", "widgets_values": [7, "two"],
        "inputs": [widget("text", "STRING", None)]});
    assert_eq!(inputs(node), json!({}));
}

#[test]
fn a_marker_with_unnamed_values_is_a_problem() {
    let node = json!({"id": 1, "type": "InputText", "widgets_values": [1, 2, 3, 4, 5, 6, 7, 8, 9]});
    let (_, problems) = prompt(&file(json!([node]), json!([])));
    assert!(problems[0].starts_with("node 1 (InputText): 9 of its values cannot be matched"));
}

#[test]
fn named_widgets_are_used_unchanged() {
    let by_name = json!({"type": "Custom",
        "widgets_values": {"frame_rate": 8, "videopreview": {"hidden": false}}});
    assert_eq!(inputs(by_name), json!({"frame_rate": 8}));
    let beside = json!({"type": "Custom", "widgets_values": [1, "fixed", 2],
        "widgets_values_named": {"noise": 1, "control_after_generate": "fixed", "steps": 2}});
    assert_eq!(inputs(beside), json!({"noise": 1, "steps": 2}));
}

#[test]
fn marker_nodes_of_every_family_are_read_from_an_older_file() {
    let slider = json!({"type": "ComfyUIDeployExternalNumberSliderInt",
        "widgets_values": ["steps", 4, 1, 9, "Steps", ""]});
    let expected = json!({"input_id": "steps", "default_value": 4, "min_value": 1, "max_value": 9,
        "display_name": "Steps", "description": ""});
    assert_eq!(inputs(slider), expected);
    let text = json!({"type": "FSLoadText", "widgets_values": ["hello", "Prompt"]});
    assert_eq!(
        inputs(text),
        json!({"default_value": "hello", "label": "Prompt"})
    );
    let image = json!({"type": "FSLoadImage", "widgets_values": ["a.png", "Photo", "image"]});
    assert_eq!(inputs(image), json!({"image": "a.png", "label": "Photo"}));
    let own =
        json!({"type": "InputText", "widgets_values": ["title", "Title", "", "Hi", false, 60]});
    let expected = json!({"name": "title", "label": "Title", "description": "", "default": "Hi",
        "multiline": false, "max_length": 60});
    assert_eq!(inputs(own), expected);
}

#[test]
fn nodes_of_the_pack_are_read_without_the_pack() {
    let photo = json!({"type": "InputImage", "widgets_values": ["photo", "Photo", "", true, "a.png", "image"]});
    let expected = json!({"name": "photo", "label": "Photo", "description": "", "required": true, "image": "a.png"});
    assert_eq!(inputs(photo), expected);
    let save = json!({"id": 1, "type": "FlowdeckSaveImage", "widgets_values": ["poster"]});
    let expected =
        json!({"1": {"class_type": "SaveImage", "inputs": {"filename_prefix": "poster"}}});
    assert_eq!(clean(&file(json!([save]), json!([]))), expected);
}

#[test]
fn older_values_of_the_video_helper_are_migrated() {
    let load = |values: Value| inputs(json!({"type": "VHS_LoadVideo", "widgets_values": values}));
    let sized = |size: &str| {
        let inputs = load(
            json!({"video": "a.mp4", "force_size": size, "custom_width": 512,
            "custom_height": 256, "choose video to upload": "image", "videopreview": {"hidden": false}}),
        );
        assert_eq!(inputs["force_size"], Value::Null, "{size}");
        assert_eq!(inputs["choose video to upload"], Value::Null, "{size}");
        (
            inputs["custom_width"].clone(),
            inputs["custom_height"].clone(),
        )
    };
    for (size, width, height) in [
        ("Disabled", 0, 0),
        ("Custom Width", 512, 0),
        ("Custom Height", 0, 256),
        ("Custom", 512, 256),
        ("640x?", 640, 0),
        ("?x480", 0, 480),
        ("640x480", 640, 480),
    ] {
        assert_eq!(sized(size), (json!(width), json!(height)), "{size}");
    }
    let listed = load(json!(["a.mp4", 0, "Disabled", 4, 1, 2, "image"]));
    let expected = json!({"video": "a.mp4", "force_rate": 0, "frame_load_cap": 4, "skip_first_frames": 1,
        "select_every_nth": 2, "custom_width": 0, "custom_height": 0});
    assert_eq!(listed, expected);
    let combine = json!({"type": "VHS_VideoCombine", "widgets_values": [8, 0, "clip", "video/h264-mp4", false, true]});
    let expected = json!({"frame_rate": 8, "loop_count": 0, "filename_prefix": "clip", "format": "video/h264-mp4",
        "pingpong": false, "save_output": true});
    assert_eq!(inputs(combine), expected);
}

#[test]
fn a_video_has_the_initial_values_of_its_format() {
    let formats = json!({
        "image/gif": [],
        "video/webm": [["pix_fmt", ["yuv420p", "yuva420p"]], ["crf", "INT", {"default": 20}],
            ["save_metadata", "BOOLEAN", {"default": true}]],
    });
    let definitions = json!({"VHS_VideoCombine": {"input": {"required": {
        "frame_rate": ["FLOAT", {"default": 8}],
        "format": [["image/gif", "video/webm"], {"formats": formats}],
    }}, "output": [], "output_node": true}});
    let classes = NodeClasses::read(&definitions.to_string()).unwrap();
    let inputs = |values: Value| {
        let file = json!({"nodes": [{"id": 1, "type": "VHS_VideoCombine", "widgets_values": values}], "links": []});
        let (workflow, problems) = Workflow::parse_with(&file.to_string(), &classes);
        assert_eq!(problems, []);
        workflow.to_value()["1"]["inputs"].clone()
    };
    let gif = json!({"frame_rate": 8, "format": "image/gif", "crf": 20, "audio_file": ""});
    assert_eq!(inputs(gif), json!({"frame_rate": 8, "format": "image/gif"}));
    let webm = json!({"frame_rate": 8, "format": "video/webm", "crf": 30, "audio_file": ""});
    let expected = json!({"frame_rate": 8, "format": "video/webm", "pix_fmt": "yuv420p", "crf": 30,
        "save_metadata": true});
    assert_eq!(inputs(webm), expected);
}
