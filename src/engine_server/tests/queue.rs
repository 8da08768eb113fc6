//! The queue, the history, interrupts and shutdown.

use futures_util::StreamExt;
use serde_json::{Value, json};

use super::test_engine::{TestEngine, endless, quick, until};

/// An engine that runs a job until it is interrupted, and the id of that job.
async fn busy() -> (TestEngine, String) {
    let engine = TestEngine::start().await;
    let id = engine.submit(json!({ "prompt": endless() })).await;
    until(|| async { (running(&engine).await == [id.as_str()]).then_some(()) }).await;
    (engine, id)
}

async fn running(engine: &TestEngine) -> Vec<String> {
    ids(&engine.json("/queue").await["queue_running"])
}

fn ids(items: &Value) -> Vec<String> {
    let items = items.as_array().unwrap().iter();
    items
        .map(|item| item[1].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn pending_jobs_are_ordered_by_number_then_by_arrival() {
    let (engine, _) = busy().await;
    let first = engine.submit(json!({ "prompt": quick(1) })).await;
    let second = engine.submit(json!({ "prompt": quick(2) })).await;
    let between = engine
        .submit(json!({ "prompt": quick(3), "number": 1.5 }))
        .await;
    let front = engine
        .submit(json!({ "prompt": quick(4), "front": true }))
        .await;
    let pending = engine.json("/queue").await["queue_pending"].take();
    assert_eq!(ids(&pending), [front, first, between, second]);
    let numbers: Vec<&Value> = pending
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item[0])
        .collect();
    assert_eq!(numbers, [&json!(-3), &json!(1), &json!(1.5), &json!(2)]);
    assert_eq!(
        engine.json("/prompt").await,
        json!({ "exec_info": { "queue_remaining": 5 } })
    );
}

#[tokio::test]
async fn a_queue_item_has_five_elements_and_no_secrets() {
    let (engine, _) = busy().await;
    let graph = quick(7);
    let extra = json!({ "api_key_comfy_org": "hidden", "kept": 1 });
    let body = json!({ "prompt": graph, "client_id": "me", "extra_data": extra });
    let id = engine.submit(body).await;
    let item = engine.json("/api/queue").await["queue_pending"][0].take();
    assert_eq!(item[0], 1);
    assert_eq!(item[1], json!(id));
    assert_eq!(item[2], graph);
    assert_eq!(
        (&item[3]["client_id"], &item[3]["kept"]),
        (&json!("me"), &json!(1))
    );
    assert!(item[3]["create_time"].as_u64().unwrap() > 1_600_000_000_000);
    assert!(item[3].get("api_key_comfy_org").is_none());
    assert_eq!(item[4], json!(["2"]));
    assert_eq!(item.as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn only_a_pending_job_can_be_deleted_and_it_leaves_no_history() {
    let (engine, running_id) = busy().await;
    let deleted = engine.submit(json!({ "prompt": quick(1) })).await;
    let kept = engine.submit(json!({ "prompt": quick(2) })).await;
    let body = json!({ "delete": [deleted, running_id, "unknown"] });
    assert_eq!(engine.post("/queue", body.to_string()).await.0, 200);
    let queue = engine.json("/queue").await;
    assert_eq!(
        (ids(&queue["queue_running"]), ids(&queue["queue_pending"])),
        (vec![running_id], vec![kept])
    );
    assert_eq!(engine.json(&format!("/history/{deleted}")).await, json!({}));
}

#[tokio::test]
async fn clearing_the_queue_keeps_the_running_job() {
    let (engine, running_id) = busy().await;
    engine.submit(json!({ "prompt": quick(1) })).await;
    assert_eq!(engine.post("/queue", r#"{"clear": true}"#).await.0, 200);
    assert_eq!(engine.json("/queue").await["queue_pending"], json!([]));
    assert_eq!(running(&engine).await, [running_id]);
}

#[tokio::test]
async fn an_interrupted_job_ends_as_an_error_and_the_next_one_runs() {
    let (engine, id) = busy().await;
    let next = engine.submit(json!({ "prompt": quick(1) })).await;
    assert_eq!(
        engine
            .post("/interrupt", json!({ "prompt_id": next }).to_string())
            .await
            .0,
        200
    );
    assert_eq!(
        running(&engine).await,
        [id.as_str()],
        "interrupting another job does nothing"
    );
    assert_eq!(
        engine
            .post("/interrupt", json!({ "prompt_id": id }).to_string())
            .await
            .0,
        200
    );
    let entry = engine.history_entry(&id).await;
    assert_eq!(entry["status"]["status_str"], "error");
    assert_eq!(entry["status"]["completed"], false);
    let [event, data] = last_message(&entry);
    assert_eq!(event, "execution_interrupted");
    assert_eq!(data["prompt_id"], json!(id));
    assert_eq!(
        engine.history_entry(&next).await["status"]["status_str"],
        "success"
    );
}

#[tokio::test]
async fn an_interrupt_without_an_id_stops_the_running_job() {
    let (engine, id) = busy().await;
    assert_eq!(engine.post("/api/interrupt", "").await.0, 200);
    assert_eq!(
        last_message(&engine.history_entry(&id).await)[0],
        "execution_interrupted"
    );
}

#[tokio::test]
async fn a_shutdown_stops_the_running_job_and_closes_sockets() {
    let (engine, _) = busy().await;
    let address = engine.inner.address();
    let (mut socket, _) = tokio_tungstenite::connect_async(engine.handshake("/ws"))
        .await
        .unwrap();
    engine.inner.shutdown().await;
    while let Some(Ok(_)) = socket.next().await {}
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn the_history_is_paged_and_can_be_deleted() {
    let engine = TestEngine::start().await;
    let mut runs = Vec::new();
    for color in 0..3 {
        let id = engine.submit(json!({ "prompt": quick(color) })).await;
        engine.history_entry(&id).await;
        runs.push(id);
    }
    let ids = async |path: &str| {
        let history = engine.json(path).await;
        history
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<String>>()
    };
    assert_eq!(ids("/history").await, runs);
    assert_eq!(ids("/history?max_items=2").await, runs[1..]);
    assert_eq!(ids("/history?max_items=1&offset=1").await, runs[1..2]);
    engine
        .post("/history", json!({ "delete": [runs[0]] }).to_string())
        .await;
    assert_eq!(ids("/history").await, runs[1..]);
    engine.post("/history", r#"{"clear": true}"#).await;
    assert_eq!(ids("/history").await, [""; 0]);
}

fn last_message(entry: &Value) -> [&Value; 2] {
    let last = entry["status"]["messages"]
        .as_array()
        .unwrap()
        .last()
        .unwrap();
    [&last[0], &last[1]]
}
