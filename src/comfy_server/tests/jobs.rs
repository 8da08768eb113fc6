//! Jobs from their submission to the history.

use serde_json::{Value, json};

use super::test_server::{TestServer, workflow};

/// The ids of items of the queue.
fn ids(items: &Value) -> Vec<&str> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item[1].as_str().unwrap()).collect()
}

/// The ids of runs of the history.
fn runs(history: &Value) -> Vec<&str> {
    let history = history.as_object().unwrap();
    history.keys().map(String::as_str).collect()
}

#[tokio::test]
async fn a_job_is_queued_and_interrupted_into_the_history() {
    let server = TestServer::start().await;
    let first = server.submit(json!({ "prompt": workflow() })).await;
    let second = server.submit(json!({ "prompt": workflow() })).await;
    let queue = server.json("/queue").await;
    assert_eq!(ids(&queue["queue_running"]), [&first]);
    assert_eq!(ids(&queue["queue_pending"]), [&second]);
    let remaining = json!({ "exec_info": { "queue_remaining": 2 } });
    assert_eq!(server.json("/prompt").await, remaining);
    let other = json!({ "prompt_id": second }).to_string();
    assert_eq!(server.post("/interrupt", other).await.0, 200);
    assert_eq!(server.json("/history").await, json!({}));
    assert_eq!(server.post("/api/interrupt", "").await.0, 200);
    let history = server.json(&format!("/history/{first}")).await;
    assert_eq!(history[&first]["prompt"][1], json!(first));
    assert_eq!(
        ids(&server.json("/api/queue").await["queue_running"]),
        [second]
    );
}

#[tokio::test]
async fn pending_jobs_are_removed_by_id_or_all_together() {
    let server = TestServer::start().await;
    let mut jobs = Vec::new();
    for _ in 0..4 {
        jobs.push(server.submit(json!({ "prompt": workflow() })).await);
    }
    let pending = async || server.json("/queue").await["queue_pending"].take();
    let deleted = json!({ "delete": [jobs[0], jobs[2], "unknown"] }).to_string();
    assert_eq!(server.post("/queue", deleted).await.0, 200);
    assert_eq!(ids(&pending().await), [&jobs[1], &jobs[3]]);
    assert_eq!(server.post("/queue", r#"{"clear": true}"#).await.0, 200);
    assert_eq!(pending().await, json!([]));
    assert_eq!(
        ids(&server.json("/queue").await["queue_running"]),
        [&jobs[0]]
    );
}

#[tokio::test]
async fn the_history_is_paged_and_removed() {
    let server = TestServer::start().await;
    let mut jobs = Vec::new();
    for _ in 0..3 {
        jobs.push(server.submit(json!({ "prompt": workflow() })).await);
        server.post("/interrupt", "").await;
    }
    assert_eq!(runs(&server.json("/history").await), jobs);
    let page = server.json("/history?max_items=1&offset=1").await;
    assert_eq!(runs(&page), jobs[1..2]);
    let whole = server.json("/history?max_items=-1&offset=-1").await;
    assert_eq!(runs(&whole), jobs, "a negative number counts as absent");
    let deleted = json!({ "delete": [jobs[0]] }).to_string();
    assert_eq!(server.post("/history", deleted).await.0, 200);
    assert_eq!(runs(&server.json("/history").await), jobs[1..]);
    assert_eq!(server.post("/history", r#"{"clear": true}"#).await.0, 200);
    assert_eq!(server.json("/history").await, json!({}));
}

#[tokio::test]
async fn jobs_are_numbered_in_the_order_of_their_requests() {
    let server = TestServer::start().await;
    let bodies = [
        json!({ "prompt": workflow() }),
        json!({}),
        json!({ "prompt": workflow(), "front": true }),
        json!({ "prompt": workflow(), "number": 1.5 }),
        json!({ "prompt": workflow() }),
    ];
    let mut numbers = Vec::new();
    for body in bodies {
        let (_, answer) = server.post("/prompt", body.to_string()).await;
        numbers.push(answer["number"].clone());
    }
    let expected = [json!(0), Value::Null, json!(-2), json!(1.5), json!(3)];
    assert_eq!(numbers, expected, "a rejected request uses a number up");
}

#[tokio::test]
async fn a_queue_item_has_five_elements_and_no_secrets() {
    let server = TestServer::start().await;
    let extra = json!({ "auth_token_comfy_org": "hidden", "kept": 1 });
    let id = server
        .submit(json!({
            "prompt": workflow(), "client_id": "me", "extra_data": extra,
            "partial_execution_targets": ["1"],
        }))
        .await;
    let item = server.json("/queue").await["queue_running"][0].take();
    let mut extra_data = server.backend.extra_data();
    assert!(extra_data.shift_remove("auth_token_comfy_org").is_some());
    assert_eq!(extra_data["client_id"], "me");
    assert!(extra_data["create_time"].as_u64().unwrap() > 1_600_000_000_000);
    assert_eq!(item, json!([0, id, workflow(), extra_data, ["1"]]));
}

#[tokio::test]
async fn an_error_of_the_backend_is_the_answer() {
    let server = TestServer::start().await;
    let (status, body) = server.post("/prompt", r#"{"prompt": {}}"#).await;
    let error = json!({ "type": "prompt_no_outputs", "message": "Prompt has no outputs" });
    let node_errors = json!({ "9": { "errors": [] } });
    assert_eq!(status, 400);
    assert_eq!(body, json!({ "error": error, "node_errors": node_errors }));
}

#[tokio::test]
async fn the_classes_of_the_backend_are_listed() {
    let server = TestServer::start().await;
    let [load, save] = ["Load", "Save"].map(|name| json!({ "name": name }));
    let all = json!({ "Load": load, "Save": save });
    assert_eq!(server.json("/object_info").await, all);
    let one = server.json("/api/object_info/Save").await;
    assert_eq!(one, json!({ "Save": save }));
    assert_eq!(server.json("/object_info/Nope").await, json!({}));
}
