//! What `POST /prompt` refuses, and how it says so.

use serde_json::{Value, json};

use super::bench::{Bench, quick};

/// The answer to a graph that must be refused with 400.
async fn refused(graph: Value) -> Value {
    let bench = Bench::start().await;
    let (status, answer) = bench
        .post("/prompt", json!({ "prompt": graph }).to_string())
        .await;
    assert_eq!(status, 400, "{answer}");
    answer
}

/// The only fault of the node, and that output 2 depends on it.
fn fault<'a>(answer: &'a Value, node: &str, class: &str) -> &'a Value {
    assert_eq!(answer["error"]["type"], "prompt_outputs_failed_validation");
    let entry = &answer["node_errors"][node];
    assert_eq!(entry["class_type"], class, "{answer}");
    assert_eq!(entry["dependent_outputs"], json!(["2"]));
    assert_eq!(entry["errors"].as_array().unwrap().len(), 1);
    &entry["errors"][0]
}

/// [`quick`] with one input of one node changed.
fn changed(node: &str, input: &str, value: Value) -> Value {
    let mut graph = quick(0);
    graph[node]["inputs"][input] = value;
    graph
}

#[tokio::test]
async fn a_missing_input_is_named() {
    let mut graph = quick(0);
    graph["1"]["inputs"]
        .as_object_mut()
        .unwrap()
        .remove("width");
    let answer = refused(graph).await;
    let expected = json!({
        "type": "required_input_missing", "message": "Required input is missing",
        "details": "width", "extra_info": { "input_name": "width" },
    });
    assert_eq!(*fault(&answer, "1", "EmptyImage"), expected);
    assert_eq!(answer["error"]["details"], "", "the output itself is sound");
}

#[tokio::test]
async fn an_unknown_class_is_named_by_its_title() {
    let graph =
        json!({ "1": { "class_type": "Nope", "inputs": {}, "_meta": { "title": "My node" } } });
    let expected = json!({
        "type": "missing_node_type",
        "message": "Node 'My node' not found. The custom node may not be installed.",
        "details": "Node ID '#1'",
        "extra_info": { "node_id": "1", "class_type": "Nope", "node_title": "My node" },
    });
    assert_eq!(
        refused(graph).await,
        json!({ "error": expected, "node_errors": {} })
    );
}

#[tokio::test]
async fn a_node_without_a_class_is_named_by_its_id() {
    let answer = refused(json!({ "1": { "inputs": {} } })).await;
    assert_eq!(answer["error"]["type"], "missing_node_type");
    let message = "Node 'ID #1' has no class_type. The workflow may be corrupted or a custom node is missing.";
    assert_eq!(answer["error"]["message"], message);
    assert_eq!(answer["error"]["extra_info"]["class_type"], Value::Null);
}

#[tokio::test]
async fn a_value_above_its_bound_says_the_bound() {
    let answer = refused(changed("1", "width", json!(999_999))).await;
    let config = json!(["INT", { "default": 512, "min": 1, "max": 16384, "step": 1 }]);
    let expected = json!({
        "type": "value_bigger_than_max", "message": "Value 999999 bigger than max of 16384", "details": "width",
        "extra_info": { "input_name": "width", "input_config": config, "received_value": 999_999 },
    });
    assert_eq!(*fault(&answer, "1", "EmptyImage"), expected);
}

#[tokio::test]
async fn a_value_below_its_bound_says_the_bound() {
    let answer = refused(changed("1", "width", json!(0))).await;
    let fault = fault(&answer, "1", "EmptyImage");
    assert_eq!(fault["type"], "value_smaller_than_min");
    assert_eq!(fault["message"], "Value 0 smaller than min of 1");
}

#[tokio::test]
async fn letters_are_no_whole_number() {
    let answer = refused(changed("1", "width", json!("abc"))).await;
    let fault = fault(&answer, "1", "EmptyImage");
    assert_eq!(fault["type"], "invalid_input_type");
    assert_eq!(
        fault["message"],
        "Failed to convert an input value to a INT value"
    );
    assert_eq!(
        fault["details"],
        "width, abc, invalid literal for int() with base 10: 'abc'"
    );
    assert_eq!(fault["extra_info"]["received_value"], "abc");
}

#[tokio::test]
async fn a_link_must_have_a_node_and_a_slot() {
    let answer = refused(changed("2", "images", json!(["1"]))).await;
    let fault = fault(&answer, "2", "SaveImage");
    assert_eq!(fault["type"], "bad_linked_input");
    assert_eq!(fault["details"], "images");
    let details = "Bad linked input, must be a length-2 list of [node_id, slot_index]: images";
    assert_eq!(answer["error"]["details"], details);
}

#[tokio::test]
async fn a_link_must_carry_the_type_of_its_input() {
    let mut graph = changed("2", "images", json!(["3", 0]));
    graph["3"] = json!({ "class_type": "PrimitiveInt", "inputs": { "value": 1 } });
    let answer = refused(graph).await;
    let fault = fault(&answer, "2", "SaveImage");
    assert_eq!(fault["type"], "return_type_mismatch");
    assert_eq!(
        fault["details"],
        "images, received_type(INT) mismatch input_type(IMAGE)"
    );
    assert_eq!(fault["extra_info"]["linked_node"], json!(["3", 0]));
}

#[tokio::test]
async fn a_link_to_nowhere_is_refused() {
    for link in [json!(["9", 0]), json!(["1", 5])] {
        let answer = refused(changed("2", "images", link)).await;
        assert_eq!(
            fault(&answer, "2", "SaveImage")["type"],
            "exception_during_validation"
        );
    }
}

#[tokio::test]
async fn a_choice_must_be_one_of_the_list() {
    let inputs = json!({ "image": ["1", 0], "upscale_method": "wat", "width": 8, "height": 8, "crop": "disabled" });
    let mut graph = changed("2", "images", json!(["3", 0]));
    graph["3"] = json!({ "class_type": "ImageScale", "inputs": inputs });
    let answer = refused(graph).await;
    let fault = fault(&answer, "3", "ImageScale");
    assert_eq!(fault["type"], "value_not_in_list");
    let details =
        "upscale_method: 'wat' not in ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']";
    assert_eq!(fault["details"], details);
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
        let answer = refused(graph).await;
        let fault = fault(&answer, "1", "LoadImage");
        assert_eq!(fault["type"], "custom_validation_failed");
        assert_eq!(
            fault["details"],
            format!("image - Invalid image file: {name}")
        );
    }
}

#[tokio::test]
async fn a_cycle_is_shown_at_each_of_its_nodes() {
    let answer = refused(json!({
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
    assert_eq!(*fault(&answer, "1", "ImageInvert"), expected);
    assert_eq!(
        fault(&answer, "3", "ImageInvert")["type"],
        "dependency_cycle"
    );
}

#[tokio::test]
async fn a_workflow_must_end_in_an_output() {
    let mut only_input = quick(0);
    only_input.as_object_mut().unwrap().remove("2");
    for graph in [json!({}), only_input] {
        assert_eq!(refused(graph).await["error"]["type"], "prompt_no_outputs");
    }
}

#[tokio::test]
async fn a_bad_output_does_not_keep_a_good_one_from_running() {
    let bench = Bench::start().await;
    let mut graph = quick(0);
    graph["3"] = json!({ "class_type": "SaveImage", "inputs": { "images": ["1", 0] } });
    let (status, answer) = bench
        .post("/prompt", json!({ "prompt": graph }).to_string())
        .await;
    assert_eq!(status, 200);
    assert_eq!(
        answer["node_errors"]["3"]["errors"][0]["type"],
        "required_input_missing"
    );
    let entry = bench.ended(answer["prompt_id"].as_str().unwrap()).await;
    let outputs: Vec<&String> = entry["outputs"].as_object().unwrap().keys().collect();
    assert_eq!(outputs, ["2"]);
}

#[tokio::test]
async fn a_prompt_id_must_be_a_lower_case_uuid() {
    let bench = Bench::start().await;
    for id in [
        "not-a-uuid",
        "A360E6EB-3C4E-4407-A38B-FAF53F63A3D5",
        "a360e6eb3c4e4407a38bfaf53f63a3d5",
    ] {
        let body = json!({ "prompt": quick(0), "prompt_id": id });
        let (status, answer) = bench.post("/prompt", body.to_string()).await;
        assert_eq!(
            (status, &answer["error"]["type"]),
            (400, &json!("invalid_prompt_id"))
        );
    }
    let id = "a360e6eb-3c4e-4407-a38b-faf53f63a3d5";
    assert_eq!(
        bench
            .submit(json!({ "prompt": quick(0), "prompt_id": id }))
            .await,
        id
    );
}

#[tokio::test]
async fn a_malformed_body_is_answered_with_400_and_an_error() {
    let bench = Bench::start().await;
    let bodies = [
        ("{bad json", "invalid_json"),
        ("", "invalid_json"),
        ("[]", "no_prompt"),
        ("{}", "no_prompt"),
        (r#"{"prompt": null}"#, "invalid_prompt"),
        (r#"{"prompt": []}"#, "invalid_prompt"),
        (r#"{"prompt": {"1": 5}}"#, "invalid_prompt"),
        (
            r#"{"prompt": {"1": {"class_type": "EmptyImage", "inputs": 5}}}"#,
            "invalid_prompt",
        ),
        (r#"{"prompt": {}, "number": "abc"}"#, "invalid_number"),
        (
            r#"{"prompt": {}, "extra_data": null}"#,
            "invalid_extra_data",
        ),
        (
            r#"{"prompt": {}, "partial_execution_targets": 5}"#,
            "invalid_partial_execution_targets",
        ),
    ];
    for (body, kind) in bodies {
        let (status, answer) = bench.post("/prompt", body).await;
        assert_eq!(
            (status, &answer["error"]["type"]),
            (400, &json!(kind)),
            "{body}"
        );
        assert!(answer["error"]["message"].is_string() && answer["node_errors"].is_object());
    }
}

#[tokio::test]
async fn other_routes_answer_400_to_malformed_bodies() {
    let bench = Bench::start().await;
    for (path, body) in [
        ("/queue", "{bad"),
        ("/history", "[1]"),
        ("/interrupt", r#"{"prompt_id": 5}"#),
    ] {
        let (status, answer) = bench.post(path, body).await;
        assert_eq!(status, 400, "{path}");
        assert!(answer["error"]["type"].is_string(), "{path}: {answer}");
    }
    assert_eq!(bench.get("/history?max_items=abc").await.status(), 400);
}

#[tokio::test]
async fn a_page_of_another_origin_is_kept_away() {
    let bench = Bench::start().await;
    let headers = [
        ("origin", "http://elsewhere.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("host", "elsewhere.example"),
    ];
    for (name, value) in headers {
        let request = reqwest::Client::new()
            .get(bench.url("/queue"))
            .header(name, value);
        assert_eq!(
            request.send().await.unwrap().status(),
            403,
            "{name}: {value}"
        );
    }
    let own = format!("http://{}", bench.engine.address());
    let request = reqwest::Client::new()
        .get(bench.url("/queue"))
        .header("origin", own);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_refused() {
    let bench = Bench::start().await;
    let body = "x".repeat(crate::engine::server::MAX_BODY + 1);
    assert_eq!(bench.post("/prompt", body).await.0, 413);
    assert_eq!(bench.json("/queue").await["queue_pending"], json!([]));
}
