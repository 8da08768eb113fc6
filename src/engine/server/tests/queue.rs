//! The queue, the history and the ways to stop a job.

use futures_util::StreamExt;
use serde_json::{Value, json};

use super::bench::{Bench, endless, quick, until};

/// An engine that is busy until it is interrupted, and the id of the job it is busy with.
async fn busy() -> (Bench, String) {
    let bench = Bench::start().await;
    let id = bench.submit(json!({ "prompt": endless() })).await;
    until(|| async { (running(&bench).await == [id.as_str()]).then_some(()) }).await;
    (bench, id)
}

async fn running(bench: &Bench) -> Vec<String> {
    ids(&bench.json("/queue").await["queue_running"])
}

fn ids(items: &Value) -> Vec<String> {
    let items = items.as_array().unwrap().iter();
    items
        .map(|item| item[1].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn jobs_wait_by_number_then_by_arrival() {
    let (bench, _) = busy().await;
    let first = bench.submit(json!({ "prompt": quick(1) })).await;
    let second = bench.submit(json!({ "prompt": quick(2) })).await;
    let between = bench
        .submit(json!({ "prompt": quick(3), "number": 1.5 }))
        .await;
    let front = bench
        .submit(json!({ "prompt": quick(4), "front": true }))
        .await;
    let pending = bench.json("/queue").await["queue_pending"].take();
    assert_eq!(ids(&pending), [front, first, between, second]);
    let numbers: Vec<&Value> = pending
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item[0])
        .collect();
    assert_eq!(numbers, [&json!(-3), &json!(1), &json!(1.5), &json!(2)]);
    assert_eq!(
        bench.json("/prompt").await,
        json!({ "exec_info": { "queue_remaining": 5 } })
    );
}

#[tokio::test]
async fn a_queue_item_has_five_parts_and_no_secrets() {
    let (bench, _) = busy().await;
    let graph = quick(7);
    let extra = json!({ "api_key_comfy_org": "hidden", "kept": 1 });
    let body = json!({ "prompt": graph, "client_id": "me", "extra_data": extra });
    let id = bench.submit(body).await;
    let item = bench.json("/api/queue").await["queue_pending"][0].take();
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
async fn a_pending_job_is_deleted_without_a_trace_and_a_running_one_is_not() {
    let (bench, running_id) = busy().await;
    let gone = bench.submit(json!({ "prompt": quick(1) })).await;
    let kept = bench.submit(json!({ "prompt": quick(2) })).await;
    let body = json!({ "delete": [gone, running_id, "unknown"] });
    assert_eq!(bench.post("/queue", body.to_string()).await.0, 200);
    let queue = bench.json("/queue").await;
    assert_eq!(
        (ids(&queue["queue_running"]), ids(&queue["queue_pending"])),
        (vec![running_id], vec![kept])
    );
    assert_eq!(bench.json(&format!("/history/{gone}")).await, json!({}));
}

#[tokio::test]
async fn clearing_the_queue_leaves_what_runs() {
    let (bench, running_id) = busy().await;
    bench.submit(json!({ "prompt": quick(1) })).await;
    assert_eq!(bench.post("/queue", r#"{"clear": true}"#).await.0, 200);
    assert_eq!(bench.json("/queue").await["queue_pending"], json!([]));
    assert_eq!(running(&bench).await, [running_id]);
}

#[tokio::test]
async fn an_interrupted_job_ends_as_an_error_and_the_next_one_runs() {
    let (bench, id) = busy().await;
    let next = bench.submit(json!({ "prompt": quick(1) })).await;
    assert_eq!(
        bench
            .post("/interrupt", json!({ "prompt_id": next }).to_string())
            .await
            .0,
        200
    );
    assert_eq!(
        running(&bench).await,
        [id.as_str()],
        "an interrupt of another job does nothing"
    );
    assert_eq!(
        bench
            .post("/interrupt", json!({ "prompt_id": id }).to_string())
            .await
            .0,
        200
    );
    let entry = bench.ended(&id).await;
    assert_eq!(entry["status"]["status_str"], "error");
    assert_eq!(entry["status"]["completed"], false);
    let [event, data] = last_message(&entry);
    assert_eq!(event, "execution_interrupted");
    assert_eq!(data["prompt_id"], json!(id));
    assert_eq!(bench.ended(&next).await["status"]["status_str"], "success");
}

#[tokio::test]
async fn a_bare_interrupt_stops_whatever_runs() {
    let (bench, id) = busy().await;
    assert_eq!(bench.post("/api/interrupt", "").await.0, 200);
    assert_eq!(
        last_message(&bench.ended(&id).await)[0],
        "execution_interrupted"
    );
}

#[tokio::test]
async fn a_shutdown_stops_what_runs_and_what_listens() {
    let (bench, _) = busy().await;
    let address = bench.engine.address();
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws"))
        .await
        .unwrap();
    bench.engine.shutdown().await;
    while let Some(Ok(_)) = socket.next().await {}
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn the_history_gives_pages_and_forgets() {
    let bench = Bench::start().await;
    let mut runs = Vec::new();
    for color in 0..3 {
        let id = bench.submit(json!({ "prompt": quick(color) })).await;
        bench.ended(&id).await;
        runs.push(id);
    }
    let ids = async |path: &str| {
        let history = bench.json(path).await;
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
    bench
        .post("/history", json!({ "delete": [runs[0]] }).to_string())
        .await;
    assert_eq!(ids("/history").await, runs[1..]);
    bench.post("/history", r#"{"clear": true}"#).await;
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
