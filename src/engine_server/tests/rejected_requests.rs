//! Requests that the engine rejects before it validates a workflow.

use serde_json::json;

use super::test_engine::{TestEngine, client, quick};

#[tokio::test]
async fn a_prompt_id_must_be_a_lowercase_uuid() {
    let engine = TestEngine::start().await;
    for id in [
        "not-a-uuid",
        "A360E6EB-3C4E-4407-A38B-FAF53F63A3D5",
        "a360e6eb3c4e4407a38bfaf53f63a3d5",
    ] {
        let body = json!({ "prompt": quick(0), "prompt_id": id });
        let (status, reply) = engine.post("/prompt", body.to_string()).await;
        assert_eq!(
            (status, &reply["error"]["type"]),
            (400, &json!("invalid_prompt_id"))
        );
    }
    let id = "a360e6eb-3c4e-4407-a38b-faf53f63a3d5";
    assert_eq!(
        engine
            .submit(json!({ "prompt": quick(0), "prompt_id": id }))
            .await,
        id
    );
}

#[tokio::test]
async fn a_malformed_prompt_gets_status_400_and_an_error() {
    let engine = TestEngine::start().await;
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
        let (status, reply) = engine.post("/prompt", body).await;
        assert_eq!(
            (status, &reply["error"]["type"]),
            (400, &json!(kind)),
            "{body}"
        );
        assert!(reply["error"]["message"].is_string() && reply["node_errors"].is_object());
    }
}

#[tokio::test]
async fn a_malformed_body_of_another_route_gets_status_400() {
    let engine = TestEngine::start().await;
    for (path, body) in [
        ("/queue", "{bad"),
        ("/history", "[1]"),
        ("/interrupt", r#"{"prompt_id": 5}"#),
    ] {
        let (status, reply) = engine.post(path, body).await;
        assert_eq!(status, 400, "{path}");
        assert!(reply["error"]["type"].is_string(), "{path}: {reply}");
    }
    assert_eq!(engine.get("/history?max_items=abc").await.status(), 400);
}

#[tokio::test]
async fn a_page_of_another_origin_is_rejected() {
    let engine = TestEngine::start().await;
    let headers = [
        ("origin", "http://elsewhere.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("host", "elsewhere.example"),
    ];
    for (name, value) in headers {
        let request = client().get(engine.url("/queue")).header(name, value);
        assert_eq!(
            request.send().await.unwrap().status(),
            403,
            "{name}: {value}"
        );
    }
    let own = format!("http://{}", engine.inner.address());
    let request = client().get(engine.url("/queue")).header("origin", own);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_body_over_the_limit_is_rejected() {
    let engine = TestEngine::start().await;
    let body = "x".repeat(crate::limits::MAX_BODY + 1);
    assert_eq!(engine.post("/prompt", body).await.0, 413);
    assert_eq!(engine.json("/queue").await["queue_pending"], json!([]));
}
