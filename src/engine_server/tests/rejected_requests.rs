//! Prompts that the engine rejects before it validates a workflow.

use serde_json::json;

use super::test_engine::TestEngine;

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
