//! Workflows that the engine rejects, and the errors it returns.

use serde_json::{Value, json};

use super::test_engine::{TestEngine, quick};

/// Submits a graph that must be rejected with 400 and returns the body.
async fn rejected(graph: Value) -> Value {
    let engine = TestEngine::start().await;
    let (status, body) = engine
        .post("/prompt", json!({ "prompt": graph }).to_string())
        .await;
    assert_eq!(status, 400, "{body}");
    body
}

/// The only error of a node on which output 2 depends.
fn only_error<'a>(body: &'a Value, node: &str, class: &str) -> &'a Value {
    assert_eq!(body["error"]["type"], "prompt_outputs_failed_validation");
    let entry = &body["node_errors"][node];
    assert_eq!(entry["class_type"], class, "{body}");
    assert_eq!(entry["dependent_outputs"], json!(["2"]));
    assert_eq!(entry["errors"].as_array().unwrap().len(), 1);
    &entry["errors"][0]
}

/// [`quick`] with one changed input.
fn changed(node: &str, input: &str, value: Value) -> Value {
    let mut graph = quick(0);
    graph[node]["inputs"][input] = value;
    graph
}

#[tokio::test]
async fn a_missing_input_is_reported() {
    let mut graph = quick(0);
    graph["1"]["inputs"]
        .as_object_mut()
        .unwrap()
        .remove("width");
    let body = rejected(graph).await;
    let expected = json!({
        "type": "required_input_missing", "message": "Required input is missing",
        "details": "width", "extra_info": { "input_name": "width" },
    });
    assert_eq!(*only_error(&body, "1", "EmptyImage"), expected);
    assert_eq!(
        body["error"]["details"], "",
        "the output itself has no error"
    );
}

#[tokio::test]
async fn an_unknown_class_is_reported_with_its_title() {
    let graph =
        json!({ "1": { "class_type": "Nope", "inputs": {}, "_meta": { "title": "My node" } } });
    let expected = json!({
        "type": "missing_node_type",
        "message": "Node 'My node' not found. The custom node may not be installed.",
        "details": "Node ID '#1'",
        "extra_info": { "node_id": "1", "class_type": "Nope", "node_title": "My node" },
    });
    assert_eq!(
        rejected(graph).await,
        json!({ "error": expected, "node_errors": {} })
    );
}

#[tokio::test]
async fn a_node_without_a_class_is_reported_with_its_id() {
    let body = rejected(json!({ "1": { "inputs": {} } })).await;
    assert_eq!(body["error"]["type"], "missing_node_type");
    let message = "Node 'ID #1' has no class_type. The workflow may be corrupted or a custom node is missing.";
    assert_eq!(body["error"]["message"], message);
    assert_eq!(body["error"]["extra_info"]["class_type"], Value::Null);
}

#[tokio::test]
async fn a_value_above_its_maximum_is_reported() {
    let body = rejected(changed("1", "width", json!(999_999))).await;
    let config = json!(["INT", { "default": 512, "min": 1, "max": 16384, "step": 1 }]);
    let expected = json!({
        "type": "value_bigger_than_max", "message": "Value 999999 bigger than max of 16384", "details": "width",
        "extra_info": { "input_name": "width", "input_config": config, "received_value": 999_999 },
    });
    assert_eq!(*only_error(&body, "1", "EmptyImage"), expected);
}

#[tokio::test]
async fn a_value_below_its_minimum_is_reported() {
    let body = rejected(changed("1", "width", json!(0))).await;
    let error = only_error(&body, "1", "EmptyImage");
    assert_eq!(error["type"], "value_smaller_than_min");
    assert_eq!(error["message"], "Value 0 smaller than min of 1");
}

#[tokio::test]
async fn letters_are_not_an_integer() {
    let body = rejected(changed("1", "width", json!("abc"))).await;
    let error = only_error(&body, "1", "EmptyImage");
    assert_eq!(error["type"], "invalid_input_type");
    assert_eq!(
        error["message"],
        "Failed to convert an input value to a INT value"
    );
    assert_eq!(
        error["details"],
        "width, abc, invalid literal for int() with base 10: 'abc'"
    );
    assert_eq!(error["extra_info"]["received_value"], "abc");
}

#[tokio::test]
async fn a_link_needs_a_node_and_a_slot() {
    let body = rejected(changed("2", "images", json!(["1"]))).await;
    let error = only_error(&body, "2", "SaveImage");
    assert_eq!(error["type"], "bad_linked_input");
    assert_eq!(error["details"], "images");
    let details = "Bad linked input, must be a length-2 list of [node_id, slot_index]: images";
    assert_eq!(body["error"]["details"], details);
}

#[tokio::test]
async fn a_link_must_have_the_type_of_its_input() {
    let mut graph = changed("2", "images", json!(["3", 0]));
    graph["3"] = json!({ "class_type": "PrimitiveInt", "inputs": { "value": 1 } });
    let body = rejected(graph).await;
    let error = only_error(&body, "2", "SaveImage");
    assert_eq!(error["type"], "return_type_mismatch");
    assert_eq!(
        error["details"],
        "images, received_type(INT) mismatch input_type(IMAGE)"
    );
    assert_eq!(error["extra_info"]["linked_node"], json!(["3", 0]));
}

#[tokio::test]
async fn a_dangling_link_is_rejected() {
    for link in [json!(["9", 0]), json!(["1", 5])] {
        let body = rejected(changed("2", "images", link)).await;
        assert_eq!(
            only_error(&body, "2", "SaveImage")["type"],
            "exception_during_validation"
        );
    }
}

#[tokio::test]
async fn a_choice_must_be_in_the_list() {
    let inputs = json!({ "image": ["1", 0], "upscale_method": "wat", "width": 8, "height": 8, "crop": "disabled" });
    let mut graph = changed("2", "images", json!(["3", 0]));
    graph["3"] = json!({ "class_type": "ImageScale", "inputs": inputs });
    let body = rejected(graph).await;
    let error = only_error(&body, "3", "ImageScale");
    assert_eq!(error["type"], "value_not_in_list");
    let details =
        "upscale_method: 'wat' not in ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']";
    assert_eq!(error["details"], details);
}

#[tokio::test]
async fn a_file_must_be_in_the_input_folder() {
    for name in [
        "missing.png",
        "../../../etc/passwd",
        "/etc/passwd",
        "..",
        "",
    ] {
        let mut graph = quick(0);
        graph["1"] = json!({ "class_type": "LoadImage", "inputs": { "image": name } });
        let body = rejected(graph).await;
        let error = only_error(&body, "1", "LoadImage");
        assert_eq!(error["type"], "custom_validation_failed");
        assert_eq!(
            error["details"],
            format!("image - Invalid image file: {name}")
        );
    }
}

#[tokio::test]
async fn a_cycle_is_reported_at_each_of_its_nodes() {
    let body = rejected(json!({
        "1": { "class_type": "ImageInvert", "inputs": { "image": ["3", 0] } },
        "3": { "class_type": "ImageInvert", "inputs": { "image": ["1", 0] } },
        "2": { "class_type": "SaveImage", "inputs": { "images": ["3", 0], "filename_prefix": "e" } },
    }))
    .await;
    let expected = json!({
        "type": "dependency_cycle", "message": "Dependency cycle detected",
        "details": "3 (ImageInvert) -> 1 (ImageInvert) -> 3 (ImageInvert)",
        "extra_info": { "node_id": "1", "cycle_nodes": ["3", "1"] },
    });
    assert_eq!(*only_error(&body, "1", "ImageInvert"), expected);
    assert_eq!(
        only_error(&body, "3", "ImageInvert")["type"],
        "dependency_cycle"
    );
}

#[tokio::test]
async fn a_workflow_needs_an_output_node() {
    let mut only_input = quick(0);
    only_input.as_object_mut().unwrap().remove("2");
    for graph in [json!({}), only_input] {
        assert_eq!(rejected(graph).await["error"]["type"], "prompt_no_outputs");
    }
}

#[tokio::test]
async fn an_invalid_output_does_not_stop_a_valid_one() {
    let engine = TestEngine::start().await;
    let mut graph = quick(0);
    graph["3"] = json!({ "class_type": "SaveImage", "inputs": { "images": ["1", 0] } });
    let (status, body) = engine
        .post("/prompt", json!({ "prompt": graph }).to_string())
        .await;
    assert_eq!(status, 200);
    assert_eq!(
        body["node_errors"]["3"]["errors"][0]["type"],
        "required_input_missing"
    );
    let entry = engine
        .history_entry(body["prompt_id"].as_str().unwrap())
        .await;
    let outputs: Vec<&String> = entry["outputs"].as_object().unwrap().keys().collect();
    assert_eq!(outputs, ["2"]);
}

#[tokio::test]
async fn the_inputs_of_a_chosen_option_are_validated() {
    let graph = |format: Value, more: Value| {
        let mut graph = json!({
            "1": { "class_type": "EmptyAudio", "inputs": { "duration": 1, "sample_rate": 8000, "channels": 1 } },
            "2": { "class_type": "SaveAudioAdvanced", "inputs": more },
        });
        let inputs = &mut graph["2"]["inputs"];
        inputs["audio"] = json!(["1", 0]);
        inputs["filename_prefix"] = json!("a");
        inputs["format"] = format;
        graph
    };
    let body = rejected(graph(json!("mp3"), json!({}))).await;
    let error = only_error(&body, "2", "SaveAudioAdvanced");
    assert_eq!(error["details"], "format: 'mp3' not in ['flac', 'opus']");
    let body = rejected(graph(json!("opus"), json!({}))).await;
    let error = only_error(&body, "2", "SaveAudioAdvanced");
    assert_eq!(
        (&error["type"], &error["details"]),
        (&json!("required_input_missing"), &json!("format.quality"))
    );
    let body = rejected(graph(json!("opus"), json!({ "format.quality": "V0" }))).await;
    let error = only_error(&body, "2", "SaveAudioAdvanced");
    assert_eq!(error["type"], "value_not_in_list");
}
